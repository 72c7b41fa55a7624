import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { activeDiff, poll, setEntry, setText, until, useFixture } from "./support/connectionFixture.ts";

/** A bug of the reference service with every field filled. */
const bug = 501;
const summary = 1202;
/** A story, whose tracker has a workflow. */
const story = 902;
/** A state that cannot be reached from another one. */
const outOfReach: Readonly<Record<number, number>> = { 401: 403, 402: 404, 403: 401, 404: 402 };

/** By the names of the fields that hold titles in the trackers of the service. */
function titleOf(values: Readonly<Record<string, unknown>>): string {
  return String(values["summary"] ?? values["i_want_to"] ?? values["title"] ?? values["name"]);
}

suite("documents that know their tracker", () => {
  const fixture = useFixture();

  async function openXml(artifactId: number): Promise<vscode.TextDocument> {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${artifactId}.artifact.xml`);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return document;
  }

  /** What is offered behind the first `before` in the text. */
  async function offered(document: vscode.TextDocument, before: string): Promise<readonly vscode.CompletionItem[]> {
    const at = document.getText().indexOf(before);
    assert.ok(at >= 0, `${before} is not in\n${document.getText()}`);
    const position = document.positionAt(at + before.length);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    return list.items;
  }

  async function replace(document: vscode.TextDocument, offset: number, length: number, text: string): Promise<void> {
    const edit = new vscode.WorkspaceEdit();
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    edit.replace(document.uri, range, text);
    assert.ok(await vscode.workspace.applyEdit(edit));
  }

  const labels = (items: readonly vscode.CompletionItem[]) =>
    items.map(({ label }) => (typeof label === "string" ? label : label.label));

  async function hints(document: vscode.TextDocument): Promise<readonly string[]> {
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    const found = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      "vscode.executeInlayHintProvider",
      document.uri,
      whole,
    );
    return found.map(({ label }) => (typeof label === "string" ? label : label.map(({ value }) => value).join("")));
  }

  test("values are offered by label, in JSON and XML", async () => {
    const json = await fixture.open(bug);
    await setEntry(json, 1208, { bind_value_ids: [] });
    assert.deepEqual(labels(await offered(json, '"field_id": 1208,\n      "bind_value_ids": [')), [
      "Low",
      "Medium",
      "High",
      "Blocking",
    ]);
    const xml = await openXml(bug);
    const items = await offered(xml, "<field_id>1208</field_id>\n      <bind_value_ids>");
    // What is chosen there is not offered again.
    assert.deepEqual(labels(items), ["Low", "Medium", "Blocking"]);
  });

  test("what is typed until values are there is not taken for a part of what they replace", async () => {
    const document = await openXml(bug);
    const before = "<field_id>1208</field_id>\n      <bind_value_ids>\n        <item>";
    const at = document.getText().indexOf(before) + before.length;
    await replace(document, at, 3, "B");
    // Reading the names of the tracker again takes until more has been typed.
    fixture.service.control.addFault({ path: "/trackers/12$", fault: { kind: "delay", ms: 1000 } });
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.refresh");
    const asked = offered(document, `${before}B`);
    await fixture.service.untilAsked(({ path }) => path.endsWith("/trackers/12"));
    await replace(document, at + 1, 0, "lo");
    const blocking = (await asked).find((item) => labels([item]).includes("Blocking"));
    const start = document.positionAt(at);
    assert.deepEqual(blocking?.range, new vscode.Range(start, start.translate(0, 1)));
  });

  test("nothing but what a document can hold is offered at its root", async () => {
    const document = await fixture.open(bug);
    await setText(document, "{}");
    assert.deepEqual(labels(await offered(document, "{")), ["values"]);
  });

  test("linked artifacts are named, in one request", async () => {
    const document = await fixture.open(bug);
    const asked = () => fixture.service.requests.filter(({ path }) => path.includes("/artifacts?"));
    const linked = (JSON.parse(document.getText()) as { values: { links?: { id: number }[] }[] }).values.flatMap(
      ({ links }) => links ?? [],
    );
    assert.ok(linked.length > 0);
    await hints(document);
    const titles = linked
      .slice(0, 2)
      .map(({ id }) => titleOf(fixture.service.control.readArtifact({ artifactId: id }).values));
    await poll(`hints name ${titles.join(" and ")}`, async () => {
      const shown = await hints(document);
      return titles.every((title) => shown.some((hint) => hint.startsWith(title.slice(0, 20))));
    });
    assert.equal(
      asked().length,
      1,
      asked()
        .map(({ path }) => path)
        .join(),
    );
  });

  test("a hover asks what a linked artifact is called where the editor shows no hints", async () => {
    const settings = vscode.workspace.getConfiguration("editor");
    await settings.update("inlayHints.enabled", "off", vscode.ConfigurationTarget.Global);
    try {
      const document = await fixture.open(bug);
      const position = document.positionAt(document.getText().indexOf('"id": 502') + '"id": 50'.length);
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        position,
      );
      const words = hovers
        .flatMap(({ contents }) => contents.map((each) => (each as vscode.MarkdownString).value))
        .join("\n");
      const title = titleOf(fixture.service.control.readArtifact({ artifactId: 502 }).values);
      assert.ok(words.replaceAll("\\", "").includes(title), `${title} in ${words}`);
    } finally {
      await settings.update("inlayHints.enabled", undefined, vscode.ConfigurationTarget.Global);
    }
  });

  test("a structure that cannot be had is not asked for at every key, and there once it can", async () => {
    const body = '{"error":{"code":403,"message":"Forbidden"}}';
    const headers = { "content-type": "application/json" };
    const path = "/trackers/12$";
    const fault = { kind: "answer", status: 403, headers, body } as const;
    fixture.service.control.addFault({ method: "GET", path, count: null, fault });
    const document = await fixture.open(bug);
    await hints(document);
    fixture.service.clearRequests();
    for (let keys = 0; keys < 3; keys++) {
      await setEntry(document, summary, { value: `Typed ${keys}` });
      assert.ok((await hints(document)).includes("Summary"));
    }
    assert.deepEqual(
      fixture.service.requests.filter((request) => request.path.endsWith("/trackers/12")),
      [],
    );
    fixture.service.control.clearFaults();
    await vscode.commands.executeCommand("artifactDesk.refresh");
    assert.ok((await hints(document)).includes("Summary *"));
  });

  test("both sides of a comparison have names", async () => {
    for (const document of [await fixture.open(bug), await openXml(512)]) {
      const artifactId = document.uri.path.includes("512") ? 512 : bug;
      await vscode.commands.executeCommand("artifactDesk.setField", document.uri, summary, "Mine");
      fixture.service.control.editArtifact({ artifactId, values: [{ field: "summary", value: "Theirs" }] });
      await vscode.commands.executeCommand("artifactDesk.compareWithServer", document.uri);
      const { original } = await until("the comparison is open", () => {
        const diff = activeDiff();
        return diff?.modified.toString() === document.uri.toString() && diff;
      });
      const theirs = await vscode.workspace.openTextDocument(original);
      assert.match(theirs.getText(), /Theirs/);
      const shown = await hints(theirs);
      assert.ok(shown.includes("Summary *") && shown.includes("Status *"), shown.join());
      assert.deepEqual(vscode.languages.getDiagnostics(original), []);
    }
  });

  test("a draft names its tracker", async () => {
    const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}/trackers/12/new-1.artifact.json`);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.ok((await hints(document)).includes("Bugs"));
  });

  test("a hover tells what a value was", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Another" });
    const position = document.positionAt(document.getText().indexOf('"Another"') + 2);
    const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      document.uri,
      position,
    );
    const words = hover?.contents.map((each) => (each as vscode.MarkdownString).value).join("\n") ?? "";
    assert.match(words, /Summary/);
    assert.match(words, /It was\\: Every field of this one is filled/);
  });

  test("a label in place of an id is replaced by a quick fix", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, 1208, { bind_value_ids: ["High"] });
    const problem = await until("the label is marked", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "unknownOption"),
    );
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      problem.range,
    );
    const fix = actions.find(({ title }) => title === "Use 313 (“High”)");
    assert.ok(fix?.edit, actions.map(({ title }) => title).join());
    await vscode.workspace.applyEdit(fix.edit);
    const values = (JSON.parse(document.getText()) as { values: { field_id: number; bind_value_ids?: unknown }[] })
      .values;
    assert.deepEqual(values.find(({ field_id: id }) => id === 1208)?.bind_value_ids, [313]);
    await until("the mark is gone", () =>
      vscode.languages.getDiagnostics(document.uri).every(({ code }) => code !== "unknownOption"),
    );
  });

  test("what the service refused is marked until that entry is edited", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "" });
    assert.equal(await document.save(), false);
    const refused = () => vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === "refused");
    await until("the refusal is marked", () => refused().length > 0);
    await setEntry(document, 1208, { bind_value_ids: ["Hihg"] });
    await until("the other edit was checked", () =>
      vscode.languages.getDiagnostics(document.uri).some(({ code }) => code === "unknownOption"),
    );
    assert.equal(refused().length, 1);
    await setEntry(document, summary, { value: "Filled again" });
    await until("the mark is gone", () => refused().length === 0);
  });

  test("the outline has the entries by label with their values", async () => {
    const document = await openXml(bug);
    const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
      "vscode.executeDocumentSymbolProvider",
      document.uri,
    );
    const status = symbols.find(({ name }) => name === "Status");
    assert.ok(status, symbols.map(({ name }) => name).join());
    assert.equal(status.detail, "Open");
  });

  test("entries of XML fold as a whole, whatever lines their texts have", async () => {
    const document = await openXml(bug);
    const folds = await vscode.commands.executeCommand<vscode.FoldingRange[]>(
      "vscode.executeFoldingRangeProvider",
      document.uri,
    );
    const line = (at: string, from = 0) => document.positionAt(document.getText().indexOf(at, from)).line;
    const notes = document.getText().indexOf("<field_id>1204</field_id>");
    const start = line("<field_id>1204</field_id>") - 1;
    assert.ok(
      folds.some((fold) => fold.start === start && fold.end === line("</item>", notes) - 1),
      folds.map((fold) => `${fold.start}-${fold.end}`).join(),
    );
  });

  test("a state the workflow does not lead to is marked, and not offered", async () => {
    const document = await fixture.open(story);
    const entry = (
      JSON.parse(document.getText()) as { values: { field_id: number; bind_value_ids?: number[] }[] }
    ).values.find(({ field_id: id }) => id === 1303);
    const state = entry?.bind_value_ids?.[0];
    assert.ok(state);
    await setEntry(document, 1303, { bind_value_ids: [outOfReach[state]] });
    await until("it is marked", () =>
      vscode.languages.getDiagnostics(document.uri).find(({ code }) => code === "transition"),
    );
  });
});
