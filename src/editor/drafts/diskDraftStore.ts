import { Uri } from "vscode";
import type { DraftState, DraftStore } from "../../core/draft/ports.ts";
import { isJsonObject } from "../../core/model/json.ts";
import { KeptJson } from "../keptJson.ts";

/**
 * The state of one draft as a file in the folder of its window and connection: it goes with either. Writes are made in
 * their order.
 */
export class DiskDraftStore implements DraftStore {
  readonly #kept: KeptJson<DraftState>;
  #queue: Promise<void> = Promise.resolve();

  /** `name` is the draft's own, without a path. */
  constructor(folder: Uri, name: string, onFailure: (error: unknown) => void) {
    this.#kept = new KeptJson(Uri.joinPath(folder, `draft-${name}.json`), onFailure);
  }

  async read(): Promise<DraftState | undefined> {
    await this.#queue;
    return await this.#kept.read(isState);
  }

  write(state: DraftState): Promise<void> {
    this.#queue = this.#queue.then(() => this.#kept.write(state));
    return this.#queue;
  }

  remove(): Promise<void> {
    this.#queue = this.#queue.then(() => this.#kept.remove());
    return this.#queue;
  }
}

function isState(value: unknown): value is DraftState {
  return (
    isJsonObject(value) &&
    typeof value.text === "string" &&
    (value.attempt === undefined || (isJsonObject(value.attempt) && Array.isArray(value.attempt.entries))) &&
    (value.created === undefined || (isJsonObject(value.created) && typeof value.created.artifactId === "number"))
  );
}
