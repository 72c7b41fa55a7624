import { t } from "@vscode/l10n";
import { behindColon } from "../labels/punctuation.ts";
/** Says that the end of a history cannot be found. */
export const historyNotCounted = t(
  "The service does not tell how many versions the artifact has, so its history cannot be shown. Open the artifact in the browser instead.",
);

export const historyTooLong = t(
  "The older versions are too long to be shown here. Open the artifact in the browser to see them.",
);

/** Stands for the value of a field that the service works out. */
export const computedByService = t("computed");

export const somebody = t("Somebody unknown");
export const createdIt = t("Created");
export const privateMark = t("private");
export const editedMark = t("edited");

export function byMail(address: string): string {
  return t("{address} by mail", { address });
}

/** `explained` adds the reason. */
export function versionNotRead(artifactId: number): string {
  return t("The versions of #{artifactId} could not be read", { artifactId });
}

export function noSuchVersion(artifactId: number, changesetId: unknown): string {
  return t("#{artifactId} has no version {changesetId} that you may see.", {
    artifactId,
    changesetId: String(changesetId),
  });
}

export function versionName(artifactId: number, changesetId: number): string {
  return t("Version {changesetId} of #{artifactId}", { changesetId, artifactId });
}

export function noTextInVersion(artifactId: number, labels: readonly string[]): string {
  return t("That version of #{artifactId} has no text in {labels}.", { artifactId, labels: labels.join(", ") });
}

export const chooseArtifactForHistory = t("Choose an artifact in the tree, or open one first, to see its versions.");
export const chooseVersion = t("Version to compare with the one before it");
export const chooseLeftVersion = t("Version on the left side");
export const chooseRightVersion = t("Version on the right side");
export const chooseVersionToRestore = t("Version whose values come back into the document");
export const chooseFieldsToRestore = t("Values to put into the document, unsaved");
export const asItIsNow = t("The document as it is now");
export const olderVersions = t("Show Older…");
export const compareWithDocument = t("Compare With the Document");
export const putValuesBack = t("Put Values Back into the Document…");
export const noVersions = t("There is no version that you may see.");
export const notAVersion = t("This is not the number of a version.");
export const fieldsAsList = t("Fields are given as a list of their numbers.");

export function historyTitle(artifactId: number): string {
  return t("Versions of #{artifactId}", { artifactId });
}

/** Titles a comparison; `left` and `right` say when the versions were made. */
export function comparisonTitle(artifactId: number, left: string, right: string): string {
  return behindColon(`#${artifactId}`, `${left} ↔ ${right}`);
}

export const now = t("Now");

export function versionTitle(artifactId: number, when: string): string {
  return behindColon(`#${artifactId}`, when);
}

export const documentCannotBeRead = t(
  "The document cannot be read as it is now, so nothing was put into it. See the Problems view.",
);
export const editorRefusedValues = t("The editor did not let the values be put into the document.");

/** `left` are the fields that stay as they are. */
export function restored(count: number, left: readonly { readonly label: string; readonly why: LeftReason }[]): string {
  const done =
    count === 0
      ? t("Nothing was put back.")
      : count === 1
        ? t("One value was put into the document. It is not saved.")
        : t("{count} values were put into the document. It is not saved.", { count });
  const reasons = (Object.keys(reasonsLeft) as LeftReason[]).flatMap((why) => {
    const labels = left.filter((field) => field.why === why).map(({ label }) => label);
    return labels.length === 0 ? [] : [`${behindColon(reasonsLeft[why], labels.join(", "))}.`];
  });
  return [done, ...reasons].join(" ");
}

export const everythingIsAsThen = t("All values that you may write are as they were in that version.");

type LeftReason = "notWritable" | "gone" | "unknown" | "attachments";

const reasonsLeft: Readonly<Record<LeftReason, string>> = {
  notWritable: t("What you may not change now stays as it is"),
  gone: t("Fields that the tracker has no more are left out"),
  unknown: t("What was not told then stays as it is"),
  attachments: t("Attachments stay, since a save would delete those that are left out"),
};

/** `groups` are those that may see the comment, as far as the person may know them. */
export function privateTo(groups: readonly string[]): string {
  return groups.length === 0 ? privateMark : behindColon(privateMark, groups.join(", "));
}

export function editedOf(by: string | undefined): string {
  return by === undefined ? editedMark : t("{editedMark} by {by}", { editedMark, by });
}
