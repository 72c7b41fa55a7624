import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 501;
const story = 901;

suite("fields by their names", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    service.control.editArtifact({ artifactId: story, values: [{ field: "team", bind_value_ids: ["150"] }] });
    const connection = teamTracker("fields", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug, story] });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = (artifactId: number) => service.control.readArtifact({ artifactId }).values;
  const puts = () => service.requests.filter(({ method }) => method === "PUT");

  // This stands first: a menu that opened just as a row was drawn again after a save was seen to close by itself.
  test("are changed from a row of the tree, as the workflow allows", async () => {
    await workbench.openPinned();
    const before = stored(story)["status"];
    await workbench.openTreeMenu(`#${story}`);
    await workbench.screenshot("fields-4-menu");
    await workbench.chooseMenuEntry("Change Status...");
    await workbench
      .quickInputRow(/Ready|Wished|In the works|Done/)
      .first()
      .waitFor();
    await workbench.screenshot("fields-5-status");
    const rows = await workbench.page.locator(".quick-input-list .monaco-list-row").allInnerTexts();
    assert.ok(rows.length < 4, `${rows}`);
    assert.match(await workbench.page.locator(".quick-input-title").innerText(), /^#901 \S.*: Status$/);
    // What stands is marked, and another one is chosen by Enter alone.
    assert.equal(rows.filter((row) => /now$/.test(row.trim())).length, 1);
    const focused = workbench.page.locator(".quick-input-list .monaco-list-row.focused");
    const other = (await focused.innerText()).trim();
    assert.doesNotMatch(other, /now$/);
    await workbench.page.keyboard.press("Enter");
    await workbench.waitForNotification(`#${story}: Status is ${other}.`);
    await workbench.screenshot("fields-6-changed");
    assert.notDeepEqual(stored(story)["status"], before);
    assert.equal(puts().length, 1);
    await workbench.pressNotificationButton(`#${story}: Status is ${other}.`, "Undo");
    await workbench.until(async () => JSON.stringify(stored(story)["status"]) === JSON.stringify(before));
    assert.equal(puts().length, 2);
  });

  test("are set from the line above the document: a list, people, links", async () => {
    service.clearRequests();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    await workbench.runLens(1, "Set Field…");
    await workbench.quickInputRow("Severity").waitFor();
    await workbench.screenshot("fields-1-fields");
    await workbench.pick("Severity");
    await workbench.quickInputRow("Blocking").waitFor();
    await workbench.screenshot("fields-2-values");
    await workbench.pick("Blocking");
    await workbench.waitForDirty(`#${bug}`, true);
    // What was changed comes into view after that, and the line above the document leaves it.
    await workbench.editor.locator(".view-line").filter({ hasText: "Blocking" }).first().waitFor();
    await workbench.screenshot("fields-2-revealed");
    await workbench.goTo(1, 1);
    await workbench.runLens(1, "Set Field…");
    await workbench.quickInput.fill("Watchers");
    await workbench.pick("Watchers");
    service.control.addFault({ method: "GET", path: "/users$", fault: { kind: "answer", status: 400, body: "" } });
    await workbench.quickInput.fill("jan");
    await workbench.page.locator(".quick-input-title").getByText("could not be asked").waitFor();
    service.control.clearFaults();
    await workbench.quickInput.fill("cam");
    await workbench.focusQuickInputRow("Camille");
    await workbench
      .quickInputRow("Camille")
      .locator(".quick-input-list-checkbox, input, .monaco-checkbox")
      .first()
      .click();
    await workbench.screenshot("fields-3-people");
    await workbench.press(workbench.page.locator(".quick-input-widget").getByRole("button", { name: "OK" }));
    await workbench.editor.locator(".view-line").filter({ hasText: "Camille" }).first().waitFor();
    await workbench.goTo(1, 1);
    await workbench.runLens(1, "Set Field…");
    await workbench.quickInput.fill("Links");
    await workbench.pick("Links");
    const title = workbench.page.locator(".quick-input-title");
    await workbench.quickInput.fill("zz");
    await title.getByText("three letters or more").waitFor();
    await workbench.quickInput.fill("zzzz");
    await title.getByText("nothing found").waitFor();
    await workbench.quickInput.fill("crash");
    await workbench.quickInputRow("crashes").first().waitFor();
    await title.getByText("nothing found").waitFor({ state: "detached" });
    await workbench.screenshot("fields-3-links");
    await workbench.dismiss();
    assert.deepEqual(puts(), []);
    const text = JSON.parse(await workbench.editorText()) as { values: { field_id: number }[] };
    const value = (fieldId: number) => text.values.find((entry) => entry.field_id === fieldId);
    assert.deepEqual(value(1208), { field_id: 1208, bind_value_ids: [314] });
    assert.match(JSON.stringify(value(1216)), /102.*customer@example\.org/);
    await workbench.save();
    await workbench.waitForDirty(`#${bug}`, false);
    assert.equal(puts().length, 1);
  });

  test("that keep a status from changing are gone to in the document", async () => {
    service.control.editArtifact({ artifactId: 902, values: [{ field: "assigned_to", bind_value_ids: [] }] });
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.quickInput.fill("902");
    await workbench.page.keyboard.press("Enter");
    await workbench.tab("#902").waitFor();
    await workbench.runCommand("Artifact Desk: Change Status...");
    await workbench.quickInputRow("In the works").waitFor();
    await workbench.pick("In the works");
    await workbench.waitForNotification("could not be changed");
    await workbench.screenshot("fields-7-refused");
    await workbench.pressNotificationButton("could not be changed", "Set in Document");
    await workbench.waitForDirty("#902", true);
    await workbench.screenshot("fields-8-in-document");
  });
});
