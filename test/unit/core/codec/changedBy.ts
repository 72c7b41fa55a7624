import type { Entry, EntryChange } from "../../../../src/core/model/entry.ts";

/** What `edits` make of `entries`, said the simple way. */
export function changedBy(entries: readonly Entry[], edits: readonly EntryChange[]): readonly Entry[] {
  const latest = new Map(edits.map((edit) => [edit.kind === "set" ? edit.entry.fieldId : edit.fieldId, edit]));
  const kept = entries.flatMap((entry) => {
    const edit = latest.get(entry.fieldId);
    return edit ? (edit.kind === "set" ? [edit.entry] : []) : [entry];
  });
  const added = [...latest.values()].flatMap((edit) =>
    edit.kind === "set" && !entries.some(({ fieldId }) => fieldId === edit.entry.fieldId) ? [edit.entry] : [],
  );
  return [...kept, ...added];
}
