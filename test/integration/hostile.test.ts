import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as vscode from "vscode";
import { copyLine, openPage } from "../../src/editor/dialog/handOut.ts";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { codeOf, markdown } from "../../src/editor/text/markdown.ts";
import { hostileWords } from "../support/hostileWords.ts";
import { type ConnectionFixture, openFixture, poll } from "./support/connectionFixture.ts";

const bug = 501;
const controls = /[\p{Cc}\u202e\u2028]/u;

suite("A service whose every word attacks", () => {
  let fixture: ConnectionFixture;
  suiteSetup(async () => {
    fixture = await openFixture();
    fixture.service.control.addFault({
      count: null,
      fault: { kind: "hostile", words: hostileWords("http://x.example") },
    });
  });
  suiteTeardown(() => fixture.close());

  /** `work` fails by what the service says, which is words. */
  async function assertPlainRefusal(where: string, work: () => Promise<unknown>): Promise<void> {
    const { control } = fixture.service;
    // In front of the fault of all answers, with the same words.
    const body = JSON.stringify({
      error: { code: 400, message: `Bad Request: No ${hostileWords("http://x.example")}` },
    });
    control.clearFaults();
    control.addFault({
      count: null,
      fault: { kind: "answer", status: 400, headers: { "Content-Type": "application/json" }, body },
    });
    try {
      await assert.rejects(work, ({ message }: Error) => {
        assert.match(message, /\[go\] \(command:/);
        assertPlain(message, where);
        return true;
      });
    } finally {
      control.clearFaults();
      control.addFault({
        count: null,
        fault: { kind: "hostile", words: hostileWords("http://x.example") },
      });
    }
  }

  function assertPlain(words: string, where: string): void {
    assert.ok(!words.includes("](") && !words.includes("$(") && !words.includes("\u202e"), `${where}: ${words}`);
  }

  for (const [command, ...args] of [
    [commandIds.openArtifact, bug, "json"],
    [commandIds.showHistory, bug],
    [commandIds.attachFile, bug, [vscode.Uri.file("/nowhere")]],
    [commandIds.openAttachment, bug, 401],
    [commandIds.saveAttachmentAs, bug, 401, vscode.Uri.file("/nowhere/x")],
    [commandIds.deleteArtifact, bug],
    [commandIds.preview, bug],
    [commandIds.changeStatus, bug],
    [commandIds.compareVersions, bug],
    [commandIds.restoreVersion, bug],
    [commandIds.duplicateArtifact, bug],
    [commandIds.copySvnCheckoutUrl, 90],
    [commandIds.openSvnSettings, 90],
  ] as const) {
    test(`says nothing that acts in the error of ${command}`, () =>
      assertPlainRefusal(command, async () => vscode.commands.executeCommand(command, fixture.connectionId, ...args)));
  }

  test("says nothing that acts in the error of a document that cannot be read, nor of one that cannot be saved", async () => {
    const uri = fixture.uri(501);
    await assertPlainRefusal("reading", async () => vscode.workspace.fs.readFile(uri));
    const draft = vscode.Uri.parse(`artifact://${fixture.connectionId}/trackers/12/new-1.artifact.json`);
    const text = new TextEncoder().encode(
      '{ "tracker": { "id": 12 }, "values": [{ "field_id": 1202, "value": "x" }] }',
    );
    await assertPlainRefusal("saving", async () => vscode.workspace.fs.writeFile(draft, text));
  });

  test("is words in lenses, hovers, completions and the outline of its documents", async () => {
    const text = await fixture.open(bug);
    const { uri } = text;
    const all = new vscode.Range(0, 0, text.lineCount, 0);
    const lenses = await poll("there are lenses", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 100);
      return found.some(({ command }) => command?.title.includes("[go]")) && found;
    });
    for (const { command } of lenses) {
      assertPlain(command?.title ?? "", "lens");
    }
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      uri,
    );
    assert.ok(symbols.some(({ name }) => name.includes("[go]")));
    for (const { name, detail } of symbols) {
      assert.ok(!`${name} ${detail}`.includes("$("), name);
    }
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>("vscode.executeInlayHintProvider", uri, all);
    assert.ok(hints.length > 0);
    const labels = hints.flatMap(({ label }) => (typeof label === "string" ? label : []));
    assert.equal(labels.length, hints.length);
    assert.ok(labels.some((label) => label.includes("[go]")));
    for (const label of labels) {
      assert.doesNotMatch(label, controls, label);
    }
    const at = text.positionAt(text.getText().indexOf('"field_id": 1207') + 14);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, at);
    // Those of VS Code's JSON server say nothing of the service.
    const contents = hovers
      .flatMap(({ contents: each }) => each as vscode.MarkdownString[])
      .filter(({ value }) => value.includes("toggleZenMode"));
    assert.ok(contents.some(({ value }) => value.includes("Status")));
    for (const { value, isTrusted, supportHtml, supportThemeIcons } of contents) {
      assert.ok(!isTrusted && !supportHtml && !supportThemeIcons);
      assert.doesNotMatch(value, /(?<!\\)[[<!]/);
    }
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      uri,
      at,
    );
    for (const { label } of list.items) {
      const { label: name, detail = "", description = "" } = typeof label === "string" ? { label } : label;
      assert.ok(!`${name}${detail}${description}`.includes("$("), name);
    }
  });

  test("is words in quick fixes", async () => {
    const text = await fixture.open(bug);
    const entries = JSON.parse(text.getText()) as { values: { field_id: number }[] };
    const repeated = entries.values.filter(({ field_id }) => field_id === 1207);
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, text.lineCount, 0);
    edit.replace(text.uri, all, JSON.stringify({ ...entries, values: [...entries.values, ...repeated] }, null, 2));
    await vscode.workspace.applyEdit(edit);
    const end = new vscode.Range(0, 0, text.lineCount, 0);
    const fixes = await poll("there is a quick fix", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        text.uri,
        end,
        vscode.CodeActionKind.QuickFix.value,
      );
      return found.some(({ title }) => title.includes("[go]")) && found;
    });
    for (const { title } of fixes) {
      assert.ok(!/\$\(|\u202e|\n/.test(title), title);
    }
  });

  test("ends no code in Markdown, and begins no line there", () => {
    const words = "a` [b](command:c)\n# \u202e";
    assert.equal(codeOf(words).value, "`a [b](command:c) #`");
    assert.equal(markdown`- ${words}`.value, "- a\\` \\[b\\]\\(command\\:c\\) \\#");
  });

  test("opens nothing in the browser but pages of the web", async () => {
    const { env } = vscode;
    const { openExternal } = env;
    const opened: string[] = [];
    const open = async (uri: vscode.Uri) => opened.push(uri.toString(true)) > 0;
    Object.assign(env, { openExternal: open });
    try {
      for (const address of ["file:///etc/passwd", "command:x", "blob:https://a.example/b", "vscode://x.y/z", "a"]) {
        await openPage(address);
      }
      await openPage("https://joe:secret@a.example/b?c=d");
    } finally {
      Object.assign(env, { openExternal });
    }
    assert.deepEqual(opened, ["https://a.example/b?c=d"]);
  });

  test("goes to the clipboard as one line of the form it claims to have", async () => {
    await copyLine("svn checkout a\r\nrm -rf b\n");
    assert.equal(await vscode.env.clipboard.readText(), "svn checkout a rm -rf b");
    await vscode.commands.executeCommand(commandIds.copyReference, fixture.connectionId, bug);
    assert.equal(await vscode.env.clipboard.readText(), `art #${bug}`);
    await vscode.commands.executeCommand(commandIds.copySvnCheckoutUrl, fixture.connectionId, 90);
    assert.match(
      await vscode.env.clipboard.readText(),
      /^https:\/\/127\.0\.0\.1:\d+\/svnplugin\/[^\s"'`$;|&<>(){}\\^!*]+$/,
    );
  });
});

