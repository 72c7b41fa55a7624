import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Problem } from "./problem.ts";

/** What a document's text says. */
export interface DocumentEntries {
  /** What could be read, in the order of the text. Without an error among the problems each field occurs once. */
  readonly entries: readonly LocatedEntry[];
  /** In the order of the text. */
  readonly problems: readonly Problem[];
  /** Of a draft: `tracker.id`. */
  readonly trackerId?: number;
}

/** What a text says, of what a format has read of it. */
export function documentEntries(read: {
  readonly entries: readonly { readonly entry: LocatedEntry }[];
  readonly problems: readonly Problem[];
  readonly trackerId?: number;
}): DocumentEntries {
  const { entries, problems, trackerId } = read;
  return { entries: entries.map(({ entry }) => entry), problems, ...(trackerId !== undefined && { trackerId }) };
}

/** The kind of a field, where it is known. */
export type KindOf = (fieldId: number) => FieldKind | undefined;

/** An entry with its place in the text, in UTF-16 units. */
export interface LocatedEntry extends Entry {
  readonly offset: number;
  readonly length: number;
  /** Of the number itself. */
  readonly fieldIdOffset: number;
  readonly fieldIdLength: number;
  /** Of the value of the first member after `field_id`; of the entry where there is none. */
  readonly valueOffset: number;
  readonly valueLength: number;
}
