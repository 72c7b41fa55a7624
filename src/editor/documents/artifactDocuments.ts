import * as vscode from "vscode";
import { documentCodec } from "../../core/codec/documentCodec.ts";
import { type DocumentCodec, ReadTexts } from "../../core/codec/formatCodec.ts";
import { jsonCodec } from "../../core/codec/jsonCodec.ts";
import { carrying } from "../../core/comment/carrying.ts";
import { isHistoryUnread, isSaidIfKnown } from "../../core/comment/commentHistory.ts";
import { type CommentedVersion, withComment } from "../../core/comment/commentKind.ts";
import { isCommentRequired } from "../../core/comment/commentProblem.ts";
import type { LeftComment, PendingComments } from "../../core/comment/pendingComments.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { openInBrowserButton } from "../../core/labels/buttons.ts";
import type { Artifact, Attachment, VersionedArtifact } from "../../core/model/artifact.ts";
import type { HistoryMark, RequestBody } from "../../core/model/artifactService.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { DocumentFormat, ResourceOf } from "../../core/model/uri.ts";
import { tooLongToEdit } from "../../core/sentences/files.ts";
import {
  noTextToWrite,
  notShownAsXml,
  openForFormat,
  otherFormatUnsaved,
  textNotMoved,
} from "../../core/sentences/saving.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { isSameText, isUnsaved } from "../../core/util/unsaved.ts";
import type { ArtifactOutcome, ArtifactTypes, Encode } from "../../core/workingCopy/artifactTypes.ts";
import {
  type Base,
  differingFields,
  documentEntries,
  interpretArtifact,
  makeBase,
  sameVersion,
} from "../../core/workingCopy/base.ts";
import type { Confirmed } from "../../core/workingCopy/confirmation.ts";
import { encodeAs } from "../../core/workingCopy/requestEncoding.ts";
import { artifactForm, fieldForm, formToCome, type TextForm } from "../../core/workingCopy/textForm.ts";
import { HumanError } from "../dialog/present.ts";
import { type ArtifactTarget, commandIds } from "../manifest/contributions.ts";
import { defaultFormat } from "../settings/ownSettings.ts";
import { tabsOf } from "../text/openText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import type { ArtifactCopies } from "./artifactCopies.ts";
import type { ArtifactDocument } from "./artifactDocument.ts";
import { DocumentEditor, isClean } from "./documentEditor.ts";
import type { OpenText, TextOutcome } from "./guardedDocument.ts";
import { inOtherFormat } from "./inOtherFormat.ts";

/**
 * An artifact at the address that its connection had when something was begun. Each method throws a HumanError once the
 * connection leads elsewhere.
 */
export interface ArtifactHere extends ArtifactTarget {
  requireHere(): void;
  /** Reads the artifact and changes nothing here. Throws `ServiceError`. */
  read(signal: AbortSignal): Promise<Base>;
  /**
   * Gives the document that has unsaved changes, once all that is kept of it is loaded. It then shows the base with its
   * changes.
   */
  unsaved(): Promise<OpenText<ArtifactDocument> | undefined>;
  /**
   * Saves `entry` over `base`, which was just read, without a document: as a save of a text that says nothing else.
   * Open documents follow, unsaved changes kept. Only «saved» and «unchanged» mean that the service has it now.
   * `demand` tells what must still be as in `base`: the version, or the field alone where open documents were made from
   * a newer one.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  change(base: Base, entry: Entry, demand: ChangeDemand, signal: AbortSignal): Promise<ArtifactOutcome>;
}

export type ChangeDemand = "sameField" | "sameVersion";

export interface UnsentComment extends LeftComment {
  readonly document: ArtifactDocument;
}

/** Tells that the unsaved changes of one document have moved to another one. */
export interface MovedChanges {
  readonly from: vscode.Uri;
  readonly to: vscode.Uri;
}

/** A change of one field is sent so often in all, where the artifact moves on and the field does not. */
const maxSends = 3;

/** Holds the documents of artifacts. */
export class ArtifactDocuments extends DisposableOwner {
  /** Reads, shows and saves them. */
  readonly editor: DocumentEditor<ArtifactTypes, ArtifactDocument>;
  /**
   * Reads the texts of all documents with entries, each once: what is shown of a text and what is saved of it come of
   * one reading.
   */
  readonly texts = new ReadTexts();
  readonly #copies: ArtifactCopies;
  readonly #known: KnownConnections;
  readonly #comments: PendingComments;
  readonly #onDidLeaveComment = this.disposables.add(new vscode.EventEmitter<UnsentComment>());
  readonly #onDidDemandComment = this.disposables.add(new vscode.EventEmitter<ArtifactDocument>());
  readonly #onDidMove = this.disposables.add(new vscode.EventEmitter<MovedChanges>());
  readonly #onDidMissHistory = this.disposables.add(new vscode.EventEmitter<ArtifactDocument>());
  /** Holds the codecs that are loaded. The one of XML is loaded with the first document that needs it. */
  readonly #codecs = new Map<DocumentFormat, DocumentCodec>([["json", jsonCodec]]);

