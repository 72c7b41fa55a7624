import type { FieldKind } from "./fieldKind.ts";
import type { JsonObject } from "./json.ts";
import type { OptionList } from "./optionList.ts";

/** The structure of a tracker, as far as the service tells it. */
export interface Tracker {
  readonly id: number;
  readonly label: string;
  /** The name of one artifact, such as the «bug» of `bug #512`; absent where the service does not tell it. */
  readonly itemName?: string;
  /** The field that holds the title; absent where there is none, or none the user may read. */
  readonly titleFieldId?: number;
  readonly descriptionFieldId?: number;
  readonly statusFieldId?: number;
  /** The values of the status field that mean open. */
  readonly openValueIds?: readonly (number | string)[];
  /** The field that tells to whom an artifact is assigned. */
  readonly contributorFieldId?: number;
  /** The field whose transitions the service enforces; absent without a workflow in use. */
  readonly workflowFieldId?: number;
  /** The changes of that field's value that the workflow knows; all others are refused. */
  readonly transitions?: readonly Transition[];
  /**
   * Tells whether states of its workflow may keep fields from being changed: only workflows in use that are not
   * advanced do.
   */
  readonly mayFreeze?: boolean;
  /** The rules about which values of two fields go together; absent without such rules. */
  readonly rules?: WorkflowRules;
  /** The fields in the order of the form where the service tells it, else as listed. Layout elements are left out. */
  readonly fields: readonly TrackerField[];
}

export interface WorkflowRules {
  /** The pairs of values that are allowed. If two fields have any pair here, all their others are refused. */
  readonly lists: readonly ListRule[];
  /** The rules that hold where both dates are given. */
  readonly dates: readonly DateRule[];
}

/** A value of the target that goes with one of the source, by ids of fields and values. 100 stands for no value. */
export interface ListRule {
  readonly sourceId: number;
  readonly sourceValue: number;
  readonly targetId: number;
  readonly targetValue: number;
}

/** The comparator stands between source and target. */
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
  /** It is undefined for types that cannot be written or are not known. */
  readonly kind?: FieldKind;
  readonly isRequired: boolean;
  /** Tells whether `update` is among the field's permissions. */
  readonly isUpdatable: boolean;
  /** Tells whether `create` is among the field's permissions. */
  readonly isSubmittable: boolean;
  /** The members that carry the tracker's default value, as a POST takes them. */
  readonly defaultMembers?: JsonObject;
  /** Tells whether the default of a date is the day on which an artifact is made. */
  readonly isTodayByDefault?: boolean;
  /** The options of a list, without `None` (100). Hidden ones may be chosen already but are not offered. */
  readonly options: OptionList;
  /** Tells what the values of a list are, where the service says so. */
  readonly bindsTo?: "static" | "users" | "ugroups";
  /** Tells whether in a list of people others than its options may be chosen, as far as is known. */
  readonly takesOthers?: boolean;
  /** Tells whether a date has a time of day. */
  readonly hasTime?: boolean;
  /** Tells that files are uploaded in pieces that can be resumed. Absent where the service has only temporary files. */
  readonly takesUploads?: true;
  /** The most bytes that a file may have, where the service tells. */
  readonly maxUploadBytes?: number;
  /** The types that links may have, without the plain one. */
  readonly linkTypes?: readonly LinkType[];
}

/** A type of links, such as `_is_child`, «Child». */
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
  /** It is undefined where the service does not tell. */
  readonly isPublic?: boolean;
  readonly isDefault?: boolean;
}

/** Tells which artifacts of a tracker are listed, all by default. The service ignores `expertQuery` beside `query`. */
export interface ArtifactCriteria {
  /** The condition by name or id of fields: `{ "status": "103" }`. */
  readonly query?: JsonObject;
  /** The condition in the service's query language: `status = "Open" AND severity = "Crash"`. */
  readonly expertQuery?: string;
  /** The order of the ids; it has no effect where there is a query. */
  readonly order?: "asc" | "desc";
}

/** Lists at most `limit` artifacts of a tracker, each as far as `A` tells of it. */
export type ListArtifacts<A> = (
  trackerId: number,
  offset: number,
  limit: number,
  signal: AbortSignal,
  criteria?: ArtifactCriteria,
) => Promise<Page<A>>;

/** A page of a listing, with the offset to ask for next. */
export interface Page<T> {
  readonly items: readonly T[];
  /** It is undefined where this was the last page. */
  readonly nextOffset?: number;
  /** The service's total. It may be too high, as it may count what the caller may not see. */
  readonly total?: number;
  /** The `Date` header of the answer. */
  readonly date?: string;
}

/** No more pages of a listing are read, whatever the service says: these hold many thousand entries. */
const maxPages = 100;

/**
 * Gives the pages of a listing, from its beginning or the offset `from`, each read when it is asked for. A service
 * whose pages never end is asked for `atMost` of them.
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
