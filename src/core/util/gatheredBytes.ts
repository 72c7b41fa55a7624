/** Gathers bytes that arrive in pieces. The bytes are copied, as pieces of one byte each would be as many objects. */
export class GatheredBytes {
  #held: Uint8Array<ArrayBuffer>;
  #size = 0;

  /** `expected` bytes may arrive, but there may be more or fewer. */
  constructor(expected = 0) {
    this.#held = new Uint8Array(expected);
  }

  get size(): number {
    return this.#size;
  }

  add(piece: Uint8Array): void {
    const size = this.#size + piece.length;
    if (size > this.#held.length) {
      const grown = new Uint8Array(Math.max(size, this.#held.length * 2));
      grown.set(this.#held.subarray(0, this.#size));
      this.#held = grown;
    }
    this.#held.set(piece, this.#size);
    this.#size = size;
  }

  /** Gives all bytes, without the room that is left for more. */
  all(): Uint8Array<ArrayBuffer> {
    return this.#size === this.#held.length ? this.#held : this.#held.slice(0, this.#size);
  }
}
