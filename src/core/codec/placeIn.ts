import type { DocumentCodec } from "./formatCodec.ts";
import type { ReadDocument } from "./readDocument.ts";
import type { TextPlace } from "./textPlace.ts";

/**
 * What `codec.placeAt` says of a text that has been read. Inside of an entry only that is looked through, as a document of its
 * own: in a text without problems it means the same there. Otherwise all of the text is.
 */
export function placeIn(read: ReadDocument, codec: DocumentCodec, offset: number): TextPlace | undefined {
  const { text, kindOf = () => undefined } = read;
  const { entries, problems } = read.entries(kindOf);
  const isInside = (entry: { offset: number; length: number }) =>
    entry.offset < offset && offset < entry.offset + entry.length;
  const index = problems.length === 0 ? entries.findIndex(isInside) : -1;
  const entry = entries[index];
  if (!entry) {
    return codec.placeAt(text, offset);
  }
  const [start, end] = codec.frame;
  const by = entry.offset - start.length;
  const place = codec.placeAt(start + text.slice(entry.offset, entry.offset + entry.length) + end, offset - by);
  return (
    place && {
      ...place,
      path: place.path.map((step, depth) => (depth === 1 ? index : step)),
      replace: { ...place.replace, offset: place.replace.offset + by },
    }
  );
}
