import type { SourceControlInputBox, Uri } from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { OwnFiles } from "../storage/ownFiles.ts";

/** What is kept of the box of a connection over restarts. */
interface KeptBox {
  /** Where the connection leads. */
  readonly address: string;
  readonly words: string;
  /** The documents that the words are still meant for, by their URIs; empty before they were used. */
  readonly meantFor: readonly string[];
  /** The part of the words that was typed for something else, and stays when they were used. */
  readonly besides: string;
}

type Kept = Omit<KeptBox, "address">;

/** Of this window alone: the words in the box of another one are for what that has unsaved. */
type BoxFiles = Pick<OwnFiles, "read" | "remove"> & { write(name: string, data: object): Promise<unknown> };

const nothingKept: Kept = { words: "", meantFor: [], besides: "" };

/**
 * The words in the box of one connection. VS Code tells nobody that they change, and an editor in a browser keeps what
 * was typed in the last seconds over no restart: so they are looked at again and again while the box is there.
 */
export class CommentBox {
  readonly #files: BoxFiles;
  readonly #name: string;
  readonly #address: () => string | undefined;
  #kept: Kept = nothingKept;
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

  /** What is typed; empty for nothing. Throws `HumanError` while nobody can tell what was typed before a restart. */
  async words(): Promise<string> {
    await this.#restored();
    this.#look();
    return this.#kept.words;
  }

  /**
   * Puts `words` into the box, for the documents that they are still meant for. `besides` are those among them that are
   * for something else. Throws as `words` does.
   */
  async put(words: string, meantFor: readonly Uri[] = [], besides = ""): Promise<void> {
    await this.#restored();
    if (this.#box) {
      this.#box.value = words;
      this.#isShown = true;
    }
    await this.#keep({ words, meantFor: meantFor.map((uri) => uri.toString()), besides });
  }

  /**
   * The document at `uri` has nothing unsaved any more: once that is so of all, the words have gone where they should,
   * and what was typed besides them is left.
   * Throws as `words` does.
   */
  async noteDone(uri: Uri): Promise<void> {
    await this.#restored();
    this.#look();
    const { words, meantFor, besides } = this.#kept;
    const left = meantFor.filter((each) => each !== uri.toString());
    if (left.length === meantFor.length) {
      return;
    }
    await (left.length === 0 ? this.put(besides) : this.#keep({ words, meantFor: left, besides }));
  }

  /** Nothing is kept of it any more. */
  async forget(): Promise<void> {
    await this.#restored().catch(() => undefined);
    this.#isRestored = true;
    this.#kept = nothingKept;
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
      void this.#keep({ ...nothingKept, words });
    }
  }

  async #keep(kept: Kept): Promise<void> {
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
    const kept = await this.#files.read(this.#name);
    // What was typed for another address is not of this one.
    if (isKeptBox(kept) && kept.address === this.#address()) {
      this.#kept = { words: kept.words, meantFor: kept.meantFor, besides: kept.besides };
    }
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
