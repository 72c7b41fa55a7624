import * as vscode from "vscode";
import { convertDocument, type DocumentCodec, documentCodec } from "../../core/codec/documentCodec.ts";
import { jsonCodec } from "../../core/codec/jsonDocumentCodec.ts";
import type { Artifact, Attachment, VersionedArtifact } from "../../core/model/artifact.ts";
import type { Entry } from "../../core/model/entry.ts";
import type { DocumentFormat, Resource } from "../../core/model/uri.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { HandOver } from "../../core/util/handOver.ts";
import { isSameText } from "../../core/util/isSameText.ts";
import type { ArtifactOutcome } from "../../core/workingCopy/artifactTypes.ts";
import { type Base, differingFields, documentEntries, fieldLabel, sameVersion } from "../../core/workingCopy/base.ts";
import { encodeAs } from "../../core/workingCopy/requestEncoding.ts";
import { artifactForm, fieldForm, kindsOf, type TextForm } from "../../core/workingCopy/textForm.ts";
import { HumanError } from "../dialog/present.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import type { ArtifactDocument, TextReading } from "./artifactDocument.ts";
import { Following } from "./following.ts";
import { mergeInto } from "./mergeInto.ts";
import type { WorkingCopies } from "./workingCopies.ts";

/** A text the service refused to store. */
export interface RefusedText {
  /** What it said, lines parted by `\n`. */
  readonly message: string;
  readonly text: string;
}

interface ServedText {
  readonly base: Base;
  readonly text: string;
  /** Of a version that was just read. */
  readonly isNew: boolean;
  /** How many saves were stored then. */
  readonly storedCount: number;
}

/** An artifact read ahead of its document serves the document when that opens within this time. */
const readAheadForMs = 10_000;

/**
 * The documents of artifacts, between the texts in the editor and their working copies.
 *
 * A text counts as made from a base only once it is seen in the editor with nothing unsaved: what was handed to VS Code
 * may still be thrown away, because the person typed in the meantime, and then the old base is the right one.
 */
export class ArtifactDocuments implements vscode.Disposable {
  readonly #copies: WorkingCopies;
  /** Handed to VS Code, not seen in the editor yet. */
  readonly #served = new Map<string, ServedText>();
  readonly #following = new Following<Base>();
  readonly #readAhead = new HandOver<VersionedArtifact>(readAheadForMs);
  /** Of open documents: the artifact as it was read last. */
  readonly #artifacts = new Map<string, Artifact>();
  readonly #keepingMine = new Set<string>();
  /** Stored, and not taken for clean by VS Code yet. */
  readonly #finishing = new Set<string>();
  /** Written by their URIs over a version that was not the newest, and not read since. */
  readonly #overtaken = new Set<string>();
  /** What the service said to the last save. */
  readonly #refusals = new Map<string, RefusedText>();
  readonly #modified = new Map<string, number>();
  /** XML's is loaded with the first document that needs it. */
  readonly #codecs = new Map<DocumentFormat, DocumentCodec>([["json", jsonCodec]]);
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #onDidSettle = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscriptions: vscode.Disposable[];

  /** A document is to be read again by VS Code. */
  readonly onDidChange = this.#onDidChange.event;
  /** The base, the conflict or the marks of a document may be others now. */
  readonly onDidSettle = this.#onDidSettle.event;

