/** What has arrived of an upload. */
export class Received {
  readonly #parts: Buffer[] = [];
  #length = 0;
  #whole: Buffer | undefined;

  get length(): number {
    return this.#length;
  }

  append(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    this.#whole = undefined;
  }

  whole(): Buffer {
    this.#whole ??= Buffer.concat(this.#parts, this.#length);
    return this.#whole;
  }
}
