import { basename } from "node:path/posix";
import * as vscode from "vscode";
import { kindsOf } from "../../core/codec/documentEntries.ts";
import {
  type DraftTextPlace,
  draftTextIn,
  type PutText,
  putDraftText,
  putSinceGiven,
  type TypedText,
  withTakenAlong,
} from "../../core/draft/draftText.ts";
import { ShownTexts } from "../../core/draft/shownTexts.ts";
import { replaceButton } from "../../core/labels/buttons.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import type { FieldLanguage } from "../../core/model/uri.ts";
import {
  draftIsClosed,
  draftNotRead,
  draftSaysOtherwise,
  draftTextName,
  draftWouldBeTooLong,
  nameOfDraftText,
  textIsMissing,
} from "../../core/sentences/drafts.ts";
import { documentNotChanged } from "../../core/sentences/fields.ts";
import { newArtifactOf } from "../../core/sentences/previews.ts";
import { notMovedToXml } from "../../core/sentences/saving.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { GatheredRun } from "../../core/util/gatheredRun.ts";
import { getOrMake } from "../../core/util/getOrMake.ts";
import { isUnsaved } from "../../core/util/unsaved.ts";
import { fieldLabel } from "../../core/workingCopy/base.ts";
import { HumanError, warn } from "../dialog/present.ts";
import { textFiles } from "../files/textFiles.ts";
import type { Services } from "../services/services.ts";
import { isShown, openText, tabsOf, tabsShowing } from "../text/openText.ts";
import { replacement, replaceText } from "../text/replaceText.ts";
import { draftUriOf, resourceOf, uriOf } from "../text/resourceUri.ts";
import { saveText } from "../text/saveText.ts";
import { showDocument } from "../text/showDocument.ts";
import type { DraftDocument, DraftDocuments } from "./draftDocuments.ts";

/** A long text of a draft in an editor of its own. */
interface DraftText {
  readonly uri: vscode.Uri;
  readonly draft: DraftDocument;
  readonly fieldId: number;
  readonly language: FieldLanguage;
}

interface OpenText {
  readonly text: DraftText;
  readonly shown: vscode.TextDocument;
}

/**
 * Holds the long texts of drafts in editors of their own. A save of such a text puts it into its draft, which stays
 * unsaved, and sends nothing. A save of the draft takes along what is unsaved in its texts.
 */
export class DraftTexts extends DisposableOwner {
  readonly files: ReturnType<typeof textFiles>;
  readonly #drafts: DraftDocuments;
  readonly #logFailure: Services["logFailure"];
  readonly #shown = new ShownTexts((key, madeFrom) => this.#keepMadeFrom(key, madeFrom));
  /** The time when each draft came to say something else, in milliseconds since 1970. */
  readonly #changedMs = new Map<string, number>();
  readonly #onDidChange = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  readonly #onDidSettle = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());
  /** The texts that have no draft any more and are about to be closed with nothing in them. */
  readonly #emptied = new Set<string>();
  /** Holds for each draft the run that has its texts follow it. */
  readonly #following = new Map<string, GatheredRun>();

  /** Fires when the draft says something else: VS Code is to read the text again. */
  readonly onDidChange = this.#onDidChange.event;
  /** Fires when a text is made from something else than before. */
  readonly onDidSettle = this.#onDidSettle.event;

