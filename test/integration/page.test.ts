import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { entriesOf, until, useFixture } from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;

suite("the page of an artifact", () => {
  const fixture = useFixture();

  const run = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`artifactDesk.${command}`, ...args);
  const artifact = () => ({ connectionId: fixture.connectionId, artifactId: bug });
  const stored = () => fixture.service.control.readArtifact({ artifactId: bug }).values;
  const histories = () => fixture.service.requests.filter(({ path }) => path.includes("/changesets")).length;
  /** Waits for requests that nobody else waits for. */
  const untilHistories = (count: number) => fixture.service.untilAsked(() => histories() === count);
  const documentOf = () =>
    vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === fixture.uri(bug).toString());

  test("a field is set in the document of the artifact that is named, and saved by its name too", async () => {
    await run("setField", artifact(), summary, "From the page");
    const document = await until("the document is there", documentOf);
    assert.equal(entriesOf(document).find(({ field_id }) => field_id === summary)?.["value"], "From the page");
    assert.equal(document.isDirty, true);
    assert.notEqual(stored()["summary"], "From the page");
    await run("saveArtifact", artifact());
    assert.deepEqual([document.isDirty, stored()["summary"]], [false, "From the page"]);
  });

  test("a state is changed by its number, and nothing by what is none", async () => {
    const status = stored()["status"];
    await run("changeStatus", artifact(), null, 303);
    assert.deepEqual(stored()["status"], [303]);
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "status", bind_value_ids: status }] });
    fixture.service.clearRequests();
    await run("changeStatus", artifact(), null, { evil: true });
    assert.equal(fixture.service.requests.filter(({ method }) => method === "PUT").length, 0);
  });

  test("what names no artifact changes none, not the one in the active editor either", async () => {
    const document = await fixture.open(bug);
    for (const evil of [{ connectionId: fixture.connectionId }, { connectionId: 5, artifactId: bug }, {}, [bug]]) {
      for (const [command, ...args] of [
        ["setField", summary, "Evil"],
        ["saveWithComment", "Evil"],
        ["changeStatus", null, 303],
      ]) {
        await Promise.resolve(run(command as string, evil, ...args)).catch(() => {});
      }
    }
    assert.equal(document.isDirty, false);
    assert.equal(fixture.service.requests.filter(({ method }) => method === "PUT").length, 0);
  });

  test("a page asks for the artifact once and for the discussion twice, and a save for nothing more than before", async () => {
    await fixture.open(bug);
    fixture.service.clearRequests();
    await run("preview", fixture.connectionId, bug);
    await untilHistories(2);
    assert.deepEqual(
      fixture.service.requests.filter(({ path }) => /artifacts\/512(\?|$)/.test(path)),
      [],
    );
    fixture.service.clearRequests();
    await run("setField", fixture.uri(bug), summary, "Saved beside its page");
    await run("saveArtifact", artifact());
    // The newest steps, which looking after the save reads anyway; the page knows how many there were.
    await untilHistories(1);
    await run("showOlder", artifact());
    assert.equal(histories(), 1);
  });

  test("what a colleague says in the very second of a save is asked for once that is over, and once", async () => {
    await fixture.open(bug);
    await run("preview", fixture.connectionId, bug);
    await untilHistories(2);
    fixture.service.control.freezeClock({ atMs: Date.now() });
    await run("setField", fixture.uri(bug), summary, "Saved beside its page");
    await run("saveArtifact", artifact());
    await untilHistories(3);
    fixture.service.control.addComment({ artifactId: bug, body: "At once" });
    fixture.service.control.advanceClock({ ms: 2000 });
    await untilHistories(4);
    await run("showOlder", artifact());
    assert.equal(histories(), 4);
  });
});
