import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Pool } from "undici";
import { parseJsonDocument, printJsonDocument } from "../../src/core/codec/jsonCodec.ts";
import { Catalog } from "../../src/core/known/catalog.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import type { ArtifactState, ArtifactStateStore } from "../../src/core/workingCopy/artifactKind.ts";
import { type ArtifactCopy, artifactCopy } from "../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../src/core/workingCopy/base.ts";
import { MemoryCatalogStore } from "../support/memoryCatalogStore.ts";
import { compare, type Figure, rest, type Sample, takingTurns, timed } from "./figure.ts";
import { type Service, startService } from "./service.ts";

/** The tracker of the reference service whose artifacts have sixty fields. */
const wideArtifactId = 1501;
const rounds = 300;
/** Until the code runs as it does in a window that is open for a while: bare undici gets there twice as fast as what calls it. */
const warmUpRounds = 200;
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
      coreOpen: [] as Sample[],
      coreSave: [] as Sample[],
      bareOpen: [] as Sample[],
      bareSave: [] as Sample[],
    };
    await core.open();
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const kept = round >= warmUpRounds ? times : undefined;
      const rested = async () => kept && (await rest());
      const ofCore = async () => {
        await rested();
        const opened = await timed(() => core.open(), kept?.coreOpen);
        await core.settled();
        await rested();
        await timed(() => core.save(opened, `core ${round}`), kept?.coreSave);
        await core.settled();
      };
      const ofBare = async () => {
        await rested();
        await timed(() => bare.open(), kept?.bareOpen);
        await rested();
        await timed(() => bare.save(core.savedField, `bare ${round}`), kept?.bareSave);
      };
      await takingTurns(round, ofCore, ofBare);
    }
    return [
      compare("Open an artifact of 60 fields, core over bare undici", times.coreOpen, times.bareOpen),
      compare("Save it (GET, PUT, GET), core over bare undici", times.coreSave, times.bareSave),
      { name: "Requests of an opening with the tracker known", value: String(core.requestsPerOpen), target: "1" },
    ];
  } finally {
    await Promise.all([core.close(), bare.close()]);
    service.stop();
  }
}

/** Keeps states as the extension does: as JSON in a file, after those who asked for it have gone on. */
class FileStateStore implements ArtifactStateStore {
  readonly #file = path.join(mkdtempSync(path.join(tmpdir(), "artifact-desk-bench-")), "state.json");
  #written: Promise<void> = Promise.resolve();

  async read(): Promise<undefined> {
    return undefined;
  }

  write(_artifactId: number, state: ArtifactState): Promise<void> {
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
  readonly #copy: ArtifactCopy;
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
    const catalog = new Catalog({
      baseUrl,
      service: async () => this.#client,
      store: new MemoryCatalogStore(),
    });
    this.#copy = artifactCopy(wideArtifactId, this.#client, catalog, this.#store);
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
