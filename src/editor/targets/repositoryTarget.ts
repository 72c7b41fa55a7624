import { behindColon } from "../../core/labels/punctuation.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { KnownRepository } from "../../core/model/svnRepository.ts";
import {
  askWhichConnection,
  namesNoRepository,
  openInBrowserTitle,
  repositoryExamples,
  repositoryPrompt,
} from "../../core/sentences/repositories.ts";
import { notARepository } from "../../core/sentences/targets.ts";
import { repositoryIdIn } from "../../core/svn/repositoryAddress.ts";
import { pickRepository } from "../dialog/pickRepository.ts";
import { askInput } from "../dialog/quickInput.ts";
import type { ArtifactTarget, RepositoryTarget } from "../manifest/contributions.ts";
import { readHere } from "../services/serviceAt.ts";
import { artifact } from "./artifactTarget.ts";
import type { Call, Reader } from "./call.ts";
import { checkedReference, connectionIdIn, isNone, membersOf, namedIn } from "./given.ts";

export interface NamedRepository extends RepositoryTarget {
  /** What the row of the tree knows of it. */
  readonly known?: KnownRepository;
}

/**
 * The SVN repository of a row, of a document's address, of ids, or of the active editor; where there is none of these
 * it is chosen from those that the service lists, or its number is asked for, under this title.
 */
export function repository(title: string): Reader<NamedRepository> {
  return (call) => repositoryOf(call, call.args[1], title);
}

/** As `repository`, where its number stands elsewhere among the arguments. */
export async function repositoryOf(
  call: Call,
  repositoryId: unknown,
  title: string,
): Promise<NamedRepository | undefined> {
  const named = repositoryIn(call.args[0], repositoryId) ?? (await askedRepository(call, title));
  if (named) {
    // Throws where there is no such connection.
    call.services.registry.get(named.connectionId);
  }
  return named;
}

/** The artifact, as by `artifact`, or the repository of a row, of a document or of the active editor. */
export const artifactOrRepository: Reader<ArtifactTarget | NamedRepository> = (call) =>
  namesRepository(call.args[0]) ? repositoryOf(call, undefined, openInBrowserTitle) : artifact()(call);

/**
 * Tells whether a row, an object, a document or the active editor is about a repository; a connection's id alone is
 * not.
 */
export function namesRepository(first: unknown): boolean {
  return repositoryIn(first, undefined) !== undefined;
}

/** Undefined where none is named. */
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

function isOfRepository(given: unknown): given is { readonly repository: KnownRepository } {
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
      ...{ connection, title: behindColon(title, connection.label) },
      listProjects: (...asked) => services.catalogOf(connection.id).listProjects(...asked),
      listRepositories: async (...asked) => (await services.serviceOf(connection.id)).listRepositories(...asked),
    }),
  );
  const repositoryId = chosen === "byNumber" ? await askRepositoryId(title, connection) : chosen?.id;
  return repositoryId === undefined ? undefined : { connectionId: connection.id, repositoryId };
}

/** The number of a repository; throws a HumanError for anything else. */
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
