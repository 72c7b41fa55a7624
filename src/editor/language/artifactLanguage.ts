import type * as vscode from "vscode";
import type { ReadDocument } from "../../core/codec/readDocument.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { artifactFields, DocumentFields } from "../../core/language/documentFields.ts";
import { checkDocument, type Finding } from "../../core/language/findings.ts";
import { refusalOf } from "../../core/language/meantFields.ts";
import { noNames } from "../../core/language/names.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { unsettledSentence } from "../../core/sentences/documents.ts";
import { conflictCode } from "../conflict/conflictFixes.ts";
import type { ArtifactDocument } from "../documents/artifactDocument.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import { diagnostic } from "../text/diagnostic.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { comparedSchemes, theirsScheme } from "../text/sideBySide.ts";
import { unsettledIn } from "./artifactFixes.ts";
import type { KnownDocuments } from "./knownDocuments.ts";

/**
 * The documents of artifacts, and other versions beside them in a comparison, known from the artifact and the structure
 * of its tracker.
 */
export function knownArtifacts(documents: ArtifactDocuments, known: KnownConnections): KnownDocuments {
  return {
    onDidSettle: documents.onDidSettle,
    has: (uri) => documents.at(uri) !== undefined,
    describe: async (uri) => {
      const isBeside = comparedSchemes.includes(uri.scheme);
      const document = documents.at(isBeside ? uri.with({ scheme: artifactScheme }) : uri);
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
      const refusal = isBeside ? undefined : refusalOf(documents.editor.refusal(document), fields, codec.parse);
      return { connection, names: connection?.names(attachment) ?? { ...noNames, attachment }, fields, codec, refusal };
    },
    more: (text) => {
      const document = documents.at(text.uri);
      if (!document?.copy.base) {
        return [];
      }
      const ofField = document.format === undefined ? fieldFindings(document, text.getText(), documents) : [];
      return [...ofField, ...marks(document, text)];
    },
  };
}

/** A single field's text, as a document with one entry that is all of it. */
function longText({ parse }: ArtifactDocument, text: string): ReadDocument {
  return {
    ...{ text, root: undefined, values: undefined, nodes: [] },
    entries: () => parse(text),
    locate: (entry) => entry,
  };
}

function fieldFindings(document: ArtifactDocument, text: string, documents: ArtifactDocuments): readonly Finding[] {
  const base = document.copy.base;
  const fields = base ? artifactFields(base, undefined) : new DocumentFields([]);
  const refusal = refusalOf(documents.editor.refusal(document), fields, document.parse);
  return checkDocument({ read: longText(document, text), fields, refusal });
}

function marks(document: ArtifactDocument, text: vscode.TextDocument): vscode.Diagnostic[] {
  if (!document.copy.isSettling(document.key)) {
    return [];
  }
  return unsettledIn(document, text.getText()).map(({ entry, ...unsettled }) =>
    diagnostic(rangeOf(text, entry), unsettledSentence(unsettled), "error", conflictCode),
  );
}
