import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { suite, suiteTeardown, test } from "mocha";
import { nodeExecutable, projectRoot } from "../support/host/paths.ts";
import { startGroup, stopGroup } from "../support/host/processes.ts";
import { closeWindows, openAddress } from "./harness.ts";

suite("npm start", () => {
  suiteTeardown(closeWindows);

  test("opens an editor that is connected, shows artifacts and opens one by a click", async () => {
    const demo = startGroup(nodeExecutable, ["test/support/host/demo.ts", "--no-window", "--packaged"], {
      cwd: projectRoot,
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      assert.ok(demo.stdout);
      let address: string | undefined;
      for await (const line of createInterface(demo.stdout)) {
        address = /open at (http:\S+)/.exec(line)?.[1];
        if (address !== undefined) {
          break;
        }
      }
      assert.ok(address);
      const workbench = await openAddress(address);
      await workbench.treeItem("Reference service").first().waitFor();
      await workbench.openPinned();
      await workbench.openTreeItem("501", workbench.tab("#501"));
      assert.deepEqual(Object.keys(JSON.parse(await workbench.editorText())), ["values"]);
      await workbench.screenshot("start-1-artifact-opened");
    } finally {
      await stopGroup(demo);
    }
  });
});
