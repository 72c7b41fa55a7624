import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker, untilKept, untilRemembered } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 513;

suite("one artifact in several forms", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    choose(331, 335);
    const connection = teamTracker("forms", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = () => service.control.readArtifact({ artifactId: bug }).values;
  /** Sets the categories of the bug, as a colleague does. */
  const choose = (...ids: readonly number[]) =>
    service.control.editArtifact({ artifactId: bug, values: [{ field: "categories", bind_value_ids: ids }] });

  test("switching to XML takes the unsaved change along, and saves it as XML", async () => {
    await workbench.replaceInEditor(String(stored()["summary"]), "Said <twice> & heard");
    await workbench.runCommand("Artifact Desk: Switch Format");
    await workbench.page.locator(".part.editor").getByText("<request>").first().waitFor();
    assert.match(await workbench.editorText(), /<value>Said &lt;twice&gt; &amp; heard<\/value>/);
    // The other format goes once this one holds the change.
    await workbench.until(async () => (await workbench.tab(`#${bug}`).count()) === 1);
    await workbench.waitForDirty(`#${bug}`, true);
    await workbench.screenshot("forms-1-xml");
    await workbench.save();
    await workbench.waitForDirty(`#${bug}`, false);
    assert.equal(stored()["summary"], "Said <twice> & heard");
    assert.equal(
      service.requests.findLast(({ method }) => method === "PUT")?.headers["content-type"],
      "application/xml",
    );
  });

  test("a long text opens as Markdown above its entry and is saved by itself", async () => {
    // It stands above the line on which the entry begins.
    await workbench.runLens((await workbench.lineOf("<field_id>1203")) - 1, "as Markdown");
    await workbench.tab("Original Submission").waitFor();
    const before = await workbench.editorText();
    await workbench.goTo(1, 1);
    await workbench.page.keyboard.insertText("**Seen twice.**\n\n");
    await workbench.screenshot("forms-2-markdown");
    await workbench.save();
    await workbench.waitForDirty("Original Submission", false);
    assert.deepEqual(JSON.parse(service.requests.findLast(({ method }) => method === "PUT")?.body ?? ""), {
      values: [{ field_id: 1203, value: { content: `**Seen twice.**\n\n${before}`, format: "commonmark" } }],
    });
  });

  test("XML that a reload restores knows what a merge took into it", async () => {
    // A window keeps the label of a tab by and by.
    const tab = /^#?513(?!.*Original)/;
    const merge = async () => {
      await workbench.save();
      await workbench.diff.left.waitFor();
      await workbench.clickTitleAction("Merge");
      await workbench.waitForNotification("Look it over and save.");
    };
    await workbench.selectTab(`#${bug} `);
    await workbench.replaceInEditor("Said &lt;twice&gt;", "Said often");
    service.control.advanceClock({ ms: 2000 });
    choose(331);
    await merge();
    await workbench.runCommand("View: Close Editor");
    await workbench.diff.left.waitFor({ state: "detached" });
    await workbench.replaceInEditor("Said often", "Said thrice");
    assert.doesNotMatch(await workbench.editorText(), /335/);
    await untilKept(workbench, "Said thrice");
    await untilRemembered(workbench, "513.artifact.xml");
    await workbench.reload();
    service.control.advanceClock({ ms: 2000 });
    choose(331, 335);
    await workbench.waitForDirty(tab, true);
    // The window remembers by and by that the XML has taken the place of the JSON, whose tab may be back.
    const json = workbench.page.locator('.part.editor .tab[data-resource-name="513.artifact.json"]');
    if ((await json.count()) > 0) {
      await workbench.press(json.first());
      await workbench.runCommand("View: Close Editor");
      await json.waitFor({ state: "detached" });
    }
    await workbench.showTab(tab);
    await workbench.focusEditor();
    await merge();
    await workbench.save();
    await workbench.diff.left.waitFor({ state: "detached" });
    await workbench.waitForDirty(tab, false);
    assert.deepEqual([stored()["summary"], stored()["categories"]], ["Said thrice & heard", [331, 335]]);
  });

  test("the whole document has followed, and shows the request of its next save beside it", async () => {
    await workbench.selectTab(`#${bug} `);
    assert.match(await workbench.editorText(), /\*\*Seen twice\.\*\*/);
    await workbench.replaceInEditor("Said thrice", "Said once");
    await workbench.runCommand("Artifact Desk: Show Request");
    await workbench.page.locator(".part.editor").getByText("If-match").first().waitFor();
    await workbench.screenshot("forms-3-request");
  });
});
