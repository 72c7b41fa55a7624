import { setImmediate as nextTurn } from "node:timers/promises";
import type * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { ArtifactTypes } from "../../core/workingCopy/artifactTypes.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { SavedState, StateStore } from "../../core/workingCopy/savedState.ts";
import { OwnFiles } from "../storage/ownFiles.ts";

/** How the states of one kind of document are kept. */
export interface StateForm<T extends KindTypes> {
  /** Raised when the shape changes: what an older version wrote is then not taken up. */
  readonly formatVersion: number;
  /** Whether what was kept can be relied on: a base with all that a save reads of it. */
  isState(id: number, value: unknown): value is SavedState<T>;
}

/**
 * States of one connection's working copies as files in the extension's storage, one folder a window: two windows may
 * hold unsaved texts made from different versions of one resource.
 */
export class DiskStateStore<T extends KindTypes> implements StateStore<T> {
  readonly #files: OwnFiles;
  readonly #form: StateForm<T>;
  /** Not written yet. */
  readonly #latest = new Map<number, SavedState<T>>();

  /** `onFailure` hears of states that could not be written; a text without its base is compared before it is sent. */
  constructor(folder: vscode.Uri, form: StateForm<T>, onFailure: (error: unknown) => void) {
    this.#files = new OwnFiles(folder, form.formatVersion, onFailure);
    this.#form = form;
  }

  async read(id: number): Promise<SavedState<T> | undefined> {
    const state = await this.#files.read(`${id}`);
    return this.#form.isState(id, state) ? state : undefined;
  }

  async write(id: number, state: SavedState<T>): Promise<void> {
    this.#latest.set(id, state);
    // In a later turn: a text is not kept waiting for it, and what changes several times in one is written once.
    await nextTurn();
    const latest = this.#latest.get(id);
    this.#latest.delete(id);
    await (latest ? this.#files.write(`${id}`, latest) : this.#files.settled(`${id}`));
  }

  async remove(id: number): Promise<void> {
    this.#latest.delete(id);
    await this.#files.remove(`${id}`);
  }

  /** Resolves once all that was to be written is. */
  async settled(): Promise<void> {
    await nextTurn();
    await this.#files.settled();
  }
}

/** The states of artifacts' working copies. */
export const artifactStates: StateForm<ArtifactTypes> = {
  formatVersion: 3,
  isState: (artifactId, value): value is SavedState<ArtifactTypes> =>
    isStateWith(value, (base) => isBaseOf(artifactId, base)),
};

/** Whether `value` is a state with bases that `isBase`. */
export function isStateWith(value: unknown, isBase: (value: unknown) => boolean): boolean {
  return (
    isJsonObject(value) &&
    isBase(value.base) &&
    (value.shown === undefined || (isJsonObject(value.shown) && Object.values(value.shown).every(isBase))) &&
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

/** Whether `value` is what is to be settled in a document. */
function isSettlement(value: unknown): boolean {
  return isJsonObject(value) && isJsonObject(value.outdated) && Array.isArray(value.mineChosen);
}
