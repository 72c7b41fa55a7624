import type { MergeResult } from "../merge/mergeEntries.ts";
import type { Condition, RequestBody, UpdateAnswer } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import type { Base } from "./base.ts";
import type { SaveOutcome } from "./kindTypes.ts";

/**
 * The types that artifacts bring: a text says entries, a PUT demands the token of a version and carries just the
 * changed entries.
 */
export interface ArtifactTypes {
  readonly base: Base;
  readonly mine: readonly Entry[];
  readonly change: readonly Entry[];
  /** Holds the id of a field. */
  readonly key: number;
  readonly value: JsonObject;
  readonly unsettled: UnsettledEntry;
  readonly merge: MergeResult;
  readonly answer: Extract<UpdateAnswer, { kind: "updated" }>;
  readonly unread: never;
  readonly saved: ArtifactSaved;
  readonly refusal: ArtifactRefusal;
  readonly encode: Encode;
  readonly condition: Condition;
}

/**
 * An entry that would put back a colleague's change without anybody having said so, or would store the marks of a
 * merge.
 */
export interface UnsettledEntry {
  readonly fieldId: number;
  readonly label: string;
  /** The entry from before both changed it; undefined for sets, and where nobody knows it any more. */
  readonly was?: Entry;
  /** The entry that «use mine» makes; for a set it is theirs with what mine adds and removes. */
  readonly mine: Entry;
  /**
   * The entry that «use theirs» makes; undefined where theirs has no such field any more, and where marks of a merge do
   * not tell whose lines are whose.
   */
  readonly theirs?: Entry;
  /** It is true where the text holds the lines of both between the marks of a merge. */
  readonly isMarked?: true;
}

interface ArtifactSaved {
  /**
   * The fields that were sent and that the service holds otherwise now, by its own rules or by a change right after
   * ours.
   */
  readonly differing: readonly number[];
  /**
   * It is true where the service gave no version to demand: a change in the instant before the PUT would not have been
   * noticed.
   */
  readonly isUnconditional?: true;
}

type ArtifactRefusal =
  /** Nothing was sent: the user may not write these fields, or the extension cannot. */
  | { readonly kind: "notWritable"; readonly fieldIds: readonly number[] }
  /** Nothing was sent: these values would do damage if they were. */
  | { readonly kind: "harmful"; readonly fieldIds: readonly number[] }
  /**
   * The service said that all was stored, and holds what it held before in these fields. The base tells what the others
   * hold.
   */
  | { readonly kind: "notStored"; readonly fieldIds: readonly number[]; readonly isOnlyFormat: boolean };

/** Makes the request body of the entries that a PUT carries. */
export type Encode = (changed: readonly Entry[], target: Base) => RequestBody;

/** Tells what became of the save of an artifact's text. */
export type ArtifactOutcome = SaveOutcome<ArtifactTypes>;
