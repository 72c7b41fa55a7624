import type { CommentTypes } from "../../core/comment/commentTypes.ts";
import { commentMaybeSaved, commentNeverFits, commentNotSaved, commentRefused } from "../../core/sentences/comments.ts";
import type { SaveWords } from "../documents/saveReporter.ts";
import type { CommentDocument } from "./commentDocuments.ts";

/** Gives what a person is told of the save of a comment. */
export const commentSaveWords: SaveWords<CommentTypes, CommentDocument> = ({ artifactId }, outcome) => {
  switch (outcome.kind) {
    case "saved":
    case "unchanged":
      return undefined;
    // None of these outcomes can occur: every text can be sent, and a comment is never in conflict.
    case "broken":
    case "overtaken":
    case "conflict":
    case "unsettled":
    case "refusedUnmoved":
      return commentNeverFits(artifactId);
    case "notSaved":
      return commentNotSaved(artifactId, outcome.cause);
    case "unknown":
      return commentMaybeSaved(artifactId, outcome.cause);
    default:
      return commentRefused(outcome, artifactId);
  }
};
