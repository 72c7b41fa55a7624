import type { Uri } from "vscode";
import { openText } from "../text/openText.ts";

/** What VS Code is to be handed when it reads a document again: with `isDropped`, only to have something to drop. */
export interface Followed<Base> {
  readonly base: Base;
  readonly isDropped: boolean;
}

/**
 * What open documents are to show after a save, without asking the service again.
 *
 * VS Code looks at a file before it reads it again, and drops what it read when the person typed in between. A document
 * that has unsaved changes only since that look is therefore not read for a person who wants the service's version.
 */
export class Following<Base> {
  readonly #bases = new Map<string, { readonly base: Base; isLookedAt: boolean }>();

  set(uri: Uri, base: Base): void {
    this.#bases.set(uri.toString(), { base, isLookedAt: false });
  }

  has(uri: Uri): boolean {
    return this.#bases.has(uri.toString());
  }

  delete(uri: Uri): void {
    this.#bases.delete(uri.toString());
  }

  /** VS Code asks when the file changed. */
  noticeLook(uri: Uri): void {
    const following = this.#bases.get(uri.toString());
    if (following) {
      following.isLookedAt = openText(uri)?.isDirty === false;
    }
  }

  /** VS Code reads the file, which settles what it was to show; undefined when the service is to be asked. */
  take(uri: Uri): Followed<Base> | undefined {
    const following = this.#bases.get(uri.toString());
    this.#bases.delete(uri.toString());
    const open = openText(uri);
    if (!following || !open || (open.isDirty && !following.isLookedAt)) {
      return undefined;
    }
    return { base: following.base, isDropped: open.isDirty };
  }
}
