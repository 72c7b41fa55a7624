import { commands, type TabGroup, window } from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { KeyValueStore } from "../../core/util/keyValueStore.ts";
import { type WalkthroughStep, walkthroughKeys } from "../manifest/contributions.ts";

const storedAs = "walkthrough/done";

/**
 * Remembers which steps of the walkthrough were done, and completes them there. VS Code looks at walkthroughs only once
 * a window shows one. A key completes a step only if it turns true after that; one that was true before does nothing in
 * that window. So no key is set before a walkthrough is shown.
 */
export class WalkthroughSteps extends DisposableOwner {
  readonly #memory: KeyValueStore;
  #isShown = false;

  /** `memory` keeps what was done, for all windows. */
  constructor(memory: KeyValueStore) {
    super();
    this.#memory = memory;
    this.#look();
    this.disposables.add(window.tabGroups.onDidChangeTabs(() => this.#look()));
  }

  /** Notes that the person has done what a step is about. */
  done(step: WalkthroughStep): void {
    if (!this.#done.includes(step)) {
      void this.#memory.update(storedAs, [...this.#done, step]);
      this.#complete([step]);
    }
  }

  get #done(): readonly unknown[] {
    const stored = this.#memory.get(storedAs);
    return Array.isArray(stored) ? stored : [];
  }

  #look(): void {
    if (!this.#isShown && window.tabGroups.all.some(mayShowWalkthrough)) {
      this.#isShown = true;
      this.#complete(this.#done);
    }
  }

  #complete(steps: readonly unknown[]): void {
    for (const [step, key] of this.#isShown ? Object.entries(walkthroughKeys) : []) {
      if (steps.includes(step)) {
        void commands.executeCommand("setContext", key, true);
      }
    }
  }
}

/** Tells whether a tab may show a walkthrough. VS Code tells only the label of such a tab, and that is translated. */
function mayShowWalkthrough({ tabs }: TabGroup): boolean {
  return tabs.some(({ input }) => input === undefined);
}
