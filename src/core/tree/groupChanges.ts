import type { Tree } from "./kind.ts";
import type { ArtifactRow, ProjectRow, RepositoryRow } from "./rows.ts";

// Keeps the groups, and what rows show of being pinned, up with what is remembered, pinned and saved.

/** What is remembered or pinned of artifacts and repositories is something else now. */
export function rememberedChanged(tree: Tree, connectionId: string): void {
  tree.groups.rememberedChanged(connectionId);
  showPins(tree, connectionId);
  redrawGroups(tree, connectionId);
}

/** Other projects are favourites now. */
export function favouritesChanged({ projectPins, rows, redraw }: Tree, connectionId: string): void {
  for (const row of rows.ofKind("project", connectionId)) {
    rows.row<ProjectRow>({ ...row, isPinned: projectPins.has(connectionId, row.project.id) });
  }
  redraw.row(rows.get(connectionId));
}

/** The list of saved queries is another. */
export function queriesChanged(tree: Tree): void {
  for (const { id } of tree.registry.connections) {
    tree.branches.drop((each) => each.startsWith(`${id}/queries/`));
    redrawGroups(tree, id);
  }
}

/** The person is somewhere else now: rows may move. */
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
