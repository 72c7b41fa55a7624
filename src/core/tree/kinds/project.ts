import { projectByNumber } from "../../labels/values.ts";
import {
  isFavourite,
  noTrackers,
  noTrackersToSee,
  projectSpoken,
  project as projectWord,
  trackersOf,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import { labelOf, tooltipOf } from "../look.ts";
import type { RowKind, Tree } from "../rowKind.ts";
import { childOf, type ProjectRow, type RepositoriesRow, type Row, type TrackerRow } from "../rows.ts";

/** The row of a project, with its trackers, and its SVN repositories where it has some. */
export const projectKind: RowKind<ProjectRow> = {
  look: (row) => {
    const { id, label } = row.project;
    // The name is cleaned once: there are thousands of projects.
    const name = withoutControls(label);
    const isEmpty = row.project.hasTrackers === false && !hasRepositories(row);
    return {
      label: name || projectByNumber(id),
      state: isEmpty ? undefined : "collapsed",
      description: isEmpty ? noTrackers : undefined,
      icon: row.isPinned ? "favourite" : "project",
      contextValue: `project ${hasRepositories(row) ? "svnProject " : ""}${row.isPinned ? "pinned" : "unpinned"} branch refreshable`,
      spoken: projectSpoken(name || id, row.isPinned, isEmpty),
    };
  },
  tooltip: ({ project, isPinned }) =>
    tooltipOf([labelOf(project, projectWord), project.shortname, isPinned ? isFavourite : undefined]),
  below: ({ project }) => trackersOf(labelOf(project, projectWord)),
  children,
  refresh: async (row, { branches, known }) => {
    await known.of(row.connectionId).catalog.forget({ projectId: row.project.id });
    branches.reread(row);
  },
};

/** Tells whether the service says that the project has SVN. */
function hasRepositories({ project }: ProjectRow): boolean {
  return project.hasSvn === true;
}

async function children(row: ProjectRow, { rows, branches, known }: Tree): Promise<readonly Row[]> {
  const { id, hasTrackers } = row.project;
  const trackers = branches.of(row, {
    read: async (_service, offset, signal) =>
      hasTrackers === false ? { items: [] } : await known.of(row.connectionId).catalog.listTrackers(id, offset, signal),
    rowOf: (tracker) => rows.row<TrackerRow>({ kind: "tracker", ...childOf(row, `trackers/${tracker.id}`), tracker }),
    empty: noTrackersToSee,
  });
  // A project without trackers does not say that it has none.
  const below = hasTrackers === false ? await trackers.rows() : await trackers.rowsAndEnd();
  if (!hasRepositories(row)) {
    return below;
  }
  const repositories = { kind: "repositories", ...childOf(row, "svn"), project: row.project } as const;
  return [...below, rows.row<RepositoriesRow>(repositories)];
}
