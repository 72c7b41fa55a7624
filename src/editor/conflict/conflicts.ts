import * as vscode from "vscode";
import {
  nothingToCompare,
  nothingToMerge,
  textNotChanged,
  theirsNotShown,
  theirsTooLong,
} from "../../core/sentences/conflicts.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { NoText } from "../../core/workingCopy/textForm.ts";
import { inform } from "../dialog/present.ts";
import type { DocumentEditor } from "../documents/documentEditor.ts";
import type { GuardedDocument } from "../documents/guardedDocument.ts";
import { mergeInto } from "../documents/mergeInto.ts";
import type { MeantDocument } from "../targets/documentTarget.ts";
import { revealPlace } from "../text/rangeOf.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import { offerSave } from "./conflictChoices.ts";
import { type Waiting, WaitingDocuments, type WaitingKey } from "./waitingDocuments.ts";

/** Holds the words about conflicts of one kind of document. */
export interface ConflictWords<T extends KindTypes, D extends GuardedDocument<T>> {
  /** Names the version that theirs is, for the title of the comparison. */
  nameOf(theirs: T["base"]): string;
  /** Says, as the end of a sentence, that the document is the same here and on the service. */
  isSame(document: D): string;
  /** Says that nothing was given and nothing is open. */
  readonly openFirst: string;
  readonly noneWaits: string;
  /** Says that nothing can be merged into the text as it stands. */
  broken(document: D): string;
  /**
   * Tells what a merge came to. `merge` is undefined where theirs was merged before; `unsettled` is how many parts are
   * left to choose.
   */
  merged(merge: T["merge"] | undefined, unsettled: number): string;
  /** Says that theirs cannot be merged, since it could not be read; undefined for kinds where that never happens. */
  readonly unreadMerge?: string;
  readonly unreadTheirs?: string;
}

/** Holds what shows the conflicts of all kinds. */
export interface ConflictDisplay {
  readonly view: SideBySide;
  /** The context key of the documents that wait. */
  readonly waitingKey: WaitingKey;
}

/** Shows conflicts to the person: the comparison, its three actions, and the context key that shows these. */
export class Conflicts<T extends KindTypes, D extends GuardedDocument<T>> extends DisposableOwner {
  readonly #view: SideBySide;
  readonly #documents: DocumentEditor<T, D>;
  /** Gives the places of the parts of a text that wait for a choice, in UTF-16 units. */
  readonly #placesIn: (document: D, text: string) => readonly number[];
  readonly #words: ConflictWords<T, D>;
  readonly #waiting: WaitingDocuments<T, D>;

  constructor(
    { view, waitingKey }: ConflictDisplay,
    documents: DocumentEditor<T, D>,
    placesIn: (document: D, text: string) => readonly number[],
    words: ConflictWords<T, D>,
  ) {
    super();
    this.#view = view;
    this.#documents = documents;
    this.#placesIn = placesIn;
    this.#words = words;
    this.#waiting = this.disposables.add(
      new WaitingDocuments(documents, waitingKey, (document, text) => this.#waitingOf(document, text)),
    );
    this.disposables.add(
      vscode.workspace.onDidSaveTextDocument((text) => {
        const document = documents.at(text.uri);
        if (document && !document.copy.conflictOf(document.key)) {
          void view.close(text.uri);
        }
      }),
    );
  }

  /** Shows theirs beside the text: the version in conflict, or the base that unsettled parts would undo. */
  show(document: D): void {
    const theirs: T["base"] | undefined = document.copy.conflictOf(document.key)?.theirs ?? document.copy.base;
    if (theirs !== undefined) {
      const printed = document.print(theirs);
      this.#documents.noteShown(document, theirs);
      if (printed.kind !== "text") {
        // Beside an empty page, the fields that the conflict is about may still be chosen.
        tellNotShown(printed);
      }
      // Nobody waits for the comparison here: a save is under way, and VS Code shows the comparison while that save
      // fails.
      void this.#view.show(document.uri, printed.kind === "text" ? printed.text : "", this.#words.nameOf(theirs));
    }
  }

  /** Shows theirs beside the document at `uri`. Gives false where that is no document of this kind. */
  showAt(uri: vscode.Uri): boolean {
    const document = this.#documents.at(uri);
    if (document) {
      this.show(document);
    }
    return document !== undefined;
  }

  /**
   * Shows theirs beside the document at `uri`, and reads it first where an earlier session has left it in conflict.
   * Gives false where that is no document of this kind.
   */
  async open(uri: vscode.Uri): Promise<boolean> {
    const document = this.#documents.at(uri);
    if (document?.copy.isLeftInConflict(document.key)) {
      await this.compare(uri);
    } else if (document) {
      this.show(document);
    }
    return document !== undefined;
  }

  /** Tells whether the text at `uri` met another version, and nobody has chosen since. */
  isOpen(uri: vscode.Uri): boolean {
    const document = this.#documents.at(uri);
    return document?.copy.conflictOf(document.key) !== undefined;
  }

  /** Gives the documents that wait for a decision. */
  get waiting(): WaitingDocuments<T, D> {
    return this.#waiting;
  }

  /**
   * Tells whether one of the three actions is about a document of this kind: the one given or active, else the only
   * one.
   */
  isMeant(meant: MeantDocument): boolean {
    return this.#waiting.chosen(meant) !== undefined;
  }

