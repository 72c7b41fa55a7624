import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";

/**
 * A JSON value in a file of the extension's storage. It is replaced as a whole, so that a crash leaves the one before.
 *
 * The storage is on the disk of the extension host. By `vscode.workspace.fs` each step would ask the window first, which takes
 * longest when it is at work: while a document opens or is saved, and waits for this.
 */
export class KeptJson<T> {
  readonly #file: vscode.Uri;
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` hears of values that could not be written, and of a file that is no JSON any more. */
  constructor(file: vscode.Uri, onFailure: (error: unknown) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  /**
   * Undefined when there is none, or none that `isValid`. A file that is no JSON is set aside under the name
   * `….broken`, for somebody to look at; it stands in nobody's way. Never throws.
   */
  async read(isValid: (value: unknown) => value is T): Promise<T | undefined> {
    let text: string;
    try {
      text = await readFile(this.#file.fsPath, "utf8");
    } catch {
      // None was kept.
      return undefined;
    }
    try {
      const value: unknown = JSON.parse(text);
      return isValid(value) ? value : undefined;
    } catch (error) {
      this.#onFailure(error);
      await this.#setAside();
      return undefined;
    }
  }

  /** Never throws. */
  async write(value: T): Promise<void> {
    const unfinished = this.#beside("new");
    try {
      await mkdir(path.dirname(unfinished.fsPath), { recursive: true });
      await writeFile(unfinished.fsPath, JSON.stringify(value));
      // On Windows who watches files may hold one for a moment: VS Code tries again for a while.
      await rename(unfinished.fsPath, this.#file.fsPath).catch(() =>
        vscode.workspace.fs.rename(unfinished, this.#file, { overwrite: true }),
      );
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Never throws. */
  async remove(): Promise<void> {
    try {
      await rm(this.#file.fsPath);
    } catch {
      // There was none.
    }
  }

  async #setAside(): Promise<void> {
    try {
      await vscode.workspace.fs.rename(this.#file, this.#beside("broken"), { overwrite: true });
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #beside(ending: string): vscode.Uri {
    return this.#file.with({ path: `${this.#file.path}.${ending}` });
  }
}
