import { type Uri, type ViewColumn, window, workspace } from "vscode";
import { maxDocumentLength } from "../../core/codec/textTree.ts";
import { isSameAddress, originOf } from "../../core/connection/address.ts";
import { deleteButton } from "../../core/labels/buttons.ts";
import type { PartialRepository, SvnRepository } from "../../core/model/svnRepository.ts";
import type { PinnedRepositories } from "../../core/pins/pinned.ts";
import { askDeletion, couldNotBeDeleted } from "../../core/sentences/deletion.ts";
import { notOpened } from "../../core/sentences/files.ts";
import {
  accessFileTab,
  addressNotRead,
  checkoutNotTold,
  copied,
  projectNotTold,
  repositoryDeletionDetail,
  repositoryMaybeDeleted,
  repositoryRewritten,
  willBeDeleted,
} from "../../core/sentences/repositories.ts";
import { partNames, repositoryName, settingsOf, withheldSentence } from "../../core/sentences/svn.ts";
import { notPinned, opening, reading } from "../../core/sentences/targets.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { mayHaveStored } from "../../core/service/writeFate.ts";
import { checkoutAddress, repositoryPage } from "../../core/svn/repositoryAddress.ts";
import { rewrittenParts } from "../../core/svn/settings.ts";
import { baseOf } from "../../core/svn/settingsKind.ts";
import { parseSettings, settingsForm } from "../../core/svn/settingsText.ts";
import { type TypedSettings, typedWords, withWords } from "../../core/svn/typedSettings.ts";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { isCancelled, withProgress } from "../dialog/cancellation.ts";
import { copyLine, openPage } from "../dialog/handOut.ts";
import { confirm, explained, HumanError, inform } from "../dialog/present.ts";
import type { OpenText } from "../documents/guardedDocument.ts";
import { readHere, serviceAt } from "../services/serviceAt.ts";
import type { Services } from "../services/services.ts";
import type { NamedRepository } from "../targets/repositoryTarget.ts";
import { openText, tabsShowing } from "../text/openText.ts";
import { uriOf } from "../text/resourceUri.ts";
import { showDocument } from "../text/showDocument.ts";
import type { SideBySide } from "../text/sideBySide.ts";
import type { FoundRepository } from "./repositoryDrafts.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";

/** Does what a person wants with SVN repositories. */
export class RepositoryActions {
  readonly #services: Services;
  readonly #documents: SettingsDocuments;
  readonly #sent: SideBySide;
  readonly #pins: PinnedRepositories;
  readonly #explorer: Explorer;

  constructor(
    services: Services,
    documents: SettingsDocuments,
    sent: SideBySide,
    pins: PinnedRepositories,
    explorer: Explorer,
  ) {
    this.#services = services;
    this.#documents = documents;
    this.#sent = sent;
    this.#pins = pins;
    this.#explorer = explorer;
  }

