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
import { openText } from "../text/openText.ts";
import { replacement, replaceText } from "../text/replaceText.ts";
import { saveText } from "../text/saveText.ts";
import { EditorState } from "./editorState.ts";
import type { DocumentForm, GuardedDocument, OpenText, RefusedText, TextOutcome } from "./guardedDocument.ts";
import { mergeInto } from "./mergeInto.ts";

/**
 * The documents of one kind between the texts in the editor and their working copies: VS Code opens, reads, shows,
 * saves and closes them here. How they are found, read and printed is their form.
 *
 * A text counts as made from a base only once it is seen in the editor with nothing unsaved: what was handed to VS Code
 * may still be thrown away, because the person typed in the meantime, and then the old base is the right one.
 */
export class DocumentEditor<T extends KindTypes, D extends GuardedDocument<T>> extends DisposableOwner {
  readonly #form: DocumentForm<T, D>;
  readonly #states = new Map<string, EditorState<T["base"]>>();
  readonly #onDidChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #onDidSettle = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());

  /** A document is to be read again by VS Code. */
  readonly onDidChange = this.#onDidChange.event;
  /** The base, the conflict or the marks of a document may be others now. */
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

  /** The document at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): D | undefined {
    return this.#form.at(uri);
  }

  /** The open documents, in no particular order. */
  open(): readonly OpenText<D>[] {
    return vscode.workspace.textDocuments.flatMap((text) => {
      const document = text.isClosed ? undefined : this.at(text.uri);
      return document ? [{ document, text }] : [];
    });
  }

  /**
   * Tells when the text last changed other than by the person, as milliseconds since 1970; and whether it may be
   * written.
   */
  stat(document: D): { mtime: number; isReadOnly: boolean } {
    const state = this.#states.get(document.key);
    const open = openText(document.uri);
    state?.noticeLook(open !== undefined && !isUnsaved(open));
    return { mtime: state?.modifiedMs ?? 0, isReadOnly: this.#isReadOnly(document) };
  }

  /**
   * The text VS Code asks for: of the version now on the service; of the one a save has just made; or, while another
   * document of the working copy has unsaved changes, of the base they share.
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
    const following = state.takeFollowed(open && { isDirty });
    if (following) {
      return following.isDropped
        ? this.#printed(document, following.base)
        : this.#serve(document, following.base, false);
    }
    await copy.restore();
    await copy.idle();
    const shared = this.#others(document).some(({ text }) => isUnsaved(text)) ? copy.base : undefined;
    const wasReadOnly = this.#isReadOnly(document);
    const base = shared ?? (await copy.readAfterSaves(() => this.#readNow(document, signal)));
    if (this.#isElsewhere(document)) {
      return await this.read(document, signal);
    }
    const { storedCount } = copy;
    const text = this.#serve(document, base, true);
    if (!isDirty && state.isOvertaken) {
      state.isOvertaken = false;
      // Whoever writes the file next has read this; the editor follows.
      await this.#adopt({ ...document, key: writerOf(key) }, base, storedCount);
      copy.untrack(writerOf(key));
    }
    if (!open) {
      state.served = undefined;
      await this.#adopt(document, base, storedCount);
      if (this.#isReadOnly(document) !== wasReadOnly) {
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
    // It could not be read yet what the text was made from.
    await (open && copy.track(key, unsavedIn(document, open)));
    // A restored document's text is read by the base it was made from.
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
    // Somebody else's text for the same file: the editor shows another one, which follows like any other document.
    if (!open || (!isUnsaved(open) && !isSameText(open.getText(), text))) {
      return await this.#write(document, mine, signal);
    }
    state.refusal = undefined;
    state.isFinishing = false;
    state.isWaitingForConsent = false;
    try {
      const outcome: SaveOutcome<T> = await copy.save(
        key,
        mine,
        nextSave.kind === "keepMine" ? "keepMine" : "plain",
        signal,
        await this.#form.encodeFor?.(document),
      );
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

  /** Notes that the service has what `text` of the document, which `open` shows, said to be saved. */
  #noteSaved(document: D, open: vscode.TextDocument, text: string): void {
    const state = this.#stateOf(document.key);
    state.served = undefined;
    if (open.getText() !== text) {
      // What was typed meanwhile is from after the save.
      this.#noticeChange(open, false);
    }
    if (isUnsaved(open)) {
      state.isFinishing = true;
    }
    this.letFollow(document, text);
  }

