import type { SourceControlInputBox, Uri } from "vscode";
import {
  afterDone,
  afterGiven,
  afterSave,
  type BegunSave,
  type BoxWords,
  type EndedSave,
  leftWords,
  typedWords,
} from "../../core/comment/boxWords.ts";
import { isJsonObject } from "../../core/model/json.ts";
import type { OwnFiles } from "../storage/ownFiles.ts";

/** What is kept of the box of a connection over restarts. */
interface KeptBox extends BoxWords {
  /** Where the connection leads. */
  readonly address: string;
}

/** The files of this window alone: the words in the box of another one are for what that has unsaved. */
type BoxFiles = Pick<OwnFiles, "readEach"> & {
  write(name: string, data: object): Promise<unknown>;
  remove(name: string): Promise<unknown>;
};

/**
 * The words in the box of one connection. VS Code tells nobody that they change, and an editor in a browser keeps what
 * was typed in the last seconds over no restart: so they are looked at again and again while the box is there.
 */
export class CommentBox {
  readonly #files: BoxFiles;
  readonly #name: string;
  readonly #address: () => string | undefined;
  #kept = typedWords("");
  #restoring: Promise<void> | undefined;
  #isRestored = false;
  #box: SourceControlInputBox | undefined;
  #looking: NodeJS.Timeout | undefined;
  /** The box has shown what was kept. */
  #isShown = false;

  /** Kept in `files` by `name`; `address` is where the connection leads now, undefined once it is gone. */
  constructor(files: BoxFiles, name: string, address: () => string | undefined) {
    this.#files = files;
    this.#name = name;
    this.#address = address;
    this.#restored().catch(untold);
  }

  /** The box is there from here on, with what was typed before. */
  show(box: SourceControlInputBox): void {
    this.#box = box;
    if (this.#isShown) {
      // VS Code may show what it has kept itself, of before the words were used.
      box.value = this.#kept.words;
    }
    this.#looking = setInterval(() => {
      this.words().catch(untold);
    }, lookEveryMs);
  }

  /** The box goes. */
  hide(): void {
    this.#look();
    clearInterval(this.#looking);
    this.#box = undefined;
  }

  /**
   * Tells what is typed; empty for nothing. Throws `HumanError` while nobody can tell what was typed before a restart.
   */
  async words(): Promise<string> {
    await this.#restored();
    this.#look();
    return this.#kept.words;
  }

  /** Puts `words` into the box, for the next save. Throws as `words` does. */
  put(words: string): Promise<void> {
    return this.#become(() => typedWords(words));
  }

  /** The document at `uri` has nothing unsaved any more. Throws as `words` does. */
  noteDone(uri: Uri): Promise<void> {
    return this.#become((box) => afterDone(box, uri.toString()));
  }

  /** A save begins that takes words along. Throws as `words` does. */
  noteGiven(begun: BegunSave): Promise<void> {
    return this.#become((box) => afterGiven(box, begun));
  }

  /** A save has ended that took words along. Throws as `words` does. */
  noteSaved(ended: EndedSave): Promise<void> {
    return this.#become((box) => afterSave(box, ended));
  }

  /** Nothing is kept of it any more. */
  async forget(): Promise<void> {
    await this.#restored().catch(() => undefined);
    this.#isRestored = true;
    this.#kept = typedWords("");
    if (this.#box) {
      this.#box.value = "";
    }
    await this.#files.remove(this.#name);
  }

  #look(): void {
    if (!this.#box || !this.#isRestored) {
      return;
    }
    if (!this.#isShown && this.#box.value === "" && this.#kept.words !== "") {
      // After a restart VS Code shows what was typed into the box that was there then.
      this.#box.value = this.#kept.words;
    }
    this.#isShown = true;
    const words = this.#box.value;
    if (words !== this.#kept.words) {
      // Other words are for the next save.
      void this.#keep(typedWords(words));
    }
  }

  async #become(next: (box: BoxWords) => BoxWords): Promise<void> {
    await this.#restored();
    this.#look();
    const kept = next(this.#kept);
    if (kept === this.#kept) {
      return;
    }
    if (this.#box && kept.words !== this.#kept.words) {
      this.#box.value = kept.words;
    }
    await this.#keep(kept);
  }

  async #keep(kept: BoxWords): Promise<void> {
    this.#kept = kept;
    const address = this.#address();
    if (kept.words === "" || address === undefined) {
      await this.#files.remove(this.#name);
    } else {
      await this.#files.write(this.#name, { ...kept, address } satisfies KeptBox);
    }
  }

  /** Resolves once what was kept before is known. */
  #restored(): Promise<void> {
    this.#restoring ??= this.#restore().catch((error: unknown) => {
      // What cannot be read now may be later.
      this.#restoring = undefined;
      throw error;
    });
    return this.#restoring;
  }

  async #restore(): Promise<void> {
    const left = (await this.#files.readEach(this.#name)).filter(isKeptBox);
    // What was typed for another address is not of this one.
    const here = left.filter(({ address }) => address === this.#address());
    this.#kept = leftWords(here.map(({ words, meantFor, besides }) => ({ words, meantFor, besides })));
    this.#isRestored = true;
  }
}

/** What was kept cannot be read now: whoever needs it is told, and nothing is kept until then. */
function untold(): void {}

/** Before the first look VS Code has told what it has kept of a box. */
const lookEveryMs = 1000;

function isKeptBox(value: unknown): value is KeptBox {
  return (
    isJsonObject(value) &&
    typeof value.address === "string" &&
    typeof value.words === "string" &&
    typeof value.besides === "string" &&
    Array.isArray(value.meantFor) &&
    value.meantFor.every((each) => typeof each === "string")
  );
}
