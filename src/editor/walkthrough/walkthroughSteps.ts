import { commands, type TabGroup, window } from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import type { KeyValueStore } from "../../core/util/keyValueStore.ts";
import { type WalkthroughStep, walkthroughKeys } from "../manifest/contributions.ts";

const storedAs = "walkthrough/done";

/**
 * Remembers which steps of the walkthrough were done, and completes them there.
 *
 * VS Code looks at walkthroughs only once a window shows one, and takes a key for a step's completion only if it turns
 * true after that: one that was true before completes nothing in that window. So no key is set before.
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

  /** The person has done what a step is about. */
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

/** VS Code tells nothing of the tab of walkthroughs but its label, which is translated. */
function mayShowWalkthrough({ tabs }: TabGroup): boolean {
  return tabs.some(({ input }) => input === undefined);
}
