import {
  type AttemptFate,
  type NotSendable,
  nobodyKnows,
  type PostAttempt,
  type PostedDraft,
  type PostedState,
  type Posting,
  type PostOutcome,
  postedStates,
} from "../draft/postedDraft.ts";
import { isJsonObject } from "../model/json.ts";
import { isBoolean, isNumber, isText, optional, shapeOf } from "../model/shape.ts";
import type {
  NewSettings,
  RepositorySummary,
  SvnRepository,
  SvnSettings,
  WantedRepository,
} from "../model/svnRepository.ts";
import { type Page, pagesOf } from "../model/tracker.ts";
import { isServiceError } from "../service/serviceError.ts";
import { mayHaveStored } from "../service/writeFate.ts";
import type { DraftForm } from "../windows/draftFolder.ts";
import { isStoredPart } from "./mergeSettings.ts";
import { defaultSettings, differingParts, partsOf } from "./settings.ts";
import { isSettings } from "./settingsStates.ts";
import { parseDraft, printDraft } from "./settingsText.ts";

/** The routes of the service that a draft of a repository needs. Every method throws `ServiceError`. */
export interface CreationService {
  /**
   * Sends POST /svn, never twice. A lost answer is `answerLost`; undefined means that the repository was created and
   * the answer told nothing.
   */
  createRepository(
    wanted: { readonly projectId: number; readonly name: string; readonly settings?: NewSettings },
    signal: AbortSignal,
  ): Promise<SvnRepository | undefined>;
  listRepositories(projectId: number, offset: number, signal: AbortSignal): Promise<Page<RepositorySummary>>;
  readRepository(repositoryId: number, signal: AbortSignal): Promise<SvnRepository>;
}

/** A POST of a repository; nobody knows what became of it. */
export interface RepositoryAttempt extends PostAttempt, WantedRepository {
  /**
   * It is true where the project listed a repository of that name right before the POST; undefined where it could not
   * be listed.
   */
  readonly wasThere?: boolean;
}

/** The repository that a draft has become. */
export interface CreatedRepository {
  readonly name: string;
  /** The settings that were sent, with the defaults of those that were left out. */
  readonly sent: SvnSettings;
  /** The repository, with settings where the answer told them; undefined where nobody says which number it has. */
  readonly repository?: RepositorySummary & { readonly settings?: SvnSettings };
  /** It is true where the answer was lost, and the project lists the repository. */
  readonly isRecovered?: true;
}

/** The state that is kept of a draft. */
export type RepositoryDraftState = PostedState<RepositoryAttempt, CreatedRepository>;

interface CreationRequest {
  readonly kind: "request";
  readonly wanted: WantedRepository;
}

/**
 * Tells what became of a draft's save. A refusal is thrown as `ServiceError`: nothing was created. A text that is no
 * valid draft is not sendable.
 */
export type RepositoryOutcome = PostOutcome<RepositoryAttempt, CreatedRepository, undefined>;

/** Holds the draft of an SVN repository that is not on the service yet. */
export type RepositoryDraft = PostedDraft<CreationRequest, undefined, RepositoryAttempt, CreatedRepository>;

/**
 * Tells what the draft of a repository sends. Names are unique in a project. So after a POST whose answer was lost, the
 * list of the project's repositories tells what became of it: one of that name can have come of the POST where none was
 * there before. It also has to have the settings that were sent: somebody else may have made it meanwhile, and the
 * service does not tell who made it, or when.
 */
export class RepositoryPosting implements Posting<CreationRequest, undefined, RepositoryAttempt, CreatedRepository> {
  readonly #projectId: number;
  readonly #service: CreationService;

  constructor(projectId: number, service: CreationService) {
    this.#projectId = projectId;
    this.#service = service;
  }

  async pending(text: string): Promise<CreationRequest | NotSendable<undefined>> {
    const { wanted } = parseDraft(text);
    return wanted ? { kind: "request", wanted } : { kind: "unsendable", why: undefined };
  }

