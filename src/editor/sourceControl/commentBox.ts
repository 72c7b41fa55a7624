import type { SourceControlInputBox, Uri } from "vscode";
import {
  afterDone,
  afterGiven,
  afterMoved,
  afterRefused,
  afterSave,
  afterSending,
  type BegunSave,
  type BoxWords,
  type EndedSave,
  isBoxWords,
  leftWords,
  sentWith,
  typedWords,
  unsaidWith,
} from "../../core/comment/boxWords.ts";
import type { WaitingWords } from "../../core/comment/commentOfSave.ts";
import type { SentStore } from "../../core/comment/givenWords.ts";
import { alsoSaying } from "../../core/comment/joinedWords.ts";
import { isText, shapeOf } from "../../core/model/shape.ts";
import { WriteQueue } from "../../core/util/writeQueue.ts";
import type { InheritedFiles } from "../storage/inheritedFiles.ts";

/** The state of the box of a connection that is kept over restarts. */
interface KeptBox extends BoxWords {
  /** The address where the connection leads. */
  readonly address: string;
}

/** The files of this window alone: the words in another window's box are for what that window has unsaved. */
type BoxFiles = Pick<InheritedFiles, "take" | "settled"> & {
  write(name: string, data: readonly KeptBox[]): Promise<boolean>;
  remove(name: string): Promise<unknown>;
};

/**
 * Keeps the words in the box of one connection. VS Code tells nobody when they change, and an editor in a browser does
 * not keep over a restart what was typed in the last seconds. So the box is looked at again and again while it is
 * there.
 */
export class CommentBox {
  readonly #files: BoxFiles;
  readonly #name: string;
  readonly #address: () => string | undefined;
  readonly #saves = new WriteQueue();
  #kept = typedWords("");
  /** Holds what was typed at other addresses of the connection, until it leads there again. */
  #elsewhere: readonly KeptBox[] = [];
  #restoring: Promise<void> | undefined;
  #isRestored = false;
  /** Resolves once the save that is under way, and that may take words along, has ended. */
  #saving: Promise<void> | undefined;
  #box: SourceControlInputBox | undefined;
  #looking: NodeJS.Timeout | undefined;
  /** Holds the words that the box had when it was looked at first, as VS Code had put them in. */
  #found: string | undefined;
  /** Holds, for each save that waits for another one, the box as if nobody had typed since the save was asked for. */
  readonly #asked = new Set<{ box: BoxWords }>();
  /** Tells that the box has shown what was kept. */
  #isShown = false;

  /** `files` keep the words by `name`; `address` gives where the connection leads now, undefined once it is gone. */
  constructor(files: BoxFiles, name: string, address: () => string | undefined) {
    this.#files = files;
    this.#name = name;
    this.#address = address;
    this.#restored().catch(untold);
  }

