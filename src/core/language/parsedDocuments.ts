import type { DocumentCodec } from "../codec/documentCodec.ts";
import type { ReadDocument } from "../codec/readDocument.ts";

/** The texts of open documents, each read once for each of its versions, whatever is asked about it. */
export class ParsedDocuments {
  readonly #kept = new WeakMap<
    object,
    { readonly version: number; readonly codec: DocumentCodec; readonly read: ReadDocument }
  >();

  /**
   * One version of `document` has always the same text. A document that is closed and opened again is another one,
   * although it has the same address and counts its versions from the same number.
   */
  read(document: object, version: number, codec: DocumentCodec, text: () => string): ReadDocument {
    const kept = this.#kept.get(document);
    if (kept?.version === version && kept.codec === codec) {
      return kept.read;
    }
    const read = codec.read(text());
    this.#kept.set(document, { version, codec, read });
    return read;
  }
}
