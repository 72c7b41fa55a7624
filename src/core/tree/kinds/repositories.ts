import {
  noRepositoriesToSee,
  openSvnSettings,
  project as projectWord,
  repositories,
  repositoriesNotListedShort,
  repositoriesNotListedWhole,
  repositoriesOf,
  repositorySpoken,
  repositoryTooltip,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import { labelOf, spokenOf, tooltipOf } from "../look.ts";
import { repositoryRow } from "../pinnableRows.ts";
import type { RowKind } from "../rowKind.ts";
import type { RepositoriesRow, RepositoryRow } from "../rows.ts";
import { listBelow } from "./lists.ts";

/** The row of a project's SVN repositories. */
export const repositoriesKind: RowKind<RepositoriesRow> = {
  look: (row) => ({
    label: repositories,
    state: "collapsed",
    icon: "repository",
    contextValue: "repositories branch refreshable",
    tooltip: tooltipOf([below(row)]),
    spoken: spokenOf(below(row)),
  }),
  below,
  ...listBelow((row, tree) => ({
    read: (service, offset, signal) => service.listRepositories(row.project.id, offset, signal),
    rowOf: (repository) => repositoryRow(tree.rows, tree.pins, row, repository),
    empty: noRepositoriesToSee,
    notListed: { short: repositoriesNotListedShort, whole: repositoriesNotListedWhole },
  })),
};

function below({ project }: RepositoriesRow): string {
  return repositoriesOf(labelOf(project, projectWord));
}

/** The row of an SVN repository, among those of its project or pinned. */
export const repositoryKind: RowKind<RepositoryRow> = {
  look: ({ repository, isPinned, parent }) => {
    const { id, name, projectLabel, checkoutUrl } = repository;
    const isOfProject = parent?.kind === "repositories";
    return {
      label: withoutControls(name || `#${id}`),
      description: projectLabel && !isOfProject ? withoutControls(projectLabel) : undefined,
      icon: "repository",
      contextValue: `repository ${isPinned ? "pinned" : "unpinned"}`,
      tooltip: tooltipOf([repositoryTooltip(name ?? "", id), projectLabel, checkoutUrl]),
      click: { command: "openSvnSettings", title: openSvnSettings },
      spoken: spokenOf(repositorySpoken(name || id)),
    };
  },
};
