import { setImmediate as nextTurn } from "node:timers/promises";
import * as vscode from "vscode";
import type { SavedState, StateStore } from "../../core/workingCopy/ports.ts";

/** Raised when the shape of `SavedState` changes: what an older version wrote is then not taken up. */
const formatVersion = 2;

/**
 * States of one connection's working copies as files in the extension's storage, one folder a window: two windows may
 * hold unsaved texts made from different versions of one artifact.
 */
export class DiskStateStore implements StateStore {
  readonly #folder: vscode.Uri;
  readonly #onFailure: (error: unknown) => void;
  /** Not written yet. */
  readonly #latest = new Map<number, SavedState>();
  readonly #underWay = new Map<number, Promise<void>>();
  #folderMade: Thenable<void> | undefined;

  /** `onFailure` hears of states that could not be written; a text without its base is compared before it is sent. */
  constructor(folder: vscode.Uri, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#onFailure = onFailure;
  }

  async read(artifactId: number): Promise<SavedState | undefined> {
    let bytes: Uint8Array;
    try {
      bytes = await vscode.workspace.fs.readFile(this.#file(artifactId));
    } catch {
      // None was kept, or it cannot be read: both mean that the base is unknown.
      return undefined;
    }
    try {
      const kept = JSON.parse(new TextDecoder().decode(bytes)) as { formatVersion?: unknown; state?: SavedState };
      return kept.formatVersion === formatVersion && kept.state?.base.artifactId === artifactId
        ? kept.state
        : undefined;
    } catch (error) {
      this.#onFailure(error);
      return undefined;
    }
  }

  write(artifactId: number, state: SavedState): Promise<void> {
    this.#latest.set(artifactId, state);
    return this.#afterOthers(artifactId, async () => {
      // In a later turn: a text is not kept waiting for it, and what changes several times in one is written once.
      await nextTurn();
      const latest = this.#latest.get(artifactId);
      if (latest && this.#latest.delete(artifactId)) {
        await this.#writeNow(artifactId, latest);
      }
    });
  }

  remove(artifactId: number): Promise<void> {
    this.#latest.delete(artifactId);
    return this.#afterOthers(artifactId, async () => {
      try {
        await vscode.workspace.fs.delete(this.#file(artifactId));
      } catch {
        // There was none.
      }
    });
  }

  async #writeNow(artifactId: number, state: SavedState): Promise<void> {
    const file = this.#file(artifactId);
    const unfinished = file.with({ path: `${file.path}.new` });
    try {
      this.#folderMade ??= vscode.workspace.fs.createDirectory(this.#folder);
      await this.#folderMade;
      await vscode.workspace.fs.writeFile(
        unfinished,
        new TextEncoder().encode(JSON.stringify({ formatVersion, state })),
      );
      await vscode.workspace.fs.rename(unfinished, file, { overwrite: true });
    } catch (error) {
      this.#folderMade = undefined;
      this.#onFailure(error);
    }
  }

  #afterOthers(artifactId: number, work: () => Promise<void>): Promise<void> {
    const done = (this.#underWay.get(artifactId) ?? Promise.resolve()).then(work);
    this.#underWay.set(artifactId, done);
    return done;
  }

  #file(artifactId: number): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${artifactId}.json`);
  }
}
