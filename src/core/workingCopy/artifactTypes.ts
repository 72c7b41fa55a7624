import type { MergeResult } from "../merge/mergeEntries.ts";
import type { Condition, RequestBody, UpdateAnswer } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { JsonObject } from "../model/json.ts";
import type { Base } from "./base.ts";
import type { SaveOutcome } from "./kindTypes.ts";

/** Artifacts: entries over versions with a token that a PUT demands, just the changed ones sent. */
export interface ArtifactTypes {
  readonly base: Base;
  readonly mine: readonly Entry[];
  readonly change: readonly Entry[];
  /** The id of a field. */
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

/** An entry that would put back a colleague's change without anybody having said so. */
export interface UnsettledEntry {
  readonly fieldId: number;
  readonly label: string;
  /** What it was before both changed it; undefined of sets, and where nobody knows that any more. */
  readonly was?: Entry;
  /** What «use mine» makes of it; of a set theirs with what mine adds and removes. */
  readonly mine: Entry;
  /** What «use theirs» makes of it. Undefined where theirs has no such field any more. */
  readonly theirs?: Entry;
}

interface ArtifactSaved {
  /** Fields sent that the service holds otherwise now, by its own rules or by a change right after ours. */
  readonly differing: readonly number[];
  /** The service gave no version to demand: a change in the instant before the PUT would not have been noticed. */
  readonly isUnconditional?: true;
}

type ArtifactRefusal =
  /** Nothing was sent: the user may not write these fields, or the extension cannot. */
  | { readonly kind: "notWritable"; readonly fieldIds: readonly number[] }
  /** Nothing was sent: these values would do damage if they were. */
  | { readonly kind: "harmful"; readonly fieldIds: readonly number[] }
  /**
   * The service said that it was stored, and holds what it held before in these fields. Of the others the base tells.
   */
  | { readonly kind: "notStored"; readonly fieldIds: readonly number[]; readonly isOnlyFormat: boolean };

/** How the entries of a PUT go over the wire. */
export type Encode = (changed: readonly Entry[], target: Base) => RequestBody;

/** What became of the save of an artifact's text. */
export type ArtifactOutcome = SaveOutcome<ArtifactTypes>;
