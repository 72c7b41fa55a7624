import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { linkToArtifact } from "../../src/core/references/artifactLink.ts";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

suite("references in ordinary texts", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("referring", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [512] });
    await workbench.openPinned();
    await workbench.treeItem("#512").first().waitFor();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  test("are links that cost nothing, with a card when the mouse is on them", async () => {
    await workbench.runCommand("File: New Untitled Text File");
    // Not clicked: an empty text shows links there.
    await workbench.page.locator(".part.editor .monaco-editor.focused").first().waitFor();
    service.clearRequests();
    await workbench.page.keyboard.insertText("Fixes #512 and art #901, see rev #3. ");
    await workbench.page.locator(".view-lines .detected-link").nth(1).waitFor();
    assert.deepEqual(
      service.requests.map(({ path }) => path).filter((path) => path.includes("/artifacts")),
      [],
    );
    const card = workbench.page.locator(".monaco-hover").getByText("story #901");
    await workbench.hover(workbench.page.locator(".view-lines .detected-link").nth(1), card);
    await workbench.screenshot("references-1-card");
  });

  test("are completed behind a keyword, and put in by a command", async () => {
    await workbench.focusEditor();
    await workbench.page.keyboard.press("ControlOrMeta+End");
    await workbench.page.keyboard.type("art #");
    await workbench.page.locator(".suggest-widget.visible").getByText("#512").first().waitFor();
    await workbench.screenshot("references-2-completion");
    await workbench.page.keyboard.press("Enter");
    await workbench.page.keyboard.insertText(" ");
    await workbench.runCommand("Artifact Desk: Insert Reference...");
    await workbench.quickInputRow("#512").waitFor();
    await workbench.quickInput.fill("502");
    await workbench.quickInputRow("Attachments of every sort").waitFor();
    await workbench.screenshot("references-3-insert");
    await workbench.pick("Attachments of every sort");
    await workbench.quickInput.waitFor({ state: "hidden" });
    assert.match(await workbench.editorText(), /see rev #3\. art #512 bug #502$/);
  });

  test("a link from elsewhere opens the artifact of a known service, and asks no other", async () => {
    await followLink(`${service.origin}/plugins/tracker/?aid=501`);
    await workbench.tab("#501").waitFor();
    await workbench.screenshot("references-4-link");
    service.clearRequests();
    // Another artifact than the one that is open: what that one shows may still be read.
    await followLink("http://127.0.0.1:1/plugins/tracker/?aid=502");
    assert.match(
      await workbench.waitForNotification("A link asked"),
      /^A link asked for an artifact of http:\/\/127\.0\.0\.1:1\. There is no connection to that service/,
    );
    await workbench.screenshot("references-5-link-elsewhere");
    assert.deepEqual(
      service.requests.map(({ path }) => path).filter((path) => path.includes("/artifacts/502")),
      [],
    );
    assert.equal(await workbench.tab("#502").count(), 0);
  });

  async function followLink(address: string): Promise<void> {
    await workbench.runCommand("Developer: Open URL");
    await workbench.quickInput.fill(linkToArtifact(address));
    await workbench.page.keyboard.press("Enter");
    await workbench.clickDialogButton("Open");
  }
});
