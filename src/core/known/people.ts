import { isNumberId } from "../model/id.ts";
import type { FoundPerson, User } from "../model/user.ts";
import { isServiceError } from "../service/serviceError.ts";
import { BoundedMap } from "../util/boundedMap.ts";

/** No more people are asked for by number, so that a text full of numbers starts no flood of requests. */
const maxAsked = 50;
const maxPeople = 5000;

/**
 * Holds what is known of the people of one connection. Each number whose name no answer has told is asked for once, one
 * after another.
 */
export class KnownPeople {
  /** Finds people whose names hold `words`. Throws `ServiceError`. */
  readonly #find: (words: string, signal: AbortSignal) => Promise<readonly User[]>;
  /** Reads one person. Throws `ServiceError`. */
  readonly #read: (id: number, signal: AbortSignal) => Promise<User>;
  readonly #logFailure: (error: unknown) => void;
  /** Hears that there are names for numbers that had none before. */
  readonly #onDidKnowMore: () => void;
  readonly #known = new BoundedMap<number, FoundPerson>(maxPeople);
  /** Holds the people who were known before everything was last asked for anew. */
  readonly #stale = new Set<number>();
  readonly #asked = new Set<number>();
  #asking: Promise<void> = Promise.resolve();
  /** It is true where the service has no route to read a person. */
  #isRouteMissing = false;

  constructor(
    find: (words: string, signal: AbortSignal) => Promise<readonly User[]>,
    read: (id: number, signal: AbortSignal) => Promise<User>,
    logFailure: (error: unknown) => void,
    onDidKnowMore: () => void,
  ) {
    this.#find = find;
    this.#read = read;
    this.#logFailure = logFailure;
    this.#onDidKnowMore = onDidKnowMore;
  }

  get(id: number): FoundPerson | undefined {
    return this.#known.get(id);
  }

  /** Gives the names of all known people whose accounts are active. */
  get names(): readonly string[] {
    return [...this.#known.values()].flatMap((known) => (known !== "unknown" && known.isActive ? [known.name] : []));
  }

  name(id: number): string | undefined {
    const known = this.get(id);
    return known === "unknown" ? undefined : known?.name;
  }

  /** Takes in people whose names another answer told by the way. */
  learn(people: Iterable<{ readonly id: number; readonly name: string }>): void {
    for (const { id, name } of people) {
      if (!this.#isFresh(id)) {
        this.#keep(id, { name, isActive: true });
      }
    }
  }

  /** Finds people by name or login. The same words in whatever case are one search. Throws `ServiceError`. */
  async find(words: string, signal: AbortSignal): Promise<readonly User[]> {
    const found = await this.#find(words.trim().toLowerCase(), signal);
    for (const user of found) {
      this.#keep(user.id, personOf(user));
    }
    return found;
  }

  /**
   * Asks for the people of `ids` of whom nothing is known; `onDidKnowMore` tells when they are. Resolves once all
   * requests have ended.
   */
  want(ids: Iterable<number>): Promise<void> {
    for (const id of ids) {
      const isAskable = isNumberId(id) && !this.#isFresh(id) && !this.#asked.has(id);
      if (isAskable && this.#asked.size < maxAsked) {
        this.#asked.add(id);
        this.#asking = this.#asking.then(() => this.#ask(id));
      }
    }
    return this.#asking;
  }

  /** Marks all names as stale, as the service may tell others now: they stay, and are asked for again where wanted. */
  refresh(): void {
    for (const [id, person] of this.#known) {
      if (person === "unknown") {
        this.#known.delete(id);
      } else {
        this.#stale.add(id);
      }
    }
    this.#asked.clear();
    this.#isRouteMissing = false;
  }

  /** Forgets everything. */
  clear(): void {
    this.#known.clear();
    this.#stale.clear();
    this.#asked.clear();
    this.#isRouteMissing = false;
  }

  #isFresh(id: number): boolean {
    return this.#known.has(id) && !this.#stale.has(id);
  }

  #keep(id: number, person: FoundPerson): void {
    this.#stale.delete(id);
    this.#known.set(id, person);
  }

  async #ask(id: number): Promise<void> {
    if (this.#isRouteMissing) {
      return;
    }
    try {
      this.#keep(id, personOf(await this.#read(id, new AbortController().signal)));
    } catch (error) {
      if (!isServiceError(error) || error.kind !== "notFound") {
        this.#asked.delete(id);
        this.#logFailure(error);
        return;
      }
      if (error.serviceMessage === undefined) {
        this.#isRouteMissing = true;
        return;
      }
      this.#keep(id, "unknown");
    }
    this.#onDidKnowMore();
  }
}

function personOf({ label, isActive = true }: User): FoundPerson {
  return { name: label, isActive };
}
