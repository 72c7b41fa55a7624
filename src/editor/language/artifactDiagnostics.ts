import * as vscode from "vscode";
import type { DocumentEntries } from "../../core/codec/documentEntries.ts";
import { checkMembers } from "../../core/field/meaning.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { namedField } from "../../core/service/namedField.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { problemSentence, unsettledSentence, valueProblemSentence } from "./sentences.ts";

/** What of a tracker is known without asking the service, and then with asking. */
export type TrackerOf = (document: ArtifactDocument) => Promise<Tracker | undefined>;

/** The code of the diagnostics that mark entries both sides changed; quick fixes go by it. */
export const conflictCode = "conflict";

/** Texts are checked when the person pauses for this long. */
const pauseMs = 150;

/** Marks what is wrong with the texts of artifacts: what cannot be sent, what would be refused, what is in conflict. */
export class ArtifactDiagnostics implements vscode.Disposable {
  readonly #documents: ArtifactDocuments;
  readonly #trackerOf: TrackerOf;
  readonly #collection = vscode.languages.createDiagnosticCollection("artifactDesk");
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #disposables = new DisposableStore();

  constructor(documents: ArtifactDocuments, trackerOf: TrackerOf) {
    this.#documents = documents;
    this.#trackerOf = trackerOf;
    this.#disposables.add(this.#collection);
    this.#disposables.add(documents.onDidSettle((uri) => void this.#checkUri(uri)));
    this.#disposables.add(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (documents.at(document.uri)) {
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
    const open = this.#documents.open().find(({ document }) => document.uri.toString() === uri.toString());
    if (open) {
      await this.#check(open.text);
    }
  }

  async #check(text: vscode.TextDocument): Promise<void> {
    const document = this.#documents.at(text.uri);
    if (!document || text.isClosed) {
      return;
    }
    const { version } = text;
    const tracker = await this.#trackerOf(document);
    if (text.version === version && !text.isClosed) {
      this.#collection.set(text.uri, diagnose(document, text, tracker, this.#documents.refusal(document)));
    }
  }
}

function diagnose(
  document: ArtifactDocument,
  text: vscode.TextDocument,
  tracker: Tracker | undefined,
  refusal: string | undefined,
): vscode.Diagnostic[] {
  const source = text.getText();
  const parsed = document.form.parse(source, document.copy.base);
  const range = (offset: number, length: number) =>
    new vscode.Range(text.positionAt(offset), text.positionAt(offset + length));
  const diagnostics = parsed.problems.map((problem) =>
    diagnostic(range(problem.offset, problem.length), problemSentence(problem), problem.severity, problem.code),
  );
  return [
    ...diagnostics,
    ...valueDiagnostics(document, source, parsed, tracker, range),
    ...refusalDiagnostics(refusal, document, parsed, range),
    ...marks(document, parsed, range),
  ];
}

type RangeOf = (offset: number, length: number) => vscode.Range;

function valueDiagnostics(
  document: ArtifactDocument,
  source: string,
  parsed: DocumentEntries,
  tracker: Tracker | undefined,
  range: RangeOf,
): vscode.Diagnostic[] {
  const base = document.copy.base;
  if (!base) {
    return [];
  }
  const fields = new Map(base.fields.map((field) => [field.fieldId, field]));
  const structure = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  return parsed.entries.flatMap((entry) => {
    const field = fields.get(entry.fieldId);
    const described = structure.get(entry.fieldId);
    const at = (path: readonly (string | number)[]) => {
      const span = document.form.locate(source, entry, path);
      return range(span.offset, span.length);
    };
    if (!field && !described) {
      return tracker
        ? [diagnostic(at(["field_id"]), `The tracker has no field ${entry.fieldId}.`, "warning", "unknownField")]
        : [];
    }
    if (field && !field.isWritable) {
      const words = `“${field.label}” may not be written: remove the entry to save.`;
      return [diagnostic(at(["field_id"]), words, "error", "notWritable")];
    }
    const kind = field?.kind ?? described?.kind;
    if (Object.keys(entry.members).length === 0) {
      // An entry without any value is a problem of the text, told there.
      return [];
    }
    const problems = checkMembers(entry.members, {
      ...(kind && { kind }),
      type: field?.type ?? described?.type ?? "",
      ...(described && { options: described.options, isRequired: described.isRequired }),
    });
    const label = field?.label ?? described?.label ?? "";
    return problems.map((problem) =>
      diagnostic(at(problem.path), valueProblemSentence(problem, label), problem.severity, problem.code),
    );
  });
}

/** The service's refusal at the entries whose fields it names. */
function refusalDiagnostics(
  refusal: string | undefined,
  document: ArtifactDocument,
  parsed: DocumentEntries,
  range: RangeOf,
): vscode.Diagnostic[] {
  const fields = document.copy.base?.fields ?? [];
  const located = new Map(parsed.entries.map((entry) => [entry.fieldId, entry]));
  return (refusal ?? "").split("\n").flatMap((line) => {
    const field = namedField(line, fields);
    const entry = field && located.get(field.fieldId);
    return entry ? [diagnostic(range(entry.offset, entry.length), `The service: ${line}`, "error", "refused")] : [];
  });
}

function marks(document: ArtifactDocument, parsed: DocumentEntries, range: RangeOf): vscode.Diagnostic[] {
  if (!document.copy.isSettling(document.key)) {
    return [];
  }
  const located = new Map(parsed.entries.map((entry) => [entry.fieldId, entry]));
  return document.copy.unsettled(document.key, parsed.entries).flatMap((unsettled) => {
    const entry = located.get(unsettled.fieldId);
    return entry
      ? [diagnostic(range(entry.offset, entry.length), unsettledSentence(unsettled), "error", conflictCode)]
      : [];
  });
}

function diagnostic(
  range: vscode.Range,
  message: string,
  severity: "error" | "warning",
  code: string,
): vscode.Diagnostic {
  const made = new vscode.Diagnostic(
    range,
    message,
    severity === "error" ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning,
  );
  made.source = "Artifact Desk";
  made.code = code;
  return made;
}
