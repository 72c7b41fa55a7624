import { setImmediate as nextTurn } from "node:timers/promises";
import type * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { SavedState, StateStore } from "../../core/workingCopy/savedState.ts";
import { OwnFiles } from "../storage/ownFiles.ts";
import { removeFolder } from "../storage/removeFolder.ts";

/** How the states of one kind of document are kept. */
export interface StateForm {
  /** Raised when the shape changes: what an older version wrote is then not taken up. */
  readonly formatVersion: number;
  /** Whether what was kept can be relied on: a base of the resource with all that a save reads of it. */
  isBase(id: number, value: unknown): boolean;
  /** Whether `value` is a change. For kinds that keep a PUT of which nobody knows the fate. */
  isChange?(value: unknown): boolean;
}

/**
 * States of one connection's working copies as files in the extension's storage, one folder a window: two windows may
 * hold unsaved texts made from different versions of one resource.
 */
export class DiskStateStore<T extends KindTypes> implements StateStore<T> {
  readonly #folder: vscode.Uri;
  readonly #files: OwnFiles;
  readonly #form: StateForm;
  /** Not written yet. */
  readonly #latest = new Map<number, SavedState<T>>();

  /** `onFailure` hears of states that could not be written; a text without its base is compared before it is sent. */
  constructor(folder: vscode.Uri, form: StateForm, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#files = new OwnFiles(folder, form.formatVersion, onFailure);
    this.#form = form;
  }

  async read(id: number): Promise<SavedState<T> | undefined> {
    const state = await this.#files.read(`${id}`);
    return isState<T>(state, id, this.#form) ? state : undefined;
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

  /** Removes all that is kept of the connection, after what is being written. Never rejects. */
  async removeAll(): Promise<void> {
    await nextTurn();
    await this.#files.settled();
    await removeFolder(this.#folder);
  }
}

/** The states of artifacts' working copies. */
export const artifactStates: StateForm = {
  formatVersion: 3,
  isBase: (artifactId, value) =>
    isJsonObject(value) &&
    value.artifactId === artifactId &&
    isJsonObject(value.version) &&
    Array.isArray(value.fields),
};

/** Whether `value` is the state of a resource in this form. */
function isState<T extends KindTypes>(value: unknown, id: number, form: StateForm): value is SavedState<T> {
  const isBase = (base: unknown) => form.isBase(id, base);
  return (
    isJsonObject(value) &&
    isBase(value.base) &&
    (value.shown === undefined || (isJsonObject(value.shown) && Object.values(value.shown).every(isBase))) &&
    (value.settlements === undefined ||
      (isJsonObject(value.settlements) && Object.values(value.settlements).every(isSettlement))) &&
    (value.conflicting === undefined || Array.isArray(value.conflicting)) &&
    (value.unknown === undefined || Array.isArray(value.unknown)) &&
    (value.unanswered === undefined || isUnanswered(value.unanswered, isBase, form))
  );
}

/** Whether `value` is what is to be settled in a document. */
function isSettlement(value: unknown): boolean {
  return isJsonObject(value) && isJsonObject(value.outdated) && Array.isArray(value.mineChosen);
}

/** Whether `value` is a PUT of which nobody knows the fate. */
function isUnanswered(value: unknown, isBase: (value: unknown) => boolean, { isChange }: StateForm): boolean {
  return (
    isJsonObject(value) &&
    typeof value.document === "string" &&
    isBase(value.target) &&
    isChange?.(value.change) === true
  );
}
