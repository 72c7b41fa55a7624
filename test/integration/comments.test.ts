import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import {
  answer,
  answered,
  poll,
  putsOf,
  setEntry,
  setText,
  until,
  useFixture,
  whileSaved,
} from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const details = 1203;
/** A story of which the next step needs a comment. */
const reviewed = 905;
const storyStatus = 1303;

suite("a comment", () => {
  const fixture = useFixture();

  const commentUri = () => `artifact://${fixture.connectionId}/artifacts/${bug}/comment.md`;
  const write = async (text: string) => {
    await vscode.commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
    const document = await until("it is open", () => {
      const { document: shown } = vscode.window.activeTextEditor ?? {};
      return shown?.uri.toString() === commentUri() ? shown : undefined;
    });
    await setText(document, text);
    return document;
  };
  const said = () => fixture.service.control.readArtifact({ artifactId: bug }).comments;
  const lastSaid = (count: number) =>
    said()
      .slice(-count)
      .map(({ body }) => body);
  const puts = () => fixture.service.requests.filter(({ method }) => method === "PUT");
  const isShown = (uri: string) =>
    vscode.window.tabGroups.all.some(({ tabs }) =>
      tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri),
    );

  test("is a document like a draft, for which nothing is asked", async () => {
    await vscode.commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(commentUri()));
    assert.deepEqual([document.languageId, document.getText(), document.isDirty], ["artifact-markdown", "", false]);
    assert.equal(vscode.workspace.getConfiguration("files", document).get("autoSave"), "off");
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab?.label, "Comment on #512");
    assert.deepEqual(fixture.service.requests, []);
  });

  test("is sent with one PUT, and its tab closes", async () => {
    const { etag } = { etag: await etagOf() };
    const document = await write("It **works** for me\n");
    assert.ok(await document.save());
    await until("its tab is closed", () => !isShown(commentUri()));
    assert.deepEqual(
      puts().map(({ headers, body, status }) => [headers["if-match"], JSON.parse(body), status]),
      [[etag, { values: [], comment: { body: "It **works** for me\n", format: "commonmark" } }, 200]],
    );
    assert.deepEqual(said().at(-1), { body: "It **works** for me", format: "commonmark" });
    const again = await write("");
    assert.equal(again.getText(), "");
  });

  test("begun while another one is being sent is in a document of its own", async () => {
    fixture.service.control.addFault({ method: "PUT", fault: { kind: "delay", ms: 500 } });
    const first = await write("First");
    const sent = first.save();
    await poll("it is being sent", () => puts().length > 0);
    const second = await write("Second");
    assert.ok(await sent);
    assert.deepEqual([second.isClosed, second.getText(), isShown(commentUri())], [false, "Second", true]);
    assert.ok(await second.save());
    assert.deepEqual(lastSaid(2), ["First", "Second"]);
  });

  test("is not begun where the wait for the one that is being sent is given up", async () => {
    const first = await write("First");
    const isSent = await whileSaved(fixture, first, async () => {
      const asked = vscode.commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
      await answered(asked, "notification.acceptPrimaryAction");
    });
    assert.ok(isSent);
    await until("its tab is closed", () => !isShown(commentUri()));
  });

  test("begun right after another one was sent is in a document of its own", async () => {
    await (await write("First")).save();
    const second = await write("Second");
    assert.ok(await second.save());
    await until("its tab is closed", () => !isShown(commentUri()));
    assert.deepEqual(lastSaid(2), ["First", "Second"]);
  });

  test("is another one although an extension still has the document open", async () => {
    await vscode.workspace.openTextDocument(vscode.Uri.parse(commentUri()));
    await (await write("First")).save();
    await until("its tab is closed", () => !isShown(commentUri()));
    await vscode.commands.executeCommand("artifactDesk.addComment", fixture.connectionId, bug);
    const document = await until("it is open", () => vscode.window.activeTextEditor?.document);
    assert.equal(document.getText(), "");
    await setText(document, "Second");
    assert.ok(await document.save());
    assert.deepEqual(lastSaid(2), ["First", "Second"]);
  });

  test("is another one than one that a crash left in doubt, and that was added", async function () {
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data === undefined) {
      // A host that keeps its data elsewhere.
      this.skip();
    }
    const folder = path.join(data, "User/globalStorage/artifact-desk.artifact-desk");
    const kept = () => readdirSync(folder, { recursive: true, encoding: "utf8" });
    const isOf = (file: string) => file.includes(path.join(fixture.connectionId, "comments"));
    const first = await write("First");
    const lock = kept().find((file) => isOf(file) && file.endsWith(".lock")) ?? assert.fail(kept().join("\n"));
    await first.save();
    await poll("its tab is closed", () => !isShown(commentUri()) && !kept().includes(lock));
    const leave = () => {
      const sent = path.join(folder, lock.replace(/lock$/, "sent.json"));
      const attempt = { document: commentUri(), body: "First", mark: { count: 0 } };
      mkdirSync(path.dirname(sent), { recursive: true });
      writeFileSync(sent, JSON.stringify({ id: "before", address: fixture.service.baseUrl, attempt }));
    };
    leave();
    const second = await write("Second");
    assert.ok(await second.save());
    assert.deepEqual(lastSaid(2), ["First", "Second"]);
    await poll("its tab is closed", () => !isShown(commentUri()) && !kept().some((file) => file === lock));
    // Written by its address: the write that met it is told so, and stands in nobody's way.
    leave();
    const bytes = new TextEncoder().encode("Third");
    await assert.rejects(async () => await vscode.workspace.fs.writeFile(vscode.Uri.parse(commentUri()), bytes));
    await vscode.workspace.fs.writeFile(vscode.Uri.parse(commentUri()), bytes);
    assert.deepEqual(lastSaid(3), ["First", "Second", "Third"]);
  });

  test("is opened for the artifact of the active editor", async () => {
    await fixture.open(bug);
    await vscode.commands.executeCommand("artifactDesk.addComment");
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), commentUri());
  });

  test("is not opened for a row that is not in the tree any more", async () => {
    const artifact = await fixture.open(bug);
    const shown = () => vscode.window.activeTextEditor?.document.uri.toString();
    // As VS Code names rows when it calls a command from a menu of the tree.
    const row = { $treeViewId: "artifactDesk.explorer", $treeItemHandle: "gone" };
    for (const args of [
      [row, []],
      [row, [row]],
    ]) {
      await vscode.commands.executeCommand("runCommands", { commands: [{ command: "artifactDesk.addComment", args }] });
      assert.equal(shown(), artifact.uri.toString());
    }
    await vscode.commands.executeCommand("runCommands", { commands: ["artifactDesk.addComment"] });
    assert.equal(shown(), commentUri());
  });

  test("that is a zero and nothing else is not sent, and stays", async () => {
    const document = await write("0");
    assert.equal(await document.save(), false);
    assert.deepEqual([document.isDirty, puts()], [true, []]);
  });

  test("that was emptied is given up by its save, and nothing is sent", async () => {
    const document = await write("On second thought");
    await setText(document, " \n");
    assert.ok(await document.save());
    await until("its tab is closed", () => !isShown(commentUri()));
    assert.deepEqual(fixture.service.requests, []);
    const again = await write("Something else");
    assert.ok(await again.save());
    assert.deepEqual(lastSaid(1), ["Something else"]);
  });

  test("is sent by a command, of the editor or of an address", async () => {
    await write("First");
    await vscode.commands.executeCommand("artifactDesk.sendComment");
    await until("its tab is closed", () => !isShown(commentUri()));
    await write("Second");
    await fixture.open(bug);
    await vscode.commands.executeCommand("artifactDesk.sendComment", vscode.Uri.parse(commentUri()));
    await until("its tab is closed", () => !isShown(commentUri()));
    assert.deepEqual(lastSaid(2), ["First", "Second"]);
  });

  test("is discarded with its tab by a command, and no other document is sent for one", async () => {
    const comment = await write("Never said");
    await vscode.commands.executeCommand("artifactDesk.discardChanges", comment.uri);
    await until("its tab is closed", () => !isShown(commentUri()));
    const artifact = await fixture.open(bug);
    const send = () => vscode.commands.executeCommand("artifactDesk.sendComment", artifact.uri, true);
    await assert.rejects(async () => await send(), /comment/);
    assert.deepEqual([puts(), isShown(artifact.uri.toString())], [[], true]);
  });

  test("that is refused stays", async () => {
    fixture.service.control.addFault({ method: "PUT", fault: { kind: "answer", status: 403, body: "" } });
    const document = await write("May I?");
    assert.equal(await document.save(), false);
    assert.deepEqual([document.getText(), document.isDirty], ["May I?", true]);
    assert.ok(await document.save());
    assert.equal(said().at(-1)?.body, "May I?");
  });

  for (const when of ["before", "after"] as const) {
    test(`whose connection broke ${when} it was stored is there once`, async () => {
      fixture.service.control.addFault({ method: "PUT", fault: { kind: "reset", when } });
      const document = await write("Once");
      const before = said().length;
      assert.ok(await document.save());
      assert.deepEqual(
        said()
          .slice(before)
          .map(({ body }) => body),
        ["Once"],
      );
    });
  }

  test("is sent although the artifact has changed, without a comparison", async () => {
    const document = await write("Still true");
    const edit = { artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] };
    const fault = { kind: "edit", when: "before", edit } as const;
    fixture.service.control.addFault({ method: "PUT", fault });
    assert.ok(await document.save());
    await until("its tab is closed", () => !isShown(commentUri()));
    assert.deepEqual(
      puts().map(({ status }) => status),
      [412, 200],
    );
    assert.equal(said().at(-1)?.body, "Still true");
  });

  test("does not put unsaved changes of the artifact into conflict", async () => {
    const artifact = await fixture.open(bug);
    await setEntry(artifact, summary, { value: "Mine" });
    const document = await write("I am at it");
    assert.ok(await document.save());
    assert.ok(await artifact.save());
    assert.deepEqual(
      putsOf(fixture.service).map(({ status }) => status),
      [200, 200],
    );
    assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).values["summary"], "Mine");
  });

  test("mentions people by their logins, and artifacts by their numbers", async () => {
    await fixture.open(bug);
    const document = await write("Ask @mar");
    const offered = async (at: number) => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(at),
      );
      return list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
    };
    const people = fixture.service.requests.filter(({ path }) => path.includes("/users?")).length;
    const known = await offered("Ask @".length);
    assert.ok(known.length > 0, "people of the artifact are known");
    assert.equal(fixture.service.requests.filter(({ path }) => path.includes("/users?")).length, people);
    await offered("Ask @mar".length);
    await poll("the service is asked", () => fixture.service.requests.some(({ path }) => path.includes("/users?")));
    await setText(document, "See art #");
    assert.ok((await offered("See art #".length)).some((label) => label.startsWith(`#${bug}`)));
    await setText(document, "See #");
    assert.ok((await offered("See #".length)).some((label) => label.startsWith(`#${bug}`)));
    await setText(document, "Ask @jdoe.");
    const [mark] = await until("it is marked", () => {
      const marks = vscode.languages.getDiagnostics(document.uri);
      return marks.length > 0 && marks;
    });
    assert.match(mark?.message ?? "", /“@jdoe\.” mentions nobody/);
  });

  test("takes the open document along over a colleague's change", async () => {
    const document = await fixture.open(bug);
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    assert.ok(await (await write("It works for me")).save());
    await until("the document shows theirs", () => document.getText().includes('"Theirs"'));
    await setEntry(document, details, { value: { content: "Mine", format: "text" } });
    assert.ok(await document.save());
    assert.deepEqual(
      puts().map(({ status }) => status),
      [200, 200],
    );
  });

  const etagOf = async () => {
    const { baseUrl, keys } = fixture.service;
    const answer = await fetch(`${baseUrl}/artifacts/${bug}`, { headers: { "X-Auth-AccessKey": keys.member } });
    await answer.arrayBuffer();
    fixture.service.clearRequests();
    return answer.headers.get("etag");
  };
});

