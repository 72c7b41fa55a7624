import { commands } from "vscode";
import { contextKeys } from "../manifest/contributions.ts";

/**
 * The context key of the documents of all kinds that wait for a decision about a conflict. Menus show the actions by
 * it.
 */
export class WaitingKey {
  readonly #byKind = new Map<object, readonly string[]>();

  /** The URIs of the documents of one kind that wait. */
  set(kind: object, uris: readonly string[]): void {
    this.#byKind.set(kind, uris);
    const all = [...this.#byKind.values()].flat();
    void commands.executeCommand("setContext", contextKeys.conflictingDocuments, all);
  }
}
