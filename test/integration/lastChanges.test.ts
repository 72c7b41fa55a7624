import assert from "node:assert/strict";
import { suite, test } from "mocha";
import * as vscode from "vscode";
import { activeDiff, poll, setText, useFixture } from "./support/connectionFixture.ts";

const bug = 512;
const details = 1203;

suite("who changed a field last", () => {
  const fixture = useFixture();

  const run = (command: string, ...args: readonly unknown[]) =>
    vscode.commands.executeCommand(`artifactDesk.${command}`, ...args);
  const edit = (value: string, comment?: string) =>
    fixture.service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "summary", value }],
      ...(comment !== undefined && { comment }),
    });
  const histories = () => fixture.service.requests.filter(({ path }) => path.includes("/changesets"));
  /** What the hovers at a place say. */
  const hovered = async ({ uri }: vscode.TextDocument, position: vscode.Position) => {
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>("vscode.executeHoverProvider", uri, position);
    return hovers.flatMap(({ contents }) => contents as vscode.MarkdownString[]);
  };
  /** The same at what stands in the text first. */
  const hoveredAt = (document: vscode.TextDocument, words: string) =>
    hovered(document, document.positionAt(document.getText().indexOf(words)));
  const changeIn = (hovers: readonly vscode.MarkdownString[]) =>
    hovers.find(({ value }) => /^(Changed|Created) by/.test(value));

  test("is told by the hover once the history was read, which asks for nothing, with the way to the change", async () => {
    edit("Before");
    edit("After", "Works *for* [me](command:x)\nand more");
    const document = await fixture.open(bug);
    fixture.service.clearRequests();
    assert.equal(changeIn(await hoveredAt(document, "1202")), undefined);
    assert.deepEqual(fixture.service.requests, []);
    await run("toggleLastChanges", document.uri);
    const read = histories().length;
    assert.ok(read > 0 && read <= 3, `${read} requests`);
    const hover = changeIn(await hoveredAt(document, "1202")) ?? assert.fail("nothing is told");
    assert.match(hover.value, /^Changed by Camille|^Changed by/);
    assert.match(hover.value, /“Works \\\*for\\\* \\\[me\\\]\\\(command\\:x\\\)”/);
    assert.deepEqual(hover.isTrusted, { enabledCommands: ["artifactDesk.compareVersions"] });
    assert.equal(hover.value.match(/command:/g)?.length, 1);
    const [, query = ""] = /command:artifactDesk\.compareVersions\?([^)]*)/.exec(hover.value) ?? [];
    await run("compareVersions", ...(JSON.parse(decodeURIComponent(query)) as unknown[]));
    assert.match(activeDiff()?.modified.path ?? "", /\/artifacts\/512\/versions\//);
    // Nothing is read twice.
    await run("toggleLastChanges", document.uri);
    await run("toggleLastChanges", document.uri);
    assert.equal(histories().length, read);
  });

  test("is told in XML, and at the first line of a single text", async () => {
    fixture.service.control.editArtifact({
      artifactId: bug,
      values: [{ field: "details", value: { content: "One\nTwo", format: "text" } }],
    });
    const resource = (name: string) => vscode.Uri.parse(`artifact://${fixture.connectionId}/artifacts/${name}`);
    const xml = await vscode.workspace.openTextDocument(resource("512.artifact.xml"));
    const text = await vscode.workspace.openTextDocument(resource(`512/fields/${details}.txt`));
    await run("toggleLastChanges", xml.uri);
    assert.ok(changeIn(await hoveredAt(xml, "1203")));
    assert.ok(changeIn(await hovered(text, new vscode.Position(0, 1))));
    assert.equal(changeIn(await hovered(text, new vscode.Position(1, 1))), undefined);
  });

  test("follows what a colleague changes while it is shown", async () => {
    edit("Before", "The first");
    const document = await fixture.open(bug);
    await run("toggleLastChanges");
    assert.match(changeIn(await hoveredAt(document, "1202"))?.value ?? "", /The first/);
    fixture.service.control.advanceClock({ ms: 5000 });
    edit("After", "The second");
    await run("refresh", { connectionId: fixture.connectionId, artifactId: bug });
    await poll("it is told", async () => /The second/.test(changeIn(await hoveredAt(document, "1202"))?.value ?? ""));
    await setText(document, document.getText().replace("After", "Typed"));
    assert.match(changeIn(await hoveredAt(document, "1202"))?.value ?? "", /The second/);
  });

  test("is not told on a service without histories, and the command says why", async () => {
    fixture.service.control.addFault({ path: "/changesets", count: null, fault: { kind: "answer", status: 404 } });
    const document = await fixture.open(bug);
    await assert.rejects(
      Promise.resolve(run("toggleLastChanges", document.uri.toString())),
      /#512 last cannot be shown/,
    );
    assert.equal(changeIn(await hoveredAt(document, "1202")), undefined);
    await assert.rejects(Promise.resolve(run("toggleLastChanges", "artifact://none/artifacts/x")), /Open the document/);
  });
});
