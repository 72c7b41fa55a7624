import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { typedWhilePutBack } from "../../core/sentences/saving.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { isSameText } from "../../core/util/isSameText.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { KindTypes, SaveOutcome } from "../../core/workingCopy/kindTypes.ts";
import { HumanError } from "../dialog/present.ts";
import { openText } from "../text/openText.ts";
import { replacement } from "../text/replaceText.ts";
import { saveText } from "../text/saveText.ts";
import type { GuardedDocument, RefusedText } from "./guardedDocument.ts";
import { ServedDocuments, writerOf } from "./servedDocuments.ts";

/** What became of a text that was to be saved. */
export type TextOutcome<T extends KindTypes> =
  | SaveOutcome<T>
  /** Nothing was sent: the text is not a valid document. */
  | { readonly kind: "broken" }
  /** Nothing was stored: it was written by its URI, and is not made from what the service has now. */
  | { readonly kind: "overtaken" };

/** The documents of one kind, with their saves. */
export abstract class GuardedDocuments<T extends KindTypes, D extends GuardedDocument<T>> extends ServedDocuments<
  T,
  D
> {
  /** How the changes of `document` go over the wire; undefined where there is but one way. */
  protected async encodeFor(_document: D): Promise<T["encode"] | undefined> {
    return undefined;
  }

  /**
   * Saves what the editor holds. An outcome other than «saved» and «unchanged» means that the document stays dirty.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  async save({ uri }: D, text: string, signal: AbortSignal): Promise<TextOutcome<T>> {
    const document = await this.loaded(uri);
    const { key, copy } = document;
    // A restored document's text is read by the base it was made from.
    await copy.restore();
    const mine = document.mineIn(text);
    if (mine === undefined) {
      return { kind: "broken" };
    }
    const { putBackText } = this.state(key);
    if (putBackText !== undefined) {
      if (!isDeepStrictEqual(mine, document.mineIn(putBackText))) {
        throw new HumanError(typedWhilePutBack);
      }
      return { kind: "unchanged" };
    }
    const open = openText(uri);
    // Somebody else's text for the same file: the editor shows another one, which follows like any other document.
    if (!open || (!isUnsaved(open) && !isSameText(open.getText(), text))) {
      return await this.#write(document, mine, signal);
    }
    const state = this.state(key);
    const how = state.isKeepingMine ? "keepMine" : "plain";
    state.refusal = undefined;
    state.isFinishing = false;
    state.isWaitingForConsent = false;
    try {
      const outcome: SaveOutcome<T> = await copy.save(key, mine, how, signal, await this.encodeFor(document));
      if (isClean(outcome)) {
        state.served = undefined;
        if (isUnsaved(open)) {
          state.isFinishing = true;
        }
        this.letFollow(document, text);
      }
      if (movesBase(outcome)) {
        await this.rebaseOthers(document);
      }
      state.isWaitingForConsent = outcome.kind === "unknownTarget";
      return outcome;
    } catch (error) {
      if (isServiceError(error) && error.kind === "rejected" && error.serviceMessage) {
        state.refusal = { message: error.serviceMessage, text };
      }
      throw error;
    } finally {
      this.settled(uri);
    }
  }

  /**
   * Stores a text that was written by the URI of `document`, over the base that whoever reads the file is given. Each
   * write stands for itself: nobody can choose anything for a text that no editor shows. One that was overtaken can be
   * made again from what the file says when it is read again.
   */
  async #write(document: D, mine: T["mine"], signal: AbortSignal): Promise<TextOutcome<T>> {
    const { uri, key, copy } = document;
    const writer = writerOf(key);
    copy.untrack(writer);
    try {
      if (copy.base !== undefined) {
        // What is read before it is sent may be newer than what the file has said.
        copy.follow(writer, copy.base);
        await copy.track(writer);
      }
      // What waits for a save of the document, such as a comment, is not of this text.
      const encode = await this.encodeFor({ ...document, key: writer });
      const outcome: SaveOutcome<T> = await copy.save(writer, mine, "plain", signal, encode);
      const state = this.state(key);
      if (outcome.kind === "conflict") {
        state.isOvertaken = true;
        return { kind: "overtaken" };
      }
      if (isClean(outcome)) {
        state.served = undefined;
      }
      await this.rebaseOthers({ ...document, key: writer });
      return outcome;
    } finally {
      copy.untrack(writer);
      this.settled(uri);
    }
  }

  /** What the service said when it refused the last save, and to which text. */
  refusal({ uri }: Pick<D, "uri">): RefusedText | undefined {
    return this.state(uri.toString()).refusal;
  }

  /** Whether a save of the document waits for the word that whatever is there may be replaced. */
  isWaitingForConsent({ key }: D): boolean {
    return this.state(key).isWaitingForConsent;
  }

  /** Shows `theirs`, which the person has taken, in the place of the text of `version`. False as with `putBack`. */
  async showTheirs(document: D, text: vscode.TextDocument, version: number, theirs: T["base"]): Promise<boolean> {
    const isShown = await this.putBack(document, text, version, theirs);
    if (isShown) {
      await this.rebaseOthers(document);
    }
    return isShown;
  }

  /**
   * Has a text show `base` in the place of its unsaved changes, with nothing unsaved. Nothing is sent. False where the
   * text stays as it is: it is not that of `version` any more, or the base has none here. What is typed from then on
   * stays unsaved.
   *
   * VS Code reverts only what is active, which may be another document by then. So the text is replaced and saved: that
   * it says what the base says leaves nothing to store, and VS Code may keep it for whoever opens the document next.
   */
  protected async putBack(document: D, text: vscode.TextDocument, version: number, base: T["base"]): Promise<boolean> {
    const { copy, key, uri } = document;
    const shows = document.print(base);
    if (shows.kind !== "text" || text.version !== version) {
      return false;
    }
    const edit = replacement(text, shows.text);
    if (edit.size > 0 && !(await vscode.workspace.applyEdit(edit))) {
      return false;
    }
    copy.follow(key, base);
    const state = this.state(key);
    state.served = undefined;
    state.isWaitingForConsent = false;
    state.putBackText = shows.text;
    try {
      // Where it is not saved it stays unsaved, and VS Code tells why.
      await saveText(text);
    } finally {
      state.putBackText = undefined;
      this.letFollow(document, shows.text);
      this.settled(uri);
    }
    return true;
  }

  /** Saves the document over the version shown in the conflict. True when it was saved. */
  async keepMine(text: vscode.TextDocument): Promise<boolean> {
    const state = this.state(text.uri.toString());
    state.isKeepingMine = true;
    try {
      return await saveText(text);
    } finally {
      state.isKeepingMine = false;
    }
  }
}

/** Whether nothing is left unsaved after a save with this outcome. */
export function isClean(outcome: { readonly kind: string }): boolean {
  return outcome.kind === "saved" || outcome.kind === "unchanged";
}

/** Whether a save with this outcome can have moved the base. */
function movesBase(outcome: { readonly kind: string }): boolean {
  return isClean(outcome) || outcome.kind === "notStored" || outcome.kind === "partlySaved";
}
