import type { Patience } from "./patience.ts";

/** The body of a request that is read while it leaves, and never held as a whole. */
export interface RequestContent {
  readonly sizeBytes: number;
  /** The bytes, exactly `sizeBytes` of them. Called once for each sending. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
  /** Called as bytes leave, with those that have left since the sending began. */
  readonly onSent?: (sentBytes: number) => void;
}

/**
 * Content on its way: a chunk is asked for when the connection has taken the one before it, so that no more than that is in
 * memory. What the connection has taken counts as sent, and keeps the silence from counting; so does waiting for a chunk,
 * for which the service is not to blame.
 */
export class Outgoing {
  readonly #content: RequestContent;
  readonly #patience: Pick<Patience, "pause" | "resume">;
  #sentBytes = 0;

  constructor(content: RequestContent, patience: Pick<Patience, "pause" | "resume">) {
    this.#content = content;
    this.#patience = patience;
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    this.#patience.pause();
    for await (const chunk of this.#content.chunks()) {
      this.#patience.resume();
      yield chunk;
      this.#patience.pause();
      this.#sentBytes += chunk.byteLength;
      this.#content.onSent?.(this.#sentBytes);
    }
    this.#patience.resume();
  }
}
