import * as vscode from "vscode";
import { outlineOf } from "../../core/language/outline.ts";
import type { FieldKind } from "../../core/model/fieldKind.ts";
import { outlineLabel } from "../../core/sentences/fields.ts";
import { withoutIcons } from "../../core/util/plainLabel.ts";
import { rangeOf } from "../text/rangeOf.ts";
import { entriesSelector, type LanguageDocuments } from "./knownDocuments.ts";

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

/** The entries of documents by label with their values: the outline, the breadcrumbs, «Go to Symbol in Editor». */
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
