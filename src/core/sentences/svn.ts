import { t } from "@vscode/l10n";
import { joined } from "../labels/punctuation.ts";
import { isServiceError } from "../service/serviceError.ts";
import type { AccessFileProblem } from "../svn/accessFile.ts";
import { type FixedPartKey, notificationPath, type Part, type PartKey } from "../svn/settings.ts";
import type { IdProblem } from "../svn/settingsNames.ts";
import {
  type NameProblem,
  nameProblem,
  type SettingsProblem,
  type SettingsProblemFacts,
} from "../svn/settingsProblem.ts";
import type { SettingsBase, SettingsOutcome, Unreadable, UnsettledPart } from "../svn/settingsTypes.ts";
import { shortened } from "../util/plainLabel.ts";
import type { ConflictReason } from "../workingCopy/kindTypes.ts";
import { mergeNeedsDocument } from "./conflicts.ts";
import { textProblems } from "./documents.ts";
import { brokeOff, reasonOf, saidBy, sentences, withStatus } from "./failures.ts";
import { chooseVersion, textIsBroken } from "./saving.ts";

/** Names the two sides of a comparison. */
export const sentBesideStored = t("Sent ↔ Stored");

/** Names a repository as a person knows it: `SVN repository repo01`, or by number where its name is not known. */
export function repositoryName({ id, name }: { readonly id: number; readonly name?: string }): string {
  return name ? t("SVN repository {name}", { name }) : t("SVN repository #{id}", { id });
}

/** Names the repository of a document of settings, as a person knows it. */
export function nameOfRepository({
  copy,
  repositoryId,
}: {
  readonly copy: { readonly base: SettingsBase | undefined };
  readonly repositoryId: number;
}): string {
  return repositoryName({ id: repositoryId, ...copy.base?.repository });
}

/** Names a part of the settings in words. */
function partName(key: PartKey): string {
  const path = notificationPath(key);
  return path === undefined ? namesOfParts[key as FixedPartKey] : t("the notification of {path}", { path });
}

const namesOfParts: Readonly<Record<FixedPartKey, string>> = {
  "commit_rules.is_reference_mandatory": t("the rule on references"),
  "commit_rules.is_commit_message_change_allowed": t("the rule on changes of commit messages"),
  "immutable_tags.paths": t("the immutable paths"),
  "immutable_tags.whitelist": t("the exceptions from immutable paths"),
  access_file: t("the access file"),
};

/** Names parts of the settings: `the access file and the notification of /trunk`. */
export function partNames(keys: readonly PartKey[]): string {
  return joined(keys.map(partName));
}

/** Says why nothing was sent of settings that could be read before. */
export function unreadableSentence(
  { reason, cause }: Extract<SettingsOutcome, { readonly kind: "unreadable" }>,
  name: string,
): string {
  return reason === "withheld"
    ? t(
        "Nothing was sent: the service does not show you the settings of {name} any more, so nobody can look whether a colleague changed them. Your text is kept. Ask an administrator of the project for the permission.",
        { name },
      )
    : sentences(
        withStatus(
          t("Nothing was sent: the settings of {name} could be read before and cannot be read now.", { name }),
          cause?.status,
        ),
        t(
          "So nobody can look whether a colleague changed them; something in front of the service may have answered in its place. Your text is kept: save again later.",
        ),
      );
}

/** Says what a document that does not show the service's settings shows instead. */
export function unreadSentence({ source, repository }: SettingsBase): string {
  return source === "remembered"
    ? t(
        "The settings of {repositoryName} cannot be read from the service, so the document shows what was saved from here last. Whether that is still so is not known.",
        { repositoryName: repositoryName(repository) },
      )
    : t(
        "The settings of {repositoryName} cannot be read from this service, and none were saved from here before. The document shows a new repository's settings, not those it has. Saving replaces all it has, and asks for Keep Mine first.",
        { repositoryName: repositoryName(repository) },
      );
}

/** Says why settings cannot be shown to somebody who is no administrator. */
export function withheldSentence(repositoryId: number): string {
  return t(
    "The settings of {repositoryName} could not be opened. The service shows the settings of a repository to its administrators only. Ask an administrator of the project for the permission.",
    { repositoryName: repositoryName({ id: repositoryId }) },
  );
}

export function conflictSentence(
  { reason, cause }: { readonly reason: ConflictReason; readonly cause?: unknown },
  name: string,
): string {
  switch (reason) {
    case "refused":
    case "changedMeanwhile":
      return t("The settings of {name} were changed on the service since they were opened; nothing was sent. {ways}", {
        name,
        ways: chooseVersion,
      });
    case "answerLost":
      return sentences(
        brokeOff(t("while the settings of {name} were being saved", { name }), cause),
        t("They may have been stored, and the settings of {name} have been changed on the service since. {ways}", {
          name,
          ways: chooseVersion,
        }),
      );
    case "stillOpen":
      return t("The settings of {name} are still in conflict with those on the service. {ways}", {
        name,
        ways: chooseVersion,
      });
    case "baseUnknown":
      return t(
        "It is not known any more which settings of {name} this text was made from, so it is compared with those on the service. {ways}",
        { name, ways: chooseVersion },
      );
  }
}

