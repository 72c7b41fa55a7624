import { t } from "@vscode/l10n";
import type { CommentRefusal } from "../comment/commentTypes.ts";
import { isServiceError } from "../service/serviceError.ts";
import { begunElsewhere } from "./connections.ts";
import { brokeOff, sentences } from "./failures.ts";
import { holdsHalfCharacter } from "./files.ts";

// These sentences are about writing a comment.

/** Names the document of a new comment, for its tab and in failures. */
export function newComment(artifactId: number): string {
  return t("Comment on #{artifactId}", { artifactId });
}

export function commentAdded(artifactId: number): string {
  return t("The comment on #{artifactId} was added.", { artifactId });
}

export function commentDiscarded(artifactId: number): string {
  return t("The comment on #{artifactId} was discarded. Nothing was sent.", { artifactId });
}

export const openCommentFirst = t("Open a comment that is being written first.");

/** Stands in the empty document of a comment; `key` is such as `Ctrl+S`. */
export function commentPlaceholder(key: string): string {
  return t("Your comment, in Markdown. {key} sends it. @ names people, # artifacts.", { key });
}

export function openingComment(artifactId: number): string {
  return t("Opening the comment on #{artifactId}…", { artifactId });
}

export function sendingComment(artifactId: number): string {
  return t("Sending the comment on #{artifactId}…", { artifactId });
}

/** This is told where somebody went on typing while the comment was sent. */
export function commentAddedMeanwhile(artifactId: number): string {
  return t(
    "The comment on #{artifactId} was added. What you typed since it was sent is not in it: copy it, close the document, then write another comment.",
    { artifactId },
  );
}

/** This is told where two windows show the comment. */
export function commentIsElsewhere(artifactId: number): string {
  return t(
    "The comment on #{artifactId} is open in another window, which alone can send it. Once that window is closed it can be saved here.",
    { artifactId },
  );
}

// These sentences tell why a save added nothing, or not for certain.

/** `empty` is told of a comment that is saved together with changes. */
export function commentRefused({ kind }: CommentRefusal | { readonly kind: "empty" }, artifactId: number): string {
  switch (kind) {
    case "empty":
      return t("Nothing was sent: the comment on #{artifactId} is empty.", { artifactId });
    case "dropped":
      return t("Nothing was sent: the service drops a comment that is a 0 and nothing else. Say it in words.");
    case "unsendable":
      return holdsHalfCharacter;
    case "inDoubt":
      return t(
        "Nothing was sent: the comment on #{artifactId} was sent before, and nobody can say whether it arrived. Look at the comments of #{artifactId}. Save again to send it once more.",
        { artifactId },
      );
    case "saidBefore":
      return t(
        "Nothing was sent: you have added a comment in the same words to #{artifactId} before. Save again to add it once more.",
        { artifactId },
      );
    case "alreadySent":
      return t(
        "Nothing was sent: the comment on #{artifactId} was added before its text was changed again. Copy what you added, close the document, then write another comment.",
        { artifactId },
      );
    case "notStored":
      return t(
        "The service took the comment on #{artifactId} and stored nothing of it. Your text is kept. Change it and save again.",
        { artifactId },
      );
    case "elsewhere":
      return t(
        "Nothing was sent: this comment is open in another window, which alone can send it. Save it there; once that window is closed it can be saved here.",
      );
    case "otherAddress":
      return begunElsewhere;
    case "over":
      return t(
        "Nothing was sent: this comment was open in another window too, and was sent or closed there. Look at the comments of #{artifactId} before you write it once more.",
        { artifactId },
      );
  }
}

export function commentNeverFits(artifactId: number): string {
  return t(
    "The comment on #{artifactId} was not added: the service refused it each time because the artifact had changed. Your text is kept. Save again; should that not help, something between the editor and the service seems to alter the version it is asked for.",
    { artifactId },
  );
}

/** `cause` tells what became of the request that was sent last. */
export function commentNotSaved(artifactId: number, cause: unknown): string {
  return sentences(
    t("The comment on #{artifactId} was not added: it is not among the comments.", { artifactId }),
    brokeOff(t("each time it was sent"), cause),
    t("Your text is kept. Check the network, then save again."),
  );
}

