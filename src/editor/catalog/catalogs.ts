import * as vscode from "vscode";
import { type AskedService, Catalog, type Subject } from "../../core/catalog/catalog.ts";
import type { Connection } from "../../core/model/connection.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import { Emitter, type Event } from "../../core/util/event.ts";
import { DiskCatalogStore } from "./diskCatalogStore.ts";

export interface CatalogsSurroundings {
  readonly registry: {
    readonly connections: readonly Connection[];
    find(connectionId: string): Connection | undefined;
    /** Throws for an unknown id. */
    get(connectionId: string): Connection;
    readonly onDidChange: Event<void>;
  };
  readonly serviceOf: (connectionId: string) => Promise<AskedService>;
  /** The extension's own storage. */
  readonly storage: vscode.Uri;
  readonly logFailure: (what: string, error: unknown) => void;
}

/** The catalog of each connection, made when it is first needed. */
export class Catalogs implements Disposable {
  readonly #around: CatalogsSurroundings;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<CatalogChange>());
  readonly #catalogs = new Map<string, { readonly baseUrl: string; readonly catalog: Catalog }>();

  constructor(around: CatalogsSurroundings) {
    this.#around = around;
    this.#disposables.add(around.registry.onDidChange(() => this.#dropOthers()));
  }

  /** What a catalog has served is known to be different now. */
  get onDidChange(): Event<CatalogChange> {
    return this.#changed.event;
  }

  /** The catalog of a connection, for as long as its address stays. Throws for an unknown id. */
  of(connectionId: string): Catalog {
    const { url: baseUrl } = this.#around.registry.get(connectionId);
    const known = this.#catalogs.get(connectionId);
    if (known?.baseUrl === baseUrl) {
      return known.catalog;
    }
    known?.catalog.dispose();
    const catalog = new Catalog({
      baseUrl,
      service: () => this.#around.serviceOf(connectionId),
      store: this.#store(connectionId),
    });
    catalog.onDidChange((subject) => this.#changed.fire({ connectionId, subject }));
    this.#catalogs.set(connectionId, { baseUrl, catalog });
    return catalog;
  }

  /** The same where there may be no such connection any more. */
  find(connectionId: string): Catalog | undefined {
    return this.#around.registry.find(connectionId) && this.of(connectionId);
  }

  /** Forgets what one connection told, or all did: what is needed next is asked for. */
  async clear(connectionId?: string): Promise<void> {
    const ids = connectionId === undefined ? this.#around.registry.connections.map(({ id }) => id) : [connectionId];
    await Promise.all(
      ids.map(async (id) => {
        const known = this.#catalogs.get(id);
        await (known ? known.catalog.clear() : this.#store(id).clear());
      }),
    );
  }

  /** Removes all that is kept of a connection. */
  async forget(connectionId: string): Promise<void> {
    const known = this.#catalogs.get(connectionId);
    this.#catalogs.delete(connectionId);
    known?.catalog.dispose();
    // After what was being written.
    await known?.catalog.settled();
    await this.#store(connectionId).clear();
  }

  dispose(): void {
    for (const { catalog } of this.#catalogs.values()) {
      catalog.dispose();
    }
    this.#catalogs.clear();
    this.#disposables.dispose();
  }

  /** Connections that are gone, in another window perhaps, or lead elsewhere now. */
  #dropOthers(): void {
    for (const [connectionId, { baseUrl }] of [...this.#catalogs]) {
      const connection = this.#around.registry.find(connectionId);
      if (connection?.url !== baseUrl) {
        this.forget(connectionId).catch((error: unknown) =>
          this.#around.logFailure(`Forgetting the names of ${connectionId}`, error),
        );
      }
    }
  }

  #store(connectionId: string): DiskCatalogStore {
    const folder = vscode.Uri.joinPath(this.#around.storage, "catalog", connectionId);
    return new DiskCatalogStore(folder, (error) =>
      this.#around.logFailure(`Names told by ${connectionId} could not be kept`, error),
    );
  }
}

export interface CatalogChange {
  readonly connectionId: string;
  readonly subject: Subject;
}
