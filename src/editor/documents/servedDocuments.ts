import * as vscode from "vscode";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { isSameText } from "../../core/util/isSameText.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import type { KindTypes } from "../../core/workingCopy/kindTypes.ts";
import type { CopiesOfConnection, WorkingCopies } from "../../core/workingCopy/workingCopies.ts";
import { openText } from "../text/openText.ts";
import { EditorState, type ServedText } from "./editorState.ts";
import type { GuardedDocument, OpenText } from "./guardedDocument.ts";
import { mergeInto } from "./mergeInto.ts";

/**
 * The documents of one kind as VS Code opens, reads, shows and closes them, between the texts in the editor and their
 * working copies.
 *
 * A text counts as made from a base only once it is seen in the editor with nothing unsaved: what was handed to VS Code
 * may still be thrown away, because the person typed in the meantime, and then the old base is the right one.
 */
export abstract class ServedDocuments<T extends KindTypes, D extends GuardedDocument<T>> extends DisposableOwner {
  readonly #copies: Pick<WorkingCopies<T, CopiesOfConnection<T>>, "release" | "forget">;
  readonly #states = new Map<string, EditorState<T["base"]>>();
  readonly #onDidChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #onDidSettle = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());

  /** A document is to be read again by VS Code. */
  readonly onDidChange = this.#onDidChange.event;
  /** The base, the conflict or the marks of a document may be others now. */
  readonly onDidSettle = this.#onDidSettle.event;

  constructor(copies: Pick<WorkingCopies<T, CopiesOfConnection<T>>, "release" | "forget">) {
    super();
    this.#copies = copies;
  }

  /** The document at `uri`; undefined when the URI names none. */
  abstract at(uri: vscode.Uri): D | undefined;

  /** Loads what documents at `uri` need to be read and printed. */
  protected async load(_uri: vscode.Uri): Promise<void> {}

  /** What is on the service now. Throws what a person can be told, also where there is nothing to show. */
  protected async readNow({ key, copy }: D, signal: AbortSignal): Promise<T["base"]> {
    return (await copy.open(signal)) ?? Promise.reject(new Error(`Nothing is known of ${key}`));
  }

  protected isReadOnly(_document: D): boolean {
    return false;
  }

  /** Why a base has no text in `document`. The texts of most kinds hold all of it. */
  protected unprintable({ key }: D, labels: readonly string[]): Error {
    return new Error(`${key} cannot show ${labels.join()}`);
  }

  /** A document was closed, with `isLast` the last one of its working copy. */
  protected closed({ connectionId, copy }: D, isLast: boolean): void {
    if (isLast) {
      void this.#copies.release(connectionId, copy.id);
    }
  }

