import type { Uri } from "vscode";
import { discardChangesButton } from "../../core/labels/buttons.ts";
import {
  chooseWhatToDiscard,
  discardDetail,
  discardQuestion,
  notDiscarded,
} from "../../core/sentences/sourceControl.ts";
import { isCancelled } from "../dialog/cancellation.ts";
import { confirm, HumanError } from "../dialog/present.ts";
import type { UnsavedDocument } from "../freshness/unsavedDocuments.ts";
import { whileDiscarding } from "../text/discarding.ts";
import { type RowDescriptions, rowKindOf } from "./describedRows.ts";

/** The documents of a kind, as far as their unsaved text can be discarded. */
export interface Discardable {
  /** Gives the document; undefined where the URI is of another kind. */
  at(uri: Uri): unknown;
  /** Discards what is unsaved; false where the text stays as it is. */
  discard(uri: Uri): Promise<boolean>;
}

/**
 * Discards the unsaved changes of documents after a yes. Nothing is sent. `isNamed` tells that the caller has named the
 * document: that counts as a yes in an editor that runs tests and shows no dialog.
 *
 * @throws HumanError where nothing is to be discarded, or something could not be.
 * @throws ServiceError where theirs could not be read.
 */
export async function discardChanges(
  documents: readonly UnsavedDocument[],
  rows: RowDescriptions,
  kinds: readonly Discardable[],
  isNamed: boolean,
): Promise<void> {
  if (documents.length === 0) {
    throw new HumanError(chooseWhatToDiscard);
  }
  const names = new Map(documents.map(({ uri }) => [uri, rows.of(uri).name] as const));
  const isNew = documents.some(goesForGood);
  const isChanged = documents.some((document) => !goesForGood(document));
  const all = [...names.values()];
  const asked = confirm(discardQuestion(all), discardDetail(all, { isNew, isChanged }), discardChangesButton);
  if (!(await (isNamed ? asked.catch((error: unknown) => !isCancelled(error)) : asked))) {
    return;
  }
  const left: string[] = [];
  const failures: unknown[] = [];
  // One may have to wait for its save: no other of them is to be sent meanwhile.
  await whileDiscarding([...names.keys()], async () => {
    for (const [uri, name] of names) {
      try {
        if (!(await kinds.find((kind) => kind.at(uri))?.discard(uri))) {
          left.push(name);
        }
      } catch (error) {
        // One failure does not keep the others from being discarded.
        failures.push(error);
      }
    }
  });
  if (failures.length > 0) {
    throw failures[0];
  }
  if (left.length > 0) {
    throw new HumanError(notDiscarded(left));
  }
}

/** Tells whether a document closes when it is discarded. A draft's long text stays, and shows what the draft says. */
function goesForGood({ uri, group }: UnsavedDocument): boolean {
  return group === "new" && rowKindOf(uri) !== "draftText";
}
