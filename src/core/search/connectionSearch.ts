import type { TrackerReference } from "../model/artifact.ts";
import { pagesOf } from "../model/pages.ts";
import type { Page, ProjectSummary, TrackerSummary } from "../model/tracker.ts";
import type { ArtifactSummary } from "../pins/remembered.ts";
import { keywordOf } from "../references/reference.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { SearchCatalog, SearchService, SearchSource } from "./ports.ts";
import { isEnoughToSearch, looksLikeQuery, shortestFullText, titleQuery } from "./words.ts";

/** Where to look. */
export type SearchScope =
  | { readonly kind: "all" }
  /** All trackers of a project. */
  | { readonly kind: "project"; readonly project: Pick<ProjectSummary, "id" | "label"> }
  /** One tracker, in which a text may also be a query of the service's query language. */
  | { readonly kind: "tracker"; readonly tracker: TrackerReference };

/** Artifacts that belong together, as they arrived. */
export interface Arrival {
  readonly tracker: TrackerReference | undefined;
  readonly artifacts: readonly ArtifactSummary[];
  /** How many were found beyond those, as far as the service tells. */
  readonly more: number;
}

/** How a connection was searched, as far as it was. */
export interface SearchReach {
  /**
   * - `fullText`: the service searched everything
   * - `trackers`: titles, in some trackers
   * - `known`: nothing was asked, since the service finds nothing by words
   * - `tooShort`: nothing was asked, since the text is too short
   */
  readonly kind: "fullText" | "trackers" | "known" | "tooShort";
  /** Trackers whose answer has come; of full text none. */
  readonly searched: number;
  /** Whether the service found more than it gave. */
  readonly hasMore: boolean;
  readonly failures: readonly SearchFailure[];
}

/** A tracker that could not be searched, or a project whose trackers could not be listed, and why. */
interface SearchFailure {
  readonly kind: "tracker" | "project";
  readonly id: number;
  readonly label?: string;
  readonly error: unknown;
}

/** Who wants to know what a search finds. */
interface SearchListener {
  found(arrival: Arrival): void;
  reached(reach: SearchReach): void;
}

interface SearchLimits {
  /** Trackers that a search over all looks into. */
  readonly trackers: number;
  readonly requestsAtOnce: number;
  readonly artifactsPerTracker: number;
}

const searchLimits: SearchLimits = { trackers: 20, requestsAtOnce: 4, artifactsPerTracker: 20 };

/**
 * Finds artifacts of one connection by words, in the best way its service has: full text; else titles in the trackers the
 * person works in; else nothing. What it learns of the service holds for a session.
 */
export class ConnectionSearch {
  readonly source: SearchSource;
  readonly #limits: SearchLimits;
  #isFullTextMissing = false;

  constructor(source: SearchSource, limits: SearchLimits = searchLimits) {
    this.source = source;
    this.#limits = limits;
  }

  /** Resolves when all that is going to be found was told. Throws `ServiceError` where the service cannot be asked. */
  async search(text: string, scope: SearchScope, listener: SearchListener, signal: AbortSignal): Promise<void> {
    if (!isEnoughToSearch(text)) {
      listener.reached({ ...nowhere, kind: "tooShort" });
      return;
    }
    const service = await this.source.service();
    signal.throwIfAborted();
    switch (scope.kind) {
      case "tracker":
        return await this.#searchTrackers(service, text, [scope.tracker], listener, signal, looksLikeQuery(text));
      case "project":
        return await this.#searchTrackers(service, text, this.#trackersIn(scope.project), listener, signal);
      case "all":
        if (!(await this.#hasSearchedFullText(service, text, listener, signal))) {
          await this.#searchTitles(service, text, listener, signal);
        }
    }
  }

  /** Whether full text has answered: a service without it is not asked again. */
  async #hasSearchedFullText(
    service: SearchService,
    text: string,
    listener: SearchListener,
    signal: AbortSignal,
  ): Promise<boolean> {
    const words = text.trim();
    if (this.#isFullTextMissing || words.length < shortestFullText) {
      return false;
    }
    let page: Page<ArtifactSummary>;
    try {
      page = await service.searchFullText(words, 0, signal);
    } catch (error) {
      signal.throwIfAborted();
      const kind = isServiceError(error) ? error.kind : undefined;
      this.#isFullTextMissing = kind === "notFound" || kind === "forbidden";
      if (this.#isFullTextMissing || kind === "rejected") {
        return false;
      }
      throw error;
    }
    signal.throwIfAborted();
    const groups = Map.groupBy(page.items, ({ tracker, xref }) => tracker?.id ?? keywordOf(xref ?? ""));
    for (const artifacts of groups.values()) {
      listener.found({ tracker: artifacts[0]?.tracker, artifacts, more: 0 });
    }
    listener.reached({ ...nowhere, kind: "fullText", hasMore: page.nextOffset !== undefined });
    return true;
  }

