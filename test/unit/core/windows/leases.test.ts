import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import files, { utimes } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { test } from "mocha";
import { Leases } from "../../../../src/core/windows/leases.ts";
import { fillDisk } from "../../../support/fullDisk.ts";

test("what a silent window held stays with the window that took it while it was watched", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "leases-"));
  const lock = path.join(folder, "12-1.json.lock");
  const holder = (id: string) => JSON.stringify({ host: hostname(), pid: process.pid, id });
  writeFileSync(lock, holder("silent"));
  let looks = 0;
  const look = async () => {
    looks++;
    if (looks === 100) {
      // The last look before it is taken for gone.
      writeFileSync(lock, holder("quicker"));
    } else if (looks > 100) {
      await utimes(lock, new Date(), new Date(Date.now() - looks * 1000));
    }
  };
  const leases = new Leases({
    isWindowThere: async () => {},
    onFailure: (error) => assert.fail(String(error)),
    pauses: { look, beat: (signal: AbortSignal) => once(signal, "abort") },
  });
  try {
    assert.equal(await leases.take(lock, true), "elsewhere");
    assert.equal(readFileSync(lock, "utf8"), holder("quicker"));
    assert.deepEqual(readdirSync(folder), [path.basename(lock)]);
  } finally {
    leases.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what a window holds stays with it while another one can open no files", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "leases-"));
  const lock = path.join(folder, "12-1.json.lock");
  const failures: unknown[] = [];
  const windows = [1, 2].map(
    () => new Leases({ isWindowThere: async () => {}, onFailure: (error) => failures.push(error) }),
  );
  const [first, second] = windows as [Leases, Leases];
  const { writeFile } = files;
  try {
    assert.equal(await first.take(lock, false), "taken");
    files.writeFile = async () => {
      throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    };
    syncBuiltinESMExports();
    assert.deepEqual([await second.take(lock, false), failures.length], ["kept", 1]);
    files.writeFile = writeFile;
    syncBuiltinESMExports();
    assert.equal(await second.take(lock, false), "elsewhere");
  } finally {
    files.writeFile = writeFile;
    syncBuiltinESMExports();
    for (const window of windows) {
      window.dispose();
    }
    rmSync(folder, { recursive: true, force: true });
  }
});

test("what a window holds is its own where the disk told only afterwards that it was full", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "leases-"));
  const lock = path.join(folder, "12-1.json.lock");
  const windows = [1, 2].map(() => new Leases({ isWindowThere: async () => {}, onFailure: () => {} }));
  const [first, second] = windows as [Leases, Leases];
  const full = fillDisk(folder, 1000);
  try {
    assert.equal(await first.take(lock, false), "kept");
    full.end();
    assert.equal(await second.take(lock, false), "elsewhere");
  } finally {
    full.end();
    for (const window of windows) {
      window.dispose();
    }
    rmSync(folder, { recursive: true, force: true });
  }
});
