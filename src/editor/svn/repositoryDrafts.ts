import * as vscode from "vscode";
import { isJsonObject } from "../../core/model/json.ts";
import type { RepositorySummary, SvnSettings } from "../../core/model/svnRepository.ts";
import { isInOtherWindow } from "../../core/sentences/drafts.ts";
import { saidBy } from "../../core/sentences/failures.ts";
import {
  becameRepository,
  createdWithoutNumber,
  nameRefused,
  repositoryDraft,
  repositoryDraftIsInvalid,
  repositoryFound,
  repositoryMaybeCreated,
  repositoryNotCreated,
} from "../../core/sentences/repositories.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import {
  type CreationOutcome,
  createRepository,
  findRepository,
  wholeSettings,
} from "../../core/svn/createRepository.ts";
import { defaultSettings } from "../../core/svn/settings.ts";
import { parseDraft, printDraft } from "../../core/svn/settingsText.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { WriteQueues } from "../../core/util/writeQueue.ts";
import type { Hold } from "../../core/windows/draftStore.ts";
import { HumanError, inform } from "../dialog/present.ts";
import type { VirtualFile, VirtualFiles } from "../files/virtualFile.ts";
import type { Services } from "../services/services.ts";
import { JsonFiles } from "../storage/jsonFiles.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";

/** What a draft keeps over reloads and crashes. */
interface DraftState {
  /** The text without unsaved changes. */
  readonly text: string;
  /** The name that was sent, and nobody knows whether a repository came of it. */
  readonly attempted?: string;
  readonly created?: RepositorySummary;
}

/** A repository that a draft has become. */
export interface CreatedRepository {
  readonly connectionId: string;
  readonly draft: vscode.Uri;
  readonly repository: RepositorySummary & { readonly settings?: SvnSettings };
  readonly sent: SvnSettings;
}

export interface RepositoryDraftsDependencies extends Pick<Services, "serviceOf" | "storage" | "leases"> {
  /** Called when the draft's document was saved: the settings are to take its tab. */
  readonly onDidCreate: (created: CreatedRepository) => Promise<void>;
  readonly log: (message: string, error: unknown) => void;
}

const formatVersion = 1;

/** Drafts of repositories as files: saving one creates the repository. */
export class RepositoryDrafts extends DisposableOwner implements VirtualFiles {
  readonly #dependencies: RepositoryDraftsDependencies;
  readonly #queues = new WriteQueues<string>();
  /** By connection. */
  readonly #kept = new Map<string, JsonFiles>();
  /** Of drafts whose save is about to be over for VS Code. */
  readonly #created = new Map<string, CreatedRepository>();

