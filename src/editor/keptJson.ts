import * as vscode from "vscode";

/** A JSON value in a file of the extension's storage. It is replaced as a whole, so that a crash leaves the one before. */
export class KeptJson<T> {
  readonly #file: vscode.Uri;
  readonly #onFailure: (error: unknown) => void;

  /** `onFailure` hears of values that could not be written. */
  constructor(file: vscode.Uri, onFailure: (error: unknown) => void) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  /** Undefined when there is none, or none that `isValid`. Never throws. */
  async read(isValid: (value: unknown) => value is T): Promise<T | undefined> {
    try {
      const bytes = await vscode.workspace.fs.readFile(this.#file);
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return isValid(value) ? value : undefined;
    } catch {
      // None was kept, or it cannot be read any more.
      return undefined;
    }
  }

  /** Never throws. */
  async write(value: T): Promise<void> {
    const unfinished = this.#file.with({ path: `${this.#file.path}.new` });
    try {
      await vscode.workspace.fs.createDirectory(vscode.Uri.joinPath(this.#file, ".."));
      await vscode.workspace.fs.writeFile(unfinished, new TextEncoder().encode(JSON.stringify(value)));
      await vscode.workspace.fs.rename(unfinished, this.#file, { overwrite: true });
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Never throws. */
  async remove(): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file);
    } catch {
      // There was none.
    }
  }
}
