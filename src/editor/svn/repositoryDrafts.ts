import { type Uri, workspace } from "vscode";
import { nobodyKnows } from "../../core/draft/postedDraft.ts";
import { copyToNewDraftButton, createAgainButton, notMineButton, thisIsItButton } from "../../core/labels/buttons.ts";
import type { RepositorySummary, SvnSettings } from "../../core/model/svnRepository.ts";
import { draftIsElsewhere } from "../../core/sentences/drafts.ts";
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
import type { CreatedRepository, RepositoryOutcome } from "../../core/svn/repositoryDraft.ts";
import { parseDraft } from "../../core/svn/settingsText.ts";
import { type TypedSettings, typedSince } from "../../core/svn/typedSettings.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { HumanError, inform, warn } from "../dialog/present.ts";
import { offerToSendThere } from "../dialog/sendThere.ts";
import { textFiles } from "../files/textFiles.ts";
import type { ConnectionTarget } from "../manifest/contributions.ts";
import type { WindowServices } from "../services/services.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { saveAnyhow, saveText } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
import { askName, askProject, checkedName } from "./askRepository.ts";
import { type RepositoryDraftDocument, RepositoryDraftDocuments } from "./repositoryDraftDocuments.ts";

/** A repository that was created from a draft, as far as its number is known. */
export interface FoundRepository {
  readonly connectionId: string;
  readonly repository: RepositorySummary & { readonly settings?: SvnSettings };
  readonly sent: SvnSettings;
}

/** Holds drafts of repositories, from the first letter until the settings have taken their place. */
export class RepositoryDrafts extends DisposableOwner {
  readonly documents: RepositoryDraftDocuments;
  readonly files: ReturnType<typeof textFiles>;
  readonly #services: WindowServices;
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
  readonly #asking = new Set<string>();
  readonly #leaving = new Set<string>();

  constructor(
    services: WindowServices,
    onDidCreate: (draft: Uri, found: FoundRepository) => Promise<void>,
    putInto: (found: FoundRepository, typed: TypedSettings) => Promise<{ readonly isChanged: boolean } | undefined>,
  ) {
    super();
    this.#services = services;
    this.#onDidCreate = onDidCreate;
    this.#putInto = putInto;
    this.documents = this.disposables.add(new RepositoryDraftDocuments(services));
    this.files = this.documents.withoutDiscarded(
      textFiles(
        {
          at: (uri) => this.documents.at(uri),
          stat: (document) => this.documents.stat(document),
          read: (document, signal) => this.documents.read(document, signal),
          unchanged: (document) => this.documents.unchanged(document),
          save: (document, text, signal) => this.#save(document, text, signal),
        },
        () => repositoryDraft,
        (document, outcome, text) => this.#report(document, outcome, text),
      ),
    );
    this.disposables.add(this.documents.onDidCreate(({ document, created }) => void this.#leave(document, created)));
    this.disposables.add(
      this.documents.onDidFindElsewhere(
        (document) => void this.#offerNewDraft(document, draftIsElsewhere(nameOf(document))),
      ),
    );
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
    const { uri } = await this.documents.unused(connectionId, project, name);
    await showDocument(uri, { preview: false }, newRepositoryTab(name));
  }

  /** Creates the repository. Throws what the service refuses. */
  async #save(document: RepositoryDraftDocument, text: string, signal: AbortSignal): Promise<RepositoryOutcome> {
    try {
      return await this.documents.save(document, text, signal);
    } catch (error) {
      if (isNameRefused(error)) {
        throw new HumanError(nameRefused(parseDraft(text).wanted?.name ?? "", saidBy(error)), { cause: error });
      }
      throw error;
    }
  }

  /** Tells why a save created nothing, or not for certain, and asks the person then; undefined when it did. */
  async #report(
    document: RepositoryDraftDocument,
    outcome: RepositoryOutcome,
    text: string,
  ): Promise<string | undefined> {
    if (outcome.kind === "alreadyCreated") {
      return await this.#moveTyped(document, outcome, text);
    }
    if (outcome.kind === "unknown" && !outcome.isMissing) {
      void this.#ask(document, isNameRefused(outcome.cause), parseDraft(text).wanted?.name);
    } else if (outcome.kind === "elsewhere" || outcome.kind === "over") {
      void this.#offerNewDraft(document, ownRepositoryDraftOffered);
    } else if (outcome.kind === "otherAddress") {
      void this.#offerToSendThere(document);
    }
    return whyRepositoryNotCreated(outcome);
  }