  constructor(dependencies: RepositoryDraftsDependencies) {
    super();
    this.#dependencies = dependencies;
    const listeners = [
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#noticeSave(uri)),
      vscode.workspace.onDidOpenTextDocument((text) => this.#noticeOpen(text)),
      vscode.workspace.onDidCloseTextDocument((text) => this.#noticeClose(text)),
    ];
    this.disposables.add(vscode.Disposable.from(...listeners));
    for (const text of vscode.workspace.textDocuments) {
      this.#noticeOpen(text);
    }
  }

  at(uri: vscode.Uri): VirtualFile | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "svnDraft") {
      return undefined;
    }
    const { projectId } = resource;
    const unchanged = async () =>
      (await this.#read(uri, connectionId))?.text ?? printDraft(projectId, "", defaultSettings);
    return {
      name: repositoryDraft,
      stat: () => ({ mtime: 0, isReadOnly: false }),
      read: async () => new TextEncoder().encode(await unchanged()),
      unchanged,
      write: (text, signal) => this.#queues.run(uri.toString(), () => this.#save(uri, connectionId, text, signal)),
    };
  }

  /** A new draft for a project, with the service's own defaults. */
  async create(connectionId: string, projectId: number, name: string): Promise<vscode.Uri> {
    const kept = new Set(await this.#files(connectionId).names());
    const isUsed = (uri: vscode.Uri) =>
      kept.has(nameOf(uri)) || vscode.workspace.textDocuments.some((text) => text.uri.toString() === uri.toString());
    let n = 1;
    let uri = uriOf(connectionId, { kind: "svnDraft", projectId, n });
    while (isUsed(uri) || (await this.#hold(uri, connectionId, false)) === "elsewhere") {
      n++;
      uri = uriOf(connectionId, { kind: "svnDraft", projectId, n });
    }
    await this.#write(uri, connectionId, { text: printDraft(projectId, name, defaultSettings) });
    return uri;
  }

  /** Creates the repository. Words mean that it was not, or that nobody knows. Throws what the service refuses. */
  async #save(uri: vscode.Uri, connectionId: string, text: string, signal: AbortSignal): Promise<string | undefined> {
    const { wanted } = parseDraft(text);
    if (!wanted) {
      return repositoryDraftIsInvalid;
    }
    const { projectId, name, settings } = wanted;
    if ((await this.#hold(uri, connectionId, true)) === "elsewhere") {
      return isInOtherWindow;
    }
    const state = await this.#read(uri, connectionId);
    if (state?.created) {
      return becameRepository(state.created.name);
    }
    const service = await this.#dependencies.serviceOf(connectionId);
    const earlier =
      state?.attempted === name
        ? await findRepository(service, projectId, name, signal).catch(() => undefined)
        : undefined;
    // Kept before it is sent, so that a crash in between is known of.
    await this.#write(uri, connectionId, { text, attempted: name });
    const sent = wholeSettings(settings);
    let outcome: CreationOutcome;
    try {
      outcome = earlier
        ? { kind: "created", repository: earlier, sent, isRecovered: true }
        : await createRepository(service, wanted, signal);
    } catch (error) {
      if (isServiceError(error) && error.status === 409) {
        throw new HumanError(nameRefused(name, state?.attempted === name, saidBy(error)), { cause: error });
      }
      if (state?.attempted === undefined) {
        await this.#write(uri, connectionId, { text });
      }
      throw error;
    }
    return await this.#settle(uri, connectionId, { text, name }, outcome);
  }

  async #settle(
    uri: vscode.Uri,
    connectionId: string,
    { text, name }: { readonly text: string; readonly name: string },
    outcome: CreationOutcome,
  ): Promise<string | undefined> {
    switch (outcome.kind) {
      case "created": {
        const { repository, sent, isRecovered } = outcome;
        const { settings: _, ...summary } = repository;
        await this.#write(uri, connectionId, { text, created: summary });
        this.#created.set(uri.toString(), { connectionId, draft: uri, repository, sent });
        if (isRecovered) {
          void inform(repositoryFound(name));
        }
        return undefined;
      }
      case "createdSomewhere":
        await this.#write(uri, connectionId, { text, created: { id: 0, name } });
        void inform(createdWithoutNumber(name));
        return undefined;
      case "notCreated":
        return repositoryNotCreated(name);
      case "unknown":
        return repositoryMaybeCreated(name);
    }
  }

  #noticeSave(uri: vscode.Uri): void {
    const created = this.#created.get(uri.toString());
    this.#created.delete(uri.toString());
    if (created) {
      this.#dependencies
        .onDidCreate(created)
        .catch((error: unknown) => this.#dependencies.log("Opening the settings of a repository just created", error));
    }
  }

  #noticeOpen({ uri }: vscode.TextDocument): void {
    const { connectionId, resource } = resourceOf(uri) ?? {};
    if (connectionId !== undefined && resource?.kind === "svnDraft") {
      void this.#hold(uri, connectionId, false);
    }
  }

  #noticeClose({ uri, isClosed }: vscode.TextDocument): void {
    const { connectionId, resource } = resourceOf(uri) ?? {};
    // A document whose language is changed is closed and opened for listeners, and yet stays as it is.
    if (connectionId !== undefined && resource?.kind === "svnDraft" && isClosed) {
      const lock = this.#lockOf(uri, connectionId);
      if (this.#dependencies.leases.has(lock)) {
        void this.#files(connectionId)
          .remove(nameOf(uri))
          .then(() => this.#dependencies.leases.release(lock));
      }
    }
  }

  /** Takes the draft for this window unless another one has it: see `Leases.take`. */
  #hold(uri: vscode.Uri, connectionId: string, proof: boolean): Promise<Hold> {
    return this.#dependencies.leases.take(this.#lockOf(uri, connectionId), proof);
  }

  #lockOf(uri: vscode.Uri, connectionId: string): string {
    return vscode.Uri.joinPath(this.#folder(connectionId), `${nameOf(uri)}.lock`).fsPath;
  }

  #folder(connectionId: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#dependencies.storage, "drafts", connectionId);
  }

  async #read(uri: vscode.Uri, connectionId: string): Promise<DraftState | undefined> {
    const state = await this.#files(connectionId).read(nameOf(uri));
    return isState(state) ? state : undefined;
  }

  async #write(uri: vscode.Uri, connectionId: string, state: DraftState): Promise<void> {
    await this.#files(connectionId).write(nameOf(uri), state);
  }

  #files(connectionId: string): JsonFiles {
    let files = this.#kept.get(connectionId);
    if (!files) {
      files = new JsonFiles(this.#folder(connectionId), formatVersion, (error) =>
        this.#dependencies.log(`A draft of ${connectionId} could not be kept`, error),
      );
      this.#kept.set(connectionId, files);
    }
    return files;
  }
}

function isState(value: unknown): value is DraftState {
  return isJsonObject(value) && typeof value.text === "string";
}

/** `projects-122-new-1`: the path of a draft as a file name. */
function nameOf(uri: vscode.Uri): string {
  return uri.path
    .replace(/^\//, "")
    .replace(/\.svn\.json$/, "")
    .replaceAll("/", "-");
}
