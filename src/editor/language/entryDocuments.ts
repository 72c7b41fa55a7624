import * as vscode from "vscode";
import type { DocumentCodec, ReadTexts } from "../../core/codec/formatCodec.ts";
import type { ReadDocument } from "../../core/codec/readDocument.ts";
import type { KnownConnection } from "../../core/known/connection.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { DocumentFields } from "../../core/language/documentFields.ts";
import type { Finding } from "../../core/language/findings.ts";
import type { Refusal } from "../../core/language/meantFields.ts";
import type { DocumentNames } from "../../core/language/ports.ts";
import type { Entry } from "../../core/model/entry.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { comparedSchemes } from "../text/sideBySide.ts";

/** Selects the documents that hold entries. */
export const entriesSelector: vscode.DocumentSelector = {
  scheme: artifactScheme,
  pattern: "**/*.artifact.{json,xml}",
};

/**
 * Selects the documents where names stand behind numbers: those with entries, and other versions beside them in a
 * comparison.
 */
export const namedSelector: vscode.DocumentSelector = [artifactScheme, ...comparedSchemes].map((scheme) => ({
  scheme,
  pattern: "**/*.artifact.{json,xml}",
}));

/** Holds what is known of a document of entries. */
interface EntryDocument {
  /** Holds what is known of its connection; undefined where there is no such connection any more. */
  readonly connection: KnownConnection | undefined;
  readonly names: DocumentNames;
  readonly fields: DocumentFields;
  readonly codec: DocumentCodec;
  /** The tracker that a draft is for. */
  readonly trackerId?: number;
  readonly refusal?: Refusal | undefined;
  /** Tells whether an entry of a draft is as it was when the draft was made. It is absent once the draft was saved. */
  readonly isUntouched?: ((entry: Entry) => boolean) | undefined;
}

/** A document of entries, with its text as it was read. */
export interface OpenedDocument extends EntryDocument {
  readonly read: ReadDocument;
}

/** A kind of documents that hold entries. */
export interface EntryDocuments {
  /** Fires when something else may be known of a document. */
  readonly onDidSettle: vscode.Event<vscode.Uri>;
  /** Tells whether `uri` names a document of this kind, or one that is checked like it. */
  has(uri: vscode.Uri): boolean;
  /** Gives what is known of the document; undefined where it is not of this kind, or nothing is known of it yet. */
  describe(uri: vscode.Uri): Promise<EntryDocument | undefined>;
  /**
   * Tells what is wrong with the text beside what its entries tell. Where `opened` is undefined, since `describe` knows
   * nothing of the document, it tells all that is wrong.
   */
  more(text: vscode.TextDocument, opened: OpenedDocument | undefined): readonly (vscode.Diagnostic | Finding)[];
}

/** Holds all documents with entries, with their texts as they are read. */
export class LanguageDocuments extends DisposableOwner {
  readonly kinds: readonly EntryDocuments[];
  readonly #read: ReadTexts;
  readonly #settled = this.disposables.add(new vscode.EventEmitter<vscode.Uri>());

  /** Fires when something else may be known of a document. */
  readonly onDidSettle = this.#settled.event;

  constructor(kinds: readonly EntryDocuments[], known: Pick<KnownConnections, "onDidChange">, read: ReadTexts) {
    super();
    this.kinds = kinds;
    this.#read = read;
    for (const kind of kinds) {
      this.disposables.add(kind.onDidSettle((uri) => this.#settled.fire(uri)));
    }
    this.disposables.add(
      known.onDidChange(({ connectionId, subject }) => {
        const texts = subject.kind === "tracker" ? vscode.workspace.textDocuments : [];
        for (const { uri } of texts) {
          if (uri.authority === connectionId && kinds.some((kind) => kind.has(uri))) {
            this.#settled.fire(uri);
          }
        }
      }),
    );
  }

  /** Reads a text for those who need nothing but the places of entries: unlike `open`, it waits for nothing. */
  read(text: vscode.TextDocument, codec: DocumentCodec, said = text.getText()): ReadDocument {
    return this.#read.read(text.uri.toString(), codec, said);
  }

  async describe(uri: vscode.Uri): Promise<EntryDocument | undefined> {
    const described = await Promise.all(this.kinds.map((kind) => kind.describe(uri)));
    return described.find((each) => each !== undefined);
  }

  /**
   * Reads a text once its fields are known, and gives it with what is known of the document; undefined where nothing
   * is. It reads `said` where that is given: the text at the moment somebody asked, since more may have been typed.
   */
  async open(text: vscode.TextDocument, said?: string): Promise<OpenedDocument | undefined> {
    const known = await this.describe(text.uri);
    if (!known) {
      return undefined;
    }
    const read = this.read(text, known.codec, said);
    // The entries are read with their kinds here, so that all later callers find them read.
    read.entries(known.fields.kindOf);
    return { ...known, read };
  }
}
