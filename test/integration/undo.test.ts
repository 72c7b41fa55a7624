import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { createLastSaves } from "../../src/editor/undo/lastSaveUndo.ts";
import { entriesOf, poll, putsOf, setEntry, setText, until, useFixture } from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const details = 1203;
const status = 1207;
const platforms = 1209;

suite("undoing the last save", () => {
  const fixture = useFixture();

  const undo = (...args: readonly unknown[]) => vscode.commands.executeCommand("artifactDesk.undoLastSave", ...args);
  const undoSave = () => undo(fixture.connectionId, bug);
  const edit = (field: string, value: unknown) =>
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field, value }] });
  const stored = (field: string) => fixture.service.control.readArtifact({ artifactId: bug }).values[field];
  const membersOf = (document: vscode.TextDocument, fieldId: number) =>
    entriesOf(document).find(({ field_id }) => field_id === fieldId);
  const contentOf = (document: vscode.TextDocument) => Object(membersOf(document, details)?.["value"]).content;
  const setDetails = (document: vscode.TextDocument, content: string) =>
    setEntry(document, details, { value: { content, format: "text" } });
  const followed = (document: vscode.TextDocument, text: string) =>
    until("the document follows", () => !document.isDirty && document.getText().includes(text));

  test("brings back the text from before, unsaved, as one step, sends nothing, and is done once", async () => {
    const document = await fixture.open(bug);
    const before = document.getText();
    await setEntry(document, summary, { value: "Mine" });
    await setDetails(document, "Mine too");
    assert.ok(await document.save());
    const after = document.getText();
    fixture.service.clearRequests();
    await undoSave();
    assert.deepEqual([document.getText(), document.isDirty], [before, true]);
    await undoSave();
    assert.deepEqual([document.getText(), putsOf(fixture.service)], [before, []]);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await until("it is undone", () => entriesOf(document).some(({ value }) => value === "Mine"));
    assert.deepEqual(entriesOf(document), JSON.parse(after).values);
    await undoSave();
    assert.ok(await document.save());
    assert.equal(
      stored("summary"),
      JSON.parse(before).values.find((each: { field_id: number }) => each.field_id === summary).value,
    );
    // The save that stored it is the last one from here on.
    await undoSave();
    assert.equal(membersOf(document, summary)?.["value"], "Mine");
  });

  test("keeps what a colleague has changed since, in other lines and members, and what is the same", async () => {
    edit("details", { content: "One\n\nTwo\n\nThree", format: "text" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "platforms", bind_value_ids: [321] }] });
    const document = await fixture.open(bug);
    await setDetails(document, "1\n\nTwo\n\nThree");
    await setEntry(document, platforms, { bind_value_ids: [321, 322] });
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    edit("details", { content: "1\n\nTwo\n\n3", format: "text" });
    fixture.service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "platforms", bind_value_ids: [322, 323] }],
    });
    edit("summary", "Theirs");
    await undoSave();
    assert.deepEqual(
      [
        contentOf(document),
        membersOf(document, platforms)?.["bind_value_ids"],
        membersOf(document, summary)?.["value"],
      ],
      ["One\n\nTwo\n\n3", [323], "Theirs"],
    );
    // It is made from what is there now: nothing is to be merged.
    assert.ok(await document.save());
    assert.match(JSON.stringify(stored("details")), /One\\n\\nTwo\\n\\n3/);
    assert.equal(stored("summary"), "Theirs");
  });

  test("takes back the save that is under way when it is asked for", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "First" });
    assert.ok(await document.save());
    await setEntry(document, summary, { value: "Second" });
    fixture.service.clearRequests();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    fixture.service.control.addFault({ method: "PUT", fault: { kind: "held", until: held } });
    const saved = document.save();
    await fixture.service.untilAsked(({ method }) => method === "PUT");
    const undone = undoSave();
    release();
    assert.ok(await saved);
    await undone;
    assert.deepEqual([membersOf(document, summary)?.["value"], document.isDirty], ["First", true]);
    assert.equal(stored("summary"), "Second");
  });

  test("of which nothing can be undone shows what is there, and leaves nothing unsaved", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    edit("summary", "Theirs");
    await undoSave();
    await followed(document, "Theirs");
  });

  test("keeps unsaved words, and changes made since on the service for the save to find", async () => {
    edit("details", { content: "One\n\nTwo\n\nThree", format: "text" });
    const document = await fixture.open(bug);
    await setDetails(document, "1\n\nTwo\n\nThree");
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    fixture.service.control.advanceClock({ ms: 5000 });
    edit("details", { content: "1\n\nTwo\n\n3", format: "text" });
    await setDetails(document, "1\n\nTyped\n\nThree");
    await setEntry(document, summary, { value: "Typed" });
    await undoSave();
    assert.deepEqual(
      [contentOf(document), membersOf(document, summary)?.["value"]],
      ["One\n\nTyped\n\nThree", "Typed"],
    );
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
    assert.equal(contentOf(document), "One\n\nTyped\n\n3");
  });

  test("opens the document of an artifact that was changed without one", async () => {
    const before = stored("status");
    await vscode.commands.executeCommand("artifactDesk.changeStatus", fixture.connectionId, bug, "In progress");
    assert.notDeepEqual(stored("status"), before);
    await undo({ connectionId: fixture.connectionId, artifactId: bug });
    const document = vscode.window.activeTextEditor?.document ?? assert.fail("no editor");
    assert.deepEqual([document.uri.toString(), document.isDirty], [fixture.uri(bug).toString(), true]);
    assert.deepEqual(membersOf(document, status)?.["bind_value_ids"], [before].flat());
  });

  test("is done in the document that is meant: in XML, and in the editor of a single text", async () => {
    edit("details", { content: "One\n\nTwo", format: "text" });
    const resource = (name: string) => vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${name}`);
    const xml = await vscode.workspace.openTextDocument(resource("512.artifact.xml"));
    const text = await vscode.workspace.openTextDocument(resource("512/fields/1203.txt"));
    await vscode.window.showTextDocument(text, { preview: false });
    await setText(text, "1\n\nTwo");
    assert.ok(await text.save());
    edit("details", { content: "1\n\n2", format: "text" });
    await undo();
    assert.deepEqual([text.getText(), text.isDirty, xml.isDirty], ["One\n\n2", true, false]);
    // What is unsaved there is left alone here.
    await undo(xml.uri);
    assert.deepEqual([text.getText(), xml.isDirty], ["One\n\n2", false]);
    await vscode.window.showTextDocument(text, { preview: false });
    await vscode.commands.executeCommand("undo");
    await until("it is undone", () => text.getText() === "1\n\n2");
    assert.ok(await text.save());
    await vscode.window.showTextDocument(xml, { preview: false });
    await undo();
    assert.deepEqual([text.isDirty, xml.isDirty, /One\s+2/.test(xml.getText())], [false, true, true]);
  });

  test("takes out what was attached, brings back nothing that was removed, and keeps what came since", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "undo-"));
    try {
      const file = vscode.Uri.file(path.join(folder, "trace.log"));
      await vscode.workspace.fs.writeFile(file, Buffer.from("trace"));
      const document = await fixture.open(bug);
      const before = document.getText();
      const ids = await vscode.commands.executeCommand<number[]>("artifactDesk.attachFile", fixture.connectionId, bug, [
        file,
      ]);
      assert.equal(ids.length, 1);
      await undoSave();
      assert.equal(document.getText(), before);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("is done for a save of all that is unsaved too", async () => {
    const document = await fixture.open(bug);
    const before = document.getText();
    await setEntry(document, summary, { value: "Mine" });
    const all = { artifactIds: [bug], comment: "" };
    assert.deepEqual(await vscode.commands.executeCommand("artifactDesk.saveAll", fixture.connectionId, all), {
      saved: [bug],
      conflicts: [],
      failed: [],
    });
    await undoSave();
    assert.deepEqual([document.getText(), document.isDirty], [before, true]);
  });

  test("works after a restart, and on a service that gives no histories", async () => {
    fixture.service.control.addFault({ path: "/changesets", count: null, fault: { kind: "answer", status: 404 } });
    const document = await fixture.open(bug);
    const before = document.getText();
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data !== undefined) {
      // As the next session finds it.
      const storage = vscode.Uri.file(path.join(data, "User/globalStorage/artifact-desk.artifact-desk"));
      const url = fixture.service.baseUrl;
      const find = () => ({ id: "", url, label: "" });
      const registry = { connections: [], find, get: () => assert.fail(), onDidChange: () => assert.fail() };
      const later = createLastSaves(registry, storage, (what) => assert.fail(what));
      const kept = await poll("it is kept", () => later.read(fixture.connectionId, bug));
      assert.deepEqual(
        kept.fields.map(({ after }) => after),
        [{ value: "Mine" }],
      );
    }
    await undoSave();
    assert.equal(document.getText(), before);
  });

  test("is refused for a text that cannot be read, and changes nothing where no save is known", async () => {
    const document = await fixture.open(bug);
    const before = document.getText();
    await undoSave();
    assert.deepEqual([document.getText(), document.isDirty], [before, false]);
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    await setText(document, "{");
    await assert.rejects(Promise.resolve(undoSave()), /cannot be read/);
    assert.equal(document.getText(), "{");
  });
});
