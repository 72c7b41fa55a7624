import type { Tracker } from "../model/tracker.ts";

export interface StructuresSurroundings {
  /** Undefined where it cannot be had, now or at all; throws where there is no such connection any more. */
  readonly ask: (connectionId: string, trackerId: number) => Promise<Tracker | undefined>;
  /** What is known without asking. */
  readonly known: (connectionId: string, trackerId: number) => Tracker | undefined;
  /** What could not be had has come after all. */
  readonly onDidCome: (connectionId: string) => void;
  readonly nowMs: () => number;
}

/** What could not be had is not asked for again for this long. */
const restMs = 30_000;

/**
 * The structures of trackers for those who want one at every key. They wait for the first answer only: where that was none,
 * nobody waits again, and the service is asked from time to time behind their backs.
 */
export class Structures {
  readonly #around: StructuresSurroundings;
  /** When those that could not be had are asked for again. */
  readonly #restsUntilMs = new Map<string, number>();

  constructor(around: StructuresSurroundings) {
    this.#around = around;
  }

  async of(connectionId: string, trackerId: number): Promise<Tracker | undefined> {
    const key = `${connectionId}/${trackerId}`;
    const known = this.#around.known(connectionId, trackerId);
    const restsUntil = this.#restsUntilMs.get(key);
    if (restsUntil === undefined || known) {
      // What is known is asked for as well: the answer comes at once, and what is stale is read again behind it.
      return this.#ask(key, connectionId, trackerId);
    }
    if (this.#around.nowMs() >= restsUntil) {
      this.#rest(key);
      void this.#ask(key, connectionId, trackerId).then((come) => come && this.#around.onDidCome(connectionId));
    }
    return undefined;
  }

  /** What could not be had may be there now. */
  refresh(): void {
    this.#restsUntilMs.clear();
  }

  async #ask(key: string, connectionId: string, trackerId: number): Promise<Tracker | undefined> {
    const tracker = await this.#around.ask(connectionId, trackerId).catch(() => undefined);
    if (tracker) {
      this.#restsUntilMs.delete(key);
    } else {
      this.#rest(key);
    }
    return tracker;
  }

  #rest(key: string): void {
    this.#restsUntilMs.set(key, this.#around.nowMs() + restMs);
  }
}
