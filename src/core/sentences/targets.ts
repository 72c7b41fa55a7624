// What a command is to act on.

export const referencePrompt = "Number, reference or address of an artifact.";
export const referenceExamples = "512, #512, bug #512 or https://…";
export const namesNoArtifact = "This names no artifact. A number, #512, bug #512 or the address of an artifact does.";
export const chooseOrOpenArtifact = "Choose an artifact in the tree, or open one first.";
export const rowIsGone =
  "Nothing was done: the tree was read again, and a row that was chosen is not in it any more. Choose it once more.";
export const chooseTrackerToFilter = "Choose a tracker in the tree to filter its artifacts.";

export function textNamesNoArtifact(text: string): string {
  return `“${text}” names no artifact.`;
}

export function isOfOtherConnection(label: string): string {
  return `This is the address of an artifact of another connection than ${label}.`;
}

export function noConnectionTo(origin: string): string {
  return `There is no connection to ${origin}. Add one to open its artifacts.`;
}

export function askWhoseToOpen(artifactId: number): string {
  return `Open #${artifactId} of which connection?`;
}

export function askWhoseIsMeant(artifactId: number): string {
  return `#${artifactId} of which connection?`;
}

/** `label` of the connection, where there is one already. */
export function openTitle(label: string | undefined): string {
  return label === undefined ? "Open Artifact" : `Open Artifact of ${label}`;
}

/** For `explained`; `name` such as `Artifact #512`. */
export function notRead(name: string): string {
  return `${name} could not be read`;
}

/** As for `notRead`. */
export function notPinned(name: string): string {
  return `${name} could not be pinned`;
}

/** `name` such as `#512`, or that of a repository or a file. */
export function opening(name: string): string {
  return `Opening ${name}`;
}

/** As for `opening`. */
export function reading(name: string): string {
  return `Reading ${name}`;
}

export function noFormat(given: unknown): string {
  return `“${String(given)}” is no format of documents: json and xml are.`;
}

export function notAnArtifact(given: unknown): string {
  return `“${String(given)}” is not the number of an artifact.`;
}

export function notAField(given: unknown): string {
  return `“${String(given)}” is not the number of a field.`;
}

export function notATracker(given: unknown): string {
  return `“${String(given)}” is not the number of a tracker.`;
}

export function notAProject(given: unknown): string {
  return `“${String(given)}” is not the number of a project.`;
}

export function notARepository(given: unknown): string {
  return `“${String(given)}” is not the number of an SVN repository.`;
}
