import { type Entry, entryObject } from "../model/entry.ts";

/** What `JSON.stringify` makes of a document, indented by two. */
export function printDocument(entries: readonly Entry[], trackerId: number | undefined): string {
  const tracker = trackerId === undefined ? {} : { tracker: { id: trackerId } };
  return `${JSON.stringify({ ...tracker, values: entries.map(entryObject) }, null, 2)}\n`;
}
