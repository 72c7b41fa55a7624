import type { Version } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { Tracker } from "../model/tracker.ts";
import type { Base } from "./base.ts";

/** A PUT that was carried out, as far as the service tells: the person was told that it is saved. */
export interface StoredPut {
  readonly artifactId: number;
  /** What the PUT was made over: the version it demanded, with its values. */
  readonly target: Base;
  readonly changed: readonly Entry[];
  /** The words of a PUT that carried a comment and no values. */
  readonly comment?: string;
  /** How many steps the history had before, where that was read. */
  readonly stepsBefore?: number;
  /** Of the user whose key it was sent with, where that was read. */
  readonly ownId?: number;
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
