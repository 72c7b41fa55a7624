import {
  mergedAlready,
  noneWaits,
  nothingToMergeWith,
  nothingToTake,
  openUnsavedSettingsFirst,
} from "../../core/sentences/conflicts.ts";
import { nameOfRepository, partNames, repositoryName } from "../../core/sentences/svn.ts";
import type { MergedSettings } from "../../core/svn/mergeSettings.ts";
import type { SettingsTypes } from "../../core/svn/settingsTypes.ts";
import { Conflicts, type ConflictWords } from "../conflict/conflicts.ts";
import { contextKeys } from "../manifest/contributions.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";

/** Conflicts about settings. */
export type SettingsConflicts = Conflicts<SettingsTypes, SettingsDocument>;

export function settingsConflicts(
  documents: SettingsDocuments,
  view: SideBySide,
  inform: (words: string) => void,
): SettingsConflicts {
  return new Conflicts({ documents, view, words, inform, contextKey: contextKeys.conflictingSettings });
}

const words: ConflictWords<SettingsTypes, SettingsDocument> = {
  nameOf: ({ repository }) => repositoryName(repository),
  isSame: (document) => `the settings of ${nameOfRepository(document)} are on the server what they are here`,
  openFirst: openUnsavedSettingsFirst,
  noneWaits,
  broken: ({ form }) => `Nothing can be merged into the text: ${form.whatIsWrong}. See the Problems view.`,
  merged: (merge) => (merge ? mergedSentence(merge) : mergedAlready),
  unreadMerge: nothingToMergeWith,
  unreadTheirs: nothingToTake,
};

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