  /** Begins to follow what the editor does. */
  protected watch(): void {
    const listeners = [
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
    this.disposables.add(vscode.Disposable.from(...listeners));
    for (const document of vscode.workspace.textDocuments) {
      this.#noticeOpen(document);
    }
  }

  /** The open documents, in no particular order. */
  open(): readonly OpenText<D>[] {
    return vscode.workspace.textDocuments.flatMap((text) => {
      const document = text.isClosed ? undefined : this.at(text.uri);
      return document ? [{ document, text }] : [];
    });
  }

  /** When the text last changed other than by the person, as milliseconds since 1970; and whether it may be written. */
  stat(document: D): { mtime: number; isReadOnly: boolean } {
    const state = this.#states.get(document.key);
    const open = openText(document.uri);
    state?.noticeLook(open !== undefined && !isUnsaved(open));
    return { mtime: state?.modifiedMs ?? 0, isReadOnly: this.isReadOnly(document) };
  }

  /**
   * The text VS Code asks for: of the version now on the service; of the one a save has just made; or, while another
   * document of the working copy has unsaved changes, of the base they share.
   */
  async read({ uri }: D, signal: AbortSignal): Promise<string> {
    const document = await this.loaded(uri);
    const { key, copy } = document;
    const state = this.state(key);
    const open = openText(uri);
    const isDirty = open !== undefined && isUnsaved(open);
    const following = state.takeFollowed(open && { isDirty });
    if (following) {
      return following.isDropped
        ? this.#printed(document, following.base)
        : this.#serve(document, following.base, false);
    }
    await copy.restore();
    await copy.idle();
    const shared = this.#others(document).some(({ text }) => isUnsaved(text)) ? copy.base : undefined;
    const wasReadOnly = this.isReadOnly(document);
    const base = shared ?? (await copy.readAfterSaves(() => this.readNow(document, signal)));
    if (this.#isElsewhere(document)) {
      return await this.read(document, signal);
    }
    const { storedCount } = copy;
    const text = this.#serve(document, base, true);
    if (!isDirty && state.isOvertaken) {
      state.isOvertaken = false;
      // Whoever writes the file next has read this; the editor follows.
      await this.#adopt({ ...document, key: writerOf(key) }, { base, storedCount });
      copy.untrack(writerOf(key));
    }
    if (!open) {
      state.served = undefined;
      await this.#adopt(document, { base, storedCount });
      if (this.isReadOnly(document) !== wasReadOnly) {
        // VS Code asked whether the document may be written before that was known.
        state.follow(base);
        this.touch(uri);
      }
    }
    return text;
  }

  /**
   * The text of the version that a document was made from; undefined where that is not known, or has no text in its
   * form.
   */
  async unchanged({ uri }: D): Promise<string | undefined> {
    const { copy, print } = await this.loaded(uri);
    await copy.restore();
    const base: T["base"] | undefined = copy.base;
    const shows = base === undefined ? undefined : print(base);
    return shows?.kind === "text" ? shows.text : undefined;
  }

  /** Has every clean document that `isAffected` read again from the service. Dirty ones are left alone. */
  refresh(isAffected: (document: D) => boolean): void {
    for (const { document, text } of this.open()) {
      if (!isUnsaved(text) && isAffected(document)) {
        this.touch(document.uri);
      }
    }
  }

  /** Something other than a save moved the base or the conflict of `uri`. */
  settled(uri: vscode.Uri): void {
    this.#onDidSettle.fire(uri);
  }

  /** Removes all that is kept of a connection. Of what stays open nobody knows from then on what it was made from. */
  async forget(connectionId: string): Promise<void> {
    await this.#copies.forget(connectionId);
    await this.#trackAgain(connectionId);
  }

  /**
   * A connection leads to another address. What is unsaved is compared with what is there before it is saved, unless it
   * was made there earlier; all else is read again.
   */
  async followAddress(connectionId: string): Promise<void> {
    for (const { document } of this.open()) {
      if (document.connectionId === connectionId) {
        this.state(document.key).dropServed();
      }
    }
    await this.#trackAgain(connectionId);
    for (const { document } of this.open()) {
      if (document.connectionId === connectionId) {
        this.settled(document.uri);
      }
    }
    this.refresh((document) => document.connectionId === connectionId);
  }

  /** Whether the working copy of `document` is of an address that its connection does not lead to any more. */
  #isElsewhere({ uri, copy }: D): boolean {
    return this.at(uri)?.copy !== copy;
  }

