import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { mediaTypeOf, numberedName, pastedName } from "../../../../src/core/upload/fileName.ts";

suite("names of files", () => {
  test("get a number before their extension", () => {
    const names = ["log.txt", "a.tar.gz", "README", ".env"];
    assert.deepEqual(
      names.map((name) => numberedName(name, 2)),
      ["log (2).txt", "a.tar (2).gz", "README (2)", ".env (2)"],
    );
    assert.equal(numberedName("log.txt", 1), "log.txt");
  });

  test("of what is pasted have its day and time", () => {
    const at = new Date(2026, 10, 2, 4, 3, 5);
    assert.equal(pastedName("image/png", at), "Screenshot 2026-11-02 04.03.05.png");
    assert.equal(pastedName("image/jpeg", at), "Screenshot 2026-11-02 04.03.05.jpg");
    assert.equal(pastedName("application/pdf", at), "Pasted 2026-11-02 04.03.05.pdf");
  });

  test("tell a type, or that it is just bytes", () => {
    const names = ["a.PNG", "b.jpeg", "c", "d.unknown", "e.txt"];
    assert.deepEqual(names.map(mediaTypeOf), [
      "image/png",
      "image/jpeg",
      "application/octet-stream",
      "application/octet-stream",
      "text/plain",
    ]);
  });
});
