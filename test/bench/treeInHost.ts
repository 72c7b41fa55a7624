import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Pool } from "undici";
import { FilterStore } from "../../src/core/filter/filterStore.ts";
import { Catalog } from "../../src/core/known/catalog.ts";
import type { KeptCatalogEntry } from "../../src/core/known/ports.ts";
import { PinnedProjects, PinnedRepositories } from "../../src/core/pins/pinned.ts";
import { Remembered } from "../../src/core/pins/remembered.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { Expansion } from "../../src/core/tree/expansion.ts";
import { Explorer } from "../../src/core/tree/explorer/explorer.ts";
import { Formats } from "../../src/core/tree/formats.ts";
import type { Row } from "../../src/core/tree/rows.ts";
import { TreeItems } from "../../src/editor/tree/treeItems.ts";
import { MemoryCatalogStore } from "../support/memoryCatalogStore.ts";
import { MemoryStore } from "../support/memoryStore.ts";
import { rest, type Sample, takingTurns, timed } from "./figure.ts";

/** The tracker of the reference service that has as many artifacts as wanted, and its project. */
const project = "Guinea Pig";
const tracker = "Requests";
const trackerId = 16;
const rounds = 120;
const warmUpRounds = 80;
const rowsToPage = 20_000;

/**
 * From the expanding of a row to its children's rows, the reading and understanding in it, and the same request by bare
 * undici.
 */
export interface TreeTimes {
  readonly projects: readonly Sample[];
  readonly readProjects: readonly Sample[];
  readonly bareProjects: readonly Sample[];
  readonly artifacts: readonly Sample[];
  readonly readArtifacts: readonly Sample[];
  readonly bareArtifacts: readonly Sample[];
  /** What the host holds after so many rows were paged through, beyond what it held before. */
  readonly rows: number;
  readonly heapBytes: number;
  readonly residentBytes: number;
  /** Of the longest time that no other work of the host could run. */
  readonly longestTurnMs: number;
}

/** The explorer in a real extension host: its children and their items, without the drawing of VS Code. */
export async function measureTree({
  baseUrl,
  key,
}: {
  readonly baseUrl: string;
  readonly key: string;
}): Promise<TreeTimes> {
  const client = createServiceClient({
    connection: { id: "bench", url: baseUrl, label: "Bench" },
    accessKey: async () => key,
    timeoutMs: 30_000,
    network: { noProxy: [], strictSsl: true },
    log: () => {},
  });
  const pool = new Pool(new URL(baseUrl).origin);
  const bare = async (path: string) => {
    const headers = { "x-auth-accesskey": key, accept: "application/json" };
    const { body } = await pool.request({ method: "GET", path: new URL(baseUrl).pathname + path, headers });
    await body.json();
  };
  const times = {
    projects: [] as Sample[],
    readProjects: [] as Sample[],
    bareProjects: [] as Sample[],
    artifacts: [] as Sample[],
    readArtifacts: [] as Sample[],
    bareArtifacts: [] as Sample[],
  };
  const { signal } = new AbortController();
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const kept = round >= warmUpRounds ? times : undefined;
    const rested = async <T>(work: () => Promise<T>, samples: Sample[] | undefined): Promise<T> => {
      if (samples) {
        await rest();
      }
      return await timed(work, samples);
    };
    const tree = treeOf(baseUrl, client);
    const [connection] = await tree.explorer.children();
    let projects: readonly Row[] = [];
    await takingTurns(
      round,
      async () => {
        projects = await rested(() => drawn(tree, connection), kept?.projects);
        await rested(() => client.listProjects(0, signal), kept?.readProjects);
      },
      () => rested(() => bare("/projects?limit=50&offset=0"), kept?.bareProjects),
    );
    const all = await allArtifacts(tree, projects);
    await takingTurns(
      round,
      async () => {
        await rested(() => drawn(tree, all), kept?.artifacts);
        await rested(() => client.listArtifacts(trackerId, 0, 100, signal), kept?.readArtifacts);
      },
      () => rested(() => bare(`/trackers/${trackerId}/artifacts?limit=100&offset=0`), kept?.bareArtifacts),
    );
    tree.explorer.dispose();
  }
  const tree = treeOf(baseUrl, client);
  const [connection] = await tree.explorer.children();
  const all = await allArtifacts(tree, await drawn(tree, connection));
  const before = collected();
  let longestTurnMs = 0;
  let lastTurn = performance.now();
  const watch = setInterval(() => {
    longestTurnMs = Math.max(longestTurnMs, performance.now() - lastTurn);
    lastTurn = performance.now();
  }, 1);
  let rows: readonly Row[] = await drawn(tree, all);
  while (rows.length < rowsToPage) {
    const more = rows.at(-1);
    if (more?.kind !== "more") {
      throw new Error(`Paging ended at ${rows.length} rows with a row «${more?.kind}»`);
    }
    await tree.explorer.loadMore(more);
    rows = await drawn(tree, all);
  }
  clearInterval(watch);
  const after = collected();
  const count = rows.length;
  await client.close();
  await pool.close();
  tree.explorer.dispose();
  return {
    ...times,
    rows: count,
    heapBytes: after.heapUsed - before.heapUsed,
    residentBytes: after.rss - before.rss,
    longestTurnMs,
  };
}