  constructor(copies: WorkingCopies) {
    this.#copies = copies;
    this.#subscriptions = [
      this.#onDidChange,
      this.#onDidSettle,
      vscode.workspace.onDidOpenTextDocument((document) => this.#noticeOpen(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0) {
          this.#noticeChange(document, reason !== undefined);
        }
        this.#noticeText(document);
      }),
      vscode.workspace.onDidSaveTextDocument((document) => this.#noticeSave(document)),
      vscode.workspace.onDidCloseTextDocument((document) => this.#noticeClose(document)),
    ];
    for (const document of vscode.workspace.textDocuments) {
      this.#noticeOpen(document);
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) {
      subscription.dispose();
    }
  }

  /** The document at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): ArtifactDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "artifact" && resource?.kind !== "field") {
      return undefined;
    }
    const { artifactId } = resource;
    const copy = this.#copies.get(connectionId, artifactId);
    const form = this.#form(resource);
    const format = resource.kind === "artifact" ? resource.format : undefined;
    const key = uri.toString();
    const parse = (text: string) => form.parse(text, copy.contextOf(key));
    const read = (text: string): TextReading => {
      const { entries, problems } = parse(text);
      return problems.some(({ severity }) => severity === "error") ? { kind: "broken" } : { kind: "entries", entries };
    };
    const codec = format && this.#codecs.get(format);
    return { uri, key, connectionId, artifactId, format, codec, copy, form, parse, read };
  }

  /** The open documents of artifacts, in no particular order. */
  open(): readonly { readonly document: ArtifactDocument; readonly text: vscode.TextDocument }[] {
    return vscode.workspace.textDocuments.flatMap((text) => {
      const document = this.at(text.uri);
      return document && !text.isClosed ? [{ document, text }] : [];
    });
  }

  /**
   * Reads an artifact whose document is about to open, so that its title is known and nothing is read twice. Of one that
   * is open already: as it was read last, without a request.
   */
  async readAhead(connectionId: string, artifactId: number, signal: AbortSignal): Promise<Artifact> {
    const known = this.artifact(connectionId, artifactId);
    if (known) {
      return known;
    }
    const read = await this.#copies.readArtifact(connectionId, artifactId, signal);
    this.#readAhead.put(readAheadKey(connectionId, artifactId), read);
    return read.artifact;
  }

  /** The artifact as it was read last, while a document of it is open; undefined when it was not read in this session. */
  artifact(connectionId: string, artifactId: number): Artifact | undefined {
    const known = this.#openOf(connectionId, artifactId).flatMap(
      ({ document }) => this.#artifacts.get(document.key) ?? [],
    );
    return known[0];
  }

  /** Reads an artifact to change it without a document. Changes nothing here. Throws `ServiceError`. */
  readBase(connectionId: string, artifactId: number, signal: AbortSignal): Promise<Base> {
    return this.#copies.apart(connectionId, artifactId).read(signal);
  }

  /**
   * Saves `entry` over `base`, which was just read, without a document: as a save of a text that says nothing else. Open
   * documents follow, unsaved changes kept. Only «saved» and «unchanged» mean that the service has it now.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  async change(
    { connectionId, artifactId }: { readonly connectionId: string; readonly artifactId: number },
    base: Base,
    entry: Entry,
    signal: AbortSignal,
  ): Promise<ArtifactOutcome> {
    const isOpen = this.#openOf(connectionId, artifactId).length > 0;
    const copy = isOpen ? this.#copies.get(connectionId, artifactId) : this.#copies.apart(connectionId, artifactId);
    const key = `${connectionId}/${artifactId}#change`;
    try {
      // What the open documents were made from may be newer than what was read before a person was asked for the value.
      const now = copy.base && !sameVersion(copy.base.version, base.version) ? await copy.read(signal) : base;
      if (now !== base && differingFields(base, now).includes(entry.fieldId)) {
        return { kind: "conflict", theirs: now, reason: "changedMeanwhile" };
      }
      await copy.adopt(key, now);
      return await copy.save(key, [entry], "plain", signal);
    } finally {
      copy.untrack(key);
      const open = this.#openOf(connectionId, artifactId);
      if (open[0]) {
        await this.#rebaseOthers({ ...open[0].document, key });
        for (const { document } of open) {
          this.#onDidSettle.fire(document.uri);
        }
      }
    }
  }

  /** When the text last changed other than by the person, as milliseconds since 1970; and whether it may be written. */
  stat(document: ArtifactDocument): { mtime: number; isReadOnly: boolean } {
    this.#following.noticeLook(document.uri);
    return { mtime: this.#modified.get(document.key) ?? 0, isReadOnly: isReadOnly(document) };
  }

  /**
   * The text VS Code asks for: of the version now on the service; of the one a save has just made; or, while another
   * document of the artifact has unsaved changes, of the base they share.
   */
  async read({ uri }: ArtifactDocument, signal: AbortSignal): Promise<string> {
    const document = await this.#loaded(uri);
    const { key, copy } = document;
    const open = openText(uri);
    const following = this.#following.take(uri);
    if (following) {
      return following.isDropped ? printed(document, following.base) : this.#serve(document, following.base, false);
    }
    await copy.restore();
    await copy.idle();
    const shared = this.#others(document).some(({ text }) => text.isDirty) ? copy.base : undefined;
    const wasReadOnly = isReadOnly(document);
    const base = shared ?? (await this.#readAfterSaves(document, signal));
    const text = this.#serve(document, base, true);
    if (!open?.isDirty && this.#overtaken.delete(key)) {
      // Whoever writes the file next has read this; the editor follows.
      await this.#adopt({ ...document, key: writerOf(key) }, base);
      copy.untrack(writerOf(key));
    }
    if (!open) {
      this.#served.delete(key);
      await this.#adopt(document, base);
      if (isReadOnly(document) !== wasReadOnly) {
        // VS Code asked whether the document may be written before that was known.
        this.#following.set(uri, base);
        this.#touch(uri);
      }
    }
    return text;
  }

  /**
   * Saves what the editor holds. An outcome other than «saved» and «unchanged» means that the document stays dirty.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  async save({ uri }: ArtifactDocument, text: string, signal: AbortSignal): Promise<TextOutcome> {
    const document = await this.#loaded(uri);
    const { key, copy } = document;
    // A restored document's text is read by the base it was made from.
    await copy.restore();
    const reading = document.read(text);
    if (reading.kind === "broken") {
      return reading;
    }
    const how = this.#keepingMine.has(key) ? "keepMine" : "plain";
    const open = openText(uri);
    // Somebody else's text for the same file: the editor shows another one, which follows like any other document.
    if (!open || (!open.isDirty && !isSameText(open.getText(), text))) {
      return await this.#write(document, reading.entries, signal);
    }
    this.#refusals.delete(key);
    this.#finishing.delete(key);
    try {
      const outcome = await copy.save(key, reading.entries, how, signal, encodeAs(document.format));
      if (outcome.kind === "saved" || outcome.kind === "unchanged") {
        this.#served.delete(key);
        if (open.isDirty) {
          this.#finishing.add(key);
        }
        this.#letFollow(document, text);
      }
      if (outcome.kind === "saved" || outcome.kind === "unchanged" || outcome.kind === "notStored") {
        await this.#rebaseOthers(document);
      }
      return outcome;
    } catch (error) {
      if (isServiceError(error) && error.kind === "rejected" && error.serviceMessage) {
        this.#refusals.set(key, { message: error.serviceMessage, text });
      }
      throw error;
    } finally {
      this.#onDidSettle.fire(uri);
    }
  }

  /**
   * Stores a text that was written by the URI of `document`, over the base that whoever reads the file is given. Each write
   * stands for itself: nobody can choose anything for a text that no editor shows. One that was overtaken can be made again
   * from what the file says when it is read again.
   */
  async #write(document: ArtifactDocument, entries: readonly Entry[], signal: AbortSignal): Promise<TextOutcome> {
    const { uri, key, copy } = document;
    const writer = writerOf(key);
    copy.untrack(writer);
    try {
      const outcome = await copy.save(writer, entries, "plain", signal, encodeAs(document.format));
      if (outcome.kind === "conflict") {
        this.#overtaken.add(key);
        return { kind: "overtaken" };
      }
      if (outcome.kind === "saved" || outcome.kind === "unchanged") {
        this.#served.delete(key);
      }
      await this.#rebaseOthers({ ...document, key: writer });
      return outcome;
    } finally {
      copy.untrack(writer);
      this.#onDidSettle.fire(uri);
    }
  }

  /**
   * Moves an artifact's document over to another format, with its unsaved changes and what they were made from. Gives
   * the new document's URI.
   *
   * @throws HumanError when the text cannot be read, or the other format cannot hold it; then nothing has moved.
   */
  async switchFormat(text: vscode.TextDocument, to: DocumentFormat): Promise<vscode.Uri> {
    const source = await this.#loaded(text.uri);
    const target = await this.#loaded(
      uriOf(source.connectionId, { kind: "artifact", artifactId: source.artifactId, format: to }),
    );
    const { format } = source;
    if (!text.isDirty || format === undefined) {
      await vscode.workspace.openTextDocument(target.uri);
      return target.uri;
    }
    await source.copy.restore();
    const converted = await convertDocument(text.getText(), format, to, kindsOf(source.copy.base));
    if (converted.kind === "broken") {
      throw new HumanError("The text is not a valid document, so it cannot be moved over. See the Problems view.");
    }
    if (converted.kind === "unprintable") {
      const labels = converted.problems.map(({ fieldId }) => fieldLabel(source.copy.base, fieldId)).join(", ");
      throw new HumanError(`XML cannot hold a character of ${labels}. The document stays as it is.`);
    }
    const opened = await vscode.workspace.openTextDocument(target.uri);
    await source.copy.handOver(source.key, target.key);
    if (!(await replaceText(opened, () => converted.text))) {
      throw new HumanError("The editor did not let the text be moved over. The document stays as it is.");
    }
    return target.uri;
  }

  /** What the service said when it refused the last save, and to which text. */
  refusal(document: ArtifactDocument): RefusedText | undefined {
    return this.#refusals.get(document.uri.toString());
  }

  /** The attachments of an open document's artifact, as it was read last. */
  attachments({ key }: ArtifactDocument): readonly Attachment[] {
    return this.#artifacts.get(key)?.attachments ?? [];
  }

  /** Saves the document over the version shown in the conflict. True when it was saved. */
  async keepMine(text: vscode.TextDocument): Promise<boolean> {
    const key = text.uri.toString();
    this.#keepingMine.add(key);
    try {
      return await text.save();
    } finally {
      this.#keepingMine.delete(key);
    }
  }

  /** Has every clean document that `isAffected` read again from the service. Dirty ones are left alone. */
  refresh(isAffected: (document: ArtifactDocument) => boolean): void {
    for (const { document, text } of this.open()) {
      if (!text.isDirty && isAffected(document)) {
        this.#touch(document.uri);
      }
    }
  }

  /** Removes all that is kept of a connection. Of what stays open nobody knows from then on what it was made from. */
  async forget(connectionId: string): Promise<void> {
    await this.#copies.forget(connectionId);
    for (const { document, text } of this.open()) {
      if (document.connectionId === connectionId) {
        await document.copy.track(document.key, text.isDirty);
      }
    }
  }

  /** Something other than a save moved the base or the conflict of `uri`. */
  settled(uri: vscode.Uri): void {
    this.#onDidSettle.fire(uri);
  }

  #openOf(connectionId: string, artifactId: number): ReturnType<ArtifactDocuments["open"]> {
    return this.open().filter(
      ({ document }) => document.connectionId === connectionId && document.artifactId === artifactId,
    );
  }

  #form(resource: Extract<Resource, { kind: "artifact" | "field" }>): TextForm {
    if (resource.kind === "field") {
      return fieldForm(resource.fieldId, resource.language);
    }
    const codec = this.#codecs.get(resource.format);
    return codec ? artifactForm(codec) : formToCome;
  }

  /** The document with its codec loaded. */
  async #loaded(uri: vscode.Uri): Promise<ArtifactDocument> {
    const format = this.at(uri)?.format;
    if (format && !this.#codecs.has(format)) {
      this.#codecs.set(format, await documentCodec(format));
    }
    const document = this.at(uri);
    if (!document) {
      throw new Error(`Not an artifact's document: ${uri.toString()}`);
    }
    return document;
  }

  /** What is on the service now, with all that was saved from here: nothing older is to take its place. */
  async #readAfterSaves(document: ArtifactDocument, signal: AbortSignal): Promise<Base> {
    const { copy } = document;
    for (;;) {
      await copy.idle();
      const before = copy.storedCount;
      const base = await this.#readNow(document, signal);
      if (copy.storedCount === before) {
        return base;
      }
    }
  }

  async #readNow({ key, connectionId, artifactId }: ArtifactDocument, signal: AbortSignal): Promise<Base> {
    const read =
      this.#readAhead.take(readAheadKey(connectionId, artifactId)) ??
      (await this.#copies.readArtifact(connectionId, artifactId, signal));
    this.#artifacts.set(key, read.artifact);
    return this.#copies.interpret(connectionId, read, signal);
  }

  async #adopt(document: ArtifactDocument, base: Base): Promise<void> {
    await document.copy.adopt(document.key, base);
    await this.#rebaseOthers(document);
    this.#onDidSettle.fire(document.uri);
  }

  #serve(document: ArtifactDocument, base: Base, isNew: boolean): string {
    const text = printed(document, base);
    this.#served.set(document.key, { base, text, isNew, storedCount: document.copy.storedCount });
    const open = openText(document.uri);
    if (open) {
      this.#noticeText(open);
    }
    return text;
  }

  /** After a save the document shows the new base; a text that does so already is left alone. */
  #letFollow(document: ArtifactDocument, text: string): void {
    const { copy, key } = document;
    const base = copy.base;
    const shows = base && document.form.print(base);
    this.#following.delete(document.uri);
    // A base that the document's form cannot hold any more is shown by none of its texts.
    if (!base || shows?.kind !== "text") {
      return;
    }
    if (isSameText(shows.text, text)) {
      if (copy.isBehind(key)) {
        copy.follow(key, base);
      }
      return;
    }
    this.#following.set(document.uri, base);
    if (!openText(document.uri)?.isDirty) {
      this.#touch(document.uri);
    }
    // Else the save is still under way for VS Code, which reads nothing again until it is clean: see `#noticeSave`.
  }

  /** Brings the artifact's other documents up to the base that `document` moved on, their unsaved changes kept. */
  async #rebaseOthers(document: ArtifactDocument): Promise<void> {
    for (const { document: other, text } of this.#others(document)) {
      if (!other.copy.isBehind(other.key)) {
        continue;
      }
      if (!text.isDirty) {
        this.#letFollow(other, text.getText());
        continue;
      }
      await other.copy.idle();
      if (this.#finishing.has(other.key)) {
        // Saved at the same moment: it is read again once VS Code takes it for clean, and must not change before.
        this.#letFollow(other, text.getText());
        continue;
      }
      const mine = other.read(text.getText());
      // One that cannot be read now is compared when it is saved.
      const rebased = mine.kind === "entries" && (await other.copy.rebase(other.key, mine.entries));
      if (rebased) {
        await mergeInto(other, text, rebased);
        this.#onDidSettle.fire(other.uri);
      }
    }
  }

  #others(
    document: ArtifactDocument,
  ): readonly { readonly document: ArtifactDocument; readonly text: vscode.TextDocument }[] {
    return this.open().filter((other) => other.document.copy === document.copy && other.document.key !== document.key);
  }

  #noticeSave(text: vscode.TextDocument): void {
    this.#finishing.delete(text.uri.toString());
    if (this.#following.has(text.uri)) {
      this.#touch(text.uri);
    }
  }

  #touch(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#modified.set(key, Math.max((this.#modified.get(key) ?? 0) + 1, Date.now()));
    this.#onDidChange.fire(uri);
  }

  #noticeOpen(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    if (!document) {
      return;
    }
    // A document restored with unsaved changes was never read in this session.
    const tracked = document.copy.track(document.key, text.isDirty);
    void Promise.all([tracked, this.#loaded(text.uri)]).then(() => this.#onDidSettle.fire(text.uri));
  }

  #noticeChange(text: vscode.TextDocument, isUndo: boolean): void {
    const document = this.at(text.uri);
    const mine = document?.copy.isSettling(document.key) ? document.read(text.getText()) : undefined;
    if (document && mine?.kind === "entries") {
      document.copy.noteText(document.key, mine.entries, isUndo);
    }
  }

  #noticeText(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    const served = this.#served.get(key);
    const document = served && this.at(text.uri);
    if (!document || text.isDirty || !isSameText(text.getText(), served.text)) {
      return;
    }
    this.#served.delete(key);
    const isOvertaken = document.copy.storedCount !== served.storedCount;
    if (served.isNew && !isOvertaken) {
      void this.#adopt(document, served.base);
      return;
    }
    document.copy.follow(key, served.base);
    this.#onDidSettle.fire(text.uri);
    if (served.isNew) {
      // Another document of the artifact was saved in between: this one is to show that too.
      this.#touch(text.uri);
    }
  }

  #noticeClose(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    // A document whose language is changed is closed and opened for listeners, and yet stays as it is.
    if (!document || !text.isClosed) {
      return;
    }
    const key = text.uri.toString();
    for (const map of [this.#served, this.#modified, this.#refusals, this.#artifacts]) {
      map.delete(key);
    }
    this.#following.delete(text.uri);
    this.#finishing.delete(key);
    this.#overtaken.delete(key);
    document.copy.untrack(key);
    if (this.#others(document).length === 0) {
      void this.#copies.release(document.connectionId, document.artifactId);
    }
    this.#onDidSettle.fire(text.uri);
  }
}

