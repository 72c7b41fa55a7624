import assert from "node:assert/strict";
import { setup, suiteSetup, suiteTeardown, teardown } from "mocha";
import { AddressedStore } from "../../src/core/connection/addressedStore.ts";
import type { SuggestedConnection } from "../../src/core/connection/suggestions.ts";
import { FilterStore } from "../../src/core/filter/filterStore.ts";
import type { Catalog } from "../../src/core/known/catalog.ts";
import { KnownConnections } from "../../src/core/known/connections.ts";
import type { Connection } from "../../src/core/model/connection.ts";
import { PinnedProjects, PinnedRepositories } from "../../src/core/pins/pinned.ts";
import { Remembered } from "../../src/core/pins/remembered.ts";
import { keyOfQuery, type SavedQuery } from "../../src/core/query/savedQueries.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { Expansion } from "../../src/core/tree/expansion.ts";
import { Explorer } from "../../src/core/tree/explorer/explorer.ts";
import { Formats } from "../../src/core/tree/formats.ts";
import type { Look, Tooltip } from "../../src/core/tree/look.ts";
import type { SavedQueryList } from "../../src/core/tree/ports.ts";
import type { ArtifactRow, Row } from "../../src/core/tree/rows.ts";
import { Emitter } from "../../src/core/util/event.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { MemoryCatalogStore } from "./memoryCatalogStore.ts";
import { MemoryStore } from "./memoryStore.ts";
import { patientMs } from "./patience.ts";

export const { signal } = new AbortController();

/** The projects of the reference service. */
export const projectLabels = ["Guinea Pig", "🧀 Käse & Küche", "SVN plugin test"];

/** A tree over the reference service, and what can be done to it. */
export interface TreeFixture {
  readonly service: ReferenceService;
  readonly client: ServiceClient;
  readonly tree: TestTree;
}

/** Makes a tree anew for each test of the suite it is called in. */
export function useTree(): TreeFixture {
  const fixture: { service?: ReferenceService; client?: ServiceClient; tree?: TestTree } = {};
  suiteSetup(async () => {
    fixture.service = await startReferenceService();
  });
  suiteTeardown(() => fixture.service?.close());
  setup(() => {
    const { service } = fixture as TreeFixture;
    service.control.reset();
    service.clearRequests();
    const connection = { id: "team", url: service.baseUrl, label: "Team" };
    fixture.client = clientOf(connection, service.keys.member);
    fixture.tree = new TestTree([[connection, fixture.client]]);
  });
  teardown(async () => {
    const { tree, client } = fixture as TreeFixture;
    await tree.queries.counted();
    tree.explorer.dispose();
    await client.close();
  });
  return fixture as TreeFixture;
}

export function clientOf(connection: Connection, key: string): ServiceClient {
  return createServiceClient({
    connection,
    accessKey: async () => key,
    timeoutMs: patientMs,
    network: { noProxy: [], strictSsl: true },
    log: () => {},
  });
}

