import { ArtifactHistory, maxHistorySize } from "../history/artifactHistory.ts";
import type { ChangesetSource } from "../model/changeset.ts";
import { BoundedMap } from "../util/boundedMap.ts";

/** No more histories are kept: the one that was looked at longest ago goes first. */
const maxArtifacts = 20;

/** All histories together take no more than two of the largest may. */
const maxSizeTogether = 2 * maxHistorySize;

/** Holds the histories of the artifacts of one connection, as far as they were read. */
export class KnownHistories {
  readonly #histories = new BoundedMap<number, ArtifactHistory>(maxArtifacts);
  readonly #onDidKnowMore: () => void;

  /** Calls `onDidKnowMore` when there is something new to see in one of the histories. */
  constructor(onDidKnowMore: () => void) {
    this.#onDidKnowMore = onDidKnowMore;
  }

  of(artifactId: number): ArtifactHistory {
    const history = this.#histories.get(artifactId) ?? new ArtifactHistory(artifactId, this.#onDidKnowMore);
    this.#histories.set(artifactId, history);
    this.#makeRoomFor(history);
    return history;
  }

  /** Gives the history of an artifact, where something of it was asked for already. */
  find(artifactId: number): ArtifactHistory | undefined {
    return this.#histories.get(artifactId);
  }

  /** Tells how many steps the history of an artifact had when it was read last; undefined where it was not. */
  countOf(artifactId: number): number | undefined {
    return this.#histories.get(artifactId)?.count;
  }

  /** Gives `source` so that its pages are taken in here too, where they go on from what is known. */
  noting<S extends ChangesetSource>(source: S): S {
    const readChangesets: S["readChangesets"] = async (artifactId, page, signal) => {
      const read = await source.readChangesets(artifactId, page, signal);
      this.#histories.get(artifactId)?.note(page.offset, read);
      return read;
    };
    return { ...source, readChangesets };
  }

  /**
   * Forgets the steps of the histories that nobody has looked at for longest, where all together are too large. The
   * history `asked` stays, whatever its size: it would be read again with each look at it.
   */
  #makeRoomFor(asked: ArtifactHistory): void {
    let size = 0;
    for (const history of [...this.#histories.values()].reverse()) {
      size += history.size;
      if (size > maxSizeTogether && history !== asked) {
        history.clear();
      }
    }
  }

  /** Forgets everything, as where the key changes. */
  clear(): void {
    for (const history of this.#histories.values()) {
      history.clear();
    }
  }
}
