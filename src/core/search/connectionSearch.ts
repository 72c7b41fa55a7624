import type { ArtifactSummary, TrackerReference } from "../model/artifact.ts";
import { type Page, type ProjectSummary, pagesOf, type TrackerSummary } from "../model/tracker.ts";
import { keywordOf } from "../references/reference.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { SearchCatalog, SearchService, SearchSource } from "./ports.ts";
import { isEnoughToSearch, looksLikeQuery, shortestFullText, titleQuery } from "./words.ts";

/** Tells where a search looks. */
export type SearchScope =
  | { readonly kind: "all" }
  /** A search in all trackers of a project. */
  | { readonly kind: "project"; readonly project: ProjectSummary }
  /** A search in one tracker, where a text may also be a query of the service's query language. */
  | { readonly kind: "tracker"; readonly tracker: TrackerReference };

/** Artifacts that belong together, in the order of arrival. */
export interface Arrival {
  readonly tracker: TrackerReference | undefined;
  readonly artifacts: readonly ArtifactSummary[];
  /** The number of further artifacts that were found, as far as the service tells. */
  readonly more: number;
}

/** Tells how a connection was searched, and how far. */
export interface SearchReach {
  /**
   * - `fullText`: the service searched everything
   * - `trackers`: titles, in some trackers
   * - `known`: nothing was asked, since the service finds nothing by words
   * - `tooShort`: nothing was asked, since the text is too short
   */
  readonly kind: "fullText" | "trackers" | "known" | "tooShort";
  /** The number of trackers whose answer has come; none for full text. */
  readonly searched: number;
  /** Tells whether the service found more than it gave. */
  readonly hasMore: boolean;
  readonly failures: readonly SearchFailure[];
}

/** A tracker that could not be searched, or a project whose trackers could not be listed, with the reason. */
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

/** A search that is under way. */
interface Run {
  readonly service: SearchService;
  readonly text: string;
  readonly listener: SearchListener;
  readonly signal: AbortSignal;
}

/** A search of everything looks into no more trackers. */
const maxTrackers = 20;
const requestsAtOnce = 4;
const artifactsPerTracker = 20;
/** The search remembers so many trackers that were searched by themselves. */
const maxSearched = 10;
/**
 * A search shows so many artifacts of a tracker that is searched by itself: nobody looks through more, and there is no
 * other place for the rest.
 */
const artifactsOfOnlyTracker = 100;

/**
 * Finds artifacts of one connection by words, in the best way that its service has: by full text, else by titles in the
 * trackers in which the person works, else not at all. What it learns of the service holds for a session.
 */
export class ConnectionSearch {
  readonly source: SearchSource;
  #isFullTextMissing = false;
  /** The trackers that were searched by themselves, the last one first. */
  #searched: readonly TrackerReference[] = [];

  constructor(source: SearchSource) {
    this.source = source;
  }

  /** Resolves once everything was told that will be found. Throws `ServiceError` where the service cannot be asked. */
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

  /** Searches full text, and tells whether that was answered. A service without full text is not asked again. */
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

  /** Searches trackers as they come, a few at a time, and tells of each as it answers. */
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
    // A service that does not tell the structure still knows the title by this name (test/service/README.md, Queries).
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

  /** Gives the trackers in which the person works, then those of the favourite and other projects. */
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

  /** Gives the trackers of a project, or why they cannot be listed, so that the other projects are still searched. */
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

  /** Gives the projects that the person is a member of, else the first ones; undefined where the service lists none. */
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

/** Listings do not end with a search, since the next one, a letter later, needs the same. */
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

/** Gives the first item of each id. */
export function uniqueById<T extends { readonly id: number }>(items: readonly T[]): readonly T[] {
  const ids = new Set<number>();
  return items.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Tells whether the other trackers and projects of the service may still be searched after this. */
function isOfOnePlace(error: unknown): boolean {
  return isServiceError(error) && ["notFound", "forbidden", "rejected", "invalidAnswer"].includes(error.kind);
}

/** Lets several workers take items from one list. When one of them fails, nothing is left for the others. */
async function* inTurn<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items;
}
