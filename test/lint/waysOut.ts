import { readFileSync } from "node:fs";
import { nodesIn } from "./findRegexps.ts";

/** What of VS Code shows or takes words, and the only files that use it: there all words are made plain. */
const ways: readonly { readonly names: readonly string[]; readonly files: readonly string[] }[] = [
  {
    names: ["showInputBox", "createInputBox", "createQuickPick", "showOpenDialog", "showSaveDialog"],
    files: ["editor/dialog/quickInput.ts"],
  },
  {
    names: ["showInformationMessage", "showWarningMessage", "showErrorMessage", "setStatusBarMessage"],
    files: ["editor/dialog/present.ts"],
  },
  { names: ["window.withProgress"], files: ["editor/dialog/cancellation.ts"] },
  { names: ["CodeLens", "CodeAction", "DocumentLink"], files: ["editor/text/marks.ts"] },
  { names: ["Diagnostic"], files: ["editor/text/marks.ts", "editor/language/documentFindings.ts"] },
  { names: ["MarkdownString"], files: ["editor/text/markdown.ts"] },
  { names: ["TreeItem"], files: ["editor/tree/treeItems.ts"] },
  { names: ["CompletionItem"], files: ["editor/language/completions.ts", "editor/references/references.ts"] },
  { names: ["SnippetString"], files: ["editor/language/completions.ts", "editor/upload/fileInsertion.ts"] },
  { names: ["SnippetTextEdit"], files: ["editor/upload/fileInsertion.ts"] },
  { names: ["InlayHint"], files: ["editor/language/names.ts", "editor/svn/settingsLanguage.ts"] },
  {
    names: ["Hover"],
    files: [
      ...["editor/language/names.ts", "editor/references/references.ts", "editor/svn/settingsLanguage.ts"],
      "editor/lastChanges/changeHovers.ts",
    ],
  },
  { names: ["DocumentSymbol"], files: ["editor/language/outline.ts"] },
  { names: ["DocumentPasteEdit", "DocumentDropEdit"], files: ["editor/upload/insertFiles.ts"] },
  { names: ["FileDecoration"], files: ["editor/freshness/decorations.ts"] },
  { names: ["createTreeView"], files: ["editor/tree/lazyTree.ts"] },
  { names: ["createOutputChannel"], files: ["editor/diagnosis/log.ts"] },
  { names: ["createStatusBarItem"], files: ["editor/freshness/unsavedStatus.ts"] },
  // Its label, and names and hints of its rows, are plain; what is typed into its box goes to the service alone.
  { names: ["createSourceControl"], files: ["editor/sourceControl/sourceControls.ts"] },
  { names: ["createWebviewPanel"], files: ["editor/preview/artifactPreviews.ts"] },
  { names: ["FileSystemError"], files: ["editor/files/artifactFileSystem.ts"] },
  { names: ["vscode.open", "vscode.openWith", "vscode.diff"], files: ["editor/text/showDocument.ts"] },
  { names: ["clipboard", "openExternal"], files: ["editor/dialog/handOut.ts"] },
  {
    names: ["createTextEditorDecorationType"],
    files: ["editor/comment/commentPlaceholder.ts", "editor/lastChanges/changeNotes.ts"],
  },
  // Links of any page arrive there: `core/references/artifactLink.ts` takes an artifact's number from them, no more.
  { names: ["registerUriHandler"], files: ["extension.ts"] },
  // Nothing of ours shows words by these. What begins to need one makes them plain in a file of its own.
  {
    names: [
      ...[
        "showQuickPick",
        "withScmProgress",
        "showWorkspaceFolderPick",
        "registerWebviewViewProvider",
        "registerCustomEditorProvider",
      ],
      ...[
        "createTerminal",
        "TerminalLink",
        "TerminalProfile",
        "registerTerminalLinkProvider",
        "Task",
        "ShellExecution",
      ],
      ...["createCommentController", "createLanguageStatusItem"],
      ...["createTestController", "TestMessage", "createNotebookController", "NotebookCellOutput", "NotebookCellData"],
      ...["NotebookCellStatusBarItem", "createChatParticipant", "registerTool", "LanguageModelToolResult"],
      ...["registerMcpServerDefinitionProvider", "registerAuthenticationProvider"],
      ...["SymbolInformation", "InlayHintLabelPart", "InlineCompletionItem", "SignatureInformation", "InlineValueText"],
      ...["ParameterInformation", "CallHierarchyItem", "TypeHierarchyItem", "ColorPresentation"],
      ...["DiagnosticRelatedInformation"],
    ],
    files: [],
  },
  // Nothing of ours needs them, and each makes words act.
  { names: ["supportHtml", "supportThemeIcons", "baseUri"], files: [] },
  // Each link of ours runs the one command that it names; words beside it are escaped.
  { names: ["enabledCommands"], files: ["editor/text/markdown.ts"] },
  { names: ["appendMarkdown", "appendCodeblock"], files: ["editor/text/markdown.ts"] },
];

