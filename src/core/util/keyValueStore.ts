/** Where values are kept over restarts. VS Code's `Memento` fits. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

/** What is kept under a name. */
export interface KeptName {
  readonly name: string;
  readonly bytes: number;
  /** When it was written last, in milliseconds. */
  readonly writtenAt: number;
}
