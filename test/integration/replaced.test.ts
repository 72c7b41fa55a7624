import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import {
  activeDiff,
  closeEditors,
  entriesOf,
  openFixture,
  poll,
  putsOf,
  setEntry,
  setText,
  until,
  useFixture,
} from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const slogan = 1206;

suite("a change that a save has replaced in the same moment", () => {
  const fixture = useFixture();

  const stored = () => fixture.service.control.readArtifact({ artifactId: bug }).values;
  const letIn = (...values: readonly { readonly field: string; readonly value: unknown }[]) =>
    fixture.service.control.addFault({
      method: "PUT",
      fault: { kind: "edit", when: "gap", edit: { artifactId: bug, values } },
    });
  const valueIn = (document: vscode.TextDocument, fieldId: number) =>
    entriesOf(document).find(({ field_id }) => field_id === fieldId)?.["value"];

  async function saveOver(theirs: string): Promise<vscode.TextDocument> {
    const document = await fixture.open(bug);
    letIn({ field: "summary", value: theirs });
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    assert.equal(stored()["summary"], "Mine");
    return document;
  }

  /**
   * Puts back until `isDone`: what was replaced is found in the background, and until then there is nothing to put
   * back.
   */
  async function putBack(isDone: () => boolean): Promise<void> {
    await poll("theirs is put back", async () => {
      await vscode.commands.executeCommand("artifactDesk.putTheirsBack", fixture.uri(bug));
      return isDone();
    });
  }

  test("is put back by a save of its own, under the condition, with what else was saved kept", async () => {
    const document = await fixture.open(bug);
    letIn({ field: "summary", value: "Theirs" });
    const values = entriesOf(document).map((entry) =>
      entry.field_id === summary || entry.field_id === slogan ? { ...entry, value: "Mine" } : entry,
    );
    await setText(document, JSON.stringify({ values }));
    assert.ok(await document.save());
    await putBack(() => stored()["summary"] === "Theirs");
    assert.deepEqual([stored()["slogan"], document.isDirty], ["Mine", false]);
    const last = putsOf(fixture.service).at(-1);
    assert.deepEqual(last?.values, [{ field_id: summary, value: "Theirs" }]);
    assert.match(last?.ifMatch ?? "", /^\d+$/);
    await vscode.commands.executeCommand("artifactDesk.putTheirsBack", fixture.uri(bug));
    assert.equal(putsOf(fixture.service).length, 2);
  });

  test("is put back with all that was undone in fields that the save did not send", async () => {
    const theirs = [
      { field: "summary", value: "Theirs" },
      { field: "slogan", value: "Theirs too" },
      { field: "categories", bind_value_ids: [332], value: undefined },
      { field: "links", links: [{ id: 503, type: "" }], value: undefined },
    ];
    const document = await fixture.open(bug);
    letIn(...theirs);
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    assert.equal(stored()["summary"], "Mine");
    assert.notEqual(stored()["slogan"], "Theirs too");
    await putBack(() => stored()["summary"] === "Theirs");
    assert.deepEqual([stored()["slogan"], document.isDirty], ["Theirs too", false]);
    assert.deepEqual(
      putsOf(fixture.service)
        .at(-1)
        ?.values.map(({ field_id }) => field_id),
      [summary, slogan, 1210, 1230],
    );
  });

  test("is put back, and so is a later one, and neither hides the other", async () => {
    const document = await saveOver("Theirs");
    const theirs = { field: "categories", bind_value_ids: [332], value: undefined };
    letIn(theirs);
    await setEntry(document, slogan, { value: "Mine" });
    assert.ok(await document.save());
    const categories = () => JSON.stringify(stored()["categories"]);
    assert.doesNotMatch(categories(), /332/);
    // Which of the two is put back first depends on whether the later one is found by then.
    await putBack(() => categories().includes("332") && stored()["summary"] === "Theirs");
    assert.deepEqual([stored()["slogan"], document.isDirty], ["Mine", false]);
  });

  test("is put back where only the document of a single field is open, and was saved", async () => {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/fields/1204.txt`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    letIn({ field: "summary", value: "Theirs" });
    await setText(document, "Mine");
    assert.ok(await document.save());
    await poll("theirs is put back", async () => {
      await vscode.commands.executeCommand("artifactDesk.putTheirsBack", uri);
      return stored()["summary"] === "Theirs";
    });
    assert.match(JSON.stringify(stored()["notes"]), /Mine/);
  });

  test("by a comment alone is put back too", async () => {
    await fixture.open(bug);
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/comment.md`);
    const comment = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(comment);
    letIn({ field: "summary", value: "Theirs" });
    await setText(comment, "Works for me");
    assert.ok(await comment.save());
    assert.notEqual(stored()["summary"], "Theirs");
    await putBack(() => stored()["summary"] === "Theirs");
  });

  test("is put back unsaved where something is typed at that moment: that is not sent", async () => {
    const document = await saveOver("Theirs");
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    editor.selection = new vscode.Selection(0, 1, 0, 1);
    let typed: Thenable<unknown> | undefined;
    const typing = vscode.workspace.onDidChangeTextDocument(() => {
      if (typed === undefined && valueIn(document, summary) === "Theirs") {
        typed = vscode.commands.executeCommand("type", { text: " " });
      }
    });
    await putBack(() => typed !== undefined);
    typing.dispose();
    await typed;
    assert.deepEqual(
      [valueIn(document, summary), document.isDirty, putsOf(fixture.service).length, stored()["summary"]],
      ["Theirs", true, 1, "Mine"],
    );
  });

  test("is put into the text where that has unsaved changes, and those stay", async () => {
    const document = await saveOver("Theirs");
    await setEntry(document, slogan, { value: "Unsaved" });
    await putBack(() => valueIn(document, summary) === "Theirs");
    assert.deepEqual(
      [valueIn(document, slogan), document.isDirty, putsOf(fixture.service).length],
      ["Unsaved", true, 1],
    );
  });

  for (const [when, isSameSecond, isLate] of [
    ["before the look", true, false],
    ["after the look, in the same second", true, true],
    ["after the look, in the next one", false, true],
  ] as const) {
    test(`is the save itself, where the service writes a PUT ${when}: it is put back all the same`, async () => {
      const { control } = fixture.service;
      control.freezeClock({ atMs: Date.UTC(2026, 10, 2, 9) });
      const values = [{ field: "summary", value: stored()["summary"] }];
      const document = await fixture.open(bug);
      const pages = () =>
        fixture.service.requests.filter(({ path, status }) => /changesets\?(?!.*fields=)/.test(path) && status === 200);
      const before = pages().length;
      const edit = { artifactId: bug, values, isSameSecond };
      if (!isLate) {
        control.addFault({ method: "PUT", fault: { kind: "edit", when: "after", edit } });
      }
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      if (isLate) {
        await poll("the history is read", () => pages().length > before);
        control.advanceClock({ ms: 1000 });
        control.editArtifact(edit);
      }
      control.advanceClock({ ms: 60_000 });
      assert.notEqual(stored()["summary"], "Mine");
      await putBack(() => stored()["summary"] === "Mine");
      assert.deepEqual([valueIn(document, summary), document.isDirty], ["Mine", false]);
    });
  }

  test("does not take the place of what was typed since", async () => {
    const document = await fixture.open(bug);
    letIn({ field: "summary", value: "Theirs" }, { field: "slogan", value: "Theirs" });
    await setEntry(document, summary, { value: "Mine" });
    await setEntry(document, slogan, { value: "Mine" });
    assert.ok(await document.save());
    await setEntry(document, summary, { value: "Unsaved" });
    await putBack(() => valueIn(document, slogan) === "Theirs");
    assert.deepEqual([valueIn(document, summary), document.isDirty], ["Unsaved", true]);
  });

  test("that has been changed again on the service is a conflict like any other", async () => {
    const document = await saveOver("Theirs");
    fixture.service.control.addFault({
      method: "PUT",
      fault: {
        kind: "edit",
        when: "before",
        edit: { artifactId: bug, values: [{ field: "summary", value: "Third" }] },
      },
    });
    fixture.service.control.advanceClock({ ms: 2000 });
    await putBack(() => valueIn(document, summary) === "Theirs");
    await until("the comparison is there", () => activeDiff()?.original.scheme === "artifact-theirs");
    assert.deepEqual([stored()["summary"], valueIn(document, summary), document.isDirty], ["Third", "Theirs", true]);
  });

  test("is not looked for after the connection is gone", async () => {
    const other = await openFixture();
    other.service.control.addFault({ path: "/changesets", fault: { kind: "hang" }, count: null });
    const document = await other.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    assert.ok(await document.save());
    const look = await other.service.untilAsked(({ path }) => path.includes("/changesets"));
    await vscode.commands.executeCommand("artifactDesk.removeConnection", other.connectionId);
    await other.service.untilAsked((request) => request === look && request.isGivenUp);
    await closeEditors();
    await other.service.close();
  });

  test("of a service without histories, nothing is asked more than once", async () => {
    fixture.service.control.changeSettings({ listing: "minimal" });
    const document = await fixture.open(bug);
    for (const value of ["One", "Two", "Three"]) {
      await setEntry(document, summary, { value });
      assert.ok(await document.save());
    }
    const isLook = ({ path }: { readonly path: string }) => path.includes("/changesets");
    await fixture.service.untilAsked(isLook);
    assert.equal(fixture.service.requests.filter(isLook).length, 1);
  });

  const ways: Readonly<Record<string, (...uris: vscode.Uri[]) => Thenable<unknown>>> = {
    "their rows": (...uris) => vscode.commands.executeCommand("artifactDesk.unsaved.send", ...uris),
    "VS Code's Save All": () => vscode.commands.executeCommand("workbench.action.files.saveAll"),
  };
  for (const [how, save] of Object.entries(ways)) {
    for (const isCommentFirst of [false, true]) {
      const order = isCommentFirst ? "a comment and a text" : "a text and a comment";
      test(`is none of one's own: ${order} saved at once by ${how} are both stored`, async () => {
        const document = await fixture.open(bug);
        const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/comment.md`);
        const comment = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(comment, { preview: false });
        await setText(comment, () => "Said");
        await vscode.window.showTextDocument(document, { preview: false });
        await setEntry(document, summary, { value: "Mine" });
        fixture.service.control.changeSettings({ writeGapMs: 100 });
        fixture.service.clearRequests();
        await save(...(isCommentFirst ? [uri, document.uri] : [document.uri, uri]));
        await until("both are saved", () => !document.isDirty && (comment.isClosed || !comment.isDirty));
        const puts = fixture.service.requests.filter(({ method }) => method === "PUT");
        assert.deepEqual(
          puts.map(({ status }) => status),
          [200, 200],
        );
        const { values, comments } = fixture.service.control.readArtifact({ artifactId: bug });
        assert.deepEqual([values["summary"], comments.at(-1)?.body], ["Mine", "Said"]);
        assert.match(document.getText(), /"Mine"/);
      });
    }
  }

  for (const what of ["an assignee", "a comment"]) {
    test(`is none of one's own: a status that is changed by the row while ${what} is on its way is stored, too`, async () => {
      const { control } = fixture.service;
      control.addFault({ method: "PUT", fault: { kind: "delay", ms: 300 } });
      let first: Thenable<unknown>;
      if (what === "a comment") {
        const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/comment.md`);
        const comment = await vscode.workspace.openTextDocument(uri);
        await vscode.window.showTextDocument(comment, { preview: false });
        await setText(comment, () => "Said");
        first = comment.save();
      } else {
        const assignee = [fixture.connectionId, bug, "Camille Dupont (cdupont)"] as const;
        first = vscode.commands.executeCommand("artifactDesk.changeAssignee", ...assignee);
      }
      await fixture.service.untilAsked(({ method }) => method === "PUT");
      await vscode.commands.executeCommand("artifactDesk.changeStatus", fixture.connectionId, bug, "In progress");
      await first;
      assert.deepEqual(stored()["status"], [303]);
      if (what === "a comment") {
        assert.equal(control.readArtifact({ artifactId: bug }).comments.at(-1)?.body, "Said");
      } else {
        assert.notDeepEqual(stored()["assigned_to"], []);
      }
    });
  }
});
