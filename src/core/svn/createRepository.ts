import { pagesOf } from "../model/pages.ts";
import type { NewSettings, RepositorySummary, SvnRepository, SvnSettings } from "../model/svnRepository.ts";
import type { Page } from "../model/tracker.ts";
import { isServiceError, type ServiceError } from "../service/serviceError.ts";
import { defaultSettings } from "./settings.ts";

/** What creating a repository asks of the service. Every method throws `ServiceError`. */
interface CreationService {
  /** POST /svn. Never sent twice; a lost answer is `answerLost`. Undefined: it was created, and the answer told nothing. */
  createRepository(
    wanted: { readonly projectId: number; readonly name: string; readonly settings?: NewSettings },
    signal: AbortSignal,
  ): Promise<SvnRepository | undefined>;
  listRepositories(projectId: number, offset: number, signal: AbortSignal): Promise<Page<RepositorySummary>>;
}

/** A repository to be created, as its draft says. */
export interface WantedRepository {
  readonly projectId: number;
  readonly name: string;
  /** Empty where the draft says nothing of them. */
  readonly settings: NewSettings;
}

/** What became of the POST. A refusal is thrown as `ServiceError`: nothing was created. */
export type CreationOutcome =
  /** `isRecovered`: the answer was lost, but the project lists a repository of that name now. */
  | {
      readonly kind: "created";
      readonly repository: RepositorySummary & { readonly settings?: SvnSettings };
      readonly sent: SvnSettings;
      readonly isRecovered: boolean;
    }
  /** Created, and nobody says under which number. */
  | { readonly kind: "createdSomewhere"; readonly sent: SvnSettings }
  /** The answer was lost, and the project lists no repository of that name. */
  | { readonly kind: "notCreated"; readonly cause: ServiceError }
  /** The answer was lost, and the repositories of the project cannot be listed. */
  | { readonly kind: "unknown"; readonly cause: ServiceError };

/**
 * Creates a repository with one POST, which is never repeated: after a lost answer the repositories of the project tell
 * whether it was created, since names are unique there.
 */
export async function createRepository(
  service: CreationService,
  { projectId, name, settings: said }: WantedRepository,
  signal: AbortSignal,
): Promise<CreationOutcome> {
  const settings = wholeSettings(said);
  let cause: ServiceError | undefined;
  try {
    // As the draft says it: what it leaves out is the service's own default. Empty settings are refused.
    const isSaid = Object.keys(said).length > 0;
    const repository = await service.createRepository({ projectId, name, ...(isSaid && { settings: said }) }, signal);
    if (repository) {
      return { kind: "created", repository, sent: settings, isRecovered: false };
    }
  } catch (error) {
    if (!isServiceError(error) || error.kind !== "answerLost") {
      throw error;
    }
    cause = error;
  }
  try {
    const found = await findRepository(service, projectId, name, signal);
    if (found) {
      return { kind: "created", repository: found, sent: settings, isRecovered: cause !== undefined };
    }
    return cause ? { kind: "notCreated", cause } : { kind: "createdSomewhere", sent: settings };
  } catch {
    // What counts is the POST: that nobody can look is what is told of it.
    return cause ? { kind: "unknown", cause } : { kind: "createdSomewhere", sent: settings };
  }
}

/** What a repository created with `said` has, as far as that is known before the service answers. */
export function wholeSettings({ layout: _, ...said }: NewSettings): SvnSettings {
  return { ...defaultSettings, ...said };
}

/** The repository of that name; undefined where the project lists none. Throws where it cannot be listed. */
export async function findRepository(
  service: Pick<CreationService, "listRepositories">,
  projectId: number,
  name: string,
  signal: AbortSignal,
): Promise<RepositorySummary | undefined> {
  for await (const { items } of pagesOf((offset) => service.listRepositories(projectId, offset, signal))) {
    const found = items.find((repository) => repository.name === name);
    if (found) {
      return found;
    }
  }
  return undefined;
}
