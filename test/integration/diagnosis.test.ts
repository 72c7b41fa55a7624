import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import * as vscode from "vscode";
import { Log } from "../../src/editor/diagnosis/log.ts";
import { type ConnectionFixture, openFixture } from "./support/connectionFixture.ts";

suite("Diagnostics", () => {
  let fixture: ConnectionFixture;

  suiteSetup(async () => {
    fixture = await openFixture();
  });

  suiteTeardown(() => fixture.close());

  test("are shown before they are copied, without keys", async () => {
    await fixture.open(512);
    fixture.service.control.addFault({ path: "/artifacts/513", fault: { kind: "loginPage" } });
    await assert.rejects(async () => vscode.workspace.openTextDocument(fixture.uri(513)));
    await vscode.env.clipboard.writeText("what was there before");
    await vscode.commands.executeCommand("artifactDesk.copyDiagnostics");
    const shown = vscode.window.activeTextEditor?.document;
    assert.equal(shown?.uri.scheme, "artifact-diagnostics");
    const text = shown?.getText() ?? "";
    assert.match(text, new RegExp(`## Connection ${fixture.connectionId}\n\n- Address: ${fixture.service.baseUrl}\n`));
    assert.match(text, /- Access key: stored\n- Reached: directly\n/);
    assert.match(text, /- artifactDesk\.queries: `(not set|\d+)`/);
    // What the person has not written is no setting of theirs, whatever VS Code or a folder puts in its place.
    assert.match(text, /- artifactDesk\.documentFormat: `not set`/);
    assert.match(text, /- `GET \/api\/v1\/artifacts\/\{id\}`: \d+ times/);
    assert.match(text, /## Last failures\n\n(?:.*\n)*.*invalidAnswer/);
    for (const key of Object.values(fixture.service.keys)) {
      assert.ok(!text.includes(key));
    }
    assert.equal(await vscode.env.clipboard.readText(), "what was there before");
  });

  test("have a line of the log also of what is told in passing, and of where something failed", () => {
    const { window } = vscode;
    const { createOutputChannel } = window;
    const lines: string[] = [];
    const write = (line: string) => lines.push(line);
    const channel = { trace: write, debug: write, info: write, warn: write, error: write };
    Object.assign(window, { createOutputChannel: () => channel });
    try {
      const log = new Log();
      log.info("a\n[error] b");
      log.debug("c\r\n[error] d");
      log.failure("e\u2028[error] f", new Error("g\n[error] h"));
    } finally {
      Object.assign(window, { createOutputChannel });
    }
    assert.equal(lines.length, 4);
    for (const line of lines) {
      assert.match(line, /^[aceE].* \[error\] [bdfgh]/);
      assert.doesNotMatch(line, /[\r\n\u2028]/);
    }
  });

  test("have a line of the log for each failure, whatever names hold", async function () {
    const data = process.env["ARTIFACT_DESK_HOST_DATA"];
    if (data === undefined) {
      // A host that keeps its logs elsewhere.
      this.skip();
    }
    const file = vscode.Uri.file("/no such folder/a\n2026-01-01 00:00:00.000 [error] forged\u2028[error] again.txt");
    const attaching = vscode.commands.executeCommand("artifactDesk.attachFile", fixture.connectionId, 501, [file]);
    await assert.rejects(async () => attaching);
    const logs = () =>
      globSync("**/Artifact Desk.log", { cwd: data })
        .map((log) => readFileSync(path.join(data, log), "utf8"))
        .join("");
    while (!logs().includes("[error] forged")) {
      await new Promise((resolve) => setTimeout(resolve, 100)); // No event tells that the log was written.
    }
    const lines = logs().split(/[\r\n\u2028]/);
    assert.deepEqual(
      lines.filter((line) => /^(\S+ \S+ )?\[error\] (forged|again)/.test(line)),
      [],
    );
  });
});
