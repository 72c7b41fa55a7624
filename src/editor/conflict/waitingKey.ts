import { commands } from "vscode";
import { contextKeys } from "../manifest/contributions.ts";

/** A document waits for a decision about theirs as a whole, or about the entries that a merge left to choose. */
export type Waiting = "whole" | "merged";

/**
 * The context keys of the documents of all kinds that wait for a decision about a conflict. Menus show the actions by
 * them.
 */
export class WaitingKey {
  readonly #byKind = new Map<object, ReadonlyMap<string, Waiting>>();

  /** The documents of one kind that wait, by URI. */
  set(kind: object, waiting: ReadonlyMap<string, Waiting>): void {
    this.#byKind.set(kind, waiting);
    const all = [...this.#byKind.values()].flatMap((each) => [...each]);
    const merged = all.filter(([, how]) => how === "merged");
    for (const [key, documents] of [
      [contextKeys.conflictingDocuments, all],
      [contextKeys.mergedDocuments, merged],
    ] as const) {
      void commands.executeCommand(
        "setContext",
        key,
        documents.map(([uri]) => uri),
      );
    }
  }
}
