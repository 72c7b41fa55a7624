import { reasonOf, saidBy } from "../../core/sentences/failures.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { SettingsTypes } from "../../core/svn/settingsTypes.ts";
import type { SaveWords } from "../documents/saveReporter.ts";
import type { SettingsDocument } from "./settingsDocuments.ts";
import { conflictSentence, nameOfRepository, partNames, unreadableReason, unreadableSentence } from "./words.ts";

export interface SettingsSaveParts {
  /** Shows what was sent beside the document, which has what was stored. */
  showSent(document: SettingsDocument, sent: string, name: string): void;
  /** Says something that needs no answer. */
  inform(words: string): void;
}

/** What is said of saves of settings. */
export function settingsSaveWords({ showSent, inform }: SettingsSaveParts): SaveWords<SettingsTypes, SettingsDocument> {
  /** Repositories of which it was said that their saves cannot be checked. */
  const toldUnchecked = new Set<string>();
  return {
    saved: (document, outcome) => {
      const name = nameOfRepository(document);
      if (outcome.rewritten.length > 0) {
        inform(
          `The settings of ${name} are saved, but the service changed ${partNames(outcome.rewritten)}${outcome.rewritten.includes("access_file") ? "; rules for groups it does not know became comments" : ""}. The comparison shows what was sent and what is stored.`,
        );
        if (document.form.name === "settings" || outcome.rewritten.includes("access_file")) {
          showSent(document, document.form.print(outcome.sent), name);
        }
      }
      const key = `${document.connectionId}/${document.repositoryId}`;
      if (outcome.unchecked && !toldUnchecked.has(key)) {
        toldUnchecked.add(key);
        inform(
          `The settings of ${name} are saved, all of them, unchecked: ${unreadableReason(outcome.unchecked).replace(/^T/, "t")}, so a change that a colleague made meanwhile would have been replaced unseen.`,
        );
      }
    },
    broken: ({ form }) => `Nothing was sent: ${form.whatIsWrong}. See the Problems view.`,
    overtaken: (document) =>
      `Nothing was written: the settings of ${nameOfRepository(document)} were changed on the service since this file was read. Read it again, then write.`,
    conflict: (document, reason) => conflictSentence(reason, nameOfRepository(document)),
    unsettled: (_, entries) =>
      `Nothing was sent: ${partNames(entries.map(({ key }) => key))} changed on the service too. Use the quick fixes at the marks to choose mine or theirs, or Keep Mine for all of them.`,
    // Settings have no version that could be refused.
    refusedUnmoved: (document) =>
      `The service refused the settings of ${nameOfRepository(document)}. Your text is kept.`,
    notSaved: (_, cause) => `${causeSentence(cause)} Nothing of it was stored. Your text is kept.`,
    unknown: (document, cause) =>
      `${causeSentence(cause)} What is stored of the settings of ${nameOfRepository(document)} now cannot be read. Your text is kept. ${isServiceError(cause) && cause.kind === "answerLost" ? "Save again once the service is reachable: it is checked first, where the service allows that." : ""}`.trim(),
    refused: (document, outcome) => {
      const name = nameOfRepository(document);
      switch (outcome.kind) {
        case "unknownTarget":
          return `Nothing was sent: ${unreadableReason(outcome.reason).replace(/^T/, "t")}, so it is not known what a save would replace. Keep Mine in the title bar replaces all settings of ${name} with this text.`;
        case "unreadable":
          return unreadableSentence(outcome, name);
        case "partlySaved":
          return `${causeSentence(outcome.cause)} ${outcome.stored.length === 0 ? "Nothing of it was stored." : `It stored ${partNames(outcome.stored)} nevertheless, since it replaces settings one after another.`} Your text is kept.`;
      }
    },
  };
}

function causeSentence(cause: unknown): string {
  return isServiceError(cause) ? `${reasonOf(cause)} ${saidBy(cause)}` : "";
}