  /** The working copies of the open documents of a connection are other ones. */
  async #trackAgain(connectionId: string): Promise<void> {
    const open = this.open().filter(({ document }) => document.connectionId === connectionId);
    await Promise.all(open.map(({ document, text }) => document.copy.track(document.key, isUnsaved(text))));
  }

  /** The document with all loaded that it needs. */
  protected async loaded(uri: vscode.Uri): Promise<D> {
    await this.load(uri);
    const document = this.at(uri);
    if (!document) {
      throw new Error(`Not a document of this kind: ${uri.toString()}`);
    }
    return document;
  }

  /**
   * Brings the other documents of the working copy up to the base that `document` moved on, their unsaved changes kept.
   */
  protected async rebaseOthers(document: D): Promise<void> {
    for (const { document: other, text } of this.#others(document)) {
      if (!other.copy.isBehind(other.key)) {
        continue;
      }
      if (!isUnsaved(text)) {
        this.letFollow(other, text.getText());
        continue;
      }
      await other.copy.idle();
      if (this.state(other.key).isFinishing) {
        // Saved at the same moment: it is read again once VS Code takes it for clean, and must not change before.
        this.letFollow(other, text.getText());
        continue;
      }
      const mine = other.mineIn(text.getText());
      // One that cannot be read now is compared when it is saved.
      const rebased = mine !== undefined && (await other.copy.rebase(other.key, mine));
      if (rebased) {
        await mergeInto(other, text, rebased);
        this.settled(other.uri);
      }
    }
  }

  protected state(key: string): EditorState<T["base"]> {
    return getOrMake(this.#states, key, () => new EditorState());
  }

  async #adopt(document: D, { base, storedCount }: Pick<ServedText<T["base"]>, "base" | "storedCount">): Promise<void> {
    if (await document.copy.adopt(document.key, base, storedCount)) {
      await this.rebaseOthers(document);
      this.settled(document.uri);
    } else if (document.copy.storedCount !== storedCount) {
      // Another document of the working copy was saved in between: this one is to show that too.
      this.settled(document.uri);
      this.touch(document.uri);
    }
  }

  #printed(document: D, base: T["base"]): string {
    const shows = document.print(base);
    if (shows.kind === "text") {
      return shows.text;
    }
    throw this.unprintable(document, shows.labels);
  }

  #serve(document: D, base: T["base"], isNew: boolean): string {
    const text = this.#printed(document, base);
    this.state(document.key).served = { base, text, isNew, storedCount: document.copy.storedCount };
    const open = openText(document.uri);
    if (open) {
      this.#noticeText(open);
    }
    return text;
  }

  /** After a save the document shows the new base; a text that does so already is left alone. */
  protected letFollow(document: D, text: string): void {
    const { copy, key } = document;
    if (this.#isElsewhere(document)) {
      this.state(key).isToBeRead = true;
      this.touch(document.uri);
      return;
    }
    const base: T["base"] | undefined = copy.base;
    const shows = base === undefined ? undefined : document.print(base);
    const state = this.state(key);
    state.stopFollowing();
    // A base that the document's form cannot hold any more is shown by none of its texts.
    if (base === undefined || shows?.kind !== "text") {
      return;
    }
    if (isSameText(shows.text, text)) {
      if (copy.isBehind(key)) {
        copy.follow(key, base);
      }
      return;
    }
    state.follow(base);
    const open = openText(document.uri);
    if (!open || !isUnsaved(open)) {
      this.touch(document.uri);
    }
    // Else the save is still under way for VS Code, which reads nothing again until it is clean: see `#noticeSave`.
  }

  #others(document: D): readonly OpenText<D>[] {
    return this.open().filter((other) => other.document.copy === document.copy && other.document.key !== document.key);
  }

  #noticeSave({ uri }: vscode.TextDocument): void {
    const state = this.#states.get(uri.toString());
    if (state) {
      state.isFinishing = false;
    }
    if (state?.isFollowing || state?.isToBeRead) {
      state.isToBeRead = false;
      this.touch(uri);
    }
  }

  /** VS Code is to read the document again. */
  protected touch(uri: vscode.Uri): void {
    this.state(uri.toString()).touch();
    this.#onDidChange.fire(uri);
  }

  #noticeOpen(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    if (!document) {
      return;
    }
    // A document restored with unsaved changes was never read in this session.
    const tracked = document.copy.track(document.key, isUnsaved(text));
    void Promise.all([tracked, this.load(text.uri)]).then(() => this.settled(text.uri));
  }

  #noticeChange(text: vscode.TextDocument, isUndo: boolean): void {
    const document = this.at(text.uri);
    const mine = document?.copy.isSettling(document.key) ? document.mineIn(text.getText()) : undefined;
    if (document && mine !== undefined) {
      document.copy.noteText(document.key, mine, isUndo);
    }
  }

  #noticeText(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    const state = this.#states.get(key);
    const document = state && !isUnsaved(text) ? this.at(text.uri) : undefined;
    if (!state || !document) {
      return;
    }
    const { served } = state;
    if (!served) {
      if (!state.isFollowing && document.copy.isBehind(key)) {
        // It had unsaved changes when the base moved on, which were undone.
        this.letFollow(document, text.getText());
      }
      return;
    }
    if (!isSameText(text.getText(), served.text)) {
      return;
    }
    state.served = undefined;
    const isOvertaken = document.copy.storedCount !== served.storedCount;
    if (served.isNew && !isOvertaken) {
      void this.#adopt(document, served);
      return;
    }
    document.copy.follow(key, served.base);
    this.settled(text.uri);
    if (served.isNew) {
      // Another document of the working copy was saved in between: this one is to show that too.
      this.touch(text.uri);
    }
  }

  #noticeClose(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    // A document whose language is changed is closed and opened for listeners, and yet stays as it is.
    if (!document || !text.isClosed) {
      return;
    }
    this.#states.delete(document.key);
    document.copy.untrack(document.key);
    this.closed(document, this.#others(document).length === 0);
    this.settled(text.uri);
  }
}

/** The name in the working copy of a text that was written by the URI of the document `key`. */
export function writerOf(key: string): string {
  return `${key}#written`;
}
