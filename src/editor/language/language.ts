import type { Disposable, Uri } from "vscode";
import { typingPlace } from "../../core/codec/documentEntries.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import { checkDocument } from "../../core/language/findings.ts";
import { meantFields, namesNoField } from "../../core/language/meantFields.ts";
import { fieldsMeant } from "../../core/sentences/documents.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { isSameText } from "../../core/util/unsaved.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { Drafts } from "../drafts/drafts.ts";
import { openText } from "../text/openText.ts";
import { revealPlace } from "../text/rangeOf.ts";
import { knownArtifacts } from "./artifactLanguage.ts";
import { registerCompletions } from "./completions.ts";
import { markFindings, registerArtifactFixes, registerQuickFixes } from "./documentFindings.ts";
import { knownDrafts } from "./draftLanguage.ts";
import { type EntryDocuments, LanguageDocuments } from "./entryDocuments.ts";
import { registerLongTexts } from "./longTexts.ts";
import { registerNames } from "./names.ts";
import { registerFolding, registerOutline } from "./outline.ts";

/** Makes documents with numbers read like documents with names. */
export interface Language extends Disposable {
  /** Gives the texts of open documents, each version read once, with what is known of them. */
  readonly open: LanguageDocuments["open"];
  /** Gives the text of an open document as it is read, or another text of it. */
  readonly read: LanguageDocuments["read"];
  /**
   * Gives a sentence that tells which fields a refused save of a document can be about, where the service names none;
   * else an empty text.
   */
  meantBy(error: unknown, uri: Uri): Promise<string>;
  /** Moves the cursor to the first entry that the service's refusal of the text at `uri` names, unless it moved. */
  goToRefused(uri: Uri, refused: string): Promise<void>;
}

/** Makes the objects and hands them to each other, without any logic. `others` hold entries, and are only read. */
export function createLanguage(
  known: KnownConnections,
  documents: ArtifactDocuments,
  drafts: Drafts,
  others: readonly EntryDocuments[],
): Language {
  const disposables = new DisposableStore();
  const kinds = [knownArtifacts(documents, known), knownDrafts(drafts.documents, known), ...others];
  const texts = disposables.add(new LanguageDocuments(kinds, known, documents.texts));
  disposables.add(markFindings(texts));
  disposables.add(registerNames(texts, known));
  disposables.add(registerCompletions(texts));
  disposables.add(registerQuickFixes(texts));
  disposables.add(registerArtifactFixes(documents));
  disposables.add(registerLongTexts(documents, drafts, texts));
  disposables.add(registerOutline(texts));
  disposables.add(registerFolding(texts));
  return {
    open: (text) => texts.open(text),
    read: (...asked) => texts.read(...asked),
    meantBy: async (error, uri) => {
      const lines = (isServiceError(error) && error.serviceMessage?.split("\n")) || [];
      const text = lines.some(namesNoField) ? openText(uri) : undefined;
      const opened = text && (await texts.open(text));
      if (!opened) {
        return "";
      }
      const { read, fields, refusal } = opened;
      return fieldsMeant(meantFields(refusal, fields, read.entries(fields.kindOf).entries));
    },
    goToRefused: async (uri, refused) => {
      const text = openText(uri);
      const opened = text && (await texts.open(text));
      const named = opened && checkDocument(opened).find(({ about }) => about.kind === "refused");
      // The cursor stays where it is while the person types on.
      const entry = opened?.read.entries(opened.fields.kindOf).entries.find(({ offset }) => offset === named?.offset);
      if (text && entry && isSameText(text.getText(), refused)) {
        revealPlace(text, typingPlace(refused, entry), entry);
      }
    },
    dispose: () => disposables.dispose(),
  };
}
