import type { ArtifactCriteria, Tracker, TrackerField } from "../model/tracker.ts";

/** Tells which of a tracker's artifacts the tree lists, and in which order. */
export interface ArtifactFilter {
  /** The status: a single value has its label, and its id, which stays when the value is renamed. */
  readonly status?: "open" | "closed" | { readonly value: string; readonly id?: string | number };
  readonly assignee?: "me" | { readonly username: string; readonly name: string };
  /** Tells how far back the last change may lie. */
  readonly changed?: ChangedWithin;
  /** The order; where it is absent, the lowest number comes first. */
  readonly sort?: FilterSort;
}

export type ChangedWithin = "1d" | "1w" | "1m" | "3m" | "1y";
export const changedWithin: readonly ChangedWithin[] = ["1d", "1w", "1m", "3m", "1y"];

export type FilterSort = "newestFirst" | "changedLast" | "changedFirst";
export const filterSorts: readonly FilterSort[] = ["newestFirst", "changedLast", "changedFirst"];

/** A filter with the query that it sends to the service, made by the structure that the tracker had then. */
export interface KeptFilter extends ArtifactFilter {
  /** The query in the service's query language; absent where no artifact is left out. */
  readonly query?: string;
}

/** The fields by which a tracker can be filtered. */
export interface FilterFields {
  readonly status?: TrackerField;
  readonly assignee?: TrackerField;
  readonly changed?: TrackerField;
  /** The labels of the status values that mean open; empty where the tracker does not tell them. */
  readonly openLabels: readonly string[];
}

/**
 * Gives the fields by which a tracker's artifacts are filtered: those that the tracker has, that the user may read, and
 * that the service can query. It cannot query open lists (test/service/README.md, Queries).
 */
export function filterFields(tracker: Tracker): FilterFields {
  const fieldOf = (fieldId: number | undefined) =>
    fieldId === undefined
      ? undefined
      : tracker.fields.find((field) => field.fieldId === fieldId && isName(field.name) && field.kind !== "openList");
  const status = fieldOf(tracker.statusFieldId);
  const open = new Set(tracker.openValueIds ?? []);
  return {
    status,
    assignee: fieldOf(tracker.contributorFieldId),
    changed: tracker.fields.find(({ type, name }) => type === "lud" && isName(name)),
    openLabels: status?.options.all.filter(({ id }) => open.has(id)).map(({ label }) => label) ?? [],
  };
}

/** Gives the filter with its query of the tracker's own fields. Conditions on fields it does not have are left out. */
export function keptFilter(
  filter: ArtifactFilter,
  { status, assignee, changed, openLabels }: FilterFields,
): KeptFilter {
  const isOfStatus = filter.status !== undefined && status !== undefined;
  const needsOpen = filter.status === "open" || filter.status === "closed";
  const kept: ArtifactFilter = {
    ...(isOfStatus && (!needsOpen || openLabels.length > 0) && { status: presentStatus(status, filter.status) }),
    ...(filter.assignee !== undefined && assignee !== undefined && { assignee: filter.assignee }),
    ...(filter.changed !== undefined && changed !== undefined && { changed: filter.changed }),
    ...(filter.sort !== undefined && { sort: filter.sort }),
  };
  const conditions = [
    status && kept.status && statusCondition(status, kept.status, openLabels),
    assignee && kept.assignee && assigneeCondition(assignee, kept.assignee),
    changed && kept.changed && `${changed.name} > NOW() - ${kept.changed}`,
  ].filter((condition) => condition !== undefined);
  return { ...kept, ...(conditions.length > 0 && { query: conditions.join(" AND ") }) };
}

/** Tells whether the filter changes nothing. */
export function isEmptyFilter({ query, sort }: KeptFilter): boolean {
  return query === undefined && sort === undefined;
}

/**
 * Gives what the service is asked for. The service orders only by number, and only where there is no query
 * (test/service/README.md, Queries).
 */
export function criteriaOf(filter: KeptFilter | undefined): ArtifactCriteria {
  return {
    ...(filter?.query !== undefined && { expertQuery: filter.query }),
    ...(isSortedByService(filter) && { order: "desc" }),
  };
}

/** Tells whether the order is made here, among the artifacts that were loaded, and so changes as more are loaded. */
export function isSortedHere(filter: KeptFilter | undefined): boolean {
  return filter?.sort !== undefined && !isSortedByService(filter);
}

/** Gives the order for what was loaded; undefined where the service's order is the one that is wanted. */
export function comparisonOf(filter: KeptFilter | undefined): ((a: Sortable, b: Sortable) => number) | undefined {
  if (!isSortedHere(filter)) {
    return undefined;
  }
  // What was never changed, as far as the service tells, comes last.
  const time = ({ lastModifiedOn }: Sortable, unknown: number) => {
    const instant = Date.parse(lastModifiedOn ?? "");
    return Number.isNaN(instant) ? unknown : instant;
  };
  switch (filter?.sort) {
    case "changedLast":
      return (a, b) => time(b, 0) - time(a, 0) || b.id - a.id;
    case "changedFirst":
      return (a, b) => time(a, Number.MAX_SAFE_INTEGER) - time(b, Number.MAX_SAFE_INTEGER) || a.id - b.id;
    default:
      return (a, b) => b.id - a.id;
  }
}

interface Sortable {
  readonly id: number;
  readonly lastModifiedOn?: string;
}

function isSortedByService(filter: KeptFilter | undefined): boolean {
  return filter?.sort === "newestFirst" && filter.query === undefined;
}

// The value is found by its id, so that the filter stays with it when it is renamed. A value that was kept without an
// id is found by its label.
function presentStatus(field: TrackerField, status: ArtifactFilter["status"]): ArtifactFilter["status"] {
  if (typeof status !== "object") {
    return status;
  }
  const option =
    field.options.all.find(({ id }) => id === status.id) ??
    field.options.all.find(({ label }) => label === status.value);
  return option ? { value: option.label, id: option.id } : status;
}

function statusCondition(
  field: TrackerField,
  status: NonNullable<ArtifactFilter["status"]>,
  openLabels: readonly string[],
): string {
  const open = `(${openLabels.map(quoted).join(", ")})`;
  switch (status) {
    case "open":
      return `${field.name} IN${open}`;
    case "closed":
      return `${field.name} NOT IN${open}`;
    default:
      return `${field.name} = ${quoted(status.value)}`;
  }
}

// Gives the condition on a list of people. `IN` suits lists of one and of several people.
function assigneeCondition({ name }: TrackerField, assignee: NonNullable<ArtifactFilter["assignee"]>): string {
  return `${name} IN(${assignee === "me" ? "MYSELF()" : quoted(assignee.username)})`;
}

// Tells whether the query language takes a name without quotes.
function isName(name: string): boolean {
  return /^[a-z_][a-z0-9_]*$/i.test(name);
}

/**
 * Gives a text as the service's query language writes it: `say "x"` is `"say \"x\""`. Line breaks and other controls,
 * which the language cannot hold, become spaces.
 */
export function quoted(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return `"${text.replace(/[\u0000-\u001f]+/g, " ").replace(/["\\]/g, "\\$&")}"`;
}
