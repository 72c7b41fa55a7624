import { isSameText } from "../util/unsaved.ts";

/**
 * Remembers what a draft said of each of its long texts when an editor of its own showed it. The words typed in the
 * editor are made from that text, and are merged by it. Editors are named by their addresses.
 */
export class ShownTexts {
  readonly #read = new Map<string, string>();
  readonly #before = new Map<string, string>();
  /** Holds what each editor's words were made from before their draft was given them, while the editor is unsaved. */
  readonly #earlier = new Map<string, readonly string[]>();
  readonly #offered = new Map<string, string>();
  readonly #onDidChange: (key: string, before: string) => void;

  /** `onDidChange` is called when the text changes that an editor's words are made from. */
  constructor(onDidChange: (key: string, before: string) => void) {
    this.#onDidChange = onDidChange;
  }

  /** Gives the text that an editor's words are made from; undefined where nobody knows. */
  before(key: string): string | undefined {
    return this.#before.get(key);
  }

  /**
   * Gives the text that an editor's words are made from where the draft says `now`. Undoing has a draft say again what
   * it said before it was given the words: it would count as having removed them, though the editor has them still.
   */
  beforeWhere(key: string, now: string | undefined): string | undefined {
    const earlier = now === undefined ? undefined : this.#earlier.get(key)?.find((text) => isSameText(text, now));
    return earlier ?? this.before(key);
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

  /** Notes that the editor says `text` by now. */
  noteShown(key: string, text: string): void {
    const read = this.#read.get(key);
    // A text reaches the editor as UTF-8, which has no half characters.
    if (read !== undefined && isSameText(read.toWellFormed(), text)) {
      this.#set(key, read);
    }
  }

  /**
   * Notes that the draft was given `mine`, the words of the editor, and says `content` now. Where that is merged with
   * words of the draft, the editor does not show them before it is read again: until then what is typed there is made
   * from `mine`.
   */
  notePut(key: string, mine: string, content: string): void {
    this.#set(key, isSameText(mine, content) ? content : mine);
  }

  /**
   * Notes that the draft is about to be given `text`, which is what its editor says now. `before` is what that is made
   * from, which may be known from before a restart alone.
   */
  noteOffered(key: string, text: string, before?: string): void {
    if (before !== undefined && !this.#before.has(key)) {
      this.#before.set(key, before);
    }
    this.#offered.set(key, text);
  }

  /** Tells whether the draft is about to be given what its editor said. */
  isOffered(key: string): boolean {
    return this.#offered.has(key);
  }

  /** Notes that the draft says `now`. Where it was offered that text, the editor's later words are made from it. */
  noteGiven(key: string, now: string | undefined): void {
    const offered = this.#offered.get(key);
    if (now !== undefined && offered !== undefined && isSameText(now, offered)) {
      this.#give(key, now);
    }
  }

  /**
   * Tells whether a draft that says `now` has what its editor says. What is typed in the editor from then on is made
   * from that. VS Code may take the editor for unsaved until it is saved itself, as the save of the draft may come to
   * nothing.
   */
  isTaken(key: string, now: string | undefined, text: string): boolean {
    const isTaken = now !== undefined && isSameText(now, text);
    if (isTaken) {
      this.#give(key, now);
    }
    return isTaken;
  }

  /** Forgets an editor that is closed. */
  forget(key: string): void {
    this.#before.delete(key);
    this.#earlier.delete(key);
    this.#offered.delete(key);
    this.#read.delete(key);
  }

  /** Notes that the draft was given an editor's words, and keeps what these were made from until then. */
  #give(key: string, now: string): void {
    const [earlier = [], before] = [this.#earlier.get(key), this.#before.get(key)];
    this.#set(key, now);
    this.#earlier.set(key, before === undefined || before === now ? earlier : [...earlier, before]);
  }

  #set(key: string, before: string): void {
    this.#earlier.delete(key);
    this.#offered.delete(key);
    if (this.#before.get(key) !== before) {
      this.#before.set(key, before);
      this.#onDidChange(key, before);
    }
  }
}
