import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { projectRoot } from "../../support/host/paths.ts";

/** How a comment names a heading of the facts; a comment may break its lines anywhere. */
const citation = "test/service/README.md, ";

suite("the facts about the service", () => {
  test("have every heading that the code cites", () => {
    const facts = readFileSync(path.join(projectRoot, "test/service/README.md"), "utf8");
    const headings = [...facts.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
    const cited = globSync("{src,test}/**/*.ts", { cwd: projectRoot, exclude: ["**/facts.test.ts"] }).flatMap(
      (file) => {
        const text = readFileSync(path.join(projectRoot, file), "utf8").replace(/\n\s*(?:\*|\/\/) /g, " ");
        return text
          .split(citation)
          .slice(1)
          .map((rest) => ({ file, rest: rest.slice(0, 40) }));
      },
    );
    assert.ok(cited.length > 0);
    assert.deepEqual(
      cited.filter(({ rest }) => !headings.some((heading) => rest.startsWith(heading))),
      [],
    );
  });
});
