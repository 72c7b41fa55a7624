import type { KnownConnections } from "../../core/known/connections.ts";
import type { KnownNames } from "../../core/known/names.ts";
import { draftFields } from "../../core/language/documentFields.ts";
import type { Artifact, Attachment } from "../../core/model/artifact.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { type Preview, previewOf, previewOfDraft } from "../../core/preview/previewModel.ts";
import type { Base } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { DraftDocument, DraftDocuments } from "../drafts/draftDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import type { PreviewSubject } from "./previewPanel.ts";

/** An artifact as it was read, with the structure of its tracker where the service gives it. */
export interface KnownArtifact {
  readonly artifact: Artifact;
  readonly tracker?: Tracker;
}

/** What an artifact is shown from. */
export interface ArtifactSources {
  readonly documents: ArtifactDocuments;
  readonly known: Pick<KnownConnections, "find">;
}

/** An artifact with what its open documents say. */
export class ArtifactSubject implements PreviewSubject {
  readonly #target: ArtifactTarget;
  readonly #sources: ArtifactSources;
  #known: KnownArtifact;
  #base: Base | undefined;
  #entries: readonly Entry[] = [];

  constructor(target: ArtifactTarget, known: KnownArtifact, sources: ArtifactSources) {
    this.#target = target;
    this.#known = known;
    this.#sources = sources;
  }

  get attachments(): readonly Attachment[] {
    return this.#known.artifact.attachments;
  }

  async preview(names: KnownNames): Promise<Preview> {
    const { connectionId, artifactId } = this.#target;
    const { documents, known } = this.#sources;
    const artifact = documents.artifact(connectionId, artifactId) ?? this.#known.artifact;
    this.#known = { ...this.#known, artifact };
    const isBroken = this.#readTexts();
    const base = this.#base && { base: this.#base };
    const step = known.find(connectionId)?.openArtifacts.stepSince(artifactId);
    return previewOf({ ...this.#known, ...base, step, entries: this.#entries, isBroken, names });
  }

  /** Takes what the open documents say; whether one of them cannot be read. */
  #readTexts(): boolean {
    const { connectionId, artifactId } = this.#target;
    const open = this.#sources.documents
      .open()
      .filter(({ document }) => document.connectionId === connectionId && document.artifactId === artifactId);
    const base = open[0]?.document.copy.base;
    this.#base = base ?? this.#base;
    const dirty = open.filter(({ text }) => text.isDirty);
    const texts = dirty.map(({ document, text }) => document.mineIn(text.getText()));
    if (texts.includes(undefined)) {
      return true;
    }
    this.#entries = texts.flatMap((entries) => entries ?? []);
    return false;
  }
}

/** A draft as its text is, and as it was before where that cannot be read. */
export class DraftSubject implements PreviewSubject {
  readonly attachments: readonly Attachment[] = [];
  readonly #document: DraftDocument;
  readonly #tracker: Tracker | undefined;
  readonly #drafts: DraftDocuments;
  #entries: readonly Entry[] = [];

  constructor(document: DraftDocument, tracker: Tracker | undefined, drafts: DraftDocuments) {
    this.#document = document;
    this.#tracker = tracker;
    this.#drafts = drafts;
  }

  async preview(names: KnownNames): Promise<Preview> {
    const codec = await this.#drafts.codecOf(this.#document);
    const text = this.#drafts.textOf(this.#document)?.getText();
    const said = text === undefined ? undefined : codec.parse(text, draftFields(this.#tracker).kindOf);
    const isBroken = said?.problems.some(({ severity }) => severity === "error") === true;
    if (said && !isBroken) {
      this.#entries = said.entries;
    }
    return previewOfDraft({ tracker: this.#tracker, entries: this.#entries, now: new Date(), isBroken, names });
  }
}
