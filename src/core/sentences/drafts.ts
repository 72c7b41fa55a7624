import type { CreateOutcome } from "../draft/draft.ts";
import { assertNever } from "../util/assertNever.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { begunElsewhere } from "./addresses.ts";
import { brokeOff, sentences } from "./failures.ts";
import { textIsBroken, wouldStoreOtherValues } from "./saving.ts";

// Making drafts.

export const askWhereToCreate = "Create an artifact on which connection?";
export const createTitle = "Create Artifact";
export const trackerOfNew = "Tracker of the new artifact";
export const openDraftFirst = "Open the draft of an artifact or of a repository first.";
export const theDraft = "The draft";
export const structureUnknown =
  "The service does not give the structure of that tracker, so it is not known how to make a child there.";

// Long texts of drafts in editors of their own.

export const nameOfDraftText = "The text of the draft";
/** `draft` such as `New Bug`; `label` is the one of the field. */
export function draftTextName(draft: string, label: string): string {
  return `${draft}: ${label}`;
}

export const draftIsClosed =
  "The draft of this text is not open any more, so it was put nowhere. Copy it to where it is meant for.";
export const draftNotRead =
  "The draft cannot be read as it stands. Mend what is marked there, then save this text again.";

export function draftSaysOtherwise(label: string): string {
  return `The draft says something else in “${plainLabel(label)}” by now, so this text was not put there. Replace what the draft says, or write into it what is missing.`;
}

export function textIsMissing(label: string): string {
  return `Nothing was sent: “${plainLabel(label)}” has unsaved words in an editor of its own that are not in the draft. Save them there first.`;
}

/** `tracker` by name, where it is known. A new artifact's document would have more characters than are read. */
export function tooLongToCreate(tracker = "this tracker"): string {
  return `A new artifact in ${tracker} would be too long to be edited as a document. Create it in the browser.`;
}

export function trackerNotTold(artifactId: number): string {
  return `The service does not tell the tracker of #${artifactId}, so it cannot be duplicated.`;
}

export function childTitle(artifactId: number): string {
  return `New Child of #${artifactId}`;
}

export function noLinksFor(tracker: string, artifactId: number): string {
  return `${tracker} has no field for links that you may fill in, so nothing there can be made a child of #${artifactId}.`;
}

/** For `explained`. */
export function notDuplicated(name: string): string {
  return `${name} could not be duplicated`;
}

// A draft that two windows have.

export const ownDraftOffered = "The text can go on in a draft of its own, as another artifact.";

/** `name` such as `new-1`. */
export function draftIsElsewhere(name: string): string {
  return `The draft ${name} is open in another window, which alone can send it. Once that window is closed it can be saved here.`;
}

// Why a save created nothing, or not for certain.

export const isInOtherWindow =
  "Nothing was sent: this draft is open in another window, which alone can send it. Save it there; once that window is closed it can be saved here.";

/** `labels` are those of harmful fields. Undefined when the artifact was created. */
export function whyNotCreated(
  outcome: CreateOutcome,
  trackerId: number,
  labels: readonly string[],
): string | undefined {
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
      return "Nothing was sent: this draft was open in another window too, and was sent or closed there. Look whether the artifact is there before you create another one.";
    case "unknown":
      return sentences(
        outcome.cause === undefined
          ? "It is not known whether an earlier save of this draft created the artifact."
          : sentences(brokeOff("while the artifact was being created", outcome.cause), "It may or may not exist now."),
        "Nothing is sent again before you have chosen what became of it.",
      );
    case "broken":
      return textIsBroken;
    case "otherTracker":
      return `Nothing was sent: the draft is for tracker ${trackerId}, but its text names tracker ${outcome.trackerId}. To create an artifact there, create another draft.`;
    case "harmful":
      return wouldStoreOtherValues(labels);
    case "empty":
      return "Nothing was sent: the draft is empty. Give at least one field a value.";
    default:
      return assertNever(outcome);
  }
}

// A draft that became an artifact.

export function typedIsMoved(artifactId: number): string {
  return `#${artifactId} was created before you typed the rest. What you typed since is in its document now, unsaved.`;
}

export function typedNotRead(artifactId: number): string {
  return `Nothing was sent: this draft became #${artifactId} before its text was changed again, and the text cannot be read now. See the Problems view; once it can be read, saving it puts what you typed since into the document of #${artifactId}.`;
}

export function typedNotMoved(artifactId: number): string {
  return `Nothing was sent: this draft became #${artifactId} before its text was changed again, and what you typed since could not be put into the document of #${artifactId}. Save again, or take it over by hand and close the draft.`;
}

/** `labels` are those of the fields that the document does not have. */
export function typedNotHeld(artifactId: number, labels: readonly string[]): string {
  return `Nothing was sent: this draft became #${artifactId} before its text was changed again. What you typed since is in the document of #${artifactId}, unsaved, but for what cannot be changed there: ${labels.join(", ")}. Close the draft when you do not need it any more.`;
}

/** `why` is a whole sentence. */
export function fieldsNotRead(why: string): string {
  return `The draft is empty, since the fields of the tracker could not be read. ${why}`;
}

/** `why` the artifact could not be opened. */
export function createdNotOpened(artifactId: number, why: string): string {
  return `#${artifactId} was created. ${why}`;
}

// What became of a draft whose answer was lost.

export const ifCreatedTitle = "Was the Artifact Created?";
export const lookingWhatBecame = "Looking what the tracker received since";
export const somethingUnexpected = "Something unexpected happened.";
export const otherwise = "Otherwise";
export const lookAgain = "Look Again";
export const createAgain = "Create Again";
export const keepDraft = "Keep the Draft";
export const keepDraftDetail = "Saving it asks again";
export const sameTitle = "same title";

export function createAgainDetail(isKnown: boolean): string {
  return isKnown
    ? "None of these is it: sends the draft once more"
    : "Sends the draft once more: should it have been created already, there will be two";
}

/** The titles of what is listed, by when the tracker received it. */
export const receivedTitles = {
  since: "Created since the draft was sent",
  before: "Created before, unless this machine's clock is ahead",
  unknown: "Created at a time that the service does not tell",
} as const;

/** `why` is a whole sentence. */
export function trackerNotAsked(why: string): string {
  return `The tracker could not be asked what it received. ${why}`;
}

export const nothingReceived = "The tracker received nothing since the draft was sent, as far as the service tells.";

export function isOneTheDraft(areAllSince: boolean): string {
  return areAllSince
    ? "The tracker received these since the draft was sent. Is one of them the draft?"
    : "Is one of these the draft?";
}

/** What is known of when an artifact was created, and by whom. */
export function thisIsIt(createdOn: string | undefined, createdBy: string | undefined): string {
  if (createdOn === undefined) {
    return createdBy === undefined ? "This is it" : `This is it · by ${createdBy}`;
  }
  return createdBy === undefined
    ? `This is it · created ${createdOn}`
    : `This is it · created ${createdOn} by ${createdBy}`;
}
