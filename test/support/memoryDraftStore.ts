import type { DraftState, DraftStore, Hold, SentOnce } from "../../src/core/draft/ports.ts";

/** The draft of a window that is alone. Two drafts with one store are one window before and after a reload. */
export class MemoryDraftStore<S extends SentOnce = DraftState> implements DraftStore<S> {
  #state: string | undefined;

  constructor(state?: S) {
    this.#state = state && JSON.stringify(state);
  }

  async hold(): Promise<Hold> {
    return "taken";
  }

  async release(): Promise<void> {}

  async begin(id: string, attempt: NonNullable<S["attempt"]>): Promise<boolean> {
    const state = await this.read();
    this.#state = JSON.stringify({ ...state, id, attempt });
    return state?.attempt === undefined;
  }

  async read(): Promise<S | undefined> {
    return this.#state === undefined ? undefined : JSON.parse(this.#state);
  }

  async write(state: S): Promise<void> {
    this.#state = JSON.stringify(state);
  }

  async remove(): Promise<void> {
    this.#state = undefined;
  }
}
