import { isJsonObject } from "../../core/model/json.ts";
import type { KnownRepository } from "../../core/model/svnRepository.ts";
import { notARepository } from "../../core/sentences/targets.ts";
import type { RepositoryTarget } from "../manifest/contributions.ts";
import { resourceOf, uriMeant } from "../text/resourceUri.ts";
import { checkedReference } from "./checkedId.ts";

/**
 * The repository that a command was called for: a row or object that names one, a document's URI, a connection id with
 * a number, or, where nothing is given, the repository in the active editor. Undefined when there is none of these.
 */
export function repositoryTargetOf(first: unknown, repositoryId?: unknown): RepositoryTarget | undefined {
  const uri = uriMeant(first);
  if (typeof first === "string" && !uri) {
    return repositoryId === undefined || repositoryId === null
      ? undefined
      : { connectionId: first, repositoryId: checkedRepositoryId(repositoryId) };
  }
  if (uri) {
    const shown = resourceOf(uri);
    return shown && "repositoryId" in shown.resource
      ? { connectionId: shown.connectionId, repositoryId: shown.resource.repositoryId }
      : undefined;
  }
  return isJsonObject(first) && typeof first.connectionId === "string" && typeof first.repositoryId === "number"
    ? { connectionId: first.connectionId, repositoryId: checkedRepositoryId(first.repositoryId) }
    : undefined;
}

/** Whether a row, an object, a document or the active editor is about a repository; a connection's id alone is not. */
export function namesRepository(first: unknown): boolean {
  return typeof first !== "string" && repositoryTargetOf(first) !== undefined;
}

/** What a row of the tree knows of its repository. */
export function repositoryIn(target: unknown): KnownRepository | undefined {
  const repository = isJsonObject(target) ? target.repository : undefined;
  return isJsonObject(repository) && typeof repository.id === "number"
    ? (repository as unknown as KnownRepository)
    : undefined;
}

/** `id` as the number of a repository; throws a HumanError when it is none. */
export function checkedRepositoryId(id: unknown): number {
  return checkedReference(id, notARepository);
}
