import { setImmediate as nextTurn } from "node:timers/promises";
import type * as vscode from "vscode";
import { isSameAddress } from "../../core/connection/address.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { Hosts } from "../../core/windows/hosts.ts";
import { isSavedState, type SavedState, type StateForm, type StateStore } from "../../core/workingCopy/keptState.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import { removeFolder } from "../storage/jsonFiles.ts";
import { OwnFiles } from "../storage/ownFiles.ts";

/**
 * Keeps the states of one connection's working copies, made at one address, as files in the extension's storage. Each
 * window has a folder of its own: two windows may hold unsaved texts made from different versions of one resource.
 */
export class DiskStateStore<T extends KindTypes> implements StateStore<T> {
  readonly #folder: vscode.Uri;
  readonly #files: OwnFiles;
  readonly #form: StateForm;
  readonly #address: string;
  /** Holds the states that are still to be written. */
  readonly #latest = new Map<number, SavedState<T>>();

  /** `onFailure` hears of states that could not be written; a text without its base is compared before it is sent. */
  constructor(folder: vscode.Uri, hosts: Hosts, form: StateForm, address: string, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#files = new OwnFiles(folder, hosts, form.formatVersion, onFailure);
    this.#form = form;
    this.#address = address;
  }

  async read(id: number): Promise<SavedState<T> | undefined> {
    const kept = await this.#files.read(`${id}`);
    const state = isJsonObject(kept) && isSameAddress(kept.address, this.#address) ? kept.state : undefined;
    return isSavedState<T>(state, id, this.#form) ? state : undefined;
  }

  async write(id: number, state: SavedState<T>): Promise<void> {
    this.#latest.set(id, state);
    // The state is written in a later turn: no text waits for it, and several changes in one turn are written once.
    await nextTurn();
    const latest = this.#latest.get(id);
    this.#latest.delete(id);
    await (latest
      ? this.#files.writeOrForget(`${id}`, { address: this.#address, state: latest })
      : this.#files.settled(`${id}`));
  }

  async remove(id: number): Promise<void> {
    this.#latest.delete(id);
    await this.#files.remove(`${id}`);
  }

  /** Removes all that is kept of the connection, after what is being written. Throws what the disk says. */
  async removeAll(): Promise<void> {
    await nextTurn();
    await this.#files.settled();
    await removeFolder(this.#folder);
  }
}
