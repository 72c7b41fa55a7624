import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as vscode from "vscode";
import { commandIds } from "../../src/editor/manifest/contributions.ts";
import { poll, useFixture } from "./support/connectionFixture.ts";

suite("Rows of the tree that are clicked", () => {
  const fixture = useFixture("admin");
  const rowOf = (id: number) => ({
    ...{ kind: "artifact", id: `${fixture.connectionId}/${id}`, connectionId: fixture.connectionId, artifactId: id },
    summary: { id },
  });
  const clickable = {
    artifact: {
      click: () => vscode.commands.executeCommand(commandIds.openRow, rowOf(512)),
      request: "/artifacts/512",
    },
    repository: {
      click: () => {
        const { connectionId } = fixture;
        const row = {
          kind: "repository",
          id: `${connectionId}/90`,
          connectionId,
          repositoryId: 90,
          repository: { id: 90 },
        };
        return vscode.commands.executeCommand(commandIds.openSvnSettings, row);
      },
      request: "/svn/90",
    },
    attachment: {
      click: () => {
        const row = { ...rowOf(502), kind: "attachment", n: 403 };
        return vscode.commands.executeCommand(commandIds.openAttachment, row);
      },
      request: "/plugins/tracker/attachments/403",
    },
  };

  for (const [slow, next, shown] of [
    ["artifact", "repository", "/svn/90.svn.json"],
    ["repository", "attachment", "/artifacts/502/attachments/403/server.log"],
    ["attachment", "artifact", "/artifacts/512.artifact.json"],
  ] as const) {
    test(`show the last one, when the ${slow} before it takes its time too`, async () => {
      const { promise: until, resolve: answer } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ path: clickable[slow].request, fault: { kind: "held", until } });
      const first = clickable[slow].click();
      await fixture.service.untilAsked(({ path }) => path.includes(clickable[slow].request));
      await clickable[next].click();
      answer();
      await first;
      assert.deepEqual(tabs(), [shown]);
    });
  }

  test("do not take the keyboard from a text in which somebody types", async () => {
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ path: "/artifacts/512$", fault: { kind: "held", until } });
    const first = vscode.commands.executeCommand(commandIds.openRow, rowOf(512));
    await fixture.service.untilAsked(({ path }) => path.endsWith("/artifacts/512"));
    await vscode.commands.executeCommand(commandIds.openRow, rowOf(513));
    await vscode.commands.executeCommand("type", { text: " " });
    answer();
    await first;
    await vscode.commands.executeCommand("type", { text: " " });
    const dirty = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path);
    assert.deepEqual({ tabs: tabs(), dirty }, { tabs: [fixture.uri(513).path], dirty: [fixture.uri(513).path] });
  });

  test("are asked for once when they are clicked twice", async () => {
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ path: "/artifacts/512$", count: null, fault: { kind: "held", until } });
    const clicks = [clickable.artifact.click(), clickable.artifact.click()];
    await fixture.service.untilAsked(({ path }) => path.endsWith("/artifacts/512"));
    answer();
    await Promise.all(clicks);
    const asked = fixture.service.requests.filter(({ path }) => path.endsWith("/artifacts/512"));
    assert.deepEqual({ tabs: tabs(), asked: asked.length }, { tabs: [fixture.uri(512).path], asked: 1 });
  });

  test("all stay open when several are selected", async () => {
    const rows = [512, 513, 514].map(rowOf);
    await vscode.commands.executeCommand(commandIds.openArtifact, rows[0], rows);
    assert.deepEqual(
      tabs(),
      rows.map(({ artifactId }) => fixture.uri(artifactId).path),
    );
  });
});

