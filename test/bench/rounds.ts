import { mkdtempSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Pool } from "undici";
import { jsonCodec } from "../../src/core/codec/jsonCodec.ts";
import { Catalog } from "../../src/core/known/catalog.ts";
import type { Entry } from "../../src/core/model/entry.ts";
import { createServiceClient, type ServiceClient } from "../../src/core/service/serviceClient.ts";
import type { ArtifactState, ArtifactStateStore } from "../../src/core/workingCopy/artifactKind.ts";
import { type ArtifactCopy, artifactCopy } from "../../src/core/workingCopy/artifactKind.ts";
import { type Base, documentEntries } from "../../src/core/workingCopy/base.ts";
import { artifactForm } from "../../src/core/workingCopy/textForm.ts";
import { MemoryCatalogStore } from "../support/memoryCatalogStore.ts";
import type { Service } from "./service.ts";

const document = "artifact://bench/artifacts/1501.artifact.json";
const form = artifactForm(jsonCodec);
const { signal } = new AbortController();

/** Keeps states as the extension does: as JSON in a file, after those who asked for it have gone on. */
class FileStateStore implements ArtifactStateStore {
  readonly #file = path.join(mkdtempSync(path.join(tmpdir(), "artifact-desk-bench-")), "state.json");
  #written: Promise<void> = Promise.resolve();
  #last: ArtifactState | undefined;

  async read(): Promise<undefined> {
    return undefined;
  }

  write(_artifactId: number, state: ArtifactState): Promise<void> {
    this.#last = state;
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

  /** Writes the last state once more. */
  async writeAgain(): Promise<void> {
    if (this.#last) {
      await this.write(0, this.#last);
    }
  }

  settled(): Promise<void> {
    return this.#written;
  }
}

/** An artifact of the wide tracker, from the requests to its text and back, as a window has it. */
export class CoreClient {
  readonly #store = new FileStateStore();
  readonly #client: ServiceClient;
  readonly #copy: ArtifactCopy;
  #text = "";
  /** What is to be read after a save. */
  #waiting: (() => void) | undefined;
  #onRead = () => {};
  /** How many were answered. */
  requests = 0;
  /** A field with a line of text. */
  lineField = 0;

  constructor({ baseUrl, key }: Service, artifactId: number) {
    this.#client = createServiceClient({
      connection: { id: "bench", url: baseUrl, label: "Bench" },
      accessKey: async () => key,
      timeoutMs: 10_000,
      network: { noProxy: [], strictSsl: true },
      log: () => {
        this.requests++;
      },
    });
    const catalog = new Catalog(baseUrl, async () => this.#client, new MemoryCatalogStore());
    const after = (_ms: number, run: () => void) => {
      this.#waiting = run;
      return {
        dispose: () => {
          this.#waiting = undefined;
        },
      };
    };
    const onFailure = (error: unknown) => {
      throw error;
    };
    const around = { after, confirmed: () => this.#onRead(), onFailure };
    this.#copy = artifactCopy(artifactId, this.#client, catalog, this.#store, () => {}, around);
  }

  async open(): Promise<void> {
    const base = await this.#copy.read(signal);
    await this.#copy.adopt(document, base);
    const entries = documentEntries(base);
    this.lineField = entries.find(isLine)?.fieldId ?? 0;
    this.#text = printed(base);
  }

  /** The text with another value, as it is once it was saved. */
  async save(value: string): Promise<void> {
    const { entries } = form.parse(this.#text, this.#copy.contextOf(document));
    const mine = entries.map(
      (entry): Entry => (entry.fieldId === this.lineField ? { ...entry, members: { value } } : entry),
    );
    const outcome = await this.#copy.save(document, mine, "plain", signal);
    if (outcome.kind !== "saved") {
      throw new Error(`The save ended as ${outcome.kind}`);
    }
    this.#text = printed(outcome.base);
  }

  /** Makes the reading after a save, now. */
  async readLater(): Promise<void> {
    const run = this.#waiting;
    this.#waiting = undefined;
    if (run) {
      await new Promise<void>((resolve) => {
        this.#onRead = resolve;
        run();
      });
    }
  }

  /** Resolves when what is not waited for is done, so that it is not counted against what comes next. */
  settled(): Promise<void> {
    return this.#store.settled();
  }

  /** Writes a state, which leaves the processor's caches cold: to be done before the floor as it is before our code. */
  async writeState(): Promise<void> {
    await this.#store.writeAgain();
    await this.#store.settled();
  }

  async close(): Promise<void> {
    this.#copy.stop();
    await this.#client.close();
    await this.#store.remove();
  }
}

function printed(base: Base): string {
  const print = form.print(base);
  if (print.kind !== "text") {
    throw new Error("The document cannot be printed");
  }
  return print.text;
}

function isLine({ members: { value } }: Entry): boolean {
  return typeof value === "string" && /[a-z]/i.test(value);
}

/** The floor: what any client has to do for the same, a key, identity encoding, the condition and parsed answers. */
export class BareClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #headers: Record<string, string>;
  #etag = "";

  constructor({ baseUrl, key }: Service, artifactId: number) {
    const { origin, pathname } = new URL(baseUrl);
    this.#pool = new Pool(origin);
    this.#path = `${pathname}/artifacts/${artifactId}`;
    this.#headers = { "x-auth-accesskey": key, accept: "application/json", "accept-encoding": "identity" };
  }

  async open(): Promise<void> {
    const { headers, body } = await this.#pool.request({ method: "GET", path: this.#path, headers: this.#headers });
    await body.json();
    this.#etag = String(headers.etag);
  }

  /** Over the version that it knows. */
  async save(fieldId: number, value: string): Promise<void> {
    const { statusCode, headers, body } = await this.#pool.request({
      method: "PUT",
      path: this.#path,
      headers: { ...this.#headers, "content-type": "application/json", "if-match": this.#etag },
      body: JSON.stringify({ values: [{ field_id: fieldId, value }] }),
    });
    await body.dump();
    if (statusCode !== 200) {
      throw new Error(`The bare PUT was answered ${statusCode}`);
    }
    this.#etag = String(headers.etag);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
