import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { CutShort, writeWhole } from "../../../../src/core/attachments/partialFile.ts";

suite("A file that is written whole", () => {
  let folder = "";
  let target = "";
  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "artifact-desk-"));
    target = path.join(folder, "manual.pdf");
  });
  teardown(() => rm(folder, { recursive: true }));

  test("has all that arrived, and tells how far it is", async () => {
    const progress: number[] = [];
    const bytes = await writeWhole(target, { chunks: chunks("ab", "cde"), sizeBytes: 5 }, never, (n) =>
      progress.push(n),
    );
    assert.deepEqual(
      { bytes, progress, text: await readFile(target, "utf8") },
      { bytes: 5, progress: [2, 5], text: "abcde" },
    );
    assert.deepEqual(await readdir(folder), ["manual.pdf"]);
  });

  test("replaces the one that was there only at the end", async () => {
    await writeFile(target, "before");
    const seen: string[] = [];
    await writeWhole(target, { chunks: chunks("after") }, never, () => seen.push("progress"));
    assert.equal(await readFile(target, "utf8"), "after");
  });

  test("leaves nothing when the stream ends early", async () => {
    await writeFile(target, "before");
    await assert.rejects(
      writeWhole(target, { chunks: chunks("ab"), sizeBytes: 5 }, never, () => {}),
      CutShort,
    );
    assert.deepEqual(await readdir(folder), ["manual.pdf"]);
    assert.equal(await readFile(target, "utf8"), "before");
  });

  test("leaves nothing when the stream fails", async () => {
    const failing = (async function* () {
      yield Buffer.from("ab");
      throw new Error("reset");
    })();
    await assert.rejects(
      writeWhole(target, { chunks: failing }, never, () => {}),
      /reset/,
    );
    assert.deepEqual(await readdir(folder), []);
  });

  test("replaces nothing where it is cancelled once all has arrived", async () => {
    await writeFile(target, "before");
    const controller = new AbortController();
    await assert.rejects(writeWhole(target, { chunks: chunks("after") }, controller.signal, () => controller.abort()));
    assert.deepEqual([await readFile(target, "utf8"), await readdir(folder)], ["before", ["manual.pdf"]]);
  });

  test("leaves nothing when it is cancelled", async () => {
    const controller = new AbortController();
    const writing = writeWhole(target, { chunks: chunks("ab", "cd") }, controller.signal, () => controller.abort());
    await assert.rejects(writing, { name: "AbortError" });
    assert.deepEqual(await readdir(folder), []);
  });

  test("needs a folder to be written in", async () => {
    const elsewhere = path.join(folder, "missing", "manual.pdf");
    await assert.rejects(
      writeWhole(elsewhere, { chunks: chunks("ab") }, never, () => {}),
      { code: "ENOENT" },
    );
  });
});

const never = new AbortController().signal;

async function* chunks(...texts: string[]): AsyncIterable<Uint8Array> {
  for (const text of texts) {
    yield Buffer.from(text);
  }
}
