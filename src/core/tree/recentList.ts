import type { ArtifactSummary } from "../model/artifact.ts";
import type { Remembered } from "../pins/remembered.ts";

/**
 * Recent as the tree shows it: what was opened last is at the top, except while the person goes through rows of the
 * tree, where one row more at the top would move all others under the mouse. What was opened so is taken in by
 * `settle`.
 */
export class RecentList {
  readonly #remembered: Remembered;
  readonly #isChosen: (connectionId: string, artifactId: number) => boolean;
  readonly #shown = new Map<string, readonly ArtifactSummary[]>();
  readonly #held = new Map<string, readonly ArtifactSummary[]>();
  readonly #decided = new Map<string, string>();

  /** `isChosen` tells whether a row of this artifact is chosen in the tree, where it can be seen. */
  constructor(remembered: Remembered, isChosen: (connectionId: string, artifactId: number) => boolean) {
    this.#remembered = remembered;
    this.#isChosen = isChosen;
  }

  /** Gives what to show, with what is known of each now. */
  list(connectionId: string): readonly ArtifactSummary[] {
    const recent = this.#remembered.recent(connectionId);
    const held = this.#held.get(connectionId);
    const shown = held?.map((each) => recent.find(({ id }) => id === each.id) ?? each) ?? recent;
    this.#shown.set(connectionId, shown);
    return shown;
  }

  /** What is remembered has changed: where it is the order, and by a row of the tree, that is not shown yet. */
  changed(connectionId: string): void {
    const recent = this.#remembered.recent(connectionId);
    const shown = this.#shown.get(connectionId);
    const order = orderOf(recent);
    if (shown === undefined || order === (this.#decided.get(connectionId) ?? orderOf(shown))) {
      return;
    }
    this.#decided.set(connectionId, order);
    const [last] = recent;
    if (last !== undefined && this.#isChosen(connectionId, last.id)) {
      this.#held.set(connectionId, shown);
    } else {
      this.#held.delete(connectionId);
    }
  }

  /** Shows everything from now on; whether that is another order than was shown. */
  settle(connectionId: string): boolean {
    const held = this.#held.get(connectionId);
    this.#held.delete(connectionId);
    return held !== undefined && orderOf(held) !== orderOf(this.#remembered.recent(connectionId));
  }
}

function orderOf(artifacts: readonly ArtifactSummary[]): string {
  return artifacts.map(({ id }) => id).join();
}
