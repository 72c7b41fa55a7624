import { workspace } from "vscode";
import {
  type ConnectionProblem,
  readConnections,
  withConnection,
  withoutConnection,
} from "../../core/connection/settings.ts";
import type { Connection } from "../../core/model/connection.ts";
import { noConnection } from "../../core/sentences/connections.ts";
import type { AuthorizedClientOptions } from "../../core/service/authorizedClient.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { type Disposable, DisposableStore } from "../../core/util/disposable.ts";
import { Emitter, type Event } from "../../core/util/event.ts";
import type { LogLines } from "../diagnosis/log.ts";
import { HumanError } from "../dialog/present.ts";
import { changeOwnSetting, ownSetting } from "../settings/ownSettings.ts";
import type { AccessKeys } from "./accessKeys.ts";
import { affectsConnections, networkSettings, requestTimeoutMs } from "./configuration.ts";

/** Holds the connections of the settings, each with one client of its service, made on first use. */
export class ConnectionRegistry implements Disposable {
  readonly #keys: AccessKeys;
  readonly #log: LogLines;
  /** Hears once of each set of entries of the setting that cannot be used. */
  readonly #onProblems: (problems: readonly ConnectionProblem[]) => void;
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new Emitter<void>());
  readonly #removed = this.#disposables.add(new Emitter<string>());
  readonly #moved = this.#disposables.add(new Emitter<string>());
  readonly #clients = new Map<string, { readonly settings: string; readonly client: Promise<ServiceClient> }>();
  readonly #keyUsed = this.#disposables.add(new Emitter<Connection>());
  #connections: readonly Connection[] = [];
  #offerReplacement: OfferReplacement = () => Promise.resolve(false);
  /** The address that each connection leads to; it is empty for those that are gone. */
  readonly #addresses = new Map<string, string>();
  #reported = "";

  constructor(keys: AccessKeys, log: LogLines, onProblems: (problems: readonly ConnectionProblem[]) => void) {
    this.#keys = keys;
    this.#log = log;
    this.#onProblems = onProblems;
    this.#read();
    this.#disposables.add(
      workspace.onDidChangeConfiguration((change) => {
        if (affectsConnections(change)) {
          this.#read();
        }
      }),
    );
  }

  /** Fires when the list of connections, or the address or label of one, has changed. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Fires with the id of a connection that is gone, whichever window removed it. */
  get onDidRemove(): Event<string> {
    return this.#removed.event;
  }

  /**
   * Fires with the id of a connection that leads to another address than this window knew: what was made at the old
   * address belongs there.
   */
  get onDidMove(): Event<string> {
    return this.#moved.event;
  }

  /** Fires when a service has answered a request with the key of its connection and has not refused the key. */
  get onDidUseKey(): Event<Connection> {
    return this.#keyUsed.event;
  }

  /** Has `offer` called from here on when a service refuses a key. Before, the key stays refused. */
  offerReplacementBy(offer: OfferReplacement): void {
    this.#offerReplacement = offer;
  }

  /** Gives the connections in the order of the settings. */
  get connections(): readonly Connection[] {
    return this.#connections;
  }

  find(connectionId: string): Connection | undefined {
    return this.#connections.find((connection) => connection.id === connectionId);
  }

  /** Tells whether there was such a connection since the window opened: then nobody has to be told that it is gone. */
  wasConnected(connectionId: string): boolean {
    return this.#addresses.has(connectionId);
  }

  /** Gives the connection of that id; throws a HumanError when there is none. */
  get(connectionId: string): Connection {
    const connection = this.find(connectionId);
    if (!connection) {
      throw new HumanError(noConnection(connectionId));
    }
    return connection;
  }

  /** Gives a connection's client, the same until its settings change. Throws a HumanError for an unknown id. */
  async service(connectionId: string): Promise<ServiceClient> {
    const connection = this.get(connectionId);
    const settings = clientSettings(connection);
    const known = this.#clients.get(connectionId);
    if (known?.settings === settings) {
      return await known.client;
    }
    const client = this.#createClient(connection, {
      accessKey: () => this.#keys.read(connection),
      onUnauthorized: () => this.#offerReplacement(connection),
      onAccepted: () => this.#keyUsed.fire(connection),
    });
    this.#clients.set(connectionId, { settings, client });
    client.catch(() => this.#clients.delete(connectionId));
    if (known) {
      this.#close(known.client);
    }
    return await client;
  }

  /**
   * Runs `work` with a client for a connection and key that are not stored, and asks nobody when the key is refused.
   * Without a key, `work` can ask only what needs none.
   */
  async withTrialService<T>(
    connection: Connection,
    accessKey: string | undefined,
    work: (service: ServiceClient) => Promise<T>,
  ): Promise<T> {
    const client = await this.#createClient(connection, { accessKey: () => Promise.resolve(accessKey) });
    try {
      return await work(client);
    } finally {
      void client.close();
    }
  }

  /** Writes a connection into the person's settings, in place of the one of that id. */
  async save(connection: Connection): Promise<void> {
    await changeOwnSetting("connections", (setting) => withConnection(setting, connection));
    this.#read();
  }

  /** Takes a connection out of the person's settings. */
  async remove(connectionId: string): Promise<void> {
    await changeOwnSetting("connections", (setting) => withoutConnection(setting, connectionId));
    this.#read();
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const { client } of this.#clients.values()) {
      this.#close(client);
    }
    this.#clients.clear();
  }

  #read(): void {
    const { connections, problems } = readConnections(ownSetting("connections"));
    const before = this.#connections;
    const isChanged = JSON.stringify(connections) !== JSON.stringify(before);
    this.#connections = connections;
    const moved = connections.filter(({ id, url }) => this.#addresses.get(id) !== url);
    moved.forEach(({ id, url }) => void this.#addresses.set(id, url));
    for (const [connectionId, { settings, client }] of this.#clients) {
      const connection = this.find(connectionId);
      if (!connection || clientSettings(connection) !== settings) {
        this.#clients.delete(connectionId);
        this.#close(client);
      }
    }
    this.#report(problems);
    for (const { id } of before) {
      if (!this.find(id)) {
        // A connection that comes back counts as moved, so that nothing known from before is used for what is open.
        this.#addresses.set(id, "");
        this.#removed.fire(id);
      }
    }
    moved.forEach(({ id }) => void this.#moved.fire(id));
    if (isChanged) {
      this.#changed.fire();
    }
  }

  #report(problems: readonly ConnectionProblem[]): void {
    const report = JSON.stringify(problems);
    if (problems.length > 0 && report !== this.#reported) {
      this.#onProblems(problems);
    }
    this.#reported = report;
  }

  // The client and its HTTP library are a bundle of their own, loaded when the first request is due.
  async #createClient(
    connection: Connection,
    access: Pick<AuthorizedClientOptions, "accessKey" | "onUnauthorized" | "onAccepted">,
  ): Promise<ServiceClient> {
    const { createServiceClient } = await import("../../core/service/serviceClient.ts");
    return createServiceClient({
      connection,
      ...access,
      timeoutMs: requestTimeoutMs(),
      network: networkSettings(),
      log: (line) => this.#log.request(connection.id, line),
    });
  }

  #close(client: Promise<ServiceClient>): void {
    client
      .then((each) => each.close())
      .catch((error: unknown) => this.#log.failure("Closing the client of a connection", error));
  }
}

/** Lets the person give another key for `connection`; resolves true when there is one now. */
type OfferReplacement = (connection: Connection) => Promise<boolean>;

// Gives what a client is made from: where that changes, another client is needed.
function clientSettings(connection: Connection): string {
  return JSON.stringify([connection.url, requestTimeoutMs(), networkSettings()]);
}
