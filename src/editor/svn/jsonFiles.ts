import * as vscode from "vscode";

/** Plain data as JSON files in one folder of the extension's storage, by name. */
export class JsonFiles {
  readonly #folder: vscode.Uri;
  readonly #formatVersion: number;
  readonly #onFailure: (error: unknown) => void;

  /** What another `formatVersion` wrote is not taken up. `onFailure` hears of what could not be written or understood. */
  constructor(folder: vscode.Uri, formatVersion: number, onFailure: (error: unknown) => void) {
    this.#folder = folder;
    this.#formatVersion = formatVersion;
    this.#onFailure = onFailure;
  }

  /** Undefined when there is none, or none that can be read. */
  async read(name: string): Promise<unknown> {
    let bytes: Uint8Array;
    try {
      bytes = await vscode.workspace.fs.readFile(this.#file(name));
    } catch {
      // None was kept.
      return undefined;
    }
    try {
      const kept = JSON.parse(new TextDecoder().decode(bytes)) as { formatVersion?: unknown; data?: unknown };
      return kept.formatVersion === this.#formatVersion ? kept.data : undefined;
    } catch (error) {
      this.#onFailure(error);
      return undefined;
    }
  }

  /** Whole or not at all. Never throws. */
  async write(name: string, data: unknown): Promise<void> {
    const file = this.#file(name);
    const unfinished = file.with({ path: `${file.path}.new` });
    try {
      await vscode.workspace.fs.createDirectory(this.#folder);
      const text = JSON.stringify({ formatVersion: this.#formatVersion, data });
      await vscode.workspace.fs.writeFile(unfinished, new TextEncoder().encode(text));
      await vscode.workspace.fs.rename(unfinished, file, { overwrite: true });
    } catch (error) {
      this.#onFailure(error);
    }
  }

  async remove(name: string): Promise<void> {
    try {
      await vscode.workspace.fs.delete(this.#file(name));
    } catch {
      // There was none.
    }
  }

  /** The names of what is kept, in no particular order. */
  async names(): Promise<readonly string[]> {
    try {
      const files = await vscode.workspace.fs.readDirectory(this.#folder);
      return files.flatMap(([name]) => (name.endsWith(".json") ? [name.slice(0, -".json".length)] : []));
    } catch {
      // Nothing was ever kept.
      return [];
    }
  }

  #file(name: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, `${name}.json`);
  }
}
