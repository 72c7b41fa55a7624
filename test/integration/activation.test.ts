import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";

suite("activation", () => {
  test("the extension under test is the built one and activates", async () => {
    const extension = vscode.extensions.getExtension("artifact-desk.artifact-desk");
    assert.ok(extension);
    await extension.activate();
    assert.ok(extension.isActive);
    assert.equal(extension.packageJSON.main, "./dist/extension.cjs");
  });
});
