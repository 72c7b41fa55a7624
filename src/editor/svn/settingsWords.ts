import {
  mergedAlready,
  noneWaits,
  nothingToMergeWith,
  nothingToTake,
  openUnsavedSettingsFirst,
} from "../../core/sentences/conflicts.ts";
import {
  conflictSentence,
  nameOfRepository,
  partsUnsettled,
  repositoryName,
  settingsAreSame,
  settingsMaybeSaved,
  settingsMerged,
  settingsNotMerged,
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
import { type ConflictDisplay, Conflicts, type ConflictWords } from "../conflict/conflicts.ts";
import { inform } from "../dialog/present.ts";
import type { SaveWords } from "../documents/saveReporter.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import { unsettledPlaces } from "./settingsDiagnostics.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";

/**
 * Gives what a person is told of the save of settings. `sent` shows what was sent beside the document, which shows what
 * was stored.
 */
export function settingsSaveWords(sent: SideBySide): SaveWords<SettingsTypes, SettingsDocument> {
  /** The repositories of which the person was told that their saves cannot be checked. */
  const toldUnchecked = new Set<string>();
  return (document, outcome) => {
    const name = nameOfRepository(document);
    switch (outcome.kind) {
      case "saved": {
        if (outcome.rewritten.length > 0) {
          void inform(settingsRewritten(name, outcome.rewritten));
          if (document.form.name === "settings" || outcome.rewritten.includes("access_file")) {
            void sent.show(document.uri, document.form.print(outcome.sent), name);
          }
        }
        const key = `${document.connectionId}/${document.repositoryId}`;
        if (outcome.unchecked && !toldUnchecked.has(key)) {
          toldUnchecked.add(key);
          void inform(settingsUnchecked(name, outcome.unchecked));
        }
        return undefined;
      }
      case "unchanged":
        return undefined;
      case "broken":
        return settingsNotSent(document.form.name);
      case "overtaken":
        return settingsOvertaken(name);
      case "conflict":
        return conflictSentence(outcome, name);
      case "unsettled":
        return partsUnsettled(outcome.entries.map(({ key }) => key));
      case "refusedUnmoved":
        // Settings have no version, so a refusal is about what they say.
        return settingsRefused(name);
      case "notSaved":
        return settingsNotSaved(outcome.cause);
      case "unknown":
        return settingsMaybeSaved(name, outcome.cause);
      case "unknownTarget":
        return unknownTarget(name, outcome.reason);
      case "unreadable":
        return unreadableSentence(outcome, name);
      case "partlySaved":
        return settingsPartlySaved(outcome.stored, outcome.cause);
    }
  };
}

/** The conflicts about settings. */
type SettingsConflicts = Conflicts<SettingsTypes, SettingsDocument>;

/** Makes what shows conflicts about settings. */
export function settingsConflicts(documents: SettingsDocuments, display: ConflictDisplay): SettingsConflicts {
  return new Conflicts(display, documents.editor, unsettledPlaces, words);
}

const words: ConflictWords<SettingsTypes, SettingsDocument> = {
  nameOf: ({ repository }) => repositoryName(repository),
  isSame: (document) => settingsAreSame(nameOfRepository(document)),
  openFirst: openUnsavedSettingsFirst,
  noneWaits,
  broken: ({ form }) => settingsNotMerged(form.name),
  merged: (merge) => (merge ? settingsMerged([...merge.taken, ...merge.combined], merge.conflicts) : mergedAlready),
  unreadMerge: nothingToMergeWith,
  unreadTheirs: nothingToTake,
};
