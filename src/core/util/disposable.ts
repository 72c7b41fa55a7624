/** Something that its owner has to let go of. VS Code's own disposables fit. */
export interface Disposable {
  dispose(): unknown;
}

/**
 * Keeps disposables and disposes them with itself: the newest first, all of them even if one throws, and once only.
 * What is added after that is disposed at once.
 */
export class DisposableStore implements Disposable {
  readonly #kept: Disposable[] = [];
  #isDisposed = false;

  add<T extends Disposable>(disposable: T): T {
    if (this.#isDisposed) {
      disposable.dispose();
    } else {
      this.#kept.push(disposable);
    }
    return disposable;
  }

  dispose(): void {
    this.#isDisposed = true;
    const errors: unknown[] = [];
    for (let next = this.#kept.pop(); next !== undefined; next = this.#kept.pop()) {
      try {
        next.dispose();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, "Not everything could be disposed");
    }
  }
}

/** Has disposables of its own, and disposes them with itself. */
export abstract class DisposableOwner implements Disposable {
  protected readonly disposables = new DisposableStore();

  dispose(): void {
    this.disposables.dispose();
  }
}
