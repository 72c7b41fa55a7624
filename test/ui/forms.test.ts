import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 513;

suite("one artifact in several forms", () => {
  let service: ReferenceService;
  let workbench: Workbench;

  suiteSetup(async () => {
    service = await startReferenceService();
    const connection = teamTracker("forms", service);
    workbench = await takeWindow({ connection, pinnedArtifacts: [bug] });
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`);
    await workbench.tab(`#${bug}`).waitFor();
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  const stored = () => service.control.readArtifact({ artifactId: bug }).values;

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

  test("the whole document has followed, and shows the request of its next save beside it", async () => {
    await workbench.selectTab(`#${bug} `);
    assert.match(await workbench.editorText(), /\*\*Seen twice\.\*\*/);
    await workbench.replaceInEditor("Said &lt;twice&gt;", "Said once");
    await workbench.runCommand("Artifact Desk: Show Request");
    await workbench.page.locator(".part.editor").getByText("If-match").first().waitFor();
    await workbench.screenshot("forms-3-request");
  });
});
