import {
  mergedAlready,
  noneWaits,
  nothingToMergeWith,
  nothingToTake,
  openUnsavedSettingsFirst,
} from "../../core/sentences/conflicts.ts";
import {
  nameOfRepository,
  repositoryName,
  settingsAreSame,
  settingsMerged,
  settingsNotMerged,
} from "../../core/sentences/svn.ts";
import type { SettingsTypes } from "../../core/svn/settingsTypes.ts";
import { type ConflictDisplay, Conflicts, type ConflictWords } from "../conflict/conflicts.ts";
import { unsettledPlaces } from "./settingsDiagnostics.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";

/** Conflicts about settings. */
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
