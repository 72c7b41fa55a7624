import * as vscode from "vscode";
import type { SettingsBase } from "../../core/svn/base.ts";
import { differingParts, likeText, type TextSettings } from "../../core/svn/settings.ts";
import type { SettingsCopy } from "../../core/svn/settingsCopy.ts";
import type { SettingsOutcome } from "../../core/svn/settingsOutcome.ts";
import { HandOver } from "../../core/util/handOver.ts";
import { isSameText } from "../../core/util/isSameText.ts";
import { HumanError } from "../dialog/present.ts";
import { Following } from "../documents/following.ts";
import { openText } from "../text/openText.ts";
import { replaceText } from "../text/replaceText.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";
import type { SettingsCopies } from "./settingsCopies.ts";
import { accessFileForm, type SettingsForm, settingsForm } from "./settingsForm.ts";
import { withheldSentence } from "./words.ts";

/** A document of a repository's settings: where it is, and the working copy behind it. */
export interface SettingsDocument {
  readonly uri: vscode.Uri;
  readonly connectionId: string;
  readonly repositoryId: number;
  readonly form: SettingsForm;
  readonly copy: SettingsCopy;
}

export type SettingsSaved = SettingsOutcome | { readonly kind: "broken" };

/** Settings read ahead of their document serve it when it opens within this time. */
const readAheadForMs = 10_000;

/**
 * The documents of repositories' settings, between the texts in the editor and their working copies.
 *
 * A text counts as made from a base only once it is seen in the editor with nothing unsaved: what was handed to VS Code
 * may still be thrown away, because the person typed in the meantime, and then the old base is the right one.
 */