  /** `comments` are those that wait for a save. */
  constructor(copies: ArtifactCopies, known: KnownConnections, comments: PendingComments) {
    super();
    this.#copies = copies;
    this.#known = known;
    this.#comments = comments;
    this.editor = this.disposables.add(
      new DocumentEditor<ArtifactTypes, ArtifactDocument>({
        copies,
        at: (uri) => this.at(uri),
        load: (uri) => this.#load(uri),
        opening: ({ key }) => {
          // Where an earlier window left a comment for changes that are dropped now, the comment is dropped with them.
          comments.withdrawLeft(key).catch(() => {
            // The comment cannot be read now, of which the store was told. It waits for no text that is opened here.
          });
        },
        readNow: (document, signal) => this.#readNow(document, signal),
        isReadOnly: ({ copy: { base } }) => base !== undefined && documentEntries(base).length === 0,
        unprintable: ({ format, artifactId }, why) =>
          new HumanError(
            why.kind === "tooLong"
              ? tooLongToEdit(artifactId)
              : (format === undefined ? noTextToWrite : notShownAsXml)(artifactId, why.labels),
          ),
        encodeFor: (document) => this.#encodeFor(document),
        saving: (document, save, signal) => this.#saveWithComment(document, save, signal),
        closing: ({ connectionId, artifactId }) => known.find(connectionId)?.readings.close(artifactId),
      }),
    );
  }

  /** Fires when the base, the conflict or the marks of a document may be others. */
  get onDidSettle(): vscode.Event<vscode.Uri> {
    return this.editor.onDidSettle;
  }

  /** Gives the document at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): ArtifactDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "artifact" && resource?.kind !== "field") {
      return undefined;
    }
    const { artifactId } = resource;
    const copy = this.#copies.get(connectionId, artifactId);
    const key = uri.toString();
    const form = this.#form(key, resource);
    const format = resource.kind === "artifact" ? resource.format : undefined;
    const parse = (text: string) => form.parse(text, copy.contextOf(key));
    const mineIn = (text: string) => {
      const { entries, problems } = parse(text);
      return problems.some(({ severity }) => severity === "error") ? undefined : entries;
    };
    const withMerge: ArtifactDocument["withMerge"] = (text, { changes }) => form.edit(text, changes);
    const codec = format && this.#codecs.get(format);
    const { print } = form;
    return { uri, key, connectionId, artifactId, format, codec, copy, form, parse, mineIn, print, withMerge };
  }

  /** Fires when a comment did not go with a save, since nothing was left to be stored. */
  readonly onDidLeaveComment = this.#onDidLeaveComment.event;
  /** Fires when the service refused a save because it wants a comment with it. */
  readonly onDidDemandComment = this.#onDidDemandComment.event;

  /** Fires when changes have moved to another document, before the one they left shows what was saved. */
  readonly onDidMove = this.#onDidMove.event;

