import type { FieldKind } from "../field/fieldKind.ts";
import type { JsonObject } from "./json.ts";

/** The structure of a tracker: what the service tells of its fields. */
export interface Tracker {
  readonly id: number;
  readonly label: string;
  readonly itemName?: string;
  readonly projectId?: number;
  /** The field that holds the title; absent where there is none, or none the user may read. */
  readonly titleFieldId?: number;
  readonly statusFieldId?: number;
  /** The field whose transitions the service enforces; absent without a workflow in use. */
  readonly workflowFieldId?: number;
  /** In the order the service lists them; layout elements left out. */
  readonly fields: readonly TrackerField[];
}

export interface TrackerField {
  readonly fieldId: number;
  readonly name: string;
  readonly label: string;
  /** The service's name of the type. */
  readonly type: string;
  /** Undefined for types that cannot be written or are not known. */
  readonly kind?: FieldKind;
  readonly isRequired: boolean;
  /** `update` is among the field's permissions. */
  readonly isUpdatable: boolean;
  /** `create` is among the field's permissions. */
  readonly isSubmittable: boolean;
  /** The members that carry the tracker's default value, as a POST takes them. */
  readonly defaultMembers?: JsonObject;
  /** Of list fields; `None` (100) is never among them. Hidden ones may be selected already but are not offered. */
  readonly options: readonly FieldOption[];
}

export interface FieldOption {
  /** As a PUT takes it: a number, or a string for user groups and free values (`101_3`, `o5`). */
  readonly id: number | string;
  readonly label: string;
  readonly isHidden: boolean;
}

/** A tracker, project or artifact as a listing shows it. */
export interface TrackerSummary {
  readonly id: number;
  readonly label: string;
  readonly itemName?: string;
}

export interface ProjectSummary {
  readonly id: number;
  readonly label: string;
  readonly shortname?: string;
  /** Whether the service says that the project has trackers; undefined where it does not tell. */
  readonly hasTrackers?: boolean;
  /** Whether the service says that the project has SVN repositories. */
  readonly hasSvn?: boolean;
}

/** One page of a listing, with the offset to ask for next. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Undefined when this was the last page. */
  readonly nextOffset?: number;
  /** The service's total, an upper bound: it may count what the caller may not see. */
  readonly total?: number;
}