suite("Rows of the tree that open as pages", () => {
  const fixture = useFixture("admin");
  const configuration = () => vscode.workspace.getConfiguration("artifactDesk");
  suiteSetup(() => configuration().update("openRowsAs", "page", vscode.ConfigurationTarget.Global));
  suiteTeardown(() => configuration().update("openRowsAs", undefined, vscode.ConfigurationTarget.Global));

  const rowOf = (id: number) => ({
    ...{ kind: "artifact", id: `${fixture.connectionId}/${id}`, connectionId: fixture.connectionId, artifactId: id },
    summary: { id },
  });
  const click = (id: number) => vscode.commands.executeCommand(commandIds.openRow, rowOf(id));
  const all = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const numbers = () =>
    all()
      .filter(({ input }) => input instanceof vscode.TabInputWebview)
      .map(({ label }) => Number(/#(\d+)/.exec(label)?.[1]));

  test("take the place of the page that the last click opened", async () => {
    await click(512);
    assert.deepEqual(numbers(), [512]);
    await click(513);
    await poll("the page of 513 stands alone", () => numbers().join() === "513");
    await click(513);
    assert.deepEqual([numbers(), all().length], [[513], 1]);
  });

  test("leave a page that was pinned, and one that was asked for by itself", async () => {
    await click(512);
    await poll("the page is active", () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes("#512"));
    await vscode.commands.executeCommand("workbench.action.pinEditor");
    await poll("it is pinned", () => all().some(({ isPinned }) => isPinned));
    await click(513);
    await poll("the next one stands beside it", () => numbers().join() === "512,513");
    await vscode.commands.executeCommand(commandIds.preview, rowOf(513), undefined);
    await click(514);
    await poll("all three are there", () => numbers().toSorted().join() === "512,513,514");
    // What is pinned stays when all is closed.
    await vscode.window.tabGroups.close(all());
  });

  test("show the last one, when the one before it takes its time", async () => {
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ path: "/artifacts/512$", fault: { kind: "held", until } });
    const first = click(512);
    await fixture.service.untilAsked(({ path }) => path.endsWith("/artifacts/512"));
    await click(513);
    answer();
    await first;
    assert.deepEqual(numbers(), [513]);
  });

  test("open as documents by their menu", async () => {
    await vscode.commands.executeCommand(commandIds.openArtifact, rowOf(512), undefined);
    assert.deepEqual([tabs(), numbers()], [[fixture.uri(512).path], []]);
  });
});

suite("An artifact that cannot be opened", () => {
  const fixture = useFixture();
  for (const [what, fault] of [
    ["a 401", { kind: "unauthorized", text: "No right" }],
    ["a 403", { kind: "answer", status: 403 }],
    ["a 404", { kind: "answer", status: 404 }],
    ["a 500", { kind: "answer", status: 500 }],
    ["a 503", { kind: "answer", status: 503 }],
    ["a reset", { kind: "reset", when: "before" }],
    ["a body that breaks off", { kind: "cut", at: "half", how: "close" }],
    ["half a body", { kind: "truncate", bytes: 100, announces: "part" }],
    ["a body that is no JSON", { kind: "rewrite", as: "invalid" }],
    ["a page to sign in", { kind: "loginPage" }],
  ] as const) {
    test(`for ${what} leaves the preview tab and what is selected in it`, async () => {
      const click = (artifactId: number) =>
        vscode.commands.executeCommand(commandIds.openArtifact, {
          kind: "artifact",
          connectionId: fixture.connectionId,
          artifactId,
        });
      await click(512);
      const editor = vscode.window.activeTextEditor ?? assert.fail("no editor");
      const selection = new vscode.Selection(3, 0, 4, 2);
      editor.selection = selection;
      fixture.service.control.addFault({ path: "/artifacts/513$", count: null, fault });
      await click(513);
      const [tab, ...others] = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
      assert.deepEqual(
        { path: tab && pathOf(tab), isPreview: tab?.isPreview, others: others.length },
        { path: fixture.uri(512).path, isPreview: true, others: 0 },
      );
      assert.equal(vscode.window.activeTextEditor, editor);
      assert.ok(editor.selection.isEqual(selection));
    });
  }
});

suite("An artifact that takes its time to be opened", () => {
  const fixture = useFixture();
  for (const { how, types, expected } of [
    { how: "opens behind a text in which somebody types on", types: true, expected: 513 },
    { how: "comes to the front where nobody types", types: false, expected: 512 },
  ]) {
    test(how, async () => {
      const text = await fixture.open(513);
      const { promise: until, resolve: answer } = Promise.withResolvers<void>();
      fixture.service.control.addFault({ path: "/artifacts/512$", fault: { kind: "held", until } });
      const opening = vscode.commands.executeCommand(commandIds.openArtifact, fixture.connectionId, 512);
      await fixture.service.untilAsked(({ path }) => path.endsWith("/artifacts/512"));
      if (types) {
        await vscode.commands.executeCommand("type", { text: " " });
      }
      answer();
      await opening;
      const { activeTab } = vscode.window.tabGroups.activeTabGroup;
      assert.deepEqual(
        { tabs: tabs(), active: activeTab && pathOf(activeTab), isDirty: text.isDirty },
        { tabs: [513, 512].map((id) => fixture.uri(id).path), active: fixture.uri(expected).path, isDirty: types },
      );
    });
  }
});

function tabs(): (string | undefined)[] {
  return vscode.window.tabGroups.all.flatMap((group) => group.tabs).map(pathOf);
}

function pathOf({ input }: vscode.Tab): string | undefined {
  return input instanceof vscode.TabInputText ? input.uri.path : undefined;
}
