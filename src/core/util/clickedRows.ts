/**
 * Opens rows of the tree as they are clicked. They share one tab, so the one that was clicked last is meant: an earlier
 * one that is still read must not take its place, and the keyboard with it, once it arrives.
 */
export class ClickedRows {
  #opening: { readonly key: string; readonly result: Promise<void>; readonly abort: AbortController } | undefined;

  /**
   * Opens a document by `open`, whose signal aborts when another row is clicked. One of the same `key` whose row is
   * clicked meanwhile is opened once. What is opened without `isClicked` goes on beside all others.
   */
  open(isClicked: boolean, key: string, open: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const abort = new AbortController();
    if (!isClicked) {
      return open(abort.signal);
    }
    if (this.#opening?.key === key) {
      return this.#opening.result;
    }
    this.#opening?.abort.abort();
    const result = open(abort.signal).finally(() => {
      if (this.#opening?.abort === abort) {
        this.#opening = undefined;
      }
    });
    this.#opening = { key, result, abort };
    return result;
  }
}
