import assert from "node:assert/strict";
import { suite, suiteTeardown, test } from "mocha";
import { closeWindows, takeWindow } from "./harness.ts";

suite("installation", () => {
  suiteTeardown(closeWindows);

  test("the packaged extension installs and shows its view in a fresh window", async () => {
    const workbench = await takeWindow();
    await workbench.openView();
    await workbench.screenshot("installation-1-fresh-window");
    await workbench.runCommand("File: New Untitled Text File");
    await workbench.page.keyboard.insertText("one two\nthree four\n");
    await workbench.replaceInEditor("three", "3");
    assert.equal(await workbench.editorText(), "one two\n3 four\n");
    assert.ok(await workbench.isDirty("Untitled-1"));
    await workbench.screenshot("installation-2-edited");
  });
});
