import type { ArtifactSummary, TrackerReference } from "../model/artifact.ts";
import { type Page, type ProjectSummary, pagesOf, type TrackerSummary } from "../model/tracker.ts";
import { keywordOf } from "../references/reference.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { SearchCatalog, SearchService, SearchSource } from "./ports.ts";
import { isEnoughToSearch, looksLikeQuery, shortestFullText, titleQuery } from "./words.ts";

/** A search looks there. */
export type SearchScope =
  | { readonly kind: "all" }
  /** All trackers of a project. */
  | { readonly kind: "project"; readonly project: ProjectSummary }
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
  /** Tells whether the service found more than it gave. */
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

/** Hears what a search finds. */
interface SearchListener {
  found(arrival: Arrival): void;
  reached(reach: SearchReach): void;
}

/** One search under way. */
interface Run {
  readonly service: SearchService;
  readonly text: string;
  readonly listener: SearchListener;
  readonly signal: AbortSignal;
}

/** Trackers that a search over all looks into. */
const maxTrackers = 20;
const requestsAtOnce = 4;
const artifactsPerTracker = 20;
/** Trackers that are remembered for having been searched in. */
const maxSearched = 10;
/** As much as a person looks through: there is no other place where the rest would be. */
const artifactsOfOnlyTracker = 100;

/**
 * Finds artifacts of one connection by words, in the best way its service has: full text; else titles in the trackers
 * the person works in; else nothing. What it learns of the service holds for a session.
 */
export class ConnectionSearch {
  readonly source: SearchSource;
  #isFullTextMissing = false;
  /** The trackers that were searched in by themselves, the last one first. */
  #searched: readonly TrackerReference[] = [];

  constructor(source: SearchSource) {
    this.source = source;
  }

  /** Resolves when all that is going to be found was told. Throws `ServiceError` where the service cannot be asked. */
  async search(text: string, scope: SearchScope, listener: SearchListener, signal: AbortSignal): Promise<void> {
    if (!isEnoughToSearch(text)) {
      listener.reached({ ...nowhere, kind: "tooShort" });
      return;
    }
    const service = await this.source.service();
    signal.throwIfAborted();
    const run = { service, text, listener, signal };
    switch (scope.kind) {
      case "tracker":
        this.#searched = uniqueById([scope.tracker, ...this.#searched]).slice(0, maxSearched);
        return await this.#searchTrackers(run, [scope.tracker], artifactsOfOnlyTracker, looksLikeQuery(text));
      case "project":
        return await this.#searchTrackers(run, await this.#trackersOf(scope.project));
      case "all":
        if (!(await this.#hasSearchedFullText(run))) {
          await this.#searchTitles(run);
        }
    }
  }

  /** Tells whether full text has answered: a service without it is not asked again. */
  async #hasSearchedFullText({ service, text, listener, signal }: Run): Promise<boolean> {
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

  async #searchTitles(run: Run): Promise<void> {
    const listed = await this.#memberProjects();
    run.signal.throwIfAborted();
    if (listed === undefined) {
      run.listener.reached({ ...nowhere, kind: "known" });
      return;
    }
    await this.#searchTrackers(run, this.#likelyTrackers(listed));
  }

  /** Looks into trackers as they come, a few at a time, and tells of each as it answers. */
  async #searchTrackers(
    run: Run,
    trackers: Iterable<TrackerReference> | AsyncIterable<TrackerReference | SearchFailure>,
    limit = artifactsPerTracker,
    isQuery = false,
  ): Promise<void> {
    const { listener, signal } = run;
    const failures: SearchFailure[] = [];
    let searched = 0;
    const report = () => listener.reached({ ...nowhere, kind: "trackers", searched, failures: [...failures] });
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
          const arrival = await this.#searchTracker(run, tracker, limit, isQuery);
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
    await Promise.all(Array.from({ length: requestsAtOnce }, work));
    report();
  }

  async #searchTracker(
    { service, text, signal }: Run,
    tracker: TrackerReference,
    limit: number,
    isQuery: boolean,
  ): Promise<Arrival> {
    const structure = await this.source.catalog().tracker(tracker.id, signal);
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
      ...this.#searched,
      ...this.source.usedTrackers(),
    ];
    for (const tracker of used) {
      if (!given.has(tracker.id) && given.size < maxTrackers) {
        given.add(tracker.id);
        yield tracker;
      }
    }
    for (const project of uniqueById([...this.source.favouriteProjects(), ...projects])) {
      if (project.hasTrackers === false) {
        continue;
      }
      for (const tracker of given.size < maxTrackers ? await this.#trackersIfListed(project) : []) {
        if ("error" in tracker) {
          yield tracker;
        } else if (!given.has(tracker.id) && given.size < maxTrackers) {
          given.add(tracker.id);
          yield tracker;
        }
      }
    }
  }

  /** One project that cannot be looked into keeps nobody from the others. */
  async #trackersIfListed(project: ProjectSummary): Promise<readonly (TrackerReference | SearchFailure)[]> {
    try {
      return await this.#trackersOf(project);
    } catch (error) {
      if (!isOfOnePlace(error)) {
        throw error;
      }
      return [{ kind: "project", id: project.id, label: project.label, error }];
    }
  }

  /** The projects the person is a member of, else those the service lists first; undefined where it lists none. */
  async #memberProjects(): Promise<readonly ProjectSummary[] | undefined> {
    try {
      const catalog = this.source.catalog();
      const member = await memberProjects(catalog);
      return member.length > 0 ? member : (await catalog.listProjects(0, never)).items;
    } catch (error) {
      if (isServiceError(error) && error.kind === "notFound") {
        return undefined;
      }
      throw error;
    }
  }

  async #trackersOf(project: ProjectSummary): Promise<readonly TrackerReference[]> {
    const catalog = this.source.catalog();
    const trackers: TrackerSummary[] = [];
    for await (const { items } of pagesOf((offset) => catalog.listTrackers(project.id, offset, never))) {
      trackers.push(...items);
    }
    return trackers.map(({ id, label }) => ({ id, label, projectId: project.id, projectLabel: project.label }));
  }
}

/** Listings are not under the signal of a search: the next one, a letter later, needs the same. */
const { signal: never } = new AbortController();

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

/** Tells whether the other trackers and projects of the service may still be searched after this. */
function isOfOnePlace(error: unknown): boolean {
  return isServiceError(error) && ["notFound", "forbidden", "rejected", "invalidAnswer"].includes(error.kind);
}

/** For several to take from; when one of them gives up, nothing is left for the others. */
async function* inTurn<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items;
}
