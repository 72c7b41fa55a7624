import assert from "node:assert/strict";
import { once } from "node:events";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import * as vscode from "vscode";
import { Hosts } from "../../src/core/windows/hosts.ts";
import { Leases } from "../../src/core/windows/leases.ts";
import { DeletedCopies } from "../../src/editor/deletion/deletedCopies.ts";
import { CommentBox } from "../../src/editor/sourceControl/commentBox.ts";
import { InheritedFiles } from "../../src/editor/storage/inheritedFiles.ts";
import { JsonFiles, removeFolder } from "../../src/editor/storage/jsonFiles.ts";
import { OwnFiles } from "../../src/editor/storage/ownFiles.ts";
import { watchFlushed } from "../support/flushedFiles.ts";
import { fillDisk } from "../support/fullDisk.ts";
import { refuseRemoving } from "../support/unreadableFiles.ts";

/** Keeps `file` from being read, as a program does that has it open; what is given gives it back. */
function withhold(file: string): () => void {
  renameSync(file, `${file}.withheld`);
  symlinkSync(file, file);
  return () => renameSync(`${file}.withheld`, file);
}

suite("What is kept as files", () => {
  let folder: string;

  setup(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "kept-"));
  });

  teardown(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const files = (failures: unknown[] = []) =>
    new JsonFiles(vscode.Uri.file(folder), 1, (error) => failures.push(error));

  test("is what one window or another wrote, however many write at once", async () => {
    const failures: unknown[] = [];
    const windows = [files(failures), files(failures)];
    const long = "x".repeat(200_000);
    for (let round = 0; round < 40; round++) {
      const written = await Promise.all(windows.map((each, n) => each.write("90", n === 0 ? long : `${round}`)));
      assert.deepEqual(written, [true, true]);
      assert.ok([long, `${round}`].includes(String(await files(failures).read("90"))));
    }
    assert.deepEqual([readdirSync(folder), failures], [["90.json"], []]);
  });

  test("tells where a folder of it cannot be removed, and nothing where there is none", async () => {
    const [kept, none] = ["kept", "none"].map((name) => vscode.Uri.file(path.join(folder, name)));
    assert.ok(kept && none);
    mkdirSync(kept.fsPath);
    const refused = refuseRemoving((file) => file === kept.fsPath);
    try {
      await assert.rejects(removeFolder(kept), { code: "EPERM" });
    } finally {
      refused.end();
    }
    await removeFolder(kept);
    await removeFolder(none);
    assert.deepEqual(readdirSync(folder), []);
  });

  test("leaves what a crash left unfinished for a month, and not longer", async () => {
    const left = (n: number) => `90.json.0000000${n}-0000-0000-0000-000000000000`;
    for (const n of [1, 2]) {
      writeFileSync(path.join(folder, left(n)), "{");
    }
    utimesSync(path.join(folder, left(1)), 0, 0);
    await files().write("91", 1);
    assert.deepEqual(readdirSync(folder).toSorted(), [left(2), "91.json"]);
  });

  test("is none where there is no file or no JSON, and a failure where it cannot be read", async () => {
    const failures: unknown[] = [];
    assert.equal(await files(failures).read("90"), undefined);
    assert.deepEqual(failures, []);
    writeFileSync(path.join(folder, "90.json"), "");
    assert.equal(await files(failures).read("90"), undefined);
    assert.deepEqual([failures.length, readdirSync(folder)], [1, ["90.json.broken"]]);
    await files(failures).write("90", { saved: 1 });
    const ofAnotherVersion = new JsonFiles(vscode.Uri.file(folder), 2, (error) => assert.fail(String(error)));
    assert.equal(await ofAnotherVersion.read("90"), undefined);
    const back = withhold(path.join(folder, "90.json"));
    await assert.rejects(files(failures).read("90"), /ELOOP/);
    back();
    assert.deepEqual(await files(failures).read("90"), { saved: 1 });
  });

  test("are copies of deleted artifacts where their names say so, and of days that there are", async () => {
    const copies = new DeletedCopies(vscode.Uri.file(folder));
    const kept = await copies.keep({ connectionId: "team", artifactId: 512 }, '{"title":"Kept"}');
    const put = (name: string) => path.join(folder, "deleted", "team", name);
    for (const time of ["9999-99-99T99-99-99.999Z", "2026-02-03T04-05-60.000Z"]) {
      writeFileSync(put(`513-deleted-${time}.json`), "{}");
    }
    mkdirSync(put("514-deleted-2026-01-02T03-04-05.000Z.json"));
    await copies.removeOld("team");
    const listed = await copies.list("team");
    assert.deepEqual(await Promise.all(listed.map(async (copy) => [copy.artifactId, await copies.titleIn(copy)])), [
      [512, "Kept"],
    ]);
    assert.equal(listed[0]?.deletedOn.getTime(), kept.deletedOn.getTime());
  });

  test("brings the words of a comment back once they can be read, and takes no others for them", async () => {
    const address = () => "https://one.example/api/v1";
    const alone = () => {
      const kept = files();
      return {
        take: async (name: string) => [await kept.read(name)],
        write: (name: string, data: object) => kept.write(name, data),
        remove: (name: string) => kept.remove(name),
        settled: () => kept.settled(),
      };
    };
    const before = new CommentBox(alone(), "box", address);
    await before.put("typed before");
    const back = withhold(path.join(folder, "box.json"));
    const after = new CommentBox(alone(), "box", address);
    const failure = /^Nothing was sent or replaced:/;
    await assert.rejects(after.words(), { message: failure });
    await assert.rejects(after.put("another"), { message: failure });
    await assert.rejects(
      after.noteDone(vscode.Uri.parse("artifact://one/artifacts/1.artifact.json"), () => true),
      {
        message: failure,
      },
    );
    back();
    assert.equal(await after.words(), "typed before");
  });
});

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
    readonly words: InheritedFiles;
    readonly name: string;
    readonly hosts: Hosts;
    /** It shows no sign for now. */
    hangs = false;
    readonly #leases: Leases;

    /** With `failures` they are gathered there. */
    constructor(failures?: unknown[]) {
      const onFailure = (error: unknown) => failures?.push(error) ?? assert.fail(String(error));
      const look = () => Promise.all(begun.map((host) => host.hangs || host.#leases.beat()));
      const beat = (signal: AbortSignal) => once(signal, "abort");
      this.#leases = new Leases(async () => {}, onFailure, { look, beat });
      this.hosts = new Hosts(folder, this.#leases);
      this.name = this.hosts.name;
      const own = vscode.Uri.file(path.join(folder, "team"));
      this.files = new OwnFiles(own, this.hosts, 1, onFailure);
      this.words = new InheritedFiles(own, this.hosts, onFailure);
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

  /** A host writes words, and ends. */
  const leave = async (words: string): Promise<void> => {
    const last = await Host.begin();
    await last.words.write("512", words);
    last.end();
  };

  /** A host writes words and hangs while another one begins, which takes it for ended. It is there again. */
  const hung = async (words: string): Promise<readonly [Host, Host]> => {
    const first = await Host.begin();
    await first.words.write("512", words);
    first.hangs = true;
    const second = await Host.begin();
    assert.equal(await second.hosts.hadEnded(first.name), true);
    first.hangs = false;
    return [first, second];
  };

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

  test("is of the comment box what was typed in it, and never what is typed in that of another window", async () => {
    const address = () => "https://one.example/api/v1";
    const [first, second] = [await Host.begin(), await Host.begin()];
    const box = new CommentBox(first.words, "box", address);
    await box.put("Typed in the first");
    const other = new CommentBox(second.words, "box", address);
    assert.equal(await other.words(), "");
    await other.put("Typed in the second");
    await other.put("");
    assert.equal(await box.words(), "Typed in the first");
    const input = { value: "Typed in the first", placeholder: "", enabled: true, visible: true };
    box.show(input);
    await box.words();
    input.value = "Changed just before the end";
    await box.hide();
    first.end();
    const next = new CommentBox((await Host.begin()).words, "box", address);
    assert.equal(await next.words(), "Changed just before the end");
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

  test("stays where the disk does not give it right now, and is known once it does", async () => {
    const both = [await Host.begin(), await Host.begin()] as const;
    for (const host of both) {
      await host.files.write("512", { version: 1 });
      host.end();
    }
    const left = path.join(folder, "team", both[0].kept("512"));
    const back = withhold(left);
    const failures: unknown[] = [];
    const next = await Host.begin(failures);
    await assert.rejects(next.files.read("512"), /cannot be read right now \(ELOOP\)/);
    assert.equal(failures.length, 1);
    back();
    assert.deepEqual(await next.files.read("512"), { version: 1 });
    withhold(path.join(folder, "team", next.kept("512")));
    await assert.rejects(next.files.read("512"), /ELOOP/);
  });

  test("stays where a full disk takes no other file, for the host after that", async () => {
    const last = await Host.begin();
    await last.files.write("512", { version: 1 });
    last.end();
    const failures: unknown[] = [];
    const disk = fillDisk(folder);
    const next = await Host.begin(failures);
    assert.deepEqual(await next.files.read("512"), { version: 1 });
    await next.files.write("512", { version: 2 });
    next.end();
    disk.end();
    assert.ok(failures.length > 0);
    assert.deepEqual(await (await Host.begin()).files.read("512"), { version: 1 });
  });

  test("is not what was there before where a full disk does not take what it is now", async () => {
    const failures: unknown[] = [];
    const last = await Host.begin(failures);
    for (const name of ["512", "513"]) {
      await last.files.write(name, { version: 1 });
    }
    const disk = fillDisk(folder);
    await last.files.writeOrForget("512", { version: 2 });
    await last.files.write("513", { version: 2 });
    last.end();
    disk.end();
    assert.ok(failures.length > 0);
    const next = await Host.begin();
    assert.deepEqual([await next.files.read("512"), await next.files.read("513")], [undefined, { version: 1 }]);
    await next.files.writeOrForget("512", { version: 3 });
    assert.deepEqual(await next.files.read("512"), { version: 3 });
  });

  test("is nothing of what hosts left that had ended, once another one has forgotten it or knows it anew", async () => {
    const last = await Host.begin();
    for (const name of ["512", "513"]) {
      await last.files.write(name, { version: 1 });
    }
    last.end();
    const next = await Host.begin();
    await next.files.remove("512");
    await next.files.writeOrForget("513", { version: 2 });
    assert.deepEqual(kept(), [next.kept("513")]);
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

  test("is all that several left, where it can be put together, and nothing of one that is there", async () => {
    const address = () => "https://one.example/api/v1";
    const [first, second, open] = [await Host.begin(), await Host.begin(), await Host.begin()];
    for (const [host, words] of [
      [first, "Typed in the first"],
      [second, "Typed in the second"],
      [open, "Typed in one that is open"],
    ] as const) {
      await new CommentBox(host.words, "box", address).put(words);
    }
    first.end();
    second.end();
    const box = new CommentBox((await Host.begin()).words, "box", address);
    const words = await box.words();
    assert.deepEqual(words.split("\n\n").toSorted(), ["Typed in the first", "Typed in the second"]);
    await box.put(`${words}, and on`);
    assert.deepEqual(kept().length, 2);
  });

  test("stays where a full disk takes nothing in its place", async () => {
    const last = await Host.begin();
    await last.words.write("box", "Left");
    last.end();
    const failures: unknown[] = [];
    const next = await Host.begin(failures);
    await next.words.take("box");
    const disk = fillDisk(folder);
    assert.equal(await next.words.write("box", "Left, and on"), false);
    disk.end();
    next.end();
    assert.ok(failures.length > 0);
    assert.deepEqual(await (await Host.begin()).words.take("box"), ["Left"]);
  });

  test("is taken over by one host alone, which is then the only one that has it", async () => {
    await leave("Why");
    const [first, second] = [await Host.begin(), await Host.begin()];
    const both = await Promise.all([first.words.take("512"), second.words.take("512")]);
    assert.deepEqual(
      both.toSorted((a, b) => a.length - b.length),
      [[], ["Why"]],
    );
    const [other, taker] = both[0].length > 0 ? [second, first] : [first, second];
    assert.deepEqual([await taker.words.take("512"), await other.words.take("512")], [["Why"], []]);
    await taker.words.write("512", "Why then");
    assert.deepEqual([kept(), await taker.words.take("512")], [[taker.kept("512")], ["Why then"]]);
  });

  test("is taken over again from a host that wrote nothing itself, but from none that is there", async () => {
    await leave("Why");
    for (let n = 0; n < 3; n++) {
      const next = await Host.begin();
      assert.deepEqual(await next.words.take("512"), ["Why"]);
      assert.deepEqual(await (await Host.begin()).words.take("512"), []);
      next.end();
    }
  });

  test("is known to be taken over by a host that was taken for ended, and not by one that has removed it", async () => {
    const first = await Host.begin();
    await first.words.write("512", "Written");
    await first.words.write("513", "Removed");
    await first.words.remove("513");
    assert.deepEqual([await first.words.isTaken("512"), await first.words.isTaken("513")], [false, false]);
    first.end();
    const second = await Host.begin();
    await second.words.take("512");
    assert.deepEqual([await first.words.isTaken("512"), await second.words.isTaken("512")], [true, false]);
    second.end();
    await (await Host.begin()).words.take("512");
    assert.equal(await second.words.isTaken("512"), true);
    await second.words.remove("512");
    assert.equal(await second.words.isTaken("512"), false);
  });

  test("is not taken over by a window that was there when another one ended: that comes back for its words", async () => {
    const [open, other] = [await Host.begin(), await Host.begin()];
    await other.words.write("512", "Why");
    other.end();
    assert.deepEqual(await open.words.take("512"), []);
    assert.deepEqual(await (await Host.begin()).words.take("512"), ["Why"]);
  });

  test("is written so that a loss of power leaves it", async () => {
    const host = await Host.begin();
    const flushed: string[] = [];
    const watch = watchFlushed(path.join(folder, "team"), (file) => flushed.push(path.basename(file)));
    await host.words.write("512", "Why");
    watch.end();
    assert.deepEqual(flushed, [host.kept("512")]);
  });

  test("is not taken over from a host that was taken for ended, as it hung, and is there again", async () => {
    const [first, second] = await hung("Why");
    assert.deepEqual([await second.words.take("512"), await first.words.isTaken("512")], [[], false]);
    first.end();
    assert.deepEqual(await second.words.take("512"), ["Why"]);
  });

  test("is taken over though many hosts in a row wrote nothing", async () => {
    await leave("Why");
    for (let n = 0; n < 20; n++) {
      const next = await Host.begin();
      assert.deepEqual(await next.words.take("512"), ["Why"]);
      next.end();
    }
  });

  test("stays where a host hung that is there again, while another one that took it for ended writes", async () => {
    const [first, second] = await hung("Why");
    await second.words.take("512");
    await second.words.write("512", "Another");
    await second.words.remove("512");
    assert.deepEqual([await first.words.isTaken("512"), await first.words.take("512")], [false, ["Why"]]);
  });

  test("is replaced each time that it is taken over, and known to be nothing where nothing was", async () => {
    const first = await Host.begin();
    await first.words.write("512", "Why");
    first.hangs = true;
    const second = await Host.begin();
    await second.words.take("512");
    await second.words.write("512", "Why then");
    assert.deepEqual([await first.words.take("512"), await first.words.isTaken("512")], [[], false]);
    await first.words.write("512", "Typed on");
    first.end();
    assert.deepEqual((await second.words.take("512")).toSorted(), ["Typed on", "Why then"]);
    await second.words.write("512", "Both");
    assert.deepEqual([kept(), await second.words.take("512")], [[second.kept("512")], ["Both"]]);
  });

  test("is replaced by what takes its place, though another program keeps it from being removed", async () => {
    await leave("Why");
    const next = await Host.begin();
    await next.words.take("512");
    const held = refuseRemoving((file) => file.includes("512@"));
    await next.words.write("512", "Why then");
    held.end();
    next.end();
    assert.deepEqual(await (await Host.begin()).words.take("512"), ["Why then"]);
  });

  test("goes with what takes its place, where several left it, though another program held it then", async () => {
    const both = [await Host.begin(), await Host.begin()];
    for (const host of both) {
      await host.words.write("512", "Why");
      host.end();
    }
    const failures: unknown[] = [];
    const next = await Host.begin(failures);
    await next.words.take("512");
    const held = refuseRemoving((file) => file.includes("512@"));
    await next.words.write("512", "Why then");
    held.end();
    assert.deepEqual([failures.length, kept().length], [1, 2]);
    await next.words.remove("512");
    assert.deepEqual(kept(), []);
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
