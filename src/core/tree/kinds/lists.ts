import { HumanError } from "../../failure/humanError.ts";
import type { TrackerKey } from "../../filter/filterStore.ts";
import type { ArtifactSummary } from "../../model/artifact.ts";
import type { Connection } from "../../model/connection.ts";
import { comparisonOf, criteriaOf, type KeptFilter } from "../../query/artifactFilter.ts";
import { leadsElsewhere } from "../../sentences/connections.ts";
import { noArtifactsFiltered, noArtifactsToSee } from "../../sentences/tree.ts";
import type { ListParts } from "../branchRegistry.ts";
import { artifactRow } from "../pinnableRows.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import type { AllArtifactsRow, Row, TrackerRow } from "../rows.ts";

/** Makes the children and the refresh of a kind of row that has one list of the service below it, and nothing else. */
export function listBelow<R extends Row, T>(
  partsOf: (row: R, tree: Tree) => ListParts<T>,
): Pick<RowKind<R>, "children" | "refresh"> {
  return {
    children: async (row, tree) => await tree.branches.of(row, partsOf(row, tree)).rowsAndEnd(),
    refresh: async (row, { branches }) => branches.reread(row),
  };
}

/** Makes a list of artifacts below a row. */
export function artifactList(
  row: Row,
  tree: Tree,
  read: ListParts<ArtifactSummary>["read"],
): ListParts<ArtifactSummary> {
  return {
    read,
    rowOf: (artifact) => artifactRow(tree.rows, tree.remembered, row, artifact),
    empty: noArtifactsToSee,
  };
}

/** Makes a list of a tracker's artifacts that the filter of the row lets through. */
export function filteredArtifacts(row: AllArtifactsRow | TrackerRow, tree: Tree): ListParts<ArtifactSummary> {
  const filter = row.filter ?? undefined;
  const trackerKey = { connectionId: row.connectionId, trackerId: row.tracker.id };
  const list = artifactList(row, tree, async (service, offset, signal) => {
    const followed = filter?.query === undefined ? filter : await followedFilter(trackerKey, tree, signal);
    // A filter that has changed has the list read anew.
    signal.throwIfAborted();
    return await service.listArtifacts(row.tracker.id, offset, pageSizeAt(offset), signal, criteriaOf(followed));
  });
  const empty = filter?.query === undefined ? list.empty : noArtifactsFiltered;
  return { ...list, empty, compare: comparisonOfRows(filter) };
}

interface FollowParts {
  readonly known: Tree["known"];
  readonly filters: Tree["filters"];
  readonly registry: { readonly connections: readonly Connection[] };
}

/**
 * Has the filter of a row's tracker follow the structure that is known of the tracker, and gives it. It throws what
 * kept the structure from being read, and `HumanError` where the tracker lacks what the filter asks for by now, or its
 * connection leads elsewhere.
 */
export async function followedFilter(
  key: TrackerKey,
  { registry, known, filters }: FollowParts,
  signal: AbortSignal,
): Promise<KeptFilter> {
  const { connectionId, trackerId } = key;
  const { catalog } = known.of(connectionId);
  const structure = await catalog.readTracker(trackerId, signal);
  if (known.of(connectionId).catalog !== catalog) {
    // The filter that is kept now belongs to another service.
    throw new HumanError(leadsElsewhere(registry.connections.find(({ id }) => id === connectionId)?.label ?? ""));
  }
  return await filters.follow(key, structure);
}

function comparisonOfRows(filter: KeptFilter | undefined): ((a: Row, b: Row) => number) | undefined {
  const compare = comparisonOf(filter);
  return compare && ((a, b) => (a.kind === "artifact" && b.kind === "artifact" ? compare(a.summary, b.summary) : 0));
}

/** Gives the words that menus look for at a row that can be filtered. */
export function filterContext(filter: KeptFilter | null): string {
  return filter === null ? "filterable " : "filterable filtered ";
}

/**
 * Tells how many artifacts to ask for: 100 first, the service's default (test/service/README.md, Pages), then as many
 * as were read, up to 500. Each page has the editor draw the whole list again, so later pages are larger.
 */
export function pageSizeAt(offset: number): number {
  return Math.min(Math.max(offset, 100), 500);
}
