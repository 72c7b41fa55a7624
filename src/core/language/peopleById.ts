import type { User } from "../model/user.ts";
import { isServiceError } from "../service/serviceError.ts";

/** Somebody by their number. `unknown`: the service has nobody of that number. */
export type PersonById = "unknown" | { readonly name: string; readonly isActive: boolean };

export interface PeopleByIdSurroundings {
  /** Throws `ServiceError`. */
  readonly read: (id: number, signal: AbortSignal) => Promise<User>;
  /** There are names for numbers that had none before. */
  readonly onDidLearn: () => void;
  readonly logFailure: (error: unknown) => void;
}

/** So that a text full of numbers is no flood of requests. */
const mostAsked = 50;

/** The people that documents name by their numbers: each of whom nobody told is asked for once, one after another. */
export class PeopleById {
  readonly #around: PeopleByIdSurroundings;
  readonly #known = new Map<number, PersonById>();
  readonly #asked = new Set<number>();
  #asking: Promise<void> = Promise.resolve();
  /** The service has no way to ask. */
  #isMute = false;

  constructor(around: PeopleByIdSurroundings) {
    this.#around = around;
  }

  get(id: number): PersonById | undefined {
    return this.#known.get(id);
  }

  /** What an answer told of people besides. */
  learn(people: Iterable<{ readonly id: number; readonly name: string }>): void {
    for (const { id, name } of people) {
      if (!this.#known.has(id)) {
        this.#known.set(id, { name, isActive: true });
      }
    }
  }

  /** Asks for those of whom nothing is known; `onDidLearn` tells when they are. Resolves once nobody is asked for. */
  want(ids: Iterable<number>): Promise<void> {
    for (const id of ids) {
      const isAskable = Number.isSafeInteger(id) && id > 0 && !this.#known.has(id) && !this.#asked.has(id);
      if (isAskable && this.#asked.size < mostAsked) {
        this.#asked.add(id);
        this.#asking = this.#asking.then(() => this.#ask(id));
      }
    }
    return this.#asking;
  }

  /** What was learnt may be otherwise now. */
  clear(): void {
    this.#known.clear();
    this.#asked.clear();
    this.#isMute = false;
  }

  async #ask(id: number): Promise<void> {
    if (this.#isMute) {
      return;
    }
    try {
      const { label, isActive = true } = await this.#around.read(id, new AbortController().signal);
      this.#known.set(id, { name: label, isActive });
    } catch (error) {
      if (!isServiceError(error) || error.kind !== "notFound") {
        this.#asked.delete(id);
        this.#around.logFailure(error);
        return;
      }
      if (error.serviceMessage === undefined) {
        this.#isMute = true;
        return;
      }
      this.#known.set(id, "unknown");
    }
    this.#around.onDidLearn();
  }
}
