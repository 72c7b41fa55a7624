import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { contentKindByName, webPage } from "../../../../src/core/attachments/attachmentContent.ts";
import { whyNotShown } from "../../../../src/core/attachments/whyNotShown.ts";
import { pngOf } from "../../../support/pictures.ts";

suite("The content of an attachment", () => {
  for (const { name, kind } of [
    { name: "screenshot.PNG", kind: "image" },
    { name: "manual.pdf", kind: "binary" },
    { name: "logs.tar.gz", kind: "binary" },
    { name: "trace.log", kind: "unknown" },
    { name: "Makefile", kind: "unknown" },
    { name: "drawing.svg", kind: "unknown" },
  ]) {
    test(`of ${name} is ${kind} by its name`, () => assert.equal(contentKindByName(name), kind));
  }

  for (const { title, bytes, isShown } of [
    { title: "nothing", bytes: [], isShown: true },
    { title: "plain text", bytes: [0x61, 0x0a], isShown: true },
    { title: "UTF-8 text", bytes: [0xc3, 0xa9], isShown: true },
    { title: "UTF-16 text with its mark", bytes: [0xff, 0xfe, 0x61, 0x00], isShown: true },
    { title: "a NUL", bytes: [0x7f, 0x45, 0x00], isShown: false },
  ]) {
    test(`is ${isShown ? "" : "not "}shown as text with ${title}`, () =>
      assert.equal(whyNotShown("unknown", Uint8Array.from(bytes)), isShown ? undefined : "binary"));
  }

  for (const { title, bytes, isShown } of [
    { title: "as many pixels as a large photograph", bytes: pngOf(10_000, 10_000), isShown: true },
    { title: "more pixels than a window has memory for", bytes: pngOf(10_000, 10_001), isShown: false },
    { title: "fewer in a bitmap", bytes: bmpOf(10_000, -10_000), isShown: true },
    { title: "more in a bitmap", bytes: bmpOf(10_000, -10_001), isShown: false },
    { title: "more in a bitmap of the oldest form", bytes: oldBmpOf(10_000, 10_001), isShown: false },
    { title: "a size that nobody can read", bytes: pngOf(10_000, 10_000).subarray(0, -1), isShown: false },
    {
      title: "another format, in which a few bytes are no such picture",
      bytes: [0x00, 0x00, 0x01, 0x00],
      isShown: true,
    },
  ]) {
    test(`is ${isShown ? "" : "not "}shown as a picture with ${title}`, () =>
      assert.equal(whyNotShown("image", Uint8Array.from(bytes)), isShown ? undefined : "pixels"));
  }

  for (const { address, page } of [
    { address: "https://other.example/a.txt?x=1", page: "https://other.example/a.txt?x=1" },
    { address: "http://ada:secret@other.example/", page: "http://other.example/" },
    { address: "javascript:alert(1)", page: undefined },
    { address: "file:///etc/passwd", page: undefined },
    { address: "command:workbench.action.quit", page: undefined },
    { address: "vscode://x.y/run", page: undefined },
    { address: "../plugins", page: undefined },
  ]) {
    test(`at ${address} ${page === undefined ? "is not for a browser" : `is at ${page} for a browser`}`, () =>
      assert.equal(webPage(address), page));
  }
});

function bmpOf(width: number, height: number): Uint8Array {
  const bytes = Buffer.from("BM".padEnd(26, "\0"), "latin1");
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
}

function oldBmpOf(width: number, height: number): Uint8Array {
  const bytes = Buffer.from("BM".padEnd(22, "\0"), "latin1");
  bytes.writeUInt32LE(12, 14);
  bytes.writeUInt16LE(width, 18);
  bytes.writeUInt16LE(height, 20);
  return bytes;
}
