import { commands, workspace } from "vscode";
import { openSettingsButton } from "../../core/labels/actions.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ListArtifacts } from "../../core/model/tracker.ts";
import {
  keyOfQuery,
  type QueryCount,
  readSavedQueries,
  type SavedQuery,
  type SavedQueryProblem,
  withoutSavedQueriesOf,
  withoutSavedQuery,
  withSavedQuery,
} from "../../core/query/savedQueries.ts";
import { unusableSavedQueries } from "../../core/sentences/savedQueries.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import { Emitter, type Event } from "../../core/util/event.ts";
import { warn } from "../dialog/present.ts";
import { settingsSection } from "../manifest/contributions.ts";
import { changeOwnSetting, ownSetting } from "../settings/ownSetting.ts";

interface SavedQueriesDependencies {
  readonly registry: { readonly connections: readonly Connection[]; readonly onDidChange: Event<void> };
  readonly serviceOf: (connectionId: string) => Promise<{ readonly listArtifacts: ListArtifacts<unknown> }>;
  /** Entries of the setting cannot be used; called once for each set of problems. */
  readonly onProblems: (problems: readonly SavedQueryProblem[]) => void;
}

/** The queries of the settings, whose problems are shown to the person. */
export function createSavedQueries(dependencies: Omit<SavedQueriesDependencies, "onProblems">): SavedQueries {
  return new SavedQueries({
    ...dependencies,
    onProblems: (problems) =>
      void warn(unusableSavedQueries(problems), openSettingsButton).then((answer) =>
        answer ? commands.executeCommand("workbench.action.openSettings", `${settingsSection}.queries`) : undefined,
      ),
  });
}

/** The queries of the settings, and how many artifacts each finds. */
export class SavedQueries implements Disposable {
  readonly #dependencies: SavedQueriesDependencies;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  readonly #counted = this.#disposables.add(new Emitter<SavedQuery>());
  readonly #counts = new Map<string, QueryCount>();
  readonly #counting = new Map<string, Promise<QueryCount>>();
  #queries: readonly SavedQuery[] = [];
  #problems: readonly SavedQueryProblem[] = [];
  #reported = "";

  constructor(dependencies: SavedQueriesDependencies) {
    this.#dependencies = dependencies;
    this.#problems = this.#read();
    this.#disposables.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${settingsSection}.queries`)) {
          this.#problems = this.#read();
          this.#report();
        }
      }),
    );
    // A connection that was removed takes its queries along: while it does, they are no problem to tell of.
    this.#disposables.add(dependencies.registry.onDidChange(() => this.#read()));
  }

  /** The list of queries, or one of them, is another. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** How many artifacts this query finds is known now, or known to have changed: see `countOf`. */
  get onDidCount(): Event<SavedQuery> {
    return this.#counted.event;
  }

  /** Those of a connection, in the order of the settings. */
  list(connectionId: string): readonly SavedQuery[] {
    this.#report();
    return this.#queries.filter((query) => query.connectionId === connectionId);
  }

  /** What the last `count` of this query gave; undefined when there was none. */
  countOf(query: SavedQuery): QueryCount | undefined {
    return this.#counts.get(countKey(query));
  }

  /** Asks the service for the count, with one request; simultaneous needs of one query are one. Never throws. */
  count(query: SavedQuery): Promise<QueryCount> {
    const key = countKey(query);
    const running = this.#counting.get(key);
    if (running !== undefined) {
      return running;
    }
    const counting = this.#count(query).then((count) => {
      this.#counting.delete(key);
      this.#counts.set(key, count);
      this.#counted.fire(query);
      return count;
    });
    this.#counting.set(key, counting);
    return counting;
  }

  /** Writes a query into the person's settings, in place of `replaced` or of the one of that connection, tracker and label. */
  async save(query: SavedQuery, replaced?: SavedQuery): Promise<void> {
    await changeOwnSetting("queries", (setting) => withSavedQuery(setting, query, replaced));
    this.#problems = this.#read();
  }

  async remove(query: SavedQuery): Promise<void> {
    await changeOwnSetting("queries", (setting) => withoutSavedQuery(setting, query));
    this.#problems = this.#read();
  }

  /** Takes the queries of a connection that was removed out of the person's settings. */
  async forget(connectionId: string): Promise<void> {
    const written = ownSetting("queries");
    if (Array.isArray(written) && withoutSavedQueriesOf(written, connectionId).length < written.length) {
      await changeOwnSetting("queries", (setting) => withoutSavedQueriesOf(setting, connectionId));
    }
    this.#problems = this.#read();
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  async #count({ connectionId, trackerId, query }: SavedQuery): Promise<QueryCount> {
    try {
      const service = await this.#dependencies.serviceOf(connectionId);
      // Not under a caller's signal: others may be waiting for it too. The client's own timeout ends it.
      const { signal } = new AbortController();
      const { total, items } = await service.listArtifacts(trackerId, 0, 1, signal, { expertQuery: query });
      return { kind: "counted", total: total ?? items.length };
    } catch (error) {
      return { kind: "failed", error };
    }
  }

  #read(): readonly SavedQueryProblem[] {
    const connectionIds = this.#dependencies.registry.connections.map(({ id }) => id);
    const { queries, problems } = readSavedQueries(ownSetting("queries"), connectionIds);
    const isChanged = JSON.stringify(queries) !== JSON.stringify(this.#queries);
    this.#queries = queries;
    const used = new Set(queries.map(countKey));
    for (const key of this.#counts.keys()) {
      if (!used.has(key)) {
        this.#counts.delete(key);
      }
    }
    if (isChanged) {
      this.#changed.fire();
    }
    return problems;
  }

  #report(): void {
    const report = JSON.stringify(this.#problems);
    if (this.#problems.length > 0 && report !== this.#reported) {
      this.#dependencies.onProblems(this.#problems);
    }
    this.#reported = report;
  }
}

function countKey(query: SavedQuery): string {
  return `${keyOfQuery(query)} ${query.query}`;
}
