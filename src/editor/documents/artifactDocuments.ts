import * as vscode from "vscode";
import { parseJsonDocument, printJsonDocument } from "../../core/codec/jsonCodec.ts";
import type { Artifact, VersionedArtifact } from "../../core/model/artifact.ts";
import type { Entry } from "../../core/model/entry.ts";
import { isServiceError } from "../../core/service/serviceError.ts";

import { type Base, documentEntries } from "../../core/workingCopy/base.ts";
import type { SaveOutcome, WorkingCopy } from "../../core/workingCopy/workingCopy.ts";
import { resourceOf, uriOf } from "../resourceUri.ts";
import type { WorkingCopies } from "./workingCopies.ts";

/** An artifact's document: where it is, and the working copy behind it. */
export interface ArtifactDocument {
  readonly uri: vscode.Uri;
  readonly connectionId: string;
  readonly artifactId: number;
  readonly copy: WorkingCopy;
}

/** What a text says: its entries, or that it cannot be sent as it stands. */
export type TextReading =
  | { readonly kind: "entries"; readonly entries: readonly Entry[] }
  | { readonly kind: "broken" };

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
  readonly #served = new Map<string, { readonly base: Base; readonly text: string; readonly isNew: boolean }>();
  /** After a save: what the document is to show, without asking the service again. */
  readonly #following = new Map<string, Base>();
  readonly #readAhead = new Map<string, { readonly read: VersionedArtifact; readonly atMs: number }>();
  /** Of open documents: the artifact as it was read last. */
  readonly #artifacts = new Map<string, Artifact>();
  readonly #keepingMine = new Set<string>();
  /** What the service said to the last save of a text that has not changed since. */
  readonly #refusals = new Map<string, string>();
  readonly #modified = new Map<string, number>();
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
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) {
          this.#refusals.delete(document.uri.toString());
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
    return resource?.kind === "artifact" && resource.format === "json"
      ? {
          uri,
          connectionId,
          artifactId: resource.artifactId,
          copy: this.#copies.get(connectionId, resource.artifactId),
        }
      : undefined;
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
    const uri = uriOf(connectionId, { kind: "artifact", artifactId, format: "json" });
    const known = this.#openText(uri) && this.#artifacts.get(uri.toString());
    if (known) {
      return known;
    }
    const read = await this.#copies.readArtifact(connectionId, artifactId, signal);
    this.#readAhead.set(uri.toString(), { read, atMs: Date.now() });
    return read.artifact;
  }

  /** When the text last changed other than by the person, as milliseconds since 1970; and whether it may be written. */
  stat(document: ArtifactDocument): { mtime: number; isReadOnly: boolean } {
    const base = document.copy.base;
    return {
      mtime: this.#modified.get(document.uri.toString()) ?? 0,
      isReadOnly: base !== undefined && documentEntries(base).length === 0,
    };
  }

  /** The text VS Code asks for: of the version now on the service, or of the one a save has just made. */
  async read(document: ArtifactDocument, signal: AbortSignal): Promise<string> {
    const key = document.uri.toString();
    const open = this.#openText(document.uri);
    const following = this.#following.get(key);
    this.#following.delete(key);
    if (following && open && !open.isDirty) {
      return this.#serve(document, following, false);
    }
    const wasReadOnly = this.stat(document).isReadOnly;
    const read =
      this.#takeReadAhead(key) ?? (await this.#copies.readArtifact(document.connectionId, document.artifactId, signal));
    const base = await document.copy.interpret(read, signal);
    this.#artifacts.set(key, read.artifact);
    const text = this.#serve(document, base, true);
    if (!open) {
      this.#served.delete(key);
      await document.copy.adopt(key, base);
      if (this.stat(document).isReadOnly !== wasReadOnly) {
        // VS Code asked whether the document may be written before that was known.
        this.#following.set(key, base);
        this.#touch(document.uri);
      }
      this.#onDidSettle.fire(document.uri);
    }
    return text;
  }

  /**
   * Saves what the editor holds. An outcome other than «saved» and «unchanged» means that the document stays dirty.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  async save(document: ArtifactDocument, text: string, signal: AbortSignal): Promise<SaveOutcome | { kind: "broken" }> {
    const key = document.uri.toString();
    const reading = readText(text);
    if (reading.kind === "broken") {
      return reading;
    }
    const how = this.#keepingMine.has(key) ? "keepMine" : "plain";
    this.#refusals.delete(key);
    try {
      const outcome = await document.copy.save(key, reading.entries, how, signal);
      if (outcome.kind === "saved" || outcome.kind === "unchanged") {
        this.#served.delete(key);
        this.#letFollow(document, text);
      }
      return outcome;
    } catch (error) {
      if (isServiceError(error) && error.kind === "rejected" && error.serviceMessage) {
        this.#refusals.set(key, error.serviceMessage);
      }
      throw error;
    } finally {
      this.#onDidSettle.fire(document.uri);
    }
  }

  /** What the service said when it refused the text as it stands, lines parted by `\n`. */
  refusal(document: ArtifactDocument): string | undefined {
    return this.#refusals.get(document.uri.toString());
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

  /** Something other than a save moved the base or the conflict of `uri`. */
  settled(uri: vscode.Uri): void {
    this.#onDidSettle.fire(uri);
  }

  #serve(document: ArtifactDocument, base: Base, isNew: boolean): string {
    const text = printBase(base);
    this.#served.set(document.uri.toString(), { base, text, isNew });
    const open = this.#openText(document.uri);
    if (open) {
      this.#noticeText(open);
    }
    return text;
  }

  /** After a save the document shows the new base; a text that does so already is left alone. */
  #letFollow(document: ArtifactDocument, text: string): void {
    const base = document.copy.base;
    if (!base || printBase(base) === text) {
      return;
    }
    this.#following.set(document.uri.toString(), base);
    if (!this.#openText(document.uri)?.isDirty) {
      this.#touch(document.uri);
    }
    // Else the save is still under way for VS Code, which reads nothing again until it is clean: see `#noticeSave`.
  }

  #noticeSave(text: vscode.TextDocument): void {
    if (this.#following.has(text.uri.toString())) {
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
    document.copy.track(text.uri.toString());
    // A document restored with unsaved changes was never read in this session.
    void document.copy.restore().then(() => this.#onDidSettle.fire(text.uri));
  }

  #noticeText(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    const served = this.#served.get(key);
    const document = served && this.at(text.uri);
    if (!document || text.isDirty || text.getText() !== served.text) {
      return;
    }
    this.#served.delete(key);
    const seen = served.isNew ? document.copy.adopt(key, served.base) : document.copy.follow(key, served.base);
    void seen.then(() => this.#onDidSettle.fire(text.uri));
  }

  #noticeClose(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    if (!document) {
      return;
    }
    const key = text.uri.toString();
    for (const map of [this.#served, this.#following, this.#modified, this.#refusals, this.#artifacts]) {
      map.delete(key);
    }
    document.copy.untrack(key);
    const hasOthers = this.open().some(
      (other) => other.document.copy === document.copy && other.text.uri.toString() !== key,
    );
    if (!hasOthers) {
      void this.#copies.release(document.connectionId, document.artifactId);
    }
    this.#onDidSettle.fire(text.uri);
  }

  #takeReadAhead(key: string): VersionedArtifact | undefined {
    const ahead = this.#readAhead.get(key);
    this.#readAhead.delete(key);
    return ahead && Date.now() - ahead.atMs < readAheadForMs ? ahead.read : undefined;
  }

  #openText(uri: vscode.Uri): vscode.TextDocument | undefined {
    const key = uri.toString();
    return vscode.workspace.textDocuments.find((text) => text.uri.toString() === key && !text.isClosed);
  }
}

/** The text of a document that shows `base`. */
export function printBase(base: Base): string {
  return printJsonDocument(documentEntries(base));
}

/** What a text would send. */
export function readText(text: string): TextReading {
  const { entries, problems } = parseJsonDocument(text);
  return problems.some((problem) => problem.severity === "error") ? { kind: "broken" } : { kind: "entries", entries };
}
