import { BoundedMap } from "../util/boundedMap.ts";
import type { DocumentCodec } from "./documentCodec.ts";
import type { ReadDocument } from "./readDocument.ts";

/** Of documents that nobody has asked about for longest nothing is kept. */
const maxTexts = 20;

/** The texts of documents as they were read last: each is read once, whatever is asked about it. */
export class ReadTexts {
  readonly #last = new BoundedMap<string, ReadDocument>(maxTexts);

  /** `key` names the document of a text, which has one codec. */
  read(key: string, codec: DocumentCodec, text: string): ReadDocument {
    const last = this.#last.get(key);
    if (last?.text === text) {
      return last;
    }
    const read = codec.read(text);
    this.#last.set(key, read);
    return read;
  }
}
