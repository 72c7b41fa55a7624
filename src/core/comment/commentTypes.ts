import type { Version } from "../model/artifact.ts";
import type { ArtifactService, Condition, HistoryMark } from "../model/artifactService.ts";
import type { OwnChangesetSource } from "../model/changeset.ts";
import type { Denial } from "../windows/draftRecord.ts";
import type { KindRules } from "../workingCopy/documentKind.ts";
import type { SaveOutcome } from "../workingCopy/kindTypes.ts";

/**
 * The routes of the service that the document of a comment needs. Every method throws `ServiceError` unless its result
 * says otherwise.
 */
export interface CommentService extends OwnChangesetSource, ArtifactService {}

/** Holds what the service has of a comment that is being written, and of its artifact. */
export interface CommentBase {
  /** The version of the artifact. */
  readonly version: Version;
  /** The comment, once it was sent. */
  readonly said?: string;
  /** The place where the history ended before the comment was sent. */
  readonly mark?: HistoryMark;
}

/** A new comment on an artifact: one part, its text, which is always the person's own. */
export interface CommentTypes {
  readonly base: CommentBase;
  readonly mine: string;
  readonly change: string;
  readonly key: "comment";
  readonly value: string;
  readonly unsettled: never;
  readonly merge: { readonly conflicts: readonly never[]; readonly text: string };
  readonly answer: { readonly kind: "updated"; readonly version: Version };
  readonly unread: never;
  readonly saved: object;
  readonly refusal: CommentRefusal;
  readonly encode: never;
  readonly condition: Condition;
}

export type CommentRefusal =
  /** Nothing was sent: the service drops a lone zero. */
  | { readonly kind: "dropped" }
  /** Nothing was sent: the comment has half a character, which cannot be sent. */
  | { readonly kind: "unsendable" }
  /** Nothing was sent: the comment was sent before, and nobody can say whether it arrived. The next save sends it. */
  | { readonly kind: "inDoubt" }
  /** Nothing was sent: the same words were said before, maybe by another window. The next save sends them. */
  | { readonly kind: "saidBefore" }
  /** Nothing was sent: the comment was sent before its text was changed. */
  | { readonly kind: "alreadySent" }
  /** The service said that it stored the comment, and has no such comment. */
  | { readonly kind: "notStored" }
  /** Nothing was sent: another window has the comment, or had it and sent or closed it. */
  | { readonly kind: Denial };

/** Tells what became of the save of a comment. */
export type CommentOutcome = SaveOutcome<CommentTypes>;

/** These rules settle and merge nothing: whatever happens to the artifact, a comment stays what it is. */
export const commentRules: KindRules<CommentTypes> = {
  settlement: {
    moved: () => [],
    inBase: () => () => undefined,
    inText: (mine) => () => mine,
    keysIn: () => [],
    isSame: () => (_, a, b) => a === b,
    unsettled: () => () => {
      throw new Error("A comment is never in conflict");
    },
  },
  nothing: "",
  textOf: ({ said = "" }) => said,
  differs: () => false,
  asShown: (base) => base,
  withStored: (_of, _mine, _put, now) => now,
  withPart: () => undefined,
  partsOf: (change) => [["comment", change]],
  merge: (_, mine) => ({ conflicts: [], text: mine }),
  mergedText: ({ text }) => text,
};
