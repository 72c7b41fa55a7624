import type { DocumentCodec } from "../codec/documentCodec.ts";
import type { ReadDocument } from "../codec/readDocument.ts";

/** The texts of open documents, each read once for each of its versions, whatever is asked about it. */
export class ParsedDocuments {
  readonly #kept = new Map<string, { readonly version: number; readonly codec: DocumentCodec; read: ReadDocument }>();

  /** `key` names the document; one version of it has always the same text. */
  read(key: string, version: number, codec: DocumentCodec, text: () => string): ReadDocument {
    const kept = this.#kept.get(key);
    if (kept?.version === version && kept.codec === codec) {
      return kept.read;
    }
    const read = codec.read(text());
    this.#kept.set(key, { version, codec, read });
    return read;
  }

  /** The document was closed. */
  forget(key: string): void {
    this.#kept.delete(key);
  }
}
