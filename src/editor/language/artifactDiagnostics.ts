import type * as vscode from "vscode";
import type { DocumentEntries } from "../../core/codec/documentEntries.ts";
import { checkMembers } from "../../core/field/meaning.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { diagnostic } from "../diagnostic.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import {
  type CheckedDocuments,
  problemDiagnostics,
  type RangeOf,
  rangesIn,
  refusalDiagnostics,
} from "./documentDiagnostics.ts";
import { unsettledSentence, valueProblemSentence } from "./sentences.ts";

/** What of a tracker is known without asking the service, and then with asking. */
export type TrackerOf = (document: ArtifactDocument) => Promise<Tracker | undefined>;

/** The code of the diagnostics that mark entries both sides changed; quick fixes go by it. */
export const conflictCode = "conflict";

/** What is wrong with the texts of artifacts: what cannot be sent, what would be refused, what is in conflict. */
export function artifactChecks(documents: ArtifactDocuments, trackerOf: TrackerOf): CheckedDocuments {
  return {
    onDidSettle: documents.onDidSettle,
    has: (uri) => documents.at(uri) !== undefined,
    check: async (text) => {
      const document = documents.at(text.uri);
      if (!document) {
        return [];
      }
      const tracker = await trackerOf(document);
      return diagnose(document, text, tracker, documents.refusal(document));
    },
  };
}

function diagnose(
  document: ArtifactDocument,
  text: vscode.TextDocument,
  tracker: Tracker | undefined,
  refusal: string | undefined,
): vscode.Diagnostic[] {
  const source = text.getText();
  const parsed = document.form.parse(source, document.copy.base);
  const range = rangesIn(text);
  return [
    ...problemDiagnostics(parsed.problems, range),
    ...valueDiagnostics(document, source, parsed, tracker, range),
    ...refusalDiagnostics(refusal, document.copy.base?.fields ?? [], parsed.entries, range),
    ...marks(document, parsed, range),
  ];
}

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
      const words = `“${field.label || entry.fieldId}” may not be written: remove the entry to save.`;
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
    // A service may give no labels.
    const label = field?.label || described?.label || String(entry.fieldId);
    return problems.map((problem) =>
      diagnostic(at(problem.path), valueProblemSentence(problem, label), problem.severity, problem.code),
    );
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
