import type { PendingState, PendingStore } from "../../src/core/comment/pendingComments.ts";
import { HostLife } from "./hostLife.ts";

interface Kept {
  window: PendingWindow;
  readonly document: string;
  readonly state: PendingState;
}

/** The disk on which the windows of a workspace keep the comments that wait for their saves. */
export class MemoryPending {
  address = "https://tracker.example/api/v1";
  isFull = false;
  isUnreadable = false;
  kept: Kept[] = [];

  /** Opens a window. Those before it show that they are there, unless they have ended. */
  window(life = new HostLife()): PendingWindow {
    return new PendingWindow(this, life);
  }
}

/** What one window keeps on a `MemoryPending`. */
export class PendingWindow {
  readonly store: PendingStore;
  readonly #had = new Set<string>();
  #isOver = false;

  constructor(disk: MemoryPending, life: HostLife) {
    const isOwn = ({ window, document }: Kept, of: string) => window === this && document === of;
    const asked: Omit<PendingStore, "addressOf"> = {
      take: async (document) => {
        if (disk.isUnreadable) {
          throw new Error("Nothing can be read now");
        }
        const left = disk.kept.filter(
          (each) => each.document === document && (each.window.#isOver || isOwn(each, document)),
        );
        this.#had.delete(document);
        for (const each of left) {
          each.window = this;
          this.#had.add(document);
        }
        return left.map(({ state }) => state);
      },
      isTaken: async (document) => this.#had.has(document) && !disk.kept.some((each) => isOwn(each, document)),
      write: async (document, state) => {
        if (disk.isFull) {
          return false;
        }
        this.#had.add(document);
        const others = disk.kept.filter((each) => !isOwn(each, document));
        disk.kept = [...others, { window: this, document, state: structuredClone(state) }];
        return true;
      },
      remove: async (document) => {
        this.#had.delete(document);
        disk.kept = disk.kept.filter((each) => !isOwn(each, document));
      },
    };
    this.store = { ...life.around(asked), addressOf: () => disk.address };
  }

  /** It is closed, or another one takes it for closed. */
  end(): void {
    this.#isOver = true;
  }
}
