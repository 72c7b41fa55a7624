import { isDeepStrictEqual } from "node:util";
import { isSameText } from "../util/unsaved.ts";

/**
 * Remembers what a draft said of each of its long texts when an editor of its own showed it. The words typed in the
 * editor are made from that text, and are merged by it. Editors are named by their addresses.
 *
 * A save of the draft takes an editor's words along, and the editor stays unsaved, as that save may come to nothing. So
 * its words are made from several texts then: from what the draft said when the editor showed it, and from each text
 * that the draft was given since.
 */
export class ShownTexts {
  readonly #read = new Map<string, string>();
  readonly #madeFrom = new Map<string, readonly string[]>();
  readonly #offered = new Map<string, string>();
  readonly #onDidChange: (key: string, madeFrom: readonly string[]) => void;

  /** `onDidChange` is called when the texts change that an editor's words are made from. */
  constructor(onDidChange: (key: string, madeFrom: readonly string[]) => void) {
    this.#onDidChange = onDidChange;
  }

  /** Gives the texts that an editor's words are made from, the oldest first; none where nobody knows. */
  madeFrom(key: string): readonly string[] {
    return this.#madeFrom.get(key) ?? [];
  }

  /** Takes up what an earlier session knew, where this one knows nothing of the editor. */
  takeUp(key: string, madeFrom: readonly string[]): void {
    if (!this.#madeFrom.has(key) && madeFrom.length > 0) {
      this.#madeFrom.set(key, madeFrom);
    }
  }

  /**
   * Notes that somebody reads what the draft says: the editor, a comparison or a program. An editor with unsaved
   * changes never shows it. `shown` is what the editor says, where it is open.
   */
  noteRead(key: string, content: string, shown: string | undefined): void {
    this.#read.set(key, content);
    if (shown !== undefined) {
      this.noteShown(key, shown);
    }
  }

  /** Notes that the editor says `text` by now, and has nothing unsaved. */
  noteShown(key: string, text: string): void {
    const read = this.#read.get(key);
    // A text reaches the editor as UTF-8, which has no half characters.
    if (read !== undefined && isSameText(read.toWellFormed(), text)) {
      this.#set(key, [read]);
    }
  }

  /**
   * Notes that the draft was given `mine`, the words of the editor, and says `content` now. Where that is merged with
   * words of the draft, the editor does not show them before it is read again: until then what is typed there is made
   * from `mine`.
   */
  notePut(key: string, mine: string, content: string): void {
    this.#set(key, [isSameText(mine, content) ? content : mine]);
  }

  /** Notes that the draft is about to be given `text`, which is what its editor says now. */
  noteOffered(key: string, text: string): void {
    this.#offered.set(key, text);
  }

  /** Tells whether the draft is about to be given what its editor said. */
  isOffered(key: string): boolean {
    return this.#offered.has(key);
  }

  /** Notes that the draft says `now`. Where it was offered that, the editor's later words are made from it, too. */
  noteGiven(key: string, now: string | undefined): void {
    const offered = this.#offered.get(key);
    if (now !== undefined && offered !== undefined && isSameText(now, offered)) {
      this.#give(key, now);
    }
  }

  /**
   * Tells whether a draft that says `now` has what its editor says. What is typed in the editor from then on is made
   * from that, too. VS Code may take the editor for unsaved until it is saved itself, as the save of the draft may come
   * to nothing.
   */
  isTaken(key: string, now: string | undefined, text: string): boolean {
    const isTaken = now !== undefined && isSameText(now, text);
    if (isTaken) {
      this.#give(key, now);
    }
    return isTaken;
  }

  /**
   * Tells whether an editor that says `text` has undone what its draft was given. VS Code calls it saved where that is
   * all it had, though the draft says otherwise.
   */
  hasTakenBack(key: string, text: string): boolean {
    const madeFrom = this.madeFrom(key);
    const given = madeFrom.length > 1 ? madeFrom.at(-1) : undefined;
    return given !== undefined && !isSameText(given, text);
  }

  /** Forgets an editor that is closed. */
  forget(key: string): void {
    this.#madeFrom.delete(key);
    this.#offered.delete(key);
    this.#read.delete(key);
  }

  /** Notes that the draft was given an editor's words. Where both say again what they said, nothing counts since. */
  #give(key: string, now: string): void {
    const madeFrom = this.madeFrom(key);
    const at = madeFrom.findIndex((text) => isSameText(text, now));
    this.#set(key, [...(at < 0 ? madeFrom : madeFrom.slice(0, at)), now]);
  }

  #set(key: string, madeFrom: readonly string[]): void {
    this.#offered.delete(key);
    // What was read counts once: an editor that says it again later has undone what was typed since.
    this.#read.delete(key);
    if (!isDeepStrictEqual(this.#madeFrom.get(key), madeFrom)) {
      this.#madeFrom.set(key, madeFrom);
      this.#onDidChange(key, madeFrom);
    }
  }
}
