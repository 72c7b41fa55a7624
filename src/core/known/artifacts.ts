import type { Artifact, ArtifactSummary } from "../model/artifact.ts";
import { summaryOf } from "../pins/remembered.ts";
import { isOfNoRoute } from "../service/serviceError.ts";
import { BoundedMap } from "../util/boundedMap.ts";
import { Emitter } from "../util/event.ts";

// Times are measured by `performance.now()`: a clock that nobody can set.

/** Nothing is asked for before nobody has typed or scrolled for this long. */
const pauseMs = 300;
/** Nothing is asked for this long after a failure: without that, each key would ask again. */
const restMs = 30_000;
/** No more artifacts are kept: the one that was read longest ago goes first. */
const maxArtifacts = 5000;
/** No more artifacts are asked for at one place: a page shows as many links of a field. */
const maxInPlace = 1000;
/** The times of no more answers are remembered. */
const maxAsked = 50_000;
/**
 * An artifact that was read longer ago is shown as it is, and asked for again where somebody looks at it: titles and
 * states change.
 */
const freshForMs = 5 * 60_000;
/** Somebody who points at an artifact waits for it no longer than this. */
const maxWaitMs = 3000;

/**
 * Holds what is known of the artifacts of one connection, as they were read last. Those that somebody looks at are
 * asked for together once nobody has wanted another one for a moment, and then not again for some minutes.
 */
export class KnownArtifacts {
  /** Reads several artifacts at once; those that are unknown or may not be seen are left out. */
  readonly #read: (ids: readonly number[], signal: AbortSignal) => Promise<readonly ArtifactSummary[]>;
  readonly #logFailure: (error: unknown) => void;
  readonly #known = new BoundedMap<number, Known>(maxArtifacts);
  readonly #wanted = new Map<string, readonly number[]>();
  readonly #knownMore = new Emitter<void>();
  /** Fires when something is known that was not known before, or was known otherwise. */
  readonly onDidKnowMore = this.#knownMore.event;
  readonly #seen = new Emitter<ReadArtifact>();
  /** Fires when an artifact was read, whether it was changed or not. */
  readonly onDidSee = this.#seen.event;
  /**
   * Holds when the service answered last for each artifact. It holds more of them than `#known`: where more is looked
   * at than can be kept, two places would else ask for the same artifacts in turn without end.
   */
  readonly #toldAtMs = new BoundedMap<number, number>(maxAsked);
  /** Holds the artifacts that are asked for while their answer has not come yet. */
  #asked = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #restUntilMs = 0;
  /** It is true where the service cannot give several artifacts at once: then nothing is asked for until `clear`. */
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

  /** Tells whether the service was asked about the artifact and has answered, even where it told nothing. */
  has(id: number): boolean {
    return this.#known.has(id);
  }

  /** Gives all known artifacts, the one that was read last first. */
  all(): readonly ArtifactSummary[] {
    return [...this.#known.values()].flatMap(({ summary }) => summary ?? []).reverse();
  }

  /**
   * Notes that `ids` are visible in `place` now. They replace what was visible there before and is not known yet: that
   * was scrolled past, or another editor of the same document asks for it again once these are known.
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

  /** Notes that nothing is visible in `place` any more. */
  unwant(place: string): void {
    this.#wanted.delete(place);
  }

  /** Wants `ids` in `place`, and resolves once the first one is known, or nobody waits for it any longer. */
  async wait(place: string, ids: readonly [number, ...number[]], signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxWaitMs);
    const listener = this.onDidKnowMore(() => this.has(ids[0]) && resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
    if (!this.has(ids[0])) {
      // An artifact that was dropped to make room for others is asked for again where somebody waits for it.
      this.#toldAtMs.delete(ids[0]);
    }
    this.want(place, ids);
    await promise;
    clearTimeout(timer);
    listener.dispose();
  }

  /** Takes in what a search found. */
  learn(artifacts: readonly ArtifactSummary[]): void {
    for (const artifact of artifacts) {
      this.#keep(artifact.id, summaryOf(artifact));
    }
  }

  /**
   * Takes in what a reading told, and tells all views of the artifact. `artifact` is given where it was read by itself,
   * with its attachments.
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

  /** Forgets these artifacts: the service may tell something else of them now. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) {
      this.#known.delete(id);
      this.#toldAtMs.delete(id);
    }
  }

  /** Forgets everything: the service may tell something else of all artifacts now. */
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
    // `clear` puts another set in its place: that tells below whether everything was cleared meanwhile.
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

/** Holds what a reading told of an artifact. */
export interface ReadArtifact {
  readonly summary: ArtifactSummary;
  /** The whole artifact, where it was read by itself. */
  readonly artifact?: Artifact;
}

interface Known {
  /** It is undefined where the service was asked about the artifact and told nothing. */
  readonly summary: ArtifactSummary | undefined;
}
