import type { QuickPickItem } from "vscode";
import type { Connection } from "../../core/model/connection.ts";
import type { RepositorySummary } from "../../core/model/svnRepository.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import { projectsNotListed } from "../../core/sentences/lists.ts";
import {
  anotherRepository,
  anotherRepositoryDetail,
  repositoryPlaceholder,
} from "../../core/sentences/repositories.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { type ListedRepositories, repositoriesByProject } from "../../core/svn/repositoriesByProject.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { pickFromPages } from "./pickFromPages.ts";
import { explained } from "./present.ts";

interface RepositoryPick extends ListedRepositories {
  readonly connection: Connection;
  /** What the repository is picked for: `Open SVN Settings`. */
  readonly title: string;
}

/**
 * Lets the person choose among the repositories of their projects. `byNumber` where they want another one, or where the
 * service lists no projects. Undefined when they gave up.
 */
export async function pickRepository(pick: RepositoryPick): Promise<RepositorySummary | "byNumber" | undefined> {
  const { connection, title } = pick;
  const readMore = repositoriesByProject(pick);
  try {
    const row = await pickFromPages<Row>({
      title,
      placeHolder: repositoryPlaceholder(connection.label),
      read: async (_, signal) => {
        const { items, isLast } = await readMore(signal);
        return isLast ? { items: [...items, "byNumber"] } : { items, nextOffset: 0 };
      },
      itemOf: (each) => (each === "byNumber" ? byNumberItem : itemOf(each)),
    });
    return row === undefined || row === "byNumber" ? row : row.repository;
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound") {
      return "byNumber";
    }
    return await explained(projectsNotListed(connection.label), connection.id, () => Promise.reject(error));
  }
}

type Row = { readonly repository: RepositorySummary; readonly project: ProjectSummary } | "byNumber";

const byNumberItem: QuickPickItem = { label: anotherRepository, detail: anotherRepositoryDetail, alwaysShow: true };

function itemOf({ repository, project }: Exclude<Row, "byNumber">): QuickPickItem {
  return { label: plainLabel(repository.name), description: plainLabel(`${project.label} · #${repository.id}`) };
}
