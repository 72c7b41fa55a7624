import type { Version } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import type { Base } from "./base.ts";

/** A PUT that was carried out, as far as the service tells: the person was told that it is saved. */
export interface StoredPut {
  readonly artifactId: number;
  /** The version that the PUT demanded and was made over, with its values. */
  readonly target: Base;
  readonly changed: readonly Entry[];
  /** Holds the words of a PUT that carried a comment and no values. */
  readonly comment?: string;
  /** Tells how many steps the history had before, where that was read. */
  readonly stepsBefore?: number;
  /** Holds the id of the user whose key it was sent with, where that was read. */
  readonly ownId?: number;
  /**
   * The version that the answer told, or, where that was lost, the read after it. It may be another writer's already.
   */
  readonly version: Version;
  /** Holds the `Date` header that came with `version`. */
  readonly date?: string;
  /** The fields of `changed` of which the person was told that the service holds something else. */
  readonly differing: readonly number[];
}

/** Gives the structures of trackers. */
export interface TrackerSource {
  /**
   * Gives the structure of a tracker; undefined where the service does not give it. Never throws but for cancellation.
   */
  tracker(trackerId: number, signal: AbortSignal): Promise<Tracker | undefined>;
}
