import assert from "node:assert/strict";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { Hosts, hostOf } from "../../../../src/core/windows/hosts.ts";
import { Leases } from "../../../../src/core/windows/leases.ts";
import { fillDisk } from "../../../support/fullDisk.ts";

suite("the hosts of one folder", () => {
  let folder: string;
  let leases: Leases[];

  setup(() => {
    folder = mkdtempSync(path.join(tmpdir(), "hosts-"));
    leases = [];
  });

  teardown(() => {
    for (const each of leases) {
      each.dispose();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** Those that `look` makes tell so are there while it looks. */
  const begin = (
    look = async () => {},
    onFailure: (error: unknown) => void = (error) => assert.fail(String(error)),
  ) => {
    const own = new Leases(async () => {}, onFailure, { look, beat: (signal: AbortSignal) => once(signal, "abort") });
    leases.push(own);
    return { hosts: new Hosts(folder, own), leases: own };
  };
  const keep = async ({ name, announce }: { readonly name: string; readonly announce?: () => Promise<void> }) => {
    await announce?.();
    mkdirSync(path.join(folder, "team", "svn"), { recursive: true });
    writeFileSync(path.join(folder, "team", "svn", `512@${name}.json`), "{}");
  };
  const crashed = (holder: object) => {
    const name = "4711-1b9d6bcd";
    writeFileSync(path.join(folder, `${name}.lock`), JSON.stringify(holder));
    return { name };
  };

  test("had ended where they gave back what they held", async () => {
    const first = begin();
    await keep({ name: first.hosts.name, announce: () => first.hosts.announce() });
    first.leases.dispose();
    const second = begin(async () => assert.fail("nothing is waited for"));
    assert.equal(await second.hosts.hadEnded(first.hosts.name), true);
  });

  test("had ended where their process is gone", async () => {
    const name = crashed({ host: hostname(), pid: 99_999_999, id: "a" });
    await keep(name);
    const { hosts } = begin(async () => assert.fail("nothing is waited for"));
    assert.equal(await hosts.hadEnded(name.name), true);
  });

  test("had ended where another process has their number and tells nothing for long", async () => {
    const name = crashed({ host: hostname(), pid: process.pid, id: "a" });
    await keep(name);
    let looks = 0;
    const { hosts } = begin(async () => void looks++);
    assert.equal(await hosts.hadEnded(name.name), true);
    assert.ok(looks >= 10, "it was watched");
  });

  test("had not ended where they show that they are there, even if they end later", async () => {
    const first = begin();
    await keep({ name: first.hosts.name, announce: () => first.hosts.announce() });
    const second = begin(() => first.leases.beat());
    assert.equal(await second.hosts.hadEnded(first.hosts.name), false);
    first.leases.dispose();
    assert.equal(await second.hosts.hadEnded(first.hosts.name), false);
  });

  test("had not ended where they began later", async () => {
    const first = begin();
    await first.hosts.announce();
    const second = begin();
    await keep({ name: second.hosts.name, announce: () => second.hosts.announce() });
    second.leases.dispose();
    assert.equal(await first.hosts.hadEnded(second.hosts.name), false);
  });

  test("had not ended where they could tell of themselves only once the disk had space", async () => {
    let failures = 0;
    const first = begin(undefined, () => void failures++);
    const disk = fillDisk(folder);
    await first.hosts.announce();
    disk.end();
    await keep({ name: first.hosts.name, announce: () => first.hosts.announce() });
    const second = begin(() => first.leases.beat());
    assert.deepEqual([failures, await second.hosts.hadEnded(first.hosts.name)], [1, false]);
  });

  test("are asked about again where nobody could tell at first", async () => {
    const name = "4711-1b9d6bcd";
    await keep({ name });
    const lock = path.join(folder, `${name}.lock`);
    mkdirSync(lock);
    const { hosts } = begin();
    await assert.rejects(hosts.hadEnded(name), { code: "EISDIR" });
    rmdirSync(lock);
    assert.equal(await hosts.hadEnded(name), true);
  });

  test("are looked for again where the folder could not be read at first", async () => {
    const first = begin();
    await keep({ name: first.hosts.name, announce: () => first.hosts.announce() });
    first.leases.dispose();
    // A link to itself cannot be read.
    renameSync(folder, `${folder}.withheld`);
    symlinkSync(folder, folder);
    const second = begin();
    await assert.rejects(second.hosts.hadEnded(first.hosts.name), { code: "ELOOP" });
    rmSync(folder);
    renameSync(`${folder}.withheld`, folder);
    assert.equal(await second.hosts.hadEnded(first.hosts.name), true);
  });

  test("leave nothing behind that is theirs alone", async () => {
    const { hosts, leases: own } = begin();
    await hosts.announce();
    assert.deepEqual(readdirSync(folder), [`${hosts.name}.lock`]);
    own.dispose();
    assert.deepEqual(readdirSync(folder), []);
  });

  test("are told by the end of a name", () => {
    const { name } = begin().hosts;
    assert.equal(hostOf(`512@${name}`), name);
    assert.deepEqual(["512", "512-read", `512@${name}.new`, "a@b"].map(hostOf), Array(4).fill(undefined));
  });
});
