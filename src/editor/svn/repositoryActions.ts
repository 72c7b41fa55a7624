import {
  commands,
  env,
  ProgressLocation,
  type TabInputText,
  TabInputTextDiff,
  Uri,
  type ViewColumn,
  window,
} from "vscode";
import { originOf } from "../../core/connection/address.ts";
import type { Catalog } from "../../core/known/catalog.ts";
import { deleteButton } from "../../core/labels/buttons.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { KnownRepository, SvnRepository } from "../../core/model/svnRepository.ts";
import type { PinnedRepositories } from "../../core/pins/pinnedRepositories.ts";
import {
  accessFileTab,
  addressNotRead,
  askDeletionOf,
  askWhereToCreateRepository,
  askWhichConnection,
  checkoutNotTold,
  copied,
  copyCheckoutUrlTitle,
  deleteRepositoryTitle,
  newRepositoryTab,
  openAccessFileTitle,
  openInBrowserTitle,
  openingRepository,
  openSettingsTitle,
  pinRepositoryTitle,
  projectNotTold,
  readingRepository,
  repositoryDeletionDetail,
  repositoryNotDeleted,
  repositoryNotPinned,
  repositoryRewritten,
  settingsNotOpened,
  unpinRepositoryTitle,
  willBeDeleted,
} from "../../core/sentences/repositories.ts";
import { partNames, repositoryName, withheldSentence } from "../../core/sentences/svn.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { repositoryPage } from "../../core/svn/repositoryAddress.ts";
import { rewrittenParts } from "../../core/svn/settings.ts";
import { settingsForm } from "../../core/svn/settingsForm.ts";
import { baseOf } from "../../core/svn/settingsKind.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { withCancellableProgress } from "../dialog/cancellation.ts";
import { confirm, explained, HumanError, inform } from "../dialog/present.ts";
import { repositoryIn, repositoryTargetOf } from "../targets/repositoryTarget.ts";
import { uriOf } from "../text/resourceUri.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import { askName, askProject, askRepositoryId, checkedName, checkedProjectId } from "./askRepository.ts";
import type { CreatedRepository, RepositoryDrafts } from "./repositoryDrafts.ts";
import type { SettingsCopies } from "./settingsCopies.ts";
import type { SettingsDocuments } from "./settingsDocuments.ts";

export interface RepositoryActionsDependencies {
  /** Throws a HumanError for an unknown id. */
  readonly registry: { get(connectionId: string): Connection };
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  /** What is known of the names of a connection. */
  readonly catalogOf: (connectionId: string) => Promise<Pick<Catalog, "listProjects">>;
  readonly documents: SettingsDocuments;
  readonly copies: SettingsCopies;
  readonly drafts: RepositoryDrafts;
  readonly sent: SideBySide;
  readonly pins: PinnedRepositories;
  /** Shows that the repositories of a connection are others now. */
  readonly explorer: { repositoriesChanged(connectionId: string): void };
}

/** What a person does with SVN repositories. Each asks for what it was not given. */
export class RepositoryActions {
  readonly #dependencies: RepositoryActionsDependencies;

