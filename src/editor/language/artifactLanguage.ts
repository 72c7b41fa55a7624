import type * as vscode from "vscode";
import type { ReadDocument } from "../../core/codec/readDocument.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { none } from "../../core/labels/values.ts";
import { artifactFields, DocumentFields } from "../../core/language/documentFields.ts";
import { checkDocument, type Finding } from "../../core/language/findings.ts";
import { refusalOf } from "../../core/language/meantFields.ts";
import { valueInNames } from "../../core/language/outline.ts";
import { noNames } from "../../core/language/ports.ts";
import type { Entry } from "../../core/model/entry.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { unsettledSentence } from "../../core/sentences/documents.ts";
import { conflictCode } from "../conflict/conflictChoices.ts";
import { type ArtifactDocument, unsettledEntries } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { diagnostic } from "../text/marks.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { documentOfBase } from "../text/resourceUri.ts";
import { comparedSchemes, theirsScheme } from "../text/sideBySide.ts";
import type { EntryDocuments, OpenedDocument } from "./entryDocuments.ts";

/**
 * Makes the documents of artifacts known to the language, and other versions beside them in a comparison, from the
 * artifact and the structure of its tracker.
 */
export function knownArtifacts(documents: ArtifactDocuments, known: KnownConnections): EntryDocuments {
  return {
    onDidSettle: documents.onDidSettle,
    has: (uri) => documents.at(uri) !== undefined,
    describe: async (uri) => {
      const mine =
        documentOfBase(uri) ?? (comparedSchemes.includes(uri.scheme) ? uri.with({ scheme: artifactScheme }) : uri);
      const document = documents.at(mine);
      const conflict = document && uri.scheme === theirsScheme ? document.copy.conflictOf(document.key) : undefined;
      const base = conflict?.theirs ?? document?.copy.base;
      if (!document?.codec || !base) {
        return undefined;
      }
      const { trackerId } = base;
      const connection = known.find(document.connectionId);
      const tracker = trackerId === undefined ? undefined : await connection?.catalog.structure(trackerId);
      const attachment = (id: string) => documents.attachments(document).find(({ n }) => String(n) === id);
      const { codec } = document;
      const fields = artifactFields(base, tracker);
      const refusal = mine !== uri ? undefined : refusalOf(documents.editor.refusal(document.uri), fields, codec.parse);
      return { connection, names: connection?.names(attachment) ?? { ...noNames, attachment }, fields, codec, refusal };
    },
    more: (text, opened) => {
      const document = documents.at(text.uri);
      if (!document?.copy.base) {
        return [];
      }
      const ofField = document.format === undefined ? fieldFindings(document, text.getText(), documents) : [];
      return [...ofField, ...marks(document, text, opened)];
    },
  };
}

/** Reads a single field's text as a document with one entry that is all of it. */
function longText({ parse }: ArtifactDocument, text: string): ReadDocument {
  return {
    text,
    root: undefined,
    values: undefined,
    nodes: [],
    entries: () => parse(text),
    idsIn: () => [],
    locate: (entry) => entry,
    placeAt: () => undefined,
  };
}

function fieldFindings(document: ArtifactDocument, text: string, documents: ArtifactDocuments): readonly Finding[] {
  const base = document.copy.base;
  const fields = base ? artifactFields(base, undefined) : new DocumentFields([]);
  const refusal = refusalOf(documents.editor.refusal(document.uri), fields, document.parse);
  return checkDocument({ read: longText(document, text), fields, refusal });
}

/** Gives the marks of fields that both sides changed, with their values in names as far as these are known. */
function marks(
  document: ArtifactDocument,
  text: vscode.TextDocument,
  opened: OpenedDocument | undefined,
): vscode.Diagnostic[] {
  return unsettledEntries(document, text.getText()).map(({ entry, ...unsettled }) => {
    const wordsOf = ({ fieldId, members }: Entry) =>
      valueInNames(opened?.fields.get(fieldId), members, opened?.names).trim() || none;
    return diagnostic(rangeOf(text, entry.valueSpan), unsettledSentence(unsettled, wordsOf), "error", conflictCode);
  });
}
