import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { seriousFindings } from "./accessibility.ts";
import { closeWindows, openWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 514;

suite("the walkthrough", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    workbench = await openWindow({ connection: teamTracker("walkthrough", service), pinnedArtifacts: [bug] });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  /** The titles of the steps that are done, by order. */
  const doneSteps = () =>
    workbench.page
      .locator(".getting-started-step")
      .filter({ has: workbench.page.locator(".codicon-getting-started-step-checked") })
      .locator(".step-title")
      .allInnerTexts();

  async function open(): Promise<void> {
    await workbench.runCommand("Welcome: Open Walkthrough...");
    await workbench.answer("Get Started with Artifact Desk");
    await workbench.page.locator(".getting-started-step").first().waitFor();
  }

  test("has done what was done before it was opened", async () => {
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    const title = String(service.control.readArtifact({ artifactId: bug }).values["summary"]);
    await workbench.replaceInEditor(title, "Seen in the walkthrough");
    await workbench.save();
    await service.untilAsked(({ method, status }) => method === "PUT" && status === 200);
    await open();
    const done = ["Connect to Your Tracker", "Find and Open an Artifact", "Edit and Save"];
    await workbench.until(async () => (await doneSteps()).length === done.length);
    await workbench.screenshot("walkthrough-1-done-before");
    // The body is ours. VS Code makes the page around it, and the buttons of the steps.
    const picture = workbench.page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    assert.deepEqual(await seriousFindings(workbench.page, picture, "body"), []);
    assert.deepEqual(await doneSteps(), done);
  });

  test("completes a step at the moment it is done, and not for who has only begun it", async () => {
    await workbench.selectTab(`#${bug}`);
    await workbench.focusEditor();
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(`Comment on #${bug}`).waitFor();
    await open();
    assert.ok(!(await doneSteps()).includes("Read the Page and Comment"));
    await workbench.showTab(`Comment on #${bug}`);
    await workbench.page.keyboard.insertText("It works.");
    await workbench.save();
    await workbench.tab(`Comment on #${bug}`).waitFor({ state: "detached" });
    await open();
    await workbench.until(async () => (await doneSteps()).includes("Read the Page and Comment"));
    await workbench.screenshot("walkthrough-2-completed");
  });
});
