import * as vscode from "vscode";
import { foldsOf } from "../../core/language/outline.ts";
import { artifactScheme } from "../../core/model/uri.ts";
import { comparedSchemes } from "../text/sideBySide.ts";
import type { LanguageDocuments } from "./knownDocuments.ts";

/** Those of JSON are folded by VS Code's own service for it. */
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
