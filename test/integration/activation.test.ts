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

  test("no key of the extension is one that VS Code has, but for the commands that stand in for VS Code's own", async () => {
    const uri = vscode.Uri.parse("vscode://defaultsettings/keybindings.json");
    const { getText } = await vscode.workspace.openTextDocument(uri);
    const bound = [...getText().matchAll(/"key": "([^"]+)",\s+"command": "([^"]+)"/g)].map(([, key, command]) => ({
      key,
      command: command ?? "",
    }));
    const isOurs = ({ command }: { command: string }) => command.startsWith("artifactDesk.");
    const standIns = ["artifactDesk.saveWithoutFormatting", "artifactDesk.saveArtifact"];
    const ours = bound.filter(isOurs).filter(({ command }) => !standIns.includes(command));
    assert.deepEqual(ours.map(({ command }) => command).sort(), [
      "artifactDesk.findArtifact",
      "artifactDesk.saveWithComment",
    ]);
    const taken = bound.filter((each) => !isOurs(each));
    assert.ok(taken.length > 500);
    assert.deepEqual(
      ours.filter(({ key }) => taken.some((each) => each.key === key)),
      [],
    );
  });
});