  /** Fires when a save was given up since nothing could tell whether its comment arrived. */
  readonly onDidMissHistory = this.#onDidMissHistory.event;

  /** Gives the open documents of one artifact. */
  of({ connectionId, artifactId }: ArtifactTarget): readonly OpenText<ArtifactDocument>[] {
    return this.editor
      .open()
      .filter(({ document }) => document.connectionId === connectionId && document.artifactId === artifactId);
  }

  /**
   * Reads an artifact whose document is about to open, so that its title is known and nothing is read twice. One that
   * is open already is given as it was read last, without a request. `trackerId` is given where whoever shows the
   * artifact knows it. Throws a HumanError with a way to the browser for one that is too long for a document.
   */
  async readAhead(artifact: ArtifactTarget & { readonly trackerId?: number }, signal: AbortSignal): Promise<Artifact> {
    const { connectionId, artifactId, trackerId } = artifact;
    const open = this.artifact(connectionId, artifactId);
    if (open) {
      return open;
    }
    const { requireHere } = this.#copies.of(connectionId);
    const ahead = await unlessTooLong(artifact, () =>
      this.#known.of(connectionId).readAhead(artifactId, signal, trackerId),
    );
    requireHere();
    return ahead.artifact;
  }

  /**
   * Gives the artifact as it was read last, while a document of it is open; undefined when it was not read in this
   * session.
   */
  artifact(connectionId: string, artifactId: number): Artifact | undefined {
    const [open] = this.of({ connectionId, artifactId });
    const lastModified = open?.document.copy.base?.version.lastModified;
    return open && this.#known.find(connectionId)?.readings.get(artifactId, lastModified);
  }

  /** Gives the document at `uri` with its codec, and with what an earlier session has kept of it. */
  async restored(uri: vscode.Uri): Promise<ArtifactDocument> {
    const document = await this.editor.loaded(uri);
    await document.copy.restore();
    return document;
  }

  /**
   * Gives an open document of the whole artifact: one with unsaved changes before others, one in a tab before those
   * that VS Code holds without a tab.
   */
  whole({ connectionId, artifactId }: ArtifactTarget): OpenText<ArtifactDocument> | undefined {
    const open = this.of({ connectionId, artifactId }).filter(({ document }) => document.format);
    const isInTab = ({ text }: OpenText<ArtifactDocument>) => tabsOf(text.uri).length > 0;
    return open.find(({ text }) => isUnsaved(text)) ?? open.find(isInTab) ?? open[0];
  }

  /** Gives the open document of the whole artifact, where it has unsaved changes. */
  unsaved(artifact: ArtifactTarget): OpenText<ArtifactDocument> | undefined {
    const whole = this.whole(artifact);
    return whole && isUnsaved(whole.text) ? whole : undefined;
  }

  /** Gives a document of the whole artifact: `uri`, else one that is open, else one that is opened here. */
  async openWhole(
    { connectionId, artifactId }: ArtifactTarget,
    uri = this.whole({ connectionId, artifactId })?.text.uri,
  ): Promise<OpenText<ArtifactDocument>> {
    const text = await vscode.workspace.openTextDocument(
      uri ?? uriOf(connectionId, { kind: "artifact", artifactId, format: defaultFormat() }),
    );
    return { text, document: await this.restored(text.uri) };
  }

  /**
   * Gives the artifact at the address of its connection now, to be read and changed without a document, however long
   * that takes.
   */
  here({ connectionId, artifactId }: ArtifactTarget): ArtifactHere {
    const { requireHere } = this.#copies.of(connectionId);
    const target = { connectionId, artifactId };
    return {
      ...target,
      requireHere,
      read: async (signal) => {
        requireHere();
        return await this.#copies.apart(connectionId, artifactId).read(signal);
      },
      unsaved: async () => {
        requireHere();
        const dirty = this.unsaved(target);
        if (!dirty) {
          return undefined;
        }
        const document = await this.restored(dirty.text.uri);
        await this.editor.bringUp(document, dirty.text);
        return { text: dirty.text, document };
      },
      change: async (base, entry, demand, signal) => {
        requireHere();
        const isOther = (now: Base) =>
          differingFields(base, now).includes(entry.fieldId) ||
          (demand === "sameVersion" && !sameVersion(base.version, now.version));
        return await this.#change(target, base, entry, isOther, signal);
      },
    };
  }

