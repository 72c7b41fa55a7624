import * as vscode from "vscode";
import { outlineOf } from "../../core/language/outline.ts";
import type { FieldKind } from "../../core/model/fieldKind.ts";
import { outlineLabel } from "../../core/sentences/fields.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { rangesIn } from "./documentDiagnostics.ts";
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
        const { known, read } = opened;
        const range = rangesIn(text);
        return outlineOf(read, known.fields, known.names).map(
          ({ label, value, kind, offset, length, selection }) =>
            new vscode.DocumentSymbol(
              symbolName(label) || "…",
              symbolName(value),
              kind ? symbols[kind] : vscode.SymbolKind.Field,
              range(offset, length),
              range(selection.offset, selection.length),
            ),
        );
      },
    },
    { label: outlineLabel },
  );
}

// «Go to Symbol in Editor» would show `$(name)` as an icon; escaped for it, the outline would show the backslash.
function symbolName(text: string): string {
  return withoutControls(text).replaceAll("$(", "$ (");
}
