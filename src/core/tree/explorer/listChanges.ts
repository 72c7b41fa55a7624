import type { TrackerKey } from "../../filter/filterStore.ts";
import type { CatalogChange } from "../../known/connections.ts";
import type { Connection } from "../../model/connection.ts";
import { isServiceError } from "../../service/serviceError.ts";
import { assertNever } from "../../util/assertNever.ts";
import type { Branch } from "../branch.ts";
import { followedFilter } from "../kinds/lists.ts";
import { reportsIdOf } from "../kinds/tracker.ts";
import type { Tree } from "../rowKind.ts";
import { type AllArtifactsRow, isAtOrBelow, isAtOrBelowAny, type TrackerRow } from "../rows.ts";

// Brings lists up to date after changes of what they list.

/** Follows a change of the connections: what was read of those that are gone, or have another address, is dropped. */
export function connectionsChanged(tree: Tree, before: readonly Connection[]): void {
  const { registry, branches, absent, groups, redraw, shownConnections } = tree;
  const urls = new Map(registry.connections.map(({ id, url }) => [id, url]));
  for (const { id: connectionId, url } of before) {
    if (urls.get(connectionId) !== url) {
      absent.clear(connectionId);
      shownConnections.delete(connectionId);
      groups.recents.settle(connectionId);
      branches.drop((id) => isAtOrBelow(id, connectionId));
    }
  }
  redraw.all();
}

/**
 * Follows the service when it lists other names than those shown: reads the lists again in the background. Rows that
 * remain stay as they are.
 */
export async function namesChanged(tree: Tree, change: CatalogChange): Promise<void> {
  if (change.subject.kind === "tracker") {
    await followStructure(tree, { connectionId: change.connectionId, trackerId: change.subject.trackerId });
  }
  for (const id of listsOf(tree, change)) {
    const branch = tree.branches.get(id);
    if (branch?.listing.isLoaded) {
      await renew(tree, branch);
    }
  }
}

/** Follows a change of a tracker's filter. */
export function filterChanged({ filters, rows, branches }: Tree, { connectionId, trackerId }: TrackerKey): void {
  const filter = filters.get({ connectionId, trackerId }) ?? null;
  for (const row of rows.ofTracker(connectionId, trackerId)) {
    if (row.filter !== undefined) {
      branches.reread(rows.row<TrackerRow | AllArtifactsRow>({ ...row, filter }));
    }
  }
}

// Has the filter follow the tracker's new structure. A list stays where the filter asks for the same by that.
async function followStructure(tree: Tree, key: TrackerKey): Promise<void> {
  const isFiltered = tree.rows
    .ofTracker(key.connectionId, key.trackerId)
    .some(({ filter }) => filter?.query !== undefined);
  if (isFiltered) {
    // The row in place of the list then tells why the filter cannot follow.
    await followedFilter(key, tree, new AbortController().signal).catch(() => filterChanged(tree, key));
  }
}

async function renew({ branches, redraw }: Tree, branch: Branch): Promise<void> {
  const before = branch.listing.items.map((row) => row.id);
  const failure = await branch.listing.renew();
  if (!branches.isCurrent(branch)) {
    return;
  }
  if (failure === undefined) {
    const kept = new Set(branch.listing.items.map((row) => row.id));
    const gone = new Set(before.filter((each) => !kept.has(each)));
    branches.drop((each) => isAtOrBelowAny(each, gone));
    redraw.row(branch.owner);
  } else if (isServiceError(failure) && failure.kind === "notFound") {
    branches.dropAlone(branch.id);
    redraw.row(branch.owner);
  }
}

/** Gives the ids of the branches that show a part of the catalog. */
function listsOf({ rows }: Tree, { connectionId, subject }: CatalogChange): readonly string[] {
  switch (subject.kind) {
    case "projects":
      return subject.isMember ? [] : [connectionId];
    case "trackers":
      return rows
        .ofKind("project", connectionId)
        .filter(({ project }) => project.id === subject.projectId)
        .map(({ id }) => id);
    case "reports":
      return rows
        .ofKind("tracker", connectionId)
        .filter(({ tracker }) => tracker.id === subject.trackerId)
        .map(reportsIdOf);
    case "tracker":
    case "users":
      return [];
    default:
      return assertNever(subject);
  }
}
