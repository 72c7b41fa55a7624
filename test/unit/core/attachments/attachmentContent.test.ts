import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { contentKindByName, isBinary, webPage } from "../../../../src/core/attachments/attachmentContent.ts";

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

  for (const { title, bytes, binary } of [
    { title: "nothing", bytes: [], binary: false },
    { title: "plain text", bytes: [0x61, 0x0a], binary: false },
    { title: "UTF-8 text", bytes: [0xc3, 0xa9], binary: false },
    { title: "UTF-16 text with its mark", bytes: [0xff, 0xfe, 0x61, 0x00], binary: false },
    { title: "a NUL", bytes: [0x7f, 0x45, 0x00], binary: true },
  ]) {
    test(`is ${binary ? "binary" : "text"} with ${title}`, () =>
      assert.equal(isBinary(Uint8Array.from(bytes)), binary));
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
