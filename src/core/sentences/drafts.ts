import { t } from "@vscode/l10n";
import type { CreateOutcome } from "../draft/draft.ts";
import type { Unsendable } from "../draft/readDraft.ts";
import { behindColon } from "../labels/punctuation.ts";
import { assertNever } from "../util/assertNever.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { begunElsewhere } from "./connections.ts";
import { brokeOff, sentences } from "./failures.ts";
import { textIsBroken, wouldStoreOtherValues } from "./saving.ts";

// These sentences are about making drafts.

export const askWhereToCreate = t("Create an artifact on which connection?");
export const createTitle = t("Create Artifact");
export const trackerOfNew = t("Tracker of the new artifact");
export const openDraftFirst = t("Open the draft of an artifact or of a repository first.");
export const theDraft = t("The draft");
export const structureUnknown = t(
  "The service does not give the structure of that tracker, so it is not known how to make a child there.",
);

// These sentences are about long texts of drafts in editors of their own.

export const nameOfDraftText = t("The text of the draft");
/** `draft` is such as `New Bug`, and `label` is that of the field. */
export function draftTextName(draft: string, label: string): string {
  return behindColon(draft, label);
}

export const draftIsClosed = t(
  "The draft of this text is not open any more, so it was put nowhere. Copy it to where it is meant for.",
);
export const draftNotRead = t(
  "The draft cannot be read as it stands. Mend what is marked there, then save this text again.",
);

export function draftSaysOtherwise(label: string): string {
  return t(
    "The draft says something else in “{label}” by now, so this text was not put there. Replace what the draft says, or write into it what is missing.",
    { label: plainLabel(label) },
  );
}

export function draftWouldBeTooLong(label: string): string {
  return t(
    "With this text in “{label}” the draft would be too long to be read, so it stays as it is. Shorten the text, then save it again.",
    { label: plainLabel(label) },
  );
}

export function textIsMissing(label: string): string {
  return t(
    "Nothing was sent: “{label}” has unsaved words in an editor of its own that are not in the draft. Save them there first.",
    { label: plainLabel(label) },
  );
}

/** This is told where a new artifact's document has more characters than are read. `tracker` is its name, if known. */
export function tooLongToCreate(tracker = t("this tracker")): string {
  return t("A new artifact in {tracker} would be too long to be edited as a document. Create it in the browser.", {
    tracker,
  });
}

export function trackerNotTold(artifactId: number): string {
  return t("The service does not tell the tracker of #{artifactId}, so it cannot be duplicated.", { artifactId });
}

export function childTitle(artifactId: number): string {
  return t("New Child of #{artifactId}", { artifactId });
}

export function noLinksFor(tracker: string, artifactId: number): string {
  return t(
    "{tracker} has no field for links that you may fill in, so nothing there can be made a child of #{artifactId}.",
    { tracker, artifactId },
  );
}

/** `explained` adds the reason. */
export function notDuplicated(name: string): string {
  return t("{name} could not be duplicated", { name });
}

// These sentences are about a draft that two windows have.

export const ownDraftOffered = t("The text can go on in a draft of its own, as another artifact.");

/** `name` is such as `new-1`. */
export function draftIsElsewhere(name: string): string {
  return t(
    "The draft {name} is open in another window, which alone can send it. Once that window is closed it can be saved here.",
    { name },
  );
}

// These sentences tell why a save created nothing, or not for certain.

export const isInOtherWindow = t(
  "Nothing was sent: this draft is open in another window, which alone can send it. Save it there; once that window is closed it can be saved here.",
);

/** Gives undefined where the artifact was created. */
export function whyNotCreated(outcome: Exclude<CreateOutcome, { kind: "unsendable" }>): string | undefined {
  switch (outcome.kind) {
    case "created":
      return undefined;
    case "alreadyCreated":
      return typedNotMoved(outcome.artifactId);
    case "elsewhere":
      return isInOtherWindow;
    case "otherAddress":
      return begunElsewhere;
    case "over":
      return t(
        "Nothing was sent: this draft was open in another window too, and was sent or closed there. Look whether the artifact is there before you create another one.",
      );
    case "unknown":
      return sentences(
        outcome.cause === undefined
          ? t("It is not known whether an earlier save of this draft created the artifact.")
          : sentences(
              brokeOff(t("while the artifact was being created"), outcome.cause),
              t("It may or may not exist now."),
            ),
        t("Nothing is sent again before you have chosen what became of it."),
      );
    default:
      return assertNever(outcome);
  }
}

/** `labels` are those of harmful fields. */
export function whyUnsendable(why: Unsendable, trackerId: number, labels: readonly string[]): string {
  switch (why.kind) {
    case "broken":
      return textIsBroken;
    case "otherTracker":
      return t(
        "Nothing was sent: the draft is for tracker {trackerId}, but its text names tracker {named}. To create an artifact there, create another draft.",
        { trackerId, named: why.trackerId },
      );
    case "harmful":
      return wouldStoreOtherValues(labels);
    case "empty":
      return t("Nothing was sent: the draft is empty. Give at least one field a value.");
    default:
      return assertNever(why);
  }
}

