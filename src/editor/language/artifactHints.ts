import * as vscode from "vscode";
import type { DocumentCodec } from "../../core/codec/documentCodec.ts";
import type { DescribedField } from "../../core/language/describedField.ts";
import { findHints, type Hint } from "../../core/language/hints.ts";
import { findHover, type HoverInfo } from "../../core/language/hover.ts";
import type { Tracker } from "../../core/model/tracker.ts";
import { artifactScheme } from "../../core/uri.ts";
import { DisposableStore } from "../../core/util/disposable.ts";
import { type Base, documentEntries } from "../../core/workingCopy/base.ts";
import type { ArtifactDocuments } from "../documents/artifactDocuments.ts";
import type { TrackerOf } from "./artifactDiagnostics.ts";

const selector: vscode.DocumentSelector = { scheme: artifactScheme, pattern: "**/*.artifact.{json,xml}" };

/** A kind of documents with numbers to name. */
export interface NamedDocuments {
  /** The names in a document may be others now. */
  readonly onDidSettle: vscode.Event<vscode.Uri>;
  /** What is known of the fields of a document, and how its text is read; undefined when it is not of this kind. */
  describe(
    uri: vscode.Uri,
  ): Promise<{ readonly fields: readonly DescribedField[]; readonly codec: DocumentCodec } | undefined>;
}

/** Names behind the numbers of documents, as inlay hints and hovers; never in the text itself. */
export function registerNames(...kinds: readonly NamedDocuments[]): vscode.Disposable {
  const disposables = new DisposableStore();
  const hintsChanged = disposables.add(new vscode.EventEmitter<void>());
  const describeAny = async (uri: vscode.Uri) => {
    const described = await Promise.all(kinds.map((kind) => kind.describe(uri)));
    return described.find((each) => each !== undefined);
  };
  for (const kind of kinds) {
    disposables.add(kind.onDidSettle(() => hintsChanged.fire()));
  }
  disposables.add(
    vscode.languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: hintsChanged.event,
      provideInlayHints: async (text, range, token) => {
        const { fields, codec } = (await describeAny(text.uri)) ?? {};
        return token.isCancellationRequested || !fields || !codec
          ? []
          : hintsIn(text, range, findHints(text.getText(), fields, codec));
      },
    }),
  );
  disposables.add(
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (text, position, token) => {
        const { fields, codec } = (await describeAny(text.uri)) ?? {};
        const found = fields && codec && findHover(text.getText(), text.offsetAt(position), fields, codec);
        return found && !token.isCancellationRequested ? hoverOf(text, found) : undefined;
      },
    }),
  );
  return disposables;
}

/** The documents of artifacts, named from the artifact and the structure of its tracker. */
export function namedArtifacts(documents: ArtifactDocuments, trackerOf: TrackerOf): NamedDocuments {
  return {
    onDidSettle: documents.onDidSettle,
    describe: async (uri) => {
      const document = documents.at(uri);
      const base = document?.copy.base;
      return document?.codec && base
        ? { fields: describe(base, await trackerOf(document)), codec: document.codec }
        : undefined;
    },
  };
}

function describe(base: Base, tracker: Tracker | undefined): readonly DescribedField[] {
  const structure = new Map(tracker?.fields.map((field) => [field.fieldId, field]));
  const shown = new Set(documentEntries(base).map((entry) => entry.fieldId));
  return base.fields
    .filter((field) => shown.has(field.fieldId))
    .map(({ entry: _, ...field }) => {
      const described = structure.get(field.fieldId);
      return described ? { ...field, name: described.name, options: described.options } : field;
    });
}

function hintsIn(text: vscode.TextDocument, range: vscode.Range, hints: readonly Hint[]): vscode.InlayHint[] {
  return hints.flatMap((found) => {
    const position = text.positionAt(found.offset);
    if (found.label === "" || !range.contains(position)) {
      return [];
    }
    const hint = new vscode.InlayHint(position, found.isRequired ? `${found.label} *` : found.label);
    hint.paddingLeft = true;
    if (found.isRequired) {
      hint.tooltip = "Required";
    }
    return [hint];
  });
}

const optionsShown = 30;

function hoverOf(text: vscode.TextDocument, { offset, length, field, value, options }: HoverInfo): vscode.Hover {
  // Everything here is the service's: as text, never as markup.
  const words = new vscode.MarkdownString();
  words.appendMarkdown("**");
  words.appendText(field.label || String(field.fieldId));
  words.appendMarkdown("**");
  words.appendText(
    [field.name, field.type, field.isRequired && "required"]
      .filter(Boolean)
      .map((each) => ` · ${each}`)
      .join(""),
  );
  if (value) {
    words.appendMarkdown("\n\n");
    words.appendText(value.name === undefined ? value.id : `${value.id}: ${value.name}`);
  } else {
    for (const option of options.slice(0, optionsShown)) {
      words.appendMarkdown(`\n- \`${String(option.id).replaceAll("`", "")}\` `);
      words.appendText(option.label);
    }
    if (options.length > optionsShown) {
      words.appendMarkdown(`\n- … ${options.length - optionsShown} more`);
    }
  }
  return new vscode.Hover(words, new vscode.Range(text.positionAt(offset), text.positionAt(offset + length)));
}
