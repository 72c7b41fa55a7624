import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, openWindow, teamTracker, untilConflictKept, untilKept } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const [bug, otherBug, listed] = [512, 513, 514];

suite("what changes on the server while it is open", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  /** Of the other bug, before a colleague changes it. */
  let version: string;

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("fresh", service);
    // A window of its own: its first look at the server is timed from its start.
    workbench = await openWindow({
      connection,
      pinnedArtifacts: [bug, otherBug, listed],
      settings: { "artifactDesk.checkForChanges": 15 },
    });
    await workbench.openPinned();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = (artifactId: number) => service.control.readArtifact({ artifactId }).values;
  const edit = (artifactId: number, value: string) =>
    service.control.editArtifact({ artifactId, values: [{ field: "slogan", value }] });
  const status = () => workbench.page.locator("#artifact-desk\\.artifact-desk\\.artifactDesk\\.unsaved");

  async function change(artifactId: number): Promise<void> {
    await workbench.openTreeItem(`#${artifactId}`);
    await workbench.tab(`#${artifactId} `).waitFor();
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
    await workbench.replaceInEditor(String(stored(artifactId)["summary"]), `Mine of ${artifactId}`);
    await workbench.waitForDirty(`#${artifactId} `, true);
  }

  test("the status bar counts what is unsaved", async () => {
    await change(otherBug);
    await status().getByText("1").waitFor();
    await change(bug);
    await status().getByText("2").waitFor();
    assert.match((await status().getByRole("button").first().getAttribute("aria-label")) ?? "", /2 unsaved/);
    await workbench.screenshot("freshness-1-unsaved");
  });

  test("a look marks tabs and rows, and tells of the change above the unsaved text", async () => {
    edit(bug, "Titles matter");
    edit(listed, "Unseen here");
    service.clearRequests();
    // The shortest time between two looks is 15 seconds.
    await workbench.lens("Changed on the server by").waitFor();
    await workbench.page.mouse.move(0, 0);
    await workbench.screenshot("freshness-2-changed");
    assert.match(await workbench.editorText(), new RegExp(`Mine of ${bug}`));
    assert.deepEqual(
      service.requests.filter(({ path }) => /\/artifacts\/\d/.test(path)),
      [],
    );
    for (const theme of ["Dark Modern", "Dark High Contrast", "Light High Contrast", "Light Modern"] as const) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`freshness-2-changed-${theme.replaceAll(" ", "-").toLowerCase()}`);
    }
  });

  test("comparing shows theirs beside mine before any save, and counts as a conflict", async () => {
    await workbench.runLens(1, "Compare");
    await workbench.diff.left.waitFor();
    await workbench.titleAction("Merge").first().waitFor();
    await status().getByText("1").nth(1).or(status().getByText("1 1")).first().waitFor();
    await workbench.screenshot("freshness-3-compared");
    assert.deepEqual(
      service.requests.filter(({ method }) => method === "PUT"),
      [],
    );
  });

  test("the list has conflicts first, and leads to a document", async () => {
    await workbench.press(status().locator("a"));
    await workbench.quickInputRow(`#${otherBug}`).waitFor();
    await workbench.screenshot("freshness-4-list");
    const rows = await workbench.page.locator(".quick-input-list .monaco-list-row").allTextContents();
    assert.match(rows[0] ?? "", new RegExp(`#${bug}.*In conflict`));
    await workbench.pick(`#${otherBug}`);
    await workbench.activeTab.filter({ hasText: `#${otherBug}` }).waitFor();
  });

  test("after a reload what is unsaved is counted before anything of it is asked of the service", async () => {
    await untilKept(workbench, `Mine of ${bug}`, `Mine of ${otherBug}`);
    service.clearRequests();
    version = String(service.control.readArtifact({ artifactId: otherBug }).version);
    edit(otherBug, "Theirs");
    await workbench.reload();
    await status().getByRole("button", { name: "1 unsaved, 1 in conflict" }).waitFor();
    assert.deepEqual(
      service.requests.filter(({ path }) => /\/artifacts\/51[23]/.test(path)),
      [],
    );
    await workbench.screenshot("freshness-5-restored");
  });

  test("an unsaved text restored by a reload is still checked against the version it was made from", async () => {
    // The window keeps the label of a tab by and by: a reload may be faster, and leaves the name of the file.
    const tab = new RegExp(`^#?${otherBug}`);
    await workbench.waitForDirty(tab, true);
    await workbench.showTab(tab);
    // What it is about is known before it is edited again.
    await workbench.goTo(5, 1);
    await workbench.page.locator(".breadcrumbs-control").getByText("Summary").waitFor();
    await workbench.save();
    await workbench.diff.left.waitFor();
    const puts = service.requests.filter(({ method }) => method === "PUT");
    assert.deepEqual(
      puts.map(({ headers, status: answer }) => [headers["if-match"], answer]),
      [[version, 412]],
    );
    assert.notEqual(stored(otherBug)["summary"], `Mine of ${otherBug}`);
    await untilConflictKept(workbench, "fresh", otherBug);
    await workbench.screenshot("freshness-6-conflict-after-reload");
  });

  test("all that is unsaved is saved from the list at once, and what is in conflict stays", async () => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(String(listed));
    await workbench.tab(`#${listed} `).waitFor();
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
    await workbench.replaceInEditor(String(stored(listed)["summary"]), "Saved with all");
    await workbench.waitForDirty(`#${listed} `, true);
    await workbench.press(status().locator("a"));
    await workbench
      .quickInputRow("Saved with all")
      .or(workbench.quickInputRow(`#${listed}`))
      .first()
      .waitFor();
    await workbench.press(workbench.page.getByRole("button", { name: "Save All but Conflicts and Drafts" }));
    await workbench.until(() => stored(listed)["summary"] === "Saved with all");
    await workbench.page.keyboard.press("Escape");
    await workbench.waitForDirty(`#${listed} `, false);
    assert.notEqual(stored(otherBug)["summary"], `Mine of ${otherBug}`);
  });
});
