/** Where values are kept over restarts. VS Code's `Memento` fits. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}
