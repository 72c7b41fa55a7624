import { setImmediate as nextTurn } from "node:timers/promises";
import type * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { SavedState, StateStore } from "../../core/workingCopy/ports.ts";
import { JsonFiles } from "../jsonFiles.ts";

/** Raised when the shape of `SavedState` changes: what an older version wrote is then not taken up. */
const formatVersion = 3;

/**
 * States of one connection's working copies as files in the extension's storage, one folder a window: two windows may
 * hold unsaved texts made from different versions of one artifact.
 */
export class DiskStateStore implements StateStore {
  readonly #files: JsonFiles;
  /** Not written yet. */
  readonly #latest = new Map<number, SavedState>();
  readonly #underWay = new Map<number, Promise<void>>();

  /** `onFailure` hears of states that could not be written; a text without its base is compared before it is sent. */
  constructor(folder: vscode.Uri, onFailure: (error: unknown) => void) {
    this.#files = new JsonFiles(folder, formatVersion, onFailure);
  }

  async read(artifactId: number): Promise<SavedState | undefined> {
    const state = await this.#files.read(`${artifactId}`);
    return isStateOf(artifactId, state) ? state : undefined;
  }

  write(artifactId: number, state: SavedState): Promise<void> {
    this.#latest.set(artifactId, state);
    return this.#afterOthers(artifactId, async () => {
      // In a later turn: a text is not kept waiting for it, and what changes several times in one is written once.
      await nextTurn();
      const latest = this.#latest.get(artifactId);
      if (latest && this.#latest.delete(artifactId)) {
        await this.#files.write(`${artifactId}`, latest);
      }
    });
  }

  remove(artifactId: number): Promise<void> {
    this.#latest.delete(artifactId);
    return this.#afterOthers(artifactId, () => this.#files.remove(`${artifactId}`));
  }

  #afterOthers(artifactId: number, work: () => Promise<void>): Promise<void> {
    const done = (this.#underWay.get(artifactId) ?? Promise.resolve()).then(work);
    this.#underWay.set(artifactId, done);
    return done;
  }
}

/** Whether what was kept can be relied on: a base of this artifact with all that a save reads of it. */
function isStateOf(artifactId: number, value: unknown): value is SavedState {
  return (
    isJsonObject(value) && isBaseOf(artifactId, value.base) && (value.shown === undefined || isJsonObject(value.shown))
  );
}

function isBaseOf(artifactId: number, value: unknown): boolean {
  return (
    isJsonObject(value) && value.artifactId === artifactId && isJsonObject(value.version) && Array.isArray(value.fields)
  );
}
