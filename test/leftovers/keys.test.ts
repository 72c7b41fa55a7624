import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import path from "node:path";
import { suite, test } from "mocha";
import { filesBelowContaining } from "../support/host/leftFiles.ts";
import { outFolder } from "../support/host/paths.ts";
import { secrets } from "../support/secrets.ts";

// What the layers before have left: their editors have ended, and all that those had to write is written.

const folders = ["hosts", "logs"].map((name) => path.join(outFolder, name)).filter(existsSync);

suite("access keys, after all tests", () => {
  for (const [name, layer, word] of [
    ["extension tests", "integration-1", "/api/v1/artifacts/"],
    ["other extension tests", "integration-2", "/api/v1/artifacts/"],
    ["journeys", "ui-1", "Connected to"],
    ["other journeys", "ui-2", "Connected to"],
  ] as const) {
    test(`are looked for in what the ${name} left`, function () {
      const folder = path.join(outFolder, "hosts", layer);
      if (!existsSync(path.join(outFolder, "results", `${layer}.json`))) {
        // This layer was not run.
        this.skip();
      }
      assert.ok(filesBelowContaining([folder], [word]).some((file) => file.endsWith("Artifact Desk.log")));
    });
  }

  test("are nowhere to be read", () => assert.deepEqual(filesBelowContaining(folders, secrets), []));
});
