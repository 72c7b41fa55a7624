import { filterText } from "../../sentences/filters.ts";
import { artifactsBelow, tracker as trackerWord } from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import type { Branch } from "../branch.ts";
import { kindAndName, labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import { type AllArtifactsRow, childOf, type ReportRow, type Row, type TrackerRow } from "../rows.ts";
import { filterContext, filteredArtifacts } from "./lists.ts";

/** The row of a tracker, with all its artifacts and its reports, or, without reports, its artifacts right below it. */
export const trackerKind: RowKind<TrackerRow> = {
  look: ({ tracker, filter }) => {
    const filtered = filterText(filter ?? undefined);
    return {
      label: labelOf(tracker, trackerWord),
      state: "collapsed",
      description: filtered && withoutControls(filtered),
      icon: "tracker",
      contextValue: `tracker ${filter === undefined ? "" : filterContext(filter)}branch refreshable`,
      tooltip: tooltipOf([tracker.label, tracker.itemName, filtered]),
      spoken: spokenOf(kindAndName(tracker, trackerWord), filtered),
    };
  },
  below: ({ tracker }) => artifactsBelow(labelOf(tracker, trackerWord)),
  children,
  refresh: async (row, { branches, known }) => {
    await known.of(row.connectionId).catalog.forget({ trackerId: row.tracker.id });
    branches.reread(row);
  },
};

/** Gives the id of the list of a tracker's reports. The list of its artifacts has the id of the row. */
export function reportsIdOf({ id }: TrackerRow): string {
  return `${id}/reports`;
}

async function children(row: TrackerRow, tree: Tree): Promise<readonly Row[]> {
  const { rows, absent } = tree;
  if (absent.has(row.connectionId, "reports")) {
    return await artifactsOf(row, tree).rowsAndEnd();
  }
  const reports = reportsOf(row, tree);
  const reportRows = await reports.rows();
  if (reports.isUnread) {
    return [];
  }
  if (!reports.isNotListed && (reportRows.length > 0 || !reports.listing.isLoaded)) {
    const all = {
      kind: "allArtifacts",
      ...childOf(row, "all"),
      tracker: row.tracker,
      filter: filterOf(row, tree),
    } as const;
    return [rows.row<AllArtifactsRow>(all), ...reportRows.toSorted(byDefaultFirst), ...reports.end()];
  }
  const artifacts = artifactsOf(row, tree);
  const below = await artifacts.rowsAndEnd();
  if (reports.isNotListed && artifacts.listing.isLoaded) {
    // The tracker exists, so the service does not have the route.
    absent.add(row.connectionId, "reports");
  }
  return below;
}

function reportsOf(row: TrackerRow, { rows, branches, known }: Tree): Branch {
  const { tracker } = row;
  return branches.of(row, {
    id: reportsIdOf(row),
    read: (_service, offset, signal) => known.of(row.connectionId).catalog.listReports(tracker.id, offset, signal),
    rowOf: (report) =>
      rows.row<ReportRow>({ kind: "report", ...childOf(row, `reports/${report.id}`), report, tracker }),
  });
}

function filterOf({ connectionId, tracker }: TrackerRow, { filters }: Tree) {
  return filters.get({ connectionId, trackerId: tracker.id }) ?? null;
}

// Gives the list right below the tracker. The tracker's row then shows the filter, and what can be done about it.
function artifactsOf(row: TrackerRow, tree: Tree): Branch {
  const isNew = row.filter === undefined;
  const filtered = tree.rows.row<TrackerRow>({ ...row, filter: filterOf(row, tree) });
  if (isNew) {
    tree.redraw.row(filtered);
  }
  return tree.branches.of(filtered, filteredArtifacts(filtered, tree));
}

function byDefaultFirst(a: Row, b: Row): number {
  const isDefault = (row: Row) => row.kind === "report" && row.report.isDefault;
  return Number(isDefault(b)) - Number(isDefault(a));
}