  /**
   * Gives the repository that the project lists under the name that `attempt` sent; undefined where it lists none. Its
   * `text` is the one that was sent where it has those settings, and `nobodyKnows` where it has others or nobody can
   * tell. It throws `ServiceError`.
   */
  async candidate(
    attempt: RepositoryAttempt,
    signal: AbortSignal,
  ): Promise<(CreatedRepository & { readonly text: string }) | undefined> {
    const repository = await findRepository(this.#service, attempt, signal);
    if (!repository) {
      return undefined;
    }
    const created = createdOf(attempt, repository, true);
    const isAsSent = await this.#hasSettings(repository, created.sent, signal).catch(() => false);
    return { ...created, text: (isAsSent ? attempt.text : undefined) ?? nobodyKnows };
  }

  async newText() {
    return { text: printDraft(this.#projectId, "", defaultSettings), isWhole: true };
  }

  async attemptOf({ wanted }: CreationRequest, missing: RepositoryAttempt | undefined, signal: AbortSignal) {
    if (missing?.wasThere === false && isOfName(missing, wanted)) {
      // That attempt may have created the repository that is listed by now.
      return { ...wanted, wasThere: false };
    }
    try {
      return { ...wanted, wasThere: (await findRepository(this.#service, wanted, signal)) !== undefined };
    } catch {
      signal.throwIfAborted();
      return wanted;
    }
  }

  async post({ wanted }: CreationRequest, attempt: RepositoryAttempt, signal: AbortSignal): Promise<CreatedRepository> {
    const { projectId, name, settings } = wanted;
    // The request says what the draft says: the service has its own defaults for the rest, and refuses empty settings.
    const isSaid = Object.keys(settings).length > 0;
    const request = { projectId, name, ...(isSaid && { settings }) };
    const repository = await this.#service.createRepository(request, signal);
    return createdOf(attempt, repository ?? (await this.#newcomer(attempt, signal).catch(() => undefined)));
  }

  mayHaveCreated(error: unknown): boolean {
    return !isServiceError(error) || mayHaveStored(error, "once");
  }

  /**
   * Tells whether the name may be taken by a repository that an earlier attempt created and the list does not show yet:
   * lists may lag behind.
   */
  isRefusedFor(before: RepositoryAttempt, attempt: RepositoryAttempt, error: unknown): boolean {
    return isServiceError(error) && error.status === 409 && isOfName(before, attempt);
  }

  async fateOf(attempt: RepositoryAttempt, signal: AbortSignal): Promise<AttemptFate<CreatedRepository>> {
    if (attempt.text === undefined) {
      // Another window has sent it, and nobody can read what: not even the name.
      return { kind: "unknown" };
    }
    if (attempt.wasThere) {
      // Names are unique, so the service cannot have created a second one.
      return { kind: "notCreated" };
    }
    try {
      const found = await findRepository(this.#service, attempt, signal);
      if (!found) {
        return { kind: "missing" };
      }
      const created = createdOf(attempt, found, true);
      const isOwn = attempt.wasThere === false && (await this.#hasSettings(found, created.sent, signal));
      return isOwn ? { kind: "created", created } : { kind: "unknown" };
    } catch {
      signal.throwIfAborted();
      return { kind: "unknown" };
    }
  }

  /** Tells whether a repository has the settings that were sent. It throws where they cannot be read. */
  async #hasSettings({ id }: RepositorySummary, sent: SvnSettings, signal: AbortSignal): Promise<boolean> {
    const { settings } = await this.#service.readRepository(id, signal);
    return settings !== undefined && isMadeOf(sent, settings);
  }

  /**
   * Gives the repository of the name that was sent, where none was there before. Throws where nothing can be listed.
   */
  async #newcomer(attempt: RepositoryAttempt, signal: AbortSignal): Promise<RepositorySummary | undefined> {
    return attempt.wasThere === false ? await findRepository(this.#service, attempt, signal) : undefined;
  }
}

function isOfName(a: WantedRepository, b: WantedRepository): boolean {
  return a.projectId === b.projectId && a.name === b.name;
}

/** Gives what `attempt` created, where the person says that it was carried out and nobody knows the number. */
export function unlisted(attempt: RepositoryAttempt): CreatedRepository {
  return createdOf(attempt, undefined, true);
}

function createdOf<R extends CreatedRepository["repository"]>(
  { name, settings }: WantedRepository,
  repository: R,
  isRecovered?: true,
) {
  return {
    name,
    sent: wholeSettings(settings),
    ...(repository && { repository }),
    ...(isRecovered && { isRecovered }),
  };
}

/** Tells whether `settings` are what the service makes of `sent`. */
function isMadeOf(sent: SvnSettings, settings: SvnSettings): boolean {
  const [ours, theirs] = [partsOf(sent), partsOf(settings)];
  return (
    sent.has_default_permissions === settings.has_default_permissions &&
    differingParts(sent, settings).every((key) => isStoredPart(key, ours.get(key), theirs.get(key)))
  );
}

/** Gives the settings of a repository created with `said`, as far as they are known before the service answers. */
export function wholeSettings({ layout: _, ...said }: NewSettings): SvnSettings {
  return { ...defaultSettings, ...said };
}

/** Gives the project's repository of that name; undefined where it lists none. It throws where it cannot be listed. */
async function findRepository(
  service: CreationService,
  { projectId, name }: WantedRepository,
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

/** The form of the drafts of repositories. */
export const repositoryDrafts: DraftForm<RepositoryDraftState> = {
  isState: postedStates<RepositoryDraftState>(
    ({ name, sent, repository }) =>
      typeof name === "string" &&
      isSettings(sent) &&
      (repository === undefined || (isJsonObject(repository) && typeof repository.id === "number")),
  ),
  isAttempt: (value) => isAttempt(value),
  // The name that the draft says now is the best guess at the one that was sent.
  lostAttempt: (beganOn, state) => ({
    beganOn,
    projectId: 0,
    name: "",
    settings: {},
    ...parseDraft(state?.text ?? "").wanted,
  }),
};

const isAttempt = shapeOf<RepositoryAttempt>({
  beganOn: isText,
  text: optional(isText),
  projectId: isNumber,
  name: isText,
  settings: (value) => isJsonObject(value) && isSettings({ ...defaultSettings, ...value }),
  wasThere: optional(isBoolean),
});
