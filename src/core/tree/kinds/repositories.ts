import { labelOf, spokenOf, tooltipOf } from "../look.ts";
import type { RowKind } from "../rowKind.ts";
import type { RepositoriesRow } from "../rows.ts";
import { listBelow } from "./lists.ts";

/** The SVN repositories of a project. */
export const repositoriesKind: RowKind<RepositoriesRow> = {
  look: (row) => ({
    label: "SVN Repositories",
    state: "collapsed",
    icon: "repository",
    contextValue: "repositories branch refreshable",
    tooltip: tooltipOf([below(row)]),
    spoken: spokenOf(below(row)),
  }),
  below,
  ...listBelow((row, { make }) => ({
    read: (service, offset, signal) => service.listRepositories(row.project.id, offset, signal),
    rowOf: (repository) => make.repository(row, repository),
    texts: {
      empty: "No SVN repositories that you may see",
      notListed: { short: "Not listed by this service", whole: "This service does not list SVN repositories" },
    },
  })),
};

function below({ project }: RepositoriesRow): string {
  return `SVN repositories of ${labelOf(project, "Project")}`;
}
