import { EventEmitter } from "vscode";
import type { Disposable } from "../../core/util/disposable.ts";
import type { Node } from "./nodes.ts";

/** Has VS Code draw rows again, each with what is below it. */
export class Redraw implements Disposable {
  readonly #changed = new EventEmitter<Node | undefined>();

  readonly onDidChangeTreeData = this.#changed.event;

  /** Nothing, where there is no such row. */
  row(node: Node | undefined): void {
    if (node) {
      this.#changed.fire(node);
    }
  }

  all(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
