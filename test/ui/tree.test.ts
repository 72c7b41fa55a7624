import assert from "node:assert/strict";
import { setup, suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow } from "./harness.ts";

suite("Browsing the tree", () => {
  let service: ReferenceService;
  suiteSetup(async () => {
    service = await startReferenceService();
  });
  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });
  setup(async () => {
    await closeWindows();
    service.control.reset();
    service.clearRequests();
  });

  const connectionOf = (id: string) => ({ id, url: service.baseUrl, label: "Guinea", accessKey: service.keys.member });

  test("leads over reports to linked artifacts, page by page and filtered", async () => {
    const settings = { "workbench.colorTheme": "Default Light Modern" };
    const workbench = await takeWindow({ connection: connectionOf("browse"), settings });
    await workbench.openView();
    await workbench.expand("Guinea Pig");
    await workbench.expand("Bugs");
    await workbench.treeItem("Open ones").waitFor();
    await workbench.screenshot("tree-1-reports-light");
    await workbench.expand("All Artifacts");
    await workbench.expand("#501");
    await workbench.expand("Fixed in");
    await workbench.treeItem("#1301").first().waitFor();
    await workbench.screenshot("tree-2-linked-light");
    // The row of a list's next page, which the keyboard reaches as any other.
    await workbench.openTreeItem("Concerns");
    await workbench.page.keyboard.press("End");
    await workbench.screenshot("tree-3-end-light");
    await workbench.focusTreeItem("Load more…");
    await workbench.page.keyboard.press("Enter");
    // What arrives takes the place of the row that asked for it.
    await workbench.treeItem("#602").first().waitFor();
    await workbench.screenshot("tree-3-more-light");
    await workbench.page.keyboard.press("Home");
    await workbench.treeItem("Assigned to Me").waitFor();
    await workbench.clickTreeAction(/^All Artifacts/, "Filter Artifacts...");
    await workbench.pick("Any open status");
    await workbench.pick("Me");
    await workbench.pick("Any time");
    await workbench.screenshot("tree-4-order-light");
    await workbench.pick("Last changed first");
    await workbench.treeItem("open, assigned to me, last changed first").waitFor();
    await workbench.treeItem("#798").first().waitFor();
    await workbench.screenshot("tree-5-filtered-light");
    await workbench.chooseTheme("Dark Modern");
    await workbench.screenshot("tree-5-filtered-dark");
    await workbench.clickTreeAction(/^Artifacts/, "Clear Filter", workbench.treeItem(/^All Artifacts/));
    await workbench.treeItem("#501").first().waitFor();
    await workbench.page.keyboard.press("Home");
    await workbench.screenshot("tree-1-reports-dark");
  });

  test("keeps what is unfolded over a refresh", async () => {
    const workbench = await takeWindow({ connection: connectionOf("browse-kept"), pinnedArtifacts: [502] });
    await workbench.openView();
    await workbench.expand("Guinea Pig");
    await workbench.expand("Bugs");
    await workbench.treeItem("Open ones").waitFor();
    // One group more above the projects.
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer("501");
    await workbench.treeItem("Recent").waitFor();
    service.clearRequests();
    await workbench.runCommand("Artifact Desk: Refresh");
    const isRead = (part: string) => service.requests.some(({ path }) => path.includes(part));
    await workbench.until(() => isRead("/projects"));
    const project = workbench.treeItem("Guinea Pig").and(workbench.page.locator("[aria-expanded=true]"));
    await project.first().waitFor();
    await workbench.treeItem("Open ones").waitFor();
  });

  test("finds a project, and keeps a favourite before the others", async () => {
    const workbench = await takeWindow({ connection: connectionOf("browse-find") });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    await workbench.clickTreeAction(/^Guinea127/, "Find Project...");
    await workbench.quickInputRow("SVN plugin test").waitFor();
    await workbench.quickInput.fill("svn");
    await workbench.screenshot("tree-6-find");
    await workbench.quickInput.press("Enter");
    await workbench.treeItem("Chores").waitFor();
    const unpin = workbench.treeItem("SVN plugin test").getByRole("button", { name: "Unpin" });
    await workbench.clickTreeAction("SVN plugin test", "Pin", unpin);
    await workbench.screenshot("tree-7-favourite");
    const rows = await workbench.page.locator(".part.sidebar .monaco-list-row[aria-level='2']").allTextContents();
    assert.ok(rows.findIndex((row) => row.includes("SVN plugin test")) < rows.findIndex((row) => row.includes("Pig")));
  });

  test("keeps what has arrived of the projects when a later page cannot be read, and tries again", async () => {
    const many = await startReferenceService({ projectCount: 120 });
    const connection = { id: "browse-many", url: many.baseUrl, label: "Guinea", accessKey: many.keys.member };
    const workbench = await takeWindow({ connection });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    // The tree has read the first page.
    many.control.addFault({ path: "/projects$", fault: { kind: "answer", status: 403 } });
    await workbench.clickTreeAction(/^Guinea127/, "Find Project...");
    await workbench.quickInput.fill("80");
    const rest = workbench.quickInputRow("The rest could not be read");
    await rest.filter({ hasText: "Your account may not do this (status 403). Press Enter to try again." }).waitFor();
    await workbench.screenshot("tree-9-rest");
    await workbench.pick("The rest could not be read");
    await workbench.quickInputRow("80").first().waitFor();
    assert.equal(await rest.count(), 0);
    await workbench.screenshot("tree-9-rest-again");
    await many.close();
  });

  test("opens no other project than one that fits what was typed before it arrived", async () => {
    const many = await startReferenceService({ projectCount: 120 });
    const connection = { id: "browse-fast", url: many.baseUrl, label: "Guinea", accessKey: many.keys.member };
    const workbench = await takeWindow({ connection });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").waitFor();
    many.clearRequests();
    many.control.addFault({ path: "/projects$", fault: { kind: "delay", ms: 2000 }, count: null });
    await workbench.clickTreeAction(/^Guinea127/, "Find Project...");
    await workbench.quickInputRow("Guinea Pig").waitFor();
    await workbench.quickInput.fill("ject 115");
    await workbench.quickInputRow("Guinea Pig").waitFor({ state: "detached" });
    // The second page has come, and the third, which has it, is under way.
    await workbench.until(() => many.requests.some(({ path }) => path.includes("offset=100")));
    await workbench.quickInput.press("Enter");
    await workbench.quickInputRow("Project 115").waitFor();
    assert.equal(await workbench.treeItem("Bugs").count(), 0);
    await workbench.quickInput.press("Enter");
    await workbench.treeItem("Project 115").waitFor();
    await workbench.screenshot("tree-9-fast");
    await many.close();
  });

  test("gives a row that takes its time up: for the next one that is opened, or by Cancel", async () => {
    const workbench = await takeWindow({ connection: connectionOf("browse-slow"), pinnedArtifacts: [512, 513] });
    await workbench.openPinned();
    const { promise: until, resolve: answer } = Promise.withResolvers<void>();
    service.control.addFault({ path: "/artifacts/512$", count: null, fault: { kind: "held", until } });
    service.clearRequests();
    const asked = () => service.requests.filter(({ path }) => path.endsWith("/artifacts/512"));
    await workbench.openTreeItem("#512");
    await workbench.until(() => asked().length === 1);
    await workbench.openTreeItem("#513", workbench.tab("#513"));
    await workbench.until(() => asked().every(({ isGivenUp }) => isGivenUp));
    await workbench.openTreeItem("#512");
    await workbench.waitForNotification("Opening #512");
    await workbench.screenshot("tree-7-slow");
    await workbench.pressNotificationButton("Opening #512", "Cancel");
    await workbench.notification("Opening #512").waitFor({ state: "detached" });
    await workbench.until(() => asked().every(({ isGivenUp }) => isGivenUp));
    answer();
    assert.equal(asked().length, 2);
    assert.equal(await workbench.tab("#512").count(), 0);
    assert.equal(await workbench.tab("#513").count(), 1);
  });

  test("of a service that lists nothing shows what is kept, and one line that says why", async () => {
    service.control.changeSettings({ listing: "minimal" });
    const connection = connectionOf("browse-minimal");
    const workbench = await takeWindow({ connection, pinnedArtifacts: [501, 502] });
    await workbench.openView();
    await workbench.expand("Pinned");
    await workbench.treeItem("Lists nothing: open by number").waitFor();
    await workbench.expand("#501");
    await workbench.treeItem("screenshot.png").first().waitFor();
    await workbench.screenshot("tree-8-minimal");
    assert.equal(await workbench.page.locator(".part.sidebar .codicon-error").count(), 0);
  });
});
