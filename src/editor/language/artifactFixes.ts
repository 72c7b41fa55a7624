import type { Disposable } from "vscode";
import type { Entry } from "../../core/model/entry.ts";
import { useMine, useTheirs } from "../../core/sentences/quickFixes.ts";
import { registerConflictFixes } from "../conflict/conflictFixes.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";

/** The quick fixes of entries that wait for a decision. */
export function registerArtifactFixes(documents: ArtifactDocuments): Disposable {
  return registerConflictFixes("artifactDesk.conflict.chooseMine", documents.editor, (document, text) => {
    const source = text.getText();
    const textWith = (entry: Entry) => document.form.edit(source, [{ kind: "set", entry }]);
    return unsettledIn(document, source).map(({ fieldId, label, mine, theirs, entry }) => ({
      key: fieldId,
      useMine: useMine(label || fieldId),
      useTheirs: useTheirs(label || fieldId),
      isMarkedBy: ({ range }) => range.start.isEqual(text.positionAt(entry.offset)),
      mine: textWith(mine),
      theirs: theirs && textWith(theirs),
    }));
  });
}

/** The entries of a text that wait for a decision, with their places. */
export function unsettledIn({ copy, key, parse }: ArtifactDocument, text: string) {
  const { entries } = parse(text);
  const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
  return copy.unsettled(key, entries).flatMap((unsettled) => {
    const entry = located.get(unsettled.fieldId);
    return entry ? [{ ...unsettled, entry }] : [];
  });
}
