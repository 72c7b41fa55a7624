import type { DraftState } from "../../src/core/draft/ports.ts";
import type { DraftStore, Hold, SentOnce } from "../../src/core/windows/draftStore.ts";

/** The draft of a window that is alone. Two drafts with one store are one window before and after a reload. */
export class MemoryDraftStore<S extends SentOnce = DraftState> implements DraftStore<S> {
  #state: string | undefined;
  address = "https://tracker.example/api/v1";

  constructor(state?: S) {
    this.#state = state && JSON.stringify({ address: this.address, ...state });
  }

  async hold(): Promise<Hold> {
    return "taken";
  }

  async release(): Promise<void> {}

  async begin(sent: SentOnce, instead?: unknown): Promise<boolean> {
    const state = await this.read();
    const isFirst = state?.attempt === undefined || JSON.stringify(state.attempt) === JSON.stringify(instead);
    this.#state = JSON.stringify(isFirst ? { ...state, ...sent } : { ...sent, ...state });
    return isFirst;
  }

  async read(): Promise<S | undefined> {
    return this.#state === undefined ? undefined : JSON.parse(this.#state);
  }

  async write(state: S): Promise<void> {
    const attempt = state.attempt === undefined ? undefined : ((await this.read())?.attempt ?? state.attempt);
    this.#state = JSON.stringify({ ...state, attempt });
  }

  async remove(): Promise<void> {
    this.#state = undefined;
  }
}
