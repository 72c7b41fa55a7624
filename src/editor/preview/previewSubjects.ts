import type { ArtifactDiscussion } from "../../core/history/artifactDiscussion.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { draftFields } from "../../core/language/documentFields.ts";
import type { DocumentNames } from "../../core/language/ports.ts";
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
export interface ArtifactWithTracker {
  readonly artifact: Artifact;
  readonly tracker?: Tracker;
}

/** The sources of what is shown of an artifact. */
interface ArtifactSources {
  readonly documents: ArtifactDocuments;
  readonly known: KnownConnections;
  /** Reads the artifact again, for a page without a document. */
  readonly readAgain: () => Promise<Artifact>;
}

/** Holds an artifact with what its open documents say. */
export class ArtifactSubject {
  readonly discussion: ArtifactDiscussion;
  readonly #target: ArtifactTarget;
  readonly #sources: ArtifactSources;
  #known: ArtifactWithTracker;
  #base: Base | undefined;
  /** The entries of the unsaved documents. */
  #texts: readonly (readonly Entry[])[] = [];
  /** The time of the newest version that is known to exist, whether or not it was read. */
  #seenOn: string | undefined;

  constructor(
    target: ArtifactTarget,
    known: ArtifactWithTracker,
    sources: ArtifactSources,
    discussion: ArtifactDiscussion,
  ) {
    this.#target = target;
    this.#known = known;
    this.#sources = sources;
    this.discussion = discussion;
    this.#seenOn = known.artifact.lastModifiedOn;
  }

  get attachments(): readonly Attachment[] {
    return this.#known.artifact.attachments;
  }

  /** Tells when the version was made that is shown, as far as is known: looks for changes compare with it. */
  get seenOn(): string | undefined {
    return this.#seenOn;
  }

  async preview(names: DocumentNames): Promise<Preview> {
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
   * Takes in that there is a version of the time `on`, with the artifact where somebody has read it. Tells whether the
   * page has something else to show. Where `isAskingWithin`, the service is asked what else was said in that second.
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

  /** Reads what nobody asked for while the page was hidden. Tells whether it has something else to show. */
  async lookAgain(): Promise<boolean> {
    await this.discussion.lookAgain();
    return await this.see(this.discussion.newestOn, undefined, false);
  }

  /** Reads on in the discussion after a document was read, saved or closed. */
  async settle(): Promise<void> {
    await this.discussion.follow(this.#open()[0]?.document.copy.base?.version.lastModified ?? this.#seenOn);
  }

  /** Takes the artifact as the page shows it without a document. */
  #take(artifact: Artifact): void {
    this.#known = { ...this.#known, artifact };
    this.#base = undefined;
    this.#texts = [];
  }

  #open() {
    return this.#sources.documents.of(this.#target);
  }

  /** Takes what the open documents say. Tells whether one of them cannot be read. */
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

/** Holds a draft as its text is. Where the text cannot be read, it is as it was before. */
export class DraftSubject {
  readonly attachments: readonly Attachment[] = [];
  readonly #document: DraftDocument;
  readonly #tracker: Tracker | undefined;
  #entries: readonly Entry[] = [];

  constructor(document: DraftDocument, tracker: Tracker | undefined) {
    this.#document = document;
    this.#tracker = tracker;
  }

  async preview(names: DocumentNames): Promise<Preview> {
    const codec = await this.#document.codec();
    const text = openText(this.#document.uri)?.getText();
    const said = text === undefined ? undefined : codec.parse(text, draftFields(this.#tracker).kindOf);
    const isBroken = said?.problems.some(({ severity }) => severity === "error") === true;
    if (said && !isBroken) {
      this.#entries = said.entries;
    }
    return previewOfDraft({ tracker: this.#tracker, entries: this.#entries, now: new Date(), isBroken, names });
  }
}
