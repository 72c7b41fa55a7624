import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, filesContaining, openWindow, teamTracker, untilKept, untilRemembered } from "./harness.ts";
import { SourceControlView } from "./sourceControlView.ts";
import type { Workbench } from "./workbench.ts";

const [bug, otherBug, third, fourth, fifth] = [512, 513, 514, 515, 516];

suite("what is unsaved, in Source Control", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let view: SourceControlView;

  suiteSetup(async () => {
    service = await startReferenceService();
    workbench = await openWindow({
      connection: teamTracker("unsaved", service),
      pinnedArtifacts: [bug, otherBug, third, fourth, fifth],
    });
    view = new SourceControlView(workbench);
    await workbench.openPinned();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = (artifactId: number) => service.control.readArtifact({ artifactId });
  const lastComment = (artifactId: number) => stored(artifactId).comments.at(-1)?.body;
  const puts = () => service.requests.filter(({ method }) => method === "PUT");

  async function change(artifactId: number, value = `Mine of ${artifactId}`): Promise<void> {
    await workbench.openTreeItem(`#${artifactId}`, workbench.tab(`#${artifactId} `));
    await workbench.page.locator(".view-lines").getByText("Summary *").first().waitFor();
    await workbench.replaceInEditor(String(stored(artifactId).values["summary"]), value);
    await workbench.waitForDirty(`#${artifactId} `, true);
  }

  test("each unsaved document is a row, with its name, letter and fields", async () => {
    for (const artifactId of [bug, otherBug, third]) {
      await change(artifactId);
    }
    await workbench.runCommand("Artifact Desk: Switch Format");
    await workbench.page.locator(".view-lines").getByText("<request>").first().waitFor();
    await workbench.waitForDirty(`#${third} `, true);
    await workbench.runCommand("Artifact Desk: Duplicate Artifact");
    await workbench.tab("New Bug").waitFor();
    await view.open();
    await view.row("New Bug").first().waitFor();
    const titles = (artifactId: number) => view.row(`#${artifactId} `);
    for (const artifactId of [bug, otherBug, third]) {
      await titles(artifactId).waitFor();
    }
    await view.group("Changes").waitFor();
    await view.group("New").waitFor();
    assert.equal(await view.group("Conflicts").count(), 0);
    await workbench.until(async () => /Unsaved changes \(JSON\): Summary/.test(await view.spoken(`#${bug} `)));
    await workbench.until(async () => (await view.letter(`#${bug} `)) === "M");
    await workbench.until(async () => (await view.letter("New Bug")) === "A");
    const described = async (artifactId: number) =>
      (await titles(artifactId).locator(".label-description").allTextContents()).join("");
    assert.deepEqual([await described(bug), await described(third)], ["", "XML"]);
    await view.type("As agreed in the meeting");
    await workbench.screenshot("source-control-1-rows");
    for (const theme of ["Dark Modern", "Dark High Contrast", "Light High Contrast", "Light Modern"] as const) {
      await workbench.chooseTheme(theme);
      await workbench.screenshot(`source-control-1-rows-${theme.replaceAll(" ", "-").toLowerCase()}`);
    }
  });

  test("a click shows what the text was made from beside it, with marks at what is changed", async () => {
    await workbench.press(view.row(`#${bug} `));
    await workbench.diff.left.waitFor();
    await workbench.tab("Made From").waitFor();
    await workbench.diff.left.getByText("Summary *").first().waitFor();
    await workbench.screenshot("source-control-2-made-from");
    await workbench.showTab(`#${otherBug} `);
    await workbench.page.locator(".part.editor .dirty-diff-modified").first().waitFor({ state: "attached" });
    await workbench.screenshot("source-control-3-marks");
    const { page } = workbench;
    await workbench.goTo(1, 1);
    await page.keyboard.press("Alt+F3");
    // VS Code hides the whole view of a change from what asks for roles.
    const revert = page.locator(".zone-widget").locator('[aria-label="Revert Change"]');
    await revert.waitFor();
    await workbench.screenshot("source-control-3-marked-change");
    await workbench.press(revert);
    const original = String(stored(otherBug).values["summary"]);
    // The view of the change shows the line, too, and goes with the change.
    await page.locator(".zone-widget").waitFor({ state: "detached" });
    await page.locator(".view-lines").getByText(original).first().waitFor();
    await workbench.focusEditor();
    await workbench.undo();
    await page.locator(".view-lines").getByText(`Mine of ${otherBug}`).first().waitFor();
  });

  test("rows and the words in the box are there after a reload, and nothing is asked for them", async () => {
    await untilKept(workbench, `Mine of ${bug}`, `Mine of ${otherBug}`, `Mine of ${third}`);
    await workbench.until(() => filesContaining("As agreed in the meeting").length > 0);
    // A tab that was there before the change of format would be shown again, and read.
    await untilRemembered(workbench, `${third}.artifact.xml`);
    await view.type("As agreed on Monday");
    service.clearRequests();
    await workbench.reload();
    await view.open();
    for (const artifactId of [bug, otherBug, third]) {
      await view.row(`#${artifactId} `).waitFor();
    }
    await workbench.until(async () => (await view.typed()) === "As agreed on Monday");
    await view.type("As agreed in the meeting");
    await workbench.screenshot("source-control-4-reloaded");
    assert.deepEqual(
      service.requests.filter(({ path: asked }) => /\/artifacts\/51\d/.test(asked)),
      [],
    );
  });

  test("all is saved with the comment, and what a colleague has changed is in conflict", async () => {
    service.control.editArtifact({ artifactId: otherBug, values: [{ field: "slogan", value: "Theirs" }] });
    service.clearRequests();
    await view.accept();
    await view.group("Conflicts").waitFor();
    await workbench.until(async () => (await view.letter(`#${otherBug} `)) === "C");
    await workbench.until(() => stored(third).values["summary"] === `Mine of ${third}`);
    await workbench.until(async () => (await view.row(`#${bug} `).count()) === 0);
    assert.deepEqual([lastComment(bug), lastComment(third)], ["As agreed in the meeting", "As agreed in the meeting"]);
    assert.equal(puts().length, 3);
    await workbench.until(async () => (await view.typed()) === "As agreed in the meeting");
    await workbench.screenshot("source-control-5-conflict");
  });

  test("a conflict is merged from its row, and saved with the comment that waits", async () => {
    await view.chooseMenuEntry(`#${otherBug} `, "Merge");
    await view.group("Changes").waitFor();
    await workbench.until(async () => (await view.group("Conflicts").count()) === 0);
    await view.accept();
    await workbench.until(() => stored(otherBug).values["summary"] === `Mine of ${otherBug}`);
    assert.deepEqual(
      [stored(otherBug).values["slogan"], lastComment(otherBug)],
      ["Theirs", "As agreed in the meeting"],
    );
    await workbench.until(async () => (await view.typed()) === "");
    await workbench.screenshot("source-control-6-merged");
  });

  test("a draft is discarded after a yes, and with the last row the provider goes", async () => {
    await view.chooseMenuEntry("New ", "Discard Changes...");
    await workbench.dialog.waitFor();
    await workbench.screenshot("source-control-7-discard");
    await workbench.clickDialogButton("Discard Changes");
    await workbench.until(async () => (await workbench.tab("New Bug").count()) === 0);
    await workbench.until(async () => (await view.groups.count()) === 0);
    await workbench.screenshot("source-control-8-nothing");
    assert.deepEqual(
      service.requests.filter(({ method }) => method === "POST"),
      [],
    );
  });

  test("what is on the way ends after *Cancel*, and the rest stays unsaved, with the words in the box", async () => {
    await workbench.closeEditors();
    await workbench.openPinned();
    for (const artifactId of [bug, otherBug, third, fourth, fifth]) {
      await change(artifactId, `Again ${artifactId}`);
    }
    await view.open();
    await view.type("Half of it");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    service.control.addFault({ method: "PUT", fault: { kind: "held", until: held }, count: 4 });
    service.clearRequests();
    await view.accept();
    await workbench.until(() => puts().length === 4);
    await workbench.pressNotificationButton("Saving to", "Cancel");
    await workbench.untilExtensionHeard();
    release();
    const told = await workbench.waitForNotification("Cancelled before it was sent");
    assert.equal(told, `4 saved. Cancelled before it was sent: #${fifth}. The comment stays in the box for the rest.`);
    await workbench.screenshot("source-control-9-cancelled");
    await workbench.until(async () => (await view.rows.count()) === 1);
    await view.row(`#${fifth} `).waitFor();
    assert.equal(puts().length, 4);
    assert.equal(await view.typed(), "Half of it");
  });

  test("a window that closes in the middle of a save says the comment once, and stores the values once", async () => {
    await untilKept(workbench, `Again ${fifth}`);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    service.control.addFault({ method: "PUT", fault: { kind: "held", until: held, when: "gap" } });
    service.clearRequests();
    await view.accept();
    await workbench.until(() => puts().length === 1);
    await workbench.reload();
    release();
    await view.open();
    await view.row(`#${fifth} `).waitFor();
    await workbench.until(async () => (await view.typed()) === "Half of it");
    await workbench.until(() => stored(fifth).values["summary"] === `Again ${fifth}`);
    const { version, comments } = stored(fifth);
    await view.accept();
    await workbench.until(async () => (await view.groups.count()) === 0);
    assert.equal(comments.filter(({ body }) => body === "Half of it").length, 1);
    assert.deepEqual([stored(fifth).version, stored(fifth).comments], [version, comments]);
  });

  test("every row is reached, opened and done with by VS Code's own keys", async () => {
    const { page } = workbench;
    await workbench.closeEditors();
    await workbench.openPinned();
    for (const artifactId of [bug, otherBug]) {
      await change(artifactId, `By keys ${artifactId}`);
    }
    service.control.editArtifact({ artifactId: otherBug, values: [{ field: "summary", value: "By keys, theirs" }] });
    await workbench.save();
    await workbench.diff.left.waitFor();
    await workbench.openTreeItem(`#${third}`, workbench.tab(`#${third} `));
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab("comment").waitFor();
    await workbench.focusEditor();
    await page.keyboard.insertText("Said by keys");
    service.clearRequests();

    await view.goToRow(`#${bug} `);
    assert.match(await view.spoken(`#${bug} `), /^#512 .*Unsaved changes \(JSON\): Summary/);
    await page.keyboard.press("Enter");
    await workbench.diff.left.getByText("Summary *").first().waitFor();
    await workbench.tab("Made From").waitFor();
    await workbench.screenshot("source-control-11-keys-open");
    await view.goToRow(`#${bug} `);
    await page.keyboard.press("Shift+F10");
    await page.locator(".monaco-menu").waitFor();
    await workbench.screenshot("source-control-12-keys-menu");
    await workbench.chooseMenuEntry("Save");
    await workbench.until(() => stored(bug).values["summary"] === `By keys ${bug}`);
    await view.row(`#${bug} `).waitFor({ state: "detached" });

    await view.goToRow(`#${otherBug} `);
    assert.match(await view.spoken(`#${otherBug} `), /conflict/i);
    await workbench.screenshot("source-control-13-keys-conflict");
    await view.chooseFromKeys("Keep Mine");
    await workbench.until(() => stored(otherBug).values["summary"] === `By keys ${otherBug}`);

    await view.goToRow(`#${third} `);
    await view.chooseFromKeys("Send");
    await workbench.until(() => lastComment(third) === "Said by keys");
    await workbench.until(async () => (await view.groups.count()) === 0);
    assert.equal(puts().length, 3);
    await workbench.screenshot("source-control-14-keys-done");
  });
});
