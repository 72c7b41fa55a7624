import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

/** A story of which the next step needs a comment. */
const story = 905;
const status = 1303;

suite("commenting", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const values = [{ field_id: status, bind_value_ids: [403] }];
    service.control.editArtifact({ artifactId: story, values });
    const connection = teamTracker("comments", service);
    workbench = await takeWindow({ connection });
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const said = () => service.control.readArtifact({ artifactId: story }).comments.map(({ body }) => body);
  const puts = () => service.requests.filter(({ method }) => method === "PUT");
  const tab = "Comment on #905";
  const artifactTab = /^#905/;

  test("a comment is written in a document of its own, where people and artifacts are offered", async () => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(`#${story}`);
    await workbench.tab(artifactTab).waitFor();
    await workbench.focusEditor();
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(tab).waitFor();
    await workbench.showTab(tab);
    await workbench.page.keyboard.insertText("It **works** for me. Thanks, ");
    await workbench.page.keyboard.type("@");
    await workbench.page.locator(".suggest-widget.visible .monaco-list-row").first().waitFor();
    await workbench.screenshot("comments-1-mention");
    await workbench.page.keyboard.press("Escape");
    await workbench.page.keyboard.insertText("jdoe, see art #901");
    await workbench.waitForDirty(tab, true);
    assert.deepEqual(puts(), []);
  });

  test("a comment whose answer is lost is there once, and its tab closes", async () => {
    const before = said().length;
    service.control.addFault({ method: "PUT", fault: { kind: "reset", when: "after" } });
    await workbench.showTab(tab);
    await workbench.save();
    await workbench.tab(tab).waitFor({ state: "detached" });
    assert.deepEqual(said().slice(before), ["It **works** for me. Thanks, @jdoe, see art #901"]);
    assert.equal(puts().length, 1);
  });

  test("an empty comment says how it is written, and one that is emptied is discarded, which is said", async () => {
    await workbench.showTab(artifactTab);
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(tab).waitFor();
    await workbench.showTab(tab);
    await workbench.screenshot("comments-2-empty");
    // A colour that a theme has none of is transparent, as some of VS Code's are in high contrast.
    await workbench.chooseTheme("Dark High Contrast");
    const colours = `[...document.querySelectorAll(".part.editor .view-line span")]
      .map((span) => getComputedStyle(span, "::after"))
      .filter(({ content }) => content.includes("Your comment, in Markdown."))
      .map(({ color }) => color)`;
    let shown: readonly string[] = [];
    await workbench.until(async () => {
      shown = await workbench.page.evaluate<string[]>(colours);
      return shown.length > 0;
    });
    await workbench.screenshot("comments-2-empty-high-contrast");
    assert.ok(!shown.includes("rgba(0, 0, 0, 0)"), `${shown}`);
    await workbench.chooseTheme("Light Modern");
    await workbench.focusEditor();
    await workbench.page.keyboard.insertText(" ");
    await workbench.save();
    await workbench.page
      .locator(".statusbar")
      .getByText("The comment on #905 was discarded. Nothing was sent.")
      .waitFor();
    await workbench.tab(tab).waitFor({ state: "detached" });
    assert.equal(puts().length, 1);
  });

  test("a comment is discarded after a question, which throws nothing away when it is refused", async () => {
    await workbench.showTab(artifactTab);
    await workbench.runCommand("Artifact Desk: Comment on Artifact...");
    await workbench.tab(tab).waitFor();
    await workbench.showTab(tab);
    await workbench.page.keyboard.insertText("On second thought");
    await workbench.runCommand("Artifact Desk: Discard Changes...");
    await workbench.dialog.getByText(/^Discard the unsaved changes of #905 .*: comment\?$/).waitFor();
    await workbench.screenshot("comments-3-discard");
    await workbench.clickDialogButton("Cancel");
    assert.ok(await workbench.isDirty(tab));
    await workbench.runCommand("Artifact Desk: Discard Changes...");
    await workbench.clickDialogButton("Discard Changes");
    await workbench.tab(tab).waitFor({ state: "detached" });
    assert.equal(puts().length, 1);
    await workbench.closeEditors();
  });

  test("a step that needs a comment is offered to be saved with one", async () => {
    await workbench.runCommand("Artifact Desk: Open Artifact...");
    await workbench.answer(`#${story}`);
    await workbench.tab(artifactTab).waitFor();
    await workbench.focusEditor();
    await workbench.replaceInEditor("403", "404");
    await workbench.save();
    await workbench.waitForNotification("wants a comment");
    await workbench.screenshot("comments-4-required");
    await workbench.pressNotificationButton("wants a comment", "Save with Comment...");
    await workbench.quickInput.waitFor();
    await workbench.quickInput.fill("Reviewed by Max");
    await workbench.screenshot("comments-5-asked");
    await workbench.dismiss();
    assert.ok(await workbench.isDirty(artifactTab));
  });

  test("what was typed outlives Escape, and is saved with the step", async () => {
    await workbench.runCommand("Artifact Desk: Save with Comment...");
    await workbench.quickInput.waitFor();
    assert.equal(await workbench.quickInput.inputValue(), "Reviewed by Max");
    await workbench.quickInput.press("Enter");
    await workbench.waitForDirty(artifactTab, false);
    assert.equal(said().at(-1), "Reviewed by Max");
    const { values, comment } = JSON.parse(puts().at(-1)?.body ?? "{}");
    assert.deepEqual(
      [values, comment],
      [[{ field_id: status, bind_value_ids: [404] }], { body: "Reviewed by Max", format: "commonmark" }],
    );
    await workbench.screenshot("comments-6-saved");
  });
});
