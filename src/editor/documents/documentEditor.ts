import { isDeepStrictEqual } from "node:util";
import * as vscode from "vscode";
import { typedWhilePutBack } from "../../core/sentences/saving.ts";
import { typedWhileSaved } from "../../core/sentences/sourceControl.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { isSameText, isUnsaved } from "../../core/util/unsaved.ts";
import type { KindTypes, SaveOutcome, TextMerge } from "../../core/workingCopy/kindTypes.ts";
import type { NoText } from "../../core/workingCopy/textForm.ts";
import { HumanError } from "../dialog/present.ts";
import { whileDiscarding } from "../text/discarding.ts";
import { openText } from "../text/openText.ts";
import { replacement, replaceText } from "../text/replaceText.ts";
import { saveText } from "../text/saveText.ts";
import { EditorState } from "./editorState.ts";
import type { DocumentForm, GuardedDocument, OpenText, RefusedText, Saves, TextOutcome } from "./guardedDocument.ts";
import { mergeInto } from "./mergeInto.ts";

/**
 * Connects the texts of documents of one kind in the editor with their working copies: VS Code opens, reads, shows,
 * saves and closes them here. Their form tells how they are found, read and printed.
 *
 * A text counts as made from a base only once it is seen in the editor with nothing unsaved. VS Code may still throw
 * away a text that it was handed, where the person typed in the meantime, and then the old base is the right one.
 */
export class DocumentEditor<T extends KindTypes, D extends GuardedDocument<T>> extends DisposableOwner {
  readonly #form: DocumentForm<T, D>;
  readonly #states = new Map<string, EditorState<T["base"]>>();
  readonly #onDidChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #onDidSettle = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());

  /** Fires when VS Code is to read a document again. */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires when the base, the conflict or the marks of a document may be others. */
  readonly onDidSettle = this.#onDidSettle.event;

