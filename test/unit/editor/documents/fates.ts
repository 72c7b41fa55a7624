import { type Field, fields } from "./steps.ts";
import { wordsIn } from "./words.ts";

/** Tells who has written a word: the person, a colleague, or a program. */
type Writer = "w" | "c" | "p";

/**
 * Knows what may become of each word, by what people and programs have done, and finds what became of it against that.
 */
export class Fates {
  readonly #storedWords: () => readonly string[];
  readonly #fieldOf = new Map<string, number>();
  /** In a text that the person wrote, or told as stored to a program. */
  readonly #written = new Set<string>();
  /** In a text that the person saved, or that a program wrote. */
  readonly #saved = new Set<string>();
  /** Taken away by the person, or seen by the person in what their choice replaced. */
  readonly #mayGo = new Set<string>();
  /** In a text that the person had stored over what is at another address. */
  readonly #mayMove = new Set<string>();
  /** In no backup when the window crashed: nobody can give it back, and what is stored of it stays. */
  readonly #crashed = new Set<string>();
  readonly #faults: string[] = [];

  /** `storedWords` gives what is stored at any address. */
  constructor(storedWords: () => readonly string[]) {
    this.#storedWords = storedWords;
  }

  get faults(): readonly string[] {
    return this.#faults;
  }

  /** The number of words that the person wrote. */
  get writtenCount(): number {
    return this.#written.size;
  }

  /** Makes a word that nobody has written before. */
  newWord(writer: Writer, field: Field): string {
    const word = `${writer}${this.#fieldOf.size + 1}`;
    this.#fieldOf.set(word, fields[field]);
    return word;
  }

  /** Gives the field in which a word was written. */
  fieldOf(word: string): number | undefined {
    const [, first] = /^(title|details|other)/.exec(word) ?? [];
    return first === undefined ? this.#fieldOf.get(word) : fields[first as Field];
  }

  write(word: string): void {
    this.#written.add(word);
  }

  save(text: string): void {
    addTo(this.#saved, wordsIn(text));
  }

  letGo(words: readonly string[]): void {
    addTo(this.#mayGo, words);
  }

  /** The person drops a text with its unsaved words; what is stored stays. */
  drop(text: string): void {
    this.letGo(this.#unstored(text));
  }

  letMove(words: readonly string[]): void {
    addTo(this.#mayMove, words);
  }

  /** The window crashed with a text of which a backup is restored; undefined where there is none. */
  crash(text: string, backup: string | undefined): void {
    const left = wordsIn(backup);
    addTo(
      this.#crashed,
      this.#unstored(text).filter((word) => !left.includes(word)),
    );
  }

  /** Notes that a program or command was told that its word is stored. */
  noteTold(word: string): void {
    this.#written.add(word);
    if (!this.#storedWords().includes(word) && !this.#mayGo.has(word)) {
      this.#faults.push(`${word} is told as stored, and is not there`);
    }
  }

  /** Notes what a PUT has put in the place of what was there. */
  noteReplaced(before: readonly string[], after: readonly string[]): void {
    for (const word of before) {
      if (!after.includes(word) && !this.#mayGo.has(word)) {
        this.#faults.push(`${word} was replaced unseen`);
      }
    }
    for (const word of after) {
      const isForeign = /^(title|details|other)|^c/.test(word);
      if (!before.includes(word) && !(isForeign ? this.#mayMove : this.#saved).has(word)) {
        this.#faults.push(`${word} was sent, which nobody saved`);
      }
    }
  }

  /** Gives the written words that are neither stored nor in `unsaved` texts, and that nobody has taken away. */
  lost(unsaved: readonly string[]): readonly string[] {
    const left = new Set([...this.#storedWords(), ...unsaved.flatMap(wordsIn)]);
    return [...this.#written].filter((word) => !left.has(word) && !this.#mayGo.has(word) && !this.#crashed.has(word));
  }

  #unstored(text: string): readonly string[] {
    const stored = this.#storedWords();
    return wordsIn(text).filter((word) => !stored.includes(word));
  }
}

function addTo(set: Set<string>, words: readonly string[]): void {
  for (const word of words) {
    set.add(word);
  }
}