/** Members of what VS Code has made, as words are set later on, and the only files that set them. */
const members: readonly { readonly names: readonly string[]; readonly files: readonly string[] }[] = [
  {
    names: ["title", "placeholder", "prompt"],
    files: [
      // Boxes and lists of `quickInput.ts`, whose titles `shownRows.ts` makes plain, and those that
      // `rememberedPreviews.ts` does.
      "editor/dialog/shownRows.ts",
      ...["editor/dialog/askText.ts", "editor/dialog/pickChoices.ts", "editor/dialog/pickFromPages.ts"],
      "editor/history/pickVersion.ts",
      ...["editor/search/searchPicker.ts", "editor/preview/artifactPreviews.ts"],
      "editor/sourceControl/sourceControls.ts",
    ],
  },
  {
    names: ["tooltip"],
    files: [
      ...["editor/text/marks.ts", "editor/tree/treeItems.ts", "editor/freshness/unsavedStatus.ts"],
      "editor/language/names.ts",
    ],
  },
  { names: ["description"], files: ["editor/tree/treeItems.ts"] },
  { names: ["text"], files: ["editor/freshness/unsavedStatus.ts"] },
  { names: ["html"], files: ["editor/preview/previewPanel.ts"] },
  { names: ["message", "label", "detail", "documentation", "badge", "relatedInformation"], files: [] },
];

/** What makes an icon of ours; words are without any. */
const iconFiles: readonly string[] = [
  "core/util/plainLabel.ts",
  "core/util/plainWords.ts",
  "editor/dialog/present.ts",
  "editor/freshness/unsavedStatus.ts",
  "editor/text/marks.ts",
];

/** Where a source file of `src` shows words past the files that make them plain: a line each. */
export function waysPast(file: string, text: string): readonly string[] {
  const isForbidden = (table: typeof ways, name: string) =>
    table.some(({ names, files }) => names.includes(name) && !files.includes(file));
  const found: string[] = [];
  for (const node of nodesIn(text)) {
    const line = node.loc?.start.line ?? 0;
    const name =
      node.type === "Identifier"
        ? node.name
        : node.type === "Literal" && typeof node.value === "string"
          ? node.value
          : node.type === "MemberExpression" && node.property.type === "Identifier"
            ? `${endOf(node.object)}.${node.property.name}`
            : undefined;
    if (name !== undefined && isForbidden(ways, name)) {
      found.push(`${file}:${line} ${name}`);
    }
    const member = node.type === "AssignmentExpression" && node.left.type === "MemberExpression" && node.left.property;
    if (member && member.type === "Identifier" && file.startsWith("editor/") && isForbidden(members, member.name)) {
      found.push(`${file}:${line} ${member.name} =`);
    }
    const words = node.type === "TemplateElement" ? node.value.raw : node.type === "Literal" ? node.value : undefined;
    if (typeof words === "string" && words.includes("$(") && !iconFiles.includes(file)) {
      found.push(`${file}:${line} $(`);
    }
  }
  return found;
}

/** The same of a file on disk. */
export function waysPastIn(root: string, file: string): readonly string[] {
  return waysPast(file, readFileSync(`${root}/${file}`, "utf8"));
}

function endOf(node: { readonly type: string }): string {
  return node.type === "Identifier" && "name" in node
    ? String(node.name)
    : node.type === "MemberExpression" && "property" in node
      ? endOf(node.property as { readonly type: string })
      : "";
}
