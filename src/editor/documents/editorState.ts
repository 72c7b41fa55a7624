import { isSameText } from "../../core/util/unsaved.ts";
import type { RefusedText } from "./guardedDocument.ts";

/** A text that was handed to VS Code. */
export interface ServedText<Base> {
  readonly base: Base;
  readonly text: string;
  /** Tells whether the version was just read. */
  readonly isNew: boolean;
  /** The number of saves that were stored when the text was handed over. */
  readonly storedCount: number;
}

/** A version that was read of a file, most often to be written back changed. */
interface GivenVersion<Base> {
  readonly base: Base;
  /** Stands for the connection with the address that it had then. */
  readonly of: object;
  /** Tells whether it was VS Code that has read it, for its editor. */
  readonly isOfEditor: boolean;
}

/** Tells what VS Code is to be handed when it reads a document again; `isDropped` where VS Code will drop that. */
interface Followed<Base> {
  readonly base: Base;
  readonly isDropped: boolean;
}

/** Tells of which kind the next save of a document is. */
type NextSave<Base> =
  | { readonly kind: "plain" }
  /** It goes over the version `over`, which was shown in the conflict when the person chose; undefined without one. */
  | { readonly kind: "keepMine"; readonly over: Base | undefined }
  /** Its changes are stored already: a save that would send something is refused. */
  | { readonly kind: "stored" }
  /**
   * The text was put in the place of changes that are not to be saved here: it shows a base, so a save of it stores
   * nothing.
   */
  | { readonly kind: "putBack"; readonly text: string };

const plainSave = { kind: "plain" } as const;

/** Holds what is known of a document between VS Code and its working copy. */
export class EditorState<Base> {
  /** The text that was handed to VS Code, while it has not been seen in the editor yet. */
  served: ServedText<Base> | undefined;
  /** The version that a program has read last; where none has read the file, the one that VS Code has read last. */
  given: GivenVersion<Base> | undefined;
  /** The text that was read last, until the document opens. */
  opening: string | undefined;
  /** It is true while the text is stored, and VS Code has not taken it for saved yet. */
  isFinishing = false;
  /**
   * It is true where the text was stored at an address that its connection has left: it is read again once VS Code
   * takes it for saved.
   */
  isToBeRead = false;
  /** It is true while the text gives way to another one, which is made from what was noted with it. */
  isTakingOver = false;
  /**
   * It is true where another program's text for the file was refused, since it was made from an older version, and the
   * file was not read since.
   */
  isOvertaken = false;
  /** It is true while a save waits for the person's consent to replace whatever is there. */
  isWaitingForConsent = false;
  /** The version that was shown last beside the text. */
  shown: Base | undefined;
  /** The words by which the service refused the last save, with the text. */
  refusal: RefusedText | undefined;
  #following: { readonly base: Base; isLookedAt: boolean } | undefined;
  /** Holds what was given before somebody read the document while it was not open. */
  #givenBefore: GivenVersion<Base> | undefined;
  #modifiedMs = 0;
  /** The time of the last change that VS Code was told, and the one for which it has read the document. */
  #lookedAtMs = 0;
  #readMs = 0;
  #nextSave: NextSave<Base> = plainSave;

  get nextSave(): NextSave<Base> {
    return this.#nextSave;
  }

  /** Makes a save by `save`, of the kind `next`; while a base is put back, every save counts as part of that. */
  async saveAs(next: NextSave<Base>, save: () => Promise<boolean>): Promise<boolean> {
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

  /** Gives when the text last changed other than by the person, as milliseconds since 1970. */
  get modifiedMs(): number {
    return this.#modifiedMs;
  }

  /** Moves the time of the last change on, so that VS Code reads the document again. */
  touch(): void {
    this.#modifiedMs = Math.max(this.#modifiedMs + 1, Date.now());
  }

  /** Tells whether the document is to show a base after a save, without the service being asked again. */
  get isFollowing(): boolean {
    return this.#following !== undefined;
  }

  follow(base: Base): void {
    this.#following = { base, isLookedAt: false };
  }

  stopFollowing(): void {
    this.#following = undefined;
  }

  /** Notes that VS Code asks when the file changed; `isClean` where the text is open and has nothing unsaved. */
  noticeLook(isClean: boolean): void {
    this.#lookedAtMs = this.#modifiedMs;
    if (this.#following) {
      this.#following.isLookedAt = isClean;
    }
  }

  /**
   * Tells, once, whether VS Code has looked at the file since it changed: it does so before it reads again what is open
   * with nothing unsaved.
   */
  takeLook(): boolean {
    const isLookedAt = this.#lookedAtMs > this.#readMs;
    this.#readMs = this.#lookedAtMs;
    return isLookedAt;
  }

  /** Notes that a version was read. What VS Code reads says nothing of what a program has read before. */
  noteGiven(given: GivenVersion<Base>): void {
    this.#givenBefore = this.given;
    if (!given.isOfEditor || this.given?.isOfEditor !== false) {
      this.given = given;
    }
  }

  /** Tells, once, whether the document opens with another text than the one that was read last. */
  takeOther(text: string): boolean {
    const { opening, given } = this;
    this.opening = undefined;
    // A file holds no half of a character.
    const isOther = opening !== undefined && !isSameText(opening.toWellFormed(), text);
    if (opening !== undefined && !isOther) {
      // It was VS Code that has read it.
      this.given = this.#givenBefore ?? (given && { ...given, isOfEditor: true });
    }
    return isOther;
  }

  /** Forgets what was handed to VS Code, or was to be, as it is of another address. */
  dropServed(): void {
    this.served = undefined;
    this.stopFollowing();
  }

  /**
   * Gives what the document is to show, once: VS Code reads the file. Gives undefined when the service is to be asked.
   *
   * VS Code looks at a file before it reads it again, and drops what it read when the person typed in between. So a
   * document that has unsaved changes only since that look is not read because a person wants the service's version.
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
