import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { pageCommands } from "../../src/editor/preview/pageLinks.ts";
import { entriesOf, poll, setEntry, setText, until, useFixture } from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const details = 1203;
const links = 1230;

suite("the page of an artifact", () => {
  const fixture = useFixture();

  const run = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`artifactDesk.${command}`, ...args);
  const artifact = () => ({ connectionId: fixture.connectionId, artifactId: bug });
  const stored = () => fixture.service.control.readArtifact({ artifactId: bug }).values;
  const histories = () => fixture.service.requests.filter(({ path }) => path.includes("/changesets")).length;
  /** Waits for requests that nobody else waits for. */
  const untilHistories = (count: number) => fixture.service.untilAsked(() => histories() === count);
  const documentOf = () =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === fixture.uri(bug).toString());

  /** The page is the active editor from here on. */
  async function focusPage(): Promise<void> {
    const isActive = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input instanceof vscode.TabInputWebview;
    for (const group of ["First", "Second", "Third"]) {
      if (!isActive()) {
        await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
      }
    }
    await poll("the page is active", isActive);
  }

  test("a field is set in the document of the artifact that is named, and saved by its name too", async () => {
    await run("setField", artifact(), summary, "From the page");
    const document = await until("the document is there", documentOf);
    assert.equal(entriesOf(document).find(({ field_id }) => field_id === summary)?.["value"], "From the page");
    assert.equal(document.isDirty, true);
    assert.notEqual(stored()["summary"], "From the page");
    await run("saveArtifact", artifact());
    assert.deepEqual([document.isDirty, stored()["summary"]], [false, "From the page"]);
  });

  for (const isUnsavedToo of [false, true]) {
    const which = isUnsavedToo ? "into another unsaved one" : "into one that was clean";
    test(`a save of one document sends nothing that is typed ${which} meanwhile`, async () => {
      const json = await fixture.open(bug);
      const field = await vscode.workspace.openTextDocument(
        fixture.uri(bug).with({ path: `/artifacts/${bug}/fields/${details}.md` }),
      );
      await vscode.window.showTextDocument(field, { preview: false });
      await (isUnsavedToo && setText(field, () => "Whole."));
      await vscode.window.showTextDocument(json, { preview: false });
      await setText(json, () => json.getText().replace(String(stored()["summary"]), "From the page"));
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
      fixture.service.clearRequests();
      const saving = run("saveArtifact", artifact());
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      const before = field.getText();
      await setText(field, () => `${before} And half a sente`);
      release();
      await saving;
      assert.equal(stored()["summary"], "From the page");
      assert.equal(JSON.stringify(stored()["details"]).includes("Whole."), isUnsavedToo);
      assert.doesNotMatch(JSON.stringify(stored()["details"]), /half a sente/);
      assert.match(field.getText(), /And half a sente$/);
      // It is unsaved, whatever VS Code tells extensions: the next save sends it.
      await run("saveArtifact", artifact());
      assert.match(JSON.stringify(stored()["details"]), /half a sente/);
    });
  }

  test("a save of two documents that say different things asks before one takes the place of the other", async () => {
    const title = String(stored()["summary"]);
    const documents: vscode.TextDocument[] = [];
    for (const uri of [fixture.uri(bug), fixture.uri(bug).with({ path: `/artifacts/${bug}.artifact.xml` })]) {
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: false });
      await setText(document, () => document.getText().replace(title, `Of ${uri.path}`));
      documents.push(document);
    }
    const [json, xml] = documents;
    await run("saveArtifact", artifact());
    assert.deepEqual([json?.isDirty, xml?.isDirty], [false, true]);
    assert.equal(stored()["summary"], `Of ${json?.uri.path}`);
    assert.match(xml?.getText() ?? "", /<value>Of .*xml<\/value>/);
  });

  test("a field set with no tab open gets one behind what is shown, by number and title", async () => {
    await run("setField", artifact(), summary, "From the page");
    const uri = fixture.uri(bug).toString();
    const tabs = () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri);
    await poll("the tab is there", () => tabs().length > 0);
    assert.match(
      tabs()
        .map(({ label }) => label)
        .join(),
      /^#512 \S[^,]*$/,
    );
    await run("saveArtifact", artifact());
  });

  test("a page runs no script, loads no file, and no commands but those that its own links name", async () => {
    const { window } = vscode;
    const { createWebviewPanel } = window;
    const made: vscode.WebviewPanel[] = [];
    window.createWebviewPanel = (...args) => {
      const panel = createWebviewPanel(...args);
      made.push(panel);
      return panel;
    };
    try {
      await run("preview", fixture.connectionId, 501);
    } finally {
      window.createWebviewPanel = createWebviewPanel;
    }
    const [panel] = made;
    assert.ok(panel);
    const { enableScripts, enableForms, localResourceRoots, enableCommandUris } = panel.webview.options;
    assert.deepEqual([enableScripts, enableForms, localResourceRoots], [false, false, []]);
    assert.deepEqual(enableCommandUris, pageCommands);
  });

  test("the active page stands for its artifact, where a command is given nothing or the panel's address", async () => {
    await run("preview", fixture.connectionId, bug);
    await focusPage();
    await run("addComment");
    const isComment = ({ input }: vscode.Tab) =>
      input instanceof vscode.TabInputText && input.uri.path === `/artifacts/${bug}/comment.md`;
    const comments = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter(isComment);
    assert.equal(comments().length, 1);
    await vscode.window.tabGroups.close(comments());
    await focusPage();
    await run("addComment", vscode.Uri.parse("webview-panel:webview-panel/webview-artifactDesk"), { groupId: 1 });
    assert.equal(comments().length, 1);
    await vscode.window.tabGroups.close(comments());
    await run("setField", artifact(), summary, "Saved on the page");
    await focusPage();
    await run("saveArtifact");
    assert.equal(stored()["summary"], "Saved on the page");
  });

  test("a state is changed by its number, and nothing by what is none", async () => {
    const status = stored()["status"];
    await run("changeStatus", artifact(), null, 303);
    assert.deepEqual(stored()["status"], [303]);
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "status", bind_value_ids: status }] });
    fixture.service.clearRequests();
    await run("changeStatus", artifact(), null, { evil: true });
    assert.equal(fixture.service.requests.filter(({ method }) => method === "PUT").length, 0);
  });

  test("a state is asked for where the page shows another one than stands", async () => {
    const status = stored()["status"] as number[];
    const shown = status.map(String);
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "status", bind_value_ids: [303] }] });
    fixture.service.clearRequests();
    const { window } = vscode;
    const { createQuickPick } = window;
    let asked = 0;
    window.createQuickPick = () => {
      asked += 1;
      throw new vscode.CancellationError();
    };
    try {
      await Promise.resolve(run("changeStatus", artifact(), null, 302, shown)).catch(() => {});
    } finally {
      window.createQuickPick = createQuickPick;
    }
    assert.deepEqual([asked, stored()["status"]], [1, [303]]);
    await run("changeStatus", artifact(), null, status[0], ["303"]);
    assert.deepEqual(stored()["status"], status);
  });

  test("what names no artifact changes none, not the one in the active editor either", async () => {
    const document = await fixture.open(bug);
    for (const evil of [{ connectionId: fixture.connectionId }, { connectionId: 5, artifactId: bug }, {}, [bug]]) {
      for (const [command, ...args] of [
        ["setField", summary, "Evil"],
        ["saveWithComment", "Evil"],
        ["changeStatus", null, 303],
      ]) {
        await Promise.resolve(run(command as string, evil, ...args)).catch(() => {});
      }
    }
    assert.equal(document.isDirty, false);
    assert.equal(fixture.service.requests.filter(({ method }) => method === "PUT").length, 0);
  });

  test("a page asks for the artifact once and for the discussion twice, and a save for nothing more than before", async () => {
    await fixture.open(bug);
    fixture.service.clearRequests();
    await run("preview", fixture.connectionId, bug);
    await untilHistories(2);
    assert.deepEqual(
      fixture.service.requests.filter(({ path }) => /artifacts\/512(\?|$)/.test(path)),
      [],
    );
    fixture.service.clearRequests();
    await run("setField", fixture.uri(bug), summary, "Saved beside its page");
    await run("saveArtifact", artifact());
    // The newest steps, which looking after the save reads anyway; the page knows how many there were.
    await untilHistories(1);
    await run("showOlder", artifact());
    assert.equal(histories(), 1);
  });

  test("what only the service writes is on the page once it was read after a save", async () => {
    const document = await fixture.open(bug);
    const window = vscode.window as { createWebviewPanel: unknown };
    const { createWebviewPanel } = vscode.window;
    const made: vscode.WebviewPanel[] = [];
    window.createWebviewPanel = (...how: Parameters<typeof createWebviewPanel>) => {
      const panel = createWebviewPanel(...how);
      made.push(panel);
      return panel;
    };
    await Promise.resolve(run("preview", fixture.connectionId, bug)).finally(() =>
      Object.assign(window, { createWebviewPanel }),
    );
    // The field of references, which the service makes of the links, names artifacts so, and the links do not.
    const isTold = (id: number) => made[0]?.webview.html.includes(`art #${id}`);
    for (const id of [503, 504]) {
      assert.ok(!isTold(id));
      await setEntry(document, links, { links: [{ id, type: "" }] });
      assert.ok(await document.save());
      await poll("the page has followed", () => isTold(id));
    }
  });

  test("is read again with all others where one of them cannot be", async () => {
    const other = 501;
    await run("preview", fixture.connectionId, bug);
    await run("preview", fixture.connectionId, other);
    const at = (id: number) => new RegExp(`/artifacts/${id}(\\?|$)`);
    const readings = (id: number) => fixture.service.requests.filter(({ path }) => at(id).test(path)).length;
    const refused = { method: "GET", path: at(bug), count: null };
    fixture.service.control.addFault({ ...refused, fault: { kind: "answer", status: 403 } });
    const before = readings(other);
    await Promise.resolve(run("refresh")).catch(() => undefined);
    fixture.service.control.clearFaults();
    assert.equal(readings(other), before + 1);
  });

  test("what a colleague says in the very second of a save is asked for once that is over, and once", async () => {
    await fixture.open(bug);
    await run("preview", fixture.connectionId, bug);
    await untilHistories(2);
    fixture.service.control.freezeClock({ atMs: Date.now() });
    await run("setField", fixture.uri(bug), summary, "Saved beside its page");
    await run("saveArtifact", artifact());
    await untilHistories(3);
    fixture.service.control.addComment({ artifactId: bug, body: "At once" });
    fixture.service.control.advanceClock({ ms: 2000 });
    await untilHistories(4);
    await run("showOlder", artifact());
    assert.equal(histories(), 4);
  });
});
