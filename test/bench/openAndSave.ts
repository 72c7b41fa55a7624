import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Pool } from "undici";
import { parseJsonDocument, printJsonDocument } from "../../src/core/codec/jsonCodec.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import { TrackerCache } from "../../src/core/service/trackerCache.ts";
import { documentEntries } from "../../src/core/workingCopy/base.ts";
import type { SavedState, StateStore } from "../../src/core/workingCopy/ports.ts";
import { WorkingCopy } from "../../src/core/workingCopy/workingCopy.ts";
import { type Figure, median, milliseconds } from "./figure.ts";

/** The tracker of the reference service whose artifacts have sixty fields. */
const wideArtifactId = 1501;
const rounds = 200;
const warmUpRounds = 40;
const document = "artifact://bench/artifacts/1501.artifact.json";
const { signal } = new AbortController();

/**
 * Opening and saving a 60-field artifact through the core, from the request to the text and back, over the same requests
 * by bare undici with the answers parsed. Both take turns in one run, against a service in a process of its own.
 */
export async function measureOpenAndSave(): Promise<readonly Figure[]> {
  const service = await startService();
  const core = new CoreRounds(service);
  const bare = new BareRounds(service);
  try {
    const times = {
      coreOpen: [] as number[],
      coreSave: [] as number[],
      bareOpen: [] as number[],
      bareSave: [] as number[],
    };
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const kept = round >= warmUpRounds ? times : undefined;
      const opened = await timed(() => core.open(), kept?.coreOpen);
      await core.settled();
      await timed(() => core.save(opened, `core ${round}`), kept?.coreSave);
      await core.settled();
      await timed(() => bare.open(), kept?.bareOpen);
      await timed(() => bare.save(core.savedField, `bare ${round}`), kept?.bareSave);
    }
    return [
      compare("Open an artifact of 60 fields, core over bare undici", times.coreOpen, times.bareOpen),
      compare("Save it (GET, PUT, GET), core over bare undici", times.coreSave, times.bareSave),
      { name: "Requests of an opening with the tracker known", value: String(core.requestsPerOpen), target: "1" },
    ];
  } finally {
    await Promise.all([core.close(), bare.close()]);
    service.process.kill();
  }
}

interface Service {
  readonly baseUrl: string;
  readonly key: string;
  readonly process: ChildProcess;
}

async function startService(): Promise<Service> {
  const child = spawn(process.execPath, ["test/service/main.ts", "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  const { baseUrl, keys } = JSON.parse(line) as { baseUrl: string; keys: { member: string } };
  return { baseUrl, key: keys.member, process: child };
}

/** Keeps states as the extension does: as JSON in a file, after those who asked for it have gone on. */
class FileStateStore implements StateStore {
  readonly #file = path.join(mkdtempSync(path.join(tmpdir(), "artifact-desk-bench-")), "state.json");
  #written: Promise<void> = Promise.resolve();

  async read(): Promise<undefined> {
    return undefined;
  }

  write(_artifactId: number, state: SavedState): Promise<void> {
    this.#written = this.#written.then(async () => {
      await nextTurn();
      await writeFile(this.#file, JSON.stringify(state));
    });
    return this.#written;
  }

  async remove(): Promise<void> {
    await this.#written;
    await rm(path.dirname(this.#file), { recursive: true });
  }

  settled(): Promise<void> {
    return this.#written;
  }
}

class CoreRounds {
  readonly #store = new FileStateStore();
  readonly #client: ServiceClient;
  readonly #copy: WorkingCopy;
  #requests = 0;
  requestsPerOpen = 0;
  savedField = 0;

  constructor({ baseUrl, key }: Service) {
    this.#client = createServiceClient({
      connection: { id: "bench", url: baseUrl, label: "Bench" },
      accessKey: async () => key,
      timeoutMs: 10_000,
      network: { noProxy: [], strictSsl: true },
      log: () => {
        this.#requests++;
      },
    });
    const trackers = new TrackerCache((id, abort) => this.#client.readTracker(id, abort));
    this.#copy = new WorkingCopy(wideArtifactId, this.#client, trackers, this.#store);
  }

  async open(): Promise<string> {
    const before = this.#requests;
    const base = await this.#copy.read(signal);
    await this.#copy.adopt(document, base);
    this.requestsPerOpen = this.#requests - before;
    return printJsonDocument(documentEntries(base));
  }

  async save(text: string, value: string): Promise<void> {
    const { entries } = parseJsonDocument(text);
    const changed = entries.find(
      (entry) => typeof entry.members["value"] === "string" && /[a-z]/i.test(entry.members["value"]),
    );
    if (!changed) {
      throw new Error("The artifact has no string to change");
    }
    this.savedField = changed.fieldId;
    const mine = entries.map((entry): Entry => (entry === changed ? { ...entry, members: { value } } : entry));
    const outcome = await this.#copy.save(document, mine, "plain", signal);
    if (outcome.kind !== "saved") {
      throw new Error(`The save ended as ${outcome.kind}`);
    }
  }

  /** Resolves when what is not waited for is done, so that it is not counted against what comes next. */
  settled(): Promise<void> {
    return this.#store.settled();
  }

  async close(): Promise<void> {
    await this.#client.close();
    await this.#store.remove();
  }
}

/** The floor: what any client has to do for the same, a key, identity encoding, the condition and parsed answers. */
class BareRounds {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #headers: Record<string, string>;

  constructor({ baseUrl, key }: Service) {
    const { origin, pathname } = new URL(baseUrl);
    this.#pool = new Pool(origin);
    this.#path = `${pathname}/artifacts/${wideArtifactId}`;
    this.#headers = { "x-auth-accesskey": key, accept: "application/json", "accept-encoding": "identity" };
  }

  async open(): Promise<string> {
    const { headers, body } = await this.#pool.request({ method: "GET", path: this.#path, headers: this.#headers });
    await body.json();
    return String(headers.etag);
  }

  async save(fieldId: number, value: string): Promise<void> {
    const etag = await this.open();
    const { statusCode, body } = await this.#pool.request({
      method: "PUT",
      path: this.#path,
      headers: { ...this.#headers, "content-type": "application/json", "if-match": etag },
      body: JSON.stringify({ values: [{ field_id: fieldId, value }] }),
    });
    await body.dump();
    if (statusCode !== 200) {
      throw new Error(`The bare PUT was answered ${statusCode}`);
    }
    await this.open();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

async function timed<T>(work: () => Promise<T>, times: number[] | undefined): Promise<T> {
  const start = performance.now();
  const result = await work();
  times?.push(performance.now() - start);
  return result;
}

function compare(name: string, core: readonly number[], bare: readonly number[]): Figure {
  const ratio = median(core) / median(bare);
  return {
    name,
    value: `${milliseconds(median(core))} / ${milliseconds(median(bare))} = ${ratio.toFixed(2)}`,
    target: "at most 1.20",
  };
}
