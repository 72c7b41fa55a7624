import type { Disposable } from "./disposable.ts";

/** Announces something. Whoever calls it with a listener disposes the result to stop. VS Code's `Event` fits. */
export type Event<T> = (listener: (event: T) => unknown) => Disposable;

/** Fires an event to all listeners when `fire` is called. A listener that throws does not keep it from the others. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<{ readonly call: (event: T) => unknown }>();

  readonly event: Event<T> = (listener) => {
    const entry = { call: listener };
    this.#listeners.add(entry);
    return { dispose: () => this.#listeners.delete(entry) };
  };

  fire(event: T): void {
    const errors: unknown[] = [];
    for (const listener of [...this.#listeners]) {
      try {
        listener.call(event);
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) {
      throw new AggregateError(errors, "A listener failed");
    }
  }

  dispose(): void {
    this.#listeners.clear();
  }
}

/**
 * Makes a listener that never throws: what it is told of has happened already, and does not fail with it. `onFailure`
 * hears of the error.
 */
export function safeListener<Told extends readonly unknown[]>(
  listener: (...told: Told) => unknown,
  onFailure: (error: unknown) => void,
): (...told: Told) => void {
  return (...told) => {
    try {
      listener(...told);
    } catch (error) {
      onFailure(error);
    }
  };
}
