import type { Version, VersionedArtifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import type { Base } from "./base.ts";

/** What a working copy asks of the service. Every method throws `ServiceError` unless its result says otherwise. */
export interface ArtifactService {
  /** GET /artifacts/{id}; `withRights` with what of it may be changed now, for a larger answer. */
  readArtifact(
    artifactId: number,
    signal: AbortSignal,
    how?: { readonly withRights?: boolean },
  ): Promise<VersionedArtifact>;
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

/** What goes over the wire. */
export interface RequestBody {
  readonly contentType: "application/json" | "application/xml";
  readonly text: string;
}

/** The version a PUT demands: the Etag where there is one, else the Last-Modified. Never neither. */
export type Condition = { readonly ifMatch: string } | { readonly ifUnmodifiedSince: string };

export type UpdateAnswer =
  | { readonly kind: "updated"; readonly version: Version; readonly date?: string }
  /** 412. */
  | { readonly kind: "preconditionFailed"; readonly serviceMessage?: string };

/** A PUT that was carried out, as far as the service tells: the person was told that it is saved. */
export interface StoredPut {
  readonly artifactId: number;
  /** What the PUT was made over: the version it demanded, with its values. */
  readonly target: Base;
  readonly changed: readonly Entry[];
  /** What the answer told; of a lost answer what the read after it told. It may be another writer's already. */
  readonly version: Version;
  /** The `Date` header with `version`. */
  readonly date?: string;
  /** The fields of `changed` of which the person was told that the service holds something else. */
  readonly differing: readonly number[];
}

/** Where the structure of a tracker comes from. */
export interface TrackerSource {
  /** Undefined where the service does not give the structure. Never throws but for cancellation. */
  tracker(trackerId: number, signal: AbortSignal): Promise<Tracker | undefined>;
}
