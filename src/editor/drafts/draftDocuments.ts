import { EventEmitter, type Uri, workspace } from "vscode";
import { artifactDrafts, type CreateOutcome, Draft } from "../../core/draft/draft.ts";
import type { CreatedArtifact, DraftState } from "../../core/draft/ports.ts";
import { type DraftIdentity, DraftTooLong } from "../../core/draft/printDraft.ts";
import type { Catalog } from "../../core/known/catalog.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { DocumentFormat } from "../../core/model/uri.ts";
import { tooLongToCreate } from "../../core/sentences/drafts.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { DraftStore } from "../../core/windows/draftStore.ts";
import { HumanError } from "../dialog/present.ts";
import type { RefusedText } from "../documents/guardedDocument.ts";
import { serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { draftUriOf, resourceOf, uriOf } from "../text/resourceUri.ts";
import { OpenDrafts } from "./openDrafts.ts";

/** The document of a draft: its place, its tracker and its format. */
export interface DraftDocument {
  readonly uri: Uri;
  readonly connectionId: string;
  readonly trackerId: number;
  readonly format: DocumentFormat;
  readonly draft: Draft;
}

/** Holds the drafts of artifacts in this window. */
export class DraftDocuments extends OpenDrafts<DraftState, CreatedArtifact, DraftDocument> {
  readonly #services: WindowServices;
  readonly #onDidMissFields = this.disposables.add(new EventEmitter<DraftDocument>());
  /** The service's words about the last save of each draft that it refused. */
  readonly #refusals = new Map<string, RefusedText>();
  /** The drafts that somebody has tried to save. */
  readonly #saved = new Set<string>();

  /** Fires when a draft shows no fields, since those of its tracker could not be read. */
  readonly onDidMissFields = this.#onDidMissFields.event;

  constructor(services: WindowServices) {
    super(services, { form: artifactDrafts, folderOf: (connectionId) => ["drafts", connectionId] });
    this.#services = services;
    this.watch();
  }

  protected override make(
    uri: Uri,
    storeOf: (connectionId: string, name: string) => DraftStore<DraftState>,
  ): DraftDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "draft") {
      return undefined;
    }
    const { trackerId, n, format } = resource;
    const { catalogOf } = this.#services;
    // All requests go to the address where the draft was begun, also those that ask what became of it.
    const client = () => serviceAt(this.#services, connectionId, draft.address ?? "")();
    const draft: Draft = new Draft(
      { trackerId, format },
      {
        createArtifact: async (...args) => (await client()).createArtifact(...args),
        recentArtifacts: async (...args) => (await client()).recentArtifacts(...args),
      },
      (id, signal) => readStructure(catalogOf(connectionId), id, signal),
      storeOf(connectionId, `${trackerId}-${n}.${format}`),
      Date.now,
    );
    return { uri, connectionId, trackerId, format, draft };
  }

  /**
   * Makes a new draft, at an address that is free in both formats, and of which no text is open any more. The draft is
   * this window's from here on, and shows `text` where that is given.
   */
  unused(connectionId: string, { trackerId, format }: DraftIdentity, text: string | undefined): Promise<DraftDocument> {
    const formats = [format, format === "json" ? "xml" : "json"] as const;
    const texts = workspace.textDocuments.map(({ uri }) => uri);
    return this.firstFree((n) => {
      const uris = formats.map((each) => uriOf(connectionId, { kind: "draft", trackerId, n, format: each }));
      const keys = new Set(uris.map(String));
      return [...uris, ...texts.filter((each) => keys.has(String(draftUriOf(each))))];
    }, text);
  }

  /** Gives the structure of the draft's tracker, where the service has it. */
  trackerOf({ connectionId, trackerId }: DraftDocument): Promise<Tracker | undefined> {
    return this.#services.catalogOf(connectionId).tracker(trackerId, new AbortController().signal);
  }

  override async read(document: DraftDocument, signal: AbortSignal): Promise<string> {
    const text = await unlessTooLong(undefined, () => super.read(document, signal));
    if (document.draft.unread !== undefined) {
      this.#onDidMissFields.fire(document);
    }
    return text;
  }

  /** Creates the artifact. Throws `ServiceError` when the service refuses or cannot be reached. */
  async save(document: DraftDocument, text: string, signal: AbortSignal): Promise<CreateOutcome> {
    const key = document.uri.toString();
    this.#refusals.delete(key);
    this.#saved.add(key);
    try {
      return await document.draft.create(text, signal);
    } catch (error) {
      if (isServiceError(error) && error.serviceMessage) {
        this.#refusals.set(key, { message: error.serviceMessage, text });
      }
      throw error;
    } finally {
      this.settled(document);
    }
  }

  /** Tells what the service said when it refused the last save, and to which text. */
  refusal(document: DraftDocument): RefusedText | undefined {
    return this.#refusals.get(document.uri.toString());
  }

  /** Tells whether somebody has tried to save the draft in this window. */
  wasSaved(document: DraftDocument): boolean {
    return this.#saved.has(document.uri.toString());
  }

  protected override closed({ uri }: DraftDocument): void {
    this.#refusals.delete(uri.toString());
    this.#saved.delete(uri.toString());
  }
}

/** Reads the structure of a tracker; undefined where the service has no route for it. Throws what went wrong. */
async function readStructure(catalog: Catalog, trackerId: number, signal: AbortSignal): Promise<Tracker | undefined> {
  try {
    return await catalog.readTracker(trackerId, signal);
  } catch (error) {
    if (isServiceError(error) && error.kind === "notFound" && error.serviceMessage === undefined) {
      return undefined;
    }
    throw error;
  }
}

/** Gives what `print` gives; throws a HumanError where the text of a draft of that tracker would be too long. */
export async function unlessTooLong<T>(tracker: Tracker | undefined, print: () => Promise<T>): Promise<T> {
  try {
    return await print();
  } catch (error) {
    throw error instanceof DraftTooLong ? new HumanError(tooLongToCreate(tracker?.label), { cause: error }) : error;
  }
}
