import type { CarriedComment, HistoryMark } from "../model/carriedComment.ts";
import { isJsonObject } from "../model/json.ts";
import type { KeyValueStore } from "../pins/keptList.ts";
import type { DocumentKey } from "../workingCopy/kindTypes.ts";
import { isSameBody } from "./commentHistory.ts";

/** A comment that was given for the save of a document, and is not on the service as far as is known. */
interface PendingComment {
  readonly body: string;
  /** It goes with the next save that stores something; else it is only offered when a comment is asked for again. */
  readonly isDue: boolean;
  /** What was sent last, and nobody knows whether it arrived: these words or earlier ones. */
  readonly doubt?: { readonly body: string; readonly mark: HistoryMark };
}

/** A comment that did not go with a save. */
export interface LeftComment {
  readonly body: string;
  /** It was sent before, and nobody can say whether it arrived. */
  readonly isInDoubt: boolean;
}

const memoryName = "artifactDesk.pendingComments";

/** Comments that wait for a save, by document: they outlive what keeps it from being made. */
export class PendingComments {
  readonly #memory: KeyValueStore;
  readonly #onDidSay: (document: DocumentKey) => void;
  readonly #pending: Map<DocumentKey, PendingComment>;

  /** `onDidSay` hears of each comment that has arrived. */
  constructor(memory: KeyValueStore, onDidSay: (document: DocumentKey) => void) {
    this.#memory = memory;
    this.#onDidSay = onDidSay;
    const kept = memory.get(memoryName);
    this.#pending = new Map(
      Object.entries(isJsonObject(kept) ? kept : {}).flatMap(([key, value]) =>
        isPending(value) ? [[key, value] as const] : [],
      ),
    );
  }

  get(document: DocumentKey): PendingComment | undefined {
    return this.#pending.get(document);
  }

  /** What was typed so far where a comment is asked for. */
  note(document: DocumentKey, body: string): void {
    void this.#set(document, { ...this.#pending.get(document), body, isDue: false });
  }

  /** The comment goes with the next save of the document that stores something. */
  give(document: DocumentKey, body: string): Promise<void> {
    return this.#set(document, { ...this.#pending.get(document), body, isDue: true });
  }

  /** The save is not to be made any more: the comment is offered when one is asked for again. */
  withdraw(document: DocumentKey): void {
    const known = this.#pending.get(document);
    if (known?.isDue) {
      void this.#set(document, { ...known, isDue: false });
    }
  }

  /** The unsaved changes of `from` are those of `to` now, and the comment goes with them. */
  async move(from: DocumentKey, to: DocumentKey): Promise<void> {
    const known = this.#pending.get(from);
    if (known) {
      this.#pending.delete(from);
      await this.#set(to, known);
    }
  }

  remove(document: DocumentKey): void {
    if (this.#pending.delete(document)) {
      void this.#keep();
    }
  }

  /** Removes those of all documents that `isMeant`. */
  removeAll(isMeant: (document: DocumentKey) => boolean): void {
    for (const document of [...this.#pending.keys()].filter(isMeant)) {
      this.remove(document);
    }
  }

  /** The comment that goes with a save of the document now. */
  due(document: DocumentKey): CarriedComment | undefined {
    const pending = this.#pending.get(document);
    if (!pending?.isDue) {
      return undefined;
    }
    const { body } = pending;
    const doubtNow = () => {
      const { doubt } = (this.#isStill(document, body) && this.#pending.get(document)) || {};
      // Of other words nobody is in doubt.
      return doubt && isSameBody(doubt.body, body) ? doubt.mark : undefined;
    };
    let isSaid = false;
    const change = (to: PendingComment) => (this.#isStill(document, body) ? this.#set(document, to) : undefined);
    return {
      body,
      get isSaid() {
        return isSaid;
      },
      get doubt() {
        return doubtNow();
      },
      noteSending: async (mark) => {
        await change({ body, isDue: true, doubt: { body, mark } });
      },
      noteNotSent: () => void change({ body, isDue: true }),
      noteSaid: () => {
        isSaid = true;
        if (this.#isStill(document, body)) {
          this.remove(document);
        }
        this.#onDidSay(document);
      },
    };
  }

  /**
   * After a save that left nothing unsaved: the comment that did not go with it, since nothing was to be stored any more;
   * undefined where there is none. `hasArrived` is asked of one in doubt; undefined where that cannot be told.
   */
  async left(
    document: DocumentKey,
    hasArrived: (body: string, mark: HistoryMark) => Promise<boolean | undefined>,
  ): Promise<LeftComment | undefined> {
    const comment = this.due(document);
    const isSaid = comment?.doubt ? await hasArrived(comment.body, comment.doubt) : false;
    if (comment && isSaid) {
      comment.noteSaid();
      return undefined;
    }
    this.withdraw(document);
    return comment && { body: comment.body, isInDoubt: isSaid === undefined };
  }

  #isStill(document: DocumentKey, body: string): boolean {
    return this.#pending.get(document)?.body === body;
  }

  #set(document: DocumentKey, pending: PendingComment): Promise<void> {
    this.#pending.set(document, pending);
    return this.#keep();
  }

  async #keep(): Promise<void> {
    await this.#memory.update(memoryName, Object.fromEntries(this.#pending));
  }
}

function isPending(value: unknown): value is PendingComment {
  return (
    isJsonObject(value) &&
    typeof value.body === "string" &&
    typeof value.isDue === "boolean" &&
    (value.doubt === undefined ||
      (isJsonObject(value.doubt) && typeof value.doubt.body === "string" && isJsonObject(value.doubt.mark)))
  );
}