/** The tree of some connections with stores in memory; the first connection is the one that most tests are about. */
export class TestTree {
  readonly clock = { nowMs: 0 };
  readonly memory = new MemoryStore();
  readonly remembered = new Remembered(new AddressedStore(new MemoryStore(), (id) => this.#find(id)?.url));
  readonly pins = new PinnedRepositories(new MemoryStore());
  readonly projectPins = new PinnedProjects(new MemoryStore());
  readonly filters = new FilterStore(new MemoryStore());
  readonly queries: QueriesInMemory;
  readonly view = { visible: true, selection: [] as Row[] };
  readonly failures: unknown[] = [];
  /** What folders suggest to be connected; `suggested` tells that it is another. */
  suggestions: readonly SuggestedConnection[] = [];
  readonly suggested = new Emitter<void>();
  readonly explorer: Explorer;
  /** The ids of the rows that were to be drawn again; undefined: all. */
  readonly changed: (string | undefined)[] = [];
  readonly known: KnownConnections;
  readonly #first: string;
  readonly #registry;
  readonly #connectionsChanged = new Emitter<void>();
  readonly #keyChanged = new Emitter<{ readonly connectionId: string }>();
  #key: string | undefined = "key";

  constructor(connected: readonly (readonly [Connection, ServiceClient])[]) {
    const clients = new Map(connected.map(([{ id }, client]) => [id, client]));
    const service = async (connectionId: string): Promise<ServiceClient> => {
      const client = clients.get(connectionId);
      assert.ok(client);
      return client;
    };
    const connections = connected.map(([connection]) => connection);
    this.#first = connections[0]?.id ?? "";
    this.queries = new QueriesInMemory(() => service(this.#first));
    this.#registry = {
      connections,
      service,
      onDidChange: this.#connectionsChanged.event,
    };
    const find = (id: string) => this.#find(id);
    this.known = new KnownConnections({
      registry: {
        connections,
        find,
        get: (id) => find(id) ?? assert.fail(id),
        onDidChange: this.#connectionsChanged.event,
      },
      serviceOf: service,
      storeOf: () => new MemoryCatalogStore(),
      recent: () => [],
      logFailure: (_what, error) => this.failures.push(error),
      nowMs: () => this.clock.nowMs,
    });
    this.remembered.follow(this.known, (error) => this.failures.push(error));
    this.explorer = new Explorer({
      registry: this.#registry,
      known: this.known,
      suggestions: { onDidChange: this.suggested.event, beside: () => this.suggestions },
      keys: { onDidChange: this.#keyChanged.event, read: async () => this.#key },
      remembered: this.remembered,
      pins: this.pins,
      projectPins: this.projectPins,
      queries: this.queries,
      filters: this.filters,
      view: this.view,
      expansion: new Expansion(this.memory),
      formats: new Formats("en"),
      logFailure: (_what, error) => this.failures.push(error),
      nowMs: () => this.clock.nowMs,
    });
    this.explorer.onDidChange((row) => this.changed.push(row?.id));
  }

  #find(connectionId: string): Connection | undefined {
    return this.#registry.connections.find(({ id }) => id === connectionId);
  }

  catalogOf(connectionId: string): Catalog {
    return this.known.of(connectionId).catalog;
  }

  look(row: Row | undefined, mark?: string): Look {
    assert.ok(row);
    return this.explorer.look(row, mark);
  }

  tooltip(row: Row | undefined, mark?: string): Tooltip {
    assert.ok(row);
    const tooltip = this.explorer.tooltip(row, mark);
    assert.ok(tooltip);
    return tooltip;
  }

  labelsOf(rows: readonly Row[]): readonly string[] {
    return rows.map((row) => this.look(row).label);
  }

  async below(row?: Row): Promise<readonly Row[]> {
    return await this.explorer.children(row);
  }

  /** The same once nothing below the row is on its way any more. */
  async settledBelow(row: Row): Promise<readonly Row[]> {
    const changed = this.nextChange(row.id);
    const rows = await this.below(row);
    if (!rows.some((each) => each.kind === "message" && each.isReading)) {
      return rows;
    }
    await changed;
    return await this.settledBelow(row);
  }

  /** The row that is reached over these labels from the first connection. */
  async rowAt(...labels: string[]): Promise<Row> {
    let [row] = await this.below();
    for (const label of labels) {
      assert.ok(row);
      row = (await this.settledBelow(row)).find((each) => this.look(each).label === label);
    }
    assert.ok(row, labels.join(" › "));
    return row;
  }

  /** Until the row with this id is to be drawn again. */
  nextChange(rowId: string): Promise<void> {
    return new Promise((resolve) => {
      const listening = this.explorer.onDidChange((row) => {
        if (row?.id === rowId) {
          listening.dispose();
          resolve();
        }
      });
    });
  }

  /** The connection has that key from now on; undefined: none. */
  async changeKey(key: string | undefined): Promise<void> {
    this.#key = key;
    this.#keyChanged.fire({ connectionId: this.#first });
    await new Promise(setImmediate);
  }

  setConnections(connections: readonly Connection[]): void {
    this.#registry.connections = [...connections];
    this.#connectionsChanged.fire();
  }

  /** The connection with its projects, and the releases with what is below them. */
  async everything(): Promise<readonly Row[]> {
    const root = await this.rowAt();
    const project = await this.rowAt("Guinea Pig");
    const tracker = await this.rowAt("Guinea Pig", "Releases");
    const artifacts = await this.below(await this.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    const attachments = await Promise.all(artifacts.map((artifact) => this.below(artifact)));
    const above = [root, ...(await this.below(root)), ...(await this.below(project)), ...(await this.below(tracker))];
    return [...above, ...artifacts, ...attachments.flat()];
  }
}

/** The queries of settings that are in memory, counted by the service. */
class QueriesInMemory implements SavedQueryList {
  readonly #service: () => Promise<ServiceClient>;
  readonly #changed = new Emitter<void>();
  readonly #counted = new Emitter<SavedQuery>();
  readonly #counts = new Map<SavedQuery, number | undefined>();
  readonly #counting = new Set<Promise<void>>();
  #queries: readonly SavedQuery[] = [];
  readonly onDidChange = this.#changed.event;
  readonly onDidCount = this.#counted.event;

  constructor(service: () => Promise<ServiceClient>) {
    this.#service = service;
  }

  list(connectionId: string): readonly SavedQuery[] {
    return this.#queries.filter((query) => query.connectionId === connectionId);
  }

  /** In place of the one of that connection, tracker and label. */
  save(query: SavedQuery): void {
    const others = this.#queries.filter((each) => keyOfQuery(each) !== keyOfQuery(query));
    this.#queries = [...others, query];
    this.#changed.fire();
  }

  countOf(query: SavedQuery): number | undefined {
    return this.#counts.get(query);
  }

  async count(query: SavedQuery): Promise<void> {
    const counting = this.#count(query);
    this.#counting.add(counting);
    await counting;
  }

  /** Until what was to be counted is. */
  async counted(): Promise<void> {
    await Promise.all(this.#counting);
  }

  async #count(query: SavedQuery): Promise<void> {
    const service = await this.#service();
    const count = await service.listArtifacts(query.trackerId, 0, 1, signal, { expertQuery: query.query }).then(
      ({ total = 0 }) => total,
      () => undefined,
    );
    this.#counts.set(query, count);
    this.#counted.fire(query);
  }
}

/** The paths that were asked for, without their parameters. */
export function pathsOf(service: ReferenceService): readonly string[] {
  return service.requests.map(({ path }) => path.replace(/\?.*/, ""));
}

/** The numbers of the artifacts among rows. */
export function idsOf(rows: readonly Row[]): readonly number[] {
  return rows.filter((row): row is ArtifactRow => row.kind === "artifact").map((row) => row.artifactId);
}
