import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import * as vscode from "vscode";
import { replaceText } from "../../src/editor/text/replaceText.ts";
import {
  activeDiff,
  answering,
  type DocumentEntry,
  entriesOf,
  openFixture,
  poll,
  putsOf,
  setEntry,
  setText,
  until,
  useFixture,
  whileSaved,
} from "./support/connectionFixture.ts";

/** A bug of the reference service with a value in every kind of field. */
const bug = 512;
const summary = 1202;
const slogan = 1206;

suite("an artifact's document", () => {
  const fixture = useFixture();

  test("opens cold by its URI with two requests, as artifact-json", async () => {
    const document = await fixture.open(bug);
    assert.equal(document.languageId, "artifact-json");
    assert.deepEqual(
      fixture.service.requests.map(({ method, path }) => `${method} ${path}`),
      [`GET /api/v1/artifacts/${bug}`, "GET /api/v1/trackers/12"],
    );
    const stored = fixture.service.control.readArtifact({ artifactId: bug });
    assert.equal(entriesOf(document).find((entry) => entry.field_id === summary)?.["value"], stored.values["summary"]);
  });

  test("saved untouched or changed in form alone sends nothing", async () => {
    const document = await fixture.open(bug);
    await setText(document, `${JSON.stringify(JSON.parse(document.getText()), null, 4)}\n`);
    fixture.service.clearRequests();
    assert.ok(await document.save());
    assert.deepEqual(fixture.service.requests, []);
  });

  test("saved in one form after another, before the editor has read the last one again, sends nothing", async () => {
    const document = await fixture.open(bug);
    const text = document.getText();
    const { values } = JSON.parse(text) as { values: DocumentEntry[] };
    const forms = [
      JSON.stringify({ values }),
      JSON.stringify({ values: values.toReversed() }),
      JSON.stringify({ values: values.filter(({ field_id }) => field_id !== summary) }),
      `${text} `,
    ];
    fixture.service.clearRequests();
    for (const form of [...forms, ...forms]) {
      await setText(document, form);
      assert.ok(await document.save());
    }
    await until("the document shows the artifact again", () => document.getText() === text && !document.isDirty);
    assert.deepEqual(fixture.service.requests, []);
  });

  test("saves just the changed entry, on the condition of the Etag, and is clean", async () => {
    const document = await fixture.open(bug);
    const { version } = fixture.service.control.readArtifact({ artifactId: bug });
    await setEntry(document, summary, { value: "It works now" });
    assert.ok(await document.save());
    assert.ok(!document.isDirty);
    assert.deepEqual(putsOf(fixture.service), [
      { ifMatch: String(version), values: [{ field_id: summary, value: "It works now" }], status: 200 },
    ]);
    assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).values["summary"], "It works now");
  });

  test("is saved by whoever writes the file, who is told in words when it is refused", async () => {
    const text = await readText(fixture.uri(bug));
    const entries = (JSON.parse(text) as { values: DocumentEntry[] }).values;
    const written = (value: string) =>
      new TextEncoder().encode(
        JSON.stringify({ values: entries.map((each) => (each.field_id === summary ? { ...each, value } : each)) }),
      );
    await vscode.workspace.fs.writeFile(fixture.uri(bug), written("Written by its URI"));
    assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).values["summary"], "Written by its URI");
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(fixture.uri(bug), new TextEncoder().encode("{"))),
      /not a valid document/,
    );
  });

  test("is not saved from bytes that are not UTF-8, which is told with what to do", async () => {
    const text = await readText(fixture.uri(bug));
    fixture.service.clearRequests();
    const written = Buffer.from(text.replace(/("value": )"[^"]+"/, '$1"M\u00fcller"'), "latin1");
    await assert.rejects(
      Promise.resolve(vscode.workspace.fs.writeFile(fixture.uri(bug), written)),
      /Artifact #512 could not be saved\. Its text is not encoded as UTF-8, so nothing was sent\. Save it with/,
    );
    assert.deepEqual(fixture.service.requests, []);
  });

  test("of a service that gives no labels names fields by their numbers", async () => {
    const body = JSON.stringify({
      values: [
        { field_id: 1, type: "string", value: "A title" },
        { field_id: 2, type: "unheard_of", value: "x" },
      ],
    });
    const fault = {
      kind: "answer",
      status: 200,
      headers: { "Content-Type": "application/json", Etag: '"a1"' },
      body,
    } as const;
    fixture.service.control.addFault({ path: "/artifacts/512", count: null, fault });
    const document = await fixture.open(bug);
    await setText(document, '{"values": [{"field_id": 1, "value": []}, {"field_id": 2, "value": "y"}]}');
    const messages = await until("both entries are marked", () => {
      const found = vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
      return found.length >= 2 && found;
    });
    for (const name of ["“1”", "“2”"]) {
      assert.ok(
        messages.some((message) => message.includes(name)),
        messages.join(),
      );
    }
  });

  test("every entry of every kind is sent back as it was read without changing anything", async () => {
    const document = await fixture.open(bug);
    const before = fixture.service.control.readArtifact({ artifactId: bug });
    await setEntry(document, summary, { value: "Another summary" });
    assert.ok(await document.save());
    const after = fixture.service.control.readArtifact({ artifactId: bug });
    assert.deepEqual({ ...after.values, summary: "" }, { ...before.values, summary: "" });
  });

  test("that does not parse is marked and nothing is sent", async () => {
    const document = await fixture.open(bug);
    await setText(document, document.getText().replace('"values": [', '"values": [,'));
    fixture.service.clearRequests();
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    assert.deepEqual(fixture.service.requests, []);
    await until("the mistake is marked", () =>
      vscode.languages
        .getDiagnostics(document.uri)
        .some(({ severity }) => severity === vscode.DiagnosticSeverity.Error),
    );
  });

  test("that the service refuses stays dirty, with the service's words at the entry", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "" });
    assert.equal(await document.save(), false);
    assert.ok(document.isDirty);
    const mark = await until("the refusal is marked", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "refused"),
    );
    assert.match(mark.message, /The field Summary \(summary\) is required/);
    assert.equal(mark.range.start.line, document.positionAt(document.getText().indexOf(`${summary}`)).line - 1);
  });

  test("shows what the service changed by itself at a save", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Another summary" });
    fixture.service.control.addFault({
      method: "PUT",
      fault: {
        kind: "edit",
        when: "after",
        edit: { artifactId: bug, values: [{ field: "slogan", value: "By a rule" }], isSameSecond: true },
      },
    });
    assert.ok(await document.save());
    await until("the document has followed", () => document.getText().includes("By a rule"));
    assert.ok(!document.isDirty);
    fixture.service.clearRequests();
    await setEntry(document, summary, { value: "Yet another" });
    assert.ok(await document.save());
    assert.deepEqual(
      putsOf(fixture.service).map(({ values }) => values),
      [[{ field_id: summary, value: "Yet another" }]],
    );
  });

  test("of an artifact nobody may write is read-only", async () => {
    const reader = await openFixture("reader");
    try {
      const document = await reader.open(bug);
      const { permissions } = await vscode.workspace.fs.stat(document.uri);
      assert.deepEqual([permissions, entriesOf(document)], [vscode.FilePermission.Readonly, []]);
    } finally {
      await reader.close();
    }
  });

  for (const { name, fault } of [
    { name: "applied before the connection broke", fault: { kind: "reset", when: "after" } },
    { name: "not applied before the connection broke", fault: { kind: "reset", when: "before" } },
    { name: "answered by a gateway's error page", fault: { kind: "badGateway" } },
    { name: "answered by a bare 500", fault: { kind: "answer", status: 500, body: "" } },
  ] as const) {
    test(`whose save was ${name} ends up saved once`, async () => {
      const document = await fixture.open(bug);
      await setEntry(document, summary, { value: "It works now" });
      fixture.service.control.addFault({ method: "PUT", fault });
      assert.ok(await document.save());
      const { values, changesetCount } = fixture.service.control.readArtifact({ artifactId: bug });
      assert.deepEqual([values["summary"], document.isDirty], ["It works now", false]);
      await setEntry(document, slogan, { value: "Next" });
      assert.ok(await document.save());
      assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).changesetCount, changesetCount + 1);
    });
  }

  for (const { name, fault } of [
    {
      name: "a service that is overloaded",
      fault: { kind: "answer", status: 503, body: "" },
    },
    {
      name: "a forbidden",
      fault: { kind: "answer", status: 403, body: '{"error":{"code":403,"message":"Forbidden"}}' },
    },
    { name: "a redirect to https", fault: { kind: "httpsRedirect" } },
  ] as const) {
    test(`stays dirty and is not sent twice when ${name} answers the save`, async () => {
      const document = await fixture.open(bug);
      await setEntry(document, summary, { value: "Mine" });
      fixture.service.clearRequests();
      fixture.service.control.addFault({ method: "PUT", fault });
      assert.equal(await document.save(), false);
      assert.deepEqual([document.isDirty, putsOf(fixture.service).length], [true, 1]);
      assert.ok(await document.save());
      assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).values["summary"], "Mine");
    });
  }

  test("of an artifact there is not says so", async () => {
    await assert.rejects(fixture.open(99_999), /Artifact #99999 could not be opened/);
  });

  suite("a colleague has changed", () => {
    let document: vscode.TextDocument;

    setup(async () => {
      document = await fixture.open(bug);
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs" }] });
      await setEntry(document, summary, { value: "Mine" });
      fixture.service.clearRequests();
      assert.equal(await document.save(), false);
      await until("the comparison is open", () => activeDiff()?.modified.toString() === document.uri.toString());
    });

    const stored = () => {
      const { values } = fixture.service.control.readArtifact({ artifactId: bug });
      return { summary: values["summary"], slogan: values["slogan"] };
    };

    test("stays dirty and is compared with theirs, read-only on the left", async () => {
      assert.ok(document.isDirty);
      const original = await vscode.workspace.openTextDocument(activeDiff()?.original ?? vscode.Uri.file("/none"));
      assert.equal(entriesOf(original).find((entry) => entry.field_id === slogan)?.["value"], "Theirs");
      assert.notEqual(original.uri.scheme, "artifact");
      assert.deepEqual(stored().slogan, "Theirs");
    });

    test("merges both in one step to undo, and saves both", async () => {
      const before = document.getText();
      await vscode.commands.executeCommand("artifactDesk.conflict.merge");
      const merged = document.getText();
      assert.equal(entriesOf(document).find((entry) => entry.field_id === slogan)?.["value"], "Theirs");
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
      await vscode.commands.executeCommand("redo");
      assert.equal(document.getText(), merged);
      assert.ok(await document.save());
      assert.deepEqual(stored(), { summary: "Mine", slogan: "Theirs" });
      assert.deepEqual(putsOf(fixture.service).at(-1)?.values, [{ field_id: summary, value: "Mine" }]);
    });

    test("in the other format it shows theirs as soon as it is merged in this one", async () => {
      const inXml = async (artifactId: number) =>
        await vscode.workspace.openTextDocument(
          fixture.uri(artifactId).with({ path: `/artifacts/${artifactId}.artifact.xml` }),
        );
      const xml = await inXml(bug);
      await vscode.window.showTextDocument(xml, { preview: false });
      // It is read as it is now: what it was made from before is what the other one was made from.
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs again" }] });
      await vscode.window.showTextDocument(document);
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      await until("both show theirs", () => [document, xml].every((text) => text.getText().includes("Theirs again")));
      assert.deepEqual([document.isDirty, xml.isDirty], [true, false]);
    });

    test("undoing the merge does not put back their old values", async () => {
      await vscode.commands.executeCommand("artifactDesk.conflict.merge");
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(await document.save(), false);
      assert.equal(stored().slogan, "Theirs");
      await until("the entry is marked", () =>
        vscode.languages.getDiagnostics(document.uri).some(({ code }) => code === "conflict"),
      );
    });

    test("keeping mine saves the text over the version shown", async () => {
      const { version } = fixture.service.control.readArtifact({ artifactId: bug });
      await vscode.commands.executeCommand("artifactDesk.conflict.keepMine");
      assert.ok(!document.isDirty);
      assert.equal(stored().summary, "Mine");
      assert.notEqual(stored().slogan, "Theirs");
      assert.equal(putsOf(fixture.service).at(-1)?.ifMatch, String(version));
    });

    test("keeping mine after a third change is a conflict again", async () => {
      fixture.service.control.advanceClock({ ms: 30_000 });
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Third" }] });
      await vscode.commands.executeCommand("artifactDesk.conflict.keepMine");
      assert.ok(document.isDirty);
      assert.equal(stored().slogan, "Third");
    });

    test("taking theirs drops the text without a request, and can be undone", async () => {
      const mine = document.getText();
      fixture.service.clearRequests();
      await vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs");
      assert.ok(!document.isDirty);
      assert.equal(entriesOf(document).find((entry) => entry.field_id === slogan)?.["value"], "Theirs");
      assert.deepEqual(fixture.service.requests, []);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), mine);
      assert.equal(await document.save(), false);
      assert.equal(stored().slogan, "Theirs");
    });

    test("a plain save asks again and sends nothing", async () => {
      const sent = putsOf(fixture.service).length;
      assert.equal(await document.save(), false);
      assert.equal(putsOf(fixture.service).length, sent);
    });
  });

  test("is read again with a row that shows it, and with no other", async () => {
    const { connectionId, service } = fixture;
    const document = await fixture.open(bug);
    await fixture.open(501);
    const rowOf = (artifactId: number) => ({ kind: "artifact", id: `${connectionId}/x/${artifactId}`, connectionId });
    service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value: "Theirs" }] });
    service.clearRequests();
    const tracker = { kind: "tracker", id: `${connectionId}/y`, connectionId, tracker: { id: 15 } };
    await vscode.commands.executeCommand("artifactDesk.refresh", tracker);
    await vscode.commands.executeCommand("artifactDesk.refresh", { ...rowOf(bug), artifactId: bug });
    await until("the document shows theirs", () => document.getText().includes("Theirs"));
    assert.deepEqual(
      [...new Set(service.requests.map(({ path }) => path.replace(/\?.*/, "")))],
      [`/api/v1/artifacts/${bug}`],
    );
  });

  suite("nothing comes between a text and what it was made from:", () => {
    let document: vscode.TextDocument;

    setup(async () => {
      document = await fixture.open(bug);
    });

    const colleagueWrites = (value: string) => {
      fixture.service.control.advanceClock({ ms: 30_000 });
      fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value }] });
      fixture.service.control.advanceClock({ ms: 30_000 });
    };
    const stored = () => fixture.service.control.readArtifact({ artifactId: bug }).values;

    test("not another language", async () => {
      await setEntry(document, summary, { value: "Mine" });
      await vscode.languages.setTextDocumentLanguage(document, "json");
      // Time for whatever listeners do at the end of a document, which this is not.
      await vscode.workspace.fs.readFile(document.uri);
      await vscode.languages.setTextDocumentLanguage(document, "artifact-json");
      assert.ok(await document.save());
      assert.equal(stored()["summary"], "Mine");
    });

    test("not the removal of its connection, which is added again", async () => {
      const xml = await vscode.workspace.openTextDocument(
        vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}.artifact.xml`),
      );
      await setEntry(document, summary, { value: "Mine" });
      const entry = "<field_id>1206</field_id>\n      <value>";
      assert.ok(xml.getText().includes(entry));
      await setText(xml, xml.getText().replace(entry, `${entry}Mine`));
      colleagueWrites("Theirs");
      await vscode.commands.executeCommand("artifactDesk.removeConnection", fixture.connectionId);
      await vscode.commands.executeCommand("artifactDesk.addConnection", {
        id: fixture.connectionId,
        url: fixture.service.baseUrl,
        accessKey: fixture.service.keys.member,
      });
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("artifactDesk.conflict.takeTheirs", document.uri);
      assert.equal(await xml.save(), false);
      assert.equal(stored()["slogan"], "Theirs");
      assert.deepEqual(putsOf(fixture.service), []);
    });

    test("not somebody's reading the file", async () => {
      await setEntry(document, summary, { value: "Mine" });
      colleagueWrites("Theirs");
      const read = await readText(document.uri);
      assert.match(read, /Theirs/);
      assert.equal(await document.save(), false);
      assert.deepEqual([stored()["summary"] === "Mine", stored()["slogan"]], [false, "Theirs"]);
    });

    test("not the text from before it was read again, brought back by undoing", async () => {
      const before = document.getText();
      colleagueWrites("Theirs");
      await vscode.commands.executeCommand("artifactDesk.refresh");
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.equal(document.getText(), before);
      assert.equal(await document.save(), false);
      assert.equal(stored()["slogan"], "Theirs");
    });

    test("and an old value written again is the person's own", async () => {
      const before = entriesOf(document).find((entry) => entry.field_id === slogan)?.["value"];
      colleagueWrites("Theirs");
      await vscode.commands.executeCommand("artifactDesk.refresh");
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      await setEntry(document, slogan, { value: before });
      assert.ok(await document.save());
      assert.equal(stored()["slogan"], before);
    });

    test("not somebody's writing the file behind unsaved changes", async () => {
      const foreign = document.getText().replace(/("field_id": 1206,\s+"value": )"[^"]*"/, '$1"By an agent"');
      assert.notEqual(foreign, document.getText());
      await setEntry(document, summary, { value: "Mine" });
      const written = vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(foreign));
      await assert.rejects(Promise.resolve(written));
      assert.ok(document.isDirty);
      assert.deepEqual(putsOf(fixture.service), []);
    });

    test("not somebody's writing the file of a text that shows nothing unsaved", async () => {
      const foreign = document.getText().replace(/("field_id": 1206,\s+"value": )"[^"]*"/, '$1"By an agent"');
      await vscode.workspace.fs.writeFile(document.uri, new TextEncoder().encode(foreign));
      await until("the document has followed", () => document.getText().includes("By an agent"));
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent"]);
      assert.deepEqual(putsOf(fixture.service).at(-1)?.values, [{ field_id: summary, value: "Mine" }]);
    });

    for (const isOpen of [true, false]) {
      test(`and who writes ${isOpen ? "its file" : "a file that is not open"} after reading it again is heard`, async () => {
        const uri = isOpen ? document.uri : fixture.uri(905);
        const text = () => readText(uri);
        const write = (content: string) => Promise.resolve(vscode.workspace.fs.writeFile(uri, Buffer.from(content)));
        const id = isOpen ? bug : 905;
        const field = isOpen ? "slogan" : "i_want_to";
        const before = await text();
        const of = (content: string, value: string) => content.replace(/("value": )"[^"]+"/, `$1"${value}"`);
        const values = () => Object.values(fixture.service.control.readArtifact({ artifactId: id }).values);
        fixture.service.control.advanceClock({ ms: 30_000 });
        fixture.service.control.editArtifact({ artifactId: id, values: [{ field, value: "Theirs" }] });
        fixture.service.control.advanceClock({ ms: 30_000 });
        for (const value of ["By an agent", "By an agent", "By another one"]) {
          await assert.rejects(write(of(before, value)), /Read it again, then write/);
        }
        assert.ok(values().includes("Theirs") && !values().includes("By an agent"));
        const again = await text();
        assert.match(again, /Theirs/);
        await write(again.replace("Theirs", "By an agent"));
        assert.ok(values().includes("By an agent"));
        if (isOpen) {
          await until("the document has followed", () => document.getText().includes("By an agent"));
          assert.ok(!document.isDirty);
        }
      });
    }

    test("not a save of another document after a file that is not open was read", async () => {
      const uri = inXml(document);
      colleagueWrites("Theirs");
      const read = await readText(uri);
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      await vscode.workspace.fs.writeFile(uri, Buffer.from(read.replace("Theirs", "By an agent")));
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent"]);
    });

    test("not a save of the document after somebody read its file", async () => {
      const read = () => readText(document.uri);
      const write = (text: string) => Promise.resolve(vscode.workspace.fs.writeFile(document.uri, Buffer.from(text)));
      const before = await read();
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      await write(before.replace(/("field_id": 1206,\s+"value": )"[^"]*"/, '$1"By an agent"'));
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent"]);
      await until("the document has followed", () => document.getText().includes("By an agent"));
      assert.match(document.getText(), /Mine/);
      await write((await read()).replace('"Mine"', '"By another one"'));
      assert.equal(stored()["summary"], "By another one");
    });

    test("not a save of another document between two writings of a file that is not open", async () => {
      const uri = inXml(document);
      colleagueWrites("Theirs");
      const read = await readText(uri);
      const write = (value: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(read.replace("Theirs", value)));
      await write("By an agent");
      await until("the document shows that", () => document.getText().includes("By an agent"));
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      await write("By an agent again");
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent again"]);
    });

    test("not a save of another document that the text follows, after somebody read its file", async () => {
      const uri = inXml(document);
      colleagueWrites("Theirs");
      const read = await readText(uri);
      const xml = await vscode.workspace.openTextDocument(uri);
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      await until("the text has followed", () => xml.getText().includes("Mine"));
      await vscode.workspace.fs.writeFile(uri, Buffer.from(read.replace("Theirs", "By an agent")));
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent"]);
    });

    for (const format of ["json", "xml"] as const) {
      test(`not a change of a colleague that the ${format} followed after somebody read its file`, async () => {
        const uri = format === "json" ? document.uri : inXml(document);
        const text = await vscode.workspace.openTextDocument(uri);
        const before = stored()["summary"];
        const read = await readText(uri);
        colleagueWrites("Theirs");
        await vscode.commands.executeCommand("artifactDesk.refresh");
        await until("the text shows theirs", () => text.getText().includes("Theirs"));
        assert.ok(read.includes(`${before}`));
        await vscode.workspace.fs.writeFile(uri, Buffer.from(read.replace(`${before}`, "By an agent")));
        assert.deepEqual([stored()["summary"], stored()["slogan"]], ["By an agent", "Theirs"]);
      });
    }

    test("not a change of a colleague that it followed after somebody read its file behind unsaved changes", async () => {
      const before = stored()["summary"];
      await setEntry(document, summary, { value: "Undone" });
      const read = await readText(document.uri);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("undo");
      assert.ok(!document.isDirty);
      colleagueWrites("Theirs");
      await vscode.commands.executeCommand("artifactDesk.refresh");
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      await vscode.workspace.fs.writeFile(document.uri, Buffer.from(read.replace(`${before}`, "By an agent")));
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["By an agent", "Theirs"]);
    });

    test("not a revert after somebody read its file", async () => {
      const read = await readText(document.uri);
      await setEntry(document, summary, { value: "Dropped" });
      colleagueWrites("Theirs");
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.files.revert");
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      const written = read.replace(`${stored()["summary"]}`, "By an agent");
      await vscode.workspace.fs.writeFile(document.uri, Buffer.from(written));
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["By an agent", "Theirs"]);
    });

    for (const isReadBefore of [true, false]) {
      const name = isReadBefore ? "a file was read and then opened" : "somebody took the text of its editor";
      test(`not a save of another document after ${name}`, async () => {
        const uri = inXml(document);
        colleagueWrites("Theirs");
        const read = isReadBefore && (await readText(uri));
        const open = async () => (await vscode.workspace.openTextDocument(uri)).getText();
        const text = read || (await open());
        await until("the document shows theirs", () => document.getText().includes("Theirs"));
        await setEntry(document, summary, { value: "Mine" });
        assert.ok(await document.save());
        await open();
        await vscode.workspace.fs.writeFile(uri, Buffer.from(text.replace("Theirs", "By an agent")));
        assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent"]);
      });
    }

    test("not a save of another document after an open file was read and then closed", async () => {
      const uri = inXml(document);
      const isOpen = () => vscode.workspace.textDocuments.some((text) => `${text.uri}` === `${uri}`);
      colleagueWrites("Theirs");
      await vscode.commands.executeCommand("vscode.open", uri);
      await until("the file is open", isOpen);
      const read = await readText(uri);
      await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
      await until("the file is closed", () => !isOpen());
      await until("the document shows theirs", () => document.getText().includes("Theirs"));
      await setEntry(document, summary, { value: "Mine" });
      assert.ok(await document.save());
      await vscode.workspace.fs.writeFile(uri, Buffer.from(read.replace("Theirs", "By an agent")));
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "By an agent"]);
    });

    test("not a reading of its file by somebody else while it opened", async () => {
      const uri = inXml(document);
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      fixture.service.clearRequests();
      fixture.service.control.addFault({ path: `/artifacts/${bug}$`, fault: { kind: "held", until } });
      const reading = vscode.workspace.fs.readFile(uri);
      await fixture.service.untilAsked(({ path }) => path.endsWith(`/artifacts/${bug}`));
      const xml = await vscode.workspace.openTextDocument(uri);
      colleagueWrites("Theirs");
      release();
      assert.match(new TextDecoder().decode(await reading), /Theirs/);
      assert.doesNotMatch(xml.getText(), /Theirs/);
      await setText(xml, xml.getText().replace(/(<field_id>1202<\/field_id>\s*<value>)[^<]*/, "$1Mine"));
      assert.equal(await xml.save(), false);
      assert.equal(stored()["slogan"], "Theirs");
    });

    test("not a second writing of a file, within the second of a colleague's change", async () => {
      fixture.service.control.advanceClock({ ms: 30_000 });
      const uri = fixture.uri(905);
      const text = await readText(uri);
      const write = (value: string) =>
        vscode.workspace.fs.writeFile(uri, Buffer.from(text.replace(/("value": )"[^"]+"/, `$1"${value}"`)));
      await write("By an agent");
      const artifact = () => fixture.service.control.readArtifact({ artifactId: 905 });
      const [field] = Object.entries(artifact().values).find(([, value]) => value === "By an agent") ?? [""];
      fixture.service.control.editArtifact({ artifactId: 905, values: [{ field, value: "Theirs" }] });
      await assert.rejects(Promise.resolve(write("By another one")), /Read it again, then write/);
      assert.equal(artifact().values[field], "Theirs");
    });

    test("not a carriage return at each line's end", async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, [vscode.TextEdit.setEndOfLine(vscode.EndOfLine.CRLF)]);
      assert.ok(await vscode.workspace.applyEdit(edit));
      assert.match(document.getText(), /\r\n/);
      await setText(document, document.getText().replace(/("field_id": 1206,\s+"value": )"[^"]*"/, '$1"Mine"'));
      colleagueWrites("Theirs");
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      assert.equal(await document.save(), false);
      await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
      assert.deepEqual(putsOf(fixture.service).at(-1)?.values, [{ field_id: slogan, value: "Mine" }]);
      assert.equal(stored()["slogan"], "Mine");
      assert.ok(!document.isDirty);
    });

    test("nor an impatient person", async () => {
      await setEntry(document, summary, { value: "Mine" });
      colleagueWrites("Theirs");
      assert.equal(await document.save(), false);
      const merge = () => vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      await Promise.all([merge(), merge()]);
      const keepMine = () => vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
      await Promise.all([document.save(), keepMine(), document.save()]);
      assert.deepEqual([stored()["summary"], stored()["slogan"]], ["Mine", "Theirs"]);
    });

    test("nor one who keeps mine while a third change is read", async () => {
      await setEntry(document, slogan, { value: "Mine" });
      colleagueWrites("Theirs");
      assert.equal(await document.save(), false);
      colleagueWrites("Third");
      const { promise: until, resolve: release } = Promise.withResolvers<void>();
      fixture.service.clearRequests();
      fixture.service.control.addFault({ path: `/artifacts/${bug}$`, fault: { kind: "held", until } });
      const compared = vscode.commands.executeCommand("artifactDesk.compareWithServer", document.uri);
      await fixture.service.untilAsked(({ path }) => path.endsWith(`/artifacts/${bug}`));
      const { promise: saving, resolve: begin } = Promise.withResolvers<unknown>();
      const listener = vscode.workspace.onWillSaveTextDocument(begin);
      const kept = vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
      await saving.finally(() => listener.dispose());
      release();
      await Promise.all([compared, kept]);
      assert.equal(stored()["slogan"], "Third");
      assert.ok(document.isDirty);
    });

    test("nor one who keeps mine after a merge that could not be made, and showed nothing", async () => {
      await setEntry(document, slogan, { value: "Mine" });
      const valid = document.getText();
      await setText(document, valid.replace("{", ""));
      colleagueWrites("Theirs");
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      await setText(document, valid);
      await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
      assert.equal(stored()["slogan"], "Theirs");
      assert.ok(document.isDirty);
      await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
      assert.equal(stored()["slogan"], "Mine");
    });

    test("nor a revert while the text is saved", async () => {
      await setEntry(document, summary, { value: "Mine" });
      const revert = () => vscode.commands.executeCommand("workbench.action.files.revert");
      await whileSaved(fixture, document, revert);
      await until("the document shows what was stored", () => document.getText().includes('"Mine"'));
      assert.equal(stored()["summary"], "Mine");
      await setEntry(document, slogan, { value: "Next" });
      assert.ok(await document.save());
      assert.deepEqual(
        putsOf(fixture.service).map(({ status }) => status),
        [200, 200],
      );
    });

    test("nor what is typed while the text is saved", async () => {
      await setEntry(document, summary, { value: "First" });
      await whileSaved(fixture, document, () => setEntry(document, summary, { value: "Second" }));
      assert.equal(stored()["summary"], "First");
      assert.match(document.getText(), /Second/);
      assert.ok(await document.save());
      assert.equal(stored()["summary"], "Second");
      assert.match(document.getText(), /Second/);
    });
  });

  test("that is typed into at the moment of a change holds both", async () => {
    const document = await fixture.open(bug);
    const typed = vscode.commands.executeCommand("type", { text: " " });
    await replaceText(document, (text) => text.replace('"values"', ' "values"'));
    await typed;
    assert.match(document.getText(), /^ \{\s+"values"/);
    assert.ok(document.getText().includes('   "values"'));
  });

  test("saved at the same moment as another one of the artifact is stored, clean, and said to be saved", async () => {
    for (let round = 0; round < 3; round++) {
      const json = await fixture.open(bug);
      const xml = await vscode.workspace.openTextDocument(
        fixture.uri(bug).with({ path: `/artifacts/${bug}.artifact.xml` }),
      );
      await setEntry(json, summary, { value: `By JSON ${round}` });
      await setText(xml, xml.getText().replace(/(<field_id>1206<\/field_id>\s*<value>)[^<]*/, `$1By XML ${round}`));
      assert.deepEqual(await Promise.all([json.save(), xml.save()]), [true, true]);
      await until(
        "each shows the other's",
        () => json.getText().includes(`By XML ${round}`) && xml.getText().includes(`By JSON ${round}`),
      );
      const { values } = fixture.service.control.readArtifact({ artifactId: bug });
      assert.deepEqual(
        [values["summary"], values["slogan"], json.isDirty, xml.isDirty],
        [`By JSON ${round}`, `By XML ${round}`, false, false],
      );
    }
  });

  test("a file written for an artifact nobody has opened is refused, and nothing is sent", async () => {
    const text = '{ "values": [{ "field_id": 1202, "value": "Blind" }] }';
    const written = vscode.workspace.fs.writeFile(fixture.uri(bug), new TextEncoder().encode(text));
    await assert.rejects(Promise.resolve(written));
    assert.deepEqual(putsOf(fixture.service), []);
  });

  test("both changed: the entry is marked, and a quick fix takes theirs", async () => {
    const document = await fixture.open(bug);
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    await setEntry(document, summary, { value: "Mine" });
    assert.equal(await document.save(), false);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
    const mark = await until("the entry is marked", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "conflict"),
    );
    assert.match(mark.message, /It was: .+\nMine: Mine\nTheirs: Theirs$/);
    assert.equal(document.getText(mark.range), '"Mine"');
    assert.equal(await document.save(), false);
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      mark.range,
      vscode.CodeActionKind.QuickFix.value,
    );
    const titles = actions.map(({ title }) => title);
    assert.ok(titles.includes("Use Mine for “Summary”") && titles.includes("Use Theirs for “Summary”"), titles.join());
    const take = actions.find(({ title }) => title.startsWith("Use Theirs"));
    assert.ok(take?.edit && (await vscode.workspace.applyEdit(take.edit)));
    assert.equal(entriesOf(document).find((entry) => entry.field_id === summary)?.["value"], "Theirs");
    fixture.service.clearRequests();
    assert.ok(await document.save());
    assert.deepEqual(putsOf(fixture.service), []);
  });

  test("both changed: a choice stands above each entry, leads to the next one, and after the last one to a save", async () => {
    const document = await fixture.open(bug);
    const status = 1207;
    fixture.service.control.editArtifact({
      artifactId: bug,
      values: [
        { field: "summary", value: "Theirs" },
        { field: "status", bind_value_ids: [303] },
      ],
    });
    await setEntry(document, summary, { value: "Mine" });
    await setEntry(document, status, { bind_value_ids: [302] });
    assert.equal(await document.save(), false);
    const told = answering("showInformationMessage", ([, ...labels]) => labels[0]);
    try {
      await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
      const marks = await poll("both are marked", () => {
        const found = vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === "conflict");
        return found.length === 2 && found;
      });
      assert.match(marks.map(({ message }) => message).join("\n"), /It was: Closed\nMine: Open\nTheirs: In progress/);
      const lineOfCursor = () => {
        const editor = vscode.window.visibleTextEditors.find((each) => each.document === document);
        return document.lineAt(editor?.selection.active.line ?? 0).text;
      };
      assert.match(lineOfCursor(), /"Mine"/);
      const choices = async () =>
        (
          await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri, 100)
        ).flatMap(({ command }) => (command && /^Use (Mine|Theirs)$/.test(command.title) ? [command] : []));
      assert.deepEqual(
        (await choices()).map(({ title }) => title),
        ["Use Mine", "Use Theirs", "Use Mine", "Use Theirs"],
      );
      const [, theirs] = await choices();
      await vscode.commands.executeCommand(theirs?.command ?? "", ...(theirs?.arguments ?? []));
      assert.equal(entriesOf(document).find((entry) => entry.field_id === summary)?.["value"], "Theirs");
      assert.match(lineOfCursor(), /"bind_value_ids"/);
      const [mine] = await choices();
      fixture.service.clearRequests();
      await vscode.commands.executeCommand(mine?.command ?? "", ...(mine?.arguments ?? []));
      await poll("it is saved", () => putsOf(fixture.service).length === 1 && !document.isDirty);
      assert.match(told.said.at(-1) ?? "", /Nothing is left to choose/);
      const { values } = fixture.service.control.readArtifact({ artifactId: bug });
      assert.deepEqual([values["summary"], values["status"]], ["Theirs", [302]]);
    } finally {
      told.restore();
    }
  });

  test("that is typed into while another document of it is read again meets a colleague's change as a conflict", async () => {
    const { control, requests } = fixture.service;
    const field = fixture.uri(bug).with({ path: `/artifacts/${bug}/fields/1203.md` });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(field), { preview: false });
    const json = await fixture.open(bug);
    control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    control.addFault({ method: "GET", path: `/artifacts/${bug}`, fault: { kind: "held", until: held }, count: null });
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.refresh");
    const reads = () => requests.filter(({ method, path }) => method === "GET" && path.includes(`/artifacts/${bug}`));
    await poll("it is read", () => reads().length > 0);
    await setEntry(json, summary, { value: "Mine" });
    release();
    await poll("all is answered", () => reads().every(({ status }) => status !== undefined));
    // Comes after whatever the answers made the editor do.
    await vscode.workspace.fs.stat(json.uri);
    await setEntry(json, summary, { value: "Mine and more" });
    assert.equal(await json.save(), false);
    assert.equal(control.readArtifact({ artifactId: bug }).values["summary"], "Theirs");
  });

  test("that is typed into while a command changes another field meets a colleague's change as a conflict", async () => {
    const { control, requests } = fixture.service;
    const json = await fixture.open(bug);
    control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    control.addFault({ method: "PUT", path: `/artifacts/${bug}`, fault: { kind: "held", until: held } });
    const changed = vscode.commands.executeCommand(
      "artifactDesk.changeStatus",
      fixture.connectionId,
      bug,
      "In progress",
    );
    await fixture.service.untilAsked(({ method }) => method === "PUT");
    await setEntry(json, summary, { value: "M" });
    release();
    await changed;
    for (const value of ["Mi", "Mine"]) {
      await setEntry(json, summary, { value });
    }
    assert.equal(await json.save(), false);
    const { values } = control.readArtifact({ artifactId: bug });
    assert.deepEqual([values["summary"], values["status"]], ["Theirs", [303]]);
    assert.equal(requests.filter(({ method }) => method === "PUT").length, 1);
  });
});

/** Gives what a program reads of a file. */
async function readText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Gives the address of the same artifact as XML. */
function inXml({ uri }: vscode.TextDocument): vscode.Uri {
  return uri.with({ path: uri.path.replace(/json$/, "xml") });
}
