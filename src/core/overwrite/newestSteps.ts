import type { Changeset, OwnChangesetSource } from "../model/changeset.ts";
import { jsonSize } from "../util/boundedMap.ts";
import type { NewestSteps } from "./judgeSave.ts";

/**
 * A page of so many steps is enough for most saves: it has the step itself, the one before it, and a few of others in
 * between (test/service/README.md, Lost updates).
 */
const stepsPerPage = 5;
/** No more pages are read: a save that is further back is not found. */
const maxPages = 10;
/** No older page is read once the steps are larger together. */
const maxSize = 32 * 1024 * 1024;

/**
 * Holds the end of an artifact's history, read from its newest page backwards as far as it is asked for. The service
 * lists the oldest steps first, so the number of steps is asked for first, unless it is known from before.
 */
export class HistoryEnd implements NewestSteps {
  readonly #source: OwnChangesetSource;
  readonly #artifactId: number;
  #steps: readonly Changeset[] = [];
  #offset = 0;
  #pages = 0;
  /** The number of steps in the history, also of those that the user cannot see. */
  #count = 0;

  private constructor(source: OwnChangesetSource, artifactId: number) {
    this.#source = source;
    this.#artifactId = artifactId;
  }

  /**
   * Reads the newest page. `known` is the count of an earlier reading, from which it is enough to read on. It is
   * undefined where the service does not count.
   */
  static async read(
    source: OwnChangesetSource,
    artifactId: number,
    known: number | undefined,
    signal: AbortSignal,
  ): Promise<HistoryEnd | undefined> {
    const end = new HistoryEnd(source, artifactId);
    const isRead = known !== undefined && (await end.#readFrom(Math.max(0, known - 1), signal));
    if (isRead) {
      return end;
    }
    const count = await source.countChangesets(artifactId, signal);
    return count !== undefined && (await end.#readFrom(Math.max(0, count - stepsPerPage), signal)) ? end : undefined;
  }

  get steps(): readonly Changeset[] {
    return this.#steps;
  }

  get isWhole(): boolean {
    return this.#offset === 0;
  }

  get count(): number {
    return this.#count;
  }

  /** Reads the page before. Gives false where there is none, or where too much was read already. */
  async readOlder(signal: AbortSignal): Promise<boolean> {
    if (this.isWhole || this.#pages >= maxPages || jsonSize(this.#steps) > maxSize) {
      return false;
    }
    const offset = Math.max(0, this.#offset - stepsPerPage);
    const page = { offset, limit: this.#offset - offset };
    const { items } = await this.#source.readChangesets(this.#artifactId, page, signal);
    this.#steps = [...items, ...this.#steps];
    this.#offset = offset;
    this.#pages += 1;
    return true;
  }

  /**
   * Reads from `offset` to the end of the history. Gives false where that is not near, or where the service does not
   * count.
   */
  async #readFrom(offset: number, signal: AbortSignal): Promise<boolean> {
    this.#steps = [];
    this.#offset = offset;
    for (let at: number | undefined = offset; at !== undefined; ) {
      const page = { offset: at, limit: stepsPerPage };
      const { items, total, nextOffset } = await this.#source.readChangesets(this.#artifactId, page, signal);
      this.#pages += 1;
      // More steps may have come since they were counted.
      if (total === undefined || total <= offset || total > offset + 2 * stepsPerPage || this.#pages > maxPages) {
        return false;
      }
      this.#steps = [...this.#steps, ...items];
      this.#count = total;
      at = nextOffset;
    }
    return true;
  }
}
