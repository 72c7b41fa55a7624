import type { Version, VersionedArtifact } from "./artifact.ts";
import type { Entry } from "./entry.ts";
import { isNumber, optional, shapeOf } from "./shape.ts";

/** What a working copy asks of the service. Every method throws `ServiceError` unless its result says otherwise. */
export interface ArtifactService {
  /** GET /artifacts/{id}. */
  readArtifact(artifactId: number, signal: AbortSignal, how?: ReadManner): Promise<VersionedArtifact>;
  /**
   * PUT /artifacts/{id} with just `entries`, on `condition` (undefined only where the service gave no version to
   * demand). `body` is the same entries, encoded; without it they are sent as JSON. Never sent twice. A lost answer
   * (reset or timeout after the request may have reached the service) is `ServiceError` of kind `answerLost`.
   */
  updateArtifact(
    artifactId: number,
    entries: readonly Entry[],
    condition: Condition | undefined,
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<UpdateAnswer>;
}

/** What creates artifacts. Every method throws `ServiceError`. */
export interface ArtifactCreation {
  /**
   * POST /artifacts with `entries`. `body` is the same request, tracker included, encoded; without it is sent as JSON.
   * Never sent twice; `answerLost` where nobody knows whether the artifact was created, or as which.
   */
  createArtifact(
    trackerId: number,
    entries: readonly Entry[],
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<{ readonly artifactId: number }>;
}

export interface ReadManner {
  /** With what of it may be changed now, for a larger answer. */
  readonly withRights?: boolean;
  /** Nobody waits for it: it is sent once. */
  readonly isBackground?: boolean;
}

/** What goes over the wire. */
export interface RequestBody {
  readonly contentType: "application/json" | "application/xml";
  readonly text: string;
  /** What a comment in it is told of its fate. */
  readonly comment?: CarriedComment;
}

/** The version a PUT demands: the Etag where there is one, else the Last-Modified. Never neither. */
export type Condition = { readonly ifMatch: string } | { readonly ifUnmodifiedSince: string };

export type UpdateAnswer =
  | { readonly kind: "updated"; readonly version: Version; readonly date?: string }
  /** 412. */
  | { readonly kind: "preconditionFailed"; readonly serviceMessage?: string };

/** Where the history of an artifact ended before a comment was sent. Plain data. */
export interface HistoryMark {
  /** Undefined where the service does not tell: then nobody can say whether a comment has arrived. */
  readonly count?: number;
  /** Whose comment it is. Undefined where that was not told: then it is taken for one of whoever asks. */
  readonly authorId?: number;
}

/** Tells whether a value that was kept is a mark. */
export const isHistoryMark = shapeOf<HistoryMark>({ count: optional(isNumber), authorId: optional(isNumber) });

/** A comment that goes with a PUT, and what becomes known of its fate. */
export interface CarriedComment {
  readonly body: string;
  /** It is known to be on the service: what is sent once more goes without it. */
  readonly isSaid: boolean;
  /** It was sent before, and nobody knows whether it arrived. */
  readonly doubt: HistoryMark | undefined;
  /**
   * It is about to be sent. Resolves once that is kept: `doubted` where another window has begun to, `withdrawn` where
   * it is not to go with this save any more.
   */
  noteSending(mark: HistoryMark): Promise<"begun" | "doubted" | "withdrawn">;
  /** It was refused for certain. */
  noteNotSent(): void;
  /** It is on the service. */
  noteSaid(): void;
}