export class SettingsDocuments implements vscode.Disposable {
  readonly #copies: SettingsCopies;
  /** Handed to VS Code, not seen in the editor yet. */
  readonly #served = new Map<string, { readonly base: SettingsBase; readonly text: string }>();
  readonly #following = new Following<SettingsBase>();
  readonly #readAhead = new HandOver<SettingsBase>(readAheadForMs);
  readonly #keepingMine = new Set<string>();
  /** Documents whose save waits for the word that whatever is there may be replaced. */
  readonly #waitingForConsent = new Set<string>();
  readonly #modified = new Map<string, number>();
  readonly #onDidChange = new vscode.EventEmitter<vscode.Uri>();
  readonly #onDidSettle = new vscode.EventEmitter<vscode.Uri>();
  readonly #onDidOpenUnread = new vscode.EventEmitter<{
    readonly document: SettingsDocument;
    readonly base: SettingsBase;
  }>();
  readonly #subscriptions: vscode.Disposable[];

  /** A document is to be read again by VS Code. */
  readonly onDidChange = this.#onDidChange.event;
  /** The base, the conflict or the marks of a document may be others now. */
  readonly onDidSettle = this.#onDidSettle.event;
  /** A document opened that does not show what the service has, since that cannot be read. */
  readonly onDidOpenUnread = this.#onDidOpenUnread.event;

  constructor(copies: SettingsCopies) {
    this.#copies = copies;
    this.#subscriptions = [
      this.#onDidChange,
      this.#onDidSettle,
      this.#onDidOpenUnread,
      vscode.workspace.onDidOpenTextDocument((text) => this.#noticeOpen(text)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#noticeText(document)),
      vscode.workspace.onDidSaveTextDocument((text) => this.#noticeSave(text)),
      vscode.workspace.onDidCloseTextDocument((text) => this.#noticeClose(text)),
    ];
    for (const text of vscode.workspace.textDocuments) {
      this.#noticeOpen(text);
    }
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
  }

  /** The document at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): SettingsDocument | undefined {
    const { connectionId = "", resource } = resourceOf(uri) ?? {};
    if (resource?.kind !== "svnSettings" && resource?.kind !== "svnAccessFile") {
      return undefined;
    }
    const form = resource.kind === "svnSettings" ? settingsForm : accessFileForm;
    const { repositoryId } = resource;
    return { uri, connectionId, repositoryId, form, copy: this.#copies.get(connectionId, repositoryId, form.name) };
  }

  /** The open documents, in no particular order. */
  open(): readonly { readonly document: SettingsDocument; readonly text: vscode.TextDocument }[] {
    return vscode.workspace.textDocuments.flatMap((text) => {
      const document = text.isClosed ? undefined : this.at(text.uri);
      return document ? [{ document, text }] : [];
    });
  }

  /**
   * Reads the settings of a document that is about to open, so that its repository's name is known and nothing is read
   * twice. Undefined where settings are withheld and nothing is remembered of them. Throws `ServiceError`.
   */
  async readAhead(connectionId: string, repositoryId: number, signal: AbortSignal): Promise<SettingsBase | undefined> {
    const uri = uriOf(connectionId, { kind: "svnSettings", repositoryId });
    const copy = this.at(uri)?.copy;
    if (openText(uri) && copy?.base) {
      return copy.base;
    }
    const base = await copy?.open(signal);
    if (base) {
      this.expect(uri, base);
    }
    return base;
  }

  /** The document at `uri` is about to open, and this is what it is to show. */
  expect(uri: vscode.Uri, base: SettingsBase): void {
    this.#readAhead.put(uri.toString(), base);
  }

  /** When the text last changed other than by the person, as milliseconds since 1970. */
  stat(document: SettingsDocument): { readonly mtime: number; readonly isReadOnly: boolean } {
    this.#following.noticeLook(document.uri);
    return { mtime: this.#modified.get(document.uri.toString()) ?? 0, isReadOnly: false };
  }

  /**
   * The text VS Code asks for: of the settings now on the service, or of those a save has just made.
   *
   * @throws HumanError where settings are withheld and nothing is remembered of them.
   */
  async read(document: SettingsDocument, signal: AbortSignal): Promise<string> {
    const key = document.uri.toString();
    const open = openText(document.uri);
    const following = this.#following.take(document.uri);
    if (following) {
      return following.isDropped ? document.form.print(following.base.settings) : this.#serve(document, following.base);
    }
    const base = this.#readAhead.take(key) ?? (await this.#readAfterSaves(document, signal));
    if (!base) {
      throw new HumanError(withheldSentence(document.repositoryId));
    }
    const text = this.#serve(document, base);
    if (!open) {
      this.#served.delete(key);
      await document.copy.adopt(base);
      this.#onDidSettle.fire(document.uri);
    }
    if (base.source === "remembered" || base.source === "assumed") {
      this.#onDidOpenUnread.fire({ document, base });
    }
    return text;
  }

  /**
   * Saves what the editor holds. An outcome other than «saved» and «unchanged» means that the document stays dirty.
   *
   * @throws ServiceError when the service refuses or cannot be reached.
   */
  async save(document: SettingsDocument, text: string, signal: AbortSignal): Promise<SettingsSaved> {
    const key = document.uri.toString();
    const mine = document.form.read(text);
    if (!mine) {
      return { kind: "broken" };
    }
    const open = openText(document.uri);
    if (open && !open.isDirty && !isSameText(open.getText(), text)) {
      return await this.#saveForeign(document, mine, signal);
    }
    const how = this.#keepingMine.has(key) ? "keepMine" : "plain";
    this.#waitingForConsent.delete(key);
    try {
      const outcome = await document.copy.save(mine, how, signal);
      if (outcome.kind === "unknownTarget") {
        this.#waitingForConsent.add(key);
      }
      if (outcome.kind === "saved" || outcome.kind === "unchanged") {
        this.#served.delete(key);
        this.#letFollow(document, text);
      }
      if (outcome.kind === "saved") {
        const others = this.#openOf(document).filter((other) => other.document.form !== document.form);
        await this.#update(others, outcome.base);
      }
      return outcome;
    } finally {
      this.#onDidSettle.fire(document.uri);
    }
  }

  /** Somebody else's text for the same file: the editor shows another one, which follows like any other document. */
  async #saveForeign(document: SettingsDocument, mine: TextSettings, signal: AbortSignal): Promise<SettingsSaved> {
    const { connectionId, repositoryId, form, copy } = document;
    const name = `${form.name}-written`;
    const written = this.#copies.get(connectionId, repositoryId, name);
    try {
      if (copy.base) {
        await written.adopt(copy.base);
      }
      const outcome = await written.save(mine, "plain", signal);
      if (outcome.kind === "saved") {
        await this.#update(this.#openOf(document), outcome.base);
      }
      return outcome;
    } finally {
      await this.#copies.release(connectionId, repositoryId, name);
    }
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

  /** Whether a save of the document waits for the word that whatever is there may be replaced. */
  isWaitingForConsent(document: SettingsDocument): boolean {
    return this.#waitingForConsent.has(document.uri.toString());
  }

  /** Has every clean document that `isAffected` read again from the service. Dirty ones are left alone. */
  refresh(isAffected: (document: SettingsDocument) => boolean): void {
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

  /** What is being saved is to be seen in what is read. */
  async #readAfterSaves({ copy }: SettingsDocument, signal: AbortSignal): Promise<SettingsBase | undefined> {
    await copy.idle();
    return await copy.open(signal);
  }

  #serve(document: SettingsDocument, base: SettingsBase): string {
    const text = document.form.print(base.settings);
    this.#served.set(document.uri.toString(), { base, text });
    const open = openText(document.uri);
    if (open) {
      this.#noticeText(open);
    }
    return text;
  }

  /** After a save the document shows the new base; a text that does so already is left alone. */
  #letFollow(document: SettingsDocument, text: string): void {
    const base = document.copy.base;
    if (!base || document.form.print(base.settings) === text) {
      return;
    }
    this.#following.set(document.uri, base);
    if (!openText(document.uri)?.isDirty) {
      this.#touch(document.uri);
    }
    // Else the save is still under way for VS Code, which reads nothing again until it is clean: see `#noticeSave`.
  }

  /** The open documents of a repository. */
  #openOf({ connectionId, repositoryId }: SettingsDocument): ReturnType<SettingsDocuments["open"]> {
    return this.open().filter(
      ({ document }) => document.connectionId === connectionId && document.repositoryId === repositoryId,
    );
  }

  /** Documents show what was saved elsewhere, with their own unsaved changes. */
  async #update(documents: ReturnType<SettingsDocuments["open"]>, base: SettingsBase): Promise<void> {
    for (const { document, text } of documents) {
      if (text.isDirty) {
        await this.#rebase(document, text, base);
      } else {
        this.#following.set(document.uri, base);
        this.#touch(document.uri);
      }
    }
  }

  async #rebase(document: SettingsDocument, text: vscode.TextDocument, base: SettingsBase): Promise<void> {
    await document.copy.idle();
    const before = text.getText();
    const mine = document.form.read(before);
    const merged = mine && (await document.copy.rebase(mine, base));
    if (mine && merged && differingParts(mine, likeText({ ...base.settings, ...merged }, mine)).length > 0) {
      // What was typed meanwhile stays; the next save asks about what is not taken in then.
      await replaceText(text, (now) => (now === before ? document.form.print(merged) : now));
    }
    this.#onDidSettle.fire(document.uri);
  }

  #noticeSave(text: vscode.TextDocument): void {
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
    // A document restored with unsaved changes was never read in this session.
    void document?.copy.restore().then(() => this.#onDidSettle.fire(text.uri));
  }

  #noticeText(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    const served = this.#served.get(key);
    const document = served && this.at(text.uri);
    if (!document || text.isDirty || text.getText() !== served.text) {
      return;
    }
    this.#served.delete(key);
    void document.copy.adopt(served.base).then(() => this.#onDidSettle.fire(text.uri));
  }

  #noticeClose(text: vscode.TextDocument): void {
    const document = this.at(text.uri);
    // A document whose language is changed is closed and opened for listeners, and yet stays as it is.
    if (!document || !text.isClosed) {
      return;
    }
    const key = text.uri.toString();
    for (const map of [this.#served, this.#modified]) {
      map.delete(key);
    }
    this.#following.delete(text.uri);
    this.#waitingForConsent.delete(key);
    void this.#copies.release(document.connectionId, document.repositoryId, document.form.name);
    this.#onDidSettle.fire(text.uri);
  }
}
