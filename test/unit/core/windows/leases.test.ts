import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { test } from "mocha";
import { Leases } from "../../../../src/core/windows/leases.ts";

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
