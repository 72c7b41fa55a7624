import type { Entry } from "../model/entry.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { Span } from "../util/span.ts";
import type { Problem } from "./problem.ts";

/** Holds what a document's text says. */
export interface DocumentEntries {
  /** The entries that could be read, in the order of the text. If no problem is an error, each field is unique. */
  readonly entries: readonly LocatedEntry[];
  /** The problems in the order of the text. */
  readonly problems: readonly Problem[];
  /** The number of the tracker that a draft names in `tracker.id`. */
  readonly trackerId?: number;
}

/** Gives the kind of a field, where it is known. */
export type KindOf = (fieldId: number) => FieldKind | undefined;

/** Gives the kinds of the fields of a tracker or an artifact. */
export function kindsOf(
  of: { readonly fields: readonly { readonly fieldId: number; readonly kind?: FieldKind }[] } | undefined,
): KindOf {
  let kinds: ReadonlyMap<number, FieldKind | undefined> | undefined;
  return (fieldId) => {
    kinds ??= new Map(of?.fields.map(({ fieldId, kind }) => [fieldId, kind]));
    return kinds.get(fieldId);
  };
}

/** An entry with its place in the text, in UTF-16 units. */
export interface LocatedEntry extends Entry, Span {
  /** The place of the field's number. */
  readonly idSpan: Span;
  /** The place of the value of the first member after `field_id`; where there is none, that of the entry. */
  readonly valueSpan: Span;
}

/** Matches what stands before the words of a value: `"`, `[`, `{ "content": "`, `<value>`, `<value><content>`. */
const beginning = /^(?:(?:<\w[^<>/]*>\s*){1,2}|(?:\{\s*"content"\s*:\s*)?["[])/;

/** Tells where in `text` the value of one of its entries is typed: inside of its quotes, brackets or tags. */
export function typingPlace(text: string, { valueSpan: { offset, length } }: LocatedEntry): number {
  return offset + (beginning.exec(text.slice(offset, offset + length))?.[0].length ?? 0);
}
