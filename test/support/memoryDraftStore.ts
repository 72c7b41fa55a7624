import type { Attempt, DraftState, DraftStore, Hold } from "../../src/core/draft/ports.ts";

/** The draft of a window that is alone. Two drafts with one store are one window before and after a reload. */
export class MemoryDraftStore implements DraftStore {
  #state: string | undefined;

  constructor(state?: DraftState) {
    this.#state = state && JSON.stringify(state);
  }

  async hold(): Promise<Hold> {
    return "taken";
  }

  async release(): Promise<void> {}

  async begin(id: string, attempt: Attempt): Promise<boolean> {
    const state = await this.read();
    this.#state = JSON.stringify({ ...state, id, attempt });
    return state?.attempt === undefined;
  }

  async read(): Promise<DraftState | undefined> {
    return this.#state === undefined ? undefined : JSON.parse(this.#state);
  }

  async write(state: DraftState): Promise<void> {
    this.#state = JSON.stringify(state);
  }

  async remove(): Promise<void> {
    this.#state = undefined;
  }
}
