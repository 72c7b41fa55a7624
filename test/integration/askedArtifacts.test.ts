import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { type CommandId, commandIds } from "../../src/editor/manifest/contributions.ts";
import { useFixture } from "./support/connectionFixture.ts";

const bug = 512;

suite("a command about an artifact", () => {
  const fixture = useFixture();
  let titles: (string | undefined)[];
  let typed: string | undefined;
  const window = vscode.window as { showInputBox: unknown };
  const { showInputBox } = window;

  setup(async () => {
    await vscode.env.clipboard.writeText("");
    titles = [];
    typed = `#${bug}`;
    window.showInputBox = async ({ title }: vscode.InputBoxOptions) => {
      titles.push(title);
      return typed;
    };
  });

  teardown(() => {
    window.showInputBox = showInputBox;
  });

  const run = (id: CommandId, ...args: unknown[]) => vscode.commands.executeCommand(id, ...args);
  const shown = () => vscode.window.activeTextEditor?.document.uri.path;

  test("asks for it where the connection alone is given", async () => {
    await run(commandIds.copyReference, fixture.connectionId);
    assert.equal(await vscode.env.clipboard.readText(), `bug #${bug}`);
    await run(commandIds.addComment, fixture.connectionId);
    assert.equal(shown(), `/artifacts/${bug}/comment.md`);
    assert.match(titles.join("; "), /^Copy Reference: .+; Comment on Artifact: .+$/);
  });

  test("asks for it where nothing is given, and no artifact is active", async () => {
    typed = `${fixture.service.origin}/plugins/tracker/?aid=${bug}`;
    await run(commandIds.copyReference);
    assert.equal(await vscode.env.clipboard.readText(), `bug #${bug}`);
    await fixture.open(bug);
    await run(commandIds.copyReference);
    assert.deepEqual(titles, ["Copy Reference"]);
  });

  test("asks for it where a kind to pin stands before it", async () => {
    await run(commandIds.pin, fixture.connectionId, "artifact");
    await run(commandIds.unpin, fixture.connectionId);
    assert.match(titles.join("; "), /^Pin: .+; Unpin: .+$/);
    await assert.rejects(
      async () => run(commandIds.pin, fixture.connectionId, "tracker"),
      /can be pinned, not “tracker”/,
    );
  });

  test("does nothing when none is typed, and says that a connection is not there", async () => {
    typed = undefined;
    fixture.service.clearRequests();
    assert.equal(await run(commandIds.addComment, fixture.connectionId), undefined);
    assert.equal(await run(commandIds.deleteArtifact, fixture.connectionId), undefined);
    assert.deepEqual([shown(), fixture.service.requests], [undefined, []]);
    await assert.rejects(async () => run(commandIds.addComment, "nobody"), /There is no connection “nobody”/);
    assert.match(titles.join("; "), /^Comment on Artifact: .+; Delete Artifact$/);
  });
});
