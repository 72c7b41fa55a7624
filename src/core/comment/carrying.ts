import { printXmlRequest, xmlCarries } from "../codec/xmlWire.ts";
import type { Version } from "../model/artifact.ts";
import type { ArtifactService, CarriedComment, Condition, HistoryMark, RequestBody } from "../model/artifactService.ts";
import type { OwnChangesetSource } from "../model/changeset.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Encode } from "../workingCopy/artifactTypes.ts";
import { sameVersion } from "../workingCopy/base.ts";
import { formatChanges } from "../workingCopy/unstored.ts";
import { isSaid, markEnd } from "./commentHistory.ts";
import { isCommentRequired } from "./commentProblem.ts";

/** Has the changes of a document sent together with a comment, or by `encode` where none of them would be stored. */
export function carrying(comment: CarriedComment, encode: Encode): Encode {
  return (changed, target) => {
    // The service would store none of these changes, but the comment all the same (test/service/README.md, Saving).
    const isStored = formatChanges(target, changed).length < changed.length;
    const plain = encode(changed, target);
    return isStored ? { ...commentBody(changed, comment.body, plain.contentType), comment } : plain;
  };
}

/**
 * Wraps `service` so that it also learns what became of the comments that PUTs carry: a comment and its values are
 * stored together or not at all. A comment whose fate nobody knows is looked for in the history of the artifact before
 * it is sent again, and after a save that left nothing to be sent.
 */
export function carryingComments(service: ArtifactService, history: OwnChangesetSource): ArtifactService {
  /** The comments that a PUT of the same save has taken along: the next one is on the same condition. */
  const begunHere = new WeakSet<CarriedComment>();
  /** The artifacts of which a save was refused as it had no comment: a comment is the only way to save them. */
  const demanding = new Set<number>();
  const endOf = (artifactId: number, signal: AbortSignal) =>
    markEnd(history, artifactId, signal).catch((error: unknown) => {
      if (demanding.has(artifactId)) {
        return {};
      }
      throw error;
    });
  return {
    readArtifact: (...args) => service.readArtifact(...args),
    updateArtifact: async (artifactId, entries, condition, signal, body) => {
      const comment = body?.comment;
      const put = (what?: RequestBody) => service.updateArtifact(artifactId, entries, condition, signal, what);
      if (!comment) {
        return whereDemanded(put(body), () => demanding.add(artifactId));
      }
      if (comment.isSaid) {
        return put();
      }
      const { doubt } = comment;
      if (doubt && doubt.count === undefined && !begunHere.has(comment)) {
        // Nobody can say whether it has arrived: the person is told once the values are stored. Where no save gets
        // through without it, the person says whether it is to be sent again.
        return whereDemanded(put(), () => comment.noteUnknowable());
      }
      if (doubt && (await isSaid(history, artifactId, comment.body, doubt, signal))) {
        comment.noteSaid();
        return put();
      }
      const mark = doubt ?? (await endOf(artifactId, signal));
      if ((await comment.noteSending(mark)) === "withdrawn") {
        return put();
      }
      begunHere.add(comment);
      try {
        const answer = await put(body);
        if (answer.kind === "preconditionFailed") {
          takeBack(comment, doubt);
        } else if (tellsNewVersion(answer.version, condition)) {
          comment.noteSaid();
        }
        return answer;
      } catch (error) {
        if (!mayHaveStored(error, "versioned")) {
          takeBack(comment, doubt);
        }
        throw error;
      }
    },
  };
}

/** Gives what was sent, and calls `note` where that was refused as it had no comment. */
function whereDemanded<A>(sent: Promise<A>, note: () => void): Promise<A> {
  return sent.catch((error: unknown) => {
    if (isCommentRequired(error)) {
      note();
    }
    throw error;
  });
}

/** Notes that this PUT stored nothing. What was in doubt before it still is. */
function takeBack(comment: CarriedComment, doubt: HistoryMark | undefined): void {
  if (!doubt) {
    comment.noteNotSent();
  }
}

/** Tells of a new version. Without one something before the service may have answered, or it is the same second. */
function tellsNewVersion({ etag, lastModified }: Version, condition: Condition | undefined): boolean {
  if (condition && "ifMatch" in condition) {
    return etag !== undefined && !sameVersion({ etag }, { etag: condition.ifMatch });
  }
  return lastModified !== undefined && lastModified !== condition?.ifUnmodifiedSince;
}

/**
 * Makes the body of a PUT that carries a comment, with `entries` or without. It is JSON unless XML is wanted and
 * carries the comment as it is: the service's decoder would make a number of `007` (test/service/README.md, XML).
 */
export function commentBody(
  entries: readonly Entry[],
  body: string,
  wanted: RequestBody["contentType"] = "application/json",
): RequestBody {
  const comment = { body, format: "commonmark" };
  return wanted === "application/xml" && xmlCarries(body)
    ? { contentType: wanted, text: printXmlRequest(entries, undefined, { comment }) }
    : { contentType: "application/json", text: JSON.stringify({ values: entries.map(entryObject), comment }) };
}
