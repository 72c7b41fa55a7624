import { t } from "@vscode/l10n";
import { behindColon, quoted } from "../labels/punctuation.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { inConflict, mergedWaits, notSentYet, unsavedChanges } from "./freshness.ts";

// These sentences tell what is unsaved, in VS Code's view Source Control.

export const groupNames = { conflicts: t("Conflicts"), changes: t("Changes"), new: t("New") } as const;
export const saveAllTitle = t("Save All");
export const openChangesTitle = t("Open Changes");
export const nothingUnsaved = t("Nothing is unsaved.");
export const nothingUnsavedThere = t("Nothing of this document is unsaved.");
export const whichConnection = t("Save all that is unsaved of which connection?");
export const nothingToSaveHere = t("Nothing is to be saved: what is unsaved here is in conflict or new.");
export const accessFilePart = t("access file");
export const commentPart = t("comment");
export const typedWhileSaved = t("What was typed during the save is not saved yet. Save again.");
export const chooseWhatToDiscard = t(
  "Choose what to discard in Source Control, or open a document with unsaved changes first.",
);
export const notArtifactIds = t("The ids of the artifacts to be saved are numbers, such as [512, 513].");

/** Says what stands in an empty box; `connection` is its label. */
export function boxPlaceholder(connection: string): string {
  return t("Comment on what is saved in {connection} ({0} to save all)", { connection: plainLabel(connection) });
}

/** Names a row: `#512 It breaks`, with the part of the artifact behind it where the document shows only that. */
export function rowName(artifactId: number, title: string | undefined, part?: string): string {
  const name = plainLabel(`#${artifactId} ${title ?? ""}`.trim());
  return part === undefined ? name : behindColon(name, plainLabel(part));
}

/** Names a row of something that is a part of a repository, or all of it. */
export function repositoryRowName(repository: string, part?: string): string {
  return part === undefined ? plainLabel(repository) : behindColon(plainLabel(repository), part);
}

/** Names a row of a draft of a repository; `name` is what is typed so far. */
export function repositoryDraftRowName(name: string): string {
  return name.trim() === "" ? t("New SVN repository") : plainLabel(name);
}

/**
 * Gives what a screen reader says of a row behind its name, and what pointing at it shows. `form` is the format of an
 * artifact's document, `fields` are the labels of what is changed, and `reason` says why the last save stored nothing.
 */
export function rowTooltip(
  state: "conflicts" | "merged" | "changes" | "new",
  { form, fields, reason }: { readonly form?: string; readonly fields: readonly string[]; readonly reason?: string },
): string {
  const changed = fields.length > 0 ? behindColon("", fields.map(plainLabel).join(", ")) : "";
  const said = `${states[state]}${form === undefined ? "" : ` (${form})`}${changed}`;
  return reason === undefined ? said : t("{said}.\nNot saved. {reason}", { said, reason });
}

const states = {
  conflicts: inConflict,
  merged: mergedWaits,
  changes: unsavedChanges,
  new: notSentYet,
} as const;

/** This is told where two documents of an artifact say different things of these fields. */
export function documentsDisagree(artifactId: number, labels: readonly string[]): string {
  const names = labels.map((label) => quoted(plainLabel(label))).join(", ");
  return t(
    "Nothing of #{artifactId} was sent: its open documents say different things of {names}. Make them say the same, or discard one of them, then save again.",
    { artifactId, names },
  );
}

export function savingAll(connection: string): string {
  return t("Saving to {connection}…", { connection: plainLabel(connection) });
}

/** Says what was saved, for the status bar. */
export function allSaved(count: number): string {
  return count === 1 ? t("Saved") : t("{count} saved", { count });
}

/** Holds the names of what was not saved, as people know them: `#512`. */
export interface NotAllSaved {
  readonly saved: number;
  readonly conflicts: readonly string[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  /** The names of what was not sent, since the person had cancelled. */
  readonly cancelled: readonly string[];
  /** Tells whether the comment waits for the next time. */
  readonly isCommentKept: boolean;
}

/** This is told where a save of everything left something unsaved. */
export function notAllSaved({ saved, conflicts, failed, cancelled, isCommentKept }: NotAllSaved): string {
  const [first] = failed;
  return [
    t("{saved} saved.", { saved }),
    ...(conflicts.length > 0 ? [t("In conflict: {conflicts}.", { conflicts: conflicts.join(", ") })] : []),
    ...(failed.length > 0 ? [t("Not saved: {failed}.", { failed: failed.map(({ name }) => name).join(", ") })] : []),
    ...(cancelled.length > 0
      ? [t("Cancelled before it was sent: {cancelled}.", { cancelled: cancelled.join(", ") })]
      : []),
    ...(first && failed.length === 1 ? [first.reason] : []),
    ...(first && failed.length > 1 ? [t("Source Control tells why at each row.")] : []),
    ...(isCommentKept ? [t("The comment stays in the box for the rest.")] : []),
  ].join(" ");
}

/** `names` are those of the rows. */
export function discardQuestion(names: readonly string[]): string {
  return names.length === 1
    ? t("Discard the unsaved changes of {name}?", { name: names[0] ?? "" })
    : t("Discard the unsaved changes of {count} documents?", { count: names.length });
}

export function discardDetail(
  names: readonly string[],
  { isNew, isChanged }: { readonly isNew: boolean; readonly isChanged: boolean },
): string {
  return [
    ...(names.length > 1 ? [`${names.slice(0, maxNames).join("\n")}${names.length > maxNames ? "\n…" : ""}\n`] : []),
    ...(isChanged ? [t("Undo brings changes back while their editor is open.")] : []),
    ...(isNew ? [t("What is new was never sent, and is gone for good.")] : []),
  ].join("\n");
}

const maxNames = 20;

export function notDiscarded(names: readonly string[]): string {
  return t(
    "{names} was not discarded: the text was changed at that moment, or what it was made from cannot be shown. Try again.",
    { names: names.join(", ") },
  );
}