suite("An artifact of more than anybody reads", () => {
  let fixture: ConnectionFixture;
  suiteSetup(async () => {
    fixture = await openFixture();
  });
  suiteTeardown(() => fixture.close());

  function serve(...texts: readonly string[]): void {
    const values = texts.map((value, index) => {
      return { field_id: index + 1, label: "Details", type: "text", format: "text", value };
    });
    const body = JSON.stringify({ id: bug, title: "Long", values });
    const { control } = fixture.service;
    control.clearFaults();
    const headers = { "Content-Type": "application/json", Etag: "1700000000" };
    control.addFault({ count: null, fault: { kind: "answer", status: 200, headers, body } });
  }

  for (const [name, length] of [
    ["for a document", 1_600_000],
    ["to be read", 9_000_000],
  ] as const) {
    test(`is not opened, and says where it can be read, when it is too long ${name}`, async () => {
      serve("a".repeat(length));
      await assert.rejects(
        async () => vscode.commands.executeCommand(commandIds.openArtifact, fixture.connectionId, bug, "json"),
        { message: /#501 is too long to be opened as a document\. Open it in the browser/ },
      );
      assert.deepEqual(
        vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs),
        [],
      );
    });
  }

  test("is refused by its address as well, in XML already where only that is too long", async () => {
    serve("<".repeat(600_000));
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}.artifact.xml`);
    await assert.rejects(async () => vscode.workspace.openTextDocument(uri), /too long to be opened as a document/);
  });

  test("has as many ways to editors of long texts as the window draws in a moment", async () => {
    serve(...Array.from({ length: 600 }, () => "a"));
    const { uri } = await fixture.open(bug);
    const longTexts = await poll("there are lenses of long texts", async () => {
      const found = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 1);
      const above = found.filter(({ range }) => range.start.line > 0);
      return above.length > 0 && above;
    });
    assert.equal(longTexts.length, 500);
  });
});
