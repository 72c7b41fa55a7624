import type * as vscode from "vscode";
import type { DocumentCodec } from "../../core/codec/documentCodec.ts";
import { kindsOf } from "../../core/draft/draft.ts";
import { draftFields } from "../../core/draft/draftEntries.ts";
import { checkMembers } from "../../core/field/meaning.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { diagnostic } from "../diagnostic.ts";
import type { DraftDocument, DraftDocuments } from "../drafts/draftDocuments.ts";
import type { NamedDocuments } from "./artifactHints.ts";
import { type CheckedDocuments, problemDiagnostics, rangesIn, refusalDiagnostics } from "./documentDiagnostics.ts";
import { valueProblemSentence } from "./sentences.ts";

/** Drafts, named from the structure of their trackers. */
export function namedDrafts(drafts: DraftDocuments): NamedDocuments {
  return {
    onDidSettle: drafts.onDidSettle,
    describe: async (uri) => {
      const document = drafts.at(uri);
      return (
        document && {
          fields: draftFields(await drafts.trackerOf(document)),
          codec: await drafts.codecOf(document),
        }
      );
    },
  };
}

/** What is wrong with the texts of drafts: what cannot be sent, what would be refused, what was. */
export function draftChecks(drafts: DraftDocuments): CheckedDocuments {
  return {
    onDidSettle: drafts.onDidSettle,
    has: (uri) => drafts.at(uri) !== undefined,
    check: async (text) => {
      const document = drafts.at(text.uri);
      if (!document) {
        return [];
      }
      const [tracker, codec] = await Promise.all([drafts.trackerOf(document), drafts.codecOf(document)]);
      return diagnose(document, text, { tracker, codec, refusal: drafts.refusal(document) });
    },
  };
}

function diagnose(
  document: DraftDocument,
  text: vscode.TextDocument,
  {
    tracker,
    codec,
    refusal,
  }: {
    readonly tracker: Tracker | undefined;
    readonly codec: DocumentCodec;
    readonly refusal: string | undefined;
  },
): vscode.Diagnostic[] {
  const source = text.getText();
  const parsed = codec.parse(source, kindsOf(tracker));
  const range = rangesIn(text);
  const fields = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const ofValues = parsed.entries.flatMap((entry) => {
    const field = fields.get(entry.fieldId);
    const at = (path: readonly (string | number)[]) => {
      const span = codec.locate(source, entry, path);
      return range(span.offset, span.length);
    };
    const atFieldId = range(entry.fieldIdOffset, entry.fieldIdLength);
    if (!field) {
      const words = `The tracker has no field ${entry.fieldId}.`;
      return tracker ? [diagnostic(atFieldId, words, "warning", "unknownField")] : [];
    }
    if (!field.isSubmittable || !field.kind) {
      const words = `“${field.label}” may not be given to a new artifact: the service will refuse it.`;
      return [diagnostic(atFieldId, words, "warning", "notWritable")];
    }
    return Object.keys(entry.members).length === 0
      ? []
      : checkMembers(entry.members, field).map((problem) =>
          diagnostic(at(problem.path), valueProblemSentence(problem, field.label), problem.severity, problem.code),
        );
  });
  return [
    ...problemDiagnostics(parsed.problems, range),
    ...(parsed.trackerId === undefined || parsed.trackerId === document.trackerId
      ? []
      : [otherTracker(document, text, parsed.trackerId)]),
    ...ofValues,
    ...refusalDiagnostics(refusal, tracker?.fields ?? [], parsed.entries, range),
  ];
}

function otherTracker({ trackerId }: DraftDocument, text: vscode.TextDocument, named: number): vscode.Diagnostic {
  const source = text.getText();
  const offset = source.search(new RegExp(`\\b${named}\\b`));
  const words = `This draft is for tracker ${trackerId}: create another one for tracker ${named}.`;
  return diagnostic(rangesIn(text)(Math.max(offset, 0), String(named).length), words, "error", "otherTracker");
}
