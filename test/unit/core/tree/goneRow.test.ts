import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { rowIsGone } from "../../../../src/core/sentences/targets.ts";
import { commandsOfRows, refuseGoneRows } from "../../../../src/core/tree/goneRow.ts";
import { readManifest } from "../../../support/manifest.ts";

const manifest = readManifest();
const [row, other] = [{ id: "1" }, { id: "2" }];

suite("a command of the tree", () => {
  test("is one for rows alone unless it is in the title of the tree too", () => {
    const ofRows = commandsOfRows(manifest);
    for (const command of ["deleteArtifact", "addComment", "attachFile", "changeStatus", "pin", "unpin", "preview"]) {
      assert.ok(ofRows.has(`artifactDesk.${command}`), command);
    }
    for (const command of ["refresh", "openArtifact", "createArtifact", "setField", "showLog"]) {
      assert.ok(!ofRows.has(`artifactDesk.${command}`), command);
    }
  });

  for (const { name, args, isOfRows = true, isRefused = false } of [
    { name: "a row that is gone", args: [undefined, undefined], isRefused: true },
    { name: "a row that is gone, among others", args: [undefined, [row, other]], isRefused: true },
    { name: "a row, one of the others being gone", args: [row, [row, undefined]], isRefused: true },
    { name: "a list of nothing but null", args: [row, [null]], isOfRows: false, isRefused: true },
    { name: "a row", args: [row, undefined] },
    { name: "several rows", args: [row, [row, other]] },
    { name: "the active editor", args: [] },
    { name: "the active editor, by a key with an argument", args: [undefined] },
    { name: "the active editor, with a value", args: [undefined, undefined, "Done"] },
    { name: "the active editor, with a comment", args: [undefined, "Why"] },
    { name: "an artifact by its ids", args: ["team", 512] },
    { name: "the title of the tree", args: [undefined, undefined], isOfRows: false },
  ]) {
    test(`is ${isRefused ? "refused" : "carried out"} for ${name}`, () => {
      const call = () => refuseGoneRows(args, isOfRows);
      if (isRefused) {
        assert.throws(call, { name: "HumanError", message: rowIsGone });
      } else {
        assert.doesNotThrow(call);
      }
    });
  }
});
