import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { Hosts } from "../../src/core/windows/hosts.ts";
import { Leases } from "../../src/core/windows/leases.ts";
import { OwnFiles } from "../../src/editor/storage/ownFiles.ts";

suite("What is kept for the next extension host", () => {
  let folder: string;
  let begun: Host[];

  setup(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "own-"));
    begun = [];
  });

  teardown(() => {
    for (const host of begun) {
      host.end();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** An extension host of the one workspace; all that are there tell so when another one looks. */
  class Host {
    readonly files: OwnFiles;
    readonly name: string;
    readonly #leases: Leases;

    /** With `failures` they are gathered there. */
    constructor(failures?: unknown[]) {
      const onFailure = (error: unknown) => failures?.push(error) ?? assert.fail(String(error));
      const look = () => Promise.all(begun.map((host) => host.#leases.beat()));
      const beat = (signal: AbortSignal) => once(signal, "abort");
      this.#leases = new Leases({ isWindowThere: async () => {}, onFailure, pauses: { look, beat } });
      const hosts = new Hosts(folder, this.#leases);
      this.name = hosts.name;
      this.files = new OwnFiles(vscode.Uri.file(path.join(folder, "team")), hosts, 1, onFailure);
      begun.push(this);
    }

    /** Resolves once it has looked for others. */
    static async begin(failures?: unknown[]): Promise<Host> {
      const host = new Host(failures);
      await host.files.read("0");
      return host;
    }

    end(): void {
      this.#leases.dispose();
    }

    kept(name: string): string {
      return `${name}@${this.name}.json`;
    }
  }

  const kept = () => readdirSync(path.join(folder, "team"));

  test("is what the last one left, which is its own from then on", async () => {
    const last = await Host.begin();
    await last.files.write("512", { version: 1 });
    last.end();
    const next = await Host.begin();
    assert.deepEqual(await next.files.read("512"), { version: 1 });
    assert.equal(await next.files.read("51"), undefined);
    assert.deepEqual(kept(), [next.kept("512")]);
    await next.files.write("512", { version: 2 });
    assert.deepEqual(await next.files.read("512"), { version: 2 });
    assert.deepEqual(kept(), [next.kept("512")]);
  });

  test("is never what a host keeps that is there still", async () => {
    await (await Host.begin()).files.write("512", { version: 1 });
    assert.equal(await (await Host.begin()).files.read("512"), undefined);
  });

  test("is not what a host keeps that began later", async () => {
    const first = await Host.begin();
    const second = await Host.begin();
    await second.files.write("512", { version: 1 });
    second.end();
    assert.equal(await first.files.read("512"), undefined);
  });

  test("stays when another window that was there meanwhile writes, or is done", async () => {
    const [first, second] = [await Host.begin(), await Host.begin()];
    await second.files.write("512", { version: 1 });
    second.end();
    await first.files.write("512", { version: 2 });
    assert.deepEqual(kept().toSorted(), [first.kept("512"), second.kept("512")].toSorted());
    await first.files.remove("512");
    assert.deepEqual(await (await Host.begin()).files.read("512"), { version: 1 });
  });

  test("is not known where another window has something else, whether it is there or not", async () => {
    const [first, second] = [await Host.begin(), await Host.begin()];
    await first.files.write("512", { version: 1 });
    await second.files.write("512", { version: 2 });
    second.end();
    assert.equal(await (await Host.begin()).files.read("512"), undefined);
    first.end();
    const next = await Host.begin();
    assert.equal(await next.files.read("512"), undefined);
    // Of what it goes on from the one after it knows.
    await next.files.write("512", { version: 3 });
    next.end();
    assert.deepEqual(await (await Host.begin()).files.read("512"), { version: 3 });
  });

  test("is not known where what another one left cannot be read, as a loss of power leaves it", async () => {
    const both = [await Host.begin(), await Host.begin()] as const;
    for (const host of both) {
      await host.files.write("512", { version: 1 });
      host.end();
    }
    writeFileSync(path.join(folder, "team", both[0].kept("512")), "");
    const failures: unknown[] = [];
    const next = await Host.begin(failures);
    assert.equal(await next.files.read("512"), undefined);
    assert.equal(failures.length, 1);
    next.end();
    assert.equal(await (await Host.begin()).files.read("512"), undefined);
  });

  test("is known where several left the same", async () => {
    const both = [await Host.begin(), await Host.begin()];
    for (const host of both) {
      await host.files.write("512", { version: 1 });
      host.end();
    }
    const next = await Host.begin();
    assert.deepEqual(await next.files.read("512"), { version: 1 });
    assert.deepEqual(kept(), [next.kept("512")]);
  });

  test("of an open window stays, whoever else writes or is done", async () => {
    const [open, other] = [await Host.begin(), await Host.begin()];
    await open.files.write("512", { version: 1 });
    await other.files.write("512", { version: 2 });
    await other.files.remove("512");
    assert.deepEqual(await open.files.read("512"), { version: 1 });
    assert.deepEqual(kept(), [open.kept("512")]);
  });

  test("is in the order in which it was asked for, whatever the disk does first", async () => {
    const { files } = new Host();
    const last = { version: 200 };
    await Promise.all([
      ...Array.from({ length: 200 }, (_, version) => files.write("512", { version })),
      files.remove("512"),
      files.write("512", last),
    ]);
    assert.deepEqual(await files.read("512"), last);
  });
});