/** Says that a text cannot be read: all settings, or the access file alone. */
export function settingsNotSent(form: "settings" | "accessFile"): string {
  return form === "settings"
    ? textIsBroken
    : t("Nothing was sent: the access file still has lines to choose from after a merge. See the Problems view.");
}

/** Names the document of a repository's settings. */
export function settingsOf(name: string): string {
  return t("The settings of {name}", { name });
}

/** Names the quick fix that uses mine in a part that waits for a decision. */
export function useMineFor(key: PartKey): string {
  return t("Use Mine for {partName}", { partName: partName(key) });
}

export function useTheirsFor(key: PartKey): string {
  return t("Use Theirs for {partName}", { partName: partName(key) });
}

/** Says how `unsettledSentence` begins, whatever the values are. */
export function unsettledBeginning(key: PartKey): string {
  return t("In conflict: {partName} changed on the service too.\n", { partName: partName(key) });
}

/** Tells both values of a part that waits for a decision. */
export function unsettledSentence({ key, mine, theirs }: UnsettledPart): string {
  return t("{unsettledBeginning}Mine: {shorten}\nTheirs: {shorten2}", {
    unsettledBeginning: unsettledBeginning(key),
    shorten: shorten(mine),
    shorten2: shorten(theirs),
  });
}

const maxValueLength = 200;

function shorten(part: Part | undefined): string {
  const text = part === undefined ? t("(removed)") : JSON.stringify(part);
  return shortened(text, maxValueLength);
}

/** Says what is wrong with a name for a repository; undefined when it will do. */
export function nameSentence(name: string): string | undefined {
  const problem = nameProblem(name);
  return problem && nameProblems[problem];
}

const nameProblems: Readonly<Record<NameProblem, string>> = {
  empty: t("A repository needs a name."),
  tooShort: t("The name needs three characters at least."),
  tooLong: t("The name may have 255 characters at most."),
  start: t("The name has to begin with a letter from A to Z."),
  characters: t("The name may have letters from A to Z, digits, hyphens, underscores and full stops."),
};

/** Says why the service will refuse somebody who is to get notifications. */
export function idProblemSentence({ code, id, name = "", projectId = 0 }: IdProblem): string {
  switch (code) {
    case "unknownPerson":
      return t("The service has no user {id}.", { id: id.id });
    case "inactivePerson":
      return t("{name} is neither active nor restricted: the service refuses notifications for them.", { name });
    case "foreignGroup":
      return t("{id} is a group of another project; this one is project {projectId}.", { id: id.id, projectId });
  }
}

/** Says what is wrong with a line of an access file. */
export const accessFileProblems: Readonly<Record<AccessFileProblem["code"], string>> = {
  conflictMarks: t("Both changed these lines. Keep the right ones and remove the marks."),
  ruleBecomesComment: t(
    "The service will turn this line into a comment: a rule for a group reads “@group = r”, “@group = rw” or “@group =”.",
  ),
  outsideSection: t("Rules belong below a path such as [/trunk], members of groups below [groups]."),
};

/** Says what is wrong with a text of settings, in words. */
export function settingsProblemSentence({ code, facts = {} }: SettingsProblem): string {
  return settingsProblems[code](facts);
}

const settingsProblems: Readonly<Record<SettingsProblem["code"], (facts: SettingsProblemFacts) => string>> = {
  ...textProblems,
  missingMember: ({ member = "" }) => t("“{member}” is missing.", { member }),
  unknownMember: ({ member = "" }) => t("“{member}” is never sent.", { member }),
  wrongType: ({ expected = "string" }) => t("This has to be {expected}.", { expected: expectedWords[expected] }),
  emptySettings: () => t("The service refuses settings without a member: leave “settings” out, or say one of them."),
  lineBreakInPath: () => t("The service would make two paths of it: a path is a single line."),
  pathWithoutSlash: () => t("Paths begin at the root of the repository, with a slash."),
  emptyPath: () => t("The service drops empty paths."),
  tooLong: ({ limit = 0 }) => t("The list is too long: {limit} bytes at most.", { limit }),
  exceptionsWithoutPaths: () => t("Exceptions mean nothing without immutable paths, and the service may drop them."),
  duplicateNotification: ({ path = "" }) =>
    t("There is a notification of {path} already: put all who get it into one.", { path }),
  noRecipient: () => t("Nobody gets this notification: it needs an e-mail address, a user or a user group at least."),
  duplicateEmail: ({ value = "" }) => t("{value} is in the list twice.", { value }),
  groupNotAllowed: ({ value = "" }) =>
    t(
      "“{value}” is no group that gets notifications: a project's own groups do (152), its members (101_3) and its administrators (101_4).",
      { value },
    ),
  conflictMarks: () =>
    t(
      "Lines that both changed stand here between <<<<<<< mine and >>>>>>> theirs. Keep the right ones and remove the marks; “Open Access File” shows them line by line.",
    ),
  ruleBecomesComment: () => accessFileProblems.ruleBecomesComment,
  outsideSection: () => accessFileProblems.outsideSection,
  invalidName: ({ name = "empty" }) => nameProblems[name],
  rootNotObject: () => t("The document must be an object with a member “settings”."),
};

