import * as vscode from "vscode";
import type { MergedSettings } from "../../core/svn/mergeSettings.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { contextKeys } from "../manifest/contributions.ts";
import { replaceText } from "../text/replaceText.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import { WaitingDocuments } from "../text/waitingDocuments.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";
import { partNames, repositoryName } from "./words.ts";

/** Conflicts about settings as the person meets them: the diff, its three actions, and the context key that shows them. */
export class SettingsConflicts implements vscode.Disposable {
  readonly #documents: SettingsDocuments;
  readonly #view: SideBySide;
  readonly #inform: (words: string) => void;
  readonly #disposables = new DisposableStore();
  readonly #waiting: WaitingDocuments<SettingsDocument>;

  constructor(documents: SettingsDocuments, view: SideBySide, inform: (words: string) => void) {
    this.#documents = documents;
    this.#view = view;
    this.#inform = inform;
    this.#waiting = this.#disposables.add(
      new WaitingDocuments(documents, contextKeys.conflictingSettings, (document, text) =>
        this.#isWaiting(document, text),
      ),
    );
    this.#disposables.add(
      vscode.workspace.onDidSaveTextDocument((text) => {
        const document = documents.at(text.uri);
        if (document && !document.copy.conflict) {
          void view.close(text.uri);
        }
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  /** The documents that wait for a decision. */
  get waiting(): Pick<WaitingDocuments<SettingsDocument>, "has" | "onDidChange"> {
    return this.#waiting;
  }

  /** Whether one of the three actions is about a document of settings: the one given or active, else the only one. */
  isMeant(resource: unknown): boolean {
    return this.#waiting.chosen(resource) !== undefined;
  }

  /** Shows theirs beside the text: the settings in conflict, or the base that unsettled parts would undo. */
  show(document: SettingsDocument): void {
    const theirs = document.copy.conflict?.theirs ?? document.copy.base;
    if (theirs) {
      // Not waited for: a save is under way, and VS Code shows the diff while it fails.
      void this.#view.show(document.uri, document.form.print(theirs.settings), repositoryName(theirs.repository));
    }
  }

  /** Takes theirs into the text, part by part; what both changed stays mine and is marked. */
  merge(resource: unknown): Promise<boolean> {
    return this.#waiting.decide(resource, (document, text) => this.#merge(document, text));
  }

  /** Saves the text over the settings shown beside it, unless those have changed again. */
  keepMine(resource: unknown): Promise<boolean> {
    return this.#waiting.decide(resource, (_document, text) => this.#documents.keepMine(text));
  }

  /** Replaces the text with theirs. */
  takeTheirs(resource: unknown): Promise<boolean> {
    return this.#waiting.decide(resource, (document, text) => this.#takeTheirs(document, text));
  }

  async #merge(document: SettingsDocument, text: vscode.TextDocument): Promise<void> {
    await document.copy.idle();
    if (!document.copy.conflict) {
      this.#inform(
        this.#documents.isWaitingForConsent(document)
          ? "There is nothing to merge with: the settings cannot be read from the service."
          : "Theirs is merged already. Choose with the quick fixes at the marks.",
      );
      return;
    }
    const before = text.getText();
    const mine = document.form.read(before);
    if (!mine) {
      this.#inform(`Nothing can be merged into the text: ${document.form.whatIsWrong}. See the Problems view.`);
      return;
    }
    const merged = await document.copy.merge(mine);
    if (!merged) {
      return;
    }
    if (merged.taken.length + merged.combined.length + merged.conflicts.length > 0) {
      await replaceText(text, (now) => (now === before ? document.form.print(merged.settings) : now));
    }
    this.#inform(mergedSentence(merged));
  }

  async #takeTheirs(document: SettingsDocument, text: vscode.TextDocument): Promise<void> {
    await document.copy.idle();
    const theirs = await document.copy.takeTheirs(document.form.read(text.getText()) ?? {});
    if (!theirs) {
      this.#inform("There is nothing to take: the settings cannot be read from the service.");
      return;
    }
    if (!(await replaceText(text, () => document.form.print(theirs.settings)))) {
      this.#inform(
        "The editor did not let the text be changed, so it stays as it is. Save it to decide about what differs.",
      );
      return;
    }
    // Nothing is sent: the text means what the base means.
    await text.save();
  }

  #isWaiting(document: SettingsDocument, text: vscode.TextDocument): boolean {
    if (document.copy.conflict || this.#documents.isWaitingForConsent(document)) {
      return true;
    }
    const mine = document.form.read(text.getText());
    return mine !== undefined && document.copy.unsettled(mine).length > 0;
  }
}

function mergedSentence({ taken, combined, conflicts }: MergedSettings): string {
  const changed = [...taken, ...combined];
  const merged = changed.length === 0 ? "" : `The text has theirs now in ${partNames(changed)}. `;
  if (conflicts.length === 0) {
    return `${merged}Look it over and save.`;
  }
  const lines = conflicts.includes("access_file")
    ? " Lines of the access file stand there in both versions, between marks: keep the right ones and remove the marks."
    : "";
  const fixes = conflicts.some((key) => key !== "access_file") ? " Choose with the quick fixes at the marks." : "";
  return `${merged}Both changed ${partNames(conflicts)}.${lines}${fixes}`;
}
