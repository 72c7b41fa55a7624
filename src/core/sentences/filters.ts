import {
  type ArtifactFilter,
  type ChangedWithin,
  type FilterSort,
  isSortedHere,
  type KeptFilter,
} from "../query/artifactFilter.ts";

/** What a filter lets through, for a row: `open, mine, changed within a week`; undefined where that is everything. */
export function filterText(filter: KeptFilter | undefined): string | undefined {
  if (filter === undefined) {
    return undefined;
  }
  const words = [
    statusText(filter.status),
    assigneeText(filter.assignee),
    filter.changed && `changed ${changedWords[filter.changed]}`,
    filter.sort && `${sortWords[filter.sort]}${isSortedHere(filter) ? " of those loaded" : ""}`,
  ].filter((part) => part !== undefined && part !== "");
  return words.length === 0 ? undefined : words.join(", ");
}

const changedWords: Readonly<Record<ChangedWithin, string>> = {
  "1d": "within a day",
  "1w": "within a week",
  "1m": "within a month",
  "3m": "within three months",
  "1y": "within a year",
};

const sortWords: Readonly<Record<FilterSort, string>> = {
  newestFirst: "newest first",
  changedLast: "last changed first",
  changedFirst: "longest unchanged first",
};

function statusText(status: ArtifactFilter["status"]): string | undefined {
  return status === undefined || typeof status === "string" ? status : `status ${status.value}`;
}

function assigneeText(assignee: ArtifactFilter["assignee"]): string | undefined {
  return assignee === undefined ? undefined : assignee === "me" ? "assigned to me" : `assigned to ${assignee.name}`;
}

export const filterNotPossible =
  "The tracker does not have what this filter asks for any more. Filter the artifacts again, or clear the filter.";

// Asking for a filter.

export const whichStatus = "Which status?";
export const anyStatus = "Any status";
export const anyOpenStatus = "Any open status";
export const anyClosedStatus = "Any closed status";
export const oneStatus = "One status";
export const noLongerInUse = "no longer in use";
export const assignedToWhom = "Assigned to whom?";
export const anyone = "Anyone";
export const me = "Me";
export const changedWhen = "Changed when?";
export const inWhichOrder = "In which order?";

export function changedLabel(changed: ChangedWithin | undefined): string {
  return changed === undefined ? "Any time" : `Changed ${changedWords[changed]}`;
}

export function sortLabel(sort: FilterSort | undefined): string {
  return sort === undefined ? "By number" : sortLabels[sort];
}

const sortLabels: Readonly<Record<FilterSort, string>> = {
  newestFirst: "Newest first",
  changedLast: "Last changed first",
  changedFirst: "Longest unchanged first",
};

/** Who orders: the service orders by number alone, and queries not at all. */
export function sortDetail(sort: FilterSort): string {
  return sort === "newestFirst"
    ? "by the service where nothing is left out, else of what is loaded"
    : "of what is loaded: the service does not order by change";
}
