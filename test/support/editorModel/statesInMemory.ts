import type { SavedState, StateForm, StateStore } from "../../../src/core/workingCopy/keptState.ts";
import type { KindTypes } from "../../../src/core/workingCopy/kindTypes.ts";

/** Gives what is kept for one address. */
export interface StateStores {
  storeAt(address: string): StateStore<KindTypes>;
}

/** Takes the place of `src/editor/documents/diskStateStore.ts`; its hosts are a `StateStores`. */
export class DiskStateStore implements StateStore<KindTypes> {
  readonly #store: StateStore<KindTypes>;

  constructor(_folder: unknown, stores: StateStores, _form: StateForm, address: string) {
    this.#store = stores.storeAt(address);
  }

  read(id: number): Promise<SavedState<KindTypes> | undefined> {
    return this.#store.read(id);
  }

  write(id: number, state: SavedState<KindTypes>): Promise<void> {
    return this.#store.write(id, state);
  }

  remove(id: number): Promise<void> {
    return this.#store.remove(id);
  }

  async removeAll(): Promise<void> {}
}
