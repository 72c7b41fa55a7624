import { t } from "@vscode/l10n";
// These sentences are about what a command is to act on.

export const referencePrompt = t("Number, reference or address of an artifact.");
export const referenceExamples = t("512, #512, bug #512 or https://…");
export const namesNoArtifact = t(
  "This names no artifact. A number, #512, bug #512 or the address of an artifact does.",
);
export const chooseOrOpenArtifact = t("Choose an artifact in the tree, or open one first.");
export const rowIsGone = t(
  "Nothing was done: the tree was read again, and a row that was chosen is not in it any more. Choose it once more.",
);
export const chooseTrackerToFilter = t("Choose a tracker in the tree to filter its artifacts.");

export function textNamesNoArtifact(text: string): string {
  return t("“{text}” names no artifact.", { text });
}

export function isOfOtherConnection(label: string): string {
  return t("This is the address of an artifact of another connection than {label}.", { label });
}

export function noConnectionTo(origin: string): string {
  return t("There is no connection to {origin}. Add one to open its artifacts.", { origin });
}

export function askWhoseToOpen(artifactId: number): string {
  return t("Open #{artifactId} of which connection?", { artifactId });
}

export function askWhoseIsMeant(artifactId: number): string {
  return t("#{artifactId} of which connection?", { artifactId });
}

/** `label` is the connection's, where one is known already. */
export function openTitle(label: string | undefined): string {
  return label === undefined ? t("Open Artifact") : t("Open Artifact of {label}", { label });
}

/** `explained` adds the reason; `name` is such as `Artifact #512`. */
export function notRead(name: string): string {
  return t("{name} could not be read", { name });
}

/** `explained` adds the reason. */
export function notPinned(name: string): string {
  return t("{name} could not be pinned", { name });
}

/** `name` is such as `#512`, or that of a repository or a file. */
export function opening(name: string): string {
  return t("Opening {name}", { name });
}

/** `name` is the same as for `opening`. */
export function reading(name: string): string {
  return t("Reading {name}", { name });
}

export function noFormat(given: unknown): string {
  return t("“{given}” is no format of documents: json and xml are.", { given: String(given) });
}

export function notAnArtifact(given: unknown): string {
  return t("“{given}” is not the number of an artifact.", { given: String(given) });
}

export function notAField(given: unknown): string {
  return t("“{given}” is not the number of a field.", { given: String(given) });
}

export function notATracker(given: unknown): string {
  return t("“{given}” is not the number of a tracker.", { given: String(given) });
}

export function notAProject(given: unknown): string {
  return t("“{given}” is not the number of a project.", { given: String(given) });
}

export function notARepository(given: unknown): string {
  return t("“{given}” is not the number of an SVN repository.", { given: String(given) });
}