  async #change(
    { connectionId, artifactId }: ArtifactTarget,
    base: Base,
    entry: Entry,
    isOther: (now: Base) => boolean,
    signal: AbortSignal,
  ): Promise<ArtifactOutcome> {
    const isOpen = this.of({ connectionId, artifactId }).length > 0;
    const copy = isOpen ? this.#copies.get(connectionId, artifactId) : this.#copies.apart(connectionId, artifactId);
    const key = `${connectionId}/${artifactId}#change`;
    const look = async (held: Base | undefined, read: Base) => {
      // The open documents may be made from a newer version than the one that was read before the person was asked for
      // the value.
      const isRead = !held || (sameVersion(held.version, read.version) && !held.isRacy);
      const now = isRead ? read : await copy.read(signal);
      return { now, isOther: now !== base && isOther(now) };
    };
    try {
      let read = base;
      for (let sends = 1; ; sends++) {
        const outcome = await copy.saveOver(key, [entry], (held) => look(held, read), signal);
        const isRefused = outcome.kind === "conflict" && outcome.reason === "refused";
        if (!isRefused || sends === maxSends || isOther(outcome.theirs)) {
          return outcome;
        }
        // Meanwhile somebody, perhaps this person, has changed other fields or added a comment.
        read = outcome.theirs;
      }
    } finally {
      const open = this.of({ connectionId, artifactId });
      if (open[0]) {
        await this.editor.rebaseOthers({ ...open[0].document, key });
        for (const { document } of open) {
          this.editor.settled(document.uri);
        }
      }
    }
  }

  /**
   * Reads the artifact of an open document again. Where none of its documents has unsaved changes, the version read is
   * the base from here on, and `editor.rebaseOthers` lets each of them follow. Throws `ServiceError`.
   */
  async readAgain(document: ArtifactDocument, signal: AbortSignal): Promise<Base> {
    const { copy, key } = document;
    const reader = `${key}#again`;
    for (;;) {
      await copy.idle();
      const { storedCount } = copy;
      const now = await copy.read(signal);
      const isFree = this.of(document).every(({ text }) => !isUnsaved(text));
      await (isFree && copy.adopt(reader, now, storedCount));
      copy.untrack(reader);
      if (storedCount === copy.storedCount) {
        return isFree && copy.base ? copy.base : now;
      }
    }
  }

