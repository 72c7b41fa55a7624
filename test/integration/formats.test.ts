import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import {
  activeDiff,
  answering,
  type ConnectionFixture,
  countCommand,
  putsOf,
  setEntry,
  setText,
  until,
  useFixture,
  whileSaved,
} from "./support/connectionFixture.ts";

/** A bug of the reference service with a value in every kind of field. */
const bug = 512;
/** A bug with texts that XML cannot carry as they are. */
const awkward = 505;
const summary = 1202;
const submission = 1203;

suite("documents in other forms", () => {
  const fixture = useFixture();

  const stored = (artifactId = bug) => fixture.service.control.readArtifact({ artifactId }).values;
  const uriOf = (path: string) => vscode.Uri.parse(`artifact://${fixture.connectionId}${path}`);

  async function open(path: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(uriOf(path));
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  async function replace(document: vscode.TextDocument, old: string, text: string): Promise<void> {
    assert.ok(document.getText().includes(old), `${old} is not in\n${document.getText()}`);
    await setText(document, document.getText().replace(old, text));
  }

  test("XML shows the request and is saved as XML", async () => {
    const document = await open(`/artifacts/${bug}.artifact.xml`);
    assert.equal(document.languageId, "artifact-xml");
    assert.match(document.getText(), /<request>\s*<values>\s*<item>\s*<field_id>1202<\/field_id>/);
    await replace(document, String(stored()["summary"]), "Said in &lt;XML&gt; &amp; saved");
    assert.ok(await document.save());
    assert.equal(stored()["summary"], "Said in <XML> & saved");
    const put = fixture.service.requests.find(({ method }) => method === "PUT");
    assert.equal(put?.headers["content-type"], "application/xml");
    assert.equal(
      put?.body,
      "<request><values><item><field_id>1202</field_id><value>Said in &lt;XML&gt; &amp; saved</value></item></values></request>",
    );
  });

  test("are UTF-8, whatever the files of the person are", async () => {
    const files = vscode.workspace.getConfiguration("files");
    await files.update("encoding", "windows1252", vscode.ConfigurationTarget.Global);
    try {
      const title = "Ánimo de 5 €";
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: title }] });
      for (const [index, path] of [`/artifacts/${bug}.artifact.json`, `/artifacts/${bug}.artifact.xml`].entries()) {
        const document = await open(path);
        await replace(document, index === 0 ? title : `${title}…`, `${title}…${"…".repeat(index)}`);
        assert.ok(await document.save());
      }
      assert.equal(stored()["summary"], `${title}……`);
      const text = await open(`/artifacts/${bug}/fields/${submission}.md`);
      await setText(text, "À Íguazú");
      assert.ok(await text.save());
      assert.match(JSON.stringify(stored()["details"]), /À Íguazú/);
    } finally {
      await files.update("encoding", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test("XML is saved as JSON where the service would read something else from it", async () => {
    const document = await open(`/artifacts/${awkward}.artifact.xml`);
    await replace(document, "<value>0042</value>", "<value>0043</value>");
    assert.ok(await document.save());
    const put = fixture.service.requests.find(({ method }) => method === "PUT");
    assert.equal(put?.headers["content-type"], "application/json");
    assert.match(put?.body ?? "", /"0043"/);
  });

  test("XML saved untouched sends nothing", async () => {
    for (const artifactId of [bug, awkward, 501, 503, 504]) {
      const document = await open(`/artifacts/${artifactId}.artifact.xml`);
      fixture.service.clearRequests();
      await setText(document, `${document.getText()}\n`);
      assert.ok(await document.save(), String(artifactId));
      assert.deepEqual(putsOfAny(fixture), [], String(artifactId));
    }
  });

  test("XML that is not well-formed is marked and nothing is sent", async () => {
    const document = await open(`/artifacts/${bug}.artifact.xml`);
    await replace(document, "</request>", "");
    fixture.service.clearRequests();
    assert.equal(await document.save(), false);
    assert.deepEqual(fixture.service.requests, []);
    await until("the mistake is marked", () => vscode.languages.getDiagnostics(document.uri).length > 0);
  });

  test("a conflict of an XML document is merged by entry", async () => {
    const document = await open(`/artifacts/${bug}.artifact.xml`);
    await replace(document, String(stored()["summary"]), "Mine");
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs" }] });
    assert.equal(await document.save(), false);
    await until("the comparison is open", () => activeDiff()?.modified.toString() === document.uri.toString());
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
    assert.ok(document.getText().includes("<value>Theirs</value>"));
    assert.ok(await document.save());
    assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "Theirs"]);
  });

  test("switching the format takes unsaved changes along, both ways", async () => {
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "Unsaved" });
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.switchFormat");
    const xml = vscode.window.activeTextEditor?.document;
    assert.equal(xml?.uri.path, `/artifacts/${bug}.artifact.xml`);
    assert.ok(xml.isDirty && xml.getText().includes("<value>Unsaved</value>"));
    assert.deepEqual(
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .map(({ input }) => (input as vscode.TabInputText).uri.path),
      [xml.uri.path],
    );
    await vscode.commands.executeCommand("artifactDesk.switchFormat");
    const back = vscode.window.activeTextEditor?.document;
    assert.equal(back?.uri.path, `/artifacts/${bug}.artifact.json`);
    assert.ok(back.isDirty && back.getText().includes('"Unsaved"'));
    assert.deepEqual(fixture.service.requests, []);
    assert.ok(await back.save());
    assert.deepEqual(
      putsOf(fixture.service).map(({ values }) => values),
      [[{ field_id: summary, value: "Unsaved" }]],
    );
  });

  for (const [from, to] of [
    ["json", "xml"],
    ["xml", "json"],
  ] as const) {
    test(`switching from ${from} and again, as soon as the ${to} shows the change, brings the change back unsaved`, async () => {
      const first = await open(`/artifacts/${bug}.artifact.${from}`);
      await replace(first, String(stored()["summary"]), "Unsaved");
      const there = uriOf(`/artifacts/${bug}.artifact.${to}`);
      const switched = vscode.commands.executeCommand("artifactDesk.switchFormat", first.uri);
      await until("the other format shows the change", () =>
        vscode.workspace.textDocuments.some(
          (text) => text.uri.toString() === there.toString() && text.getText().includes("Unsaved"),
        ),
      );
      await vscode.commands.executeCommand("artifactDesk.switchFormat", there);
      await switched;
      const back = await vscode.workspace.openTextDocument(first.uri);
      assert.deepEqual([back.isDirty, back.getText().includes("Unsaved")], [true, true]);
      assert.ok(await back.save());
      assert.equal(stored()["summary"], "Unsaved");
    });
  }

  test("switching the format twice at once moves the changes once", async () => {
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "Unsaved" });
    const switched = [json.uri, json.uri].map((uri) =>
      vscode.commands.executeCommand("artifactDesk.switchFormat", uri),
    );
    await Promise.all(switched);
    const xml = vscode.window.activeTextEditor?.document;
    assert.equal(xml?.uri.path, `/artifacts/${bug}.artifact.xml`);
    assert.ok(xml.isDirty && xml.getText().includes("<value>Unsaved</value>"));
    assert.deepEqual([json.isDirty, tabUris().length], [false, 1]);
    await vscode.commands.executeCommand("undo");
    assert.ok(!xml.getText().includes("Unsaved"), "one step takes it back");
    assert.deepEqual(putsOfAny(fixture), []);
  });

  test("switching the format while the other one is read again keeps the changes", async () => {
    const xml = await open(`/artifacts/${bug}.artifact.xml`);
    const json = await fixture.open(bug);
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs" }] });
    fixture.service.clearRequests();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    fixture.service.control.addFault({
      path: new RegExp(`artifacts/${bug}$`),
      count: null,
      fault: { kind: "held", until: released },
    });
    await vscode.commands.executeCommand("artifactDesk.refresh");
    await fixture.service.untilAsked(({ path }) => path.endsWith(`artifacts/${bug}`));
    await setEntry(json, summary, { value: "Unsaved" });
    const switched = vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    release();
    await switched;
    assert.ok(xml.isDirty && xml.getText().includes("<value>Unsaved</value>"));
    if (!(await xml.save())) {
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", xml.uri);
      assert.ok(await xml.save());
    }
    assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Unsaved", "Theirs"]);
  });

  test("switching the format while the text is saved moves what is not saved then", async () => {
    const json = await fixture.open(bug);
    const xml = await open(`/artifacts/${bug}.artifact.xml`);
    await setEntry(json, summary, { value: "Saved" });
    let switched: Thenable<unknown> = Promise.resolve();
    await whileSaved(fixture, json, async () => {
      switched = vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    });
    await switched;
    await until("the other format shows what was saved", () => xml.getText().includes("<value>Saved</value>"));
    assert.deepEqual([putsOfAny(fixture).length, json.isDirty, xml.isDirty], [1, false, false]);
    fixture.service.clearRequests();
    const again = await fixture.open(bug);
    await setEntry(again, summary, { value: "First" });
    await whileSaved(fixture, again, async () => {
      await setEntry(again, summary, { value: "Second" });
      switched = vscode.commands.executeCommand("artifactDesk.switchFormat", again.uri);
    });
    await switched;
    assert.ok(xml.isDirty && xml.getText().includes("<value>Second</value>"));
    assert.equal(stored()["summary"], "First");
  });

  test("switching the format of a document in conflict takes mine along, and the next save meets the conflict", async () => {
    const json = await fixture.open(bug);
    const theirs = { field: "slogan", value: "Theirs" };
    await setEntry(json, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [theirs] });
    assert.equal(await json.save(), false);
    await until("the comparison is open", () => activeDiff()?.modified.toString() === json.uri.toString());
    await vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    const xml = await vscode.workspace.openTextDocument(uriOf(`/artifacts/${bug}.artifact.xml`));
    assert.ok(xml.isDirty && xml.getText().includes("<value>Mine</value>"));
    assert.deepEqual([json.isDirty, json.getText().includes("Mine")], [false, false]);
    assert.equal(await xml.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", xml.uri);
    assert.ok(await xml.save());
    assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "Theirs"]);
  });

  test("changes that moved to another format can be undone there, and come back where they were by undoing there", async () => {
    const json = await fixture.open(bug);
    const saved = json.getText();
    await setEntry(json, summary, { value: "Unsaved" });
    await vscode.commands.executeCommand("artifactDesk.switchFormat");
    const xml = vscode.window.activeTextEditor?.document;
    await vscode.commands.executeCommand("undo");
    assert.deepEqual([xml?.isDirty, xml?.getText().includes("Unsaved")], [false, false]);
    const back = await fixture.open(bug);
    assert.deepEqual([back.isDirty, back.getText()], [false, saved]);
    await vscode.commands.executeCommand("undo");
    assert.ok(back.isDirty && back.getText().includes('"Unsaved"'));
    assert.ok(await back.save());
    assert.equal(stored()["summary"], "Unsaved");
  });

  test("what is typed into a text at the moment another format takes its place stays there, unsaved", async () => {
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "Moved" });
    const typing = typedAtSave(json);
    await vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    typing.dispose();
    const xml = await vscode.workspace.openTextDocument(uriOf(`/artifacts/${bug}.artifact.xml`));
    assert.ok(xml.isDirty && xml.getText().includes("<value>Moved</value>"));
    assert.ok(json.isDirty && json.getText().includes('"Typed"'));
    assert.deepEqual(putsOfAny(fixture), []);
  });

  test("what is typed into both texts while changes move to another format stays, there and here", async () => {
    const json = await fixture.open(bug);
    const xml = await open(`/artifacts/${bug}.artifact.xml`);
    await setEntry(json, summary, { value: "Moved" });
    // A comment that waits moves along, which takes a moment after the text has moved.
    fixture.service.control.addFault({ method: "PUT", fault: { kind: "answer", status: 403 } });
    await vscode.commands.executeCommand("artifactDesk.saveWithComment", json.uri, "Waiting");
    fixture.service.clearRequests();
    const typed = Promise.withResolvers<unknown>();
    const typing = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document === xml && xml.getText().includes("<value>Moved</value>")) {
        typing.dispose();
        const there = setText(xml, () => xml.getText().replace("<value>Moved<", "<value>Moved, there<"));
        typed.resolve(Promise.all([there, setEntry(json, summary, { value: "Typed" })]));
      }
    });
    const switched = vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    await typed.promise;
    await switched;
    assert.ok(xml.isDirty && xml.getText().includes("<value>Moved, there</value>"));
    assert.ok(json.isDirty && json.getText().includes('"Typed"'));
    assert.deepEqual(putsOfAny(fixture), []);
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("what is typed while theirs is taken is not sent", async () => {
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "Mine" });
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    assert.equal(await json.save(), false);
    const typing = typedAtSave(json);
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs", json.uri);
    typing.dispose();
    assert.ok(json.isDirty && json.getText().includes('"Typed"'));
    assert.deepEqual([putsOfAny(fixture), stored()["summary"]], [[], "Theirs"]);
    assert.ok(await json.save());
    assert.equal(stored()["summary"], "Typed");
  });

  test("theirs that XML cannot hold is not taken: what is typed then is not sent over it unseen", async () => {
    const xml = await open(`/artifacts/${bug}.artifact.xml`);
    await replace(xml, String(stored()["summary"]), "Mine");
    fixture.service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "summary", value: "Their bell \u0007" }],
    });
    const messages = answering("showInformationMessage", () => undefined);
    assert.equal(await xml.save(), false);
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs", xml.uri);
    messages.restore();
    // It is told when theirs should be shown, and when it should be taken.
    const told = "Theirs cannot be shown in this document: Summary.";
    assert.deepEqual(messages.said, [told, told]);
    await replace(xml, "Mine", "Typed since");
    assert.equal(await xml.save(), false);
    assert.deepEqual([putsOfAny(fixture), stored()["summary"]], [[], "Their bell \u0007"]);
  });

  test("a text that cannot be read keeps its format, unsaved, as it is", async () => {
    const json = await fixture.open(bug);
    const broken = `${json.getText()}, "half a wo`;
    await setText(json, broken);
    const errors = answering("showErrorMessage", () => undefined);
    await vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    errors.restore();
    assert.equal(errors.said.length, 1);
    assert.deepEqual([json.getText(), json.isDirty, putsOfAny(fixture)], [broken, true, []]);
  });

  test("switching the format of a text in which no value was changed leaves nothing unsaved", async () => {
    const json = await fixture.open(bug);
    await setText(json, `${json.getText()}\n\n`);
    await vscode.commands.executeCommand("artifactDesk.switchFormat");
    const xml = vscode.window.activeTextEditor?.document;
    assert.deepEqual([xml?.languageId, xml?.isDirty, json.isDirty], ["artifact-xml", false, false]);
    assert.deepEqual([tabUris().length, putsOfAny(fixture)], [1, []]);
  });

  test("the format of a draft is not switched, and its text stays", async () => {
    await vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, 12, "json");
    const draft = vscode.window.activeTextEditor?.document;
    assert.ok(draft);
    const text = `{"tracker": {"id": 12}, "values": [{"field_id": ${summary}, "value": "New"}]}`;
    await setText(draft, text);
    await vscode.commands.executeCommand("artifactDesk.switchFormat", draft.uri);
    assert.deepEqual([draft.isDirty, draft.getText()], [true, text]);
  });

  test("switching the format closes its own document, and never what is active", async () => {
    const other = await fixture.open(awkward);
    await setText(other, `${other.getText()} `);
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "Unsaved" });
    await vscode.window.showTextDocument(other, { preview: false });
    fixture.service.clearRequests();
    const reverts = countCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    reverts.dispose();
    const xml = uriOf(`/artifacts/${bug}.artifact.xml`).toString();
    assert.deepEqual(
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .map(({ input, isDirty }) => [(input as vscode.TabInputText).uri.toString(), isDirty])
        .sort(),
      [
        [other.uri.toString(), true],
        [xml, true],
      ],
    );
    assert.deepEqual([reverts.count, fixture.service.requests], [0, []]);
  });

  test("switching the format of a document that is shown twice leaves the other editor what was saved", async () => {
    const json = await fixture.open(bug);
    const saved = json.getText();
    await vscode.window.showTextDocument(json, { preview: false, viewColumn: vscode.ViewColumn.Two });
    await setEntry(json, summary, { value: "Unsaved" });
    await vscode.commands.executeCommand("artifactDesk.switchFormat", json.uri);
    await until("the other editor shows what was saved", () => !json.isDirty && json.getText() === saved);
    const xml = await vscode.workspace.openTextDocument(uriOf(`/artifacts/${bug}.artifact.xml`));
    assert.ok(xml.isDirty && xml.getText().includes("<value>Unsaved</value>"));
    assert.deepEqual(putsOfAny(fixture), []);
  });

  test("switching the format takes along what was typed while the text was saved", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "First" });
    await whileSaved(fixture, document, () => setEntry(document, summary, { value: "Second" }));
    await vscode.commands.executeCommand("artifactDesk.switchFormat", document.uri);
    const xml = vscode.window.activeTextEditor?.document;
    assert.deepEqual([xml?.languageId, xml?.isDirty], ["artifact-xml", true]);
    assert.match(xml?.getText() ?? "", /<value>Second<\/value>/);
  });

  test("switching to a format that holds unsaved changes of its own replaces none of them", async () => {
    const xml = await open(`/artifacts/${bug}.artifact.xml`);
    await replace(xml, String(stored()["summary"]), "Unsaved in XML");
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "Unsaved in JSON" });
    await vscode.commands.executeCommand("artifactDesk.switchFormat");
    assert.ok(xml.isDirty && xml.getText().includes("Unsaved in XML"));
    assert.ok(json.isDirty && json.getText().includes("Unsaved in JSON"));
  });

  test("two documents of one artifact share its base: a save of one rebases the other, its changes kept", async () => {
    const json = await fixture.open(bug);
    await setEntry(json, summary, { value: "From JSON" });
    const xml = await open(`/artifacts/${bug}.artifact.xml`);
    await replace(
      xml,
      "<field_id>1206</field_id>\n      <value></value>",
      "<field_id>1206</field_id>\n      <value>From XML</value>",
    );
    assert.ok(await xml.save());
    await until("the JSON document shows what was saved", () => json.getText().includes('"From XML"'));
    assert.ok(json.isDirty && json.getText().includes('"From JSON"'));
    assert.ok(await json.save());
    assert.deepEqual([stored()["summary"], stored()["slogan"]], ["From JSON", "From XML"]);
    assert.deepEqual(putsOf(fixture.service).at(-1)?.values, [{ field_id: summary, value: "From JSON" }]);
    await until("the XML document has followed", () => xml.getText().includes("<value>From JSON</value>"));
    assert.ok(!xml.isDirty);
  });

  suite("whatever a person has done to files at a save:", () => {
    const tidying = ["trimTrailingWhitespace", "trimFinalNewlines", "insertFinalNewline"];
    const tidy = async (value: true | undefined) => {
      for (const name of tidying) {
        await vscode.workspace.getConfiguration("files").update(name, value, vscode.ConfigurationTarget.Global);
      }
    };
    const content = "A line break:  \nand the end\n\n";

    setup(async () => {
      fixture.service.control.editArtifact({
        artifactId: bug,
        values: [{ field_id: submission, value: { content, format: "commonmark" } }],
      });
      await tidy(true);
    });

    teardown(() => tidy(undefined));

    test("the white space of a long text is sent as it was written", async () => {
      const document = await open(`/artifacts/${bug}/fields/${submission}.md`);
      await replace(document, "and the end", "and the very end");
      assert.ok(await document.save());
      const sent = putsOf(fixture.service)[0]?.values[0]?.["value"] as { content: string };
      assert.equal(sent.content, content.replace("the end", "the very end"));
    });

    test("XML sends the entry that was changed, and no other", async () => {
      const document = await open(`/artifacts/${bug}.artifact.xml`);
      await replace(document, String(stored()["summary"]), "Changed");
      assert.ok(await document.save());
      const put = fixture.service.requests.find(({ method }) => method === "PUT");
      assert.match(put?.body ?? "", /1202/);
      assert.doesNotMatch(put?.body ?? "", new RegExp(String(submission)));
    });
  });

  suite("a long text by itself", () => {
    test("opens as Markdown and is saved in its format, alone", async () => {
      const document = await open(`/artifacts/${bug}/fields/${submission}.md`);
      assert.equal(document.languageId, "artifact-markdown");
      assert.ok(document.getText().startsWith("## Observed"));
      await replace(document, "## Observed", "## Seen");
      assert.ok(await document.save());
      assert.deepEqual(
        putsOf(fixture.service).map(({ values }) => values),
        [[{ field_id: submission, value: { content: document.getText(), format: "commonmark" } }]],
      );
    });

    test("with the line endings of the browser's form is not changed by being opened and saved", async () => {
      const document = await open("/artifacts/501/fields/1204.txt");
      assert.equal(document.eol, vscode.EndOfLine.CRLF);
      await setText(document, `${document.getText()} `);
      await setText(document, document.getText().slice(0, -1));
      fixture.service.clearRequests();
      assert.ok(await document.save());
      assert.deepEqual(putsOfAny(fixture), []);
    });

    test("shows a save of the whole document, and is merged by line when a colleague changed it", async () => {
      const json = await fixture.open(bug);
      const document = await open(`/artifacts/${bug}/fields/${submission}.md`);
      const original = document.getText();
      const lines = original.split("\n");
      fixture.service.control.editArtifact({
        artifactId: bug,
        values: [
          {
            field_id: submission,
            value: { content: [...lines, "", "Theirs at the end"].join("\n"), format: "commonmark" },
          },
        ],
      });
      await setText(document, ["Mine at the start", ...lines].join("\n"));
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      assert.equal(document.getText(), ["Mine at the start", ...lines, "", "Theirs at the end"].join("\n"));
      assert.ok(await document.save());
      await until("the whole document has followed", () => json.getText().includes("Mine at the start"));
    });

    /** Gives the words of the lines above the entries and the text of a document. */
    async function titlesAbove({ uri }: vscode.TextDocument): Promise<readonly string[]> {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri);
      return lenses.map(({ command }) => command?.title ?? "");
    }

    /** Opens a text, whose first line the person and a colleague then change, and merges theirs into it. */
    async function openMarked() {
      const document = await open(`/artifacts/${bug}/fields/${submission}.md`);
      const original = document.getText();
      const changed = (line: string) => original.replace("## Observed", line);
      fixture.service.control.editArtifact({
        artifactId: bug,
        values: [{ field_id: submission, value: { content: changed("## Theirs"), format: "commonmark" } }],
      });
      await setText(document, changed("## Mine"));
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      return { document, changed };
    }

    test("whose same line both changed holds both between marks, and is not sent with them", async () => {
      const { document, changed } = await openMarked();
      assert.ok(document.getText().startsWith("<<<<<<< mine\n## Mine\n=======\n## Theirs\n>>>>>>> theirs\n"));
      const sent = putsOf(fixture.service).length;
      assert.equal(await document.save(), false);
      assert.equal(putsOf(fixture.service).length, sent);
      await setText(document, changed("## Both"));
      assert.ok(await document.save());
    });

    test("is not sent with marks that undoing brings back after a save, and sent with lines that only look so", async () => {
      const { document, changed } = await openMarked();
      const marked = document.getText();
      const choose = (side: "mine" | "theirs") =>
        vscode.commands.executeCommand("artifactDesk.conflict.chooseMine.here", document.uri, submission, side);
      await choose("mine");
      assert.equal(document.getText(), changed("## Mine"));
      assert.ok(await document.save());

      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), marked);
      const sent = putsOf(fixture.service).length;
      assert.equal(await document.save(), false);
      assert.equal(putsOf(fixture.service).length, sent);
      await until("the marks are told of", () =>
        vscode.languages
          .getDiagnostics(document.uri)
          .some(({ message }) => message.startsWith("In conflict: “Original Submission” has the marks of a merge.")),
      );
      const titles = await titlesAbove(document);
      assert.equal(titles.filter((title) => /Use (Mine|Theirs)/.test(title)).length, 2, titles.join());
      await choose("mine");
      assert.equal(document.getText(), changed("## Mine"));

      const quoted = marked.replaceAll(/^([<>]{7} )/gm, " $1");
      await setText(document, quoted);
      assert.ok(await document.save());
      const { values } = fixture.service.control.readArtifact({ artifactId: bug });
      assert.equal((values["details"] as { content?: string }).content, quoted);
    });

    test("offers no choice where a mark was taken out by hand, and keeps what was written since", async () => {
      const { document, changed } = await openMarked();
      const broken = `${document.getText().replace("\n=======", "")}\nWritten since`;
      await setText(document, broken);
      await until("the marks are told of", () =>
        vscode.languages
          .getDiagnostics(document.uri)
          .some(({ message }) => message.includes("they do not tell whose lines are whose")),
      );
      const titles = await titlesAbove(document);
      assert.ok(!titles.some((title) => /Use (Mine|Theirs)/.test(title)), titles.join());
      const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        "vscode.executeCodeActionProvider",
        document.uri,
        new vscode.Range(0, 0, document.lineCount, 0),
      );
      assert.deepEqual(
        fixes.filter(({ title }) => title.startsWith("Use ")),
        [],
      );
      assert.equal(await document.save(), false);
      assert.equal(document.getText(), broken);
      await setText(document, `${changed("## Both")}\nWritten since`);
      assert.ok(await document.save());
    });

    test("is offered above its entry", async () => {
      const json = await fixture.open(bug);
      const titles = await titlesAbove(json);
      assert.ok(titles.includes("Open “Original Submission” as Markdown"), titles.join());
      assert.ok(titles.includes("Open “Release note” as HTML"), titles.join());
    });

    test("of a field that is none says so", async () => {
      await assert.rejects(open(`/artifacts/${bug}/fields/${summary}.md`), /has no text in Summary/);
    });
  });

  test("the request a save would send is shown as it would be sent", async () => {
    const json = await fixture.open(bug);
    const { version } = fixture.service.control.readArtifact({ artifactId: bug });
    await setEntry(json, summary, { value: "To be sent" });
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.showRequest");
    const shown = await until("the request is shown", () =>
      vscode.workspace.textDocuments.find(({ uri, isClosed }) => uri.scheme === "artifact-preview" && !isClosed),
    );
    assert.equal(
      shown.getText(),
      [
        `PUT /api/v1/artifacts/${bug} HTTP/1.1`,
        `Host: ${new URL(fixture.service.origin).host}`,
        "X-Auth-AccessKey: ••••",
        "Accept: application/json",
        "Accept-Encoding: identity",
        "Content-type: application/json",
        `If-match: ${version}`,
        "",
        '{"values":[{"field_id":1202,"value":"To be sent"}]}',
        "",
      ].join("\n"),
    );
    assert.deepEqual(fixture.service.requests, []);
    await setEntry(json, summary, { value: "Something else" });
    await until("the request has kept up", () => shown.getText().includes("Something else"));
  });

  test("the request that saving a draft would send is shown, and sends nothing", async () => {
    await vscode.commands.executeCommand("artifactDesk.createArtifact", fixture.connectionId, 12, "json");
    const draft = vscode.window.activeTextEditor?.document;
    assert.ok(draft);
    await setText(draft, `{"tracker": {"id": 12}, "values": [{"field_id": ${summary}, "value": "New"}]}`);
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.showRequest");
    const shown = await until("the request is shown", () =>
      vscode.workspace.textDocuments.find(({ uri }) => /\/trackers\/12\/new-\d+\.artifact\.json\.http$/.test(uri.path)),
    );
    assert.match(shown.getText(), /^POST \/api\/v1\/artifacts HTTP\/1\.1\n/);
    assert.ok(
      shown.getText().endsWith(`\n\n{"tracker":{"id":12},"values":[{"field_id":${summary},"value":"New"}]}\n`),
      shown.getText(),
    );
    assert.deepEqual(
      fixture.service.requests.filter(({ method }) => method === "POST"),
      [],
    );
  });

  test("the artifact as the service answers it is shown as JSON or XML", async () => {
    await fixture.open(bug);
    await vscode.commands.executeCommand("artifactDesk.showResponse");
    const json = await until("the answer is shown", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(".response.json")),
    );
    assert.equal((JSON.parse(json.getText()) as { id: number }).id, bug);
    assert.equal(json.languageId, "json-without-schema");
    await open(`/artifacts/${bug}.artifact.xml`);
    await vscode.commands.executeCommand("artifactDesk.showResponse");
    const xml = await until("the XML answer is shown", () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.path.endsWith(".response.xml")),
    );
    assert.match(xml.getText(), /<response><id>512<\/id>/);
  });
});

/** Somebody types into a document between the announcement of its save and the write. */
function typedAtSave(document: vscode.TextDocument): vscode.Disposable {
  return vscode.workspace.onWillSaveTextDocument((event) => {
    if (event.document === document) {
      event.waitUntil(setEntry(document, summary, { value: "Typed" }));
    }
  });
}

function tabUris(): readonly string[] {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .map(({ input }) => (input as vscode.TabInputText).uri.toString());
}

function putsOfAny(fixture: ConnectionFixture): string[] {
  return fixture.service.requests.filter(({ method }) => method === "PUT").map(({ body }) => body);
}
