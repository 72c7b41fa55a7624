import * as vscode from "vscode";
import { compareButton } from "../../core/labels/buttons.ts";
import type { FoundReplacement } from "../../core/overwrite/overwriteGuard.ts";
import { type PutBack, putBack, shownBeside } from "../../core/overwrite/putBack.ts";
import {
  nameOf,
  nothingReplaced,
  notPutBack,
  putBackLabel,
  putBackNeedsDocument,
  putBackNotAllowed,
  putBackResult,
  savesReplacedEachOther,
} from "../../core/sentences/overwriting.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isSameText } from "../../core/util/unsaved.ts";
import { explain, inform, presentFailure, warn } from "../dialog/present.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { type ArtifactTarget, contextKeys } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import { saveText } from "../text/saveText.ts";
import type { SideBySide } from "../text/sideBySide.ts";

/**
 * Tells a person of changes that were replaced unseen, shows them, and puts them back into the document of the
 * artifact. The document is then saved unless it has unsaved changes of its own. That save is conditional like any
 * other.
 */
export class ReplacedChanges extends DisposableOwner {
  readonly #documents: ArtifactDocuments;
  readonly #view: SideBySide;
  readonly #logFailure: Services["logFailure"];
  /** The replaced changes, newest last, until they are put back or the last document of their artifact is closed. */
  readonly #found = new Set<FoundReplacement>();
  /** The replaced changes of which a message may stand. */
  readonly #told = new Set<FoundReplacement>();
  /** The documents that menus were told of. */
  #toldOf: readonly string[] = [];

  /** `view` shows the version with the lost change beside the document. */
  constructor({ logFailure }: Services, documents: ArtifactDocuments, view: SideBySide) {
    super();
    this.#documents = documents;
    this.#view = view;
    this.#logFailure = logFailure;
    this.disposables.add(vscode.workspace.onDidOpenTextDocument((text) => this.#noticeDocument(text)));
    this.disposables.add(
      vscode.workspace.onDidCloseTextDocument((text) => {
        const document = documents.at(text.uri);
        if (document && text.isClosed && documents.of(document).length === 0) {
          removeFrom(this.#found, (found) => isSameArtifact(found, document));
        }
        this.#noticeDocument(text);
      }),
    );
  }

  /** Tells of a replaced change. Returns at once: the person answers when they like. */
  tell(found: FoundReplacement): void {
    this.#found.add(found);
    this.#told.add(found);
    this.#updateContext();
    const { connectionId, artifactId } = found;
    this.#offer(found)
      .catch(async (error: unknown) => {
        this.#logFailure(`Putting a change of #${artifactId} back`, error);
        await presentFailure(await explain(error, notPutBack(artifactId)), connectionId);
      })
      .finally(() => this.#told.delete(found));
  }

  /** Puts back the newest change that was replaced in the artifact of a document and is not put back yet. */
  async putBack(uri: vscode.Uri | undefined): Promise<void> {
    const document = uri && this.#documents.at(uri);
    const found = document && [...this.#found].findLast((each) => isSameArtifact(each, document));
    if (found) {
      await this.#putBack(found);
    } else {
      void inform(nothingReplaced);
    }
  }

  /** Forgets what was found at a connection. */
  forget(connectionId: string): void {
    const isOfIt = (found: FoundReplacement) => found.connectionId === connectionId;
    removeFrom(this.#found, isOfIt);
    removeFrom(this.#told, isOfIt);
    this.#updateContext();
  }

  async #offer(found: FoundReplacement): Promise<void> {
    const back = putBackLabel(found.lost);
    let chosen = await this.#ask(found, compareButton, back);
    if (chosen === compareButton) {
      await this.#compare(found);
      chosen = await this.#ask(found, back);
    }
    if (chosen === back) {
      await this.#putBack(found);
    }
  }

  /**
   * Asks, and gives the button chosen. Where the connection leads elsewhere by then nothing can be chosen: the same
   * numbers name other artifacts there.
   */
  async #ask<Label extends string>(found: FoundReplacement, ...buttons: readonly Label[]): Promise<Label | undefined> {
    const chosen = await warn(savesReplacedEachOther(found), ...buttons);
    if (chosen !== undefined && !this.#told.has(found)) {
      void inform(nothingReplaced);
      return undefined;
    }
    return chosen;
  }

  /** Shows the version with the lost change on the left, and what is there now on the right. */
  async #compare(found: FoundReplacement): Promise<void> {
    const { document } = await this.#documents.openWhole(found);
    const printed = document.form.print(shownBeside(found.version, found.fields, document.copy.base));
    await this.#view.show(document.uri, printed.kind === "text" ? printed.text : "", nameOf(found));
  }

  async #putBack(found: FoundReplacement): Promise<void> {
    const { document, text } = await this.#documents.openWhole(found);
    const { copy, key } = document;
    await copy.idle();
    if (!document.mineIn(text.getText())) {
      void inform(putBackNeedsDocument(found));
      return;
    }
    if (found.lost === "mine") {
      // The text shows mine as stored until it has followed what replaced that.
      await this.#documents.readAgain(document, new AbortController().signal);
    }
    let result: PutBack = { changes: [], left: [], unmerged: [], denied: [] };
    let hasOthers = false;
    let edited = "";
    const isDone = await this.#documents.editor.edit(document, text, (now) => {
      const mine = document.mineIn(now);
      hasOthers = mine === undefined || copy.pending(key, mine).change !== undefined;
      result = mine ? putBack(found, mine, copy.base) : { ...result, changes: [] };
      edited = document.form.edit(now, result.changes);
      return edited;
    });
    await this.#documents.editor.rebaseOthers({ ...document, key: `${key}#again` });
    if (!isDone) {
      void inform(putBackNotAllowed(found));
      return;
    }
    await vscode.window.showTextDocument(text, { preview: false });
    // Words that were typed since then are not to be sent.
    hasOthers ||= !isSameText(text.getText(), edited);
    const isThere = result.changes.length === 0 || hasOthers || (await saveText(text));
    // A save that was refused has told so itself; what is put back is in the unsaved text then.
    if (isThere) {
      this.#found.delete(found);
      this.#updateContext();
      void inform(putBackResult(found, result, hasOthers));
    }
  }

  #noticeDocument({ uri }: vscode.TextDocument): void {
    if (this.#documents.at(uri)) {
      this.#updateContext();
    }
  }

  #updateContext(): void {
    const uris = [...this.#found]
      .filter(({ lost }) => lost === "theirs")
      .flatMap((found) => this.#documents.of(found).map(({ document }) => document.uri.toString()));
    // Each open and close comes here, and the workbench works all menus out again for whatever it is told.
    if (uris.join() !== this.#toldOf.join()) {
      this.#toldOf = uris;
      void vscode.commands.executeCommand("setContext", contextKeys.replacedDocuments, uris);
    }
  }
}

function isSameArtifact(a: ArtifactTarget, b: ArtifactTarget): boolean {
  return a.connectionId === b.connectionId && a.artifactId === b.artifactId;
}

function removeFrom<T>(all: Set<T>, isMeant: (each: T) => boolean): void {
  for (const each of all) {
    if (isMeant(each)) {
      all.delete(each);
    }
  }
}
