import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { wrongWords, wrongWordsIn, wrongWordsOf } from "../../lint/words.ts";
import { projectRoot } from "../../support/host/paths.ts";
import { readManifest } from "../../support/manifest.ts";

suite("the words that a user reads", () => {
  test("call the service so, and have one kind of quotation marks, in every sentence", () => {
    const root = path.join(projectRoot, "src");
    const files = globSync(
      ["core/{sentences,labels,preview,failure}/**/*.ts", "editor/{preview,text,dialog}/**/*.ts"],
      {
        cwd: root,
      },
    );
    assert.ok(files.length > 60);
    assert.deepEqual(
      files.flatMap((file) => wrongWordsIn(root, file)),
      [],
    );
  });

  test("do so in the manifest", () => {
    const told: string[] = [];
    const read = (value: unknown, name: string) => {
      if (typeof value === "string" && namesOfWords.has(name)) {
        told.push(value);
      }
      if (typeof value === "object" && value !== null) {
        Object.entries(value).forEach(([member, each]) => void read(each, Array.isArray(value) ? name : member));
      }
    };
    const manifest = readManifest();
    read(manifest.contributes, "");
    read(manifest.capabilities, "");
    assert.ok(told.length > 100);
    assert.deepEqual(
      told.filter((words) => wrongWords(words) !== undefined),
      [],
    );
  });

  test("do so in the papers", () => {
    const papers = ["README.md", "CHANGELOG.md", ...globSync("media/help/*.md", { cwd: projectRoot })];
    const lines = papers.flatMap((file) =>
      readFileSync(path.join(projectRoot, file), "utf8")
        .split("\n")
        .map((line, index) => ({ line, at: `${file}:${index + 1}` })),
    );
    assert.deepEqual(
      lines.filter(({ line }) => wrongWords(line) !== undefined).map(({ at }) => at),
      [],
    );
  });

  for (const [code, wrong] of [
    ["export const said = `The server refused it.`;", "said.ts:1 server"],
    ['export const said = "«Summary» is required.";', "said.ts:1 «"],
    ['export const said = "It lies on another server.";', undefined],
    ["// The server\nexport const said = `“Summary” of the service`;", undefined],
  ] as const) {
    test(`${wrong === undefined ? "may be" : "are not"} ${code.split("\n").at(-1)}`, () => {
      assert.deepEqual(wrongWordsOf("said.ts", code), wrong === undefined ? [] : [wrong]);
    });
  }
});

/** Members of the manifest that a user reads. */
const namesOfWords = new Set([
  ...["title", "name", "label", "description", "markdownDescription", "enumDescriptions", "contents"],
  ...["patternErrorMessage", "category", "contextualTitle", "aliases"],
]);
