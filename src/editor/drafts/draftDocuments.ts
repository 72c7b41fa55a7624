import type { Uri } from "vscode";
import { documentCodec } from "../../core/codec/documentCodec.ts";
import type { DocumentCodec, ReadTexts } from "../../core/codec/formatCodec.ts";
import { type ArtifactDraft, ArtifactPosting, artifactDrafts, type CreateOutcome } from "../../core/draft/draft.ts";
import type { Attempt, CreatedArtifact, DraftState } from "../../core/draft/ports.ts";
import { PostedDraft } from "../../core/draft/postedDraft.ts";
import { DraftTooLong } from "../../core/draft/printDraft.ts";
import type { Catalog } from "../../core/known/catalog.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { DocumentFormat, ResourceOf } from "../../core/model/uri.ts";
import { tooLongToCreate } from "../../core/sentences/drafts.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import type { DraftStore } from "../../core/windows/draftStore.ts";
import { HumanError } from "../dialog/present.ts";
import type { RefusedText } from "../documents/guardedDocument.ts";
import { serviceAt } from "../services/serviceAt.ts";
import type { WindowServices } from "../services/services.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { OpenDrafts } from "./openDrafts.ts";

/** Holds the drafts of artifacts in this window. */
export type DraftDocuments = OpenDrafts<Attempt, CreatedArtifact, DraftDocument>;

/** `texts` reads the texts of documents with entries. */
export function draftDocuments(services: WindowServices, texts: ReadTexts): DraftDocuments {
  return new OpenDrafts(services, {
    form: artifactDrafts,
    folderOf: (connectionId) => ["drafts", connectionId],
    make: (uri, storeOf) => {
      const { connectionId = "", resource } = resourceOf(uri) ?? {};
      return resource?.kind === "draft"
        ? new DraftDocument(uri, connectionId, resource, services, texts, (name) => storeOf(connectionId, name))
        : undefined;
    },
  });
}

/** The document of a draft: its place, its tracker and its format. */
export class DraftDocument {
  readonly uri: Uri;
  readonly connectionId: string;
  readonly trackerId: number;
  readonly format: DocumentFormat;
  readonly posting: ArtifactPosting;
  readonly draft: ArtifactDraft;
  readonly #services: WindowServices;
  readonly #texts: ReadTexts;
  #refusal: RefusedText | undefined;
  #wasSaved = false;

  constructor(
    uri: Uri,
    connectionId: string,
    { trackerId, n, format }: ResourceOf<"draft">,
    services: WindowServices,
    texts: ReadTexts,
    storeOf: (name: string) => DraftStore<DraftState>,
  ) {
    this.uri = uri;
    this.connectionId = connectionId;
    this.trackerId = trackerId;
    this.format = format;
    // VS Code restores a draft whose connection is gone, too. It is a document all the same: what became of it is
    // looked at before the connection is there again.
    this.#services = services;
    this.#texts = texts;
    // All requests go to the address where the draft was begun, also those that ask what became of it.
    const client = () => serviceAt(services, connectionId, this.draft.address ?? "")();
    this.posting = new ArtifactPosting(
      { trackerId, format },
      () => this.codec(),
      {
        createArtifact: async (...args) => (await client()).createArtifact(...args),
        recentArtifacts: async (...args) => (await client()).recentArtifacts(...args),
      },
      (id, signal) => readStructure(services.catalogOf(connectionId), id, signal),
      Date.now,
    );
    this.draft = new PostedDraft(this.posting, storeOf(`${trackerId}-${n}.${format}`), Date.now);
  }

  /** Gives the structure of the draft's tracker, where the service has it. Throws while its connection is gone. */
  async tracker(): Promise<Tracker | undefined> {
    return await this.#services.catalogOf(this.connectionId).tracker(this.trackerId, new AbortController().signal);
  }

  /** Gives the codec of the draft's format, with which each version of its text is read once. */
  async codec(): Promise<DocumentCodec> {
    return this.#texts.codecOf(this.uri.toString(), await documentCodec(this.format));
  }

  /** Tells what the service said when it refused the last save, and to which text. */
  get refusal(): RefusedText | undefined {
    return this.#refusal;
  }

  /** Tells whether somebody has tried to save the draft in this window. */
  get wasSaved(): boolean {
    return this.#wasSaved;
  }

  /** Gives the text without unsaved changes. Throws a HumanError where a new draft's would be too long. */
  read(signal: AbortSignal): Promise<string> {
    return unlessTooLong(undefined, () => this.draft.text(signal));
  }

  /** Creates the artifact. Throws `ServiceError` when the service refuses or cannot be reached. */
  async create(text: string, signal: AbortSignal): Promise<CreateOutcome> {
    this.#refusal = undefined;
    this.#wasSaved = true;
    try {
      return await this.draft.create(text, signal);
    } catch (error) {
      if (isServiceError(error) && error.serviceMessage) {
        this.#refusal = { message: error.serviceMessage, text };
      }
      throw error;
    }
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
