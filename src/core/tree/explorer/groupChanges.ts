import type { Tree } from "../rowKind.ts";
import type { ArtifactRow, ProjectRow, RepositoryRow } from "../rows.ts";

// Brings groups and pin marks up to date after changes of what is remembered, pinned and saved.

/** The remembered or pinned artifacts or repositories have changed. */
export function rememberedChanged(tree: Tree, connectionId: string): void {
  tree.groups.rememberedChanged(connectionId);
  showPins(tree, connectionId);
  redrawGroups(tree, connectionId);
}

/** The favourite projects have changed. */
export function favouritesChanged({ projectPins, rows, redraw }: Tree, connectionId: string): void {
  for (const row of rows.ofKind("project", connectionId)) {
    rows.row<ProjectRow>({ ...row, isPinned: projectPins.has(connectionId, row.project.id) });
  }
  redraw.row(rows.get(connectionId));
}

/** The list of saved queries has changed. */
export function queriesChanged(tree: Tree): void {
  for (const { id } of tree.registry.connections) {
    tree.branches.drop((each) => each.startsWith(`${id}/queries/`));
    redrawGroups(tree, id);
  }
}

/** The person has left the tree or moved on in it: rows may change their places. */
export function settleGroups(tree: Tree): void {
  for (const { id } of tree.registry.connections) {
    if (tree.groups.settle(id)) {
      redrawGroups(tree, id);
    }
  }
}

function redrawGroups({ groups, redraw }: Tree, connectionId: string): void {
  for (const row of groups.stale(connectionId)) {
    redraw.row(row);
  }
}

function showPins({ remembered, pins, rows, redraw }: Tree, connectionId: string): void {
  const pinned = new Set(remembered.pinned(connectionId).map(({ id }) => id));
  for (const row of rows.ofKind("artifact", connectionId)) {
    const isPinned = pinned.has(row.artifactId);
    if (row.isPinned !== isPinned) {
      redraw.row(rows.row<ArtifactRow>({ ...row, isPinned }));
    }
  }
  for (const row of rows.ofKind("repository", connectionId)) {
    const isPinned = pins.has(connectionId, row.repositoryId);
    if (row.isPinned !== isPinned) {
      redraw.row(rows.row<RepositoryRow>({ ...row, isPinned }));
    }
  }
}
