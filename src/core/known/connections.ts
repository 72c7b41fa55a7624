import type { ArtifactSummary } from "../model/artifact.ts";
import type { Connection } from "../model/connection.ts";
import type { RefreshScope } from "../model/refreshScope.ts";
import { type Disposable, DisposableStore } from "../util/disposable.ts";
import { Emitter } from "../util/event.ts";
import type { ReadArtifact } from "./artifacts.ts";
import type { CatalogSubject } from "./catalog.ts";
import { KnownConnection, type KnownConnectionsOptions } from "./connection.ts";

/** Names what a connection has served and is known to be different now. */
export interface CatalogChange {
  readonly connectionId: string;
  readonly subject: CatalogSubject;
}

/** Holds an artifact that was read, whoever asked for it. */
export interface SeenArtifact extends ReadArtifact {
  readonly connectionId: string;
}

/**
 * Holds what is known of each connection, as it was read last. It is made when it is first needed, and forgotten with
 * the connection.
 */
export class KnownConnections implements Disposable {
  readonly #options: KnownConnectionsOptions;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<CatalogChange>());
  /** Fires when something that a catalog has served is known to be different now. */
  readonly onDidChange = this.#changed.event;
  readonly #knownMore = this.#disposables.add(new Emitter<string>());
  /** Fires when there are names of artifacts or people of a connection that there were not before. */
  readonly onDidKnowMore = this.#knownMore.event;
  readonly #seen = this.#disposables.add(new Emitter<SeenArtifact>());
  /** Fires when an artifact was read, whether it was changed or not. */
  readonly onDidSee = this.#seen.event;
  readonly #known = new Map<string, { readonly baseUrl: string; readonly connection: KnownConnection }>();

  constructor(options: KnownConnectionsOptions) {
    this.#options = options;
    this.#disposables.add(options.registry.onDidChange(() => this.#dropOthers()));
  }

  /** Gives what is known of a connection, for as long as its address stays. Throws for an unknown id. */
  of(connectionId: string): KnownConnection {
    const found = this.#options.registry.get(connectionId);
    const { url: baseUrl } = found;
    const known = this.#known.get(connectionId);
    if (known?.baseUrl === baseUrl) {
      return known.connection;
    }
    known?.connection.dispose();
    const connection = this.#make(found);
    this.#known.set(connectionId, { baseUrl, connection });
    return connection;
  }

  /** Gives what is known of a connection; undefined where there is no such connection any more. */
  find(connectionId: string): KnownConnection | undefined {
    return this.#options.registry.find(connectionId) && this.of(connectionId);
  }

  /** Takes in an artifact that was read with others, and tells all views of it. */
  see(connectionId: string, summary: ArtifactSummary): void {
    this.find(connectionId)?.artifacts.see(summary);
  }

  /**
   * Forgets or refreshes what the service may tell otherwise now of artifacts and people: those of the `scopes` given,
   * and all of the connections `readAgain`; all there are where no scopes are given.
   */
  refresh(scopes: readonly RefreshScope[] | undefined, readAgain: ReadonlySet<string>): void {
    for (const [connectionId, { connection }] of this.#known) {
      const own = scopes?.filter((scope) => scope.connectionId === connectionId);
      connection.catalog.retryStructures();
      if (!own || readAgain.has(connectionId) || own.some(({ only }) => only === undefined)) {
        connection.artifacts.clear();
        connection.histories.clear();
        connection.people.refresh();
      } else {
        own.forEach(({ only }) => void connection.artifacts.forget(only?.artifactIds ?? []));
      }
      this.#knownMore.fire(connectionId);
    }
  }

  /** Forgets what a connection told, as another key may be told otherwise: it is asked for when it is next needed. */
  async clear(connectionId: string): Promise<void> {
    await (this.#known.get(connectionId)?.connection ?? this.#options.storeOf(connectionId)).clear();
  }

  /** Forgets the structures and listings of all connections: they are asked for when they are next needed. */
  async clearCatalogs(): Promise<void> {
    const ids = this.#options.registry.connections.map(({ id }) => id);
    const stores = ids.map((id) => this.#known.get(id)?.connection.catalog ?? this.#options.storeOf(id));
    await Promise.all(stores.map((store) => store.clear()));
  }

  /** Removes all that is kept of a connection. */
  async forget(connectionId: string): Promise<void> {
    const known = this.#known.get(connectionId);
    this.#known.delete(connectionId);
    known?.connection.dispose();
    // The store is cleared only after what was still being written.
    await known?.connection.catalog.settled();
    await this.#options.storeOf(connectionId).clear();
  }

  dispose(): void {
    for (const { connection } of this.#known.values()) {
      connection.dispose();
    }
    this.#known.clear();
    this.#disposables.dispose();
  }

  #make(of: Connection): KnownConnection {
    const { id: connectionId } = of;
    const connection = new KnownConnection(of, this.#options);
    connection.catalog.onDidChange((subject) => this.#changed.fire({ connectionId, subject }));
    connection.artifacts.onDidSee((read) => this.#seen.fire({ connectionId, ...read }));
    connection.onDidKnowMore(() => this.#knownMore.fire(connectionId));
    return connection;
  }

  /** Drops connections that were removed, perhaps in another window, or whose address was changed. */
  #dropOthers(): void {
    for (const [connectionId, { baseUrl }] of [...this.#known]) {
      if (this.#options.registry.find(connectionId)?.url !== baseUrl) {
        this.forget(connectionId).catch((error: unknown) =>
          this.#options.logFailure(`Forgetting the names of ${connectionId}`, error),
        );
      }
    }
  }
}
