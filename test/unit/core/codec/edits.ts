import fc from "fast-check";
import type { ReadDocument } from "../../../../src/core/codec/readDocument.ts";
import { anyText } from "../field/arbitraries.ts";

/** Something that is done to the text of a document. */
export interface Edit {
  /** Where in the value of an entry, or in the text, as a part of 1. */
  readonly at: number;
  /** Undefined for anywhere. */
  readonly entry: number | undefined;
  readonly removed: number;
  readonly inserted: string;
}

const marks = [
  "<",
  ">",
  "</item>",
  "<item>",
  "&",
  "]]>",
  "<!--",
  "<x/>",
  '"',
  "\\",
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  "/*",
];
/** Most leave the text as one that can be read. */
export const anyEdit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  entry: fc.oneof({ weight: 4, arbitrary: fc.nat(99) }, fc.constant(undefined)),
  removed: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.nat(3), fc.nat(60)),
  inserted: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a", "7", " ", "é", "") },
    { weight: 1, arbitrary: fc.constantFrom(...marks, '"value": 1,', "<value>1</value>", "}, {", "</item><item>") },
    { weight: 1, arbitrary: anyText },
  ),
});

/** The text of `read` with the edit made. */
export function edited({ text, nodes }: ReadDocument, { at, entry, removed, inserted }: Edit): string {
  const place = entry === undefined ? undefined : nodes[entry % (nodes.length || 1)]?.entry;
  const { offset, length } = place?.valueSpan ?? { offset: 0, length: text.length };
  const start = offset + Math.ceil(at * length);
  return text.slice(0, start) + inserted + text.slice(start + removed);
}
