import assert from "node:assert/strict";
import { suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { activeDiff, answered, entriesOf, poll, setEntry, until, useFixture } from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const slogan = 1206;

suite("what is visible and changes on the service", () => {
  const fixture = useFixture();

  teardown(() => checkEvery(0));

  const setting = () => vscode.workspace.getConfiguration("artifactDesk");
  const checkEvery = (seconds: number) =>
    setting().update("checkForChanges", seconds, vscode.ConfigurationTarget.Global);

  /** Switched on, it looks at once; resolves when the answer has come. */
  async function look(path: RegExp = /\/artifacts\?query=/): Promise<void> {
    const before = fixture.service.requests.filter(({ status }) => status !== undefined);
    await checkEvery(0);
    await checkEvery(3600);
    await fixture.service.untilAsked(
      (request) => path.test(request.path) && request.status !== undefined && !before.includes(request),
    );
  }

  const theirs = (value: string) =>
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field: "slogan", value }] });
  const lensesOf = async (document: vscode.TextDocument) =>
    ((await vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", document.uri)) ?? [])
      .map(({ command }) => command)
      .filter((command) => command && /^$|compareWithServer|conflict\./.test(command.command));

  async function untilLens(document: vscode.TextDocument, title: RegExp): Promise<(vscode.Command | undefined)[]> {
    return await poll(`a lens shows ${title}`, async () => {
      const lenses = await lensesOf(document);
      return lenses.some((lens) => lens && title.test(lens.title)) && lenses;
    });
  }

  async function unsaved(): Promise<unknown> {
    return answered(vscode.commands.executeCommand("artifactDesk.showUnsaved"), "workbench.action.closeQuickOpen");
  }

  test("a document with nothing unsaved follows, in all its forms, and is read again once", async () => {
    const document = await fixture.open(bug);
    const xml = await vscode.workspace.openTextDocument(
      vscode.Uri.parse(document.uri.toString().replace(/json$/, "xml")),
    );
    await vscode.window.showTextDocument(xml, { preview: false });
    fixture.service.clearRequests();
    theirs("Theirs");
    await look();
    await until("both have followed", () => [document, xml].every((text) => text.getText().includes("Theirs")));
    assert.deepEqual([document.isDirty, xml.isDirty, fixture.service.requests.length], [false, false, 3]);
    await look();
    assert.equal(fixture.service.requests.length, 4);
  });

  test("an unsaved document keeps text and base, and is told of at its top", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    const { version } = fixture.service.control.readArtifact({ artifactId: bug });
    theirs("Theirs");
    const text = document.getText();
    fixture.service.clearRequests();
    await look();
    const lenses = await untilLens(document, /^\$\(cloud\)\u00a0Changed on the service by .+, /);
    assert.deepEqual(lenses.map((lens) => lens?.title).slice(0, -1), ["Compare", "Merge"]);
    assert.deepEqual([document.getText(), document.isDirty, fixture.service.requests.length], [text, true, 1]);
    fixture.service.clearRequests();
    assert.equal(await document.save(), false);
    const put = fixture.service.requests.find(({ method }) => method === "PUT");
    assert.deepEqual([put?.headers["if-match"], put?.status], [String(version), 412]);
    await until("the comparison is open", () => activeDiff()?.modified.toString() === document.uri.toString());
    assert.deepEqual(await unsaved(), { unsaved: 0, conflicts: 1 });
  });

  test("compares by its lens as a refused save would, and keeping mine is conditional on what was shown", async () => {
    const mineSlogan = fixture.service.control.readArtifact({ artifactId: bug }).values["slogan"];
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    theirs("Theirs");
    await look();
    const lenses = await untilLens(document, /Changed on the service/);
    const compare = lenses.find((lens) => lens?.title === "Compare");
    fixture.service.clearRequests();
    await vscode.commands.executeCommand(compare?.command ?? "", ...(compare?.arguments ?? []));
    await until("the comparison is open", () => activeDiff()?.modified.toString() === document.uri.toString());
    assert.deepEqual(
      fixture.service.requests.map(({ method }) => method),
      ["GET"],
    );
    await untilLens(document, /In conflict/);
    const { version } = fixture.service.control.readArtifact({ artifactId: bug });
    fixture.service.clearRequests();
    await vscode.commands.executeCommand("artifactDesk.conflict.keepMine", document.uri);
    const put = fixture.service.requests.find(({ method }) => method === "PUT");
    assert.deepEqual([put?.headers["if-match"], put?.status, document.isDirty], [String(version), 200, false]);
    const { values } = fixture.service.control.readArtifact({ artifactId: bug });
    assert.deepEqual([values["summary"], values["slogan"]], ["Mine", mineSlogan]);
    assert.deepEqual(await lensesOf(document).then((left) => left.length), 0);
  });

  test("merges by its lens, and the save stores both", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    theirs("Theirs");
    await look();
    const lenses = await untilLens(document, /Changed on the service/);
    const merge = lenses.find((lens) => lens?.title === "Merge");
    await vscode.commands.executeCommand(merge?.command ?? "", ...(merge?.arguments ?? []));
    await until("theirs is in the text", () => document.getText().includes("Theirs"));
    assert.equal(entriesOf(document).find((entry) => entry.field_id === summary)?.["value"], "Mine");
    assert.ok(await document.save());
    const { values } = fixture.service.control.readArtifact({ artifactId: bug });
    assert.deepEqual([values["summary"], values["slogan"]], ["Mine", "Theirs"]);
  });

  test("the ways out keep their places, and a second click where Merge was does nothing", async () => {
    const document = await fixture.open(bug);
    await setEntry(document, slogan, { value: "Mine" });
    theirs("Theirs");
    await look();
    const titles = (lenses: (vscode.Command | undefined)[]) => lenses.map((lens) => lens?.title);
    const before = await untilLens(document, /Changed on the service/);
    await vscode.commands.executeCommand("artifactDesk.compareWithServer", document.uri);
    const open = await untilLens(document, /In conflict/);
    const place = titles(before).indexOf("Merge");
    assert.equal(titles(open)[place], "Merge");
    assert.deepEqual([titles(open)[2], titles(open).at(-1)], ["Keep Mine", "Take Theirs"]);
    await vscode.commands.executeCommand("artifactDesk.conflict.merge", document.uri);
    const merged = await untilLens(document, /Theirs is merged/);
    assert.equal(titles(merged).includes("Merge"), false);
    assert.equal(merged[place]?.command, "");
    // Behind these stand the choices of the entry that both changed.
    assert.deepEqual(titles(merged).slice(2), ["Keep Mine", "Take Theirs", "Use Mine", "Use Theirs"]);
    assert.deepEqual([document.isDirty, document.getText().includes("Mine")], [true, true]);
  });

  test("a deleted one keeps its text and says so", async () => {
    const document = await fixture.open(bug);
    const text = document.getText();
    fixture.service.control.deleteArtifact({ artifactId: bug });
    await look(new RegExp(`/artifacts/${bug}$`));
    await untilLens(document, /Deleted on the service/);
    assert.deepEqual([document.getText(), document.isDirty], [text, false]);
  });

  test("is read one by one from a minimal service", async () => {
    fixture.service.control.changeSettings({ listing: "minimal" });
    const document = await fixture.open(bug);
    theirs("Theirs");
    await look(new RegExp(`/artifacts/${bug}$`));
    await until("it has followed", () => document.getText().includes("Theirs"));
  });

  test("is never asked for while nothing is open, or the setting is off", async () => {
    await checkEvery(3600);
    await fixture.open(bug);
    fixture.service.clearRequests();
    await checkEvery(0);
    theirs("Theirs");
    // One that was asked for while it was off would come before this one.
    await look();
    assert.equal(fixture.service.requests.filter(({ path }) => path.includes("/artifacts?query=")).length, 1);
  });

  test("what is unsaved is counted by artifact, without asking the service", async () => {
    const document = await fixture.open(bug);
    assert.deepEqual(await unsaved(), { unsaved: 0, conflicts: 0 });
    await setEntry(document, summary, { value: "Mine" });
    const other = await fixture.open(501);
    await setEntry(other, summary, { value: "Mine too" });
    fixture.service.clearRequests();
    assert.deepEqual(await unsaved(), { unsaved: 2, conflicts: 0 });
    assert.deepEqual(fixture.service.requests, []);
  });
});
