import {
  type ArtifactFilter,
  type ChangedWithin,
  type FilterSort,
  isSortedHere,
  type KeptFilter,
} from "./artifactFilter.ts";

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

export const changedWords: Readonly<Record<ChangedWithin, string>> = {
  "1d": "within a day",
  "1w": "within a week",
  "1m": "within a month",
  "3m": "within three months",
  "1y": "within a year",
};

export const sortWords: Readonly<Record<FilterSort, string>> = {
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
