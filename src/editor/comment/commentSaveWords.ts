import type { CommentTypes } from "../../core/comment/commentTypes.ts";
import { commentMaybeSaved, commentNeverFits, commentNotSaved, commentRefused } from "../../core/sentences/comments.ts";
import type { SaveWords } from "../documents/saveReporter.ts";
import type { CommentDocument } from "./commentDocuments.ts";

/** What is said of saves of comments. */
export const commentSaveWords: SaveWords<CommentTypes, CommentDocument> = {
  saved: () => {},
  // Every text can be sent, and a comment is never in conflict.
  broken: ({ artifactId }) => commentNeverFits(artifactId),
  overtaken: ({ artifactId }) => commentNeverFits(artifactId),
  conflict: ({ artifactId }) => commentNeverFits(artifactId),
  unsettled: ({ artifactId }) => commentNeverFits(artifactId),
  refusedUnmoved: ({ artifactId }) => commentNeverFits(artifactId),
  notSaved: ({ artifactId }) => commentNotSaved(artifactId),
  unknown: ({ artifactId }, cause) => commentMaybeSaved(artifactId, cause),
  refused: ({ artifactId }, outcome) => commentRefused(outcome, artifactId),
};