  async #searchTitles(
    service: SearchService,
    text: string,
    listener: SearchListener,
    signal: AbortSignal,
  ): Promise<void> {
    const listed = await this.#memberProjects();
    signal.throwIfAborted();
    if (listed === undefined) {
      listener.reached({ ...nowhere, kind: "known" });
      return;
    }
    await this.#searchTrackers(service, text, this.#likelyTrackers(listed), listener, signal);
  }

  /** Looks into trackers as they come, a few at a time, and tells of each as it answers. */
  async #searchTrackers(
    service: SearchService,
    text: string,
    trackers: Iterable<TrackerReference> | AsyncIterable<TrackerReference | SearchFailure>,
    listener: SearchListener,
    signal: AbortSignal,
    isQuery = false,
  ): Promise<void> {
    const failures: SearchFailure[] = [];
    let searched = 0;
    const report = () => listener.reached({ ...nowhere, kind: "trackers", searched, failures: [...failures] });
    const limit = Array.isArray(trackers) ? artifactsOfOnlyTracker : this.#limits.artifactsPerTracker;
    const queue = inTurn(trackers);
    const work = async () => {
      for await (const tracker of { [Symbol.asyncIterator]: () => queue }) {
        signal.throwIfAborted();
        if ("error" in tracker) {
          failures.push(tracker);
          report();
          continue;
        }
        try {
          const arrival = await this.#searchTracker(service, tracker, text, limit, isQuery, signal);
          signal.throwIfAborted();
          searched += 1;
          if (arrival.artifacts.length > 0 || arrival.more > 0) {
            listener.found(arrival);
          }
        } catch (error) {
          signal.throwIfAborted();
          if (!isOfOnePlace(error)) {
            throw error;
          }
          const { id, label } = tracker;
          failures.push({ kind: "tracker", id, ...(label !== undefined && { label }), error });
        }
        report();
      }
    };
    report();
    await Promise.all(Array.from({ length: this.#limits.requestsAtOnce }, work));
    report();
  }

  async #searchTracker(
    service: SearchService,
    tracker: TrackerReference,
    text: string,
    limit: number,
    isQuery: boolean,
    signal: AbortSignal,
  ): Promise<Arrival> {
    const structure = await (await this.source.catalog()).tracker(tracker.id, signal);
    const named = {
      ...tracker,
      ...(tracker.label === undefined && structure?.label ? { label: structure.label } : {}),
    };
    // A service that does not tell the structure still knows the title by that name (test/service/README.md, Queries).
    const titleField = structure?.fields.find(({ fieldId }) => fieldId === structure.titleFieldId)?.name;
    if (!isQuery && structure && titleField === undefined) {
      return { tracker: named, artifacts: [], more: 0 };
    }
    const expertQuery = isQuery ? text.trim() : titleQuery(titleField ?? "title", text);
    const page = await service.listArtifacts(tracker.id, 0, limit, signal, { expertQuery });
    const artifacts = page.items.map((artifact) => ({ ...artifact, tracker: { ...named, ...artifact.tracker } }));
    return {
      tracker: artifacts[0]?.tracker ?? named,
      artifacts,
      more: page.nextOffset === undefined ? 0 : Math.max(0, (page.total ?? 0) - page.nextOffset),
    };
  }

  /** Those of what the person works with, then those of the favourite and other projects. */
  async *#likelyTrackers(projects: readonly ProjectSummary[]): AsyncGenerator<TrackerReference | SearchFailure> {
    const given = new Set<number>();
    const used = [
      ...this.source.known().flatMap(({ tracker }) => (tracker === undefined ? [] : [tracker])),
      ...this.source.usedTrackers(),
    ];
    for (const tracker of used) {
      if (!given.has(tracker.id) && given.size < this.#limits.trackers) {
        given.add(tracker.id);
        yield tracker;
      }
    }
    for (const project of uniqueById([...this.source.favouriteProjects(), ...projects])) {
      if (project.hasTrackers === false) {
        continue;
      }
      for (const tracker of given.size < this.#limits.trackers ? await this.#trackersIfListed(project) : []) {
        if ("error" in tracker) {
          yield tracker;
        } else if (!given.has(tracker.id) && given.size < this.#limits.trackers) {
          given.add(tracker.id);
          yield tracker;
        }
      }
    }
  }

  /** One project that cannot be looked into keeps nobody from the others. */
  async #trackersIfListed(
    project: Pick<ProjectSummary, "id" | "label">,
  ): Promise<readonly (TrackerReference | SearchFailure)[]> {
    try {
      return await this.#trackersOf(project);
    } catch (error) {
      if (!isOfOnePlace(error)) {
        throw error;
      }
      return [{ kind: "project", id: project.id, label: project.label, error }];
    }
  }

  async *#trackersIn(project: Pick<ProjectSummary, "id" | "label">): AsyncGenerator<TrackerReference> {
    yield* await this.#trackersOf(project);
  }

  /** The projects the person is a member of, else those the service lists first; undefined where it lists none. */
  async #memberProjects(): Promise<readonly ProjectSummary[] | undefined> {
    try {
      const catalog = await this.source.catalog();
      const member = await memberProjects(catalog);
      return member.length > 0 ? member : (await catalog.listProjects(0, never)).items;
    } catch (error) {
      if (isServiceError(error) && error.kind === "notFound") {
        return undefined;
      }
      throw error;
    }
  }

  async #trackersOf(project: Pick<ProjectSummary, "id" | "label">): Promise<readonly TrackerReference[]> {
    const catalog = await this.source.catalog();
    const trackers: TrackerSummary[] = [];
    for await (const { items } of pagesOf((offset) => catalog.listTrackers(project.id, offset, never))) {
      trackers.push(...items);
    }
    return trackers.map(({ id, label }) => ({ id, label, projectId: project.id, projectLabel: project.label }));
  }
}

/** Listings are not under the signal of a search: the next one, a letter later, needs the same. */
const { signal: never } = new AbortController();

// As much as a person looks through: there is no other place where the rest would be.
const artifactsOfOnlyTracker = 100;

const nowhere = { searched: 0, hasMore: false, failures: [] } as const;

async function memberProjects(catalog: SearchCatalog): Promise<readonly ProjectSummary[]> {
  try {
    return (await catalog.listProjects(0, never, { isMember: true })).items;
  } catch (error) {
    // An older service may not know the criterion.
    if (isServiceError(error) && error.kind === "rejected") {
      return [];
    }
    throw error;
  }
}

/** Each id once, where it first was. */
export function uniqueById<T extends { readonly id: number }>(items: readonly T[]): readonly T[] {
  const ids = new Set<number>();
  return items.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Whether the other trackers and projects of the service may still be searched after this. */
function isOfOnePlace(error: unknown): boolean {
  return isServiceError(error) && ["notFound", "forbidden", "rejected", "invalidAnswer"].includes(error.kind);
}

/** For several to take from; when one of them gives up, nothing is left for the others. */
async function* inTurn<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items;
}
