/** Tells how large the values of a map may be together. */
export interface Weights<V> {
  readonly most: number;
  readonly of: (value: V) => number;
}

/**
 * Keeps no more than `maxSize` entries, and no more than `weights` allow: those that were set last, which are the last
 * in its order. The newest entry stays, however heavy it is.
 */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #maxSize: number;
  readonly #weights: Weights<V> | undefined;
  readonly #weightOf = new Map<K, number>();
  #weight = 0;

  constructor(maxSize: number, weights?: Weights<V>) {
    super();
    this.#maxSize = maxSize;
    this.#weights = weights;
  }

  /** Gives the weight of all values together. */
  get weight(): number {
    return this.#weight;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    if (this.#weights) {
      const weight = this.#weights.of(value);
      this.#weightOf.set(key, weight);
      this.#weight += weight;
    }
    for (const oldest of this.keys()) {
      const isTooHeavy = this.#weight > (this.#weights?.most ?? 0) && this.size > 1;
      if (this.size <= this.#maxSize && !isTooHeavy) {
        break;
      }
      this.delete(oldest);
    }
    return this;
  }

  override delete(key: K): boolean {
    this.#weight -= this.#weightOf.get(key) ?? 0;
    this.#weightOf.delete(key);
    return super.delete(key);
  }

  override clear(): void {
    this.#weightOf.clear();
    this.#weight = 0;
    super.clear();
  }
}

/** Tells how much a value takes, by the characters of its JSON. That is near enough to bound what is kept. */
export function jsonSize(value: object): number {
  return JSON.stringify(value).length;
}
