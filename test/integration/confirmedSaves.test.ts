import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import * as vscode from "vscode";
import { entriesOf, poll, putsOf, setEntry, until, useFixture } from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const slogan = 1206;

suite("what a save left", () => {
  const fixture = useFixture();
  let document: vscode.TextDocument;

  setup(async () => {
    document = await fixture.open(bug);
    fixture.service.clearRequests();
  });

  /** What was asked of the artifact itself, and answered. */
  const asked = () =>
    fixture.service.requests
      .filter(({ path, status }) => /\/artifacts\/512(\?|$)/.test(path) && status !== undefined)
      .map(({ method }) => method);

  test("is not waited for: a save is one PUT, the first and the next, and is read once in between", async () => {
    await setEntry(document, summary, { value: "First" });
    assert.ok(await document.save());
    assert.deepEqual([asked(), document.isDirty], [["PUT"], false]);
    await poll("it is read", () => asked().length === 2);
    await setEntry(document, summary, { value: "Second" });
    assert.ok(await document.save());
    assert.deepEqual([asked(), document.isDirty], [["PUT", "GET", "PUT"], false]);
  });

  suite("and the service changed", () => {
    let typed: string;

    setup(async () => {
      const values = [{ field: "slogan", value: "By a rule" }];
      fixture.service.control.addFault({
        method: "PUT",
        fault: { kind: "edit", when: "after", edit: { artifactId: bug, values, isSameSecond: true } },
      });
      await setEntry(document, summary, { value: "First" });
      assert.ok(await document.save());
      await setEntry(document, summary, { value: "Typed on" });
      typed = document.getText();
      await poll("it is read", () => asked().length === 2);
      // Comes after whatever the reading made the editor do.
      await vscode.workspace.fs.stat(document.uri);
      assert.deepEqual([document.getText(), document.isDirty], [typed, true]);
    });

    const followed = () =>
      until("the document has followed", () =>
        entriesOf(document).some(({ field_id, value }) => field_id === slogan && value === "By a rule"),
      );

    test("leaves what is typed in the meantime, and follows with its save", async () => {
      assert.ok(await document.save());
      assert.deepEqual(
        putsOf(fixture.service).map((put) => put.values),
        ["First", "Typed on"].map((value) => [{ field_id: summary, value }]),
      );
      await followed();
      assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).values["slogan"], "By a rule");
    });

    test("follows once what was typed is undone, without a request", async () => {
      fixture.service.clearRequests();
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      await followed();
      assert.deepEqual([document.isDirty, asked()], [false, []]);
    });
  });
});
