import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { OwnFiles } from "../../src/editor/storage/ownFiles.ts";

/** No process has this number. */
const ended = 99_999_999;

suite("What is kept for the next extension host", () => {
  let folder: string;

  setup(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "own-"));
  });

  teardown(() => rmSync(folder, { recursive: true, force: true }));

  const filesOf = (pid: number, name: string) =>
    new OwnFiles(vscode.Uri.file(folder), 1, (error) => assert.fail(String(error)), `${pid}-${name}`);

  test("is what the last one left, until this one writes", async () => {
    await filesOf(ended, "a").write("512", { version: 1 });
    const files = filesOf(process.pid, "b");
    assert.deepEqual(await files.read("512"), { version: 1 });
    assert.equal(await files.read("51"), undefined);
    await files.write("512", { version: 2 });
    assert.deepEqual(await files.read("512"), { version: 2 });
    assert.deepEqual(readdirSync(folder), [`512@${process.pid}-b.json`]);
  });

  test("is not known where another window wrote something else meanwhile", async () => {
    await filesOf(process.pid, "a").write("512", { version: 1 });
    const other = filesOf(process.pid, "b");
    assert.deepEqual(await other.read("512"), { version: 1 });
    await other.write("512", { version: 2 });
    assert.equal(await filesOf(process.pid, "c").read("512"), undefined);
  });

  test("is known where several left the same", async () => {
    await filesOf(process.pid, "a").write("512", { version: 1 });
    await filesOf(process.pid, "b").write("512", { version: 1 });
    assert.deepEqual(await filesOf(process.pid, "c").read("512"), { version: 1 });
  });

  test("of an open window stays, whoever else writes or is done", async () => {
    const open = filesOf(process.pid, "a");
    await open.write("512", { version: 1 });
    const other = filesOf(process.pid, "b");
    await other.write("512", { version: 2 });
    await other.remove("512");
    assert.deepEqual(await open.read("512"), { version: 1 });
    assert.deepEqual(readdirSync(folder), [`512@${process.pid}-a.json`]);
  });

  test("is in the order in which it was asked for, whatever the disk does first", async () => {
    const files = filesOf(process.pid, "a");
    const last = { version: 200 };
    await Promise.all([
      ...Array.from({ length: 200 }, (_, version) => files.write("512", { version })),
      files.remove("512"),
      files.write("512", last),
    ]);
    assert.deepEqual(await files.read("512"), last);
  });
});