  /**
   * Asks the person what became of a POST of which the service does not tell. `isRefused` tells that the service
   * refuses the name now. `name` is the one that the draft has by now.
   */
  async #ask(document: RepositoryDraftDocument, isRefused: boolean, name: string | undefined): Promise<void> {
    const key = document.uri.toString();
    const { attempt } = document.draft;
    if (this.#asking.has(key) || !attempt) {
      return;
    }
    this.#asking.add(key);
    try {
      const { signal } = new AbortController();
      const found = await document.draft.candidate(signal).catch(() => undefined);
      const it = found ?? (isRefused ? document.draft.unlisted : undefined);
      const question = (found ? isRepositoryYours : isUnlistedRepositoryYours)(attempt.name);
      const chosen = it
        ? await warn(question, thisIsItButton, notMineButton)
        : await warn(repositoryMaybeCreated(attempt.name, name), createAgainButton);
      const text = openText(document.uri);
      if (chosen === undefined || !text) {
        return;
      }
      if (it && chosen === thisIsItButton) {
        await document.draft.settle(it, attempt);
      } else if (chosen === createAgainButton) {
        await document.draft.sendAgain(attempt);
      } else {
        await document.draft.forgetAttempt(attempt);
      }
      // This is a save of its own: the one for which the person was asked has failed by now.
      this.#asking.delete(key);
      await (chosen !== notMineButton && saveAnyhow(text));
    } catch (error) {
      this.#services.logFailure("Asking what became of the draft of a repository", error);
    } finally {
      this.#asking.delete(key);
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
      void this.#offerNewDraft(document, ownRepositoryDraftOffered);
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

  async #offerToSendThere({ uri, draft }: RepositoryDraftDocument): Promise<void> {
    try {
      await offerToSendThere(repositoryDraft, draft, async () => {
        const text = openText(uri);
        await (text && saveAnyhow(text));
      });
    } catch (error) {
      this.#services.logFailure("Sending the draft of a repository to another address", error);
    }
  }

  async #offerNewDraft(document: RepositoryDraftDocument, words: string): Promise<void> {
    try {
      const isWanted = (await warn(words, copyToNewDraftButton)) !== undefined;
      const text = isWanted ? openText(document.uri)?.getText() : undefined;
      if (text !== undefined) {
        const { connectionId, projectId } = document;
        const { uri } = await this.documents.unused(connectionId, projectId, "");
        const copy = await workspace.openTextDocument(uri);
        await replaceText(copy, () => text);
      }
    } catch (error) {
      this.#services.logFailure("Copying the draft of a repository", error);
    }
  }

  /** Puts the settings of the repository that a draft has become in the draft's place. */
  async #leave({ uri, connectionId }: RepositoryDraftDocument, created: CreatedRepository): Promise<void> {
    const key = uri.toString();
    if (this.#leaving.has(key)) {
      return;
    }
    this.#leaving.add(key);
    try {
      const { name, repository, sent, isRecovered } = created;
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
    } catch (error) {
      this.#services.logFailure("Opening the settings of a repository just created", error);
    } finally {
      this.#leaving.delete(key);
    }
  }
}

function isNameRefused(cause: unknown): cause is ServiceError {
  return isServiceError(cause) && cause.status === 409;
}

/** Gives the name in the address, such as `new-1`. */
function nameOf({ uri }: RepositoryDraftDocument): string {
  return uri.path.split("/").at(-1)?.split(".")[0] ?? uri.path;
}
