import * as vscode from "vscode";
import type { MergeResult } from "../../core/merge/mergeEntries.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { mergeInto } from "../documents/mergeInto.ts";
import { contextKeys } from "../manifest/contributions.ts";
import { replaceText } from "../text/replaceText.ts";
import { activeUri } from "../text/resourceUri.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import { WaitingDocuments } from "../text/waitingDocuments.ts";

/** Says something to the person that needs no answer. */
export interface Informant {
  inform(words: string): void;
}

/** Conflicts as the person meets them: the diff, its three actions, and the context key that shows them. */
export class Conflicts implements vscode.Disposable {
  readonly #documents: ArtifactDocuments;
  readonly #view: SideBySide;
  readonly #informant: Informant;
  readonly #disposables = new DisposableStore();
  readonly #waiting: WaitingDocuments<ArtifactDocument>;

  constructor(documents: ArtifactDocuments, view: SideBySide, informant: Informant) {
    this.#documents = documents;
    this.#view = view;
    this.#informant = informant;
    this.#waiting = this.#disposables.add(
      new WaitingDocuments(
        documents,
        contextKeys.conflictingDocuments,
        (document, text) =>
          document.copy.conflictOf(document.key) !== undefined ||
          (text.isDirty && document.copy.isLeftInConflict(document.key)) ||
          this.#unsettled(document, text) > 0,
      ),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument((text) => {
        const document = documents.at(text.uri);
        if (document && !document.copy.conflictOf(document.key)) {
          void view.close(text.uri);
        }
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** Shows theirs beside the text: the version in conflict, or the base that unsettled entries would undo. */
  show(document: ArtifactDocument): void {
    const theirs = document.copy.conflictOf(document.key)?.theirs ?? document.copy.base;
    if (theirs) {
      const name = `#${theirs.artifactId} ${withoutControls(theirs.title ?? "")}`.trim();
      // Not waited for: a save is under way, and VS Code shows the diff while it fails.
      const printed = document.form.print(theirs);
      void this.#view.show(document.uri, printed.kind === "text" ? printed.text : "", name);
    }
  }

  /** The documents that wait for a decision. */
  get waiting(): Pick<WaitingDocuments<ArtifactDocument>, "has" | "onDidChange"> {
    return this.#waiting;
  }

  /** Reads theirs and shows it beside the unsaved text, as a refused save would. Nothing is sent. */
  async compare(resource: unknown): Promise<void> {
    const uri = resource instanceof vscode.Uri ? resource : activeUri();
    const document = uri && this.#documents.at(uri);
    if (!document) {
      this.#informant.inform("Open an artifact with unsaved changes first.");
    } else if (await this.#meet(document)) {
      this.show(document);
    } else {
      this.#informant.inform(`There is nothing to compare: #${document.artifactId} is on the server what it is here.`);
    }
  }

  /**
   * Takes theirs into the text, entry by entry; what both changed stays mine and is marked. An unsaved document given that
   * does not wait for a decision is compared with theirs first.
   */
  async merge(resource: unknown): Promise<void> {
    const given = resource instanceof vscode.Uri ? this.#documents.at(resource) : undefined;
    if (given && !this.#waiting.has(given.uri) && !(await this.#meet(given))) {
      this.#informant.inform(`There is nothing to merge: #${given.artifactId} is on the server what it is here.`);
      return;
    }
    await this.#choose(resource, async (document, text) => {
      await this.#meetAgain(document);
      await this.#merge(document, text);
    });
  }

  /** Saves the text over the version shown beside it, unless that has changed again. */
  keepMine(resource: unknown): Promise<void> {
    return this.#choose(resource, async (document, text) => {
      if (document.copy.isLeftInConflict(document.key)) {
        // What would be replaced has not been seen since the window opened.
        await this.compare(document.uri);
      } else {
        await this.#documents.keepMine(text);
      }
    });
  }

  /** Replaces the text with theirs. */
  takeTheirs(resource: unknown): Promise<void> {
    return this.#choose(resource, async (document, text) => {
      await this.#meetAgain(document);
      await this.#takeTheirs(document, text);
    });
  }

  async #meetAgain(document: ArtifactDocument): Promise<void> {
    if (document.copy.isLeftInConflict(document.key)) {
      await this.#meet(document);
    }
  }

  /** Whether the unsaved text and theirs, as it is now, need a decision. */
  async #meet(document: ArtifactDocument): Promise<boolean> {
    const text = this.#documents.open().find((open) => open.document.key === document.key)?.text;
    if (!text?.isDirty) {
      return false;
    }
    const mine = document.read(text.getText());
    const entries = mine.kind === "entries" ? mine.entries : undefined;
    const isWaiting = await document.copy.compare(document.key, entries, new AbortController().signal);
    this.#documents.settled(document.uri);
    return isWaiting;
  }

  async #choose(
    resource: unknown,
    action: (document: ArtifactDocument, text: vscode.TextDocument) => Promise<unknown>,
  ): Promise<void> {
    if (!(await this.#waiting.decide(resource, action))) {
      this.#informant.inform("No open document waits for a decision about a conflict.");
    }
  }

  async #merge(document: ArtifactDocument, text: vscode.TextDocument): Promise<void> {
    await document.copy.idle();
    const mine = document.read(text.getText());
    if (mine.kind === "broken") {
      this.#informant.inform(
        "The text is not a valid document, so nothing can be merged into it. See the Problems view.",
      );
      return;
    }
    const result = await document.copy.merge(document.key, mine.entries);
    if (result && !(await mergeInto(document, text, result))) {
      this.#informant.inform(notLet);
      return;
    }
    this.#informant.inform(mergedSentence(result, this.#unsettled(document, text)));
  }

  async #takeTheirs(document: ArtifactDocument, text: vscode.TextDocument): Promise<void> {
    await document.copy.idle();
    const mine = document.read(text.getText());
    const theirs = await document.copy.takeTheirs(document.key, mine.kind === "entries" ? mine.entries : []);
    if (!theirs) {
      return;
    }
    const printed = document.form.print(theirs);
    if (printed.kind === "unprintable") {
      this.#informant.inform(`Theirs cannot be shown in this document: ${printed.labels.join(", ")}.`);
      return;
    }
    if (!(await replaceText(text, () => printed.text))) {
      this.#informant.inform(notLet);
      return;
    }
    // Nothing is sent: the text means what the base means.
    await text.save();
  }

  #unsettled(document: ArtifactDocument, text: vscode.TextDocument): number {
    if (!document.copy.isSettling(document.key)) {
      return 0;
    }
    const mine = document.read(text.getText());
    return mine.kind === "entries" ? document.copy.unsettled(document.key, mine.entries).length : 0;
  }
}

const notLet =
  "The editor did not let the text be changed, so it stays as it is. Save it to decide about what differs.";

function mergedSentence(result: MergeResult | undefined, unsettled: number): string {
  const taken = (result?.taken.length ?? 0) + (result?.combined.length ?? 0);
  const merged = taken === 0 ? "" : `${counted(taken)} of theirs ${taken === 1 ? "is" : "are"} in the text now. `;
  return unsettled === 0
    ? `${merged}Look it over and save.`
    : `${merged}${counted(unsettled)} changed by both ${unsettled === 1 ? "is" : "are"} marked: choose with the quick fixes there.`;
}

function counted(entries: number): string {
  return entries === 1 ? "1 entry" : `${entries} entries`;
}
