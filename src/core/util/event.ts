import type { Disposable } from "./disposable.ts";

/** Announces something: call it with a listener, dispose the answer to stop. VS Code's `Event` fits. */
export type Event<T> = (listener: (event: T) => unknown) => Disposable;

/** Fires an event to all who listen when `fire` is called; a listener that throws does not keep it from the others. */
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
 * Tells `listener` what has happened already. That it fails is no failure of what it is told of: `onFailure` hears of
 * it.
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
