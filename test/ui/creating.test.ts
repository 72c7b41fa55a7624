import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bugs = 12;
const draft = "New Bug";
const title = "The list forgets its order";

suite("an artifact from its draft to its end", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let id = 0;

  suiteSetup(async () => {
    service = await startReferenceService({ deletionLimit: 2 });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const newest = () => service.control.newestArtifacts({ trackerId: bugs, count: 1 })[0] ?? 0;
  const asked = (method: string) => service.requests.filter((request) => request.method === method);

  test("a draft is opened by choosing project and tracker", async () => {
    const connection = teamTracker("creating", service, "admin");
    workbench = await takeWindow({ connection });
    await workbench.openView();
    await workbench.treeItem("Guinea Pig").first().waitFor();
    await workbench.runCommand("Artifact Desk: Create Artifact...");
    await workbench.quickInputRow("Guinea Pig").first().waitFor();
    await workbench.pick("Guinea Pig");
    await workbench.quickInputRow("Bugs").first().waitFor();
    await workbench.screenshot("creating-01-tracker");
    await workbench.pick("Bugs");
    await workbench.tab(draft).waitFor();
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
    await workbench.screenshot("creating-02-draft");
    assert.ok(!(await workbench.isDirty(draft)));
    assert.equal(await workbench.page.locator(".squiggly-error, .squiggly-warning").count(), 0);
  });

  test("a long text of a draft is written in an editor of its own", async () => {
    const text = `${draft}: Original Submission`;
    await workbench.runCommand("Artifact Desk: Set Field...");
    await workbench.pick("Original Submission");
    await workbench.tab(text).waitFor();
    await workbench.focusEditor();
    await workbench.page.keyboard.insertText("It forgets *everything*.");
    await workbench.waitForDirty(text, true);
    await workbench.titleAction("Create").first().waitFor();
    await workbench.screenshot("creating-02b-long-text");
    await workbench.save();
    await workbench.waitForDirty(text, false);
    assert.equal(asked("POST").length, 0);
    await workbench.runCommand("View: Close Editor");
    await workbench.tab(text).waitFor({ state: "detached" });
    await workbench.waitForDirty(draft, true);
    await workbench.page.locator(".view-lines").getByText("It forgets *everything*.").first().waitFor();
    await workbench.screenshot("creating-02c-text-in-draft");
  });

  test("a draft that is refused shows the service's words at the entry", async () => {
    await workbench.clickTitleAction("Create");
    const words = await workbench.waitForNotification("Summary");
    assert.match(words, /The draft could not be saved\..*The field Summary \(summary\) is required/);
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await workbench.screenshot("creating-03-refused");
    assert.equal(asked("POST").length, 1);
  });

  test("a draft whose answer was lost is not sent again; the person is shown what arrived", async () => {
    await workbench.focusEditor();
    await workbench.page.keyboard.insertText(title);
    await workbench.waitForDirty(draft, true);
    service.control.addFault({ method: "POST", fault: { kind: "reset", when: "after" } });
    await workbench.save();
    await workbench.waitForNotification("Nothing is sent again before you have chosen");
    id = newest();
    const row = workbench.quickInputRow(`#${id} ${title}`);
    await row.first().waitFor();
    await workbench.quickInputRow("Created since the draft was sent").first().waitFor();
    await workbench.screenshot("creating-04-was-it-created");
    await workbench.dismiss();
    assert.ok(await workbench.isDirty(draft));
    await workbench.focusEditor();
    await workbench.save();
    await row.first().waitFor();
    await workbench.pick(`#${id} ${title}`);
    await workbench.tab(`#${id} ${title}`).waitFor();
    await workbench.tab(draft).waitFor({ state: "detached" });
    await workbench.screenshot("creating-05-created");
    assert.deepEqual([asked("POST").length, newest()], [2, id]);
    const { details } = service.control.readArtifact({ artifactId: id }).values;
    assert.match(JSON.stringify(details), /It forgets \*everything\*\./);
  });

  test("the artifact is edited as any other", async () => {
    await workbench.replaceInEditor(title, `${title} again`);
    await workbench.save();
    await workbench.waitForDirty(`#${id}`, false);
    assert.equal(service.control.readArtifact({ artifactId: id }).values["summary"], `${title} again`);
    await workbench.treeItem(`${title} again`).first().waitFor();
  });

  test("a deletion names what it deletes, and nothing happens without a yes", async () => {
    await workbench.chooseTreeMenuEntry(`#${id} ${title}`, "Delete Artifact...");
    await workbench.dialog.waitFor();
    assert.match((await workbench.dialog.textContent()) ?? "", new RegExp(`Delete #${id} ${title} again\\?`));
    await workbench.screenshot("creating-06-delete");
    await workbench.clickDialogButton("Cancel");
    assert.ok(service.control.hasArtifact({ artifactId: id }));
    assert.deepEqual(asked("DELETE"), []);
  });

  test("a deletion takes document and rows along, tells what is left, and keeps a copy", async () => {
    await workbench.chooseTreeMenuEntry(`#${id} ${title}`, "Delete Artifact...");
    await workbench.clickDialogButton("Delete");
    const words = await workbench.waitForNotification("was deleted");
    assert.equal(words, `#${id} ${title} again was deleted. The service lets you delete 1 more within 24 hours.`);
    await workbench.tab(`#${id}`).waitFor({ state: "detached" });
    await workbench.treeItem(`#${id}`).first().waitFor({ state: "detached" });
    await workbench.screenshot("creating-07-deleted");
    assert.ok(!service.control.hasArtifact({ artifactId: id }));
    await workbench.pressNotificationButton("was deleted", "Open Copy");
    await workbench.tab(`#${id} ${title} again (deleted)`).waitFor();
    assert.equal((JSON.parse(await workbench.editorText()) as { title: string }).title, `${title} again`);
  });

  test("several are deleted together as far as the service allows, and the rest can be tried again", async () => {
    await workbench.expand("Guinea Pig");
    await workbench.expand("Releases");
    await workbench.expand("All Artifacts");
    await workbench.page.locator(".part.sidebar .monaco-list-row[role=treeitem][aria-level='5']").nth(2).waitFor();
    // By the keyboard from the row above: the first that is there, and the next two with it.
    await workbench.focusTreeItem("All Artifacts");
    for (const key of ["ArrowDown", "ControlOrMeta+Shift+Enter", "Shift+ArrowDown", "Shift+ArrowDown"]) {
      await workbench.page.keyboard.press(key);
    }
    await workbench.page.keyboard.press("Shift+F10");
    await workbench.chooseMenuEntry("Delete Artifact...");
    await workbench.dialog.waitFor();
    assert.match((await workbench.dialog.textContent()) ?? "", /Delete these 3 artifacts\?/);
    await workbench.screenshot("creating-08-delete-several");
    await workbench.clickDialogButton("Delete 3 Artifacts");
    const words = await workbench.waitForNotification("of 3 artifacts were deleted");
    assert.match(
      words,
      /^1 of 3 artifacts were deleted\. #\d+: You have deleted the 2 that the service allows you within 24 hours \(status 429\)\. .*1 was not tried\.$/,
    );
    await workbench.screenshot("creating-09-limit");
    service.control.changeSettings({ deletionLimit: 10 });
    await workbench.pressNotificationButton("of 3 artifacts were deleted", "Retry");
    await workbench.waitForNotification("2 artifacts were deleted.");
    await workbench.screenshot("creating-10-retried");
  });
});