suite("a save with a comment", () => {
  const fixture = useFixture();

  const save = (document: vscode.TextDocument, comment = "Why") =>
    vscode.commands.executeCommand("artifactDesk.saveWithComment", document.uri, comment);
  const bodies = () =>
    fixture.service.requests.filter(({ method }) => method === "PUT").map(({ body }) => JSON.parse(body));
  const said = (artifactId = bug) =>
    fixture.service.control.readArtifact({ artifactId }).comments.map(({ body }) => body);
  const comment = { body: "Why", format: "commonmark" };
  async function assertNotWithNextSave(unsent: string, document: vscode.TextDocument): Promise<void> {
    await setEntry(document, summary, { value: "Mine again" });
    assert.ok(await document.save());
    assert.ok(!said().includes(unsent), `${unsent} went with a later save`);
  }

  test("is one PUT of the changed entries and the comment", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    await save(document);
    assert.equal(document.isDirty, false);
    assert.deepEqual(bodies(), [{ values: [{ field_id: summary, value: "Mine" }], comment }]);
    assert.equal(said().at(-1), "Why");
  });

  test("has a comment that is a zero stored, which goes with the changes", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    await save(document, "0");
    assert.deepEqual([document.isDirty, said().at(-1)], [false, "0"]);
  });

  test("can be made without the comment while the history cannot be read", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.addFault({ path: "/changesets", count: null, fault: { kind: "answer", status: 503 } });
    await save(document);
    assert.deepEqual([document.isDirty, bodies()], [true, []]);
    await answer(() => !document.isDirty, "notification.acceptPrimaryAction");
    assert.deepEqual(bodies(), [{ values: [{ field_id: summary, value: "Mine" }] }]);
    fixture.service.control.clearFaults();
    await assertNotWithNextSave("Why", document);
  });

  test("is one of the active editor, in whatever form", async () => {
    const xml = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}.artifact.xml`);
    const document = await vscode.workspace.openTextDocument(xml);
    await vscode.window.showTextDocument(document, { preview: false });
    const before = document.getText();
    const edited = before.replace(/(<field_id>1202<\/field_id>\s*<value>)[^<]*/, "$1Mine");
    assert.notEqual(edited, before);
    await setText(document, edited);
    await vscode.commands.executeCommand("artifactDesk.saveWithComment", undefined, "Why");
    assert.deepEqual(
      fixture.service.requests.filter(({ method }) => method === "PUT").map(({ body }) => body),
      [
        [
          `<request><values><item><field_id>${summary}</field_id><value>Mine</value></item></values>`,
          "<comment><body>Why</body><format>commonmark</format></comment></request>",
        ].join(""),
      ],
    );
    assert.deepEqual([document.isDirty, said().at(-1)], [false, "Why"]);
  });

  test("is one of a long text in an editor of its own", async () => {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/fields/${details}.md`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    await setText(document, "Mine");
    await save(document);
    assert.equal(document.isDirty, false);
    assert.deepEqual(
      bodies().map(({ values, comment: sent }) => [values.map(({ field_id }: { field_id: number }) => field_id), sent]),
      [[[details], comment]],
    );
  });

  test("keeps its comment where another one is asked for at the same moment", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    await Promise.all([save(document, "First"), save(document, "Second")]);
    assert.deepEqual(
      bodies().map(({ comment: { body } }) => body),
      ["First"],
    );
    await assertNotWithNextSave("Second", document);
  });

  test("given while one waits in a conflict has both comments", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    await save(document, "First");
    await save(document, "Second");
    assert.deepEqual([document.isDirty, said().includes("First")], [true, false]);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
    assert.deepEqual([document.isDirty, said().at(-1)], [false, "First\n\nSecond"]);
  });

  test("asked for while another one comes to wait in a conflict has both", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    await save(document, "First");
    const window = vscode.window as { createInputBox: unknown };
    const { createInputBox } = vscode.window;
    const shown = Promise.withResolvers<vscode.InputBox>();
    window.createInputBox = () => {
      const box = createInputBox();
      shown.resolve(box);
      return box;
    };
    let asking: Thenable<unknown>;
    try {
      asking = vscode.commands.executeCommand("artifactDesk.saveWithComment", document.uri);
      assert.equal((await shown.promise).value, "First");
    } finally {
      Object.assign(window, { createInputBox });
    }
    await save(document, "Second");
    await answered(asking, "workbench.action.acceptSelectedQuickOpenItem");
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
    assert.deepEqual([document.isDirty, said().at(-1)], [false, "First\n\nSecond"]);
  });

  test("has what was typed during the save before it", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "First" });
    await whileSaved(fixture, document, () => setEntry(document, summary, { value: "Second" }));
    await save(document);
    assert.deepEqual(bodies().at(-1), { values: [{ field_id: summary, value: "Second" }], comment });
  });

  test("sends nothing for an unchanged text", async () => {
    const document = await fixture.open(bug);
    await save(document);
    await setEntry(document, summary, { value: "Mine" });
    await vscode.commands.executeCommand("undo");
    const before = document.getText();
    await setText(document, `${before}\n`);
    await save(document);
    assert.deepEqual(bodies(), []);
    await assertNotWithNextSave("Why", document);
  });

  test("goes with the save that ends a conflict", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    await save(document);
    assert.deepEqual([document.isDirty, said().includes("Why")], [true, false]);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
    assert.deepEqual([document.isDirty, said().at(-1)], [false, "Why"]);
  });

  test("goes along where the document is switched to another format", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    await save(document);
    await vscode.commands.executeCommand("artifactDesk.switchFormat", document.uri);
    const xml = vscode.Uri.parse(document.uri.toString().replace(/json$/, "xml"));
    const switched = await vscode.workspace.openTextDocument(xml);
    assert.equal(await switched.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", xml);
    assert.equal(said().at(-1), "Why");
  });

  test("does not go with a save after theirs was taken", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    await save(document);
    await vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs", document.uri);
    await until("theirs is there with nothing unsaved", () => !document.isDirty);
    await assertNotWithNextSave("Why", document);
  });

  test("does not go with a save after the text was reverted", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field_id: summary, value: "Theirs" }] });
    await save(document);
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand("workbench.action.files.revert");
    await until("theirs is there with nothing unsaved", () => !document.isDirty && /Theirs/.test(document.getText()));
    await assertNotWithNextSave("Why", document);
  });

  test("gives a step of the workflow the comment that it needs", async () => {
    const values = [{ field_id: storyStatus, bind_value_ids: [403] }];
    fixture.service.control.editArtifact({ artifactId: reviewed, values });
    const document = await fixture.open(reviewed);
    await setEntry(document, storyStatus, { bind_value_ids: [404] });
    assert.equal(await document.save(), false);
    await save(document);
    assert.equal(document.isDirty, false);
    assert.equal(said(reviewed).at(-1), "Why");
  });
});
