import * as vscode from "vscode";
import { foldsOf, outlineOf } from "../../core/language/outline.ts";
import type { FieldKind } from "../../core/model/fieldKind.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { outlineLabel } from "../../core/sentences/fields.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { comparedSchemes } from "../text/sideBySide.ts";
import { entriesSelector, type LanguageDocuments } from "./entryDocuments.ts";

const symbols: Readonly<Record<FieldKind, vscode.SymbolKind>> = {
  string: vscode.SymbolKind.Field,
  text: vscode.SymbolKind.Field,
  number: vscode.SymbolKind.Field,
  date: vscode.SymbolKind.Event,
  list: vscode.SymbolKind.EnumMember,
  openList: vscode.SymbolKind.EnumMember,
  links: vscode.SymbolKind.Interface,
  files: vscode.SymbolKind.File,
  computed: vscode.SymbolKind.Operator,
  permissions: vscode.SymbolKind.Key,
  steps: vscode.SymbolKind.Function,
};

/**
 * Lists the entries of documents by label with their values, for outline, breadcrumbs and «Go to Symbol in Editor».
 */
export function registerOutline(documents: LanguageDocuments): vscode.Disposable {
  return vscode.languages.registerDocumentSymbolProvider(
    entriesSelector,
    {
      provideDocumentSymbols: async (text, token) => {
        const opened = await documents.open(text);
        if (!opened || token.isCancellationRequested) {
          return [];
        }
        return outlineOf(opened.read, opened.fields, opened.names).map(
          (entry) =>
            new vscode.DocumentSymbol(
              withoutIcons(entry.label) || "…",
              withoutIcons(entry.value),
              entry.kind ? symbols[entry.kind] : vscode.SymbolKind.Field,
              rangeOf(text, entry),
              rangeOf(text, entry.selection),
            ),
        );
      },
    },
    { label: outlineLabel },
  );
}

/** Selects XML documents: VS Code's own service folds JSON. */
const selector: vscode.DocumentSelector = [artifactScheme, ...comparedSchemes].map((scheme) => ({
  scheme,
  pattern: "**/*.artifact.xml",
}));

/** Lets the elements of XML documents be folded, their end tags left in sight. */
export function registerFolding(documents: LanguageDocuments): vscode.Disposable {
  return vscode.languages.registerFoldingRangeProvider(selector, {
    provideFoldingRanges: async (text, _context, token) => {
      const opened = await documents.open(text);
      if (!opened?.read.root || token.isCancellationRequested) {
        return undefined;
      }
      return foldsOf(opened.read).flatMap(({ offset, length }) => {
        const start = text.positionAt(offset).line;
        const end = text.positionAt(offset + length).line - 1;
        return end > start ? [new vscode.FoldingRange(start, end)] : [];
      });
    },
  });
}
