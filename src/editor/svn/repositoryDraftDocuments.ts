import type { Uri } from "vscode";
import {
  type CreatedRepository,
  RepositoryDraft,
  type RepositoryDraftState,
  type RepositoryOutcome,
  repositoryDrafts,
} from "../../core/svn/repositoryDraft.ts";
import { defaultSettings } from "../../core/svn/settings.ts";
import { printDraft } from "../../core/svn/settingsText.ts";
import type { DraftStore } from "../../core/windows/draftStore.ts";
import { OpenDrafts } from "../drafts/openDrafts.ts";
import { serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";

/** The document of a draft. */
export interface RepositoryDraftDocument {
  readonly uri: Uri;
  readonly connectionId: string;
  readonly projectId: number;
  readonly draft: RepositoryDraft;
}

/** Holds the drafts of repositories in this window. */
export class RepositoryDraftDocuments extends OpenDrafts<
  RepositoryDraftState,
  CreatedRepository,
  RepositoryDraftDocument
> {
  readonly #dependencies: WindowServices;

  constructor(dependencies: WindowServices) {
    const folderOf = (connectionId: string) => ["drafts", connectionId, "repositories"];
    super(dependencies, { form: repositoryDrafts, folderOf });
    this.#dependencies = dependencies;
    this.watch();
  }

  protected override make(
    uri: Uri,
    storeOf: (connectionId: string, name: string) => DraftStore<RepositoryDraftState>,
  ): RepositoryDraftDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "svnDraft") {
      return undefined;
    }
    const { projectId, n } = resource;
    // All requests go to the address where the draft was begun, also those that ask what became of it.
    const client = () => serviceAt(this.#dependencies, connectionId, draft.address ?? "")();
    const draft: RepositoryDraft = new RepositoryDraft(
      projectId,
      {
        createRepository: async (...args) => (await client()).createRepository(...args),
        listRepositories: async (...args) => (await client()).listRepositories(...args),
        readRepository: async (...args) => (await client()).readRepository(...args),
      },
      storeOf(connectionId, `${projectId}-${n}`),
      Date.now,
    );
    return { uri, connectionId, projectId, draft };
  }

  /** Makes a new draft for a project, with the service's own defaults. It is this window's from here on. */
  unused(connectionId: string, projectId: number, name: string): Promise<RepositoryDraftDocument> {
    return this.firstFree(
      (n) => [uriOf(connectionId, { kind: "svnDraft", projectId, n })],
      printDraft(projectId, name, defaultSettings),
    );
  }

  /** Creates the repository. Throws `ServiceError` when the service refuses or cannot be reached. */
  save({ draft }: RepositoryDraftDocument, text: string, signal: AbortSignal): Promise<RepositoryOutcome> {
    return draft.create(text, signal);
  }
}