/** The tree, and its rows as VS Code shows them. */
interface Tree {
  readonly explorer: Explorer;
  readonly items: TreeItems;
}

/** Writes after those who asked have gone on, as the extension does. */
class UnhurriedStore extends MemoryCatalogStore {
  override async write(name: string, value: KeptCatalogEntry): Promise<void> {
    await nextTurn();
    await super.write(name, value);
  }
}

/** A window has one: the first text that it writes takes as long as all rows of a page. */
const formats = new Formats("en");

function treeOf(url: string, client: ServiceClient): Tree {
  const never = () => ({ dispose: () => {} });
  const store = new MemoryStore();
  const catalog = new Catalog(url, async () => client, new UnhurriedStore());
  const explorer = new Explorer({
    registry: {
      connections: [{ id: "bench", url, label: "Bench" }],
      service: async () => client,
      onDidChange: never,
    },
    known: { of: () => ({ catalog, readings: { read: client.readArtifact } }), onDidChange: never, onDidSee: never },
    suggestions: { onDidChange: never, beside: () => [] },
    keys: { onDidChange: never, read: async () => undefined },
    remembered: new Remembered(store),
    pins: new PinnedRepositories(store),
    projectPins: new PinnedProjects(store),
    filters: new FilterStore(store),
    queries: {
      onDidChange: never,
      onDidCount: never,
      list: () => [],
      countOf: () => undefined,
      count: async () => {},
    },
    view: { visible: true, selection: [] },
    expansion: new Expansion(store),
    formats,
    logFailure: () => {},
  });
  return { explorer, items: new TreeItems(explorer, { of: () => undefined, onDidChange: never }) };
}

/** What VS Code asks for when a row is opened: its children, and an item for each. */
async function drawn({ explorer, items }: Tree, row: Row | undefined): Promise<readonly Row[]> {
  const children = await explorer.children(row);
  for (const child of children) {
    items.of(child);
  }
  return children;
}

async function allArtifacts({ explorer }: Tree, projects: readonly Row[]): Promise<Row> {
  const own = projects.find((row) => row.kind === "project" && row.project.label === project);
  const trackers = await explorer.children(own);
  const row = trackers.find((each) => each.kind === "tracker" && each.tracker.label === tracker);
  const all = (await explorer.children(row)).find(({ kind }) => kind === "allArtifacts");
  if (!all) {
    throw new Error("The tree has no row for all artifacts of the tracker");
  }
  return all;
}

function collected(): NodeJS.MemoryUsage {
  setFlagsFromString("--expose_gc");
  (runInNewContext("gc") as () => void)();
  return process.memoryUsage();
}