  /** Reads theirs and shows it beside the unsaved text, as a refused save would. Nothing is sent. */
  async compare(uri: vscode.Uri | undefined): Promise<void> {
    const document = uri && this.#documents.at(uri);
    if (!document) {
      void inform(this.#words.openFirst);
    } else if (await this.#meet(document)) {
      this.show(document);
    } else {
      void inform(nothingToCompare(this.#words.isSame(document)));
    }
  }

  /**
   * Takes theirs into the text, part by part; what both changed stays mine and is marked. An unsaved document given
   * that does not wait for a decision is compared with theirs first.
   */
  async merge(meant: MeantDocument): Promise<void> {
    const given = meant.isGiven && meant.uri ? this.#documents.at(meant.uri) : undefined;
    if (given && !this.#waiting.has(given.uri) && !(await this.#meet(given))) {
      void inform(nothingToMerge(this.#words.isSame(given)));
      return;
    }
    await this.#choose(meant, async (document, text) => {
      await this.#meetAgain(document);
      await this.#merge(document, text);
    });
  }

  /**
   * Saves the text over the version shown beside it, unless that has changed again. A version that was not shown yet is
   * shown first, and nothing is saved.
   */
  keepMine(meant: MeantDocument): Promise<void> {
    return this.#choose(meant, async (document, text) => {
      if (document.copy.isLeftInConflict(document.key)) {
        // The person has not yet seen in this window what would be replaced: it is shown first.
        await this.compare(document.uri);
      } else if (this.#documents.isUnseen(document)) {
        this.show(document);
      } else {
        await this.#documents.keepMine(document, text);
      }
    });
  }

  /** Replaces the text with theirs. */
  takeTheirs(meant: MeantDocument): Promise<void> {
    return this.#choose(meant, async (document, text) => {
      await this.#meetAgain(document);
      await this.#takeTheirs(document, text);
    });
  }

  async #meetAgain(document: D): Promise<void> {
    if (document.copy.isLeftInConflict(document.key)) {
      await this.#meet(document);
    }
  }

  /** Tells whether the unsaved text and theirs, as it is now, need a decision. */
  async #meet(document: D): Promise<boolean> {
    const text = this.#documents.open().find((open) => open.document.key === document.key)?.text;
    if (!text || !isUnsaved(text)) {
      return false;
    }
    const mine = document.mineIn(text.getText());
    const isWaiting = await document.copy.compare(document.key, mine, new AbortController().signal);
    this.#documents.settled(document.uri);
    return isWaiting;
  }

  async #choose(
    meant: MeantDocument,
    action: (document: D, text: vscode.TextDocument) => Promise<unknown>,
  ): Promise<void> {
    if (!(await this.#waiting.decide(meant, action))) {
      void inform(this.#words.noneWaits);
    }
  }

  async #merge(document: D, text: vscode.TextDocument): Promise<void> {
    await document.copy.idle();
    if (this.#documents.isWaitingForConsent(document) && this.#words.unreadMerge) {
      void inform(this.#words.unreadMerge);
      return;
    }
    const mine = document.mineIn(text.getText());
    if (mine === undefined) {
      void inform(this.#words.broken(document));
      return;
    }
    let isShown = true;
    const merge = await document.copy.merge(document.key, mine, async (found) => {
      isShown = await mergeInto(document, text, found);
      return isShown;
    });
    if (!isShown) {
      void inform(textNotChanged);
      return;
    }
    await this.#documents.rebaseOthers(document);
    // The message of the refused save offers what was just done, and only a save closes it. This command moves it under
    // the bell.
    await vscode.commands.executeCommand("notifications.hideToasts");
    const [first] = this.#placesIn(document, text.getText());
    if (first !== undefined) {
      // The choices are lines above the entries, which VS Code does not show in a comparison.
      await this.#view.close(text.uri);
      revealPlace(text, first);
    }
    const unsettled = this.#unsettled(document, text);
    offerSave(text, this.#words.merged(merge, unsettled), unsettled === 0);
  }

  async #takeTheirs(document: D, text: vscode.TextDocument): Promise<void> {
    const taken = await this.#documents.takeTheirs(document, text);
    switch (taken.kind) {
      case "taken":
        return;
      case "nothingToTake": {
        const { unreadTheirs } = this.#words;
        void (unreadTheirs && inform(unreadTheirs));
        return;
      }
      case "notReplaced":
        void inform(textNotChanged);
        return;
      default:
        tellNotShown(taken);
    }
  }

  #waitingOf(document: D, text: vscode.TextDocument): Waiting | undefined {
    const { copy, key } = document;
    const isWhole =
      copy.conflictOf(key) !== undefined ||
      (isUnsaved(text) && copy.isLeftInConflict(key)) ||
      this.#documents.isWaitingForConsent(document);
    if (isWhole) {
      return "whole";
    }
    return this.#unsettled(document, text) > 0 ? "merged" : undefined;
  }

  #unsettled({ copy, key, mineIn }: D, text: vscode.TextDocument): number {
    // This is asked of all documents whenever one changes, and a text takes time to be read.
    const mine = isUnsaved(text) || copy.isSettling(key) ? mineIn(text.getText()) : undefined;
    return mine === undefined ? 0 : copy.unsettled(key, mine).length;
  }
}

function tellNotShown(theirs: NoText): void {
  void inform(theirs.kind === "tooLong" ? theirsTooLong : theirsNotShown(theirs.labels));
}
