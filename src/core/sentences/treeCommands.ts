export const askWhereToFindProject = "Find a project on which connection?";
export const projectName = "Name of the project";
export const noProjects = "This service does not list projects. Artifacts can be opened by their numbers.";
export const chooseToPin = "Choose an artifact in the tree, or open one, to pin it.";

export function findProjectTitle(connection: string): string {
  return `Find Project on ${connection}`;
}

export function noSuchProject(projectId: number): string {
  return `The service lists no project ${projectId} that you may see.`;
}

export function cannotPin(kind: unknown): string {
  return `“artifact”, “svn” and “project” can be pinned, not “${String(kind)}”.`;
}

/** For `explained`. */
export function notFiltered(trackerId: number): string {
  return `Tracker ${trackerId} cannot be filtered`;
}

/** Beside the choice that holds now. */
export const currentChoice = "current";

export function filterTitle(tracker: string): string {
  return `Filter ${tracker}`;
}