  /** Opens the settings as a document whose tab reads `repo01 (SVN)`. */
  async openSettings({ connectionId, repositoryId: id, known: row }: NamedRepository): Promise<void> {
    const name = repositoryName({ id });
    const uri = uriOf(connectionId, { kind: "svnSettings", repositoryId: id });
    const preview = row !== undefined;
    await this.#services.clicked.open(preview, uri.toString(), async (given) => {
      const base = await explained(notOpened(settingsOf(name)), connectionId, () =>
        withProgress(opening(name), (signal) =>
          this.#documents.readAhead(connectionId, id, AbortSignal.any([given, signal])),
        ),
      );
      if (!base) {
        throw new HumanError(withheldSentence(id), { connectionId });
      }
      await this.#pins.seen(connectionId, base.repository);
      given.throwIfAborted();
      await showDocument(uri, { preview }, labelOf(base.repository));
    });
  }

  /** Opens the access file in an editor of its own. */
  async openAccessFile({ connectionId, repositoryId: id, known: row }: NamedRepository): Promise<void> {
    const known = { id, ...row, ...this.#openBase(connectionId, id) };
    const uri = uriOf(connectionId, { kind: "svnAccessFile", repositoryId: id });
    await showDocument(uri, { preview: false }, accessFileTab(known));
  }

  async copyCheckoutUrl({ connectionId, repositoryId: id, known: row }: NamedRepository): Promise<void> {
    const name = repositoryName({ id });
    const told =
      row?.checkoutUrl ??
      (await explained(addressNotRead(name), connectionId, () => this.#read(connectionId, id))).checkoutUrl;
    const url = told === undefined ? undefined : checkoutAddress(told);
    if (url === undefined) {
      throw new HumanError(checkoutNotTold(name));
    }
    await copyLine(url);
    void inform(copied(url));
  }

  /** Opens the repository's page: its content where its names are known, else its settings. */
  async openInBrowser({ connectionId, repositoryId: id, known: row }: NamedRepository): Promise<void> {
    const known = { id, ...this.#openBase(connectionId, id), ...row };
    const read =
      known.name !== undefined && known.projectShortname !== undefined
        ? known
        : await explained(addressNotRead(repositoryName(known)), connectionId, () => this.#read(connectionId, id));
    const { url } = this.#services.registry.get(connectionId);
    const page = repositoryPage(originOf(url), read);
    if (page === undefined) {
      throw new HumanError(projectNotTold(repositoryName({ id })));
    }
    await openPage(page);
  }

  /** Deletes a repository after a yes. The service does it some time later. */
  async delete({ connectionId, repositoryId: id, known: row }: NamedRepository): Promise<void> {
    const { registry } = this.#services;
    const { url, label } = registry.get(connectionId);
    const service = serviceAt(this.#services, connectionId, url);
    const memory = this.#documents.memoryOf(connectionId);
    // The repository is read, so that the question names what the service has under that number now.
    const read = await this.#read(connectionId, id).catch(numberAlone(id));
    const known: PartialRepository = { ...row, ...this.#openBase(connectionId, id), ...read };
    const name = repositoryName(known);
    const detail = repositoryDeletionDetail(name, id, known.projectLabel, label);
    if (!(await confirm(askDeletion(name), detail, deleteButton))) {
      return;
    }
    await explained(couldNotBeDeleted(name), connectionId, async () => {
      try {
        await (await service()).deleteRepository(id, new AbortController().signal);
      } catch (error) {
        throw mayHaveStored(error, "removal")
          ? new HumanError(repositoryMaybeDeleted(name, error), { connectionId, actions: ["showLog"], cause: error })
          : error;
      }
    });
    // The settings that were noted of it mean nothing any more.
    await memory.remove(id);
    if (isSameAddress(registry.find(connectionId)?.url, url)) {
      await this.#pins.remove(connectionId, id);
      this.#explorer.repositoriesChanged(connectionId);
      await this.#closeDocuments(connectionId, id);
    }
    void inform(willBeDeleted(name));
  }

  /** Keeps a repository at the top of the tree; by its number alone where the service lets nobody read it. */
  async pin({ connectionId, repositoryId: id, known: row }: NamedRepository): Promise<void> {
    await this.#pins.add(connectionId, row ?? (await this.#readIfListed(connectionId, id)));
  }

  async unpin({ connectionId, repositoryId }: NamedRepository): Promise<void> {
    await this.#pins.remove(connectionId, repositoryId);
  }

  /** Shows the settings of a repository just created in the tab of its draft. */
  async replaceDraft(draft: Uri, found: FoundRepository): Promise<void> {
    const { repository, sent } = found;
    const uri = await this.#noteCreated(found);
    const tabs = tabsShowing(draft);
    await showDocument(
      uri,
      { preview: false, viewColumn: tabs[0]?.group.viewColumn ?? (-1 satisfies ViewColumn) },
      labelOf(repository),
    );
    const text = openText(draft);
    if (!text || !isUnsaved(text)) {
      await window.tabGroups.close(tabs, true);
    }
    const rewritten = repository.settings ? rewrittenParts(sent, repository.settings) : [];
    if (rewritten.length > 0) {
      void inform(repositoryRewritten(repositoryName(repository), partNames(rewritten)));
      await this.#sent.show(uri, settingsForm.print(sent), repositoryName(repository));
    }
  }

  /**
   * Puts what was typed into the document of a repository just created, unsaved, and tells whether the document says
   * something else then. Gives undefined where it cannot be opened or read.
   */
  async putInto(found: FoundRepository, typed: TypedSettings): Promise<{ readonly isChanged: boolean } | undefined> {
    const opened = await this.#opened(await this.#noteCreated(found)).catch(() => undefined);
    if (!opened) {
      return undefined;
    }
    const { text, document } = opened;
    const { copy, key, form } = document;
    let put: { readonly isChanged: boolean } | undefined;
    // A save under way may still change the document's base, and the words would be put over the wrong one.
    await copy.idle();
    const isPut = await this.#documents.editor.takeOver(document, text, (said) => {
      const { settings } = parseSettings(said);
      const { base } = copy;
      put = undefined;
      if (!base || !settings) {
        return said;
      }
      const words = typedWords(typed, base);
      const takeable = copy.takeable(key, settings, words);
      const shown = withWords(settings, words, takeable.taken);
      const made = form.print(shown);
      // A text longer than what is read could not be saved, and the draft would be gone.
      if (takeable.left.length > 0 || made.length > maxDocumentLength) {
        return said;
      }
      put = { isChanged: made !== said };
      copy.takeTyped(key, shown, takeable, words);
      return made;
    });
    return isPut ? put : undefined;
  }

  /** Gives the document at `uri` with what is kept of it. Throws where one of them cannot be opened or read. */
  async #opened(uri: Uri): Promise<OpenText<SettingsDocument>> {
    const text = await workspace.openTextDocument(uri);
    const document = await this.#documents.editor.loaded(uri);
    await document.copy.restore();
    return { text, document };
  }

  /** Keeps what is known of a repository just created for its settings, and gives the address of their document. */
  async #noteCreated({ connectionId, repository, sent }: FoundRepository): Promise<Uri> {
    const memory = this.#documents.memoryOf(connectionId);
    if (!(await memory.read(repository.id))) {
      await memory.write(repository.id, repository.settings ?? sent);
    }
    this.#explorer.repositoriesChanged(connectionId);
    const uri = uriOf(connectionId, { kind: "svnSettings", repositoryId: repository.id });
    const base = baseOf(repository, "answered");
    if (base && !openText(uri)) {
      this.#documents.expect(uri, base);
    }
    return uri;
  }

  async #read(connectionId: string, repositoryId: number): Promise<SvnRepository> {
    const { registry, serviceOf } = this.#services;
    return await readHere(registry, connectionId, async () => {
      const service = await serviceOf(connectionId);
      return await withProgress(reading(repositoryName({ id: repositoryId })), (signal) =>
        service.readRepository(repositoryId, signal),
      );
    });
  }

  /** Reads a repository. A refusal without a message means that none can be read: the number alone is known then. */
  async #readIfListed(connectionId: string, repositoryId: number): Promise<PartialRepository> {
    return await explained(notPinned(repositoryName({ id: repositoryId })), connectionId, async () => {
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

  #open(connectionId: string, repositoryId: number) {
    return this.#documents.editor
      .open()
      .filter(({ document }) => document.connectionId === connectionId && document.repositoryId === repositoryId);
  }

  #openBase(connectionId: string, repositoryId: number): PartialRepository | undefined {
    return this.#open(connectionId, repositoryId)[0]?.document.copy.base?.repository;
  }

  /** Closes the documents of a repository. Those with unsaved changes stay: somebody may want the text. */
  async #closeDocuments(connectionId: string, repositoryId: number): Promise<void> {
    const clean = this.#open(connectionId, repositoryId).filter(({ text }) => !isUnsaved(text));
    await window.tabGroups.close(
      clean.flatMap(({ document }) => tabsShowing(document.uri)),
      true,
    );
  }
}

/** Gives the number as all that is known of a repository. Its deletion tells why it cannot be read. */
function numberAlone(id: number): (error: unknown) => PartialRepository {
  return (error) => {
    if (isCancelled(error)) {
      throw error;
    }
    return { id };
  };
}

function labelOf({ id, name }: PartialRepository): string {
  return `${name ? name : `#${id}`} (SVN)`;
}
