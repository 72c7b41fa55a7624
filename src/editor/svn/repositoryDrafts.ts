import { type Uri, workspace } from "vscode";
import { nobodyKnows, PostedDraft } from "../../core/draft/postedDraft.ts";
import { createAgainButton, notMineButton, thisIsItButton } from "../../core/labels/buttons.ts";
import type { RepositorySummary, SvnSettings } from "../../core/model/svnRepository.ts";
import { saidBy } from "../../core/sentences/failures.ts";
import {
  createdWithoutNumber,
  fixedNotMoved,
  isRepositoryYours,
  isUnlistedRepositoryYours,
  nameRefused,
  newRepositoryTab,
  ownRepositoryDraftOffered,
  repositoryDraft,
  repositoryFound,
  repositoryMaybeCreated,
  settingsAreMoved,
  settingsArePutInto,
  settingsNotMoved,
  whyRepositoryNotCreated,
} from "../../core/sentences/repositories.ts";
import { isServiceError, type ServiceError } from "../../core/service/serviceError.ts";
import {
  type CreatedRepository,
  type RepositoryAttempt,
  type RepositoryDraft,
  type RepositoryDraftState,
  type RepositoryOutcome,
  RepositoryPosting,
  repositoryDrafts,
  unlisted,
} from "../../core/svn/repositoryDraft.ts";
import { defaultSettings } from "../../core/svn/settings.ts";
import { parseDraft, printDraft } from "../../core/svn/settingsText.ts";
import { type TypedSettings, typedSince } from "../../core/svn/typedSettings.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { DraftStore } from "../../core/windows/draftStore.ts";
import { HumanError, inform, warn } from "../dialog/present.ts";
import { type Decision, DraftSaves, type DraftSteps } from "../drafts/draftSaves.ts";
import { type OpenDraft, OpenDrafts } from "../drafts/openDrafts.ts";
import type { textFiles } from "../files/textFiles.ts";
import type { ConnectionTarget } from "../manifest/contributions.ts";
import { serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import { saveText } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
import { askName, askProject, checkedName } from "./askRepository.ts";

/** A repository that was created from a draft, as far as its number is known. */
export interface FoundRepository {
  readonly connectionId: string;
  readonly repository: RepositorySummary & { readonly settings?: SvnSettings };
  readonly sent: SvnSettings;
}

/** The document of a draft. */
interface RepositoryDraftDocument extends OpenDraft<RepositoryAttempt, CreatedRepository> {
  readonly projectId: number;
  readonly posting: RepositoryPosting;
  readonly draft: RepositoryDraft;
}

/** Holds drafts of repositories, from the first letter until the settings have taken their place. */
export class RepositoryDrafts extends DisposableOwner {
  readonly documents: OpenDrafts<RepositoryAttempt, CreatedRepository, RepositoryDraftDocument>;
  readonly files: ReturnType<typeof textFiles>;
  readonly #services: WindowServices;
  readonly #saves: DraftSaves<RepositoryAttempt, CreatedRepository, undefined, RepositoryDraftDocument>;
  /** Hears that the draft's document was saved: the settings are to take its tab. */
  readonly #onDidCreate: (draft: Uri, found: FoundRepository) => Promise<void>;
  /**
   * Puts what was typed since into the document of the settings, unsaved. Tells whether the document says something
   * else then; undefined where it was not done.
   */
  readonly #putInto: (
    found: FoundRepository,
    typed: TypedSettings,
  ) => Promise<{ readonly isChanged: boolean } | undefined>;

  constructor(
    services: WindowServices,
    onDidCreate: (draft: Uri, found: FoundRepository) => Promise<void>,
    putInto: (found: FoundRepository, typed: TypedSettings) => Promise<{ readonly isChanged: boolean } | undefined>,
  ) {
    super();
    this.#services = services;
    this.#onDidCreate = onDidCreate;
    this.#putInto = putInto;
    this.documents = this.disposables.add(
      new OpenDrafts(services, {
        form: repositoryDrafts,
        folderOf: (connectionId) => ["drafts", connectionId, "repositories"],
        make: (uri, storeOf) => this.#make(uri, storeOf),
      }),
    );
    const steps: DraftSteps<RepositoryAttempt, CreatedRepository, undefined, RepositoryDraftDocument> = {
      name: repositoryDraft,
      ownDraftOffered: ownRepositoryDraftOffered,
      read: ({ draft }, signal) => draft.text(signal),
      save: (document, text, signal) => this.#save(document, text, signal),
      whyNot: (_, outcome) => whyRepositoryNotCreated(outcome),
      moveTyped: (document, created, text) => this.#moveTyped(document, created, text),
      ask: (document, attempt, cause, text) =>
        this.#ask(document, attempt, isNameRefused(cause), parseDraft(text).wanted?.name),
      copy: (document, text) => this.#copy(document, text),
      leave: (document, created) => this.#leave(document, created),
    };
    this.#saves = this.disposables.add(new DraftSaves(this.documents, steps, services.logFailure));
    this.files = this.#saves.files;
  }

  #make(
    uri: Uri,
    storeOf: (connectionId: string, name: string) => DraftStore<RepositoryDraftState>,
  ): RepositoryDraftDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "svnDraft") {
      return undefined;
    }
    const { projectId, n } = resource;
    // All requests go to the address where the draft was begun, also those that ask what became of it.
    const client = () => serviceAt(this.#services, connectionId, draft.address ?? "")();
    const posting = new RepositoryPosting(projectId, {
      createRepository: async (...args) => (await client()).createRepository(...args),
      listRepositories: async (...args) => (await client()).listRepositories(...args),
      readRepository: async (...args) => (await client()).readRepository(...args),
    });
    const draft: RepositoryDraft = new PostedDraft(posting, storeOf(connectionId, `${projectId}-${n}`), Date.now);
    return { uri, connectionId, projectId, posting, draft };
  }

  /** Opens a new draft, and asks for what is not given. */
  async create(
    { connectionId }: ConnectionTarget,
    given: { readonly projectId: number | undefined; readonly name: string | undefined },
  ): Promise<void> {
    const { registry, catalogOf } = this.#services;
    const connection = registry.get(connectionId);
    const project = given.projectId ?? (await askProject(connection, catalogOf(connectionId)));
    if (project === undefined) {
      return;
    }
    const name = given.name === undefined ? await askName() : checkedName(given.name);
    if (name === undefined) {
      return;
    }
    const { uri } = await this.#unused(connectionId, project, name);
    await showDocument(uri, { preview: false }, newRepositoryTab(name));
  }

  /** Makes a new draft for a project, with the service's own defaults. It is this window's from here on. */
  #unused(connectionId: string, projectId: number, name: string): Promise<RepositoryDraftDocument> {
    return this.documents.firstFree(
      (n) => [uriOf(connectionId, { kind: "svnDraft", projectId, n })],
      printDraft(projectId, name, defaultSettings),
    );
  }

  /** Creates the repository. Throws what the service refuses. */
  async #save({ draft }: RepositoryDraftDocument, text: string, signal: AbortSignal): Promise<RepositoryOutcome> {
    try {
      return await draft.create(text, signal);
    } catch (error) {
      if (isNameRefused(error)) {
        throw new HumanError(nameRefused(parseDraft(text).wanted?.name ?? "", saidBy(error)), { cause: error });
      }
      throw error;
    }
  }

  /**
   * Asks the person what became of a POST of which the service does not tell. `isRefused` tells that the service
   * refuses the name now. `name` is the one that the draft has by now.
   */
  async #ask(
    { draft, posting }: RepositoryDraftDocument,
    attempt: RepositoryAttempt,
    isRefused: boolean,
    name: string | undefined,
  ): Promise<Decision | undefined> {
    const found = await posting.candidate(attempt, new AbortController().signal).catch(() => undefined);
    const it = found ?? (isRefused ? unlisted(attempt) : undefined);
    const question = (found ? isRepositoryYours : isUnlistedRepositoryYours)(attempt.name);
    const chosen = it
      ? await warn(question, thisIsItButton, notMineButton)
      : await warn(repositoryMaybeCreated(attempt.name, name), createAgainButton);
    switch (chosen) {
      case thisIsItButton:
        return { keep: () => draft.settle(it ?? unlisted(attempt), attempt), isSavedAgain: true };
      case createAgainButton:
        return { keep: () => draft.sendAgain(attempt), isSavedAgain: true };
      case notMineButton:
        return { keep: () => draft.forgetAttempt(attempt), isSavedAgain: false };
      default:
        return undefined;
    }
  }

  /**
   * Puts what was typed since the repository was created into the document of its settings, unsaved. Gives words where
   * that was not done.
   */
  async #moveTyped(
    document: RepositoryDraftDocument,
    created: CreatedRepository,
    text: string,
  ): Promise<string | undefined> {
    const { connectionId, draft } = document;
    const { name, repository, sent } = created;
    const typed = typedSince({ name, text: draft.created?.text ?? nobodyKnows }, text);
    if (typed && typed.fixed.length > 0) {
      void this.#saves.offerCopy(document, ownRepositoryDraftOffered);
      return fixedNotMoved(name, typed.fixed);
    }
    const found = repository && { connectionId, repository, sent };
    const put = typed && found && (await this.#putInto(found, typed));
    if (!put) {
      return settingsNotMoved(name);
    }
    const { isSentKnown } = draft;
    await draft.noteMoved(text);
    void (put.isChanged && inform((isSentKnown ? settingsAreMoved : settingsArePutInto)(name)));
    return undefined;
  }

  /** Opens a new draft for the same project that says `text`. */
  async #copy({ connectionId, projectId }: RepositoryDraftDocument, text: string): Promise<void> {
    const { uri } = await this.#unused(connectionId, projectId, "");
    const copy = await workspace.openTextDocument(uri);
    await replaceText(copy, () => text);
  }

  /** Puts the settings of the repository that a draft has become in the draft's place. */
  async #leave(
    { uri, connectionId }: RepositoryDraftDocument,
    { name, repository, sent, isRecovered }: CreatedRepository,
  ): Promise<void> {
    if (!repository) {
      void inform(createdWithoutNumber(name));
      return;
    }
    if (isRecovered) {
      void inform(repositoryFound(name));
    }
    const text = openText(uri);
    // The repository exists, so that a save sends nothing any more and moves over what was typed meanwhile.
    while (text && isUnsaved(text)) {
      if (!(await saveText(text))) {
        return;
      }
    }
    await this.#onDidCreate(uri, { connectionId, repository, sent });
  }
}

function isNameRefused(cause: unknown): cause is ServiceError {
  return isServiceError(cause) && cause.status === 409;
}
