import { afterRefused, afterSending, type BoxWords, sentWith, typedWords } from "../../src/core/comment/boxWords.ts";
import type { SentStore } from "../../src/core/comment/givenWords.ts";

/** A comment box on a disk that outlives its window. */
export class MemoryBox {
  now: BoxWords = typedWords("");
  isFull = false;

  sentOf(documents: readonly string[]): SentStore {
    return {
      read: async () => sentWith(this.now, documents),
      add: async (sent) => {
        this.now = afterSending(this.now, { ...sent, documents });
        return !this.isFull;
      },
      remove: async (sent) => {
        this.now = afterRefused(this.now, { ...sent, documents });
      },
    };
  }
}