  constructor(dependencies: RepositoryActionsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Opens a draft. */
  async create(target: unknown, projectId: unknown, name: unknown): Promise<void> {
    const given = target as { readonly connectionId?: unknown; readonly project?: { readonly id?: unknown } } | null;
    const connection = await this.#connection(
      typeof target === "string" ? target : given?.connectionId,
      askWhereToCreateRepository,
    );
    if (!connection) {
      return;
    }
    const project =
      checkedProjectId(projectId ?? (typeof given === "object" ? given?.project?.id : undefined)) ??
      (await askProject(connection, await this.#dependencies.catalogOf(connection.id)));
    if (project === undefined) {
      return;
    }
    const chosen = typeof name === "string" ? checkedName(name) : await askName();
    if (chosen === undefined) {
      return;
    }
    const uri = await this.#dependencies.drafts.create(connection.id, project, chosen);
    await commands.executeCommand("vscode.open", uri, { preview: false }, newRepositoryTab(chosen));
  }

  /** Opens the settings as a document whose tab reads `repo01 (SVN)`. */
  async openSettings(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, openSettingsTitle);
    if (!repository) {
      return;
    }
    const { connectionId, repositoryId: id } = repository;
    const isFromTree = repositoryIn(target) !== undefined;
    const base = await explained(settingsNotOpened(repositoryName({ id })), connectionId, () =>
      withCancellableProgress(
        { location: ProgressLocation.Window, title: openingRepository(repositoryName({ id })) },
        (signal) => this.#dependencies.documents.readAhead(connectionId, id, signal),
      ),
    );
    if (!base) {
      throw new HumanError(withheldSentence(id), { connectionId });
    }
    await this.#dependencies.pins.seen(connectionId, base.repository);
    const uri = uriOf(connectionId, { kind: "svnSettings", repositoryId: id });
    await commands.executeCommand("vscode.open", uri, { preview: isFromTree }, labelOf(base.repository));
  }

  /** Opens the access file in an editor of its own. */
  async openAccessFile(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, openAccessFileTitle);
    if (repository) {
      const { connectionId, repositoryId: id } = repository;
      const known = { id, ...repositoryIn(target), ...this.#openBase(connectionId, id) };
      const uri = uriOf(connectionId, { kind: "svnAccessFile", repositoryId: id });
      await commands.executeCommand("vscode.open", uri, { preview: false }, accessFileTab(known));
    }
  }

  async copyCheckoutUrl(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, copyCheckoutUrlTitle);
    if (!repository) {
      return;
    }
    const name = repositoryName({ id: repository.repositoryId });
    const known = repositoryIn(target)?.checkoutUrl;
    const url =
      known ??
      (await explained(addressNotRead(name), repository.connectionId, () =>
        this.#read(repository.connectionId, repository.repositoryId),
      ).then((read) => read.checkoutUrl));
    if (url === undefined) {
      throw new HumanError(checkoutNotTold(name));
    }
    await env.clipboard.writeText(url);
    void inform(copied(url));
  }

  /** Opens the repository's page: what is in it where its names are known, else its settings. */
  async openInBrowser(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, openInBrowserTitle);
    if (!repository) {
      return;
    }
    const { connectionId, repositoryId: id } = repository;
    const known = { id, ...this.#openBase(connectionId, id), ...repositoryIn(target) };
    const read =
      known.name !== undefined && known.projectShortname !== undefined
        ? known
        : await explained(addressNotRead(repositoryName(known)), connectionId, () => this.#read(connectionId, id));
    const { url } = this.#dependencies.registry.get(connectionId);
    const page = repositoryPage(originOf(url), read);
    if (page === undefined) {
      throw new HumanError(projectNotTold(repositoryName({ id })));
    }
    await env.openExternal(Uri.parse(page, true));
  }

  /** Deletes after a yes. The service does it some time later. */
  async delete(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, deleteRepositoryTitle);
    if (!repository) {
      return;
    }
    const { connectionId, repositoryId: id } = repository;
    const known: KnownRepository =
      repositoryIn(target) ??
      this.#openBase(connectionId, id) ??
      (await this.#read(connectionId, id).catch(() => ({ id })));
    const name = repositoryName(known);
    const { label } = this.#dependencies.registry.get(connectionId);
    const isSure = await confirm(
      askDeletionOf(name),
      repositoryDeletionDetail(name, id, known.projectLabel, label),
      deleteButton,
    );
    if (!isSure) {
      return;
    }
    await explained(repositoryNotDeleted(name), connectionId, async () =>
      (await this.#dependencies.serviceOf(connectionId)).deleteRepository(id, new AbortController().signal),
    );
    await this.#dependencies.copies.forgetRepository(connectionId, id);
    await this.#dependencies.pins.unpin(connectionId, id);
    this.#dependencies.explorer.repositoriesChanged(connectionId);
    await this.#closeDocuments(connectionId, id);
    void inform(willBeDeleted(name));
  }

  /** Keeps a repository at the top of the tree; one of which nothing can be read by its number alone. */
  async pin(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, pinRepositoryTitle);
    if (repository) {
      const { connectionId, repositoryId: id } = repository;
      const known = repositoryIn(target) ?? (await this.#readIfListed(connectionId, id));
      await this.#dependencies.pins.pin(connectionId, known);
    }
  }

  async unpin(target: unknown, repositoryId: unknown): Promise<void> {
    const repository = await this.#repository(target, repositoryId, unpinRepositoryTitle);
    if (repository) {
      await this.#dependencies.pins.unpin(repository.connectionId, repository.repositoryId);
    }
  }

  /** The settings of a repository just created take the tab of its draft. */
  async replaceDraft({ connectionId, draft, repository, sent }: CreatedRepository): Promise<void> {
    const { copies, documents, explorer } = this.#dependencies;
    await copies.remember(connectionId, repository.id, repository.settings ?? sent);
    explorer.repositoriesChanged(connectionId);
    const tabs = tabsOf(draft);
    const uri = uriOf(connectionId, { kind: "svnSettings", repositoryId: repository.id });
    const base = baseOf(repository, "answered");
    if (base) {
      documents.expect(uri, base);
    }
    await commands.executeCommand(
      "vscode.open",
      uri,
      { preview: false, viewColumn: tabs[0]?.group.viewColumn ?? (-1 satisfies ViewColumn) },
      labelOf(repository),
    );
    await window.tabGroups.close(tabs, true);
    const rewritten = repository.settings ? rewrittenParts(sent, repository.settings) : [];
    if (rewritten.length > 0) {
      void inform(repositoryRewritten(repositoryName(repository), partNames(rewritten)));
      await this.#dependencies.sent.show(uri, settingsForm.print(sent), repositoryName(repository));
    }
  }

  async #connection(connectionId: unknown, question: string): Promise<Connection | undefined> {
    return typeof connectionId === "string"
      ? this.#dependencies.registry.get(connectionId)
      : await this.#dependencies.pickConnection(question);
  }

  /** The repository that is given; asked for where none is. */
  async #repository(target: unknown, repositoryId: unknown, title: string) {
    const given = repositoryTargetOf(target, repositoryId);
    if (given) {
      this.#dependencies.registry.get(given.connectionId);
      return given;
    }
    const connectionId =
      typeof target === "string" ? target : (target as { connectionId?: unknown } | null)?.connectionId;
    const connection = await this.#connection(connectionId, askWhichConnection(title));
    const id = connection && (await askRepositoryId(title, connection));
    return connection && id !== undefined ? { connectionId: connection.id, repositoryId: id } : undefined;
  }

