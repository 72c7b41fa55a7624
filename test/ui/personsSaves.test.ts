import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;
const label = `#${bug}`;

suite("a save that nobody announces", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    workbench = await takeWindow({ connection: teamTracker("unannounced", service) });
    await show();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const show = async () => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(label);
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
  };
  const stored = () => String(service.control.readArtifact({ artifactId: bug }).values["summary"]);
  const puts = () => service.requests.filter(({ method }) => method === "PUT").length;
  const change = async (value: string) => {
    await workbench.replaceInEditor(stored(), value);
    await workbench.waitForDirty(label, true);
  };
  const told = /save was not announced/;
  const saveUnannounced = () => workbench.runCommand("File: Save without Formatting");

  test("is not sent, and told of once however often it comes", async () => {
    const before = stored();
    await change("First");
    for (let time = 0; time < 3; time++) {
      await saveUnannounced();
      // Of the save itself VS Code tells, in the one message it has for that.
      await workbench.waitForNotification("nobody announced a save");
    }
    assert.equal(
      await workbench.waitForNotification(told),
      "Artifact #512 was not sent: its save was not announced, which is how programs save. Its text is kept, unsaved. Send saves what it says then, under the usual conditions; a conflict is shown.",
    );
    assert.equal(await workbench.notification(told).count(), 1);
    assert.equal(await workbench.dialog.filter({ visible: true }).count(), 0);
    assert.deepEqual([stored(), puts(), await workbench.isDirty(label)], [before, 0, true]);
    await workbench.screenshot("unannounced-1-told");
  });

  test("shows what is unsaved beside what it was made from", async () => {
    const before = stored();
    await workbench.pressNotificationButton(told, "Show Changes");
    await workbench.diff.left.getByText(before).first().waitFor();
    await workbench.diff.right.getByText("First").first().waitFor();
    assert.equal(puts(), 0);
    await workbench.screenshot("unannounced-2-changes");
  });

  test("is sent by Send, with what was typed since", async () => {
    await workbench.replaceInEditor("First", "First and more");
    await workbench.pressNotificationButton(told, "Send");
    await workbench.until(() => stored() === "First and more");
    assert.equal(puts(), 1);
    // VS Code keeps a tab that is closed while its save ends, and asks about it.
    await workbench.waitForDirty(label, false);
    await workbench.closeEditors();
    await show();
  });

  test("is sent where its key was pressed on the document", async () => {
    await change("By key");
    await workbench.page.keyboard.press("ControlOrMeta+K");
    await workbench.page.keyboard.press("s");
    await workbench.waitForDirty(label, false);
    assert.deepEqual([stored(), puts()], ["By key", 2]);
  });

  test("is none of closing the tab, where Save is chosen: that is sent", async () => {
    await change("On closing");
    await workbench.runCommand("View: Close Editor");
    await workbench.dialog.waitFor();
    await workbench.clickDialogButton(/^Save$/);
    await workbench.until(() => stored() === "On closing");
    assert.equal(puts(), 3);
    await workbench.tab(label).waitFor({ state: "detached" });
  });
});
