import type { RefusedText } from "./guardedDocument.ts";

/** A text that was handed to VS Code. */
export interface ServedText<Base> {
  readonly base: Base;
  readonly text: string;
  /** Tells whether the version was just read. */
  readonly isNew: boolean;
  /** How many saves were stored then. */
  readonly storedCount: number;
}

/** What VS Code is to be handed when it reads a document again: with `isDropped`, only to have something to drop. */
interface Followed<Base> {
  readonly base: Base;
  readonly isDropped: boolean;
}

/** What the next save of a document is to be. */
type NextSave =
  | { readonly kind: "plain" }
  /** It goes over the version that is shown in the conflict. */
  | { readonly kind: "keepMine" }
  /** Its changes are stored already: a save that would send something is refused. */
  | { readonly kind: "stored" }
  /** `text` shows a base, in the place of changes that are not to be saved here: a save of it stores nothing. */
  | { readonly kind: "putBack"; readonly text: string };

const plainSave: NextSave = { kind: "plain" };

/** What is known of a document between VS Code and its working copy. */
export class EditorState<Base> {
  /** Handed to VS Code, not seen in the editor yet. */
  served: ServedText<Base> | undefined;
  /** Stored, and not taken for clean by VS Code yet. */
  isFinishing = false;
  /** Stored at an address that its connection does not lead to any more: to be read again once it is clean. */
  isToBeRead = false;
  /** Written by its URI over a version that was not the newest, and not read since. */
  isOvertaken = false;
  /** Its save waits for the word that whatever is there may be replaced. */
  isWaitingForConsent = false;
  /** What the service said to the last save. */
  refusal: RefusedText | undefined;
  #following: { readonly base: Base; isLookedAt: boolean } | undefined;
  #modifiedMs = 0;
  #nextSave = plainSave;

  get nextSave(): NextSave {
    return this.#nextSave;
  }

  /** Makes a save by `save`, which is to be `next`; while a base is put back, a save is for that alone. */
  async saveAs(next: NextSave, save: () => Promise<boolean>): Promise<boolean> {
    if (next.kind === "putBack" || this.#nextSave.kind !== "putBack") {
      this.#nextSave = next;
    }
    try {
      return await save();
    } finally {
      if (this.#nextSave === next) {
        this.#nextSave = plainSave;
      }
    }
  }

  /** Tells when the text last changed other than by the person, as milliseconds since 1970. */
  get modifiedMs(): number {
    return this.#modifiedMs;
  }

  /** VS Code is to read the document again. */
  touch(): void {
    this.#modifiedMs = Math.max(this.#modifiedMs + 1, Date.now());
  }

  /** Tells whether it is to show a base after a save, without the service being asked again. */
  get isFollowing(): boolean {
    return this.#following !== undefined;
  }

  follow(base: Base): void {
    this.#following = { base, isLookedAt: false };
  }

  stopFollowing(): void {
    this.#following = undefined;
  }

  /** VS Code asks when the file changed. `isClean` of an open text without unsaved changes. */
  noticeLook(isClean: boolean): void {
    if (this.#following) {
      this.#following.isLookedAt = isClean;
    }
  }

  /** What was handed to VS Code, or is to be, is of another address. */
  dropServed(): void {
    this.served = undefined;
    this.stopFollowing();
  }

  /**
   * VS Code reads the file, which settles what it was to show; undefined when the service is to be asked.
   *
   * VS Code looks at a file before it reads it again, and drops what it read when the person typed in between. A
   * document that has unsaved changes only since that look is therefore not read for a person who wants the service's
   * version.
   */
  takeFollowed(open: { readonly isDirty: boolean } | undefined): Followed<Base> | undefined {
    const following = this.#following;
    this.#following = undefined;
    if (!following || !open || (open.isDirty && !following.isLookedAt)) {
      return undefined;
    }
    return { base: following.base, isDropped: open.isDirty };
  }
}
