import { t } from "@vscode/l10n";
import {
  type ArtifactFilter,
  type ChangedWithin,
  type FilterSort,
  isSortedHere,
  type KeptFilter,
} from "../query/artifactFilter.ts";

/** Says for a row what a filter lets through: `open, mine, changed within a week`; undefined if that is everything. */
export function filterText(filter: KeptFilter | undefined): string | undefined {
  if (filter === undefined) {
    return undefined;
  }
  const words = [
    statusText(filter.status),
    assigneeText(filter.assignee),
    filter.changed && t("changed {value}", { value: changedWords[filter.changed] }),
    filter.sort && `${sortWords[filter.sort]}${isSortedHere(filter) ? t(" of those loaded") : ""}`,
  ].filter((part) => part !== undefined && part !== "");
  return words.length === 0 ? undefined : words.join(", ");
}

const changedWords: Readonly<Record<ChangedWithin, string>> = {
  "1d": t("within a day"),
  "1w": t("within a week"),
  "1m": t("within a month"),
  "3m": t("within three months"),
  "1y": t("within a year"),
};

const sortWords: Readonly<Record<FilterSort, string>> = {
  newestFirst: t("newest first"),
  changedLast: t("last changed first"),
  changedFirst: t("longest unchanged first"),
};

function statusText(status: ArtifactFilter["status"]): string | undefined {
  return status === undefined || typeof status === "string"
    ? status && statusWords[status]
    : t("status {value}", { value: status.value });
}

const statusWords = { open: t("open"), closed: t("closed") } as const;

function assigneeText(assignee: ArtifactFilter["assignee"]): string | undefined {
  return assignee === undefined
    ? undefined
    : assignee === "me"
      ? t("assigned to me")
      : t("assigned to {name}", { name: assignee.name });
}

export const filterNotPossible = t(
  "The tracker does not have what this filter asks for any more. Filter the artifacts again, or clear the filter.",
);

// These sentences ask for a filter.

export const whichStatus = t("Which status?");
export const anyStatus = t("Any status");
export const anyOpenStatus = t("Any open status");
export const anyClosedStatus = t("Any closed status");
export const oneStatus = t("One status");
export const noLongerInUse = t("no longer in use");
export const assignedToWhom = t("Assigned to whom?");
export const anyone = t("Anyone");
export const me = t("Me");
export const changedWhen = t("Changed when?");
export const inWhichOrder = t("In which order?");

export function changedLabel(changed: ChangedWithin | undefined): string {
  return changed === undefined ? t("Any time") : t("Changed {changed}", { changed: changedWords[changed] });
}

export function sortLabel(sort: FilterSort | undefined): string {
  return sort === undefined ? t("By number") : sortLabels[sort];
}

const sortLabels: Readonly<Record<FilterSort, string>> = {
  newestFirst: t("Newest first"),
  changedLast: t("Last changed first"),
  changedFirst: t("Longest unchanged first"),
};

/** Says who sorts: the service orders by number alone, and does not order queries at all. */
export function sortDetail(sort: FilterSort): string {
  return sort === "newestFirst"
    ? t("by the service where nothing is left out, else of what is loaded")
    : t("of what is loaded: the service does not order by change");
}
