import assert from "node:assert/strict";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { Leases } from "../../../../src/core/windows/leases.ts";
import { fillDisk } from "../../../support/fullDisk.ts";
import { someTurns } from "../../../support/patience.ts";

/** No process of a machine that counts them by 22 bits, as all do. */
const ended = 2 ** 22 + 1;

suite("what one window of several holds", () => {
  let folder: string;
  let lock: string;
  let windows: Window[];
  let mended: (() => void)[];

  setup(() => {
    folder = path.join(mkdtempSync(path.join(tmpdir(), "leases-")), "team");
    lock = path.join(folder, "12-1.json.lock");
    windows = [];
    mended = [];
  });

  teardown(() => {
    mended.forEach((mend) => void mend());
    for (const window of windows) {
      window.leases.dispose();
    }
    rmSync(path.dirname(folder), { recursive: true, force: true });
  });

  class Window {
    readonly leases: Leases;
    readonly failures: unknown[] = [];
    looks = 0;
    onLook: () => unknown = () => {};
    isThere: () => Promise<unknown> = async () => {};
    /** Each pause before it tells again that it is there, with what ends it. */
    readonly beats: (() => void)[] = [];
    readonly waits: AbortSignal[] = [];

    constructor() {
      this.leases = new Leases(
        () => this.isThere(),
        (error) => this.failures.push(error),
        {
          look: async () => {
            this.looks++;
            await this.onLook();
          },
          beat: async (signal) => {
            const { promise, resolve } = Promise.withResolvers<void>();
            this.beats.push(resolve);
            this.waits.push(signal);
            await Promise.race([promise, once(signal, "abort")]);
          },
        },
      );
      windows.push(this);
    }
  }

  const holder = (id: string, pid = process.pid) => JSON.stringify({ host: hostname(), pid, id });
  /** Another window of this process holds it, which shows nothing of itself. */
  const leave = (text = holder("silent")) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(lock, text);
  };
  /** Something else is done by a function of the disk, until the test is over. */
  const replace = <K extends "writeFile" | "readFile" | "mkdir">(
    name: K,
    by: (original: (typeof files)[K]) => unknown,
  ) => {
    const original = files[name];
    Object.assign(files, { [name]: by(original) });
    syncBuiltinESMExports();
    mended.push(() => {
      Object.assign(files, { [name]: original });
      syncBuiltinESMExports();
    });
  };

  test("is waited for no longer once that is closed", async () => {
    const window = new Window();
    await window.leases.take(lock, false);
    window.leases.dispose();
    assert.deepEqual(
      window.waits.map(({ aborted }) => aborted),
      [true],
    );
  });

  test("stays with the window that took it while a silent one was watched", async () => {
    const window = new Window();
    leave();
    window.onLook = () => {
      if (window.looks === 100) {
        // The last look before it is taken for gone.
        writeFileSync(lock, holder("quicker"));
      } else if (window.looks > 100) {
        utimesSync(lock, new Date(), new Date(Date.now() - window.looks * 1000));
      }
    };
    assert.equal(await window.leases.take(lock, true), "elsewhere");
    assert.equal(readFileSync(lock, "utf8"), holder("quicker"));
    assert.deepEqual(readdirSync(folder), [path.basename(lock)]);
    assert.deepEqual(window.failures, []);
  });

  test("stays with a third one that took it while that was found out", async () => {
    const window = new Window();
    leave();
    window.onLook = () => window.looks === 100 && writeFileSync(lock, holder("quicker"));
    replace("readFile", (readFile) => async (...args: Parameters<typeof files.readFile>) => {
      const text = await readFile(...args);
      if (String(args[0]).startsWith(`${lock}.`)) {
        writeFileSync(lock, holder("third"));
        window.onLook = () => utimesSync(lock, new Date(), new Date(window.looks * 1000));
      }
      return text;
    });
    assert.equal(await window.leases.take(lock, true), "elsewhere");
    assert.equal(readFileSync(lock, "utf8"), holder("third"));
  });

  for (const { what, onLook } of [
    { what: "gives it back", onLook: () => rmSync(lock, { force: true }) },
    { what: "has lost it to one that has ended", onLook: () => writeFileSync(lock, holder("gone", ended)) },
  ]) {
    test(`is had at once where the one that had it ${what} while it is watched`, async () => {
      const window = new Window();
      leave();
      window.onLook = onLook;
      assert.deepEqual([await window.leases.take(lock, true), window.looks], ["taken", 1]);
    });
  }

  test("is had where it was given back just before it was looked at", async () => {
    const window = new Window();
    let tries = 0;
    replace("writeFile", (writeFile) => async (...args: Parameters<typeof files.writeFile>) => {
      if (tries++ === 0) {
        throw Object.assign(new Error("EEXIST"), { code: "EEXIST" });
      }
      await writeFile(...args);
    });
    assert.equal(await window.leases.take(lock, false), "taken");
  });

  test("is had where another window removes the folder meanwhile", async () => {
    const window = new Window();
    let tries = 0;
    replace("writeFile", (writeFile) => async (...args: Parameters<typeof files.writeFile>) => {
      if (tries++ === 0) {
        rmSync(folder, { recursive: true });
      }
      await writeFile(...args);
    });
    assert.deepEqual([await window.leases.take(lock, false), window.failures], ["taken", []]);
  });

  test("is had where another window removes the folder while it is made", async () => {
    const window = new Window();
    let tries = 0;
    replace("mkdir", (mkdir) => async (...args: Parameters<typeof files.mkdir>) => {
      if (tries++ === 0) {
        throw Object.assign(new Error("ENOENT"), { code: "ENOENT" });
      }
      return await mkdir(...args);
    });
    assert.deepEqual([await window.leases.take(lock, false), window.failures], ["taken", []]);
  });

  for (const { what, left, expected } of [
    { what: "by a process that has ended", left: holder("gone", ended), expected: "taken" },
    { what: "by what is no process", left: holder("damaged", 0), expected: "taken" },
    { what: "by another machine", left: JSON.stringify({ host: "elsewhere", pid: ended }), expected: "elsewhere" },
    { what: "by what names no process", left: JSON.stringify({ host: hostname() }), expected: "elsewhere" },
    { what: "by a file that is just being written", left: "", expected: "elsewhere" },
  ]) {
    test(`${what} is ${expected}`, async () => {
      const window = new Window();
      leave(left);
      assert.equal(await window.leases.take(lock, false), expected);
    });
  }

  test("by a process of another user stays there", async () => {
    const window = new Window();
    leave();
    const { kill } = process;
    process.kill = () => {
      throw Object.assign(new Error("EPERM"), { code: "EPERM" });
    };
    mended.push(() => Object.assign(process, { kill }));
    assert.equal(await window.leases.take(lock, false), "elsewhere");
  });

  test("is not elsewhere where it is here, which needs no look", async () => {
    const window = new Window();
    await window.leases.take(lock, false);
    assert.deepEqual([await window.leases.isElsewhere(lock), window.looks], [false, 0]);
  });

  for (const end of ["dispose", "release"] as const) {
    test(`and that another one took since stays with that, where it comes to «${end}»`, async () => {
      const window = new Window();
      await window.leases.take(lock, false);
      writeFileSync(lock, holder("another"));
      await window.leases[end](lock);
      assert.deepEqual([readFileSync(lock, "utf8"), window.leases.has(lock)], [holder("another"), false]);
    });
  }

  test("is told of again where it was lost and is back", async () => {
    const window = new Window();
    await window.leases.take(lock, false);
    const own = readFileSync(lock);
    rmSync(lock);
    await window.leases.beat();
    assert.equal(window.leases.has(lock), false);
    writeFileSync(lock, own);
    assert.deepEqual([await window.leases.take(lock, false), window.leases.has(lock)], ["kept", true]);
  });

  test("is not lost for being unreadable for a while", async () => {
    const window = new Window();
    await window.leases.take(lock, false);
    replace("readFile", () => async () => {
      throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    });
    await window.leases.beat();
    assert.equal(window.leases.has(lock), true);
  });

  test("is told of by a window alone that answers", async () => {
    const window = new Window();
    await window.leases.take(lock, false);
    utimesSync(lock, 1, 1);
    window.isThere = () => Promise.reject(new Error("gone"));
    await assert.rejects(window.leases.beat());
    assert.equal(statSync(lock).mtimeMs, 1000);
    window.isThere = async () => {};
    await window.leases.beat();
    assert.notEqual(statSync(lock).mtimeMs, 1000);
  });

  test("is told of as long as something is held, and again once something is", async () => {
    const window = new Window();
    await window.leases.take(lock, false);
    assert.equal(window.beats.length, 1);
    await window.leases.release(lock);
    window.beats[0]?.();
    await someTurns();
    assert.equal(window.beats.length, 1);
    await window.leases.take(lock, false);
    assert.equal(window.beats.length, 2);
  });

  test("is told of by nothing that is over", async () => {
    const window = new Window();
    window.leases.dispose();
    await window.leases.take(lock, false);
    assert.deepEqual([window.beats.length, existsSync(lock)], [0, true]);
    rmSync(lock);
  });

  test("stays there while another window can open no files", async () => {
    const [first, second] = [new Window(), new Window()];
    assert.equal(await first.leases.take(lock, false), "taken");
    replace("writeFile", () => async () => {
      throw Object.assign(new Error("EMFILE: too many open files"), { code: "EMFILE" });
    });
    assert.deepEqual([await second.leases.take(lock, false), second.failures.length], ["kept", 1]);
    mended.pop()?.();
    assert.equal(await second.leases.take(lock, false), "elsewhere");
  });

  test("is its own, and not waited for, where its file is a link to nothing", async () => {
    mkdirSync(folder);
    symlinkSync(path.join(folder, "nothing", "there"), lock);
    const window = new Window();
    assert.deepEqual([await window.leases.take(lock, true), window.failures.length], ["kept", 1]);
  });

  test("is its own where the disk told only afterwards that it was full", async () => {
    const [first, second] = [new Window(), new Window()];
    const full = fillDisk(folder, 1000);
    mended.push(() => full.end());
    assert.equal(await first.leases.take(lock, false), "kept");
    full.end();
    assert.equal(await second.leases.take(lock, false), "elsewhere");
  });
});
