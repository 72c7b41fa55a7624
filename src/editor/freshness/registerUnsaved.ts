import type { DisposableStore } from "../../core/util/disposable.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Commands } from "../targets/commandTable.ts";
import { registerChangeLenses } from "./changeLenses.ts";
import type { Decorations } from "./decorations.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { UnsavedDocuments, type WaitingUris } from "./unsavedDocuments.ts";
import { showUnsaved, type UnsavedListParts } from "./unsavedList.ts";
import { showUnsavedStatus } from "./unsavedStatus.ts";

interface UnsavedParts extends Omit<UnsavedListParts, "unsaved"> {
  readonly changes: ServerChanges;
  readonly marks: Decorations;
}

/**
 * Shows what is unsaved: in the status bar, by marks and above the text; and as a list, by a command. `waiting` are
 * documents that wait for a decision about a conflict.
 */
export function registerUnsaved(parts: UnsavedParts, waiting: readonly WaitingUris[], store: DisposableStore) {
  const unsaved = store.add(new UnsavedDocuments(waiting));
  store.add(showUnsavedStatus(unsaved));
  store.add(registerChangeLenses(parts.changes, unsaved));
  parts.marks.showUnsaved(unsaved);
  return {
    [commandIds.showUnsaved]: () => showUnsaved({ ...parts, unsaved }),
  } satisfies Partial<Commands>;
}
