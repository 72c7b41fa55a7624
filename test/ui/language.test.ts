import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import { hold } from "./lists.ts";
import type { Workbench } from "./workbench.ts";

/** Every field of it is filled. */
const bug = 501;

suite("a document that knows its tracker", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("language", service);
    const settings = { "workbench.colorTheme": "Default Light Modern" };
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug], settings });
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    // The whole width is the document's.
    await workbench.page.keyboard.press("ControlOrMeta+B");
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const suggestions = () => workbench.page.locator(".suggest-widget.visible .monaco-list-row");

  async function goBehind(text: string): Promise<void> {
    const content = await workbench.editorText();
    const at = content.indexOf(text) + text.length;
    const before = content.slice(0, at).split("\n");
    await workbench.goTo(before.length, (before.at(-1) ?? "").length + 1);
  }

  test("JSON shows names, offers values by label, and mends a label in place of an id", async () => {
    await goBehind('"field_id": 1230');
    await workbench.page.getByText("Attachments of every sort").first().waitFor();
    await workbench.screenshot("language-1-hints");
    await goBehind('"field_id": 1208,\n      "bind_value_ids": [');
    await workbench.askBeside(suggestions().filter({ hasText: "Blocking" }), "Control+Space");
    await workbench.screenshot("language-2-values");
    await workbench.page.keyboard.press("Escape");
    await goBehind('"values": [\n');
    for (let lines = 0; lines < 4; lines++) {
      await workbench.page.keyboard.press("ControlOrMeta+Shift+K");
    }
    await goBehind('"values": [');
    await workbench.askBeside(suggestions().filter({ hasText: "Summary" }), "Control+Space");
    await workbench.screenshot("language-3-entries");
    await workbench.page.keyboard.press("Enter");
    assert.match(
      await workbench.editorText(),
      /"values": \[\{\s+"field_id": 1202,\s+"value": "Every field of this one is filled"\s+\},/,
    );
    await goBehind('"field_id": 1210,\n      "bind_value_ids": [');
    await workbench.page.keyboard.insertText('"performance", ');
    await workbench.page.locator(".squiggly-warning").first().waitFor();
    await hold(workbench.page, "ArrowLeft", 3);
    await workbench.page.locator(".lightBulbWidget, [class*=codicon-gutter-lightbulb]").first().waitFor();
    await workbench.askBeside(workbench.page.getByText("Use 332"), "ControlOrMeta+.");
    await workbench.screenshot("language-4-fix");
    await workbench.page.keyboard.press("Escape");
    await goBehind('"field_id": 1207');
    const hover = workbench.page.locator(".monaco-hover:not(.hidden)").getByText("required");
    await workbench.askBeside(hover, "ControlOrMeta+K", "ControlOrMeta+I");
    await workbench.screenshot("language-5-hover");
    await workbench.page.keyboard.press("Escape");
    await workbench.page.keyboard.press("ControlOrMeta+Shift+O");
    await workbench.page.locator(".quick-input-list .monaco-list-row").first().waitFor();
    await workbench.screenshot("language-6-symbols");
    await workbench.dismiss();
  });

  test("XML does the same, in a dark theme", async () => {
    await workbench.chooseTheme("Dark Modern");
    await workbench.runCommand("File: Revert File");
    await workbench.waitForDirty(`#${bug}`, false);
    await workbench.runCommand("Artifact Desk: Switch Format");
    await workbench.page.locator(".part.editor").getByText("<request>").first().waitFor();
    await goBehind("<field_id>1208</field_id>\n      <bind_value_ids>\n        <item>");
    await workbench.askBeside(suggestions().filter({ hasText: "Blocking" }), "Control+Space");
    await workbench.screenshot("language-7-xml-values");
    await workbench.page.keyboard.press("Escape");
    await goBehind("<values>");
    await workbench.page.keyboard.insertText("\n    <item><field_id>Sumary</field_id><value>a</value></item>");
    await workbench.page.locator(".squiggly-error").first().waitFor();
    await hold(workbench.page, "ArrowLeft", 40);
    await workbench.screenshot("language-8-xml-problem");
    await goBehind("<field_id>1208</field_id>\n      <bind_value_ids>\n        <item>");
    await workbench.select(3);
    await workbench.page.keyboard.type("Bl");
    await suggestions().filter({ hasText: "Blocking" }).waitFor();
    await workbench.page.keyboard.press("Enter");
    assert.match(await workbench.editorText(), /<field_id>1208<\/field_id>\s+<bind_value_ids>\s+<item>314<\/item>/);
    await workbench.runCommand("Explorer: Focus on Outline View");
    await workbench.page.locator(".outline-tree .monaco-list-row").getByText("Summary").first().waitFor();
    // Where the mouse is there is a tab now, whose hover would lie over the editor.
    await workbench.page.mouse.move(700, 600);
    await workbench.screenshot("language-9-outline");
    await workbench.runCommand("File: Revert File");
    await workbench.waitForDirty(`#${bug}`, false);
  });
});
