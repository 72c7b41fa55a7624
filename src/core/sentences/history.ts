/** Where the end of a history cannot be found. */
export const historyNotCounted =
  "The service does not tell how many versions the artifact has, so its history cannot be shown. Open the artifact in the browser instead.";

/** The value of a field that the service works out. */
export const computedByService = "computed";

export const somebody = "Somebody unknown";
export const createdIt = "Created";
export const privateMark = "private";
export const editedMark = "edited";

export function byMail(address: string): string {
  return `${address} by mail`;
}

/** For `explained`. */
export function versionNotRead(artifactId: number): string {
  return `The versions of #${artifactId} could not be read`;
}

export function noSuchVersion(artifactId: number, changesetId: unknown): string {
  return `#${artifactId} has no version ${String(changesetId)} that you may see.`;
}

export function versionName(artifactId: number, changesetId: number): string {
  return `Version ${changesetId} of #${artifactId}`;
}

export function noTextInVersion(artifactId: number, labels: readonly string[]): string {
  return `That version of #${artifactId} has no text in ${labels.join(", ")}.`;
}

export const chooseArtifactForHistory = "Choose an artifact in the tree, or open one first, to see its versions.";
export const chooseVersion = "Version to compare with the one before it";
export const chooseLeftVersion = "Version on the left side";
export const chooseRightVersion = "Version on the right side";
export const chooseVersionToRestore = "Version whose values come back into the document";
export const chooseFieldsToRestore = "Values to put into the document, unsaved";
export const asItIsNow = "The document as it is now";
export const olderVersions = "Show Older…";
export const compareWithDocument = "Compare With the Document";
export const putValuesBack = "Put Values Back into the Document…";
export const noVersions = "There is no version that you may see.";
export const notAVersion = "This is not the number of a version.";
export const fieldsAsList = "Fields are given as a list of their numbers.";

export function historyTitle(artifactId: number): string {
  return `Versions of #${artifactId}`;
}

/** Of a comparison; `left` and `right` say when the versions were made. */
export function comparisonTitle(artifactId: number, left: string, right: string): string {
  return `#${artifactId}: ${left} ↔ ${right}`;
}

export const now = "Now";

export function versionTitle(artifactId: number, when: string): string {
  return `#${artifactId}: ${when}`;
}

export const documentCannotBeRead =
  "The document cannot be read as it is now, so nothing was put into it. See the Problems view.";
export const editorRefusedValues = "The editor did not let the values be put into the document.";

/** `left`: fields that stay as they are. */
export function restored(count: number, left: readonly { readonly label: string; readonly why: LeftReason }[]): string {
  const done =
    count === 0
      ? "Nothing was put back."
      : `${count === 1 ? "One value was" : `${count} values were`} put into the document. It is not saved.`;
  const reasons = (Object.keys(reasonsLeft) as LeftReason[]).flatMap((why) => {
    const labels = left.filter((field) => field.why === why).map(({ label }) => label);
    return labels.length === 0 ? [] : [`${reasonsLeft[why]}: ${labels.join(", ")}.`];
  });
  return [done, ...reasons].join(" ");
}

export const everythingIsAsThen = "All values that you may write are as they were in that version.";

type LeftReason = "notWritable" | "gone" | "unknown" | "attachments";

const reasonsLeft: Readonly<Record<LeftReason, string>> = {
  notWritable: "What you may not change now stays as it is",
  gone: "Fields that the tracker has no more are left out",
  unknown: "What was not told then stays as it is",
  attachments: "Attachments stay, since a save would delete those that are left out",
};

/** `groups` that may see a comment, as far as they may be known. */
export function privateTo(groups: readonly string[]): string {
  return groups.length === 0 ? privateMark : `${privateMark}: ${groups.join(", ")}`;
}

export function editedOf(by: string | undefined): string {
  return by === undefined ? editedMark : `${editedMark} by ${by}`;
}
