import type { Artifact, ArtifactSummary } from "../model/artifact.ts";
import { summaryOf } from "../pins/remembered.ts";
import { isOfNoRoute } from "../service/serviceError.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import { Emitter } from "../util/event.ts";

// Measured by the time that passes, which nobody can set.

/** As long as somebody types or scrolls nothing is asked for. */
const pauseMs = 300;
/** After a failure nothing is asked for this long: what is wanted is wanted again at every key. */
const restMs = 30_000;
/** No more artifacts are kept: the one goes first about which nobody has asked for longest. */
const maxArtifacts = 5000;
/** A place has room for no more: as many links as a page shows of a field. */
const maxInPlace = 1000;
/** For so many it is known when they were asked for. */
const maxAsked = 50_000;
/**
 * What was read this long ago is shown as it is, and asked for again where it is looked at: titles and states change.
 */
const freshForMs = 5 * 60_000;
/** As long as somebody who points at something waits for it. */
const maxWaitMs = 3000;

/**
 * What is known of the artifacts of one connection, as they were read last. What somebody looks at is asked for
 * together, once nobody has wanted anything else for a moment, and not again for some minutes.
 */
export class KnownArtifacts {
  /** Reads several at once; what is unknown or may not be seen is left out. */
  readonly #read: (ids: readonly number[], signal: AbortSignal) => Promise<readonly ArtifactSummary[]>;
  readonly #logFailure: (error: unknown) => void;
  readonly #known = new BoundedMap<number, Known>(maxArtifacts);
  readonly #wanted = new Map<string, readonly number[]>();
  readonly #knownMore = new Emitter<void>();
  /** Something is known that was not before, or is otherwise than before. */
  readonly onDidKnowMore = this.#knownMore.event;
  readonly #seen = new Emitter<ReadArtifact>();
  /** An artifact was read, changed or not. */
  readonly onDidSee = this.#seen.event;
  /**
   * When each was told of last: where more is looked at than can be kept, what one place learns would be asked for
   * again for another, without end.
   */
  readonly #toldAtMs = new BoundedMap<number, number>(maxAsked);
  /** The artifacts that are asked for, and of which the answer has not come yet. */
  #asked = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #restUntilMs = 0;
  /** The service does not give several artifacts at once: nothing is asked for until `clear`. */
  #isRouteMissing = false;

  constructor(
    read: (ids: readonly number[], signal: AbortSignal) => Promise<readonly ArtifactSummary[]>,
    logFailure: (error: unknown) => void,
  ) {
    this.#read = read;
    this.#logFailure = logFailure;
  }

  get(id: number): ArtifactSummary | undefined {
    return this.#known.get(id)?.summary;
  }

  /** Tells whether the service was asked about it, and has answered, though it had nothing to tell. */
  has(id: number): boolean {
    return this.#known.has(id);
  }

  /** All there are, the one that was read last first. */
  all(): readonly ArtifactSummary[] {
    return [...this.#known.values()].flatMap(({ summary }) => summary ?? []).reverse();
  }

  /**
   * `ids` are visible in `place` now. What was visible there before, and is not known yet, gives way to it: it was
   * scrolled past, or is asked for again by another editor of the same document once these are known.
   */
  want(place: string, ids: readonly number[]): void {
    const due = ids.slice(0, maxInPlace).filter((id) => this.#isDue(id));
    const before = this.#wanted.get(place);
    if (due.length === 0 || (before?.length === due.length && before.every((id, index) => id === due[index]))) {
      return;
    }
    this.#wanted.set(place, due);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pauseMs);
  }

  /** Nothing is visible in `place` any more. */
  unwant(place: string): void {
    this.#wanted.delete(place);
  }

  /** Wants `ids` in `place`, and resolves once the first is known, or nobody waits for it any longer. */
  async wait(place: string, ids: readonly [number, ...number[]], signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxWaitMs);
    const listener = this.onDidKnowMore(() => this.has(ids[0]) && resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (!this.has(ids[0])) {
      // What gave way to others is asked for again where somebody waits for it.
      this.#toldAtMs.delete(ids[0]);
    }
    this.want(place, ids);
    await promise;
    clearTimeout(timer);
    listener.dispose();
  }

  /** Takes in what a search told. */
  learn(artifacts: readonly ArtifactSummary[]): void {
    for (const artifact of artifacts) {
      this.#keep(artifact.id, summaryOf(artifact));
    }
  }

  /**
   * Takes in what a reading told: whatever shows the artifact follows. `artifact` where it was read by itself,
   * attachments and all.
   */
  see(told: ArtifactSummary, artifact?: Artifact): void {
    const before = this.#known.get(told.id);
    const summary = summaryOf(told);
    this.#keep(told.id, summary);
    this.#seen.fire({ summary, ...(artifact && { artifact }) });
    if (before && JSON.stringify(before.summary) !== JSON.stringify(summary)) {
      this.#knownMore.fire();
    }
  }

  /** The service may tell something else of these now. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) {
      this.#known.delete(id);
      this.#toldAtMs.delete(id);
    }
  }

  /** The service may tell something else of all of them now. */
  clear(): void {
    this.#known.clear();
    this.#toldAtMs.clear();
    this.#asked = new Set();
    this.#restUntilMs = 0;
    this.#isRouteMissing = false;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#knownMore.dispose();
    this.#seen.dispose();
  }

  #keep(id: number, summary: ArtifactSummary | undefined): void {
    this.#known.set(id, { summary });
    this.#toldAtMs.set(id, performance.now());
  }

  #isDue(id: number): boolean {
    const toldAtMs = this.#toldAtMs.get(id);
    const isFresh = toldAtMs !== undefined && performance.now() - toldAtMs < freshForMs;
    return !isFresh && !this.#asked.has(id);
  }

  async #ask(): Promise<void> {
    const ids = [...new Set([...this.#wanted.values()].flat())].filter((id) => this.#isDue(id));
    this.#wanted.clear();
    if (ids.length === 0 || this.#isRouteMissing || performance.now() < this.#restUntilMs) {
      return;
    }
    // Another set once everything was cleared.
    const asked = this.#asked;
    ids.forEach((id) => void asked.add(id));
    try {
      const artifacts = await this.#read(ids, new AbortController().signal);
      if (asked === this.#asked) {
        ids.forEach((id) => void this.#keep(id, undefined));
        this.learn(artifacts);
        this.#knownMore.fire();
      }
    } catch (error) {
      if (asked === this.#asked) {
        this.#isRouteMissing = isOfNoRoute(error);
        this.#restUntilMs = performance.now() + restMs;
      }
      this.#logFailure(error);
    } finally {
      ids.forEach((id) => void asked.delete(id));
    }
  }
}

/** What a reading told. */
export interface ReadArtifact {
  readonly summary: ArtifactSummary;
  /** All of it, where it was read by itself. */
  readonly artifact?: Artifact;
}

interface Known {
  /** Undefined of what the service does not tell. */
  readonly summary: ArtifactSummary | undefined;
}
