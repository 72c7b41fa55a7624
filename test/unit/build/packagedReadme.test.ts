import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { packagedReadme } from "../../../src/build/packagedReadme.ts";
import { projectRoot } from "../../support/host/paths.ts";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

suite("The README of the package", () => {
  const packaged = packagedReadme(read("README.md"), (name) => read(`media/help/${name}`));

  test("leads by its links only to its own headings, to other servers and to the license", () => {
    const headings = [...packaged.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchorOf(heading));
    const links = [...packaged.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
    assert.ok(links.includes("#commands"));
    assert.deepEqual(
      links.filter((link) => link !== "LICENSE" && !link.startsWith("https://") && !isHeading(link)),
      [],
    );

    function isHeading(link: string): boolean {
      return link.startsWith("#") && headings.includes(link.slice(1));
    }
  });

  test("has the papers it links to before the license, and nothing about a clone", () => {
    const headings = [...packaged.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    assert.deepEqual(headings.slice(-4), ["Fields", "Commands", "Guarantees", "License"]);
    assert.ok(!headings.includes("Try it"));
    assert.ok(!packaged.includes("media/"));
  });
});

/** The id that VS Code, like GitHub, gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}
