import type { ArtifactSummary, TrackerReference } from "../model/artifact.ts";
import { keywordOf } from "../references/reference.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { After } from "../util/after.ts";
import type { Disposable } from "../util/disposable.ts";
import { Emitter } from "../util/event.ts";
import {
  type Arrival,
  type ConnectionSearch,
  type SearchReach,
  type SearchScope,
  uniqueById,
} from "./connectionSearch.ts";
import { hasWords } from "./words.ts";

/** Artifacts that were found at one place and are shown together. */
export interface FoundGroup {
  /** Names the place, whatever is searched for there. */
  readonly key: string;
  readonly connectionId: string;
  /** `known` artifacts are there without asking the service; `found` ones came from it. */
  readonly kind: "known" | "found";
  readonly tracker?: TrackerReference;
  /** The artifacts of the group. Each artifact of a connection is in one group only. */
  readonly artifacts: readonly ArtifactSummary[];
  /** The number of further artifacts that the service has. */
  readonly more: number;
}

export interface SearchedConnection {
  readonly connectionId: string;
  readonly isRunning: boolean;
  /** It is undefined as long as nothing was asked. */
  readonly reach?: SearchReach;
  /** The reason why the connection could not be searched, or not to its end. */
  readonly error?: unknown;
}

/** Holds what was found so far. */
export interface SearchResults {
  readonly text: string;
  readonly isRunning: boolean;
  /** The groups in the order of arrival: groups and the artifacts in them keep their places. Open ones arrive first. */
  readonly groups: readonly FoundGroup[];
  readonly connections: readonly SearchedConnection[];
}

/** A search waits for this long after the last letter before it asks. */
export const searchDebounceMs = 250;

/**
 * Finds artifacts of connections while a person types. At most one search is under way: another text cancels the
 * requests of the one before. What is known without asking is told at once, the rest as it arrives.
 */
export class ArtifactSearch implements Disposable {
  readonly #searches: readonly ConnectionSearch[];
  readonly #scope: SearchScope;
  readonly #after: After;
  readonly #changed = new Emitter<SearchResults>();
  readonly onDidChange = this.#changed.event;
  #results: SearchResults = nothing;
  #running: { readonly abort: AbortController; readonly waiting: Disposable } | undefined;

  constructor(searches: readonly ConnectionSearch[], scope: SearchScope, after: After) {
    this.#searches = searches;
    this.#scope = scope;
    this.#after = after;
  }

  get results(): SearchResults {
    return this.#results;
  }

  /** Searches for another text. Without words it finds what is pinned and recent. */
  search(text: string): void {
    this.#search(text, text, text.trim() !== "");
  }

  /**
   * Takes a text that names an artifact, so that nothing is asked. The artifacts that are known stay, so that the named
   * one is looked up among them.
   */
  name(text: string): void {
    this.#search(text, "", false);
  }

  #search(text: string, words: string, isAsking: boolean): void {
    this.cancel();
    this.#results = {
      text,
      isRunning: isAsking,
      groups: this.#searches.flatMap((search) => this.#known(search, words)),
      connections: this.#searches.map(({ source }) => ({ connectionId: source.connectionId, isRunning: isAsking })),
    };
    if (isAsking) {
      const abort = new AbortController();
      const waiting = this.#after(searchDebounceMs, () => this.#ask(text, abort.signal));
      this.#running = { abort, waiting };
    }
    this.#changed.fire(this.#results);
  }

  /** Cancels what is under way; what was found stays. */
  cancel(): void {
    this.#running?.waiting.dispose();
    this.#running?.abort.abort();
    this.#running = undefined;
  }

  dispose(): void {
    this.cancel();
    this.#changed.dispose();
  }

  #known({ source }: ConnectionSearch, text: string): readonly FoundGroup[] {
    const scope = this.#scope;
    const isInScope = ({ tracker }: ArtifactSummary) =>
      scope.kind === "all" ||
      (scope.kind === "tracker" ? tracker?.id === scope.tracker.id : tracker?.projectId === scope.project.id);
    const artifacts = source.known().filter((artifact) => isInScope(artifact) && hasWords(artifact, text));
    const { connectionId } = source;
    return artifacts.length === 0
      ? []
      : [
          {
            key: `${connectionId}/known`,
            connectionId,
            kind: "known",
            artifacts: openFirst(uniqueById(artifacts)),
            more: 0,
          },
        ];
  }

  #ask(text: string, signal: AbortSignal): void {
    for (const search of this.#searches) {
      const { connectionId } = search.source;
      const listener = {
        found: (arrival: Arrival) => signal.aborted || this.#add(connectionId, arrival),
        reached: (reach: SearchReach) => signal.aborted || this.#update(connectionId, { reach }),
      };
      search.search(text, this.#scope, listener, signal).then(
        () => signal.aborted || this.#update(connectionId, { isRunning: false }),
        (error: unknown) => {
          const isGivenUp = isServiceError(error) && error.kind === "cancelled";
          if (!signal.aborted) {
            this.#update(connectionId, { isRunning: false, ...(!isGivenUp && { error }) });
          }
        },
      );
    }
  }

  #add(connectionId: string, { tracker, artifacts, more }: Arrival): void {
    const shown = new Set(
      this.#results.groups
        .filter((group) => group.connectionId === connectionId)
        .flatMap((group) => group.artifacts.map(({ id }) => id)),
    );
    const added = openFirst(uniqueById(artifacts).filter(({ id }) => !shown.has(id)));
    if (added.length === 0 && more === 0) {
      return;
    }
    const key = `${connectionId}/${tracker?.id ?? keywordOf(artifacts[0]?.xref ?? "")}`;
    const place = this.#results.groups.findIndex((group) => group.key === key);
    const before = this.#results.groups[place];
    const group: FoundGroup = {
      key,
      connectionId,
      kind: "found",
      more,
      ...(tracker === undefined ? {} : { tracker }),
      artifacts: [...(before?.artifacts ?? []), ...added],
    };
    const groups = before ? this.#results.groups.with(place, group) : [...this.#results.groups, group];
    this.#results = { ...this.#results, groups };
    this.#changed.fire(this.#results);
  }

  #update(connectionId: string, known: Partial<SearchedConnection>): void {
    const connections = this.#results.connections.map((each) =>
      each.connectionId === connectionId ? { ...each, ...known } : each,
    );
    this.#results = { ...this.#results, connections, isRunning: connections.some(({ isRunning }) => isRunning) };
    this.#changed.fire(this.#results);
  }
}

/** Puts closed artifacts last; else their order stays. */
function openFirst(artifacts: readonly ArtifactSummary[]): readonly ArtifactSummary[] {
  return artifacts.toSorted((a, b) => Number(a.isOpen === false) - Number(b.isOpen === false));
}

const nothing: SearchResults = { text: "", isRunning: false, groups: [], connections: [] };