// These sentences are about a draft that became an artifact.

export function typedIsMoved(artifactId: number): string {
  return t(
    "#{artifactId} was created before you typed the rest. What you typed since is in its document now, unsaved.",
    { artifactId },
  );
}

/** This is told where nobody knows which text of the draft became the artifact, such as where its title has changed. */
export function draftIsPutInto(artifactId: number): string {
  return t(
    "Nobody can tell what #{artifactId} has of the draft. What it says otherwise, its title perhaps, is as in the draft in its document now, unsaved: somebody may have changed it since. Look through it before you save.",
    { artifactId },
  );
}

export function typedNotRead(artifactId: number): string {
  return t(
    "Nothing was sent: this draft became #{artifactId} before its text was changed again, and the text cannot be read now. See the Problems view; once it can be read, saving it puts what you typed since into the document of #{artifactId}.",
    { artifactId },
  );
}

export function typedNotMoved(artifactId: number): string {
  return t(
    "Nothing was sent: this draft became #{artifactId} before its text was changed again, and what you typed since could not be put into the document of #{artifactId}. Save again, or take it over by hand and close the draft.",
    { artifactId },
  );
}

/**
 * `fixed` are the labels of fields that cannot be changed in the document. `unsaved` are those of fields that have
 * other unsaved values there.
 */
export function typedPartlyMoved(artifactId: number, fixed: readonly string[], unsaved: readonly string[]): string {
  return sentences(
    t(
      "Nothing was sent: this draft became #{artifactId} before its text was changed again. What you typed since is in the document of #{artifactId}, unsaved, but not all of it.",
      { artifactId },
    ),
    unsaved.length === 0
      ? ""
      : t("Something else was typed there, and is not saved: {labels}. Save #{artifactId}, then this draft again.", {
          artifactId,
          labels: unsaved.join(", "),
        }),
    fixed.length === 0
      ? ""
      : t("This cannot be changed there: {labels}. Close the draft when you do not need it any more.", {
          labels: fixed.join(", "),
        }),
  );
}

/** `why` is a whole sentence. */
export function fieldsNotRead(why: string): string {
  return t("The draft is empty, since the fields of the tracker could not be read. {why}", { why });
}

/** `why` says why the artifact could not be opened. */
export function createdNotOpened(artifactId: number, why: string): string {
  return t("#{artifactId} was created. {why}", { artifactId, why });
}

// These sentences are told of a draft whose answer was lost.

export const ifCreatedTitle = t("Was the Artifact Created?");
export const lookingWhatBecame = t("Looking what the tracker received since");
export const somethingUnexpected = t("Something unexpected happened.");
export const otherwise = t("Otherwise");
export const lookAgain = t("Look Again");
export const createAgain = t("Create Again");
export const keepDraft = t("Keep the Draft");
export const keepDraftDetail = t("Saving it asks again");
export const sameTitle = t("same title");

export function createAgainDetail(isKnown: boolean): string {
  return isKnown
    ? t("None of these is it: sends the draft once more")
    : t("Sends the draft once more: should it have been created already, there will be two");
}

/** Titles for what is listed, by the time when the tracker received it. */
export const receivedTitles = {
  since: t("Created since the draft was sent"),
  before: t("Created before, unless this machine's clock is ahead"),
  unknown: t("Created at a time that the service does not tell"),
} as const;

/** `why` is a whole sentence. */
export function trackerNotAsked(why: string): string {
  return t("The tracker could not be asked what it received. {why}", { why });
}

/** `userName` is the name of the user whose key the connection has. */
export function nothingReceived(userName: string | undefined): string {
  return userName === undefined
    ? t("The tracker received nothing since the draft was sent, as far as the service tells.")
    : t("The tracker received nothing from {userName} since the draft was sent, as far as the service tells.", {
        userName: plainLabel(userName),
      });
}

export const notLookedThrough = t(
  "The tracker received so much since the draft was sent that only the newest of it was looked through. Look in the tracker before you send the draft again.",
);

export function isOneTheDraft(areAllSince: boolean): string {
  return areAllSince
    ? t("The tracker received these since the draft was sent. Is one of them the draft?")
    : t("Is one of these the draft?");
}

/** Says when an artifact was created, and by whom, as far as that is known. */
export function thisIsIt(createdOn: string | undefined, createdBy: string | undefined): string {
  if (createdOn === undefined) {
    return createdBy === undefined ? t("This is it") : t("This is it · by {createdBy}", { createdBy });
  }
  return createdBy === undefined
    ? t("This is it · created {createdOn}", { createdOn })
    : t("This is it · created {createdOn} by {createdBy}", { createdOn, createdBy });
}
