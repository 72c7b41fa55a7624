import type { Disposable, SecretStorage, SecretStorageChangeEvent } from "vscode";

/** A SecretStorage in memory, with real events. */
export class MemorySecrets implements Pick<SecretStorage, "get" | "store" | "delete" | "onDidChange"> {
  readonly secrets = new Map<string, string>();
  readonly #listeners = new Set<(change: SecretStorageChangeEvent) => unknown>();

  readonly onDidChange = (listener: (change: SecretStorageChangeEvent) => unknown): Disposable => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  async get(key: string): Promise<string | undefined> {
    return this.secrets.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    this.secrets.set(key, value);
    this.#announce(key);
  }

  async delete(key: string): Promise<void> {
    this.secrets.delete(key);
    this.#announce(key);
  }

  #announce(key: string): void {
    for (const listener of this.#listeners) {
      listener({ key });
    }
  }
}
