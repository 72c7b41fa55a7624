import { t } from "@vscode/l10n";
export const askWhereToFindProject = t("Find a project on which connection?");
export const projectName = t("Name of the project");
export const noProjects = t("This service does not list projects. Artifacts can be opened by their numbers.");
export const chooseToPin = t("Choose an artifact in the tree, or open one, to pin it.");

export function findProjectTitle(connection: string): string {
  return t("Find Project on {connection}", { connection });
}

export function noSuchProject(projectId: number): string {
  return t("The service lists no project {projectId} that you may see.", { projectId });
}

export function cannotPin(kind: unknown): string {
  return t("“artifact”, “svn” and “project” can be pinned, not “{kind}”.", { kind: String(kind) });
}

/** For `explained`. */
export function notFiltered(trackerId: number): string {
  return t("Tracker {trackerId} cannot be filtered", { trackerId });
}

/** Beside the choice that holds now. */
export const currentChoice = t("current");

export function filterTitle(tracker: string): string {
  return t("Filter {tracker}", { tracker });
}