  /**
   * Stores a text that was written by the URI of `document`, over the base that whoever reads the file is given. Each
   * write stands for itself: nobody can choose anything for a text that no editor shows. One that was overtaken can be
   * made again from what the file says when it is read again.
   */
  async #write(document: D, mine: T["mine"], signal: AbortSignal): Promise<TextOutcome<T>> {
    const { uri, key, copy } = document;
    const writer = writerOf(key);
    copy.untrack(writer);
    try {
      if (copy.base !== undefined) {
        // What is read before it is sent may be newer than what the file has said.
        copy.follow(writer, copy.base);
        await copy.track(writer);
      }
      // What waits for a save of the document, such as a comment, is not of this text.
      const encode = await this.#form.encodeFor?.({ ...document, key: writer });
      const outcome: SaveOutcome<T> = await copy.save(writer, mine, "plain", signal, encode);
      const state = this.#stateOf(key);
      if (outcome.kind === "conflict") {
        state.isOvertaken = true;
        return { kind: "overtaken" };
      }
      if (isClean(outcome)) {
        state.served = undefined;
      }
      await this.rebaseOthers({ ...document, key: writer });
      return outcome;
    } finally {
      copy.untrack(writer);
      this.settled(uri);
    }
  }

  /** Tells what the service said when it refused the last save, and to which text. */
  refusal(uri: vscode.Uri): RefusedText | undefined {
    return this.#stateOf(uri.toString()).refusal;
  }

  /** Tells whether a save of the document waits for the word that whatever is there may be replaced. */
  isWaitingForConsent({ key }: D): boolean {
    return this.#stateOf(key).isWaitingForConsent;
  }

  /**
   * Has a text show theirs in the place of its changes, in one step that can be undone, with nothing unsaved. Theirs is
   * the base from then on. Else it gives why nothing was changed.
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
    // It was replaced before theirs was the base: what undoing brings back is told from what the person writes.
    const shown = document.mineIn(text.getText());
    if (shown !== undefined) {
      copy.noteText(key, shown, false);
    }
    await this.#letGo(document, text, theirs);
    await this.rebaseOthers(document);
    return { kind: "taken" };
  }

  /**
   * Has a text show `base` in the place of its unsaved changes, with nothing unsaved. Nothing is sent. False where the
   * text stays as it is: it is not that of `version` any more, or the base has none here. What is typed from then on
   * stays unsaved.
   */
  async putBack(document: D, text: vscode.TextDocument, version: number, base: T["base"]): Promise<boolean> {
    const shows = document.print(base);
    if (shows.kind !== "text" || !(await this.replace(text, version, shows.text))) {
      return false;
    }
    await this.#letGo(document, text, base);
    return true;
  }

  /** Replaces a text, which stays unsaved. False where VS Code did not let it, or it is not of `version` any more. */
  async replace(text: vscode.TextDocument, version: number, by: string): Promise<boolean> {
    const edit = text.version === version ? replacement(text, by) : undefined;
    return edit !== undefined && (edit.size === 0 || (await vscode.workspace.applyEdit(edit)));
  }

  /**
   * A text says what `base` says, and is to have nothing unsaved.
   *
   * VS Code reverts only what is active, which may be another document by then. So the text is saved: that it says what
   * the base says leaves nothing to store, and VS Code may keep it for whoever opens the document next.
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
      // Where it is not saved it stays unsaved, and VS Code tells why.
      await state.saveAs({ kind: "putBack", text: shown }, () => saveText(text));
    } finally {
      this.letFollow(document, shown);
      this.settled(uri);
    }
  }

  /**
   * Has a text show what it was made from, and one in conflict theirs, with nothing unsaved: in one step that can be
   * undone. False where the text stays as it is.
   *
   * @throws ServiceError where that is not known and cannot be read.
   */
  async discard(uri: vscode.Uri): Promise<boolean> {
    const { copy, key } = await this.loaded(uri);
    await copy.restore();
    // What is being saved is stored or refused before.
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
      // Theirs is read first, so that what is shown in the place of mine is one step.
      const mine = document.mineIn(text.getText());
      if (await copy.compare(key, mine, new AbortController().signal)) {
        return (await this.takeTheirs(document, text)).kind === "taken";
      }
    }
    const base: T["base"] = copy.base ?? (await copy.read(new AbortController().signal));
    return await this.putBack(document, text, text.version, base);
  }

  /**
   * Has VS Code take a text for saved that said `stored` when its changes were stored. Nothing is sent. False where it
   * says more by now, which stays unsaved.
   */
  async finish(document: D, text: vscode.TextDocument, stored: string): Promise<boolean> {
    const { copy, key } = document;
    await copy.idle();
    if (text.getText() !== stored) {
      const mine = document.mineIn(text.getText());
      if (mine === undefined || copy.pending(key, mine).change !== undefined) {
        // What was typed meanwhile is from after the save.
        this.#noticeChange(text, false);
        return false;
      }
    }
    return !isUnsaved(text) || (await this.#stateOf(key).saveAs({ kind: "stored" }, () => saveText(text)));
  }

  /**
   * Makes what `change` gives of the text of a document, in one edit, which leaves it unsaved. One with nothing unsaved
   * shows the base first, which it may not have followed yet. False where VS Code did not let it.
   */
  async edit(document: D, text: vscode.TextDocument, change: (text: string) => string): Promise<boolean> {
    const isDone = (await this.#showBase(document, text)) && (await replaceText(text, change));
    this.settled(document.uri);
    return isDone;
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

  /** Saves the document over the version shown in the conflict. True when it was saved. */
  async keepMine(text: vscode.TextDocument): Promise<boolean> {
    return await this.#stateOf(text.uri.toString()).saveAs({ kind: "keepMine" }, () => saveText(text));
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

  /**
   * Removes all that is kept of a connection. Nobody knows from then on what the texts were made from that stay open.
   */
  async forget(connectionId: string): Promise<void> {
    try {
      await this.#form.copies.forget(connectionId);
    } finally {
      await this.#trackAgain(connectionId);
    }
  }

  /**
   * Is called once a connection leads to another address. What is unsaved is compared with what is there before it is
   * saved, unless it was made there earlier; all else is read again.
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

  /** The working copies of the open documents of a connection are other ones. */
  async #trackAgain(connectionId: string): Promise<void> {
    const open = this.open().filter(({ document }) => document.connectionId === connectionId);
    await Promise.all(open.map(({ document, text }) => document.copy.track(document.key, unsavedIn(document, text))));
  }

  /** The document with all loaded that it needs. */
  async loaded(uri: vscode.Uri): Promise<D> {
    await this.#form.load?.(uri);
    const document = this.at(uri);
    if (!document) {
      throw new Error(`Not a document of this kind: ${uri.toString()}`);
    }
    return document;
  }

  /**
   * Brings the other documents of the working copy up to the base that `document` moved on, their unsaved changes kept.
   */
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
   * Has a text with unsaved changes show the base, its changes kept. One that cannot be read now is compared when it is
   * saved.
   */
  async bringUp(document: D, text: vscode.TextDocument): Promise<void> {
    const { copy, key, uri } = document;
    await copy.idle();
    if (this.#stateOf(key).isFinishing) {
      // Saved at the same moment: it is read again once VS Code takes it for clean, and must not change before.
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
      // Another document of the working copy was saved in between: this one is to show that too.
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
    this.#stateOf(document.key).served = { base, text, isNew, storedCount: document.copy.storedCount };
    const open = openText(document.uri);
    if (open) {
      this.#noticeText(open);
    }
    return text;
  }

  /** After a save the document shows the new base; a text that does so already is left alone. */
  letFollow(document: D, text: string): void {
    const { copy, key } = document;
    if (this.#isElsewhere(document)) {
      this.#stateOf(key).isToBeRead = true;
      this.touch(document.uri);
      return;
    }
    const base: T["base"] | undefined = copy.base;
    const shows = base === undefined ? undefined : document.print(base);
    const state = this.#stateOf(key);
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
  touch(uri: vscode.Uri): void {
    this.#stateOf(uri.toString()).touch();
    this.#onDidChange.fire(uri);
  }

  #noticeOpen(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    if (!document) {
      return;
    }
    // A document restored with unsaved changes was never read in this session.
    const tracked = document.copy.track(document.key, unsavedIn(document, text));
    Promise.all([tracked, this.#form.load?.(text.uri)]).then(
      () => this.settled(text.uri),
      () => {
        // What was kept of it cannot be read now: it is read again, and told of, when it is saved.
      },
    );
  }

  #noticeChange(text: vscode.TextDocument, isUndo: boolean): void {
    const document = this.at(text.uri);
    const mine = document?.copy.isWatched(document.key) ? document.mineIn(text.getText()) : undefined;
    if (document && mine !== undefined) {
      document.copy.noteText(document.key, mine, isUndo);
    }
  }

  /** VS Code reads nothing again from here on: the text takes in what it was about to follow. */
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
      void this.#adopt(document, served.base, served.storedCount);
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
    if (this.#others(document).length === 0) {
      this.#form.closing?.(document);
      void this.#form.copies.release(document.connectionId, document.copy.id);
    }
    this.settled(text.uri);
  }
}

/** Tells whether theirs took the place of a text, and why not. */
type TakenTheirs = { readonly kind: "taken" | "nothingToTake" | "notReplaced" } | NoText;

/** The name in the working copy of a text that was written by the URI of the document `key`. */
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

/** Reads a text that has something unsaved; undefined for any other. */
function unsavedIn<T extends KindTypes>(
  document: GuardedDocument<T>,
  text: vscode.TextDocument,
): (() => T["mine"] | undefined) | undefined {
  return isUnsaved(text) ? () => document.mineIn(text.getText()) : undefined;
}