  /** Follows what VS Code does with documents of `form` from here on. */
  constructor(form: DocumentForm<T, D>) {
    super();
    this.#form = form;
    const listeners = [
      vscode.workspace.onDidOpenTextDocument((document) => this.#noticeOpen(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
        if (contentChanges.length > 0) {
          this.#noticeChange(document, reason !== undefined);
        } else if (document.isDirty) {
          this.#noticeUnsaved(document);
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

  /** Gives the document at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): D | undefined {
    return this.#form.at(uri);
  }

  /** Gives the open documents, in no particular order. */
  open(): readonly OpenText<D>[] {
    return vscode.workspace.textDocuments.flatMap((text) => {
      const document = text.isClosed ? undefined : this.at(text.uri);
      return document ? [{ document, text }] : [];
    });
  }

  /**
   * Gives when the text last changed other than by the person, as milliseconds since 1970; and whether it may not be
   * written.
   */
  stat(document: D): { mtime: number; isReadOnly: boolean } {
    const state = this.#states.get(document.key);
    const open = openText(document.uri);
    state?.noticeLook(open !== undefined && !isUnsaved(open));
    return { mtime: state?.modifiedMs ?? 0, isReadOnly: this.#isReadOnly(document) };
  }

  /**
   * Gives the text that VS Code asks for: that of the version now on the service; after a save that of the version it
   * made; or, while another document of the working copy has unsaved changes, that of the base they share.
   */
  async read(asked: D, signal: AbortSignal): Promise<string> {
    const { uri } = asked;
    if (!openText(uri)) {
      this.#form.opening?.(asked);
    }
    const document = await this.loaded(uri);
    const { key, copy } = document;
    const state = this.#stateOf(key);
    const open = openText(uri);
    const isDirty = open !== undefined && isUnsaved(open);
    // VS Code also reads a text with unsaved changes, to drop these.
    const isOfEditor = open !== undefined && (isDirty ? state.given?.isOfEditor === false : state.takeLook());
    const following = state.takeFollowed(open && { isDirty });
    if (following) {
      return following.isDropped
        ? this.#printed(document, following.base)
        : this.#serve(document, following.base, false);
    }
    await copy.restore();
    await copy.idle();
    const shared = (): T["base"] | undefined =>
      this.#others(document).some(({ text }) => isUnsaved(text)) ? copy.base : undefined;
    const wasReadOnly = this.#isReadOnly(document);
    const read = shared() ?? (await copy.readAfterSaves(() => this.#readNow(document, signal)));
    // Another document may have unsaved changes by now: its save is to meet what was read as a conflict.
    const base: T["base"] = shared() ?? read;
    if (this.#isElsewhere(document)) {
      return await this.read(document, signal);
    }
    const { storedCount } = copy;
    const text = this.#serve(document, base, true);
    // A text that follows a save from here is read by VS Code, and by nobody else.
    state.noteGiven({ base, of: this.#form.copies.of(document.connectionId), isOfEditor });
    if (!isDirty && !isOfEditor && state.isOvertaken) {
      state.isOvertaken = false;
      // The next program that writes the file has read this version; the editor follows.
      await this.#adopt({ ...document, key: writerOf(key) }, base, storedCount);
      copy.untrack(writerOf(key));
    }
    // A text that has opened meanwhile is not the one that is read here: VS Code opens a text once it is read.
    if (!open && !openText(uri)) {
      state.served = undefined;
      await this.#adopt(document, base, storedCount);
      if (this.#isReadOnly(document) !== wasReadOnly) {
        // VS Code asked whether the document may be written before that was known, so it reads the document once more.
        state.follow(base);
        this.touch(uri);
      }
    }
    return text;
  }

  /**
   * Gives the text of the version that a document was made from; undefined where that is not known, or has no text in
   * the document's form.
   */
  async unchanged({ uri }: D): Promise<string | undefined> {
    const { copy, key, print } = await this.loaded(uri);
    await copy.restore();
    const { madeFrom, base: current } = copy.contextOf(key);
    const base: T["base"] | undefined = madeFrom ?? current;
    const shows = base === undefined ? undefined : print(base);
    return shows?.kind === "text" ? shows.text : undefined;
  }

  /**
   * Saves what the editor holds. An outcome other than «saved» and «unchanged» means that the document stays dirty.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  async save(document: D, text: string, signal: AbortSignal): Promise<TextOutcome<T>> {
    const save = () => this.#save(document, text, signal);
    return await (this.#form.saving?.(document, save, signal) ?? save());
  }

  async #save({ uri }: D, text: string, signal: AbortSignal): Promise<TextOutcome<T>> {
    const document = await this.loaded(uri);
    const { key, copy } = document;
    const open = openText(uri);
    // What the text was made from may not have been readable when the text was opened: it is read now.
    await (open && this.#track(open));
    // A restored document's text can only be read with the base it was made from.
    await copy.restore();
    const mine = document.mineIn(text);
    if (mine === undefined) {
      return { kind: "broken" };
    }
    const state = this.#stateOf(key);
    const { nextSave } = state;
    if (nextSave.kind === "stored" && copy.pending(key, mine).change !== undefined) {
      throw new HumanError(typedWhileSaved);
    }
    if (nextSave.kind === "putBack") {
      if (!isDeepStrictEqual(mine, document.mineIn(nextSave.text))) {
        throw new HumanError(typedWhilePutBack);
      }
      return { kind: "unchanged" };
    }
    // Another program has written a text to the file: the editor shows its own text, and follows that save as any other
    // document does.
    if (!open || (!isUnsaved(open) && !isSameText(open.getText(), text))) {
      return await this.#write(document, mine, signal);
    }
    state.refusal = undefined;
    state.isFinishing = false;
    state.isWaitingForConsent = false;
    try {
      const encode = await this.#form.encodeFor?.(document);
      if (nextSave.kind === "keepMine") {
        // A reading that is under way may still bring another version.
        await copy.idle();
      }
      const isKept = nextSave.kind === "keepMine" && this.#isInConflictWith(document, nextSave.over);
      const outcome: SaveOutcome<T> = await copy.save(key, mine, isKept ? "keepMine" : "plain", signal, encode);
      if (isClean(outcome)) {
        this.#noteSaved(document, open, text);
      }
      if (movesBase(outcome)) {
        await this.rebaseOthers(document);
      }
      state.isWaitingForConsent = outcome.kind === "unknownTarget";
      return outcome;
    } catch (error) {
      if (isServiceError(error) && error.kind === "rejected" && error.serviceMessage) {
        state.refusal = { message: error.serviceMessage, text };
      }
      throw error;
    } finally {
      this.settled(uri);
    }
  }

  /** Notes that the service now has what `text` of the document, which `open` shows, said when it was saved. */
  #noteSaved(document: D, open: vscode.TextDocument, text: string): void {
    const state = this.#stateOf(document.key);
    state.served = undefined;
    if (open.getText() !== text) {
      // What was typed meanwhile is a change after the save.
      this.#noticeChange(open, false);
    }
    if (isUnsaved(open)) {
      state.isFinishing = true;
    }
    this.letFollow(document, text);
  }

  /**
   * Stores a text that another program wrote to the URI of `document`, over the base that readers of the file are
   * given. Each such write is separate: nobody can choose anything for a text that no editor shows. A text that was
   * overtaken can be made again from the file once that is read again.
   */
  async #write(document: D, mine: T["mine"], signal: AbortSignal): Promise<TextOutcome<T>> {
    const { uri, key, copy } = document;
    const state = this.#stateOf(key);
    const writer = writerOf(key);
    const { given } = state;
    copy.untrack(writer);
    if (given && given.of !== this.#form.copies.of(document.connectionId)) {
      // The file was read at an address that its connection has left.
      state.isOvertaken = true;
      return { kind: "overtaken" };
    }
    try {
      if (copy.base !== undefined) {
        // The text was made from what the file said: what is read before the text is sent may be newer. A save from
        // here may have moved the base on since the file was read.
        copy.follow(writer, given?.base ?? copy.base);
        await copy.track(writer);
      }
      // What waits for a save of the document, such as a comment, does not belong to this text.
      const encode = await this.#form.encodeFor?.({ ...document, key: writer });
      const outcome: SaveOutcome<T> = await copy.save(writer, mine, "plain", signal, encode);
      if (outcome.kind === "conflict") {
        state.isOvertaken = true;
        return { kind: "overtaken" };
      }
      if (isClean(outcome)) {
        state.served = undefined;
        if (given && state.given === given) {
          // Whoever has written may write again, and has not read what else is there now.
          const { madeFrom, base } = copy.contextOf(writer);
          state.given = { ...given, base: madeFrom ?? base };
        }
      }
      await this.rebaseOthers({ ...document, key: writer });
      return outcome;
    } finally {
      copy.untrack(writer);
      this.settled(uri);
    }
  }

  /** Gives the words by which the service refused the last save, and the text that it refused. */
  refusal(uri: vscode.Uri): RefusedText | undefined {
    return this.#stateOf(uri.toString()).refusal;
  }

  /** Tells whether a save of the document waits for the person's consent to replace whatever is there. */
  isWaitingForConsent({ key }: D): boolean {
    return this.#stateOf(key).isWaitingForConsent;
  }

  /**
   * Puts theirs in the place of a text's changes, in one step that can be undone, with nothing unsaved. Theirs is the
   * base from then on. Else gives why nothing was changed.
   */
  async takeTheirs(document: D, text: vscode.TextDocument): Promise<TakenTheirs> {
    const { copy, key } = document;
    await copy.idle();
    const { version } = text;
    const mine = document.mineIn(text.getText()) ?? copy.kind.rules.nothing;
    let theirs: T["base"] | undefined;
    let left: TakenTheirs = { kind: "nothingToTake" };
    const taken = await copy.takeTheirs(key, mine, async (found) => {
      theirs = found;
      const printed = document.print(found);
      left = printed.kind === "text" ? { kind: "notReplaced" } : printed;
      return printed.kind === "text" && (await this.replace(text, version, printed.text));
    });
    if (taken !== "taken" || theirs === undefined) {
      return left;
    }
    // The text was replaced before theirs became the base. The working copy is told now what the text shows, so that it
    // can tell undoing from typing.
    const shown = document.mineIn(text.getText());
    if (shown !== undefined) {
      copy.noteText(key, shown, false);
    }
    await this.#letGo(document, text, theirs);
    await this.rebaseOthers(document);
    return { kind: "taken" };
  }

  /**
   * Puts `base` in the place of a text's unsaved changes, with nothing unsaved. Nothing is sent. Gives false where the
   * text stays as it is: it is not that of `version` any more, or the base has no text in this form. What is typed from
   * then on stays unsaved.
   */
  async putBack(document: D, text: vscode.TextDocument, version: number, base: T["base"]): Promise<boolean> {
    const shows = document.print(base);
    if (shows.kind !== "text" || !(await this.replace(text, version, shows.text))) {
      return false;
    }
    await this.#letGo(document, text, base);
    return true;
  }

  /**
   * Replaces a text, which stays unsaved. Gives false where VS Code did not let it, or the text is not of `version` any
   * more.
   */
  async replace(text: vscode.TextDocument, version: number, by: string): Promise<boolean> {
    const edit = text.version === version ? replacement(text, by) : undefined;
    return edit !== undefined && (edit.size === 0 || (await vscode.workspace.applyEdit(edit)));
  }

  /**
   * Has VS Code take a text that shows `base` for saved.
   *
   * VS Code reverts only the active editor, which may be another document's by then. So the text is saved: it says what
   * the base says, so nothing is stored, and VS Code may keep it for whoever opens the document next.
   */
  async #letGo(document: D, text: vscode.TextDocument, base: T["base"]): Promise<void> {
    const { copy, key, uri } = document;
    const shows = document.print(base);
    copy.letGo(key, base);
    const state = this.#stateOf(key);
    state.served = undefined;
    state.isWaitingForConsent = false;
    const shown = shows.kind === "text" ? shows.text : text.getText();
    try {
      // Where the text is not saved it stays unsaved, and VS Code tells why.
      await state.saveAs({ kind: "putBack", text: shown }, () => saveText(text));
    } finally {
      this.letFollow(document, shown);
      this.settled(uri);
    }
  }

  /**
   * Puts the base in the place of a text's unsaved changes, or theirs where it is in conflict, with nothing unsaved, in
   * one step that can be undone. Gives false where the text stays as it is.
   *
   * @throws ServiceError where the base is not known and cannot be read.
   */
  async discard(uri: vscode.Uri): Promise<boolean> {
    return await whileDiscarding([uri], () => this.#discard(uri));
  }

  async #discard(uri: vscode.Uri): Promise<boolean> {
    const { copy, key } = await this.loaded(uri);
    await copy.restore();
    // A save under way ends first, stored or refused.
    await copy.idle();
    const document = await this.loaded(uri);
    const text = openText(uri);
    if (!text) {
      return false;
    }
    if (copy.conflictOf(key) !== undefined) {
      return (await this.takeTheirs(document, text)).kind === "taken";
    }
    if (copy.isLeftInConflict(key)) {
      // Theirs is read first, so that the text is replaced in one step.
      const mine = document.mineIn(text.getText());
      if (await copy.compare(key, mine, new AbortController().signal)) {
        return (await this.takeTheirs(document, text)).kind === "taken";
      }
    }
    const base: T["base"] = copy.base ?? (await copy.read(new AbortController().signal));
    return await this.putBack(document, text, text.version, base);
  }

  /** Tells whether a save of `text`, which a document says or has said, would store nothing. */
  isStored({ copy, key, mineIn }: D, text: string): boolean {
    const mine = mineIn(text);
    return mine !== undefined && copy.isStored(key, mine);
  }

  /** Gives what is known of the saves of the document at `uri`; undefined where the URI names none. */
  savesAt(uri: vscode.Uri): Saves | undefined {
    const document = this.at(uri);
    return (
      document && {
        storedCount: () => document.copy.storedCount,
        isStored: (text: string) => this.isStored(document, text),
      }
    );
  }

  /**
   * Has VS Code take a text for saved that said `stored` when its changes were stored. Nothing is sent. Gives false
   * where it says more by now, which stays unsaved.
   */
  async finish(document: D, text: vscode.TextDocument, stored: string): Promise<boolean> {
    const { copy, key } = document;
    await copy.idle();
    if (text.getText() !== stored && !this.isStored(document, text.getText())) {
      // What was typed meanwhile is a change after the save.
      this.#noticeChange(text, false);
      return false;
    }
    return !isUnsaved(text) || (await this.#stateOf(key).saveAs({ kind: "stored" }, () => saveText(text)));
  }

  /**
   * Replaces the text of a document by what `change` makes of it, in one edit, which leaves it unsaved. A text with
   * nothing unsaved shows the base first, which it may not have followed yet. Gives false where VS Code did not let it.
   */
  async edit(document: D, text: vscode.TextDocument, change: (text: string) => string): Promise<boolean> {
    const isDone = (await this.#showBase(document, text)) && (await replaceText(text, change));
    this.settled(document.uri);
    return isDone;
  }

  /**
   * Replaces the text of a document by what `change` makes of it, which also notes what that is made from. Until the
   * edit is made, the document follows no base. Gives false where VS Code did not let it.
   */
  async takeOver({ key }: D, text: vscode.TextDocument, change: (text: string) => string): Promise<boolean> {
    const state = this.#stateOf(key);
    state.isTakingOver = true;
    try {
      return await replaceText(text, change);
    } finally {
      state.isTakingOver = false;
    }
  }

  async #showBase(document: D, text: vscode.TextDocument): Promise<boolean> {
    const { copy, key } = document;
    const base: T["base"] | undefined = copy.base;
    const shows = base === undefined ? undefined : document.print(base);
    if (base === undefined || shows?.kind !== "text") {
      return true;
    }
    let isShown = false;
    const isDone = await replaceText(text, (said) => {
      isShown = !isUnsaved(text);
      return isShown ? shows.text : said;
    });
    if (isDone && isShown) {
      this.#stateOf(key).served = undefined;
      copy.follow(key, base);
    }
    return isDone;
  }

  /**
   * Saves the document over the version that is shown in the conflict now, unless another one is shown before the save.
   * Tells whether it was saved.
   */
  async keepMine({ copy, key }: D, text: vscode.TextDocument): Promise<boolean> {
    const over: T["base"] | undefined = copy.conflictOf(key)?.theirs;
    return await this.#stateOf(key).saveAs({ kind: "keepMine", over }, () => saveText(text));
  }

  /** Notes that `theirs` was shown beside the text of a document. */
  noteShown({ key }: D, theirs: T["base"]): void {
    this.#stateOf(key).shown = theirs;
  }

  /**
   * Tells whether a document is in conflict with a version that was not shown beside it: one save of all met several,
   * or a merge met it and could not be made.
   */
  isUnseen(document: D): boolean {
    const { copy, key } = document;
    return copy.conflictOf(key) !== undefined && !this.#isInConflictWith(document, this.#stateOf(key).shown);
  }

  /** Tells whether a document is in conflict with `over`; with undefined, whether it is in no conflict. */
  #isInConflictWith({ copy, key }: D, over: T["base"] | undefined): boolean {
    const theirs: T["base"] | undefined = copy.conflictOf(key)?.theirs;
    return theirs === over || (theirs !== undefined && over !== undefined && copy.kind.isUnmoved(over, theirs));
  }

  /** Has every clean document that `isAffected` read again from the service. Dirty ones are left alone. */
  refresh(isAffected: (document: D) => boolean): void {
    for (const { document, text } of this.open()) {
      if (!isUnsaved(text) && isAffected(document)) {
        this.touch(document.uri);
      }
    }
  }

  /** Tells that something other than a save moved the base or the conflict of `uri`. */
  settled(uri: vscode.Uri): void {
    this.#onDidSettle.fire(uri);
  }

  /**
   * Removes all that is kept of a connection. From then on nobody knows from what the texts that stay open were made.
   */
  async forget(connectionId: string): Promise<void> {
    try {
      await this.#form.copies.forget(connectionId);
    } finally {
      await this.#trackAgain(connectionId);
    }
  }

  /**
   * Has to be called once a connection leads to another address. Unsaved texts are compared with what is there before
   * they are saved, unless they were made at that address earlier; all other documents are read again.
   */
  async followAddress(connectionId: string): Promise<void> {
    for (const { document } of this.open()) {
      if (document.connectionId === connectionId) {
        this.#stateOf(document.key).dropServed();
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

  /** Tells whether the working copy of `document` is of an address that its connection does not lead to any more. */
  #isElsewhere({ uri, copy }: D): boolean {
    return this.at(uri)?.copy !== copy;
  }

  /** Tracks the open documents of a connection again, as their working copies are other ones now. */
  async #trackAgain(connectionId: string): Promise<void> {
    const open = this.open().filter(({ document }) => document.connectionId === connectionId);
    await Promise.all(open.map(({ text }) => this.#track(text)));
  }

  /** Gives the document once everything is loaded that it needs. */
  async loaded(uri: vscode.Uri): Promise<D> {
    await this.#form.load?.(uri);
    const document = this.at(uri);
    if (!document) {
      throw new Error(`Not a document of this kind: ${uri.toString()}`);
    }
    return document;
  }

  /** Brings the other documents of the working copy up to the base that `document` made, with their unsaved changes. */
  async rebaseOthers(document: D): Promise<void> {
    for (const { document: other, text } of this.#others(document)) {
      if (!other.copy.isBehind(other.key)) {
        continue;
      }
      if (!isUnsaved(text)) {
        this.letFollow(other, text.getText());
        continue;
      }
      await this.bringUp(other, text);
    }
  }

  /**
   * Has a text with unsaved changes show the base with these changes. One whose text is not valid now is compared when
   * it is saved.
   */
  async bringUp(document: D, text: vscode.TextDocument): Promise<void> {
    const { copy, key, uri } = document;
    await copy.idle();
    if (this.#stateOf(key).isFinishing) {
      // The text was saved at the same moment: it is read again once VS Code takes it for saved, and must not change
      // before.
      this.letFollow(document, text.getText());
      return;
    }
    const mine = document.mineIn(text.getText());
    const show = (merge: TextMerge<T>) => mergeInto(document, text, merge);
    if (mine !== undefined && (await copy.rebase(key, mine, show))) {
      this.settled(uri);
    }
  }

  #stateOf(key: string): EditorState<T["base"]> {
    return getOrMake(this.#states, key, () => new EditorState());
  }

  async #adopt(document: D, base: T["base"], storedCount: number): Promise<void> {
    if (await document.copy.adopt(document.key, base, storedCount)) {
      await this.rebaseOthers(document);
      this.settled(document.uri);
    } else if (document.copy.storedCount !== storedCount) {
      // Another document of the working copy was saved in between: this document is to show that version, too.
      this.settled(document.uri);
      this.touch(document.uri);
    }
  }

  #isReadOnly(document: D): boolean {
    return this.#form.isReadOnly?.(document) ?? false;
  }

  async #readNow(document: D, signal: AbortSignal): Promise<T["base"]> {
    const { key, copy } = document;
    const now = await (this.#form.readNow ? this.#form.readNow(document, signal) : copy.open(signal));
    return now ?? Promise.reject(new Error(`Nothing is known of ${key}`));
  }

  #printed(document: D, base: T["base"]): string {
    const shows = document.print(base);
    if (shows.kind === "text") {
      return shows.text;
    }
    const { key } = document;
    throw this.#form.unprintable?.(document, shows) ?? new Error(`${key} cannot be shown: ${shows.kind}`);
  }

  #serve(document: D, base: T["base"], isNew: boolean): string {
    const text = this.#printed(document, base);
    const { key, copy, uri } = document;
    const state = this.#stateOf(key);
    const open = openText(uri);
    state.served = { base, text, isNew, storedCount: copy.storedCount };
    state.opening = open ? undefined : text;
    if (open) {
      this.#noticeText(open);
    }
    return text;
  }

  /** Has the document show the new base after a save; a text that shows it already is left alone. */
  letFollow(document: D, text: string): void {
    const { copy, key } = document;
    if (this.#stateOf(key).isTakingOver) {
      return;
    }
    if (this.#isElsewhere(document)) {
      this.#stateOf(key).isToBeRead = true;
      this.touch(document.uri);
      return;
    }
    const base: T["base"] | undefined = copy.base;
    const shows = base === undefined ? undefined : document.print(base);
    const state = this.#stateOf(key);
    state.stopFollowing();
    // A base that the document's form cannot hold is shown by none of its texts.
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
    // Else VS Code is still saving the text, and reads nothing again until it takes it for saved: see `#noticeSave`.
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

  /** Has VS Code read the document again. */
  touch(uri: vscode.Uri): void {
    this.#stateOf(uri.toString()).touch();
    this.#onDidChange.fire(uri);
  }

  #noticeOpen(text: vscode.TextDocument): void {
    const key = this.at(text.uri)?.key;
    if (key === undefined) {
      return;
    }
    // Somebody else may have read the file: before VS Code restored a text, which it shows as unsaved only later, or
    // after VS Code read it.
    const isOther = this.#states.get(key)?.takeOther(text.getText()) ?? false;
    this.#track(text, isOther).then(
      () => {
        if (isOther) {
          this.touch(text.uri);
        }
        // The base may have moved on after VS Code read the text, and before it told that the text is open.
        this.#noticeText(text);
        this.settled(text.uri);
      },
      () => {
        // What was kept of the document cannot be read now: the next save reads it again, and tells of a failure.
      },
    );
  }

  /**
   * Notes that a document is open, once its text can be read; `isOther` where it is not the text that was read last.
   */
  async #track(text: vscode.TextDocument, isOther = false): Promise<void> {
    // A document restored with unsaved changes was never read in this session. Without what reads it, its text would
    // count as older than what had been merged into it.
    const isRestored = isOther || isUnsaved(text);
    const { key, copy, mineIn } = await this.loaded(text.uri);
    if (!text.isClosed) {
      await copy.track(key, isRestored ? () => mineIn(text.getText()) : undefined);
    }
  }

  #noticeChange(text: vscode.TextDocument, isUndo: boolean): void {
    const document = this.at(text.uri);
    const mine = document?.copy.isWatched(document.key) ? document.mineIn(text.getText()) : undefined;
    if (document && mine !== undefined) {
      document.copy.noteText(document.key, mine, isUndo);
    }
  }

  /**
   * Takes the base into a text that has unsaved changes now: VS Code reads it no more, and it may not have followed
   * yet.
   */
  #noticeUnsaved(text: vscode.TextDocument): void {
    const state = this.#states.get(text.uri.toString());
    const document = state && (state.isFollowing || state.served) ? this.at(text.uri) : undefined;
    if (document?.copy.isBehind(document.key) && !state?.isFinishing) {
      void this.bringUp(document, text);
    }
  }

  #noticeText(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    const state = this.#states.get(key);
    const document = state && !isUnsaved(text) ? this.at(text.uri) : undefined;
    if (!state || !document || state.isTakingOver) {
      return;
    }
    const { served } = state;
    if (!served) {
      if (!state.isFollowing && document.copy.isBehind(key)) {
        // The text had unsaved changes when the base moved on, and these were undone.
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
      void this.#adopt(document, served.base, served.storedCount);
      return;
    }
    document.copy.follow(key, served.base);
    this.settled(text.uri);
    if (served.isNew) {
      // Another document of the working copy was saved in between: this document is to show that version, too.
      this.touch(text.uri);
    }
  }

  #noticeClose(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    // Where the language of a document is changed, listeners hear that it is closed and opened, though it stays.
    if (!document || !text.isClosed) {
      return;
    }
    const given = this.#states.get(document.key)?.given;
    this.#states.delete(document.key);
    if (given?.isOfEditor === false) {
      // The program may still write it.
      this.#stateOf(document.key).given = given;
    }
    document.copy.close(document.key);
    if (this.#others(document).length === 0) {
      this.#form.closing?.(document);
      void this.#form.copies.release(document.connectionId, document.copy.id);
    }
    this.settled(text.uri);
  }
}

/** Tells whether theirs took the place of a text, or else why not. */
type TakenTheirs = { readonly kind: "taken" | "nothingToTake" | "notReplaced" } | NoText;

/** Gives the name that the working copy has for a text which was written to the URI of the document `key`. */
function writerOf(key: string): string {
  return `${key}#written`;
}

/** Tells whether nothing is left unsaved after a save with this outcome. */
export function isClean(outcome: { readonly kind: string }): boolean {
  return outcome.kind === "saved" || outcome.kind === "unchanged";
}

/** Tells whether a save with this outcome can have moved the base. */
function movesBase(outcome: { readonly kind: string }): boolean {
  return isClean(outcome) || outcome.kind === "notStored" || outcome.kind === "partlySaved";
}