/** `cause` is no error of the service where that took the comment, and told no new version. */
export function commentMaybeSaved(artifactId: number, cause: unknown): string {
  return !isServiceError(cause)
    ? t(
        "The service took the comment on #{artifactId}, but told no new version of the artifact, and it has no history that tells whether the comment is there. Your text is kept. Look at the artifact before you save again: the comment is sent once more then.",
        { artifactId },
      )
    : sentences(
        brokeOff(t("while the comment on #{artifactId} was being sent", { artifactId }), cause),
        t(
          "It may or may not have arrived, and the service cannot be asked now. Your text is kept. Look at the artifact before you save again, unless the service can be reached then: it is asked first.",
        ),
      );
}

/** Adds what a refusal of a comment may mean; empty where nothing is known. */
export function meantByComment(error: unknown): string {
  return isServiceError(error) && error.kind === "rejected"
    ? t(
        "A comment is refused too where a required field of the artifact never had a value: fill it in in the artifact's document, and save that with your comment.",
      )
    : "";
}

// These sentences are about a comment that goes with a save.

export const saveWithCommentTitle = t("Save with Comment");
export const saveWithCommentButton = t("Save with Comment...");
export const saveWithoutCommentButton = t("Save Without Comment");
export const addAsCommentButton = t("Add as Comment");
export const sayWhy = t("Say what you changed, and why");
export const commentPrompt = t(
  "Goes with the changes, in Markdown. What you type is kept for the next time if you cancel.",
);
export const emptyComment = t("Write a comment, or save without one.");
export const openArtifactToSave = t("Open the document of an artifact first: its changes are saved with a comment.");

export function nothingToSave(artifactId: number): string {
  return t("Nothing was sent: #{artifactId} has no unsaved changes.", { artifactId });
}

/** This is told where somebody else stored the same values, or where the changes were undone. */
export function savedWithoutComment(artifactId: number): string {
  return t(
    "Your comment on #{artifactId} was not sent: there was nothing left to be saved. It is kept for the next save with a comment.",
    { artifactId },
  );
}

/** This is told of a comment that waited in Source Control for another try of a save. */
export function savedBesideComment(artifactId: number, isInDoubt: boolean): string {
  if (isInDoubt) {
    return t(
      "Nobody can say whether your comment on #{artifactId} was added: the connection broke, and its history cannot be read. Look at the artifact before you add it again.",
      { artifactId },
    );
  }
  return t("Your comment on #{artifactId} was not sent: its changes were saved or discarded without it.", {
    artifactId,
  });
}

/** This is told where a comment did not go with a save, though the save left nothing unsaved. */
export function commentNotWithSave(artifactId: number, why: "inDoubt" | "otherAddress"): string {
  switch (why) {
    case "inDoubt":
      return savedMaybeWithComment(artifactId);
    case "otherAddress":
      return t(
        "Your comment on #{artifactId} was not sent with this save: it was written when the connection led to another address. It is kept for the next save with a comment.",
        { artifactId },
      );
  }
}

/** This is told where the comment was sent, and the service gives no history that shows whether it arrived. */
function savedMaybeWithComment(artifactId: number): string {
  return t(
    "Nobody can say whether your comment on #{artifactId} was added: its history cannot be read. Look at the artifact before you add it again. It is kept for the next save with a comment.",
    { artifactId },
  );
}

export function savedWithComment(artifactId: number): string {
  return t("#{artifactId} was saved with your comment.", { artifactId });
}

export function commentRequired(artifactId: number): string {
  return t("The workflow wants a comment with this change of #{artifactId}.", { artifactId });
}

export function historyUnread(artifactId: number): string {
  return t(
    "The save of #{artifactId} was given up: the history, which tells whether your comment arrives, cannot be read now. Save again later, or without your comment, which is kept for the next save with a comment.",
    { artifactId },
  );
}

export function mentionsNobody(login: string): string {
  return t(
    "“@{login}.” mentions nobody: the service takes the full stop for a part of the login. Put a blank or a comma before it.",
    { login },
  );
}
