import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { waysPast, waysPastIn } from "../../lint/waysOut.ts";
import { projectRoot } from "../../support/host/paths.ts";

suite("words that leave for VS Code", () => {
  test("pass through what makes them plain, in every source file", () => {
    const root = path.join(projectRoot, "src");
    const files = globSync("**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
    assert.deepEqual(
      files.toSorted().flatMap((file) => waysPastIn(root, file)),
      [],
    );
  });

  for (const { what, code, past } of [
    { what: "a box", code: "vscode.window.showInputBox({ prompt: label });", past: "showInputBox" },
    { what: "an imported list", code: "window.createQuickPick();", past: "createQuickPick" },
    { what: "a message", code: "await window.showErrorMessage(error.message);", past: "showErrorMessage" },
    { what: "a progress", code: "vscode.window.withProgress({ title: label }, work);", past: "window.withProgress" },
    { what: "a lens", code: "new vscode.CodeLens(range, { title: label });", past: "CodeLens" },
    { what: "a hover", code: "new MarkdownString(label);", past: "MarkdownString" },
    { what: "HTML in Markdown", code: "words.supportHtml = true;", past: "supportHtml" },
    { what: "an error of a file", code: "throw vscode.FileSystemError.Unavailable(said);", past: "FileSystemError" },
    { what: "a tab", code: 'commands.executeCommand("vscode.open", uri, {}, label);', past: "vscode.open" },
    { what: "a quick fix", code: "new vscode.CodeAction(label, kind);", past: "CodeAction" },
    { what: "the hint of a link", code: "link.tooltip = label;", past: "tooltip =" },
    { what: "a mark at a tab", code: 'new vscode.FileDecoration("M", label);', past: "FileDecoration" },
    { what: "a paste", code: "new vscode.DocumentPasteEdit(text, label, kind);", past: "DocumentPasteEdit" },
    { what: "a snippet", code: "new vscode.SnippetString(label);", past: "SnippetString" },
    { what: "the words above a view", code: "view.message = label;", past: "message =" },
    { what: "the title of a page", code: "panel.title = label;", past: "title =" },
    { what: "a terminal", code: "window.createTerminal(label);", past: "createTerminal" },
    {
      what: "a remark of the Comment API",
      code: "comments.createCommentController(id, label);",
      past: "createCommentController",
    },
    { what: "the clipboard", code: "env.clipboard.writeText(label);", past: "clipboard" },
    { what: "an icon among words", code: "label = `$(bug) $HOLE`;", past: "$(" },
  ]) {
    test(`cannot leave by ${what} elsewhere`, () => {
      const found = waysPast("editor/example.ts", code.replace("$HOLE", "$" + "{label}"));
      assert.deepEqual(found, [`editor/example.ts:1 ${past}`]);
    });
  }

  test("may be named as types", () => {
    assert.deepEqual(
      waysPast("editor/example.ts", "export function of(item: vscode.TreeItem): TreeItem[] { return []; }"),
      [],
    );
  });
});
