import type { DisposableStore } from "../../core/util/disposable.ts";
import { registerChangeLenses } from "./changeLenses.ts";
import type { Decorations } from "./decorations.ts";
import type { ServerChanges } from "./serverChanges.ts";
import { UnsavedDocuments, type WaitingUris } from "./unsavedDocuments.ts";
import { showUnsavedStatus } from "./unsavedStatus.ts";

interface UnsavedParts {
  readonly changes: ServerChanges;
  readonly marks: Decorations;
}

/**
 * Shows what is unsaved in the status bar, by marks and above the text. `waiting` are documents that wait for a
 * decision about a conflict.
 */
export function registerUnsaved(
  { changes, marks }: UnsavedParts,
  waiting: readonly WaitingUris[],
  store: DisposableStore,
): UnsavedDocuments {
  const unsaved = store.add(new UnsavedDocuments(waiting));
  store.add(showUnsavedStatus(unsaved));
  store.add(registerChangeLenses(changes, unsaved));
  marks.showUnsaved(unsaved);
  return unsaved;
}
