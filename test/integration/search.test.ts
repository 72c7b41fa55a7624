import assert from "node:assert/strict";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as vscode from "vscode";
import { answered, type ConnectionFixture, closeEditors, openFixture, until } from "./support/connectionFixture.ts";

suite("Finding artifacts", () => {
  let fixture: ConnectionFixture;
  const run = (command: string, ...args: unknown[]) =>
    vscode.commands.executeCommand(`artifactDesk.${command}`, ...args);
  const written = () => vscode.workspace.getConfiguration("artifactDesk").get<object[]>("queries");
  const expertQueries = () =>
    fixture.service.requests.flatMap(({ path }) => new URL(path, "http://host").searchParams.get("expert_query") ?? []);

  suiteSetup(async () => {
    fixture = await openFixture();
  });

  suiteTeardown(async () => {
    await closeEditors();
    await fixture.close();
  });

  test("a reference that is given leads straight to the artifact, with no request but its own", async () => {
    fixture.service.clearRequests();
    const found = run("findArtifact", fixture.connectionId, "bug #501");
    await answered(found, "workbench.action.acceptSelectedQuickOpenItem");
    await until("the document is open", () =>
      vscode.window.activeTextEditor?.document.uri.path.endsWith("/501.artifact.json"),
    );
    assert.deepEqual(
      fixture.service.requests.filter(({ path }) => /search|projects|expert_query/.test(path)),
      [],
    );
  });

  test("a query that is given is saved in the settings once the service understands it", async () => {
    const query = {
      connection: fixture.connectionId,
      tracker: 14,
      label: "Parser tests",
      query: 'title = "parser tests"',
    };
    fixture.service.clearRequests();
    await run("saveQuery", query);
    assert.deepEqual(written(), [query]);
    assert.deepEqual(expertQueries(), [query.query]);
  });

  test("a query that the service does not understand is not saved, and its words are given", async () => {
    const before = written();
    await assert.rejects(
      async () =>
        run("saveQuery", { connection: fixture.connectionId, tracker: 14, label: "Wrong", query: "nothing = 1" }),
      /The query was not saved\..*We cannot search on 'nothing'/,
    );
    assert.deepEqual(written(), before);
  });

  test("a query is removed by its connection, tracker and label", async () => {
    const query = { connection: fixture.connectionId, tracker: 14, label: "Old", query: 'title = "old"' };
    await run("saveQuery", query);
    assert.equal(written()?.length, 2);
    await run("removeQuery", query);
    assert.deepEqual(
      written()?.map((each) => (each as typeof query).label),
      ["Parser tests"],
    );
  });

  test("a connection takes its queries along when it is removed", async () => {
    const other = await openFixture();
    await run("saveQuery", { connection: other.connectionId, tracker: 14, label: "All", query: 'title = ""' });
    assert.equal(written()?.length, 2);
    await other.close();
    assert.deepEqual(
      written()?.map((each) => (each as { connection: string }).connection),
      [fixture.connectionId],
    );
  });
});
