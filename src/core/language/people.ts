import type { FoundPerson } from "./candidates.ts";

/** The people of a service as they are found by name, which tells what the ids of those who were found stand for. */
export class People {
  readonly #find: (words: string, signal: AbortSignal) => Promise<readonly FoundPerson[]>;
  readonly #names = new Map<number, string>();

  constructor(find: (words: string, signal: AbortSignal) => Promise<readonly FoundPerson[]>) {
    this.#find = find;
  }

  /** The name of somebody who was found before. */
  name(id: number): string | undefined {
    return this.#names.get(id);
  }

  /** The same words in whatever case are one search. Throws what the service throws. */
  async find(words: string, signal: AbortSignal): Promise<readonly FoundPerson[]> {
    const found = await this.#find(words.trim().toLowerCase(), signal);
    for (const { id, name } of found) {
      this.#names.set(id, name);
    }
    return found;
  }
}
