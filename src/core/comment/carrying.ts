import { printXmlRequest, xmlCarries } from "../codec/xmlWire.ts";
import type { Version } from "../model/artifact.ts";
import type { ArtifactService, CarriedComment, Condition, HasArrived, RequestBody } from "../model/artifactService.ts";
import type { OwnChangesetSource } from "../model/changeset.ts";
import { type Entry, entryObject } from "../model/entry.ts";
import { isOfNoOpenRoute } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { Encode } from "../workingCopy/artifactTypes.ts";
import { sameVersion } from "../workingCopy/base.ts";
import { formatChanges } from "../workingCopy/unstored.ts";
import { isSaid, markEnd } from "./commentHistory.ts";
import { isCommentRequired } from "./commentProblem.ts";

/**
 * Makes an `encode` that sends the changes of a document together with a comment, or as `encode` does where the service
 * would store none of them.
 */
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
 * it is sent again.
 */
export function carryingComments(service: ArtifactService, history: OwnChangesetSource): ArtifactService {
  /** The artifacts of which a save was refused as it had no comment: a comment is the only way to save them. */
  const demanding = new Set<number>();
  return {
    readArtifact: (...args) => service.readArtifact(...args),
    updateArtifact: async (artifactId, entries, condition, signal, body) => {
      const comment = body?.comment;
      const put = (what?: RequestBody) => service.updateArtifact(artifactId, entries, condition, signal, what);
      /** Gives `other` where nobody may read the history, and where nothing can be saved without it otherwise. */
      const orElse =
        <A>(other: A) =>
        (error: unknown) => {
          if (demanding.has(artifactId) || isOfNoOpenRoute(error)) {
            return other;
          }
          throw error;
        };
      const hasArrived: HasArrived = async (said, mark) =>
        mark.count === undefined
          ? undefined
          : await isSaid(history, artifactId, said, mark, signal).catch(orElse(undefined));
      const begun = await comment?.begin(hasArrived, () => markEnd(history, artifactId, signal).catch(orElse({})));
      if (!begun) {
        return whereDemanded(put(comment ? undefined : body), async () => {
          demanding.add(artifactId);
          await comment?.noteDemanded();
        });
      }
      try {
        const answer = await put(
          begun.body === comment?.body ? body : commentBody(entries, begun.body, body?.contentType),
        );
        if (answer.kind === "preconditionFailed") {
          await begun.noteNotSent();
        } else if (tellsNewVersion(answer.version, condition)) {
          await begun.noteSaid();
        }
        return answer;
      } catch (error) {
        if (!mayHaveStored(error, "versioned")) {
          await begun.noteNotSent();
        }
        throw error;
      }
    },
  };
}

/** Gives what was sent, and calls `note` where that was refused as it had no comment. */
async function whereDemanded<A>(sent: Promise<A>, note: () => Promise<void>): Promise<A> {
  try {
    return await sent;
  } catch (error) {
    if (isCommentRequired(error)) {
      await note();
    }
    throw error;
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
