import * as vscode from "vscode";
import type { Span } from "../../core/codec/documentEntries.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { type AccessFileProblem, checkAccessFile } from "../../core/svn/accessFile.ts";
import { notificationPath, type PartKey, partsOf } from "../../core/svn/settings.ts";
import type { SettingsText } from "../../core/svn/settingsReader.ts";
import { parseDraft, parseSettings } from "../../core/svn/settingsText.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { diagnostic } from "../text/diagnostic.ts";
import { openText } from "../text/openText.ts";
import { resourceOf } from "../text/resourceUri.ts";
import type { SettingsDocument, SettingsDocuments } from "./settingsDocuments.ts";
import { accessFileSentence, partName, settingsProblemSentence, unsettledSentence } from "./words.ts";

/** The code of the diagnostics that mark parts both sides changed; quick fixes go by it. */
const conflictCode = "conflict";
const chooseMineCommand = "artifactDesk.svn.chooseMine";
/** Texts are checked when the person pauses for this long. */
const pauseMs = 150;

/** Marks what is wrong with texts of settings, drafts and access files: what cannot be sent, and what is in conflict. */
export class SettingsDiagnostics implements vscode.Disposable {
  readonly #documents: SettingsDocuments;
  readonly #collection = vscode.languages.createDiagnosticCollection("artifactDesk.svn");
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables = new DisposableStore();

  constructor(documents: SettingsDocuments) {
    this.#documents = documents;
    this.#disposables.add(this.#collection);
    this.#disposables.add(
      documents.onDidSettle((uri) => {
        const text = openText(uri);
        if (text) {
          this.#check(text);
        }
      }),
    );
    this.#disposables.add(vscode.workspace.onDidOpenTextDocument((text) => this.#check(text)));
    this.#disposables.add(vscode.workspace.onDidChangeTextDocument(({ document }) => this.#checkSoon(document)));
    this.#disposables.add(
      vscode.workspace.onDidCloseTextDocument((text) => {
        clearTimeout(this.#timers.get(text.uri.toString()));
        this.#timers.delete(text.uri.toString());
        this.#collection.delete(text.uri);
      }),
    );
    for (const text of vscode.workspace.textDocuments) {
      this.#check(text);
    }
  }

  dispose(): void {
    this.#disposables.dispose();
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
  }

  #checkSoon(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    if (text.uri.scheme === artifactScheme) {
      clearTimeout(this.#timers.get(key));
      this.#timers.set(
        key,
        setTimeout(() => this.#check(text), pauseMs),
      );
    }
  }

  #check(text: vscode.TextDocument): void {
    const found = text.isClosed ? undefined : this.#diagnose(text);
    if (found) {
      this.#collection.set(text.uri, found);
    }
  }

  #diagnose(text: vscode.TextDocument): vscode.Diagnostic[] | undefined {
    const kind = resourceOf(text.uri)?.resource.kind;
    const document = this.#documents.at(text.uri);
    if (kind === "svnDraft") {
      return settingsDiagnostics(text, parseDraft(text.getText()));
    }
    if (kind === "svnSettings" && document) {
      const parsed = parseSettings(text.getText());
      return [...settingsDiagnostics(text, parsed), ...marks(document, text, parsed)];
    }
    return kind === "svnAccessFile" && document
      ? [
          ...checkAccessFile(text.getText()).map((problem) => accessFileDiagnostic(text, problem)),
          ...marks(document, text),
        ]
      : undefined;
  }
}

/** The quick fixes of parts that wait for a decision: «Use Mine» keeps the text, «Use Theirs» puts theirs in. */
export function registerSettingsFixes(documents: SettingsDocuments): vscode.Disposable {
  const provider = vscode.languages.registerCodeActionsProvider(
    { scheme: artifactScheme, pattern: "**/svn/**" },
    { provideCodeActions: (text, _range, context) => fixes(documents, text, context) },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
  const command = vscode.commands.registerCommand(chooseMineCommand, async (uri: vscode.Uri, key: PartKey) => {
    await documents.at(uri)?.copy.chooseMine(key);
    documents.settled(uri);
  });
  return vscode.Disposable.from(provider, command);
}

function fixes(
  documents: SettingsDocuments,
  text: vscode.TextDocument,
  context: vscode.CodeActionContext,
): vscode.CodeAction[] {
  const document = documents.at(text.uri);
  const marked = context.diagnostics.filter(({ code }) => code === conflictCode);
  const mine = document?.form.read(text.getText());
  if (!document || !mine || marked.length === 0) {
    return [];
  }
  return document.copy.unsettled(mine).flatMap(({ key, theirs }) => {
    const mark = marked.find(({ message }) => message.startsWith(`In conflict: ${partName(key)} `));
    if (!mark) {
      return [];
    }
    const keep = new vscode.CodeAction(`Use Mine for ${partName(key)}`, vscode.CodeActionKind.QuickFix);
    keep.diagnostics = [mark];
    keep.command = { command: chooseMineCommand, title: keep.title, arguments: [text.uri, key] };
    const take = new vscode.CodeAction(`Use Theirs for ${partName(key)}`, vscode.CodeActionKind.QuickFix);
    take.diagnostics = [mark];
    const parts = new Map(partsOf(mine));
    if (theirs === undefined) {
      parts.delete(key);
    } else {
      parts.set(key, theirs);
    }
    const whole = new vscode.Range(new vscode.Position(0, 0), text.positionAt(text.getText().length));
    take.edit = new vscode.WorkspaceEdit();
    take.edit.replace(text.uri, whole, document.form.printParts(mine, parts));
    return [keep, take];
  });
}

function settingsDiagnostics(
  text: vscode.TextDocument,
  { problems }: Pick<SettingsText, "problems">,
): vscode.Diagnostic[] {
  // The first syntax problem only: one stray quote makes a dozen, and the rest follow from it.
  const first = problems.find(({ code }) => code === "syntax");
  const told = problems.filter((problem) => problem.code !== "syntax" || problem === first);
  return told.map((problem) =>
    diagnostic(rangeOf(text, problem), settingsProblemSentence(problem), problem.severity, problem.code),
  );
}

function accessFileDiagnostic(text: vscode.TextDocument, problem: AccessFileProblem): vscode.Diagnostic {
  return diagnostic(rangeOf(text, problem), accessFileSentence(problem.code), problem.severity, problem.code);
}

function marks(document: SettingsDocument, text: vscode.TextDocument, parsed?: SettingsText): vscode.Diagnostic[] {
  const mine = document.form.read(text.getText());
  return (mine ? document.copy.unsettled(mine) : []).map((part) =>
    diagnostic(rangeOf(text, placeOf(part.key, parsed)), unsettledSentence(part), "error", conflictCode),
  );
}

/** A part that mine has removed is marked where the text begins; an access file by itself on its first line. */
function placeOf(key: PartKey, parsed: SettingsText | undefined): Span {
  const place = parsed?.places.get(key);
  const first = [...(parsed?.places ?? [])].find(([each]) => notificationPath(each) !== undefined)?.[1];
  return place ?? { offset: first?.offset ?? 0, length: 1 };
}

function rangeOf(text: vscode.TextDocument, { offset, length }: Span): vscode.Range {
  return new vscode.Range(text.positionAt(offset), text.positionAt(offset + length));
}
