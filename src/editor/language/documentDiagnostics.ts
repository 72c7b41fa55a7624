import * as vscode from "vscode";
import { checkDocument, type Finding } from "../../core/language/findings.ts";
import { documentFinding } from "../../core/sentences/documents.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { diagnostic } from "../text/diagnostic.ts";
import { openText } from "../text/openText.ts";
import type { LanguageDocuments } from "./knownDocuments.ts";

/** Texts are checked when the person pauses for this long. */
const pauseMs = 150;

/** Marks what is wrong with the texts of documents. */
export class DocumentDiagnostics implements vscode.Disposable {
  readonly #documents: LanguageDocuments;
  readonly #collection = vscode.languages.createDiagnosticCollection("artifactDesk");
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables = new DisposableStore();

  constructor(documents: LanguageDocuments) {
    this.#documents = documents;
    const { kinds } = documents;
    this.#disposables.add(this.#collection);
    this.#disposables.add(documents.onDidSettle((uri) => void this.#checkUri(uri)));
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
    const text = openText(uri);
    if (text) {
      await this.#check(text);
    }
  }

  async #check(text: vscode.TextDocument): Promise<void> {
    const kind = this.#documents.kinds.find((each) => each.has(text.uri));
    if (!kind || text.isClosed) {
      return;
    }
    const opened = await this.#documents.open(text);
    const { version } = text;
    const range = rangesIn(text);
    const found = [...(opened ? checkDocument({ read: opened.read, ...opened.known }) : []), ...kind.more(text)];
    if (text.version === version && !text.isClosed) {
      const made = found.map((each) => (each instanceof vscode.Diagnostic ? each : findingDiagnostic(each, range)));
      this.#collection.set(text.uri, made);
    }
  }
}

/** The range of a span, in UTF-16 units. */
export type RangeOf = (offset: number, length: number) => vscode.Range;

export function rangesIn(text: vscode.TextDocument): RangeOf {
  return (offset, length) => new vscode.Range(text.positionAt(offset), text.positionAt(offset + length));
}

/** A finding as VS Code marks it. */
export function findingDiagnostic(finding: Finding, range: RangeOf): vscode.Diagnostic {
  const { offset, length, severity, about } = finding;
  return diagnostic(range(offset, length), documentFinding(about), severity, findingCode(about));
}

function findingCode(about: Finding["about"]): string {
  return about.kind === "text" || about.kind === "value" ? about.problem.code : about.kind;
}
