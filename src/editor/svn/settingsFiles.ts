import type { Uri } from "vscode";
import type { VirtualFile, VirtualFiles } from "../documents/virtualFile.ts";
import { HumanError, reasonOf, saidBy } from "../present.ts";
import type { SettingsDocument, SettingsDocuments, SettingsSaved } from "./settingsDocuments.ts";
import { conflictSentence, partNames, repositoryName, unreadableReason } from "./words.ts";

/** What the files need others for. */
export interface SettingsFilesSurroundings {
  /** Shows theirs beside the document. */
  showTheirs(document: SettingsDocument): void;
  /** Shows what was sent beside the document, which has what was stored. */
  showSent(document: SettingsDocument, sent: string, name: string): void;
  /** Says something that needs no answer. */
  inform(words: string): void;
}

/** Settings of repositories, and their access files, as files. */
export class SettingsFiles implements VirtualFiles {
  readonly #documents: SettingsDocuments;
  readonly #around: SettingsFilesSurroundings;
  /** Repositories of which it was said that their saves cannot be checked. */
  readonly #toldUnchecked = new Set<string>();

  constructor(documents: SettingsDocuments, around: SettingsFilesSurroundings) {
    this.#documents = documents;
    this.#around = around;
  }

  at(uri: Uri): VirtualFile | undefined {
    const document = this.#documents.at(uri);
    return (
      document && {
        name: `The settings of ${nameOf(document)}`,
        stat: () => this.#documents.stat(document),
        read: async (signal) => {
          const text = await this.#documents.read(document, signal);
          if (text === undefined) {
            throw new HumanError(withheldSentence(document));
          }
          return new TextEncoder().encode(text);
        },
        write: async (text, signal) => this.#report(document, await this.#documents.save(document, text, signal)),
      }
    );
  }

  /** The words for a save that did not store the text; undefined when it did. Shows what there is to show beside them. */
  #report(document: SettingsDocument, outcome: SettingsSaved): string | undefined {
    const name = nameOf(document);
    switch (outcome.kind) {
      case "unchanged":
        return undefined;
      case "saved":
        this.#reportSaved(document, outcome);
        return undefined;
      case "broken":
        return `Nothing was sent: ${document.form.whatIsWrong}. See the Problems view.`;
      case "conflict":
        this.#around.showTheirs(document);
        return conflictSentence(outcome.reason, name);
      case "unsettled":
        this.#around.showTheirs(document);
        return `Nothing was sent: ${partNames(outcome.parts.map(({ key }) => key))} changed on the service too. Use the quick fixes at the marks to choose mine or theirs, or Keep Mine for all of them.`;
      case "unknownTarget":
        return `Nothing was sent: ${unreadableReason(outcome.reason).replace(/^T/, "t")}, so it is not known what a save would replace. Keep Mine in the title bar replaces all settings of ${name} with this text.`;
      case "partlySaved":
        return `${reasonOf(outcome.cause)} ${saidBy(outcome.cause)} ${outcome.stored.length === 0 ? "Nothing of it was stored." : `It stored ${partNames(outcome.stored)} nevertheless, since it replaces settings one after another.`} Your text is kept.`;
      case "unknown":
        return `${reasonOf(outcome.cause)} ${saidBy(outcome.cause)} What is stored of the settings of ${name} now cannot be read. Your text is kept. ${outcome.cause.kind === "answerLost" ? "Save again once the service is reachable: it is checked first, where the service allows that." : ""}`.trim();
    }
  }

  #reportSaved(document: SettingsDocument, outcome: Extract<SettingsSaved, { readonly kind: "saved" }>): void {
    const name = nameOf(document);
    if (outcome.rewritten.length > 0) {
      this.#around.inform(
        `The settings of ${name} are saved, but the service changed ${partNames(outcome.rewritten)}${outcome.rewritten.includes("access_file") ? "; rules for groups it does not know became comments" : ""}. The comparison shows what was sent and what is stored.`,
      );
      if (document.form.name === "settings" || outcome.rewritten.includes("access_file")) {
        this.#around.showSent(document, document.form.print(outcome.sent), name);
      }
    }
    const key = `${document.connectionId}/${document.repositoryId}`;
    if (outcome.unchecked && !this.#toldUnchecked.has(key)) {
      this.#toldUnchecked.add(key);
      this.#around.inform(
        `The settings of ${name} are saved, all of them, unchecked: ${unreadableReason(outcome.unchecked).replace(/^T/, "t")}, so a change that a colleague made meanwhile would have been replaced unseen.`,
      );
    }
  }
}

function nameOf({ copy, repositoryId }: SettingsDocument): string {
  return repositoryName({ id: repositoryId, ...copy.base?.repository });
}

/** Why settings cannot be shown to somebody who is no administrator. */
export function withheldSentence(document: Pick<SettingsDocument, "repositoryId">): string {
  return `The settings of ${repositoryName({ id: document.repositoryId })} could not be opened. ${unreadableReason("withheld")}. Ask an administrator of the project for the permission.`;
}
