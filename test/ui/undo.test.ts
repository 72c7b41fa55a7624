import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import { type ReferenceService, startReferenceService } from "../service/referenceService.ts";
import { closeWindows, takeWindow, teamTracker } from "./harness.ts";
import type { Workbench } from "./workbench.ts";

const bug = 512;

suite("the last save, and the last changes", () => {
  let service: ReferenceService;
  let workbench: Workbench;
  let before: string;

  suiteSetup(async () => {
    service = await startReferenceService();
    service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "details", value: { content: "Export it.\n\nLook at the file.", format: "text" } }],
      comment: "works for me",
    });
    before = String(service.control.readArtifact({ artifactId: bug }).values["summary"]);
    const connection = teamTracker("undo", service);
    workbench = await takeWindow({
      connection,
      pinnedArtifacts: [bug],
      settings: { "workbench.colorTheme": "Default Light Modern" },
    });
    await workbench.openPinned();
    await workbench.openTreeItem(`#${bug}`, workbench.tab(`#${bug}`));
    await workbench.page.keyboard.press("ControlOrMeta+B");
  });

  suiteTeardown(async () => {
    await closeWindows();
    await service.close();
  });

  /** What stands behind the lines in sight: it is drawn, and in no text. */
  const notes = () =>
    workbench.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll(".view-lines span")]
        .map((span) => getComputedStyle(span, "::after").content)
        .filter((content) => content !== "none" && content !== "normal")`,
    );

  test("a save is undone in the text, unsaved, and what was left is told", async () => {
    await workbench.replaceInEditor(before, "Mine");
    await workbench.save();
    await workbench.waitForDirty(`#${bug}`, false);
    assert.equal(service.control.readArtifact({ artifactId: bug }).values["summary"], "Mine");
    service.clearRequests();
    await workbench.runCommand("Artifact Desk: Undo Last Save");
    const told = await workbench.waitForNotification("is undone in the text");
    assert.match(told, /^Your last save of #512 .* is undone in the text, in “Summary”\. It is not saved\.$/);
    await workbench.waitForDirty(`#${bug}`, true);
    assert.ok((await workbench.editorText()).includes(before));
    await workbench.screenshot("undo-1-undone");
    assert.deepEqual(
      service.requests.filter(({ method }) => method !== "GET"),
      [],
    );
    await workbench.runCommand("Artifact Desk: Undo Last Save");
    await workbench.waitForNotification("Nothing is to be undone in “Summary”");
    await workbench.save();
    await workbench.waitForDirty(`#${bug}`, false);
    assert.equal(service.control.readArtifact({ artifactId: bug }).values["summary"], before);
  });

  test("the last changes stand behind the entries, and in their hovers with the way to the change", async () => {
    await workbench.runCommand("Artifact Desk: Show Last Changes");
    await workbench.until(async () => (await notes()).some((note) => note.includes("works for me")));
    await workbench.goTo(await workbench.lineOf("1203"), 22);
    const link = workbench.page.locator(".monaco-hover:not(.hidden)").getByText("Show This Change");
    for (const theme of ["Light Modern", "Dark Modern", "Dark High Contrast", "Light High Contrast"] as const) {
      await workbench.chooseTheme(theme);
      await workbench.focusEditor();
      await workbench.askBeside(link, "ControlOrMeta+K", "ControlOrMeta+I");
      await workbench.screenshot(`undo-2-changes-${theme.replaceAll(" ", "-").toLowerCase()}`);
      await workbench.page.keyboard.press("Escape");
    }
    await workbench.askBeside(link, "ControlOrMeta+K", "ControlOrMeta+I");
    await link.click();
    await workbench.diff.right.getByText("Export it.").waitFor();
    await workbench.screenshot("undo-3-the-change");
    await workbench.showTab(`#${bug}`);
    await workbench.runCommand("Artifact Desk: Show Last Changes");
    await workbench.until(async () => (await notes()).length === 0);
  });
});
