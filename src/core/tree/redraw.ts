import { Emitter } from "../util/event.ts";
import type { Row } from "./rows.ts";

/** Has rows drawn again, each with what is below it. */
export class Redraw {
  readonly #changed = new Emitter<Row | undefined>();
  /** Fires with the row to draw again; with undefined for all. */
  readonly onDidChange = this.#changed.event;

  /** Has a row drawn again; does nothing where there is no such row. */
  row(row: Row | undefined): void {
    if (row) {
      this.#changed.fire(row);
    }
  }

  all(): void {
    this.#changed.fire(undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
