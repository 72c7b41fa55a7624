import { commands, workspace } from "vscode";
import { openSettingsButton } from "../../core/labels/actions.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ListArtifacts } from "../../core/model/tracker.ts";
import {
  keyOfQuery,
  readSavedQueries,
  type SavedQuery,
  type SavedQueryProblem,
  withoutSavedQueriesOf,
  withoutSavedQuery,
  withSavedQuery,
} from "../../core/query/savedQueries.ts";
import { unusableSavedQueries } from "../../core/sentences/savedQueries.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { Emitter, type Event } from "../../core/util/event.ts";
import { warn } from "../dialog/present.ts";
import { settingsSection } from "../manifest/contributions.ts";
import { changeOwnSetting, ownSetting } from "../settings/ownSettings.ts";

/**
 * Holds the queries of the settings, with how many artifacts each finds. Problems of the setting are shown to the
 * person.
 */
export class SavedQueries extends DisposableOwner {
  readonly #registry: { readonly connections: readonly Connection[]; readonly onDidChange: Event<void> };
  readonly #serviceOf: (connectionId: string) => Promise<{ readonly listArtifacts: ListArtifacts<unknown> }>;
  readonly #changed = this.disposables.add(new Emitter<void>());
  /** Fires when the list of queries, or one of them, has changed. */
  readonly onDidChange = this.#changed.event;
  readonly #counted = this.disposables.add(new Emitter<SavedQuery>());
  /** Fires when `countOf` may give another number for this query. */
  readonly onDidCount = this.#counted.event;
  readonly #counts = new Map<string, number>();
  readonly #counting = new Map<string, Promise<void>>();
  #queries: readonly SavedQuery[] = [];
  #problems: readonly SavedQueryProblem[] = [];
  #reported = "";

  constructor(
    registry: { readonly connections: readonly Connection[]; readonly onDidChange: Event<void> },
    serviceOf: (connectionId: string) => Promise<{ readonly listArtifacts: ListArtifacts<unknown> }>,
  ) {
    super();
    this.#registry = registry;
    this.#serviceOf = serviceOf;
    this.#read();
    this.disposables.add(
      workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${settingsSection}.queries`)) {
          this.#read();
          this.#report();
        }
      }),
    );
    // No problem is told here: a connection that is removed takes its queries along.
    this.disposables.add(registry.onDidChange(() => this.#readQueries()));
  }

  /** Gives the queries of a connection, in the order of the settings. */
  list(connectionId: string): readonly SavedQuery[] {
    this.#report();
    return this.#queries.filter((query) => query.connectionId === connectionId);
  }

  /** Gives the service's count from the last `count` of this query, an upper bound; undefined where there is none. */
  countOf(query: SavedQuery): number | undefined {
    return this.#counts.get(countKey(query));
  }

  /** Asks the service for the count, with one request for all who ask at the same time. Never throws. */
  async count(query: SavedQuery): Promise<void> {
    const key = countKey(query);
    const counting = this.#counting.get(key) ?? this.#count(query).finally(() => this.#counting.delete(key));
    this.#counting.set(key, counting);
    await counting;
  }

  /**
   * Writes a query into the person's settings, in place of `replaced` or of the one of that connection, tracker and
   * label.
   */
  async save(query: SavedQuery, replaced?: SavedQuery): Promise<void> {
    await changeOwnSetting("queries", (setting) => withSavedQuery(setting, query, replaced));
    this.#read();
  }

  async remove(query: SavedQuery): Promise<void> {
    await changeOwnSetting("queries", (setting) => withoutSavedQuery(setting, query));
    this.#read();
  }

  /** Takes the queries of a connection that was removed out of the person's settings. */
  async forget(connectionId: string): Promise<void> {
    const written = ownSetting("queries");
    if (Array.isArray(written) && withoutSavedQueriesOf(written, connectionId).length < written.length) {
      await changeOwnSetting("queries", (setting) => withoutSavedQueriesOf(setting, connectionId));
    }
    this.#read();
  }

  async #count(query: SavedQuery): Promise<void> {
    const key = countKey(query);
    try {
      const service = await this.#serviceOf(query.connectionId);
      // The signal is no caller's: others may be waiting for the answer too. The client's own timeout ends it.
      const { signal } = new AbortController();
      const criteria = { expertQuery: query.query };
      const { total, items } = await service.listArtifacts(query.trackerId, 0, 1, signal, criteria);
      this.#counts.set(key, total ?? items.length);
    } catch {
      this.#counts.delete(key);
    }
    this.#counted.fire(query);
  }

  #read(): void {
    this.#problems = this.#readQueries();
  }

  #readQueries(): readonly SavedQueryProblem[] {
    const connectionIds = this.#registry.connections.map(({ id }) => id);
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
      void warn(unusableSavedQueries(this.#problems), openSettingsButton).then((answer) =>
        answer ? commands.executeCommand("workbench.action.openSettings", `${settingsSection}.queries`) : undefined,
      );
    }
    this.#reported = report;
  }
}

function countKey(query: SavedQuery): string {
  return `${keyOfQuery(query)} ${query.query}`;
}
