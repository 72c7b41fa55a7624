import type { Artifact, Changeset, Field, StoredValue, Tracker } from "../state/model.ts";
import type { Caller } from "../state/permissions.ts";
import type { State } from "../state/state.ts";
import type { JsonObject } from "../wire/json.ts";
import type { DateZones } from "../wire/zones.ts";

export interface ReadContext {
  readonly state: State;
  readonly caller: Caller;
  readonly origin: string;
  readonly zones: DateZones;
  readonly artifact: Artifact;
  readonly changeset: Changeset;
}

export interface AcceptContext {
  readonly state: State;
  readonly caller: Caller;
  readonly tracker: Tracker;
  /** Undefined while the artifact is being created. */
  readonly artifact: Artifact | undefined;
  readonly before: StoredValue | undefined;
  readonly now: number;
  /** Where the entry stands in the body, e.g. `values[0]`. */
  readonly path: string;
}

/** A change of links that belongs to other artifacts: they get a link to this one, or lose it. */
export interface ReverseChange {
  readonly artifactId: number;
  readonly type: string | undefined;
}

/**
 * What an entry of a body comes to. A `problem` is a line of feedback told with all others after the permissions were
 * looked at; the empty one is counted but has no text of its own. What is wrong in shape is thrown at once instead.
 */
export type Accepted =
  | { readonly value: StoredValue; readonly reverse?: readonly ReverseChange[]; readonly commit?: () => void }
  | { readonly problem: string };

/** How one family of field types is answered and what it takes. */
export interface FieldKind {
  /** The members after `field_id`, `type` and `label`; undefined when the field is not in the answer at all. */
  readonly read: (
    field: Field,
    value: StoredValue | undefined,
    context: ReadContext,
  ) => Record<string, unknown> | undefined;
  /** Undefined for fields nobody can write. */
  readonly accept?: (field: Field, entry: JsonObject, context: AcceptContext) => Accepted;
  readonly isEmpty: (value: StoredValue) => boolean;
}

export function expectKind<K extends StoredValue["kind"]>(
  value: StoredValue | undefined,
  kind: K,
): Extract<StoredValue, { kind: K }> | undefined {
  return value?.kind === kind ? (value as Extract<StoredValue, { kind: K }>) : undefined;
}