  /** Fills the box that VS Code has made with what was typed before. */
  show(box: SourceControlInputBox): void {
    this.#box = box;
    if (this.#isShown) {
      // VS Code may show words it has kept itself, which were used since.
      box.value = this.#kept.words;
    }
    this.#looking = setInterval(() => {
      this.words().catch(untold);
    }, lookEveryMs);
  }

  /** Looks at the box for the last time, before it goes. Resolves once what was seen is kept. */
  async hide(): Promise<void> {
    this.#look();
    clearInterval(this.#looking);
    this.#box = undefined;
    await this.#files.settled();
  }

  /**
   * Gives what is typed; empty for nothing. Throws `HumanError` while nobody can tell what was typed before a restart.
   */
  async words(): Promise<string> {
    this.#found ??= this.#box?.value;
    await this.#restored();
    this.#look();
    return this.#kept.words;
  }

  /**
   * Runs saves that take words along one after another, each with what the one before has left in the box: the words
   * stand there until they are said. What is typed while a save waits does not go along: it may be half a word. Throws
   * what `words` and `save` throw.
   */
  saving<T>(save: (typed: string) => Promise<T>): Promise<T> {
    const asking = this.words().then(() => {
      const asked = { box: this.#kept };
      this.#asked.add(asked);
      return asked;
    });
    asking.catch(untold);
    return this.#saves.run(async () => {
      const asked = await asking;
      const now = await this.words();
      this.#asked.delete(asked);
      const { words } = asked.box;
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#saving = promise;
      try {
        return await save(now.includes(words) ? words : "");
      } finally {
        this.#saving = undefined;
        resolve();
      }
    });
  }

  /** Puts `words` into the box, behind what stands there, for the next save. Throws what `words` throws. */
  async put(words: string): Promise<void> {
    await this.#restored();
    this.#look();
    const { words: before } = this.#kept;
    await this.#show(typedWords(alsoSaying(before === "" ? undefined : before, words), this.#kept));
  }

  /**
   * Notes that the document at `uri` has nothing unsaved any more. Gives the words that leave the box with it although
   * no save of it that has ended well took them along. `isDone` tells whether that is still so: the person may type on
   * until the save that is under way has ended. Throws what `words` throws.
   */
  async noteDone(uri: Uri, isDone: () => boolean): Promise<WaitingWords | undefined> {
    const key = uri.toString();
    // A save that takes words along knows at its end what became of them. Until then they stay in the box: nobody would
    // put them back beside what is typed there meanwhile.
    while (this.#saving !== undefined) {
      await this.#saving;
    }
    let unsaid: WaitingWords | undefined;
    await this.#become((box) => {
      if (!isDone()) {
        return box;
      }
      // Several documents may end in one moment: the words leave with the last of them.
      unsaid = unsaidWith(box, key);
      return afterDone(box, key);
    });
    return unsaid;
  }

  /** Notes that the unsaved changes of the document at `from` are those of `to` now. Throws what `words` throws. */
  async noteMoved(from: Uri, to: Uri): Promise<void> {
    await this.#become((box) => afterMoved(box, from.toString(), to.toString()));
  }

  /** Notes that a save begins that takes words along. Throws what `words` throws. */
  async noteGiven(begun: BegunSave): Promise<void> {
    await this.#become((box) => afterGiven(box, begun));
  }

  /** Notes that a save has ended that took words along. Throws what `words` throws. */
  async noteSaved(ended: EndedSave): Promise<void> {
    await this.#become((box) => afterSave(box, ended));
  }

  /** Keeps what is sent of words with a save of `documents`, which are of one artifact. Throws what `words` throws. */
  sentOf(documents: readonly string[]): SentStore {
    return {
      read: async () => {
        await this.#restored();
        return sentWith(this.#kept, documents);
      },
      add: (sent) => this.#become((box) => afterSending(box, { ...sent, documents })),
      remove: async (sent) => {
        await this.#become((box) => afterRefused(box, { ...sent, documents }));
      },
    };
  }

  /** Forgets the words, on the disk too. */
  async forget(): Promise<void> {
    await this.#restored().catch(() => undefined);
    this.#isRestored = true;
    this.#kept = typedWords("");
    this.#elsewhere = [];
    if (this.#box) {
      this.#box.value = "";
    }
    await this.#files.remove(this.#name);
  }

  #look(): void {
    if (!this.#box || !this.#isRestored) {
      return;
    }
    const { value } = this.#box;
    if (!this.#isShown && !value.startsWith(this.#kept.words)) {
      // VS Code keeps them once a minute and as it closes. After a crash it shows older ones, and a new box none.
      const isTyped = value !== "" && value !== (this.#found ?? value);
      this.#box.value = isTyped ? alsoSaying(this.#kept.words, value) : this.#kept.words;
    }
    this.#isShown = true;
    const words = this.#box.value;
    if (words !== this.#kept.words) {
      // Words that were changed by hand are for the next save.
      void this.#keep(typedWords(words, this.#kept));
    }
  }

  /** Tells whether what becomes of the box outlives this window. */
  async #become(next: (box: BoxWords) => BoxWords): Promise<boolean> {
    await this.#restored();
    this.#look();
    for (const asked of this.#asked) {
      const left = next(asked.box);
      // What was not said of a save before comes back to the box, and does not go with this one for that.
      asked.box = asked.box.words.includes(left.words) ? left : asked.box;
    }
    const kept = next(this.#kept);
    return kept === this.#kept || (await this.#show(kept));
  }

  async #show(kept: BoxWords): Promise<boolean> {
    if (this.#box && kept.words !== this.#kept.words) {
      this.#box.value = kept.words;
    }
    return await this.#keep(kept);
  }

  async #keep(kept: BoxWords): Promise<boolean> {
    this.#kept = kept;
    const address = this.#address();
    const isEmpty = kept.words === "" && kept.sent.length === 0;
    const boxes = address === undefined ? [] : [...(isEmpty ? [] : [{ ...kept, address }]), ...this.#elsewhere];
    if (boxes.length === 0) {
      await this.#files.remove(this.#name);
      return true;
    }
    return await this.#files.write(this.#name, boxes);
  }

  /** Resolves once what was kept before is known. */
  #restored(): Promise<void> {
    this.#restoring ??= this.#restore().catch((error: unknown) => {
      // A file that cannot be read now may be readable later.
      this.#restoring = undefined;
      throw error;
    });
    return this.#restoring;
  }

  async #restore(): Promise<void> {
    const left = (await this.#files.take(this.#name)).flat().filter(isKeptBox);
    // Words that were typed for another address do not belong to this one.
    const here = left.filter(({ address }) => address === this.#address());
    this.#elsewhere = left.filter((box) => !here.includes(box));
    this.#kept = leftWords(here.map(({ address: _, ...box }) => box));
    this.#isRestored = true;
  }
}

/** Ignores that what was kept cannot be read now: a caller that needs it is told, and nothing is kept until then. */
function untold(): void {}

/** Looks at the box are this far apart. The first one comes after VS Code has put into the box what it kept itself. */
const lookEveryMs = 1000;

const isOfAddress = shapeOf<Pick<KeptBox, "address">>({ address: isText });

function isKeptBox(value: unknown): value is KeptBox {
  return isOfAddress(value) && isBoxWords(value);
}
