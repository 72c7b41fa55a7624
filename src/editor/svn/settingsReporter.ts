import { reasonOf, saidBy } from "../../core/sentences/failures.ts";
import type { SettingsDocument, SettingsSaved } from "./settingsDocuments.ts";
import { conflictSentence, partNames, repositoryName, unreadableReason, unreadableSentence } from "./words.ts";

export interface SettingsReporterSurroundings {
  /** Shows theirs beside the document. */
  showTheirs(document: SettingsDocument): void;
  /** Shows what was sent beside the document, which has what was stored. */
  showSent(document: SettingsDocument, sent: string, name: string): void;
  /** Says something that needs no answer. */
  inform(words: string): void;
}

/** The words for a save that did not store the text; undefined when it did. Shows what there is to show beside them. */
export type SettingsReporter = (document: SettingsDocument, outcome: SettingsSaved) => string | undefined;

/** Says what became of a save of settings. */
export function createSettingsReporter(around: SettingsReporterSurroundings): SettingsReporter {
  /** Repositories of which it was said that their saves cannot be checked. */
  const toldUnchecked = new Set<string>();
  const reportSaved = (
    document: SettingsDocument,
    outcome: Extract<SettingsSaved, { readonly kind: "saved" }>,
  ): void => {
    const name = nameOfRepository(document);
    if (outcome.rewritten.length > 0) {
      around.inform(
        `The settings of ${name} are saved, but the service changed ${partNames(outcome.rewritten)}${outcome.rewritten.includes("access_file") ? "; rules for groups it does not know became comments" : ""}. The comparison shows what was sent and what is stored.`,
      );
      if (document.form.name === "settings" || outcome.rewritten.includes("access_file")) {
        around.showSent(document, document.form.print(outcome.sent), name);
      }
    }
    const key = `${document.connectionId}/${document.repositoryId}`;
    if (outcome.unchecked && !toldUnchecked.has(key)) {
      toldUnchecked.add(key);
      around.inform(
        `The settings of ${name} are saved, all of them, unchecked: ${unreadableReason(outcome.unchecked).replace(/^T/, "t")}, so a change that a colleague made meanwhile would have been replaced unseen.`,
      );
    }
  };
  return (document, outcome) => {
    const name = nameOfRepository(document);
    switch (outcome.kind) {
      case "unchanged":
        return undefined;
      case "saved":
        reportSaved(document, outcome);
        return undefined;
      case "broken":
        return `Nothing was sent: ${document.form.whatIsWrong}. See the Problems view.`;
      case "conflict":
        around.showTheirs(document);
        return conflictSentence(outcome.reason, name);
      case "unsettled":
        around.showTheirs(document);
        return `Nothing was sent: ${partNames(outcome.parts.map(({ key }) => key))} changed on the service too. Use the quick fixes at the marks to choose mine or theirs, or Keep Mine for all of them.`;
      case "unknownTarget":
        return `Nothing was sent: ${unreadableReason(outcome.reason).replace(/^T/, "t")}, so it is not known what a save would replace. Keep Mine in the title bar replaces all settings of ${name} with this text.`;
      case "unreadable":
        return unreadableSentence(outcome, name);
      case "partlySaved":
        return `${reasonOf(outcome.cause)} ${saidBy(outcome.cause)} ${outcome.stored.length === 0 ? "Nothing of it was stored." : `It stored ${partNames(outcome.stored)} nevertheless, since it replaces settings one after another.`} Your text is kept.`;
      case "unknown":
        return `${reasonOf(outcome.cause)} ${saidBy(outcome.cause)} What is stored of the settings of ${name} now cannot be read. Your text is kept. ${outcome.cause.kind === "answerLost" ? "Save again once the service is reachable: it is checked first, where the service allows that." : ""}`.trim();
    }
  };
}

/** The repository of a document of settings, as a person knows it. */
export function nameOfRepository({ copy, repositoryId }: SettingsDocument): string {
  return repositoryName({ id: repositoryId, ...copy.base?.repository });
}