  constructor(drafts: DraftDocuments, logFailure: Services["logFailure"]) {
    super();
    this.#drafts = drafts;
    this.#logFailure = logFailure;
    this.files = textFiles<DraftText, string | undefined>(
      {
        at: (uri) => this.at(uri),
        stat: ({ uri }) => ({ mtime: this.#changedMs.get(uri.toString()) ?? 0, isReadOnly: false }),
        read: (text, signal) => this.#read(text, signal),
        unchanged: async (text) => (await this.#madeFrom(text)).at(-1),
        save: (text, typed) => this.#save(text, typed),
      },
      () => nameOfDraftText,
      (_, words) => words,
    );
    const { workspace } = vscode;
    this.disposables.add(workspace.onWillSaveTextDocument((save) => this.#takeAlong(save)));
    this.disposables.add(
      workspace.onDidSaveTextDocument((text) => {
        this.#showMerged(text).catch((error: unknown) =>
          this.#logFailure("Showing what a text was merged with", error),
        );
      }),
    );
    this.disposables.add(workspace.onDidOpenTextDocument((text) => this.#noticeShown(text)));
    this.disposables.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        this.#noticeShown(document);
        this.#noteGiven(document);
        this.#followLater(document);
      }),
    );
    this.disposables.add(workspace.onDidCloseTextDocument((text) => this.#noticeClose(text)));
  }

  override dispose(): void {
    for (const following of this.#following.values()) {
      following.dispose();
    }
    super.dispose();
  }

  /** Gives the long text of a draft at `uri`; undefined when the URI names none. */
  at(uri: vscode.Uri): DraftText | undefined {
    const { resource } = resourceOf(uri) ?? {};
    const of = draftUriOf(uri);
    const draft = of && this.#drafts.at(of);
    return draft && resource?.kind === "draftField"
      ? { uri, draft, fieldId: resource.fieldId, language: resource.language }
      : undefined;
  }

  /** Opens a long text of the draft at `of` in an editor of its own. */
  async open(of: vscode.Uri, fieldId: number, language: FieldLanguage): Promise<void> {
    const { connectionId = "", resource } = resourceOf(of) ?? {};
    const draft = this.#drafts.at(of);
    if (resource?.kind !== "draft" || !draft) {
      return;
    }
    const { trackerId, n, format } = resource;
    const tracker = await draft.tracker();
    const uri = uriOf(connectionId, { kind: "draftField", trackerId, n, format, fieldId, language });
    await showDocument(uri, { preview: false }, draftTextName(newArtifactOf(tracker), fieldLabel(tracker, fieldId)));
  }

  /**
   * Tells why `said`, which is to be sent as the draft at `uri`, lacks what is unsaved in an editor of one of its
   * texts; undefined where it has everything.
   */
  async missingIn(uri: vscode.Uri, said: string): Promise<string | undefined> {
    for (const { text, shown } of this.#unsavedOf(uri)) {
      const { place, tracker } = await this.#placeOf(text, said);
      if (!this.#shown.isTaken(text.uri.toString(), draftTextIn(place), shown.getText())) {
        return textIsMissing(fieldLabel(tracker, text.fieldId));
      }
    }
    return undefined;
  }

  /**
   * Puts what is unsaved in the editors of a draft's texts into the draft; gives false where one of them stays unsaved.
   */
  async saveAll(uri: vscode.Uri): Promise<boolean> {
    let isSaved = true;
    for (const { shown } of this.#unsavedOf(uri)) {
      isSaved = (await saveText(shown)) && isSaved;
    }
    return isSaved;
  }

  /**
   * Shows what the draft says in the editor at `uri`, in place of what is unsaved there. A text without a draft is
   * closed. Gives false where the text stays unsaved.
   */
  async discard(uri: vscode.Uri): Promise<boolean> {
    const [text, shown] = [this.at(uri), openText(uri)];
    if (!text || !shown) {
      return false;
    }
    const open = await this.#draftOf(text);
    const says = open ? draftTextIn((await this.#placeOf(text, open.getText())).place) : "";
    if (says === undefined || !(await replaceText(shown, () => says))) {
      return false;
    }
    if (open) {
      return await saved(shown);
    }
    this.#emptied.add(uri.toString());
    try {
      return (await saved(shown)) && (await vscode.window.tabGroups.close(tabsShowing(uri)));
    } finally {
      this.#emptied.delete(uri.toString());
    }
  }

  /** Closes the editors of a draft's texts that have nothing unsaved. */
  async closeAll(uri: vscode.Uri): Promise<void> {
    const clean = this.#openOf(uri).filter(({ shown }) => !isUnsaved(shown));
    await vscode.window.tabGroups.close(
      clean.flatMap(({ text }) => tabsOf(text.uri).map(({ tab }) => tab)),
      true,
    );
  }

  #openOf(draft: vscode.Uri): readonly OpenText[] {
    const key = draft.toString();
    return vscode.workspace.textDocuments.flatMap((shown) => {
      const text = resourceOf(shown.uri)?.resource.kind === "draftField" ? this.at(shown.uri) : undefined;
      return text?.draft.uri.toString() === key ? [{ text, shown }] : [];
    });
  }

  #unsavedOf(draft: vscode.Uri) {
    return this.#openOf(draft).filter(({ shown }) => isUnsaved(shown));
  }

  async #placeOf(
    { draft, fieldId }: DraftText,
    said: string,
  ): Promise<{ readonly place: DraftTextPlace; readonly tracker: Tracker | undefined }> {
    const [tracker, codec] = await Promise.all([draft.tracker(), draft.codec()]);
    return { place: { said, codec, kindOf: kindsOf(tracker), fieldId }, tracker };
  }

  /** Gives the texts that an editor's words are made from, be that from before a restart; none where nobody knows. */
  async #madeFrom({ uri, draft }: DraftText): Promise<readonly string[]> {
    const key = uri.toString();
    // A closed draft is over: asking for what is kept of it would begin it anew.
    if (this.#shown.madeFrom(key).length === 0 && isShown(draft.uri)) {
      const kept = await draft.draft.madeFrom(nameInDraft(uri));
      if (openText(uri)) {
        this.#shown.takeUp(key, kept);
      }
    }
    return this.#shown.madeFrom(key);
  }

  #keepMadeFrom(key: string, madeFrom: readonly string[]): void {
    const uri = vscode.Uri.parse(key);
    this.#onDidSettle.fire(uri);
    const text = this.at(uri);
    if (text && isShown(text.draft.uri)) {
      text.draft.draft.keepMadeFrom(nameInDraft(text.uri), madeFrom).catch((error: unknown) => {
        this.#logFailure("Keeping what a text of a draft was made from", error);
      });
    }
  }

  /** Gives the draft's text as it is typed; undefined where it is not open. */
  async #draftOf({ draft: { uri } }: DraftText): Promise<vscode.TextDocument | undefined> {
    return openText(uri) ?? (isShown(uri) ? await vscode.workspace.openTextDocument(uri) : undefined);
  }

  async #read(text: DraftText, signal: AbortSignal): Promise<string> {
    const open = await this.#draftOf(text);
    const said = open?.getText() ?? (await text.draft.read(signal));
    const content = draftTextIn((await this.#placeOf(text, said)).place);
    if (content === undefined) {
      throw new HumanError(draftNotRead);
    }
    this.#shown.noteRead(text.uri.toString(), content, openText(text.uri)?.getText());
    return content;
  }

  /** Puts a long text into its draft. Gives words where that was not done. */
  async #save(text: DraftText, mine: string): Promise<string | undefined> {
    const open = await this.#draftOf(text);
    if (!open) {
      return this.#emptied.has(text.uri.toString()) && mine === "" ? undefined : draftIsClosed;
    }
    const tracker = await text.draft.tracker();
    const put = await this.#put(text, open, { madeFrom: await this.#madeFrom(text), mine });
    const label = fieldLabel(tracker, text.fieldId);
    switch (put?.kind) {
      case "put":
        return put.isPut ? undefined : documentNotChanged(newArtifactOf(tracker));
      case "differs":
        void this.#offerToReplace(text, label);
        return draftSaysOtherwise(label);
      case "unprintable":
        return notMovedToXml([label]);
      case "tooLong":
        return draftWouldBeTooLong(label);
      case "unreadable":
      case undefined:
        return draftNotRead;
      default:
        return assertNever(put);
    }
  }

  /** Puts a long text into the draft that is open as `open`; `isPut` tells whether VS Code has taken that. */
  async #put(
    text: DraftText,
    open: vscode.TextDocument,
    words: Pick<TypedText, "madeFrom" | "mine">,
    putIn = putDraftText,
  ): Promise<(PutText & { readonly isPut: boolean }) | undefined> {
    const { place } = await this.#placeOf(text, open.getText());
    const typed = { language: text.language, ...words };
    let put: PutText | undefined;
    const isPut = await replaceText(open, (said) => {
      put = putIn({ ...place, said }, typed);
      return put.kind === "put" ? put.said : said;
    });
    if (isPut && put?.kind === "put") {
      this.#shown.notePut(text.uri.toString(), words.mine, put.content);
    }
    return put && { ...put, isPut };
  }

