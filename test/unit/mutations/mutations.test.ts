import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { mutations } from "../../mutations/mutations.ts";
import { projectRoot } from "../../support/host/paths.ts";

// `npm run mutations` shows that tests notice them; here only that they still are where they were.
suite("mutations", () => {
  for (const { name, file, edits, tests } of mutations) {
    test(`of «${name}» can be made`, () => {
      const source = readFileSync(path.join(projectRoot, file), "utf8");
      assert.deepEqual(
        edits.map(({ find }) => source.split(find).length - 1),
        edits.map(() => 1),
      );
      const cwd = path.join(projectRoot, "test/unit");
      assert.ok(tests.every((pattern) => globSync(pattern, { cwd }).length > 0));
    });
  }
});
