import type { LocatedEntry } from "./documentEntries.ts";

/** What stands before the words of a value: `"`, `[`, `{ "content": "`, `<value>`, `<value><content>`. */
const beginning = /^(?:(?:<\w[^<>/]*>\s*){1,2}|(?:\{\s*"content"\s*:\s*)?["[])/;

/** Where in `text` the value of one of its entries is typed: inside of its quotes, brackets or tags. */
export function typingPlace(text: string, { valueSpan: { offset, length } }: LocatedEntry): number {
  return offset + (beginning.exec(text.slice(offset, offset + length))?.[0].length ?? 0);
}
