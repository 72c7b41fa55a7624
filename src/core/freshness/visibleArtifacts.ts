import type { Artifact, VersionedArtifact } from "../model/artifact.ts";
import { isOfNoRoute, isServiceError } from "../service/serviceError.ts";

/** The requests to a service for which nobody waits. Every method throws `ServiceError`. */
export interface VisibleArtifactsService {
  /** Reads artifacts at once; unknown and unreadable ones are left out. */
  readArtifacts(ids: readonly number[], signal: AbortSignal): Promise<readonly Artifact[]>;
  readArtifact(id: number, signal: AbortSignal): Promise<VersionedArtifact>;
}

/** Artifacts that a person has before them, by id. */
interface VisibleIds {
  readonly open: readonly number[];
  /** The ids of artifacts in rows of lists. */
  readonly listed: readonly number[];
}

/** An artifact that shows outside of its documents: in a row, or on a page. */
export interface ArtifactInSight {
  readonly connectionId: string;
  readonly artifactId: number;
  readonly summary: { readonly lastModifiedOn?: string };
}

interface Findings {
  readonly artifacts: readonly Artifact[];
  /** The ids of artifacts that are open, and that the service has no more. */
  readonly gone: readonly number[];
}

/** The service answers at most so many at a time (test/service/README.md, Several artifacts). */
const maxIds = 100;
/** One reading asks for no more artifacts by requests of their own. */
const maxSingle = 5;

/**
 * Reads what is visible of one connection by one request. Where that is more than one request takes, open artifacts go
 * first, and the others take turns. Where the service has no such route, a few of the open ones are read by one request
 * each, and others the next time.
 */
export class VisibleArtifacts {
  #isRouteMissing = false;
  /** The open artifacts that were left out of an answer, with the reason that the service gave when it was asked. */
  readonly #missing = new Map<number, "gone" | "withheld">();
  readonly #openTurns = new Turns();
  readonly #rowTurns = new Turns();

  async read(visible: VisibleIds, service: VisibleArtifactsService, signal: AbortSignal): Promise<Findings> {
    const open = [...new Set(visible.open)];
    const rows = [...new Set(visible.listed)].filter((id) => !open.includes(id));
    const together = this.#isRouteMissing ? undefined : await this.#together(open, rows, service, signal);
    const read = new Map(together?.found.map((artifact) => [artifact.id, artifact]));
    // These are the artifacts of which nothing is known, or a few of the open ones in turn.
    const single = together
      ? together.asked.filter((id) => !read.has(id) && !this.#missing.has(id)).slice(0, maxSingle)
      : this.#openTurns.next(open, maxSingle);
    for (const id of single) {
      const artifact = await this.#one(id, service, signal);
      if (artifact) {
        read.set(id, artifact);
      }
    }
    for (const id of read.keys()) {
      this.#missing.delete(id);
    }
    return { artifacts: [...read.values()], gone: open.filter((id) => this.#missing.get(id) === "gone") };
  }

  /** Tells what was found, and which of the open ones were asked for; undefined where the service has no such route. */
  async #together(
    open: readonly number[],
    rows: readonly number[],
    service: VisibleArtifactsService,
    signal: AbortSignal,
  ): Promise<{ readonly asked: readonly number[]; readonly found: readonly Artifact[] } | undefined> {
    const asked = this.#openTurns.next(open, maxIds);
    const listed = this.#rowTurns.next(rows, maxIds - asked.length);
    try {
      return { asked, found: await service.readArtifacts([...asked, ...listed], signal) };
    } catch (error) {
      if (isOfNoRoute(error)) {
        this.#isRouteMissing = true;
        return undefined;
      }
      throw error;
    }
  }

  async #one(id: number, service: VisibleArtifactsService, signal: AbortSignal): Promise<Artifact | undefined> {
    try {
      return (await service.readArtifact(id, signal)).artifact;
    } catch (error) {
      if (isServiceError(error) && (error.kind === "notFound" || error.kind === "forbidden")) {
        this.#missing.set(id, error.kind === "notFound" ? "gone" : "withheld");
        return undefined;
      }
      throw error;
    }
  }
}

/** Gives all ids of a list in turn, a few each time. */
class Turns {
  #at = 0;

  next(ids: readonly number[], count: number): readonly number[] {
    if (ids.length <= count) {
      return ids;
    }
    const from = this.#at % ids.length;
    this.#at = from + count;
    return [...ids.slice(from), ...ids.slice(0, from)].slice(0, count);
  }
}
