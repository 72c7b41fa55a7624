import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

suite("finding artifacts", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const find = () => workbench.runCommand("Artifact Desk: Find Artifact...");
  const focused = (text: string) =>
    workbench.page.locator(".quick-input-list .monaco-list-row.focused").filter({ hasText: text });
  const rows = () => workbench.page.locator(".quick-input-list .monaco-list-row").allInnerTexts();

  test("what is recent and pinned is there before a letter is typed", async () => {
    const connection = teamTracker("search", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [512] });
    await workbench.openPinned();
    await workbench.treeItem("#512").first().waitFor();
    await find();
    await workbench.quickInputRow("#512").first().waitFor();
    await workbench.screenshot("search-01-empty");
  });

  test("words find titles, grouped by tracker, and the row with the keyboard stays", async () => {
    service.control.addFault({ path: "/trackers/40/artifacts$", fault: { kind: "delay", ms: 1500 } });
    await workbench.quickInput.fill("measure parser tests");
    await workbench.quickInputRow("#1156").waitFor();
    await workbench.quickInput.press("ArrowDown");
    await focused("#1156").waitFor();
    assert.equal(await workbench.quickInputRow("#1704").count(), 0);
    await workbench.quickInputRow("Searched the titles in 9 trackers of Team Tracker").waitFor();
    await focused("#1156").waitFor();
    assert.equal(await workbench.quickInput.inputValue(), "measure parser tests");
    await workbench.screenshot("search-02-words");
    const found = (await rows()).join("\n");
    assert.match(found, /Measure the parser tests[\s\S]*Tasks · Guinea Pig/);
    assert.match(found, /#1704 Measure the parser tests[\s\S]*Chores · SVN plugin test/);
    await workbench.pick("#1704");
    await workbench.tab("#1704 Measure the parser tests").waitFor();
  });

  test("a number with Enter at once opens that artifact", async () => {
    await workbench.page.keyboard.press("ControlOrMeta+k");
    await workbench.page.keyboard.press("ControlOrMeta+Shift+f");
    await workbench.quickInput.waitFor();
    await workbench.quickInput.fill("#512");
    await workbench.screenshot("search-03-number");
    await workbench.quickInput.press("Enter");
    await workbench.tab(/^#512/).waitFor();
  });

  test("nothing found is said, with what was searched", async () => {
    await find();
    await workbench.quickInput.fill("zebra crossing");
    await workbench.quickInputRow("Nothing found for “zebra crossing”").waitFor();
    await focused("Search in Tracker").waitFor();
    await workbench.screenshot("search-04-nothing");
  });

  test("a service that fails is one line, and Enter there tries again", async () => {
    service.control.addFault({ path: "/artifacts$", fault: { kind: "answer", status: 501 }, count: null });
    await workbench.quickInput.fill("zebra crossings");
    await workbench.quickInputRow("Team Tracker could not be searched").waitFor();
    await workbench.screenshot("search-05-failed");
    service.control.clearFaults();
    await workbench.pick("Team Tracker could not be searched");
    await workbench.quickInputRow("Searched the titles").waitFor();
    await workbench.dismiss();
  });

  test("a tracker is searched by query, with the service's words where it does not understand", async () => {
    await workbench.expand("Guinea Pig");
    await workbench.chooseTreeMenuEntry("Tasks", "Search in Tracker...");
    await workbench.page.locator(".quick-input-title").filter({ hasText: "Tasks" }).waitFor();
    await workbench.quickInput.fill("nothing = 3");
    await workbench.quickInputRow("We cannot search on 'nothing'").waitFor();
    await workbench.screenshot("search-06-refused");
    await workbench.quickInput.fill('title = "parser tests" AND title = "try"');
    await workbench.quickInputRow("Try the parser tests").first().waitFor();
    await workbench.screenshot("search-07-query");
  });

  test("a query is saved under a name, after the service was asked", async () => {
    await workbench.press(workbench.page.locator(".quick-input-widget").getByRole("button", { name: "Save as Query" }));
    await workbench.quickInputMessage.filter({ hasText: "Query of Tasks" }).waitFor();
    await workbench.screenshot("search-08-save");
    await workbench.quickInput.press("Enter");
    await workbench.quickInputMessage.filter({ hasText: "Name of the query" }).waitFor();
    await workbench.screenshot("search-09-name");
    await workbench.answer("Trying the parser");
    const words = await workbench.waitForNotification("Trying the parser");
    assert.match(
      words,
      /^“Trying the parser” is among the queries of Team Tracker in the tree\. It finds \d+ artifacts now\.$/,
    );
  });

  test("a saved query is in the tree with its count, and opens as a list", async () => {
    await workbench.expand("Queries");
    const query = workbench.treeItem("Trying the parser");
    await query.filter({ hasText: "4" }).waitFor();
    await workbench.screenshot("search-10-saved");
    await workbench.expand("Trying the parser");
    await workbench.treeItem("#1105 Try the parser tests").waitFor();
    await workbench.screenshot("search-11-opened");
  });

  test("a saved query is edited and removed where it is", async () => {
    await workbench.clickTreeAction("Trying the parser", "Edit Query...");
    await workbench.quickInputMessage.filter({ hasText: "Query of Tasks" }).waitFor();
    await workbench.quickInput.fill('titel = "parser tests"');
    await workbench.quickInputMessage.filter({ hasText: "The tracker has no field “titel”." }).waitFor();
    await workbench.screenshot("search-14-remark");
    await workbench.quickInput.fill("title =");
    await workbench.quickInputMessage.filter({ hasText: "Query of Tasks" }).waitFor();
    await workbench.quickInput.press("Enter");
    await workbench.quickInputMessage.filter({ hasText: "After “=” a value is missing." }).waitFor();
    await workbench.answer('title = "parser tests"');
    await workbench.quickInputMessage.filter({ hasText: "Name of the query" }).waitFor();
    await workbench.answer("All about parsing");
    await workbench.treeItem("All about parsing").first().waitFor();
    await workbench.treeItem("Trying the parser").waitFor({ state: "detached" });
    // With its count nothing more of it is asked for: VS Code takes no action of a row while it renews that.
    await workbench
      .treeItem(/All about parsing\D*\d/)
      .first()
      .waitFor();
    await workbench.screenshot("search-12-edited");
    await workbench.chooseTreeMenuEntry("All about parsing", "Remove Query...");
    await workbench.dialog.waitFor();
    await workbench.screenshot("search-13-remove");
    await workbench.clickDialogButton("Remove");
    await workbench.treeItem("All about parsing").first().waitFor({ state: "detached" });
  });
});
