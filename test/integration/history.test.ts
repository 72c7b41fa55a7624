import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { pickVersion } from "../../src/editor/history/pickVersion.ts";
import {
  activeDiff,
  answered,
  entriesOf,
  poll,
  putsOf,
  setEntry,
  setText,
  until,
  useFixture,
} from "./support/connectionFixture.ts";

const bug = 512;
const summary = 1202;
const details = 1203;

suite("the versions of an artifact", () => {
  const fixture = useFixture();

  const edit = (field: string, value: unknown, comment?: string) =>
    fixture.service.control.editArtifact({ artifactId: bug, values: [{ field, value }], ...(comment && { comment }) });
  const run = <T>(command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand<T>(`artifactDesk.${command}`, ...args);
  const versionUri = (id: number) =>
    vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}/versions/${id}.artifact.json`);
  const valueIn = (document: vscode.TextDocument, fieldId: number) =>
    entriesOf(document).find(({ field_id }) => field_id === fieldId)?.["value"];

  /** The numbers of the versions, the oldest first. */
  async function versions(): Promise<readonly number[]> {
    const url = `${fixture.service.baseUrl}/artifacts/${bug}/changesets?limit=50`;
    const answer = await fetch(url, { headers: { "X-Auth-AccessKey": fixture.service.keys.member } });
    return ((await answer.json()) as { id: number }[]).map(({ id }) => id);
  }

  test("have long texts in the languages of the artifact's, in which VS Code loads no picture", async () => {
    const [newest = 0] = (await versions()).slice(-1);
    const shown = ["md", "html", "txt"].flatMap((language) => [
      `/artifacts/${bug}/versions/${newest}/fields/${details}.${language}`,
      `/artifacts/made-from/fields/${details}.${language}?/artifacts/${bug}/fields/${details}.${language}`,
    ]);
    const languages = shown.map(async (path) => {
      const uri = vscode.Uri.parse(`artifact://${fixture.connectionId}${path}`);
      return (await vscode.workspace.openTextDocument(uri)).languageId;
    });
    assert.deepEqual(
      await Promise.all(languages),
      ["artifact-markdown", "artifact-html", "artifact-text"].flatMap((id) => [id, id]),
    );
  });

  test("are documents that print as the artifact's does, read-only, each with what was there then", async () => {
    edit("summary", "Before");
    edit("summary", "After");
    const [before = 0, after = 0] = (await versions()).slice(-2);
    const old = await vscode.workspace.openTextDocument(versionUri(before));
    assert.equal(valueIn(old, summary), "Before");
    assert.equal(old.languageId, "artifact-json");
    const newest = await vscode.workspace.openTextDocument(versionUri(after));
    assert.equal(newest.getText(), (await fixture.open(bug)).getText());
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      "vscode.executeInlayHintProvider",
      old.uri,
      new vscode.Range(0, 0, old.lineCount, 0),
    );
    const labels = hints.map(({ label }) =>
      typeof label === "string" ? label : label.map(({ value }) => value).join(""),
    );
    assert.ok(
      labels.some((label) => label.includes("Summary")),
      labels.join(),
    );
    assert.deepEqual(vscode.languages.getDiagnostics(old.uri), []);
    const { permissions } = await vscode.workspace.fs.stat(versionUri(before));
    assert.equal(permissions, vscode.FilePermission.Readonly);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.readFile(versionUri(9_999_999))), /no version/);
  });

  test("are listed, and one opens beside the one before it", async () => {
    edit("summary", "Before");
    edit("summary", "After", "Why");
    const [before, after] = (await versions()).slice(-2);
    await answered(run("showHistory", fixture.connectionId, bug), "workbench.action.acceptSelectedQuickOpenItem");
    const diff = activeDiff();
    assert.deepEqual(
      [diff?.original.path, diff?.modified.path],
      [`/artifacts/512/versions/${before}.artifact.json`, `/artifacts/512/versions/${after}.artifact.json`],
    );
  });

  test("stay where somebody has gone in their list when older ones are shown", async () => {
    const entry = (changesetId: number) => ({ changesetId, isCreation: false, changes: [] });
    let isOlderShown = false;
    const picked = pickVersion({
      title: "Versions",
      placeholder: "",
      versions: () => ({ entries: (isOlderShown ? [1, 2, 3, 4] : [3, 4]).map(entry), hasOlder: !isOlderShown }),
      readNewest: async () => {},
      readOlder: async () => {
        isOlderShown = true;
      },
    });
    await whenShown();
    await vscode.commands.executeCommand("quickInput.last");
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    await poll("the older ones are asked for", () => isOlderShown);
    await whenShown();
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    assert.equal((await picked)?.entry?.changesetId, 2);
  });

  test("are compared, with each other and with the document, and texts by themselves", async () => {
    edit("summary", "Before");
    edit("details", { content: "One\nTwo", format: "text" });
    const [before, after] = (await versions()).slice(-2);
    await run("compareVersions", fixture.connectionId, bug, before, after);
    assert.equal(activeDiff()?.modified.path, `/artifacts/512/versions/${after}.artifact.json`);
    await run("compareVersions", fixture.connectionId, bug, before);
    assert.equal(activeDiff()?.modified.toString(), fixture.uri(bug).toString());
    const target = {
      connectionId: fixture.connectionId,
      artifactId: bug,
      fromChangesetId: before,
      toChangesetId: after,
    };
    await run("compareVersions", { ...target, fieldId: details });
    const { modified } = activeDiff() ?? {};
    assert.equal(modified?.path, `/artifacts/512/versions/${after}/fields/${details}.txt`);
    const text = await vscode.workspace.openTextDocument(modified as vscode.Uri);
    assert.equal(text.getText(), "One\nTwo");
    await assert.rejects(
      Promise.resolve(run("compareVersions", fixture.connectionId, bug, "9001; rm")),
      /not the number/,
    );
  });

  test("come back into the text, unsaved, as one step, in place of unsaved changes of the same fields", async () => {
    edit("summary", "Then");
    const then = (await versions()).at(-1) as number;
    edit("summary", "Since");
    edit("details", { content: "Since", format: "text" });
    const document = await fixture.open(bug);
    await setEntry(document, summary, { value: "Mine" });
    const mine = document.getText();
    fixture.service.clearRequests();
    const restored = (version: unknown, fields: unknown) =>
      Promise.resolve(run("restoreVersion", fixture.connectionId, bug, version, fields));
    await assert.rejects(restored(then, String(summary)), /Fields are given as a list of their numbers/);
    await assert.rejects(restored(then, ["summary"]), /“summary” is not the number of a field/);
    await assert.rejects(restored("then", [summary]), /This is not the number of a version/);
    await restored(String(then), [summary]);
    assert.deepEqual([valueIn(document, summary), document.isDirty], ["Then", true]);
    assert.deepEqual(valueIn(document, details), { content: "Since", format: "text" });
    assert.deepEqual(putsOf(fixture.service), []);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await until("it is undone", () => document.getText() === mine);
    await run("restoreVersion", fixture.connectionId, bug, then);
    assert.equal(valueIn(document, summary), "Then");
    assert.notDeepEqual(valueIn(document, details), { content: "Since", format: "text" });
    assert.ok(await document.save());
    assert.equal(fixture.service.control.readArtifact({ artifactId: bug }).values["summary"], "Then");
  });

  test("come back into a document in XML as well, as one step", async () => {
    edit("summary", "Then & <now>");
    edit("details", { content: "Then\n\n]]> it is", format: "text" });
    const then = (await versions()).at(-1) as number;
    edit("summary", "Since");
    edit("details", { content: "Since", format: "text" });
    const xml = vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${bug}.artifact.xml`);
    const document = await vscode.workspace.openTextDocument(xml);
    await vscode.window.showTextDocument(document, { preview: false });
    await setText(document, document.getText().replace(">Since<", ">Mine<"));
    const mine = document.getText();
    await run("restoreVersion", fixture.connectionId, bug, then);
    await until("it shows", () => vscode.window.activeTextEditor?.document === document);
    await vscode.commands.executeCommand("undo");
    await until("it is undone", () => document.getText() === mine);
    await vscode.commands.executeCommand("redo");
    await until("it is there again", () => document.getText() !== mine);
    assert.ok(await document.save());
    const { values } = fixture.service.control.readArtifact({ artifactId: bug });
    assert.equal(values["summary"], "Then & <now>");
    assert.match(JSON.stringify(values["details"]), /Then\\n\\n]]> it is/);
  });

  test("leave alone what may not be changed, and a text that cannot be read", async () => {
    edit("summary", "Then");
    const then = (await versions()).at(-1) as number;
    edit("summary", "Since");
    const document = await fixture.open(bug);
    const broken = `${document.getText()}}`;
    const change = new vscode.WorkspaceEdit();
    change.insert(document.uri, document.positionAt(document.getText().length), "}");
    assert.ok(await vscode.workspace.applyEdit(change));
    await assert.rejects(Promise.resolve(run("restoreVersion", fixture.connectionId, bug, then)), /cannot be read/);
    assert.equal(document.getText(), broken);
  });
});

/** What a list is given goes to the window with the next turn, before any command that is run then. */
async function whenShown(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setTimeout(resolve));
  }
}