  async #read(connectionId: string, repositoryId: number): Promise<SvnRepository> {
    const service = await this.#dependencies.serviceOf(connectionId);
    return await withCancellableProgress(
      { location: ProgressLocation.Window, title: readingRepository(repositoryName({ id: repositoryId })) },
      (signal) => service.readRepository(repositoryId, signal),
    );
  }

  /** A service that lets no repository be read has no word for one that is not there. */
  async #readIfListed(connectionId: string, repositoryId: number): Promise<KnownRepository> {
    return await explained(repositoryNotPinned(repositoryName({ id: repositoryId })), connectionId, async () => {
      try {
        return await this.#read(connectionId, repositoryId);
      } catch (error) {
        if (isServiceError(error) && error.kind === "notFound" && error.serviceMessage === undefined) {
          return { id: repositoryId };
        }
        throw error;
      }
    });
  }

  #openBase(connectionId: string, repositoryId: number): KnownRepository | undefined {
    const open = this.#dependencies.documents
      .open()
      .find(({ document }) => document.connectionId === connectionId && document.repositoryId === repositoryId);
    return open?.document.copy.base?.repository;
  }

  /** Documents with unsaved changes stay: somebody may want the text. */
  async #closeDocuments(connectionId: string, repositoryId: number): Promise<void> {
    const clean = this.#dependencies.documents
      .open()
      .filter(
        ({ document, text }) =>
          !isUnsaved(text) && document.connectionId === connectionId && document.repositoryId === repositoryId,
      );
    await window.tabGroups.close(
      clean.flatMap(({ document }) => tabsOf(document.uri)),
      true,
    );
  }
}

function labelOf({ id, name }: KnownRepository): string {
  return `${name ? name : `#${id}`} (SVN)`;
}

function tabsOf(uri: Uri) {
  const key = uri.toString();
  return window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => {
      const shown = input instanceof TabInputTextDiff ? input.modified : (input as TabInputText | undefined)?.uri;
      return shown?.toString() === key;
    });
}
