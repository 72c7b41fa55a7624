import type { FieldKind } from "../field/fieldKind.ts";

/** The structure of a tracker: what the service tells of its fields. */
export interface Tracker {
  readonly id: number;
  readonly label: string;
  readonly itemName?: string;
  readonly projectId?: number;
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
}

/** One page of a listing, with the offset to ask for next. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Undefined when this was the last page. */
  readonly nextOffset?: number;
  /** The service's total, an upper bound: it may count what the caller may not see. */
  readonly total?: number;
}