const expectedWords = {
  object: t("an object"),
  array: t("a list"),
  boolean: t("true or false"),
  string: t("a text in quotes"),
  number: t("a whole number"),
} as const;

// These sentences tell what became of a save of settings.

export function settingsRewritten(name: string, keys: readonly PartKey[]): string {
  return keys.includes("access_file")
    ? t(
        "The settings of {name} are saved, but the service changed {partNames}; rules for groups it does not know became comments. The comparison shows what was sent and what is stored.",
        { name, partNames: partNames(keys) },
      )
    : t(
        "The settings of {name} are saved, but the service changed {partNames}. The comparison shows what was sent and what is stored.",
        { name, partNames: partNames(keys) },
      );
}

export function settingsUnchecked(name: string, why: Unreadable): string {
  return why === "noRoute"
    ? t(
        "The settings of {name} are saved, all of them, unchecked: this service does not let the settings of repositories be read, so a change that a colleague made meanwhile would have been replaced unseen.",
        { name },
      )
    : t(
        "The settings of {name} are saved, all of them, unchecked: the service shows the settings of a repository to its administrators only, so a change that a colleague made meanwhile would have been replaced unseen.",
        { name },
      );
}

export function unknownTarget(name: string, why: Unreadable): string {
  return why === "noRoute"
    ? t(
        "Nothing was sent: this service does not let the settings of repositories be read, so it is not known what a save would replace. Keep Mine in the title bar replaces all settings of {name} with this text.",
        { name },
      )
    : t(
        "Nothing was sent: the service shows the settings of a repository to its administrators only, so it is not known what a save would replace. Keep Mine in the title bar replaces all settings of {name} with this text.",
        { name },
      );
}

export function settingsOvertaken(name: string): string {
  return t(
    "Nothing was written: the settings of {name} were changed on the service since this file was read. Read it again, then write.",
    { name },
  );
}

export function partsUnsettled(keys: readonly PartKey[]): string {
  return t(
    "Nothing was sent: {partNames} changed on the service too. Choose Use Mine or Use Theirs above each mark, or Keep Mine for all of them.",
    { partNames: partNames(keys) },
  );
}

export function settingsRefused(name: string): string {
  return t("The service refused the settings of {name}. Your text is kept.", { name });
}

/** `cause` tells why they were not saved. */
export function settingsNotSaved(cause: unknown): string {
  return sentences(causeOf(cause), t("Nothing of it was stored. Your text is kept."));
}

export function settingsMaybeSaved(name: string, cause: unknown): string {
  return sentences(
    causeOf(cause),
    t("What is stored of the settings of {name} now cannot be read. Your text is kept.", { name }),
    isServiceError(cause) && cause.kind === "answerLost"
      ? t("Save again once the service is reachable: it is checked first, where the service allows that.")
      : "",
  );
}

export function settingsPartlySaved(stored: readonly PartKey[], cause: unknown): string {
  return sentences(
    causeOf(cause),
    stored.length === 0
      ? t("Nothing of it was stored.")
      : t("It stored {partNames} nevertheless, since it replaces settings one after another.", {
          partNames: partNames(stored),
        }),
    t("Your text is kept."),
  );
}

function causeOf(cause: unknown): string {
  return isServiceError(cause) ? sentences(reasonOf(cause), saidBy(cause)) : "";
}

/** Gives a clause for `isSame` of the sentences about conflicts; `name` is the repository's. */
export function settingsAreSame(name: string): string {
  return t(
    "nobody has changed the settings of {name} on the service since they were read, or only as they are changed here",
    { name },
  );
}

/** Says which parts of the settings are theirs now, and which ones both sides changed. */
export function settingsMerged(taken: readonly PartKey[], conflicts: readonly PartKey[]): string {
  const merged =
    taken.length === 0 ? "" : t("The text has theirs now in {partNames}. ", { partNames: partNames(taken) });
  if (conflicts.length === 0) {
    return t("{merged}Look it over and save.", { merged });
  }
  const lines = conflicts.includes("access_file")
    ? t(
        " Lines of the access file stand there in both versions, between marks: keep the right ones and remove the marks.",
      )
    : "";
  const fixes = conflicts.some((key) => key !== "access_file") ? t(" Choose above each mark.") : "";
  return t("{merged}Both changed {partNames}.{lines}{fixes}", {
    merged,
    partNames: partNames(conflicts),
    lines,
    fixes,
  });
}

/** Says that a text cannot be read: all settings, or the access file alone. */
export function settingsNotMerged(form: "settings" | "accessFile"): string {
  return form === "settings"
    ? mergeNeedsDocument
    : t(
        "Nothing can be merged into the text: the access file still has lines to choose from after a merge. See the Problems view.",
      );
}
