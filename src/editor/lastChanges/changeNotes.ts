import * as vscode from "vscode";
import { ArtifactDiscussion } from "../../core/history/artifactDiscussion.ts";
import { shortChange } from "../../core/history/stepWords.ts";
import { changesNotShown, noChangeKnown, openArtifactForChanges } from "../../core/sentences/lastChanges.ts";
import { DisposableOwner, type DisposableStore } from "../../core/util/disposable.ts";
import { onOneLine, withoutControls } from "../../core/util/plainLabel.ts";
import { instantOf } from "../../core/workingCopy/base.ts";
import { explained, HumanError, inform } from "../dialog/present.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Language } from "../language/language.ts";
import { commandIds } from "../manifest/contributions.ts";
import type { Services } from "../services/services.ts";
import type { Commands } from "../targets/commandTable.ts";
import { resourceOf } from "../text/resourceUri.ts";
import { registerChangeHovers } from "./changeHovers.ts";
import { changesOf } from "./knownChanges.ts";

const signal = new AbortController().signal;

/**
 * Tells behind each entry who changed its field last, when and why, in the documents of artifacts for which the person
 * asked for that. The whole history is read once, as for a page, and afterwards with the documents what came since.
 */
class ChangeNotes extends DisposableOwner {
  readonly #services: Services;
  readonly #documents: ArtifactDocuments;
  readonly #language: Language;
  readonly #savesJudged: () => Promise<void>;
  readonly #notes = this.disposables.add(new LineNotes());
  /** The discussions that follow the histories of the artifacts that show notes. */
  readonly #shown = new Map<string, ArtifactDiscussion>();

