import assert from "node:assert/strict";
import { globSync } from "node:fs";
import path from "node:path";
import { parse } from "acorn";
import { suite, test } from "mocha";
import { sabotaged } from "../../mutations/sabotage.ts";
import { sabotages } from "../../mutations/sabotages.ts";
import { projectRoot } from "../../support/host/paths.ts";

// `npm run mutations` shows that tests notice them; here only that each can still be made.
suite("mutations", () => {
  for (const sabotage of sabotages) {
    test(`of «${sabotage.name}» can be made`, () => {
      parse(sabotaged(sabotage).code, { ecmaVersion: "latest", sourceType: "module" });
      const cwd = path.join(projectRoot, "test/unit");
      assert.ok(sabotage.tests.every((pattern) => globSync(pattern, { cwd }).length > 0));
    });
  }
});
