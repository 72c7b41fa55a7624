import {
  conflictSentence,
  nameOfRepository,
  partsUnsettled,
  settingsMaybeSaved,
  settingsNotSaved,
  settingsNotSent,
  settingsOvertaken,
  settingsPartlySaved,
  settingsRefused,
  settingsRewritten,
  settingsUnchecked,
  unknownTarget,
  unreadableSentence,
} from "../../core/sentences/svn.ts";
import type { SettingsTypes } from "../../core/svn/settingsTypes.ts";
import type { SaveWords } from "../documents/saveReporter.ts";
import type { SettingsDocument } from "./settingsDocuments.ts";

interface SettingsSaveParts {
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
        inform(settingsRewritten(name, outcome.rewritten));
        if (document.form.name === "settings" || outcome.rewritten.includes("access_file")) {
          showSent(document, document.form.print(outcome.sent), name);
        }
      }
      const key = `${document.connectionId}/${document.repositoryId}`;
      if (outcome.unchecked && !toldUnchecked.has(key)) {
        toldUnchecked.add(key);
        inform(settingsUnchecked(name, outcome.unchecked));
      }
    },
    broken: ({ form }) => settingsNotSent(form.name),
    overtaken: (document) => settingsOvertaken(nameOfRepository(document)),
    conflict: (document, reason) => conflictSentence(reason, nameOfRepository(document)),
    unsettled: (_, entries) => partsUnsettled(entries.map(({ key }) => key)),
    // Settings have no version that could be refused.
    refusedUnmoved: (document) => settingsRefused(nameOfRepository(document)),
    notSaved: (_, cause) => settingsNotSaved(cause),
    unknown: (document, cause) => settingsMaybeSaved(nameOfRepository(document), cause),
    refused: (document, outcome) => {
      const name = nameOfRepository(document);
      switch (outcome.kind) {
        case "unknownTarget":
          return unknownTarget(name, outcome.reason);
        case "unreadable":
          return unreadableSentence(outcome, name);
        case "partlySaved":
          return settingsPartlySaved(outcome.stored, outcome.cause);
      }
    },
  };
}
