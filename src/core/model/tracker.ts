import type { FieldKind } from "./fieldKind.ts";
import type { JsonObject } from "./json.ts";
import type { OptionList } from "./optionList.ts";

/** The structure of a tracker: what the service tells of its fields. */
export interface Tracker {
  readonly id: number;
  readonly label: string;
  /** What one artifact of it is called, as in `bug #512`; absent where the service does not tell. */
  readonly itemName?: string;
  /** The field that holds the title; absent where there is none, or none the user may read. */
  readonly titleFieldId?: number;
  readonly descriptionFieldId?: number;
  readonly statusFieldId?: number;
  /** The values of the status field that mean open. */
  readonly openValueIds?: readonly (number | string)[];
  /** The field that tells who an artifact is assigned to. */
  readonly contributorFieldId?: number;
  /** The field whose transitions the service enforces; absent without a workflow in use. */
  readonly workflowFieldId?: number;
  /** The changes of that field's value the workflow knows; all others are refused. */
  readonly transitions?: readonly Transition[];
  /**
   * Tells whether states of its workflow may keep fields from being changed: only workflows in use that are not
   * advanced do.
   */
  readonly mayFreeze?: boolean;
  /** Which values of two fields go together; absent without such rules. */
  readonly rules?: WorkflowRules;
  /** In the order of the form, where the service tells it, else as they are listed; layout elements left out. */
  readonly fields: readonly TrackerField[];
}

export interface WorkflowRules {
  /** The pairs of values that are allowed: of two fields with any, all others are refused. */
  readonly lists: readonly ListRule[];
  /** Hold where both dates are given. */
  readonly dates: readonly DateRule[];
}

/** A value of the target that goes with one of the source, by ids of fields and values; none chosen is 100. */
export interface ListRule {
  readonly sourceId: number;
  readonly sourceValue: number;
  readonly targetId: number;
  readonly targetValue: number;
}

/** `comparator` stands between source and target. */
export interface DateRule {
  readonly sourceId: number;
  readonly targetId: number;
  readonly comparator: "<" | "≤" | ">" | "≥" | "=" | "≠";
}

/** A change of state, by the ids of values; `fromId` is undefined for an artifact that has no state yet. */
export interface Transition {
  readonly fromId?: number;
  readonly toId: number;
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
  /** Tells whether the default of a date is the day on which an artifact is made. */
  readonly isTodayByDefault?: boolean;
  /** What a list offers, but for `None` (100). Hidden options may be selected already but are not offered. */
  readonly options: OptionList;
  /** What the values of a list are, where the service tells. */
  readonly bindsTo?: "static" | "users" | "ugroups";
  /** Tells whether others than its options may be chosen in a list of people, as far as is known. */
  readonly takesOthers?: boolean;
  /** Tells whether a date has a time of day. */
  readonly hasTime?: boolean;
  /** Files are uploaded in pieces that can be resumed; absent where the service has but temporary files. */
  readonly takesUploads?: true;
  /** The most bytes that a file may have, where the service tells. */
  readonly maxUploadBytes?: number;
  /** The types that links may have, the plain one left out. */
  readonly linkTypes?: readonly LinkType[];
}

/** A type of links: `_is_child`, «Child». */
export interface LinkType {
  readonly shortname: string;
  readonly label: string;
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
  /** Tells whether the service says that the project has trackers; undefined where it does not tell. */
  readonly hasTrackers?: boolean;
  /** Tells whether the service says that the project has SVN repositories. */
  readonly hasSvn?: boolean;
}

/** A report of a tracker: a query that somebody has kept on the service. */
export interface ReportSummary {
  readonly id: number;
  readonly label: string;
  /** Undefined where the service does not tell. */
  readonly isPublic?: boolean;
  readonly isDefault?: boolean;
}

/** Which artifacts of a tracker are listed; all without any. The service ignores `expertQuery` beside `query`. */
export interface ArtifactCriteria {
  /** By name or id of field: `{ "status": "103" }`. */
  readonly query?: JsonObject;
  /** In the service's query language: `status = "Open" AND severity = "Crash"`. */
  readonly expertQuery?: string;
  /** By id; without effect where there is a query. */
  readonly order?: "asc" | "desc";
}

/** Lists artifacts of a tracker, `limit` of them at most, each as far as `A` tells of it. */
export type ListArtifacts<A> = (
  trackerId: number,
  offset: number,
  limit: number,
  signal: AbortSignal,
  criteria?: ArtifactCriteria,
) => Promise<Page<A>>;

/** One page of a listing, with the offset to ask for next. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Undefined when this was the last page. */
  readonly nextOffset?: number;
  /** The service's total, an upper bound: it may count what the caller may not see. */
  readonly total?: number;
  /** The `Date` header of the answer. */
  readonly date?: string;
}

/** A listing is read this far: many thousand entries, whatever the service says of how many there are. */
const maxPages = 100;

/**
 * The pages of a listing, from its beginning or the offset `from`, each read when it is asked for. A service whose
 * pages never end is asked for `atMost` of them.
 */
export async function* pagesOf<T>(
  readPage: (offset: number) => Promise<Page<T>>,
  { from = 0, atMost = maxPages }: { readonly from?: number; readonly atMost?: number } = {},
): AsyncGenerator<Page<T>> {
  let offset: number | undefined = from;
  for (let read = 0; read < atMost && offset !== undefined; read++) {
    const page: Page<T> = await readPage(offset);
    yield page;
    offset = page.nextOffset;
  }
}