  /**
   * Puts what an editor says into its draft, which was given words that were undone in the editor since. VS Code calls
   * the editor saved then, and nobody can save it.
   */
  async #takeBack(text: DraftText, mine: string): Promise<void> {
    const open = await this.#draftOf(text);
    // Only what was given last is undone.
    const put = open && (await this.#put(text, open, { madeFrom: await this.#madeFrom(text), mine }, putSinceGiven));
    if (!put?.isPut || put.kind !== "put") {
      // The draft says otherwise by now, and the editor shows that.
      this.#readAgain(text.uri);
    }
  }

  async #offerToReplace(text: DraftText, label: string): Promise<void> {
    const isWanted = (await warn(draftSaysOtherwise(label), replaceButton)) !== undefined;
    const shown = openText(text.uri);
    const open = await this.#draftOf(text);
    const now = isWanted && open && draftTextIn((await this.#placeOf(text, open.getText())).place);
    if (shown && typeof now === "string") {
      this.#shown.notePut(text.uri.toString(), now, now);
      await saveText(shown);
    }
  }

  /** Adds to a save of a draft what is unsaved in editors of its texts. */
  #takeAlong(save: vscode.TextDocumentWillSaveEvent): void {
    const { document } = save;
    const unsaved = this.#unsavedOf(document.uri);
    if (unsaved.length > 0) {
      save.waitUntil(this.#editsFor(document, unsaved));
    }
  }

  async #editsFor(document: vscode.TextDocument, unsaved: readonly OpenText[]): Promise<readonly vscode.TextEdit[]> {
    let said = document.getText();
    for (const { text, shown } of unsaved) {
      const typed = { language: text.language, madeFrom: await this.#madeFrom(text), mine: shown.getText() };
      const { place } = await this.#placeOf(text, said);
      said = withTakenAlong(place, typed);
      if (said !== place.said) {
        this.#shown.noteOffered(text.uri.toString(), typed.mine);
      }
    }
    return replacement(document, said).get(document.uri);
  }

  #noticeShown(shown: vscode.TextDocument): void {
    if (shown.isDirty || resourceOf(shown.uri)?.resource.kind !== "draftField") {
      return;
    }
    const [key, said] = [shown.uri.toString(), shown.getText()];
    this.#shown.noteShown(key, said);
    const text = this.#shown.hasTakenBack(key, said) ? this.at(shown.uri) : undefined;
    if (text) {
      this.#takeBack(text, said).catch((error: unknown) =>
        this.#logFailure("Taking out of a draft what was undone in the editor of its text", error),
      );
    }
  }

  /** Notes where a change of a draft is what its save took along from the editors of its texts. */
  #noteGiven(document: vscode.TextDocument): void {
    if (resourceOf(document.uri)?.resource.kind !== "draft") {
      return;
    }
    const said = document.getText();
    for (const { text } of this.#openOf(document.uri)) {
      const key = text.uri.toString();
      if (this.#shown.isOffered(key)) {
        this.#placeOf(text, said)
          .then(({ place }) => this.#shown.noteGiven(key, draftTextIn(place)))
          .catch((error: unknown) => this.#logFailure("Noting what a draft was given", error));
      }
    }
  }

  /** Shows a text merged with what the draft said, once VS Code has taken the text for saved. */
  async #showMerged({ uri }: vscode.TextDocument): Promise<void> {
    const text = resourceOf(uri)?.resource.kind === "draftField" ? this.at(uri) : undefined;
    await (text && this.#follow(text.draft.uri));
  }

  /** Has a draft's texts with nothing unsaved show what it says, shortly after something is typed into it. */
  #followLater({ uri }: vscode.TextDocument): void {
    if (resourceOf(uri)?.resource.kind === "draft" && this.#openOf(uri).length > 0) {
      const follow = () => {
        this.#following.delete(uri.toString());
        this.#follow(uri).catch((error: unknown) => this.#logFailure("Following the draft of a text", error));
      };
      getOrMake(this.#following, uri.toString(), () => new GatheredRun(follow, followAfterMs)).later();
    }
  }

  async #follow(uri: vscode.Uri): Promise<void> {
    const said = openText(uri)?.getText();
    if (said === undefined) {
      return;
    }
    for (const { text, shown } of this.#openOf(uri)) {
      const now = draftTextIn((await this.#placeOf(text, said)).place);
      const isTaken = this.#shown.isTaken(text.uri.toString(), now, shown.getText());
      if (now !== undefined && !isTaken && !isUnsaved(shown)) {
        this.#readAgain(text.uri);
      }
    }
  }

  #readAgain(uri: vscode.Uri): void {
    const key = uri.toString();
    this.#changedMs.set(key, Math.max(Date.now(), (this.#changedMs.get(key) ?? 0) + 1));
    this.#onDidChange.fire(uri);
  }

  #noticeClose({ uri }: vscode.TextDocument): void {
    const kind = resourceOf(uri)?.resource.kind;
    // VS Code closes a document whose language is changed, and opens it again at once.
    setTimeout(() => {
      if (kind === "draftField" && !openText(uri)) {
        this.#shown.forget(uri.toString());
      } else if (kind === "draft" && !isShown(uri)) {
        this.closeAll(uri).catch((error: unknown) => this.#logFailure("Closing the texts of a draft", error));
      }
    });
  }
}

async function saved(text: vscode.TextDocument): Promise<boolean> {
  return !isUnsaved(text) || (await saveText(text));
}

/** Gives the field and its language as one name: `1203.txt`. */
function nameInDraft({ path }: vscode.Uri): string {
  return basename(path);
}

/** The pause is long enough that nothing is read at each key. */
const followAfterMs = 300;