/** What became of a text that was to be saved. */
export type TextOutcome =
  | ArtifactOutcome
  /** Nothing was sent: the text is not a valid document. */
  | { readonly kind: "broken" }
  /** Nothing was stored: it was written by its URI, and is not made from what the service has now. */
  | { readonly kind: "overtaken" };

/** The name in the working copy of a text that was written by the URI of the document `key`. */
function writerOf(key: string): string {
  return `${key}#written`;
}

/** Stands in until the codec of a document that was restored is loaded. */
const formToCome: TextForm = {
  print: () => ({ kind: "unprintable", labels: [] }),
  parse: (text) => ({
    entries: [],
    problems: [{ code: "syntax", severity: "error", offset: 0, length: text.length }],
  }),
  edit: (text) => text,
};

function isReadOnly({ copy: { base } }: ArtifactDocument): boolean {
  return base !== undefined && documentEntries(base).length === 0;
}

function printed({ form, format, artifactId }: ArtifactDocument, base: Base): string {
  const text = form.print(base);
  if (text.kind === "text") {
    return text.text;
  }
  throw new HumanError(
    format === undefined
      ? `Artifact #${artifactId} has no text in ${text.labels.join(", ")} that you may write.`
      : `XML cannot hold a character of ${text.labels.join(", ")} in artifact #${artifactId}. Open it as JSON instead.`,
  );
}

function readAheadKey(connectionId: string, artifactId: number): string {
  return `${connectionId}/${artifactId}`;
}
