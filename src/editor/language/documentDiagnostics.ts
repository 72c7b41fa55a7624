import * as vscode from "vscode";
import type { LocatedEntry } from "../../core/codec/documentEntries.ts";
import type { Problem } from "../../core/codec/problem.ts";
import { namedField } from "../../core/service/namedField.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { diagnostic } from "../diagnostic.ts";
import { problemSentence } from "./sentences.ts";

/** A kind of documents whose texts are checked as they are typed. */
export interface CheckedDocuments {
  /** A text is to be checked although nobody typed. */
  readonly onDidSettle: vscode.Event<vscode.Uri>;
  /** Whether `uri` names a document of this kind. */
  has(uri: vscode.Uri): boolean;
  /** What is wrong with the text as it stands. */
  check(text: vscode.TextDocument): Promise<vscode.Diagnostic[]>;
}

/** Texts are checked when the person pauses for this long. */
const pauseMs = 150;

/** Marks what is wrong with the texts of documents. */
export class DocumentDiagnostics implements vscode.Disposable {
  readonly #kinds: readonly CheckedDocuments[];
  readonly #collection = vscode.languages.createDiagnosticCollection("artifactDesk");
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables = new DisposableStore();

  constructor(...kinds: readonly CheckedDocuments[]) {
    this.#kinds = kinds;
    this.#disposables.add(this.#collection);
    for (const kind of kinds) {
      this.#disposables.add(kind.onDidSettle((uri) => void this.#checkUri(uri)));
    }
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (kinds.some((kind) => kind.has(document.uri))) {
          this.#checkSoon(document);
        }
      }),
    );
    this.#disposables.add(vscode.workspace.onDidCloseTextDocument((document) => this.#collection.delete(document.uri)));
    this.#disposables.add(
      new vscode.Disposable(() => {
        for (const timer of this.#timers.values()) {
          clearTimeout(timer);
        }
      }),
    );
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #checkSoon(text: vscode.TextDocument): void {
    const key = text.uri.toString();
    clearTimeout(this.#timers.get(key));
    this.#timers.set(
      key,
      setTimeout(() => {
        this.#timers.delete(key);
        void this.#check(text);
      }, pauseMs),
    );
  }

  async #checkUri(uri: vscode.Uri): Promise<void> {
    const text = vscode.workspace.textDocuments.find((each) => each.uri.toString() === uri.toString());
    if (text) {
      await this.#check(text);
    }
  }

  async #check(text: vscode.TextDocument): Promise<void> {
    const kind = this.#kinds.find((each) => each.has(text.uri));
    if (!kind || text.isClosed) {
      return;
    }
    const { version } = text;
    const diagnostics = await kind.check(text);
    if (text.version === version && !text.isClosed) {
      this.#collection.set(text.uri, diagnostics);
    }
  }
}

/** The range of a span, in UTF-16 units. */
export type RangeOf = (offset: number, length: number) => vscode.Range;

export function rangesIn(text: vscode.TextDocument): RangeOf {
  return (offset, length) => new vscode.Range(text.positionAt(offset), text.positionAt(offset + length));
}

/** The first syntax problem only: one stray quote makes a dozen, and the rest follow from it. */
export function problemDiagnostics(problems: readonly Problem[], range: RangeOf): vscode.Diagnostic[] {
  const first = problems.find(({ code }) => code === "syntax");
  const told = problems.filter((problem) => problem.code !== "syntax" || problem === first);
  return told.map((problem) =>
    diagnostic(range(problem.offset, problem.length), problemSentence(problem), problem.severity, problem.code),
  );
}

/** The service's refusal at the entries whose fields it names. */
export function refusalDiagnostics(
  refusal: string | undefined,
  fields: readonly { readonly fieldId: number; readonly label: string }[],
  entries: readonly LocatedEntry[],
  range: RangeOf,
): vscode.Diagnostic[] {
  const located = new Map(entries.map((entry) => [entry.fieldId, entry]));
  return (refusal ?? "").split("\n").flatMap((line) => {
    const field = namedField(line, fields);
    const entry = field && located.get(field.fieldId);
    return entry ? [diagnostic(range(entry.offset, entry.length), `The service: ${line}`, "error", "refused")] : [];
  });
}
