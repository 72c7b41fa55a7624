/** A map that keeps no more than `maxSize` entries: those that were set last, which are the last in its order. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxSize: number;

  constructor(maxSize: number) {
    super();
    this.#maxSize = maxSize;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#maxSize) {
        break;
      }
      this.delete(oldest);
    }
    return this;
  }
}
