import type { Artifact } from "../model/artifact.ts";
import { isOfNoRoute } from "../service/serviceError.ts";
import type { ArtifactCard } from "./names.ts";

export interface ArtifactCardsSurroundings {
  /** Several at once; what is unknown or may not be seen is left out. */
  readonly read: (ids: readonly number[], signal: AbortSignal) => Promise<readonly Artifact[]>;
  /** Something more is known than before. */
  readonly onDidLearn: () => void;
  readonly logFailure: (error: unknown) => void;
}

/** As long as somebody types or scrolls nothing is asked for. */
const pauseMs = 300;
/** After a failure nothing is asked for this long: what is wanted is wanted again at every key. */
const restMs = 30_000;
/** Of artifacts that nobody has asked about for longest the cards are dropped. */
const mostCards = 5000;
/** What was learnt this long ago is shown as it is, and asked for again where it is looked at: titles and states change. */
const freshForMs = 5 * 60_000;

/**
 * What is known of artifacts that documents link to. What is wanted is asked for together, once nobody has wanted
 * anything else for a moment, and not again for some minutes.
 */
export class ArtifactCards {
  readonly #around: ArtifactCardsSurroundings;
  /** Undefined for those the service does not tell. The last one learnt last. */
  readonly #cards = new Map<number, ArtifactCard | undefined>();
  readonly #learntAtMs = new Map<number, number>();
  readonly #wanted = new Map<string, readonly number[]>();
  /** Asked for, and not answered yet. */
  #asked = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #restUntilMs = 0;
  /** The service does not give several artifacts at once: nothing is asked for until `clear`. */
  #isRouteMissing = false;
  #generation = 0;

  constructor(around: ArtifactCardsSurroundings) {
    this.#around = around;
  }

  get(id: number): ArtifactCard | undefined {
    return this.#cards.get(id);
  }

  /** Whether it was learnt what the service tells of it, were it nothing. */
  has(id: number): boolean {
    return this.#cards.has(id);
  }

  /** All there are, the last one learnt first. */
  all(): readonly ArtifactCard[] {
    return [...this.#cards.values()].filter((card) => card !== undefined).reverse();
  }

  /**
   * `ids` are visible in `place` now. What was visible there before, and is not known yet, gives way to it: it was scrolled
   * past, or is asked for again by another editor of the same document once these are known.
   */
  want(place: string, ids: readonly number[]): void {
    const unknown = ids.filter((id) => this.#isDue(id));
    if (unknown.length === 0) {
      return;
    }
    const before = this.#wanted.get(place);
    if (before?.length === unknown.length && before.every((id, index) => id === unknown[index])) {
      return;
    }
    this.#wanted.set(place, unknown);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pauseMs);
  }

  /** Nothing is visible in `place` any more. */
  unwant(place: string): void {
    this.#wanted.delete(place);
  }

  /** Something was read for another reason. */
  learn(artifacts: readonly ArtifactCard[]): void {
    for (const { id, title, status, xref, trackerLabel } of artifacts) {
      this.#keep(id, {
        id,
        ...(title && { title }),
        ...(status && { status }),
        ...(xref && { xref }),
        ...(trackerLabel && { trackerLabel }),
      });
    }
    for (const id of this.#cards.keys()) {
      if (this.#cards.size <= mostCards) {
        break;
      }
      this.forget([id]);
    }
  }

  /** The same of one that may be shown somewhere: nothing is kept of what no document links to. */
  follow(artifact: ArtifactCard): void {
    const before = this.#cards.get(artifact.id);
    if (!before) {
      return;
    }
    this.learn([artifact]);
    if (JSON.stringify(before) !== JSON.stringify(this.#cards.get(artifact.id))) {
      this.#around.onDidLearn();
    }
  }

  /** What was learnt of these may be otherwise now. */
  forget(ids: Iterable<number>): void {
    for (const id of ids) {
      this.#cards.delete(id);
      this.#learntAtMs.delete(id);
    }
  }

  /** What was learnt may be otherwise now. */
  clear(): void {
    this.#cards.clear();
    this.#learntAtMs.clear();
    this.#asked = new Set();
    this.#generation++;
    this.#restUntilMs = 0;
    this.#isRouteMissing = false;
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #keep(id: number, card: ArtifactCard | undefined): void {
    // The last one learnt is the last in the order.
    this.#cards.delete(id);
    this.#cards.set(id, card);
    this.#learntAtMs.set(id, Date.now());
  }

  #isDue(id: number): boolean {
    const isFresh = Date.now() - (this.#learntAtMs.get(id) ?? 0) < freshForMs;
    return !(this.#cards.has(id) && isFresh) && !this.#asked.has(id);
  }

  async #ask(): Promise<void> {
    const wanted = new Set([...this.#wanted.values()].flat());
    const ids = [...wanted].filter((id) => this.#isDue(id));
    this.#wanted.clear();
    if (ids.length === 0 || this.#isRouteMissing || Date.now() < this.#restUntilMs) {
      return;
    }
    const generation = this.#generation;
    const asked = this.#asked;
    for (const id of ids) {
      asked.add(id);
    }
    try {
      const artifacts = await this.#around.read(ids, new AbortController().signal);
      if (generation !== this.#generation) {
        return;
      }
      for (const id of ids) {
        this.#keep(id, undefined);
      }
      this.learn(artifacts.map(cardOf));
      this.#around.onDidLearn();
    } catch (error) {
      if (generation === this.#generation) {
        this.#isRouteMissing = isOfNoRoute(error);
        this.#restUntilMs = Date.now() + restMs;
      }
      this.#around.logFailure(error);
    } finally {
      for (const id of ids) {
        asked.delete(id);
      }
    }
  }
}

/** What is shown of an artifact where another one links to it. */
export function cardOf({ id, title, status, xref, tracker }: Artifact | CardSource): ArtifactCard {
  return {
    id,
    ...(title && { title }),
    ...(status && { status }),
    ...(xref && { xref }),
    ...(tracker?.label && { trackerLabel: tracker.label }),
  };
}

type CardSource = Pick<Artifact, "id" | "title" | "status" | "xref" | "tracker">;
