import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { useFixture } from "./support/connectionFixture.ts";

suite("references in ordinary texts", () => {
  const fixture = useFixture();

  setup(async () => {
    // The connections of other tests may be there still.
    await vscode.workspace
      .getConfiguration("artifactDesk")
      .update("referenceConnection", fixture.connectionId, vscode.ConfigurationTarget.Global);
  });

  teardown(async () => {
    await vscode.workspace
      .getConfiguration("artifactDesk")
      .update("referenceConnection", undefined, vscode.ConfigurationTarget.Global);
  });

  const open = async (language: string, content: string) => {
    const document = await vscode.workspace.openTextDocument({ language, content });
    await vscode.window.showTextDocument(document);
    fixture.service.clearRequests();
    return document;
  };
  const links = async (document: vscode.TextDocument) => {
    const found = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      "vscode.executeLinkProvider",
      document.uri,
    );
    return found
      .filter(({ target }) => target?.scheme === "command")
      .map(({ range, target }) => `${document.getText(range)} ${decodeURIComponent(target?.query ?? "")}`);
  };
  const hovers = async (document: vscode.TextDocument, words: string) => {
    const position = document.positionAt(document.getText().indexOf(words) + 1);
    const found = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      position,
    );
    return found
      .flatMap(({ contents }) =>
        contents.map((each) => (each as vscode.MarkdownString).value.replaceAll("&nbsp;", " ")),
      )
      .join("\n");
  };

  test("are links in Markdown and in comments, and cost no request", async () => {
    const target = (id: number) => `[{"connectionId":"${fixture.connectionId}","artifactId":${id}}]`;
    const markdown = await open("markdown", "See #512, art #901 and rev #3.\n");
    assert.deepEqual(await links(markdown), [`#512 ${target(512)}`, `art #901 ${target(901)}`]);
    const code = await open("typescript", "const a = '#1'; // art #512\n");
    assert.deepEqual(await links(code), [`art #512 ${target(512)}`]);
    const style = await open("scss", "a { color: #123; } // art #512\n/* #901 */\n");
    assert.deepEqual(await links(style), [`art #512 ${target(512)}`, `#901 ${target(901)}`]);
    assert.deepEqual(fixture.service.requests, []);
  });

  test("have tooltips in which no link of a name is live", async () => {
    // A folder may suggest such a name for its connection.
    await vscode.commands.executeCommand(
      commandIds.renameConnection,
      fixture.connectionId,
      "Team <command:workbench.action.toggleZenMode> [go](command:x) https://x.example",
    );
    const document = await open("markdown", "See art #512.\n");
    const [link] = await vscode.commands.executeCommand<vscode.DocumentLink[]>(
      "vscode.executeLinkProvider",
      document.uri,
    );
    assert.match(link?.tooltip ?? "", /^Open artifact \\#512 of Team/);
    // Of the label that VS Code makes of it, each mark of Markdown is escaped.
    assert.doesNotMatch(link?.tooltip ?? "", /(?<!\\)[<[\]():]/);
  });

  test("are no more in a document than anybody follows: the host would stand still for seconds", async () => {
    const files = Array.from({ length: 2500 }, (_, index) => ({ id: index + 1, name: "a", html_url: "/a" }));
    const field = { field_id: 1231, label: "Files", type: "file", file_descriptions: files };
    const body = JSON.stringify({ id: 501, values: [field] });
    fixture.service.control.addFault({
      ...{ path: /\/artifacts\/501$/, count: null },
      fault: { kind: "answer", status: 200, headers: { "Content-Type": "application/json" }, body },
    });
    const found = await links(await fixture.open(501));
    fixture.service.control.clearFaults();
    assert.equal(found.length, 2000);
    assert.match(found[0] ?? "", /^1 .*"n":1\}/);
  });

  test("have a card each, read together and once", async () => {
    const document = await open("markdown", "#512 and #513, #999999\n");
    assert.match(await hovers(document, "#512"), /\*\*bug \\#512\*\* Export to CSV/);
    assert.match(await hovers(document, "#513"), /\*\*bug \\#513\*\*/);
    assert.match(await hovers(document, "#999999"), /Nothing is known of it/);
    const paths = fixture.service.requests.map(({ path }) => decodeURIComponent(path));
    assert.equal(paths.length, 1);
    assert.match(paths[0] ?? "", /"id":\[.*512.*\]/);
  });

  test("are completed from what was opened lately", async () => {
    await vscode.commands.executeCommand(commandIds.openArtifact, fixture.connectionId, 512);
    const document = await open("markdown", "art #\n");
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      new vscode.Position(0, 5),
      "#",
    );
    const ours = items.filter(({ kind }) => kind === vscode.CompletionItemKind.Reference);
    assert.deepEqual(
      ours.map(({ insertText }) => insertText),
      ["512"],
    );
  });

  test("are put at the cursor, or into a commit message", async () => {
    const document = await open("markdown", "Fixes \n");
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    editor.selection = new vscode.Selection(0, 6, 0, 6);
    await vscode.commands.executeCommand(commandIds.insertReference, fixture.connectionId, 512);
    assert.equal(document.getText(), "Fixes bug #512\n");
    const control = vscode.scm.createSourceControl("test", "Test");
    try {
      control.inputBox.value = "Fixes";
      await vscode.commands.executeCommand(commandIds.insertReference, control, 512);
      assert.equal(control.inputBox.value, "Fixes bug #512");
    } finally {
      control.dispose();
    }
  });

  test("are copied where a commit message was meant that cannot be reached, and put into no text instead", async () => {
    const document = await open("markdown", "Source code\n");
    // What VS Code passes on of a source control that runs in another extension host.
    await vscode.commands.executeCommand(commandIds.insertReference, { handle: 7 }, 512);
    assert.deepEqual([document.getText(), await vscode.env.clipboard.readText()], ["Source code\n", "bug #512"]);
  });

  test("are nowhere where the setting says so", async () => {
    const settings = vscode.workspace.getConfiguration("artifactDesk");
    const document = await open("markdown", "#512");
    await settings.update("references", [], vscode.ConfigurationTarget.Global);
    try {
      assert.deepEqual(await links(document), []);
    } finally {
      await settings.update("references", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test("in an artifact's document lead to the artifacts and attachments it names", async () => {
    const document = await fixture.open(501);
    const all = await links(document);
    assert.ok(all.includes(`502 [{"connectionId":"${fixture.connectionId}","artifactId":502}]`), all.join("\n"));
    assert.ok(
      all.includes(`401 [{"connectionId":"${fixture.connectionId}","artifactId":501,"n":401}]`),
      all.join("\n"),
    );
    assert.equal(all.length, 5);
  });
});
