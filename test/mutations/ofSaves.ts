import { type Mutation, mutation } from "./mutation.ts";

const overwrite = "src/core/overwrite";
const workingCopy = "src/core/workingCopy";
const ofJudgement = "core/overwrite/judgeSave.test.ts";
const ofGuard = "core/overwrite/overwriteGuard.test.ts";
const ofDraftFolder = "core/windows/draftFolder.test.ts";
const ofMembers = "core/merge/mergeMembers.test.ts";

/** Of defects that were mended in saves, merges, drafts and what is told of them. */
export const ofSaves: readonly Mutation[] = [
  mutation(
    "what is typed during a save is unsaved",
    "src/core/util/unsaved.ts",
    "return text.isDirty || changedMeanwhile.get(text) === text.version;",
    "return text.isDirty;",
    "core/util/unsaved.test.ts",
  ),
  mutation(
    "what was typed during a save is saved by the next",
    "src/core/util/unsaved.ts",
    "    changedMeanwhile.delete(text);\n",
    "",
    "core/util/unsaved.test.ts",
  ),
  mutation(
    "a step that came later than the moment replaced nothing unseen",
    `${overwrite}/judgeSave.ts`,
    "!isDecided && !isLater && ",
    "!isDecided && ",
    ofJudgement,
  ),
  mutation(
    "what was there when the base was read is not told as replaced",
    `${overwrite}/judgeSave.ts`,
    "return isFromBefore(steps[at]) ? [] : ",
    "return ",
    ofJudgement,
  ),
  mutation(
    "a closed window reads no history",
    `${overwrite}/overwriteGuard.ts`,
    "    this.#ending.abort();\n",
    "",
    ofGuard,
  ),
  mutation(
    "a history that could not be read is read after the next save",
    `${overwrite}/overwriteGuard.ts`,
    "    saves.pending = [...left, ...saves.pending].slice(-mostPending);\n",
    "",
    ofGuard,
  ),
  mutation(
    "what has been changed again stays when theirs is put back",
    `${overwrite}/putBack.ts`,
    "same(replaced, current, replaced.now) ?",
    "true ?",
    "core/overwrite/putBack.test.ts",
  ),
  mutation(
    "choosing mine in a text behind the base puts back no member that a colleague removed",
    `${workingCopy}/transitions.ts`,
    "const next = broughtUp(rules, state, document, key);",
    "const next = state;",
    "core/workingCopy/foundSequences.test.ts",
  ),
  mutation(
    "the document of one text keeps the format it was written in",
    `${workingCopy}/textForm.ts`,
    "settlement?.formats?.[fieldId] ?? shown.format;",
    "shown.format;",
    "core/workingCopy/longTextFormat.test.ts",
  ),
  mutation(
    "the document of one text has the format of the version it was made from",
    `${workingCopy}/textForm.ts`,
    "fieldIn(context.madeFrom ?? context.base)",
    "fieldIn(context.base)",
    "core/workingCopy/longTextFormat.test.ts",
  ),
  mutation(
    "a format that the service did not store is told",
    `${workingCopy}/unstored.ts`,
    "(isAll || changesFormatOnly(before, entry)) &&",
    "isAll &&",
    "core/workingCopy/unstored.test.ts",
  ),
  mutation(
    "a conflict that was left open is one after a restart",
    `${workingCopy}/savedState.ts`,
    "for (const document of conflicting) {",
    "for (const document of [] as string[]) {",
    "core/workingCopy/workingCopy.test.ts",
  ),
  mutation(
    "a merge takes the members that only they added",
    "src/core/merge/mergeMembers.ts",
    "new Set([...a.members.keys(), ...b.members.keys()])",
    "new Set([...a.members.keys()])",
    ofMembers,
  ),
  mutation(
    "a merge makes no artifact open to everybody",
    "src/core/merge/mergeMembers.ts",
    'if (field.kind === "permissions" && opensToAll(o, a, b, merged)) {',
    "if (false) {",
    ofMembers,
  ),
  mutation(
    "settings that could be read once are not written unread",
    "src/core/svn/settingsKind.ts",
    'return wasRead || known?.source === "read";',
    "return false;",
    "core/svn/settingsCopy.test.ts",
  ),
  mutation(
    "what a merge took of settings is asked for, whoever puts the old value back",
    "src/core/svn/settingsRules.ts",
    "isWritingDecision: false,",
    "isWritingDecision: true,",
    "core/svn/settingsCopy.test.ts",
  ),
  mutation(
    "settings of which an earlier version kept no base are compared before they are sent",
    "src/core/svn/separateStates.ts",
    "(state ? [] : [document])",
    "(state ? [document] : [])",
    "core/svn/separateStates.test.ts",
  ),
  mutation(
    "a success of settings that stored nothing is none",
    "src/core/svn/settingsKind.ts",
    "if (put.unread || !isNothingStored(put.target.settings, put.change, base.settings)) {",
    "if (base) {",
    "core/svn/settingsCopy.test.ts",
  ),
  mutation(
    "an attempt to create is begun once over all windows",
    "src/core/windows/draftFolder.ts",
    'flag: "wx"',
    'flag: "w"',
    ofDraftFolder,
  ),
  mutation(
    "drafts that are over leave no folder with the name of their connection",
    "src/core/windows/leases.ts",
    "await rmdir(path.dirname(file))",
    "await Promise.resolve()",
    ofDraftFolder,
  ),
  mutation(
    "a draft that another window has sent is over",
    "src/core/draft/draft.ts",
    '    return "over";\n',
    "    return undefined;\n",
    ofDraftFolder,
  ),
  mutation(
    "a draft stays this window's when what is kept of its connection is removed",
    "src/core/draft/draft.ts",
    '(hold === "kept" || isForgotten)',
    'hold === "kept"',
    ofDraftFolder,
  ),
  mutation(
    "a draft that another window has does not become this one's when its connection is removed",
    "src/core/draft/draft.ts",
    "this.#isForgotten = !this.#isElsewhere;",
    "this.#isForgotten = true;",
    ofDraftFolder,
  ),
  mutation(
    "an attempt to create is known after its connection was removed",
    "src/core/windows/draftFolder.ts",
    "known ? this.#begin(attempt, { id: state.id, attempt: known })",
    "known ? Promise.resolve()",
    ofDraftFolder,
  ),
  mutation(
    "a draft is this window's once after its connection was removed",
    "src/core/draft/draft.ts",
    "    this.#isForgotten = false;\n",
    "",
    ofDraftFolder,
  ),
  mutation(
    "what was created before the draft was sent is told from what was created since",
    "src/core/draft/candidates.ts",
    "submittedMs >= Math.floor",
    "submittedMs < Math.floor",
    "core/draft/draft.test.ts",
  ),
];
