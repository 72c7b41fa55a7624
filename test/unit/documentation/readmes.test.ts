import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import {
  commandIds,
  settingDefaults,
  settingNames,
  settingsSection,
} from "../../../src/editor/manifest/contributions.ts";
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
    ["media/help/guarantees.md", "."],
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
});

suite("what is written for users", () => {
  const papers = ["README.md", ...globSync("media/help/*.md", { cwd: projectRoot })];

  test("tells each command once in the paper on commands", () => {
    const told = [...read("media/help/commands.md").matchAll(/`(artifactDesk\.[\w.]+)`/g)].map(
      ([, command]) => command,
    );
    assert.deepEqual(told.sort(), Object.values(commandIds).sort());
  });

  test("tells each setting with its default in the README", () => {
    const rows = [...read("README.md").matchAll(/^\| `(artifactDesk\.\w+)` \| `(.*?)` \|/gm)];
    assert.deepEqual(
      rows.map(([, setting, value]) => [setting, value]),
      settingNames.map((name) => {
        const value = settingDefaults[name];
        return [`${settingsSection}.${name}`, value === "json" ? value : JSON.stringify(value)];
      }),
    );
  });

  for (const file of [...papers, ".github/CONTRIBUTING.md", ".github/SECURITY.md", "CHANGELOG.md"]) {
    test(`leads by its links only to what is there: ${file}`, () => {
      const links = [...read(file).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
      assert.deepEqual(
        links.filter((link) => !link.startsWith("https://") && !isThere(link, file)),
        [],
      );
    });
  }

  function isThere(link: string, file: string): boolean {
    const [target = "", heading] = link.split("#");
    const to = target === "" ? file : path.join(path.dirname(file), target);
    if (!existsSync(path.join(projectRoot, to))) {
      return false;
    }
    const headings = heading === undefined ? [] : [...read(to).matchAll(/^#+ (.+)$/gm)];
    return (
      heading === undefined || headings.some(([, text = ""]) => text.toLowerCase().replaceAll(" ", "-") === heading)
    );
  }
});
