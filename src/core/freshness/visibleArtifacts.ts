import type { Artifact, VersionedArtifact } from "../model/artifact.ts";
import { isOfNoRoute, isServiceError } from "../service/serviceError.ts";

/** What is asked of a service, by requests that nobody waits for. Every method throws `ServiceError`. */
export interface VisibleArtifactsService {
  /** Unknown and unreadable ids are left out. */
  readArtifacts(ids: readonly number[], signal: AbortSignal): Promise<readonly Artifact[]>;
  readArtifact(id: number, signal: AbortSignal): Promise<VersionedArtifact>;
}

/** Artifacts that a person has before them, by id. */
interface VisibleIds {
  readonly open: readonly number[];
  /** Rows of lists. */
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
  /** Of those that are open: the service has them no more. */
  readonly gone: readonly number[];
}

/** The service answers at most as many at a time (test/service/README.md, Several artifacts). */
const maxIds = 100;
/** Requests for single artifacts in one reading. */
const maxSingle = 5;

/**
 * Reads what is visible of one connection: by one request, of many rows others each time; where the service has no such
 * route, a few of the open ones by one request each, others the next time.
 */
export class VisibleArtifacts {
  #isRouteMissing = false;
  /** Open, left out of the answer, and the service says why. */
  readonly #missing = new Map<number, "gone" | "withheld">();
  #turn = 0;
  #rowTurn = 0;

  async read(visible: VisibleIds, service: VisibleArtifactsService, signal: AbortSignal): Promise<Findings> {
    const found = this.#isRouteMissing ? undefined : await this.#together(visible, service, signal);
    const read = new Map(found?.map((artifact) => [artifact.id, artifact]));
    for (const id of this.#single(visible.open, found && read)) {
      const artifact = await this.#one(id, service, signal);
      if (artifact) {
        read.set(id, artifact);
      }
    }
    for (const id of read.keys()) {
      this.#missing.delete(id);
    }
    return { artifacts: [...read.values()], gone: visible.open.filter((id) => this.#missing.get(id) === "gone") };
  }

  async #together(
    { open, listed }: VisibleIds,
    service: VisibleArtifactsService,
    signal: AbortSignal,
  ): Promise<readonly Artifact[] | undefined> {
    const first = [...new Set(open)].slice(0, maxIds);
    const rows = [...new Set(listed)].filter((id) => !first.includes(id));
    const room = maxIds - first.length;
    const from = rows.length > room ? this.#rowTurn % rows.length : 0;
    this.#rowTurn = from + room;
    try {
      return await service.readArtifacts([...first, ...startingAt(rows, from).slice(0, room)], signal);
    } catch (error) {
      if (isOfNoRoute(error)) {
        this.#isRouteMissing = true;
        return undefined;
      }
      throw error;
    }
  }

  /** The open artifacts to ask for one by one: those nobody knows anything of, or a few in turn. */
  #single(open: readonly number[], read: ReadonlyMap<number, Artifact> | undefined): readonly number[] {
    if (read) {
      return open
        .slice(0, maxIds)
        .filter((id) => !read.has(id) && !this.#missing.has(id))
        .slice(0, maxSingle);
    }
    const from = open.length > maxSingle ? this.#turn % open.length : 0;
    this.#turn = from + maxSingle;
    return startingAt(open, from).slice(0, maxSingle);
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

function startingAt(ids: readonly number[], from: number): readonly number[] {
  return [...ids.slice(from), ...ids.slice(0, from)];
}
