import type { Version, VersionedArtifact } from "./artifact.ts";
import type { Entry } from "./entry.ts";
import { isNumber, optional, shapeOf } from "./shape.ts";

/**
 * The part of the service that a working copy asks. Every method throws `ServiceError` unless its result says
 * otherwise.
 */
export interface ArtifactService {
  /** Sends GET /artifacts/{id}. */
  readArtifact(artifactId: number, signal: AbortSignal, how?: ReadManner): Promise<VersionedArtifact>;
  /**
   * Sends PUT /artifacts/{id} with just `entries`, on `condition`, which is undefined only where the service gave no
   * version to demand. `body` is the same entries, encoded; without it they are sent as JSON. It is never sent twice. A
   * lost answer (reset or timeout after the request may have reached the service) is `ServiceError` of kind
   * `answerLost`.
   */
  updateArtifact(
    artifactId: number,
    entries: readonly Entry[],
    condition: Condition | undefined,
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<UpdateAnswer>;
}

/** Creates artifacts. Every method throws `ServiceError`. */
export interface ArtifactCreation {
  /**
   * Sends POST /artifacts with `entries`. `body` is the same request, tracker included, encoded; without it the entries
   * are sent as JSON. It is never sent twice. `answerLost` tells that nobody knows whether the artifact was created, or
   * as which.
   */
  createArtifact(
    trackerId: number,
    entries: readonly Entry[],
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<{ readonly artifactId: number }>;
}

export interface ReadManner {
  /** Tells whether the answer is to say what may be changed now, which makes it larger. */
  readonly withRights?: boolean;
  /** Tells whether nobody waits for the answer, so that the request is sent once. */
  readonly isBackground?: boolean;
}

/** The body of a request as it is sent. */
export interface RequestBody {
  readonly contentType: "application/json" | "application/xml";
  readonly text: string;
  /** Hears what becomes of the comment in the request. */
  readonly comment?: CarriedComment;
}

/** The version that a PUT demands: by the Etag where there is one, else by the Last-Modified. */
export type Condition = { readonly ifMatch: string } | { readonly ifUnmodifiedSince: string };

export type UpdateAnswer =
  | { readonly kind: "updated"; readonly version: Version; readonly date?: string }
  /** The service answered 412. */
  | { readonly kind: "preconditionFailed"; readonly serviceMessage?: string };

/** Marks where the history of an artifact ended before a comment was sent. It is plain data. */
export interface HistoryMark {
  /** It is undefined where the service does not count: then nobody can say whether a comment has arrived. */
  readonly count?: number;
  /**
   * The author of the comment. It is undefined where the service did not tell it, and then the user who asks counts as
   * the author.
   */
  readonly authorId?: number;
}

/** Tells whether a value that was kept is a mark. */
export const isHistoryMark = shapeOf<HistoryMark>({ count: optional(isNumber), authorId: optional(isNumber) });

/** Tells whether the user of `mark` has said `body` since; undefined where nobody can say. */
export type HasArrived = (body: string, mark: HistoryMark) => Promise<boolean | undefined>;

/** A comment that goes with the PUTs of a save. */
export interface CarriedComment {
  /** Tells what was to be said when the save began. */
  readonly body: string;
  /**
   * Finds out what has arrived of all that was sent before, and keeps that the rest is about to be sent. `markEnd`
   * marks the end of the history for that. It gives undefined where the PUT goes without a comment.
   *
   * @throws SendingNotKept, and what `hasArrived` and `markEnd` throw. Nothing is sent then.
   */
  begin(hasArrived: HasArrived, markEnd: () => Promise<HistoryMark>): Promise<BegunComment | undefined>;
  /**
   * Has to be called where a PUT without the comment was refused for want of one. Words whose fate nobody knows go with
   * no save from here on, and are offered. A person who gives them again says that they are to be sent.
   */
  noteDemanded(): Promise<void>;
}

/** A comment that is about to be sent with a PUT. */
export interface BegunComment {
  readonly body: string;
  /** Has to be called when the comment is on the service. */
  noteSaid(): Promise<void>;
  /** Has to be called when the comment was surely refused. */
  noteNotSent(): Promise<void>;
}
