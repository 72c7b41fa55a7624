import { documentCodec } from "../../core/codec/documentCodec.ts";
import type { ArtifactDiscussion } from "../../core/history/artifactDiscussion.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { draftFields } from "../../core/language/documentFields.ts";
import type { KnownNames } from "../../core/language/ports.ts";
import type { Artifact, Attachment } from "../../core/model/artifact.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { type Preview, previewOf, previewOfDraft } from "../../core/preview/previewModel.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { type Base, makeBase } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { DraftDocument } from "../drafts/draftDocuments.ts";
import type { ArtifactTarget } from "../manifest/contributions.ts";
import { openText } from "../text/openText.ts";

/** An artifact as it was read, with the structure of its tracker where the service gives it. */
export interface KnownArtifact {
  readonly artifact: Artifact;
  readonly tracker?: Tracker;
}

/** What an artifact is shown from. */
interface ArtifactSources {
  readonly documents: ArtifactDocuments;
  readonly known: KnownConnections;
  /** Reads the artifact again, for a page without a document. */
  readonly readAgain: () => Promise<Artifact>;
}

/** An artifact with what its open documents say. */
export class ArtifactSubject {
  readonly discussion: ArtifactDiscussion;
  readonly #target: ArtifactTarget;
  readonly #sources: ArtifactSources;
  #known: KnownArtifact;
  #base: Base | undefined;
  /** What the unsaved documents say. */
  #texts: readonly (readonly Entry[])[] = [];
  /** When the newest version was made that somebody told of. */
  #seenOn: string | undefined;

  constructor(target: ArtifactTarget, known: KnownArtifact, sources: ArtifactSources, discussion: ArtifactDiscussion) {
    this.#target = target;
    this.#known = known;
    this.#sources = sources;
    this.discussion = discussion;
    this.#seenOn = known.artifact.lastModifiedOn;
  }

  get attachments(): readonly Attachment[] {
    return this.#known.artifact.attachments;
  }

  /** Tells when the version was made that is shown, as far as is known: looks for changes compare with that. */
  get seenOn(): string | undefined {
    return this.#seenOn;
  }

  async preview(names: KnownNames): Promise<Preview> {
    const { connectionId, artifactId } = this.#target;
    const { documents, known } = this.#sources;
    const artifact = documents.artifact(connectionId, artifactId) ?? this.#known.artifact;
    this.#known = { ...this.#known, artifact };
    const isBroken = this.#readTexts();
    const base = this.#base ?? makeBase({ artifact, version: {} }, this.#known.tracker);
    const step = known.find(connectionId)?.readings.stepSince(artifactId);
    const discussion = this.discussion.view(this.#known.tracker);
    return previewOf({ ...this.#known, base, step, texts: this.#texts, isBroken, names, discussion });
  }

  /**
   * Somebody has read a version of `on`, with all of the artifact where it was read by itself. True when that shows.
   * Unless the page is hidden or its discussion just read, what else was said in that second is asked for.
   */
  async see(on: string | undefined, artifact: Artifact | undefined, isAskingWithin: boolean): Promise<boolean> {
    const isNewer = Date.parse(on ?? "") > Date.parse(this.#seenOn ?? "");
    this.#seenOn = isNewer ? on : this.#seenOn;
    const { discussion } = this;
    const following = Promise.all([isNewer && discussion.follow(on), isAskingWithin && discussion.followWithin(on)]);
    const isOpen = this.#open().length > 0;
    if (!isOpen && (artifact || isNewer)) {
      this.#take(artifact ?? (await this.#sources.readAgain()));
    }
    await following;
    return isNewer || (!isOpen && artifact !== undefined);
  }

  /** Somebody looks at the page again: what nobody looked for while it was hidden is read. True when that shows. */
  async lookAgain(): Promise<boolean> {
    await this.discussion.lookAgain();
    return await this.see(this.discussion.newestOn, undefined, false);
  }

  /** A document was read, saved or closed. */
  async settle(): Promise<void> {
    await this.discussion.follow(this.#open()[0]?.document.copy.base?.version.lastModified ?? this.#seenOn);
  }

  /** Gives what the page shows without a document. */
  #take(artifact: Artifact): void {
    this.#known = { ...this.#known, artifact };
    this.#base = undefined;
    this.#texts = [];
  }

  #open() {
    return this.#sources.documents.of(this.#target);
  }

  /** Takes what the open documents say; whether one of them cannot be read. */
  #readTexts(): boolean {
    const open = this.#open();
    const base = open[0]?.document.copy.base;
    this.#base = base ?? this.#base;
    const dirty = open.filter(({ text }) => isUnsaved(text));
    const texts = dirty.map(({ document, text }) => document.mineIn(text.getText()));
    const readable = texts.filter((entries) => entries !== undefined);
    if (readable.length < texts.length) {
      return true;
    }
    this.#texts = readable;
    return false;
  }
}

/** A draft as its text is, and as it was before where that cannot be read. */
export class DraftSubject {
  readonly attachments: readonly Attachment[] = [];
  readonly #document: DraftDocument;
  readonly #tracker: Tracker | undefined;
  #entries: readonly Entry[] = [];

  constructor(document: DraftDocument, tracker: Tracker | undefined) {
    this.#document = document;
    this.#tracker = tracker;
  }

  async preview(names: KnownNames): Promise<Preview> {
    const codec = await documentCodec(this.#document.format);
    const text = openText(this.#document.uri)?.getText();
    const said = text === undefined ? undefined : codec.parse(text, draftFields(this.#tracker).kindOf);
    const isBroken = said?.problems.some(({ severity }) => severity === "error") === true;
    if (said && !isBroken) {
      this.#entries = said.entries;
    }
    return previewOfDraft({ tracker: this.#tracker, entries: this.#entries, now: new Date(), isBroken, names });
  }
}
