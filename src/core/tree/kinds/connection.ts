import { originOf } from "../../connection/address.ts";
import {
  connectionSpoken,
  loadingProjects,
  noProjectsShort,
  noProjectsToSee,
  noProjectsWhole,
  projectsOfConnection,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import type { Branch } from "../branch.ts";
import { spokenOf, tooltipOf } from "../look.ts";
import { projectRow } from "../pinnableRows.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import { type ConnectionRow, childOf, type MessageRow, type Row } from "../rows.ts";

/** The row of a service: what needs no request comes first, then its projects. */
export const connectionKind: RowKind<ConnectionRow> = {
  look: ({ connection: { label, url } }) => ({
    label: withoutControls(label),
    state: "expanded",
    description: label === new URL(url).host ? undefined : new URL(url).host,
    icon: "connection",
    contextValue: "connection branch refreshable",
    tooltip: tooltipOf([label, originOf(url)]),
    spoken: spokenOf(connectionSpoken(label)),
  }),
  below: ({ connection }) => projectsOfConnection(connection.label),
  children,
  refresh: async (row, tree) => {
    await tree.known.of(row.connectionId).catalog.clear();
    tree.absent.clear(row.connectionId);
    tree.branches.reread(row);
  },
};

/** Gives the list of projects of the service. */
export function projectsOf(row: ConnectionRow, tree: Tree): Branch {
  return tree.branches.of(row, {
    read: (_service, offset, signal) => tree.known.of(row.connectionId).catalog.listProjects(offset, signal),
    rowOf: (project) => projectRow(tree.rows, tree.projectPins, row, project),
    empty: noProjectsToSee,
    notListed: { short: noProjectsShort, whole: noProjectsWhole },
  });
}

async function children(row: ConnectionRow, tree: Tree): Promise<readonly Row[]> {
  const { projectPins, rows, groups, redraw, shownConnections } = tree;
  const projects = projectsOf(row, tree);
  const shownGroups = groups.of(row);
  const favourites = projectPins
    .list(row.connectionId)
    .map((project) => projectRow(tree.rows, tree.projectPins, row, project));
  const hasContent =
    !shownConnections.has(row.id) && (favourites.length > 0 || shownGroups.some(({ group }) => group !== "assigned"));
  if (hasContent && projects.isUnread) {
    void projects.listing.load().then(() => redraw.row(row));
  }
  if (hasContent && !projects.listing.isLoaded && projects.listing.isReading) {
    // Rows that need no request do not wait for one.
    const texts = { text: loadingProjects, whole: loadingProjects } as const;
    const isRead = { isReading: true, isWayToOpen: false } as const;
    const loading = rows.row<MessageRow>({ kind: "message", ...childOf(row, "state"), ...texts, ...isRead });
    return [...shownGroups, ...favourites, loading];
  }
  const favouriteRows = new Set<Row>(favourites);
  const others = (await projects.rows()).filter((each) => !favouriteRows.has(each));
  shownConnections.add(row.id);
  // A service that lists no projects has other groups.
  const groupRows = projects.isNotListed ? groups.of(row) : shownGroups;
  return [...groupRows, ...favourites, ...others, ...projects.end()];
}
