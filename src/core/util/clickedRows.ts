/**
 * Opens rows of the tree as they are clicked. They share one tab, which is for the row that was clicked last. A row
 * that was clicked before and is read only now must take neither the tab nor the keyboard from it.
 */
export class ClickedRows {
  #opening: { readonly key: string; readonly result: Promise<void>; readonly abort: AbortController } | undefined;

  /**
   * Opens a document by `open`, whose signal aborts when another row is clicked. Clicking the row of the same `key`
   * again in the meantime opens nothing more. What is opened without `isClicked` goes on beside all others.
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
