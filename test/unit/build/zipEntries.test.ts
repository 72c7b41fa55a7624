import assert from "node:assert/strict";
import { deflateRawSync } from "node:zlib";
import { suite, test } from "mocha";
import { readZip, writeZip, type ZipEntry } from "../../../src/build/zipEntries.ts";

const attributes = { time: 0x6042, date: 0x5d7a, external: 0x81a40000 };
const entries: readonly ZipEntry[] = [
  { name: "extension/package.json", content: Buffer.from("{}".repeat(500)), attributes },
  { name: "extension/étape.md", content: Buffer.from("a"), attributes },
  { name: "extension/empty.txt", content: Buffer.alloc(0), attributes },
];
const deflate = async (content: Buffer) => deflateRawSync(content);

suite("the archive of a package", () => {
  test("is read as it was written, with names, times and permissions", async () => {
    assert.deepEqual(readZip(await writeZip(entries, deflate)), entries);
  });

  test("holds a file as it is where compressing it makes it longer", async () => {
    const [, short] = entries;
    const archive = await writeZip(short ? [short] : [], deflate);
    assert.equal(archive.readUInt16LE(8), 0, "stored");
    assert.equal(archive.length, 30 + 46 + 22 + 2 * Buffer.byteLength("extension/étape.md") + 1);
  });

  test("is refused where a file in it is damaged, or where it is none", async () => {
    const archive = await writeZip(entries, async (content) => content);
    archive.write("[]", archive.indexOf("{}"));
    assert.throws(() => readZip(archive), /^Error: extension\/package\.json of the archive is damaged/);
    assert.throws(() => readZip(Buffer.from("PK")), /^Error: This is no ZIP archive/);
  });
});
