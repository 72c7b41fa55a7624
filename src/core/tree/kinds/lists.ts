import type { ArtifactSummary } from "../../pins/remembered.ts";
import { comparisonOf, criteriaOf, type KeptFilter } from "../../query/artifactFilter.ts";
import { noArtifactsFiltered, noArtifactsToSee } from "../../sentences/tree.ts";
import type { ListParts } from "../branchRegistry.ts";
import { artifactRow } from "../pinnableRows.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import type { AllArtifactsRow, Row, TrackerRow } from "../rows.ts";

/** The children and the refresh of a kind of row that has one list of the service below it, and nothing else. */
export function listBelow<R extends Row, T>(
  partsOf: (row: R, tree: Tree) => ListParts<T>,
): Pick<RowKind<R>, "children" | "refresh"> {
  return {
    children: async (row, tree) => await tree.branches.of(row, partsOf(row, tree)).rowsAndEnd(),
    refresh: async (row, { branches }) => branches.reread(row),
  };
}

/** A list of artifacts below a row. */
export function artifactList(
  row: Row,
  tree: Tree,
  read: ListParts<ArtifactSummary>["read"],
): ListParts<ArtifactSummary> {
  return {
    read,
    rowOf: (artifact) => artifactRow(tree, row, artifact),
    empty: noArtifactsToSee,
  };
}

/** The artifacts of a tracker, as far as the filter of the row lets them through. */
export function filteredArtifacts(row: AllArtifactsRow | TrackerRow, tree: Tree): ListParts<ArtifactSummary> {
  const filter = row.filter ?? undefined;
  const list = artifactList(row, tree, (service, offset, signal) =>
    service.listArtifacts(row.tracker.id, offset, pageSizeAt(offset), signal, criteriaOf(filter)),
  );
  const empty = filter?.query === undefined ? list.empty : noArtifactsFiltered;
  return { ...list, empty, compare: comparisonOfRows(filter) };
}

function comparisonOfRows(filter: KeptFilter | undefined): ((a: Row, b: Row) => number) | undefined {
  const compare = comparisonOf(filter);
  return compare && ((a, b) => (a.kind === "artifact" && b.kind === "artifact" ? compare(a.summary, b.summary) : 0));
}

/** The words that menus look for at a row that can be filtered. */
export function filterContext(filter: KeptFilter | null): string {
  return filter === null ? "filterable " : "filterable filtered ";
}

/**
 * How many artifacts to ask for: 100 first, the service's default (test/service/README.md, Pages), then as many as were read, up
 * to 500. Each page has the editor draw the whole list again, so later pages are larger.
 */
export function pageSizeAt(offset: number): number {
  return Math.min(Math.max(offset, 100), 500);
}
