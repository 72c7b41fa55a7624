import type { QuickPickItem } from "vscode";
import { behindColon } from "../../core/labels/punctuation.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { PartialRepository, RepositorySummary } from "../../core/model/svnRepository.ts";
import type { ProjectSummary } from "../../core/model/tracker.ts";
import { projectsNotListed } from "../../core/sentences/lists.ts";
import {
  anotherRepository,
  anotherRepositoryDetail,
  askWhichConnection,
  namesNoRepository,
  openInBrowserTitle,
  repositoryExamples,
  repositoryPlaceholder,
  repositoryPrompt,
} from "../../core/sentences/repositories.ts";
import { notARepository } from "../../core/sentences/targets.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { type ListedRepositories, repositoriesByProject } from "../../core/svn/repositoriesByProject.ts";
import { repositoryIdIn } from "../../core/svn/repositoryAddress.ts";
import { plainLabel } from "../../core/util/plainLabel.ts";
import { pickFromPages } from "../dialog/pickFromPages.ts";
import { explained } from "../dialog/present.ts";
import { askInput } from "../dialog/quickInput.ts";
import type { ArtifactTarget, RepositoryTarget } from "../manifest/contributions.ts";
import { readHere } from "../services/serviceAt.ts";
import { artifact } from "./artifactTarget.ts";
import type { Call, Reader } from "./call.ts";
import { checkedReference, connectionIdIn, isNone, membersOf, namedIn } from "./given.ts";

export interface NamedRepository extends RepositoryTarget {
  /** The repository as the row of the tree knows it. */
  readonly known?: PartialRepository;
}

/**
 * Gives the SVN repository of a row, of a document's address, of ids, or of the active editor. Where there is none of
 * these, the person chooses one of those that the service lists, or gives its number, under this title.
 */
export function repository(title: string): Reader<NamedRepository> {
  return (call) => repositoryOf(call, call.args[1], title);
}

/** Gives what `repository` gives, for commands with the number elsewhere among the arguments. */
export async function repositoryOf(
  call: Call,
  repositoryId: unknown,
  title: string,
): Promise<NamedRepository | undefined> {
  const named = repositoryIn(call.args[0], repositoryId) ?? (await askedRepository(call, title));
  if (named) {
    // This throws where there is no such connection.
    call.services.registry.get(named.connectionId);
  }
  return named;
}

/** Gives the artifact that `artifact` gives, or the repository of a row, of a document or of the active editor. */
export const artifactOrRepository: Reader<ArtifactTarget | NamedRepository> = (call) =>
  namesRepository(call.args[0]) ? repositoryOf(call, undefined, openInBrowserTitle) : artifact()(call);

/**
 * Tells whether a row, an object, a document or the active editor is about a repository. A connection's id alone is
 * not.
 */
export function namesRepository(first: unknown): boolean {
  return repositoryIn(first, undefined) !== undefined;
}

/** Gives the repository that is named; undefined where none is. */
function repositoryIn(first: unknown, repositoryId: unknown): NamedRepository | undefined {
  const named = namedIn(first, { repositoryId });
  return typeof named.connectionId === "string" && !isNone(named.repositoryId)
    ? {
        connectionId: named.connectionId,
        repositoryId: checkedRepositoryId(named.repositoryId),
        ...(isOfRepository(first) && { known: first.repository }),
      }
    : undefined;
}

function isOfRepository(given: unknown): given is { readonly repository: PartialRepository } {
  return typeof membersOf(membersOf(given).repository).id === "number";
}

async function askedRepository({ args, services }: Call, title: string): Promise<RepositoryTarget | undefined> {
  const { registry, pickConnection } = services;
  const connectionId = connectionIdIn(args[0]);
  const connection =
    connectionId === undefined ? await pickConnection(askWhichConnection(title)) : registry.get(connectionId);
  if (!connection) {
    return undefined;
  }
  const chosen = await readHere(registry, connection.id, () =>
    pickRepository({
      connection,
      title: behindColon(title, connection.label),
      listProjects: (...asked) => services.catalogOf(connection.id).listProjects(...asked),
      listRepositories: async (...asked) => (await services.serviceOf(connection.id)).listRepositories(...asked),
    }),
  );
  const repositoryId = chosen === "byNumber" ? await askRepositoryId(title, connection) : chosen?.id;
  return repositoryId === undefined ? undefined : { connectionId: connection.id, repositoryId };
}

/** Gives the number of a repository; throws a HumanError for anything else. */
function checkedRepositoryId(given: unknown): number {
  return checkedReference(given, notARepository);
}

async function askRepositoryId(title: string, connection: Connection): Promise<number | undefined> {
  const text = await askInput({
    title: behindColon(title, connection.label),
    prompt: repositoryPrompt,
    placeHolder: repositoryExamples,
    ignoreFocusOut: true,
    validateInput: (each) => (each === "" || repositoryIdIn(each) !== undefined ? undefined : namesNoRepository),
  });
  const id = text === undefined ? undefined : repositoryIdIn(text);
  return id === undefined ? undefined : checkedRepositoryId(id);
}

interface RepositoryPick extends ListedRepositories {
  readonly connection: Connection;
  /** The title of the list, which says what the repository is picked for: `Open SVN Settings`. */
  readonly title: string;
}

/**
 * Lets the person choose among the repositories of their projects. Gives `byNumber` where they want another one, or
 * where the service lists no projects. Gives undefined when they gave up.
 */
async function pickRepository(pick: RepositoryPick): Promise<RepositorySummary | "byNumber" | undefined> {
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
