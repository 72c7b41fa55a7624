import type { Disposable } from "vscode";
import type { Entry } from "../../core/model/entry.ts";
import { useMine, useTheirs } from "../../core/sentences/quickFixes.ts";
import { registerConflictFixes } from "../conflict/conflictFixes.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";

/** The quick fixes of entries that wait for a decision. */
export function registerArtifactFixes(documents: ArtifactDocuments): Disposable {
  return registerConflictFixes("artifactDesk.conflict.chooseMine", documents, ({ copy, key, parse, form }, text) => {
    const source = text.getText();
    const { entries } = parse(source);
    const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
    const textWith = (entry: Entry) => form.edit(source, [{ kind: "set", entry }]);
    return copy.unsettled(key, entries).flatMap(({ fieldId, label, mine, theirs }) => {
      const entry = located.get(fieldId);
      return entry
        ? [
            {
              key: fieldId,
              useMine: useMine(label || fieldId),
              useTheirs: useTheirs(label || fieldId),
              isMarkedBy: ({ range }) => range.start.isEqual(text.positionAt(entry.offset)),
              mine: textWith(mine),
              theirs: theirs && textWith(theirs),
            },
          ]
        : [];
    });
  });
}
