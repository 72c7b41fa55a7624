import { keyOfQuery } from "../../query/savedQueries.ts";
import type { Tree } from "../rowKind.ts";
import { type ArtifactRow, isAtOrBelow, type ProjectRow, type RepositoryRow } from "../rows.ts";

// Brings groups and pin marks up to date after changes of what is remembered, pinned and saved.

/** Follows a change of the remembered or pinned artifacts or repositories. */
export function rememberedChanged(tree: Tree, connectionId: string): void {
  const { groups, remembered, pins, rows } = tree;
  groups.recents.changed(connectionId);
  const pinned = new Set(remembered.pins.list(connectionId).map(({ id }) => id));
  showPins(tree, rows.ofKind("artifact", connectionId), ({ artifactId }) => pinned.has(artifactId));
  showPins(tree, rows.ofKind("repository", connectionId), ({ repositoryId }) => pins.has(connectionId, repositoryId));
  redrawGroups(tree, connectionId);
}

/** Follows a change of the favourite projects: they change their places, so that all are drawn again at once. */
export function favouritesChanged({ projectPins, rows, redraw }: Tree, connectionId: string): void {
  for (const row of rows.ofKind("project", connectionId)) {
    rows.row<ProjectRow>({ ...row, isPinned: projectPins.has(connectionId, row.project.id) });
  }
  redraw.row(rows.get(connectionId));
}

/** Follows a change of the saved queries: drops what was read of queries that are gone or have another text. */
export function queriesChanged(tree: Tree): void {
  const { registry, queries, rows, branches } = tree;
  for (const { id: connectionId } of registry.connections) {
    const texts = new Map(queries.list(connectionId).map((query) => [keyOfQuery(query), query.query]));
    for (const { id, query } of rows.ofKind("query", connectionId)) {
      if (texts.get(keyOfQuery(query)) !== query.query) {
        branches.drop((each) => isAtOrBelow(each, id));
      }
    }
    redrawGroups(tree, connectionId);
  }
}

/** Lets rows change their places: the person has left the tree or moved on in it. */
export function settleGroups(tree: Tree): void {
  for (const { id } of tree.registry.connections) {
    if (tree.groups.recents.settle(id)) {
      redrawGroups(tree, id);
    }
  }
}

function redrawGroups({ groups, redraw }: Tree, connectionId: string): void {
  for (const row of groups.stale(connectionId)) {
    redraw.row(row);
  }
}

function showPins<R extends ArtifactRow | RepositoryRow>(
  { rows, redraw }: Tree,
  shown: readonly R[],
  isPinnedNow: (row: R) => boolean,
): void {
  for (const row of shown) {
    const isPinned = isPinnedNow(row);
    if (row.isPinned !== isPinned) {
      redraw.row(rows.row<R>({ ...row, isPinned }));
    }
  }
}
