import {
  noRepositoriesToSee,
  project as projectWord,
  repositories,
  repositoriesNotListedShort,
  repositoriesNotListedWhole,
  repositoriesOf,
} from "../../sentences/tree.ts";
import { labelOf, spokenOf, tooltipOf } from "../look.ts";
import { repositoryRow } from "../pinnableRows.ts";
import type { RowKind } from "../rowKind.ts";
import type { RepositoriesRow } from "../rows.ts";
import { listBelow } from "./lists.ts";

/** The SVN repositories of a project. */
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
    rowOf: (repository) => repositoryRow(tree, row, repository),
    empty: noRepositoriesToSee,
    notListed: { short: repositoriesNotListedShort, whole: repositoriesNotListedWhole },
  })),
};

function below({ project }: RepositoriesRow): string {
  return repositoriesOf(labelOf(project, projectWord));
}
