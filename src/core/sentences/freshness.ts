import { t } from "@vscode/l10n";
import type { ServerChange } from "../freshness/serverChange.ts";
import { withoutIcons } from "../util/plainLabel.ts";

/**
 * Says what happened on the service, without a full stop: «Changed on the service by Jane Doe (jdoe), 14:05». Times are
 * written as in `language`.
 */
export function serverChange(change: ServerChange, language: string): string {
  if (change.kind === "deleted") {
    return t("Deleted on the service");
  }
  // A lens would show `$(name)` as an icon.
  const by = change.by === undefined ? "" : t(" by {withoutIcons}", { withoutIcons: withoutIcons(change.by) });
  return t("Changed on the service{by}, {instant}", { by, instant: instant(change.on, language) });
}

/** Says who made the last change, and when (as in `language`), as the end of a sentence. It is empty for a deletion. */
export function lastChangedBy(change: ServerChange, language: string): string {
  if (change.kind === "deleted") {
    return "";
  }
  const when = instant(change.on, language);
  return change.by === undefined
    ? t("last change {when}", { when })
    : t("last by {by}, {when}", { by: change.by, when });
}

function instant(on: string, language: string): string {
  const at = new Date(on);
  const isToday = at.toDateString() === new Date().toDateString();
  return isToday
    ? at.toLocaleTimeString(language, { timeStyle: "short" })
    : at.toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
}

// These sentences tell of a change on the service; `change` comes from `serverChange`. Marks and rows say a state in
// the same words, without a full stop, since VS Code puts them behind a name.

export const inConflict = t("In conflict with the version on the service");
export const mergedWaits = t("Theirs is merged, and entries that both changed wait for a choice");
export const mergedChoose = t("Theirs is merged: both changed the marked entries, choose there and save");
export const inConflictChoose = t("In conflict with the version on the service: Merge, Keep Mine or Take Theirs");
export const unsavedChanges = t("Unsaved changes");
export const notSentYet = t("Not sent yet");

export function textIsKept(change: string): string {
  return t("{change}. The text is kept here", { change });
}

export function openIsKept(change: string): string {
  return t("{change}. What is open of it is kept", { change });
}

export function unsavedAnd(change: string): string {
  return `${unsavedChanges}. ${change}`;
}

export function notSeenYet(change: string): string {
  return t("{change}, not seen here yet", { change });
}

// These sentences count what is unsaved.

export const unsavedName = t("Artifact Desk: Unsaved");

/** Says how much is unsaved; undefined where nothing is. */
export function unsavedCount({
  unsaved,
  conflicts,
}: {
  readonly unsaved: number;
  readonly conflicts: number;
}): string | undefined {
  if (conflicts === 0) {
    return unsaved === 0 ? undefined : t("{unsaved} unsaved", { unsaved });
  }
  return unsaved === 0
    ? t("{conflicts} in conflict", { conflicts })
    : t("{unsaved} unsaved, {conflicts} in conflict", { unsaved, conflicts });
}

/** `count` comes from `unsavedCount`. */
export function clickToShow(count: string): string {
  return t("{count}. Click to show them in Source Control.", { count });
}

export function unsavedSpoken(count: string): string {
  return t("Artifact Desk: {count}", { count });
}
