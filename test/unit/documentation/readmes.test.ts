import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { projectRoot } from "../../support/host/paths.ts";

/** How a comment names a heading of the facts about the service; it may break its lines anywhere. */
const citation = "test/service/README.md, ";
/** A file or folder, from the project's folder or that of the document. */
const anyPath = /(?<![\w./-])(?:src|test|core|editor|unit|lint|resources|server|wire|dataset)\/[\w./-]*[\w-]/g;
/** What the worked examples make up. */
const madeUp = /accessFile/;

function read(file: string): string {
  return readFileSync(path.join(projectRoot, file), "utf8");
}

suite("what is written for developers", () => {
  test("has every fact about the service that the code cites", () => {
    const headings = [...read("test/service/README.md").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
    const files = globSync("{src,test}/**/*.ts", { cwd: projectRoot, exclude: ["test/unit/documentation/**"] });
    const cited = files.flatMap((file) => {
      const [, ...citing] = read(file)
        .replace(/\n\s*(?:\*|\/\/) /g, " ")
        .split(citation);
      return citing.map((text) => ({ file, text: text.slice(0, 40) }));
    });
    assert.ok(cited.length > 0);
    assert.deepEqual(
      cited.filter(({ text }) => !headings.some((heading) => text.startsWith(heading))),
      [],
    );
  });

  test("fits on the screen: no comment has a line of more than 120 characters", () => {
    const lines = globSync("{src,test}/**/*.ts", { cwd: projectRoot }).flatMap((file) =>
      read(file)
        .split("\n")
        .map((line, index) => ({ line, at: `${file}:${index + 1}` })),
    );
    const comments = lines.filter(({ line }) => /^\s*(?:\/\*\*|\*|\/\/) /.test(line));
    assert.ok(comments.length > 0);
    assert.deepEqual(
      comments.filter(({ line }) => line.length > 120).map(({ at }) => at),
      [],
    );
  });

  for (const [file, folder] of [
    ["src/README.md", "src"],
    ["test/README.md", "test"],
    ["test/service/README.md", "test/service"],
    [".github/CONTRIBUTING.md", "."],
    [".github/SECURITY.md", "."],
  ] as const) {
    test(`names only files that are there: ${file}`, () => {
      const named = read(file).match(anyPath) ?? [];
      const isThere = (name: string) => [folder, "."].some((base) => existsSync(path.join(projectRoot, base, name)));
      assert.deepEqual(
        named.filter((name) => !isThere(name) && !madeUp.test(name)),
        [],
      );
    });
  }

  const ways = read("src/README.md").split("\n## The ways\n")[1]?.split("\n## ")[0]?.split("\n### ").slice(1) ?? [];
  for (const way of ways) {
    const [name = ""] = way.split("\n");
    test(`names the folders that are passed, seven at most: ${name}`, () => {
      const [steps = "", told = ""] = way.split("\nFolders: ");
      const folders = [...told.matchAll(/`([\w/]+)`/g)].map(([, folder = ""]) => folder);
      const passed = [...steps.matchAll(/`((?:core|editor)\/\w+)\/[\w/]+\.ts`/g)].map(([, folder = ""]) => folder);
      const withoutUtil = new Set(passed.filter((folder) => folder !== "core/util"));
      assert.deepEqual(
        [...withoutUtil].filter((folder) => !folders.includes(folder)),
        [],
      );
      assert.ok(folders.length > 0 && folders.length <= 7, `${folders.length} folders`);
    });
  }
});
