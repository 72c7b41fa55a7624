import type { Changeset, OwnChangesetSource } from "../model/changeset.ts";
import { jsonSize } from "../util/boundedMap.ts";
import type { NewestSteps } from "./judgeSave.ts";

/**
 * Most saves need no more: the step itself, the one before it, and a few of others in between (test/service/README.md,
 * Lost updates).
 */
const stepsPerPage = 5;
/** Beyond, a save of this moment is not found any more. */
const maxPages = 10;
/** Nor is it looked for where steps take so much together. */
const maxSize = 32 * 1024 * 1024;

/**
 * The end of an artifact's history, read from its newest page backwards as far as it is asked for. The service gives
 * pages the oldest first, so their number is asked for first, unless it is known from before.
 */
export class HistoryEnd implements NewestSteps {
  readonly #source: OwnChangesetSource;
  readonly #artifactId: number;
  #steps: readonly Changeset[] = [];
  #offset = 0;
  #pages = 0;
  /** How many steps the history has, those included that the user cannot see. */
  #count = 0;

  private constructor(source: OwnChangesetSource, artifactId: number) {
    this.#source = source;
    this.#artifactId = artifactId;
  }

  /**
   * Reads the newest page. With `known`, the count of an earlier reading, it is enough to read from there on. Undefined
   * where the service does not count.
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

  /** Reads the page before; false where there is none, or too many were read. */
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

  /** Reads from `offset` to the end of the history; false where that is not near, or the service does not count. */
  async #readFrom(offset: number, signal: AbortSignal): Promise<boolean> {
    this.#steps = [];
    this.#offset = offset;
    for (let at: number | undefined = offset; at !== undefined; ) {
      const page = { offset: at, limit: stepsPerPage };
      const { items, total, nextOffset } = await this.#source.readChangesets(this.#artifactId, page, signal);
      this.#pages += 1;
      // More may have come since it was counted.
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
