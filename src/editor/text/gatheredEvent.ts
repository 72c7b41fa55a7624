import { EventEmitter } from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { GatheredRun } from "../../core/util/gatheredRun.ts";

/** VS Code itself waits longer than this before it asks for what it shows. */
const gatherMs = 50;

/**
 * Tells VS Code in one event of all that changed within a moment. Each event is a message to the window, which asks for
 * everything that is shown again: a save of many documents would send hundreds.
 */
export class GatheredEvent extends DisposableOwner {
  readonly #changed = this.disposables.add(new EventEmitter<void>());
  readonly #run = this.disposables.add(new GatheredRun(() => this.#changed.fire(), gatherMs));
  readonly event = this.#changed.event;

  fire(): void {
    this.#run.later();
  }
}
