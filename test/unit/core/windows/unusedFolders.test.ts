import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { removeUnusedFolders } from "../../../../src/core/windows/unusedFolders.ts";

suite("what a window has left that nobody has opened for a month", () => {
  let all: string;

  setup(() => {
    all = mkdtempSync(path.join(tmpdir(), "windows-"));
  });

  teardown(() => {
    rmSync(all, { recursive: true, force: true });
  });

  /** All of it was last used so many days ago. */
  const age = (window: string, days: number) => {
    const time = new Date(Date.now() - days * 24 * 3_600_000);
    const folder = path.join(all, window);
    for (const name of ["", ...readdirSync(folder, { recursive: true })]) {
      utimesSync(path.join(folder, String(name)), time, time);
    }
  };
  const keep = (file: string, days = 31) => {
    mkdirSync(path.dirname(path.join(all, file)), { recursive: true });
    writeFileSync(path.join(all, file), "{}");
    age(file.split("/")[0] ?? "", days);
  };
  const tidied = async () => {
    await removeUnusedFolders(all, path.join(all, "own"));
    return readdirSync(all).toSorted();
  };

  test("is removed, with all that is in it", async () => {
    keep("gone/team/512@1-00000000.json");
    keep("gone/team/svn/90@1-00000000.json");
    keep("of-yesterday/team/512@1-00000000.json", 29);
    keep("own/team/512@1-00000000.json");
    assert.deepEqual(await tidied(), ["of-yesterday", "own"]);
  });

  for (const file of [
    "team/comments/512.json",
    "team/comments/512.sent.json",
    "team/pending-comments/%2Fartifacts%2F512.artifact.json.json",
    "team/pending-comments/apart/%2Fartifacts%2F512.artifact.json@1-00000000.json",
    "team/comment-box/words@1-00000000.json",
  ]) {
    test(`stays where a person has typed or sent something: ${file}`, async () => {
      keep(`window/${file}`, 400);
      assert.deepEqual(await tidied(), ["window"]);
    });
  }

  test("goes where nothing is left of comments", async () => {
    keep("window/team/comments/512.lock");
    assert.deepEqual(await tidied(), []);
  });

  test("is none of one that is there, whose lock tells so, though nothing was kept for long", async () => {
    keep("window/team/512@1-00000000.json");
    keep("window/1-00000000.lock");
    const now = new Date();
    utimesSync(path.join(all, "window/1-00000000.lock"), now, now);
    assert.deepEqual(await tidied(), ["window"]);
  });

  test("is none where it cannot be looked at", async () => {
    keep("window/team/512@1-00000000.json");
    const { stat } = files;
    files.stat = (() => Promise.reject(Object.assign(new Error("EIO: i/o error, stat"), { code: "EIO" }))) as never;
    syncBuiltinESMExports();
    try {
      assert.deepEqual(await tidied(), ["window"]);
    } finally {
      files.stat = stat;
      syncBuiltinESMExports();
    }
    assert.deepEqual(await tidied(), []);
  });

  test("is nothing where nothing was ever kept", async () => {
    rmSync(all, { recursive: true });
    await removeUnusedFolders(all, path.join(all, "own"));
  });
});
