import { setImmediate as nextTurn } from "node:timers/promises";
import type * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { ArtifactState, ArtifactStateStore } from "../../core/workingCopy/artifactKind.ts";
import { OwnFiles } from "../storage/ownFiles.ts";

/** Raised when the shape of `ArtifactState` changes: what an older version wrote is then not taken up. */
const formatVersion = 3;

/**
 * States of one connection's working copies as files in the extension's storage, one folder a window: two windows may
 * hold unsaved texts made from different versions of one artifact.
 */
export class DiskStateStore implements ArtifactStateStore {
  readonly #files: OwnFiles;
  /** Not written yet. */
  readonly #latest = new Map<number, ArtifactState>();

  /** `onFailure` hears of states that could not be written; a text without its base is compared before it is sent. */
  constructor(folder: vscode.Uri, onFailure: (error: unknown) => void, host?: string) {
    this.#files = new OwnFiles(folder, formatVersion, onFailure, host);
  }

  async read(artifactId: number): Promise<ArtifactState | undefined> {
    const state = await this.#files.read(`${artifactId}`);
    return isStateOf(artifactId, state) ? state : undefined;
  }

  async write(artifactId: number, state: ArtifactState): Promise<void> {
    this.#latest.set(artifactId, state);
    // In a later turn: a text is not kept waiting for it, and what changes several times in one is written once.
    await nextTurn();
    const latest = this.#latest.get(artifactId);
    this.#latest.delete(artifactId);
    await (latest ? this.#files.write(`${artifactId}`, latest) : this.#files.settled(`${artifactId}`));
  }

  remove(artifactId: number): Promise<void> {
    this.#latest.delete(artifactId);
    return this.#files.remove(`${artifactId}`);
  }

  /** Resolves once all that was to be written is. */
  async settled(): Promise<void> {
    await nextTurn();
    await this.#files.settled();
  }
}

/** Whether what was kept can be relied on: a base of this artifact with all that a save reads of it. */
function isStateOf(artifactId: number, value: unknown): value is ArtifactState {
  return (
    isJsonObject(value) &&
    isBaseOf(artifactId, value.base) &&
    (value.shown === undefined ||
      (isJsonObject(value.shown) && Object.values(value.shown).every((base) => isBaseOf(artifactId, base)))) &&
    (value.settlements === undefined ||
      (isJsonObject(value.settlements) && Object.values(value.settlements).every(isSettlement))) &&
    (value.conflicting === undefined || Array.isArray(value.conflicting)) &&
    (value.unknown === undefined || Array.isArray(value.unknown))
  );
}

function isBaseOf(artifactId: number, value: unknown): boolean {
  return (
    isJsonObject(value) && value.artifactId === artifactId && isJsonObject(value.version) && Array.isArray(value.fields)
  );
}

function isSettlement(value: unknown): boolean {
  return isJsonObject(value) && isJsonObject(value.outdated) && Array.isArray(value.mineChosen);
}
