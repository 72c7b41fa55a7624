import type { Version, VersionedArtifact } from "./artifact.ts";
import type { Entry } from "./entry.ts";
import { isNumber, optional, shapeOf } from "./shape.ts";

/** What a working copy asks of the service. Every method throws `ServiceError` unless its result says otherwise. */
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

/** What goes over the wire. */
export interface RequestBody {
  readonly contentType: "application/json" | "application/xml";
  readonly text: string;
  /** Is told what becomes of the comment in the request. */
  readonly comment?: CarriedComment;
}

/** The version a PUT demands: the Etag where there is one, else the Last-Modified. It always has one of them. */
export type Condition = { readonly ifMatch: string } | { readonly ifUnmodifiedSince: string };

export type UpdateAnswer =
  | { readonly kind: "updated"; readonly version: Version; readonly date?: string }
  /** The service answered 412. */
  | { readonly kind: "preconditionFailed"; readonly serviceMessage?: string };

/** Where the history of an artifact ended before a comment was sent. It is plain data. */
export interface HistoryMark {
  /** It is undefined where the service does not count: then nobody can say whether a comment has arrived. */
  readonly count?: number;
  /** The author of the comment. It is undefined where that was not told, and then it is taken for whoever asks. */
  readonly authorId?: number;
}

/** Tells whether a value that was kept is a mark. */
export const isHistoryMark = shapeOf<HistoryMark>({ count: optional(isNumber), authorId: optional(isNumber) });

/** A comment that goes with a PUT, and what becomes known of its fate. */
export interface CarriedComment {
  readonly body: string;
  /** Tells whether it is known to be on the service. If the values are sent once more, they go without it. */
  readonly isSaid: boolean;
  /** The mark from which its fate is looked up, where it was sent before and nobody knows whether it arrived. */
  readonly doubt: HistoryMark | undefined;
  /**
   * Has to be called before it is sent, and resolves once that is kept. `withdrawn` tells that it is not to go with
   * this save any more. Throws `SendingNotKept`.
   */
  noteSending(mark: HistoryMark): Promise<"begun" | "withdrawn">;
  /** Has to be called when the comment was surely refused. */
  noteNotSent(): void;
  /**
   * Has to be called when nobody will ever say whether the comment has arrived: from here on it goes with no save, and
   * is offered. Who gives it again says that it is to be sent.
   */
  noteUnknowable(): void;
  /** Has to be called when the comment is on the service. */
  noteSaid(): void;
}
