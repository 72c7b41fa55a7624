import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isWithin } from "../../../../src/core/util/isWithin.ts";

suite("what is in a folder", () => {
  const folder = { scheme: "file", authority: "", path: "/home/me/project" };
  const at = (path: string, more: Partial<typeof folder> = {}) => ({ ...folder, path, ...more });

  test("is below it, under the same scheme and authority", () => {
    for (const file of [at("/home/me/project/notes.txt"), at("/home/me/project/a b/.env")]) {
      assert.ok(isWithin(file, folder), file.path);
      assert.ok(isWithin(file, at("/")), file.path);
    }
    for (const file of [
      at("/home/me/projects/notes.txt"),
      at("/home/me/.ssh/id_rsa"),
      at("/home/me/project"),
      at("/home/me/project/a", { scheme: "vscode-remote" }),
      at("/home/me/project/a", { authority: "host" }),
    ]) {
      assert.ok(!isWithin(file, folder), JSON.stringify(file));
    }
  });

  test("is named without a detour", () => {
    for (const path of [
      "/home/me/project/../.ssh/id_rsa",
      "/home/me/project/a/../../.ssh/id_rsa",
      "/home/me/project/./a",
      "/home/me/project//a",
      "/home/me/project/..\\.ssh\\id_rsa",
    ]) {
      assert.ok(!isWithin(at(path), folder), path);
    }
  });
});