  /** Gives what a save of `changed` over `target` would send, with a comment that waits for it. */
  async requestOf(document: ArtifactDocument, changed: readonly Entry[], target: Base): Promise<RequestBody> {
    return (await this.#encodeFor(document))(changed, target);
  }

  /** Runs `write`, which writes an artifact by other means, once no save of it is under way, and before the next. */
  writeAlone<R>({ connectionId, artifactId }: ArtifactTarget, write: () => Promise<R>): Promise<R> {
    return this.#copies.of(connectionId).queueOf(artifactId).run(write);
  }

  /**
   * Notes that a comment gave the artifact another version without changing a value: its open documents are made from
   * that version from here on. Where the comment went over a version that they do not show, those with nothing unsaved
   * are read again.
   */
  noteComment({ connectionId, artifactId }: ArtifactTarget, version: CommentedVersion): void {
    const [open] = this.of({ connectionId, artifactId });
    this.#known.find(connectionId)?.readings.change(artifactId, {
      ...(version.to?.lastModified !== undefined && { submittedOn: version.to.lastModified }),
    });
    if (open) {
      const { copy, uri } = open.document;
      void copy
        .renew((base) => withComment(base, version))
        .then(() => {
          if (version.to && copy.base && sameVersion(copy.base.version, version.to)) {
            this.editor.settled(uri);
          } else {
            this.editor.refresh((document) => document.copy === copy);
          }
        });
    }
  }

  /**
   * Lets documents with nothing unsaved show what was read in the background after a save. Tells whether some text may
   * stay otherwise: one with unsaved changes, or any where a later version was found.
   */
  followConfirmed(connectionId: string, artifactId: number, { kind }: Confirmed<ArtifactTypes>): boolean {
    const open = this.of({ connectionId, artifactId });
    if (kind === "overtaken") {
      this.editor.refresh((document) => open.some((other) => other.document.key === document.key));
      return true;
    }
    for (const { document, text } of open) {
      if (!isUnsaved(text)) {
        this.editor.letFollow(document, text.getText());
      }
      this.editor.settled(document.uri);
    }
    return open.some(({ text }) => isUnsaved(text));
  }

  /**
   * Moves an artifact's document over to another format, with its unsaved changes and what they were made from. `show`
   * shows the new document. The old document shows the base only once the changes are unsaved in the new one.
   *
   * @throws HumanError when the text cannot be read, or the other format cannot hold it or has unsaved changes of its
   * own; then the old document keeps its text.
   */
  async switchFormat(
    text: vscode.TextDocument,
    to: DocumentFormat,
    show: (uri: vscode.Uri) => Promise<void>,
  ): Promise<void> {
    const source = await this.editor.loaded(text.uri);
    const { connectionId, artifactId, copy } = source;
    const target = await this.editor.loaded(uriOf(connectionId, { kind: "artifact", artifactId, format: to }));
    await copy.restore();
    await vscode.workspace.openTextDocument(target.uri);
    // A save under way, also one that began while the other document was read, ends, stored or refused, before anything
    // is moved.
    await copy.idle();
    let put: string | undefined;
    while (isUnsaved(text) && !text.isClosed) {
      const { version } = text;
      const mine = source.mineIn(text.getText());
      const isChanged = mine === undefined || copy.pending(source.key, mine).change !== undefined;
      put = isChanged || !copy.base ? await this.#moveOver(text, source, target, put) : undefined;
      await show(target.uri);
      const base: Base | undefined = copy.base;
      // The old text is left as it is, unless its changes are unsaved in the new document, or no save would store any
      // of them.
      const isLeft = base === undefined || (isChanged && put === undefined);
      if (isLeft || (await this.editor.putBack(source, text, version, base)) || text.version === version) {
        return;
      }
      // What was typed while the text was moved over is moved over too.
    }
    await show(target.uri);
  }

  /**
   * Puts the unsaved changes of `source` in the place of the text `before` of `target`. Gives the text with them;
   * undefined where nothing was changed.
   */
  async #moveOver(
    text: vscode.TextDocument,
    source: ArtifactDocument,
    target: ArtifactDocument,
    before: string | undefined,
  ): Promise<string | undefined> {
    const { format: from, copy } = source;
    const { format: to } = target;
    if (!from || !to) {
      throw new HumanError(openForFormat);
    }
    const written = text.getText();
    const moved = await inOtherFormat(written, from, to, copy.base);
    const opened = await vscode.workspace.openTextDocument(target.uri);
    const isMoved = await this.editor.takeOver(target, opened, (now) => {
      if (isUnsaved(opened) && (before === undefined || !isSameText(now, before))) {
        throw new HumanError(otherFormatUnsaved(source.artifactId, to.toUpperCase()));
      }
      copy.handOver(source.key, target.key, source.parse(written).entries);
      return moved;
    });
    if (!isMoved) {
      throw new HumanError(textNotMoved);
    }
    if (!isUnsaved(opened)) {
      return undefined;
    }
    await this.#comments.move(source.key, target.key);
    this.#onDidMove.fire({ from: source.uri, to: target.uri });
    // What is typed there meanwhile is no part of what was put: a second round must not replace it.
    return moved;
  }

  /** Gives the attachments of an open document's artifact, as it was read last. */
  attachments({ connectionId, artifactId }: ArtifactDocument): readonly Attachment[] {
    return this.artifact(connectionId, artifactId)?.attachments ?? [];
  }

  /** Removes all that is kept of a connection. */
  async forget(connectionId: string): Promise<void> {
    this.#comments.removeAll((key) => vscode.Uri.parse(key).authority === connectionId);
    await this.editor.forget(connectionId);
  }

  async #load(uri: vscode.Uri): Promise<void> {
    const format = this.at(uri)?.format;
    if (format && !this.#codecs.has(format)) {
      this.#codecs.set(format, await documentCodec(format));
    }
  }

  async #readNow({ connectionId, artifactId }: ArtifactDocument, signal: AbortSignal): Promise<Base> {
    const { catalog, readings } = this.#known.of(connectionId);
    return interpretArtifact(await readings.readOpened(artifactId, signal), catalog, signal);
  }

  async #encodeFor({ key, format }: ArtifactDocument): Promise<Encode> {
    const comment = await this.#comments.due(key);
    return comment ? carrying(comment, encodeAs(format)) : encodeAs(format);
  }

  async #saveWithComment(
    document: ArtifactDocument,
    save: () => Promise<TextOutcome<ArtifactTypes>>,
    signal: AbortSignal,
  ): Promise<TextOutcome<ArtifactTypes>> {
    try {
      const outcome = await save();
      if (isClean(outcome)) {
        await this.#leaveComment(document, signal);
      }
      return outcome;
    } catch (error) {
      if (isCommentRequired(error)) {
        this.#onDidDemandComment.fire(document);
      } else if (isHistoryUnread(error)) {
        this.#onDidMissHistory.fire(document);
      }
      throw error;
    }
  }

  /**
   * Tells whether a comment of this user has arrived since the history ended at `mark`; undefined where that cannot be
   * told.
   */
  async hasSaid(
    { connectionId, artifactId }: ArtifactTarget,
    said: string,
    mark: HistoryMark,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<boolean | undefined> {
    return await isSaidIfKnown(this.#copies.of(connectionId).history, artifactId, said, mark, signal);
  }

  async #leaveComment(document: ArtifactDocument, signal: AbortSignal): Promise<void> {
    const { key } = document;
    const left = await this.#comments.left(key, (said, mark) => this.hasSaid(document, said, mark, signal));
    if (left) {
      this.tellLeft({ document, ...left });
    }
  }

  /** Has the person told of a comment that did not go with a save, as far as is known. */
  tellLeft(unsent: UnsentComment): void {
    this.#onDidLeaveComment.fire(unsent);
  }

  #form(key: string, resource: ResourceOf<"artifact" | "field">): TextForm {
    if (resource.kind === "field") {
      return fieldForm(resource.fieldId, resource.language);
    }
    const codec = this.#codecs.get(resource.format);
    return codec ? artifactForm(this.texts.codecOf(key, codec)) : formToCome;
  }
}

/** Gives what `read` gives, unless that is too long for a document in JSON, or for an answer. */
async function unlessTooLong(
  { connectionId, artifactId }: ArtifactTarget,
  read: () => Promise<VersionedArtifact>,
): Promise<VersionedArtifact> {
  const refusal = (cause?: unknown) =>
    new HumanError(tooLongToEdit(artifactId), {
      ways: [
        {
          label: openInBrowserButton,
          go: async () => {
            await vscode.commands.executeCommand(commandIds.openInBrowser, connectionId, artifactId);
          },
        },
      ],
      cause,
    });
  const artifact = await read().catch((error: unknown) => {
    throw isServiceError(error) && error.problem === "tooLarge" ? refusal(error) : error;
  });
  if (artifactForm(jsonCodec).print(makeBase(artifact, undefined)).kind === "tooLong") {
    throw refusal();
  }
  return artifact;
}
