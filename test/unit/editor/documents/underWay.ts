/** Counts, by text, what the person has begun and is not over yet. */
export class UnderWay {
  readonly #counts = new Map<string, number>();

  has(uri: string): boolean {
    return (this.#counts.get(uri) ?? 0) > 0;
  }

  async during<T>(uri: string, work: Promise<T>): Promise<T> {
    this.#add(uri, 1);
    try {
      return await work;
    } finally {
      this.#add(uri, -1);
    }
  }

  #add(uri: string, count: number): void {
    this.#counts.set(uri, (this.#counts.get(uri) ?? 0) + count);
  }
}
