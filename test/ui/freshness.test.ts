import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, openWindow, teamTracker, untilConflictKept, untilKept, untilRemembered } from "./harness.ts";
import { SourceControlView } from "./sourceControlView.ts";
import type { Workbench } from "./workbench.ts";

const [bug, otherBug, listed, commented] = [512, 513, 514, 511];

suite("what changes on the service while it is open", () => {
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
      pinnedArtifacts: [bug, otherBug, listed, commented],
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
    await workbench.openTreeItem(`#${artifactId}`, workbench.tab(`#${artifactId} `));
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
    await workbench.chooseTreeMenuEntry(`#${commented}`, "Comment on Artifact...");
    await workbench.tab(`Comment on #${commented}`).waitFor();
    await workbench.focusEditor();
    await workbench.page.keyboard.insertText("Mine");
    await workbench.save();
    await workbench.tab(`Comment on #${commented}`).waitFor({ state: "detached" });
    edit(bug, "Titles matter");
    edit(listed, "Unseen here");
    service.clearRequests();
    // The shortest time between two looks is 15 seconds.
    await workbench.waitForLens("Changed on the service by");
    const row = (artifactId: number) => workbench.treeItem(`#${artifactId}`).first();
    const mark = workbench.page.locator("[aria-label*='Changed on the service']");
    await row(listed).and(mark).waitFor();
    // One's own comment is nothing that was not seen.
    assert.equal(await row(commented).and(mark).count(), 0);
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
    await workbench.runLens(2, "Compare");
    await workbench.diff.left.waitFor();
    await workbench.titleAction("Merge").first().waitFor();
    await status().getByText("1").nth(1).or(status().getByText("1 1")).first().waitFor();
    await workbench.screenshot("freshness-3-compared");
    assert.deepEqual(
      service.requests.filter(({ method }) => method === "PUT"),
      [],
    );
  });

  test("its count leads to Source Control, where conflicts come first", async () => {
    await workbench.press(status().locator("a"));
    const rows = new SourceControlView(workbench);
    await rows.group("Conflicts").waitFor();
    await workbench.screenshot("freshness-4-source-control");
    assert.deepEqual(
      (await rows.rows.allTextContents()).map((text) => /#\d+/.exec(text)?.[0]),
      [`#${bug}`, `#${otherBug}`],
    );
    await workbench.openView();
  });

  test("after a reload what is unsaved is counted before anything of it is asked of the service, and the tree is unfolded", async () => {
    await workbench.expand("Guinea Pig");
    await workbench.expand("Bugs");
    await workbench.treeItem("Open ones").waitFor();
    await untilKept(workbench, `Mine of ${bug}`, `Mine of ${otherBug}`);
    await untilRemembered(workbench, '"fresh/projects/101/trackers/12":true');
    service.clearRequests();
    version = String(service.control.readArtifact({ artifactId: otherBug }).version);
    edit(otherBug, "Theirs");
    await workbench.reload();
    await status().getByRole("button", { name: "1 unsaved, 1 in conflict" }).waitFor();
    assert.deepEqual(
      service.requests.filter(({ path }) => /\/artifacts\/51[23]/.test(path)),
      [],
    );
    await workbench.openView();
    // Meanwhile it looks like loading, not like an extension without a connection.
    const welcomes: number[] = [];
    await workbench.until(async () => {
      welcomes.push(await workbench.welcomeButton("Add Connection").count());
      return (await workbench.treeItem("Open ones").count()) > 0;
    });
    assert.ok(welcomes.every((count) => count === 0));
    await workbench.screenshot("freshness-5-restored");
  });

  test("a conflict that was left open is one after a reload too", async () => {
    const tab = new RegExp(`^#?${bug}(?!\\d)`);
    await workbench.waitForDirty(tab, true);
    // Still a conflict, not unsaved changes alone.
    await workbench.selectTab(tab);
    await workbench.page.locator(".part.editor .codelens-decoration").getByText("In conflict").first().waitFor();
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
});
