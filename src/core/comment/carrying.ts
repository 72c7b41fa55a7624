import type { Version } from "../model/artifact.ts";
import type { ArtifactService, Condition, RequestBody } from "../model/artifactService.ts";
import type { CarriedComment, HistoryMark } from "../model/carriedComment.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Encode } from "../workingCopy/artifactTypes.ts";
import { changesFormatOnly } from "../workingCopy/unstored.ts";
import { commentBody } from "./commentBody.ts";
import { type CommentHistory, isSaid, markEnd } from "./said.ts";

/** How the changes of a document are sent together with a comment; `encode` where nothing goes with them. */
export function carrying(comment: CarriedComment, encode: Encode): Encode {
  return (changed, target) => {
    // The service stores nothing of these, but would store the comment (test/service/README.md, Saving).
    const isStored = changed.some((entry) => !changesFormatOnly(target, entry));
    return isStored ? { ...commentBody(changed, comment.body), comment } : encode(changed, target);
  };
}

/**
 * `service`, which also learns what became of the comments that PUTs carry: a comment and its values are stored together
 * or not at all. After a lost answer the history of the artifact is asked first whether the comment has arrived.
 */
export function carryingComments(service: ArtifactService, history: CommentHistory): ArtifactService {
  return {
    readArtifact: (...args) => service.readArtifact(...args),
    updateArtifact: async (artifactId, entries, condition, signal, body) => {
      const comment = body?.comment;
      const put = (what?: RequestBody) => service.updateArtifact(artifactId, entries, condition, signal, what);
      if (!comment) {
        return put(body);
      }
      const { doubt } = comment;
      const hasArrived = (mark: HistoryMark) => isSaid(history, artifactId, comment.body, mark, signal);
      if (doubt && (await hasArrived(doubt))) {
        comment.noteSaid();
        return put();
      }
      const mark = doubt ?? (await markEnd(history, artifactId, signal));
      await comment.noteSending(mark);
      try {
        const answer = await put(body);
        if (answer.kind === "preconditionFailed") {
          takeBack(comment, doubt);
        } else if (tellsNewVersion(answer.version, condition) || (await hasArrived(mark).catch(() => false))) {
          comment.noteSaid();
        }
        return answer;
      } catch (error) {
        if (!mayHaveStored(error, "versioned")) {
          takeBack(comment, doubt);
        } else if (await hasArrived(mark).catch(() => false)) {
          comment.noteSaid();
          // Of the version it made nothing is known.
          return { kind: "updated", version: {} };
        }
        throw error;
      }
    },
  };
}

/** This PUT stored nothing: what was in doubt before still is. */
function takeBack(comment: CarriedComment, doubt: HistoryMark | undefined): void {
  if (!doubt) {
    comment.noteNotSent();
  }
}

/** A success without a new version may be that of something before the service, or of a comment of the same second. */
function tellsNewVersion({ etag, lastModified }: Version, condition: Condition | undefined): boolean {
  if (condition && "ifMatch" in condition) {
    return etag !== undefined && etag !== condition.ifMatch;
  }
  return lastModified !== undefined && lastModified !== condition?.ifUnmodifiedSince;
}
