import type { Disposable } from "vscode";
import type { Entry } from "../../core/model/entry.ts";
import { useMine, useTheirs } from "../../core/sentences/quickFixes.ts";
import { registerConflictChoices } from "../conflict/conflictChoices.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { unsettledEntries } from "../documents/unsettledEntries.ts";

/** The choices of entries that wait for a decision. */
export function registerArtifactFixes(documents: ArtifactDocuments): Disposable {
  return registerConflictChoices("artifactDesk.conflict.chooseMine", documents.editor, (document, text) => {
    const source = text.getText();
    const textWith = (entry: Entry) => document.form.edit(source, [{ kind: "set", entry }]);
    return unsettledEntries(document, source).map(({ fieldId, label, mine, theirs, entry }) => {
      const marked = text.positionAt(entry.valueSpan.offset);
      return {
        key: fieldId,
        useMine: useMine(label || fieldId),
        useTheirs: useTheirs(label || fieldId),
        isMarkedBy: ({ range }) => range.start.isEqual(marked),
        offset: entry.offset,
        valueOffset: entry.valueSpan.offset,
        mine: () => textWith(mine),
        theirs: theirs && (() => textWith(theirs)),
      };
    });
  });
}
