import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, teardown, test } from "mocha";
import * as vscode from "vscode";
import type { ArtifactSummary } from "../../src/core/model/artifact.ts";
import type { Row } from "../../src/core/tree/rows.ts";
import { TreeItems } from "../../src/editor/tree/treeItems.ts";
import { useTree } from "../support/useTree.ts";
import { type ConnectionFixture, openFixture } from "./support/connectionFixture.ts";

suite("The tree", () => {
  const treeFixture = useTree();
  let items: TreeItems;
  let marked: vscode.EventEmitter<readonly vscode.Uri[]>;
  let mark: string | undefined;
  setup(() => {
    mark = undefined;
    marked = new vscode.EventEmitter();
    items = new TreeItems(treeFixture.tree.explorer, { of: () => mark, onDidChange: marked.event });
  });
  teardown(() => {
    items.dispose();
    marked.dispose();
  });

  /** The row of an artifact in Recent, where it stands without a request. */
  const recentRow = async (summary: ArtifactSummary): Promise<Row> => {
    const { tree } = treeFixture;
    await tree.remembered.opened("team", summary);
    const [row] = await tree.below(await tree.rowAt("Recent"));
    assert.ok(row);
    return row;
  };

  test("shows a row as an item that opens what it stands for", async () => {
    const row = await recentRow({ id: 501, title: "It breaks", status: "Open", isOpen: true });
    const item = items.of(row);
    assert.deepEqual(
      [item.id, item.label, item.description, item.contextValue, item.collapsibleState],
      [
        "team/recent/501",
        "#501 It breaks",
        "Open",
        "artifact unpinned deletable refreshable",
        vscode.TreeItemCollapsibleState.Collapsed,
      ],
    );
    assert.deepEqual(item.command, { command: "artifactDesk.openRow", title: "Open Artifact", arguments: [row] });
    assert.equal(item.resourceUri?.toString(), "artifact://team/artifacts/501.artifact.json");
    assert.deepEqual(item.accessibilityInformation, { label: "Artifact 501, It breaks, status Open" });
    const connection = items.of(await treeFixture.tree.rowAt());
    assert.deepEqual(
      [connection.collapsibleState, connection.iconPath, connection.command],
      [vscode.TreeItemCollapsibleState.Expanded, new vscode.ThemeIcon("server"), undefined],
    );
  });

  test("shows a file with the icon of its kind", async () => {
    const { tree } = treeFixture;
    const [release] = await tree.below(await tree.rowAt("Guinea Pig", "Releases", "All Artifacts"));
    const [attachment] = await tree.below(release);
    assert.ok(attachment);
    const { iconPath, resourceUri, collapsibleState } = items.of(attachment);
    assert.equal(iconPath, vscode.ThemeIcon.File);
    assert.match(resourceUri?.path ?? "", /\/attachments\/\d+\/release-4\.0\.zip$/);
    assert.equal(collapsibleState, vscode.TreeItemCollapsibleState.None);
  });

  for (const [statusColor, isOpen, icon, color] of [
    ["sherwood-green", true, "issues", "charts.green"],
    ["Fiesta-Red", true, "issues", "charts.red"],
    ["inca-silver", undefined, "circle-outline", "descriptionForeground"],
    // Not known: the usual one.
    ["constructor", false, "issue-closed", "descriptionForeground"],
    [undefined, true, "issues", "charts.green"],
    [undefined, undefined, "circle-outline", undefined],
  ] as const) {
    test(`shows an artifact of the status colour ${statusColor}, open: ${isOpen}, in the theme's nearest one`, async () => {
      const { iconPath } = items.of(await recentRow({ id: 501, statusColor, isOpen }));
      assert.ok(iconPath instanceof vscode.ThemeIcon);
      assert.deepEqual([iconPath.id, iconPath.color?.id], [icon, color]);
    });
  }

  test("gives the item of a row as the row looks now", async () => {
    const { tree } = treeFixture;
    const requests = await tree.rowAt("Guinea Pig", "Requests", "All Artifacts");
    const first = await tree.below(requests);
    const more = first.at(-1);
    assert.ok(more?.kind === "more");
    await tree.explorer.loadMore(more);
    const second = await tree.below(requests);
    assert.equal(second.length, 201);
    assert.equal(items.of(more).description, "(200 of 250)");
    const [changed] = second;
    assert.ok(changed?.kind === "artifact");
    tree.known.see("team", { ...changed.summary, title: "Changed elsewhere" });
    assert.equal(items.of(changed).label, `#${changed.artifactId} Changed elsewhere`);
    await tree.remembered.pins.add("team", changed.summary);
    assert.equal(items.of(changed).contextValue, "artifact pinned deletable refreshable");
    tree.explorer.opened(changed);
    assert.equal(items.of(changed).collapsibleState, vscode.TreeItemCollapsibleState.Expanded);
  });

  test("reads out what the letter at a row stands for, and explains it in the tooltip", async () => {
    const row = await recentRow({ id: 501, title: "It breaks" });
    const { resourceUri } = items.of(row);
    assert.ok(resourceUri);
    treeFixture.tree.changed.length = 0;
    mark = "Unsaved changes";
    marked.fire([resourceUri]);
    assert.deepEqual(treeFixture.tree.changed, [row.id]);
    const item = items.resolve(items.of(row), row);
    assert.equal(item.accessibilityInformation?.label, "Artifact 501, It breaks, Unsaved changes");
    assert.equal((item.tooltip as vscode.MarkdownString).value, "\\#501 It breaks\n\nUnsaved changes");
  });

  test("takes texts of the service for texts", async () => {
    const title = "[click](command:workbench.action.quit) <img src=x> $(error) **bold**";
    const row = await recentRow({ id: 7, title, assignees: [] });
    const tooltip = items.resolve(items.of(row), row).tooltip as vscode.MarkdownString;
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.equal(
      tooltip.value.replace(/\\[!-/:-@[-`{-~]/g, ""),
      "7 clickcommandworkbenchactionquit img srcx error bold",
    );
  });

  test("links an artifact's page in its tooltip, whatever its address is made of", async () => {
    const browserUrl = `${treeFixture.service.origin}/plugins/tracker/?aid=501&x=(a)[b]<c>`;
    const row = await recentRow({ id: 501, browserUrl });
    const { value } = items.resolve(items.of(row), row).tooltip as vscode.MarkdownString;
    assert.match(value, /\n\n\[Open in browser\]\(http:[^()<>]*aid=501&x=%28a%29\[b\]%3Cc%3E\)$/);
  });
});

suite("The view of the tree", () => {
  let fixture: ConnectionFixture;
  suiteSetup(async () => {
    fixture = await openFixture();
  });
  suiteTeardown(() => fixture.close());

  const asked = async (path: string): Promise<void> => {
    await fixture.service.untilAsked((request) => request.path.includes(path));
    fixture.service.clearRequests();
  };

  test("asks for the projects of a connection when it is shown, and again on a refresh", async () => {
    await vscode.commands.executeCommand("artifactDesk.explorer.focus");
    await asked("/projects");
    await vscode.commands.executeCommand("artifactDesk.refresh");
    await asked("/projects");
  });
});
