import type { RepositorySummary } from "../model/svnRepository.ts";
import type { Page, ProjectSummary } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";

/** The lists that a service gives. */
export interface ListedRepositories {
  readonly listProjects: (
    offset: number,
    signal: AbortSignal,
    only: { readonly isMember: true },
  ) => Promise<Page<ProjectSummary>>;
  readonly listRepositories: (
    projectId: number,
    offset: number,
    signal: AbortSignal,
  ) => Promise<Page<RepositorySummary>>;
}

export interface RepositoryOfProject {
  readonly repository: RepositorySummary;
  readonly project: ProjectSummary;
}

/** A list that is to be read yet: of projects, or of the repositories of one. */
interface ListToRead {
  readonly project?: ProjectSummary;
  readonly offset: number;
}

/** A service is asked this often at most: for thousands of repositories, whatever it says of how many there are. */
const maxReadings = 500;

/**
 * Makes a function that reads the repositories of the person's projects, project by project: each call gives some more.
 * It passes over a project that shows none to the person. Where a call throws an error of the service, the next call
 * asks again.
 */
export function repositoriesByProject(
  service: ListedRepositories,
): (signal: AbortSignal) => Promise<{ readonly items: readonly RepositoryOfProject[]; readonly isLast: boolean }> {
  const toRead: ListToRead[] = [{ offset: 0 }];
  let readings = 0;
  return async (signal) => {
    let items: readonly RepositoryOfProject[] = [];
    for (let [next] = toRead; next !== undefined && items.length === 0; [next] = toRead) {
      const { project, offset } = next;
      readings += 1;
      if (readings > maxReadings) {
        toRead.length = 0;
        break;
      }
      if (project === undefined) {
        const page = await service.listProjects(offset, signal, { isMember: true });
        const projects = page.items.filter(({ hasSvn }) => hasSvn !== false);
        toRead.splice(0, 1, ...projects.map((each) => ({ project: each, offset: 0 })), ...restOf(page));
      } else {
        const page = await repositoriesOf(service, project, offset, signal);
        toRead.splice(0, 1, ...restOf(page).map((rest) => ({ ...rest, project })));
        items = page.items.map((repository) => ({ repository, project }));
      }
    }
    return { items, isLast: toRead.length === 0 };
  };
}

function restOf({ nextOffset }: Page<unknown>): readonly ListToRead[] {
  return nextOffset === undefined ? [] : [{ offset: nextOffset }];
}

async function repositoriesOf(
  { listRepositories }: ListedRepositories,
  { id }: ProjectSummary,
  offset: number,
  signal: AbortSignal,
): Promise<Page<RepositorySummary>> {
  try {
    return await listRepositories(id, offset, signal);
  } catch (error) {
    if (isServiceError(error) && (error.kind === "notFound" || error.kind === "forbidden")) {
      return { items: [] };
    }
    throw error;
  }
}
