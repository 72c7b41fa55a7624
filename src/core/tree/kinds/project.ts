import { withoutControls } from "../../util/withoutControls.ts";
import { labelOf, tooltipOf } from "../look.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import { childOf, type ProjectRow, type RepositoriesRow, type Row, type TrackerRow } from "../rows.ts";

/** A project: its trackers, and its SVN repositories where it has some. */
export const projectKind: RowKind<ProjectRow> = {
  look: (row) => {
    const { id, label } = row.project;
    // Cleaned once: there are thousands of projects.
    const name = withoutControls(label);
    const isEmpty = row.project.hasTrackers === false && !hasRepositories(row);
    const spoken = `${row.isPinned ? "Favourite project" : "Project"} ${name || id}`;
    return {
      label: name || `Project ${id}`,
      state: isEmpty ? undefined : "collapsed",
      description: isEmpty ? "no trackers" : undefined,
      icon: row.isPinned ? "favourite" : "project",
      contextValue: `project ${hasRepositories(row) ? "svnProject " : ""}${row.isPinned ? "pinned" : "unpinned"} branch refreshable`,
      spoken: isEmpty ? `${spoken}, no trackers` : spoken,
    };
  },
  tooltip: ({ project, isPinned }) =>
    tooltipOf([labelOf(project, "Project"), project.shortname, isPinned ? "One of your favourites" : undefined]),
  below: ({ project }) => `trackers of ${labelOf(project, "Project")}`,
  children,
  refresh: async (row, { branches, known }) => {
    await known.of(row.connectionId).catalog.forget({ projectId: row.project.id });
    branches.reread(row);
  },
};

/** Whether the service says that the project has SVN. */
function hasRepositories({ project }: ProjectRow): boolean {
  return project.hasSvn === true;
}

async function children(row: ProjectRow, { rows, branches, known }: Tree): Promise<readonly Row[]> {
  const { id, hasTrackers } = row.project;
  const trackers = branches.of(row, {
    read: async (_service, offset, signal) =>
      hasTrackers === false ? { items: [] } : await known.of(row.connectionId).catalog.listTrackers(id, offset, signal),
    rowOf: (tracker) => rows.row<TrackerRow>({ kind: "tracker", ...childOf(row, `trackers/${tracker.id}`), tracker }),
    texts: { empty: "No trackers that you may see" },
  });
  // A project without trackers does not say that it has none.
  const below = hasTrackers === false ? await trackers.rows() : await trackers.rowsAndEnd();
  if (!hasRepositories(row)) {
    return below;
  }
  const repositories = { kind: "repositories", ...childOf(row, "svn"), project: row.project } as const;
  return [...below, rows.row<RepositoriesRow>(repositories)];
}