  /** `savesJudged` resolves once the guard of saves has read what it needs of the history. */
  constructor(services: Services, documents: ArtifactDocuments, language: Language, savesJudged: () => Promise<void>) {
    super();
    this.#services = services;
    this.#documents = documents;
    this.#language = language;
    this.#savesJudged = savesJudged;
    this.disposables.add(
      vscode.Disposable.from(
        documents.onDidSettle((uri) => this.#follow(uri)),
        vscode.window.onDidChangeVisibleTextEditors(() => this.#draw()),
        vscode.workspace.onDidChangeTextDocument(({ document }) => this.#draw(document)),
        vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => isClosed && this.#noticeClose(uri)),
        // The notes tell how long ago a change was, so that they are drawn anew when somebody comes back to the window.
        vscode.window.onDidChangeWindowState(({ focused }) => focused && this.#draw()),
      ),
    );
    this.disposables.add(services.known.onDidKnowMore(() => this.#draw()));
  }

  override dispose(): void {
    for (const discussion of this.#shown.values()) {
      discussion.dispose();
    }
    super.dispose();
  }

  /**
   * Shows the notes of the artifact of a document, or hides them. Throws a HumanError where its history cannot be read.
   */
  async toggle(uri: vscode.Uri): Promise<void> {
    const document = this.#documents.at(uri);
    if (!document) {
      throw new HumanError(openArtifactForChanges);
    }
    const key = keyOf(document);
    if (this.#shown.has(key)) {
      this.#hide(key);
      return;
    }
    const discussion = new ArtifactDiscussion(document, { ...this.#services, savesJudged: this.#savesJudged }, () =>
      this.#draw(),
    );
    this.#shown.set(key, discussion);
    try {
      await this.#read(document, discussion);
    } catch (error) {
      this.#hide(key);
      throw error;
    }
    this.#draw();
    if (changesOf(this.#services.known, document).size === 0) {
      void inform(noChangeKnown(document.artifactId));
    }
  }

  async #read(document: ArtifactDocument, discussion: ArtifactDiscussion): Promise<void> {
    const { connectionId, artifactId } = document;
    const history = this.#services.known.of(connectionId).histories.of(artifactId);
    if (history.isRead) {
      await discussion.follow(versionOf(document));
      return;
    }
    await explained(changesNotShown(artifactId), connectionId, async () =>
      history.readNewest(await this.#services.serviceOf(connectionId), signal),
    );
  }

  #hide(key: string): void {
    this.#shown.get(key)?.dispose();
    this.#shown.delete(key);
    this.#draw();
  }

  /** Reads on in the history of a document's artifact, since the document may show another version now. */
  #follow(uri: vscode.Uri): void {
    const document = this.#documents.at(uri);
    const discussion = document && this.#shown.get(keyOf(document));
    if (document && discussion) {
      // A refresh forgets what was known: the history is read as for the first time then.
      const isKnown = this.#services.known.find(document.connectionId)?.histories.find(document.artifactId)?.isRead;
      void (isKnown ? discussion.follow(versionOf(document)) : discussion.read()).then(() => this.#draw());
    }
  }

  #noticeClose(uri: vscode.Uri): void {
    const document = this.#documents.at(uri);
    if (document && this.#documents.of(document).length === 0) {
      this.#hide(keyOf(document));
    }
  }

  /** Draws the notes in all visible editors, or only in those of one text. */
  #draw(only?: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const document = only && editor.document !== only ? undefined : this.#documents.at(editor.document.uri);
      if (document) {
        void this.#drawIn(editor, document);
      }
    }
  }

  async #drawIn(editor: vscode.TextEditor, document: ArtifactDocument): Promise<void> {
    const { version } = editor.document;
    const notes = this.#shown.has(keyOf(document)) ? await this.#notesIn(editor.document, document) : [];
    // Where somebody typed meanwhile, that change has the notes drawn again by itself.
    if (editor.document.version === version) {
      this.#notes.show(editor, notes);
    }
  }

  async #notesIn(text: vscode.TextDocument, document: ArtifactDocument): Promise<readonly LineNote[]> {
    const places = await this.#places(text);
    const changes = changesOf(this.#services.known, document);
    const nowMs = Date.now();
    const byLine = new Map(
      places.flatMap(({ line, fieldId }) => {
        const change = changes.get(fieldId);
        return change ? [[line, shortChange(change, nowMs, vscode.env.language)] as const] : [];
      }),
    );
    return [...byLine].map(([line, words]) => ({ line, words }));
  }

  /** Gives the lines where the entries of a text name their fields; for a single field's text its first line. */
  async #places(text: vscode.TextDocument): Promise<readonly { readonly line: number; readonly fieldId: number }[]> {
    const { resource } = resourceOf(text.uri) ?? {};
    if (resource?.kind === "field") {
      return [{ line: 0, fieldId: resource.fieldId }];
    }
    const opened = await this.#language.open(text);
    return (opened?.read.nodes ?? []).map(({ entry }) => ({
      line: text.positionAt(entry.idSpan.offset).line,
      fieldId: entry.fieldId,
    }));
  }
}

function keyOf({ connectionId, artifactId }: ArtifactDocument): string {
  return `${connectionId}/${artifactId}`;
}

/** Tells when the version was made that a document shows, as an instant; undefined where nobody tells. */
function versionOf({ copy: { base } }: ArtifactDocument): string | undefined {
  const ms = base && instantOf(base.version);
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

/**
 * Shows who changed the fields of artifacts last: at their entries, and behind them. `store` gets what is to be
 * disposed.
 */
export function createLastChanges(
  services: Services,
  documents: ArtifactDocuments,
  language: Language,
  savesJudged: () => Promise<void>,
  store: DisposableStore,
) {
  store.add(registerChangeHovers(services.known, documents, language));
  const notes = store.add(new ChangeNotes(services, documents, language, savesJudged));
  return {
    commands: {
      [commandIds.toggleLastChanges]: (uri) => notes.toggle(uri),
    } satisfies Partial<Commands>,
  };
}

interface LineNote {
  readonly line: number;
  readonly words: string;
}

/**
 * Shows words behind lines of texts that are not in the texts. They are decorations and no inlay hints: a hint counts
 * for where a line wraps, is cut off at some forty letters, and goes with the names where a person switches hints off.
 */
class LineNotes extends DisposableOwner {
  readonly #type = this.disposables.add(
    vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor("descriptionForeground"), margin: "0 0 0 2em", fontStyle: "italic" },
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
  );

  /** Shows these notes in an editor, and no others; one for each line. */
  show(editor: vscode.TextEditor, notes: readonly LineNote[]): void {
    editor.setDecorations(
      this.#type,
      notes.map(({ line, words }) => {
        const { end } = editor.document.lineAt(line).range;
        const contentText = onOneLine(withoutControls(words));
        return { range: new vscode.Range(end, end), renderOptions: { after: { contentText } } };
      }),
    );
  }
}
