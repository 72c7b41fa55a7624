import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { utimes } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { CommentRecord, commentForm } from "../../../../src/core/comment/commentRecord.ts";
import { type ArtifactDraft, artifactDrafts } from "../../../../src/core/draft/draft.ts";
import type { DraftState } from "../../../../src/core/draft/ports.ts";
import { PostedDraft } from "../../../../src/core/draft/postedDraft.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { RepositoryPosting, repositoryDrafts } from "../../../../src/core/svn/repositoryDraft.ts";
import { DraftFolder, type DraftForm } from "../../../../src/core/windows/draftFolder.ts";
import { DraftRecord } from "../../../../src/core/windows/draftRecord.ts";
import { SendingNotKept, type SentOnce } from "../../../../src/core/windows/draftStore.ts";
import { Leases } from "../../../../src/core/windows/leases.ts";
import { artifactDraft } from "../../../support/artifactDraft.ts";
import { watchFlushed } from "../../../support/flushedFiles.ts";
import { type FullDisk, fillDisk } from "../../../support/fullDisk.ts";
import {
  refuseReading,
  refuseRemoving,
  refuseWriting,
  type UnreadableFiles,
} from "../../../support/unreadableFiles.ts";
import { field, tracker } from "../draft/trackers.ts";

const { signal } = new AbortController();
const structure = tracker(field(1, "string", { isRequired: true }));
const name = "12-1.json";
const text = JSON.stringify({ tracker: { id: 12 }, values: [{ field_id: 1, value: "It breaks" }] });

suite("a draft that two windows show", () => {
  let root: string;
  let folder: string;
  let posts: string[];
  let address: string | undefined;
  let windows: Window[];

  setup(() => {
    root = mkdtempSync(path.join(tmpdir(), "drafts-"));
    folder = path.join(root, "team");
    mkdirSync(folder);
    posts = [];
    address = "https://tracker.example/api/v1";
    windows = [];
  });

  teardown(() => {
    for (const window of windows) {
      window.leases.dispose();
    }
    rmSync(root, { recursive: true, force: true });
  });

  /** Gives the drafts of the one folder as a window with these leases has them. */
  const draftsIn = <S extends SentOnce>(
    leases: Leases,
    form: DraftForm<S>,
    onFailure: (error: unknown) => void = () => {},
  ) => new DraftFolder(folder, leases, form, () => address, onFailure);

  /**
   * A window on the one folder. Its silence is not waited for by a clock: `onLook` is what happens between two looks.
   * It tells that it is there when it is made to.
   */
  class Window {
    readonly leases: Leases;
    readonly #folder: DraftFolder<DraftState>;
    readonly #label: string;
    /** What the service does with the next POSTs. */
    readonly answers: (() => Promise<void>)[] = [];
    /** What happens while the structure of the tracker is read. */
    onRead: () => Promise<void> = async () => {};
    onLook: () => Promise<void> = async () => {};
    /** What happens just before a draft is sent. */
    onSend: () => void = () => {};

    constructor(label: string, onFailure: (error: unknown) => void = (error) => assert.fail(String(error))) {
      this.#label = label;
      const pauses = { look: () => this.onLook(), beat: (signal: AbortSignal) => once(signal, "abort") };
      this.leases = new Leases(async () => {}, onFailure, pauses);
      this.#folder = draftsIn(this.leases, artifactDrafts, onFailure);
      windows.push(this);
    }

    store(draft = name) {
      return this.#folder.store(draft);
    }

    /** The connection is gone from the settings. */
    noteRemoval(): void {
      this.#folder.noteRemoval();
    }

    remove(): Promise<void> {
      this.noteRemoval();
      return this.#folder.remove();
    }

    draft(draft = name): ArtifactDraft {
      const createArtifact = async () => {
        posts.push(this.#label);
        await this.answers.shift()?.();
        return { artifactId: 512 + posts.length };
      };
      return artifactDraft(
        { trackerId: 12, format: "json" },
        { createArtifact, recentArtifacts: async () => ({ items: [] }) },
        async () => {
          await this.onRead();
          return structure;
        },
        this.store(draft),
        () => {
          this.onSend();
          return Date.now();
        },
      ).draft;
    }
  }

  const lost = async () => {
    throw new ServiceError({ method: "POST", path: "/artifacts", kind: "answerLost" });
  };
  /** The first window tells that it is there while the second one looks. */
  const beatWhile = (watching: Window, there: Window) => {
    watching.onLook = () => there.leases.beat();
  };
  const opened = async (window: Window) => {
    const draft = window.draft();
    await draft.restore();
    return draft;
  };

  test("is sent by the one that has it, and told of in the other", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    const copy = await opened(second);
    beatWhile(second, first);
    assert.deepEqual([mine.isElsewhere, copy.isElsewhere], [false, true]);
    assert.equal(await copy.claim(), "elsewhere");
    assert.deepEqual(await copy.create(text, signal), { kind: "elsewhere" });
    assert.equal((await mine.create(text, signal)).kind, "created");
    assert.deepEqual(posts, ["first"]);
  });

  test("is not sent by the other once it was sent and closed", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    const copy = await opened(second);
    await mine.create(text, signal);
    await mine.discard();
    assert.deepEqual(await copy.create(text, signal), { kind: "over" });
    assert.deepEqual(await copy.create(text, signal), { kind: "over" });
    assert.deepEqual([posts, existsSync(folder)], [["first"], false]);
  });

  test("is not sent by the other once another draft has its name", async () => {
    const [first, second, third] = [new Window("first"), new Window("second"), new Window("third")];
    const mine = await opened(first);
    const copy = await opened(second);
    await mine.discard();
    const next = await opened(third);
    third.leases.dispose();
    assert.deepEqual(await copy.create(text, signal), { kind: "over" });
    assert.equal((await next.create(text, signal)).kind, "created");
    assert.deepEqual(posts, ["third"]);
  });

  test("keeps the record of its lost answer, whatever the other does", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    const copy = await opened(second);
    first.answers.push(lost);
    assert.equal((await mine.create(text, signal)).kind, "unknown");
    beatWhile(second, first);
    assert.equal(await second.draft().startAnew(), false);
    await copy.discard();
    await copy.forgetAttempt();
    await copy.settle({ artifactId: 600 });
    assert.equal((await mine.create(text, signal)).kind, "unknown");
    const restarted = new Window("restarted");
    first.leases.dispose();
    assert.equal((await restarted.draft().create(text, signal)).kind, "unknown");
    assert.deepEqual(posts, ["first"]);
  });

  test("is sent by the other once somebody has looked for it in the first one, and closed that", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    first.answers.push(lost);
    await mine.create(text, signal);
    const copy = await opened(second);
    assert.ok(copy.attempt);
    await mine.forgetAttempt();
    first.leases.dispose();
    assert.equal((await copy.create(text, signal)).kind, "created");
    assert.deepEqual(posts, ["first", "second"]);
  });

  test("is not sent again by the other when the first one's answer was lost after both had opened it", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    const copy = await opened(second);
    first.answers.push(lost);
    await mine.create(text, signal);
    first.leases.dispose();
    const outcome = await copy.create(text, signal);
    assert.ok(outcome.kind === "unknown" && outcome.attempt.entries.length === 1);
    await copy.forgetAttempt();
    assert.equal((await copy.create(text, signal)).kind, "created");
    assert.deepEqual(posts, ["first", "second"]);
  });

  test("is not sent again where the other has sent it while the first one's save read the tracker", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    const copy = await opened(second);
    first.onRead = async () => {
      // The first one is silent all that time.
      await copy.create(text, signal);
      second.leases.dispose();
    };
    assert.deepEqual(await mine.create(text, signal), { kind: "created", artifactId: 513 });
    assert.deepEqual(posts, ["second"]);
  });

  suite("and of which all is removed with the connection", () => {
    test("tells where they cannot be removed", async () => {
      const first = new Window("first");
      await opened(first);
      const files = refuseRemoving((file) => file === folder);
      try {
        await assert.rejects(first.remove(), { code: "EPERM" });
      } finally {
        files.end();
      }
      assert.ok(existsSync(folder));
    });

    test("is still the one's that has it", async () => {
      const first = new Window("first");
      const mine = await opened(first);
      await first.remove();
      assert.equal((await mine.create(text, signal)).kind, "created");
      assert.equal((await mine.create(text, signal)).kind, "created");
      assert.deepEqual([posts, (await first.store().read())?.created?.artifactId], [["first"], 513]);
    });

    test("by another window is still the one's that has it", async () => {
      const [first, second] = [new Window("first"), new Window("second")];
      const mine = await opened(first);
      await second.remove();
      await first.leases.beat();
      first.noteRemoval();
      assert.equal((await mine.create(text, signal)).kind, "created");
    });

    test("is not sent again by a window that had lost it before", async () => {
      const [asleep, second] = [new Window("asleep"), new Window("second")];
      const mine = await opened(asleep);
      assert.equal((await (await opened(second)).create(text, signal)).kind, "created");
      beatWhile(asleep, second);
      assert.equal((await mine.create(text, signal)).kind, "elsewhere");
      await second.remove();
      asleep.noteRemoval();
      assert.equal((await mine.create(text, signal)).kind, "over");
      assert.deepEqual(posts, ["second"]);
    });

    test("is not sent by a window in which it is over already", async () => {
      const [first, second] = [new Window("first"), new Window("second")];
      const mine = await opened(first);
      const copy = await opened(second);
      await mine.create(text, signal);
      await mine.discard();
      assert.equal((await copy.create(text, signal)).kind, "over");
      await second.remove();
      assert.equal((await copy.create(text, signal)).kind, "over");
      assert.deepEqual(posts, ["first"]);
    });

    test("is not sent again where nobody knows whether it arrived", async () => {
      const first = new Window("first");
      const mine = await opened(first);
      first.answers.push(lost);
      assert.equal((await mine.create(text, signal)).kind, "unknown");
      await first.remove();
      assert.equal((await mine.create(text, signal)).kind, "unknown");
      assert.equal((await first.draft().create(text, signal)).kind, "unknown");
      assert.deepEqual(posts, ["first"]);
    });

    for (const where of ["the same address", "another address"]) {
      test(`is asked about, not sent again, where a window is opened with its text at ${where}`, async () => {
        const first = new Window("first");
        const mine = await opened(first);
        first.answers.push(lost);
        assert.equal((await mine.create(text, signal)).kind, "unknown");
        await first.remove();
        first.leases.dispose();
        address = where === "another address" ? "https://other.example/api/v1" : (address ?? "");
        for (const label of ["again", "once more"]) {
          const window = new Window(label);
          const restored = window.draft();
          await restored.restore(true);
          await restored.text(signal);
          assert.deepEqual(await restored.create(text, signal), { kind: "otherAddress" });
          assert.deepEqual(restored.otherAddress, { from: undefined, to: address, isInDoubt: false });
          window.leases.dispose();
        }
        assert.deepEqual(posts, ["first"]);
        const last = await opened(new Window("last"));
        await last.moveHere(address);
        assert.equal((await last.create(text, signal)).kind, "created");
      });
    }

    test("is begun where the connection leads where its text is made anew", async () => {
      const first = new Window("first");
      await (await opened(first)).text(signal);
      await first.remove();
      first.leases.dispose();
      const draft = new Window("again").draft();
      await draft.text(signal);
      await draft.restore(true);
      assert.equal((await draft.create(text, signal)).kind, "created");
    });

    test("is over once another window has had it since", async () => {
      const [first, second] = [new Window("first"), new Window("second")];
      const mine = await opened(first);
      await first.remove();
      const copy = await opened(second);
      beatWhile(first, second);
      assert.deepEqual(await mine.create(text, signal), { kind: "elsewhere" });
      await copy.create(text, signal);
      await copy.discard();
      assert.deepEqual(await mine.create(text, signal), { kind: "over" });
      assert.deepEqual(posts, ["second"]);
    });

    test("leaves its name to one that another window has begun since", async () => {
      const [first, second] = [new Window("first"), new Window("second")];
      assert.equal(await first.draft().startAnew(), true);
      await first.remove();
      const next = second.draft();
      assert.equal(await next.startAnew(), true);
      second.answers.push(lost);
      await next.create(text, signal);
      second.leases.dispose();
      const kept = await second.store().read();
      assert.equal(await first.draft().startAnew(), false);
      assert.deepEqual([await first.store().read(), kept?.attempt !== undefined], [kept, true]);
    });

    test("is not the other's", async () => {
      const [first, second] = [new Window("first"), new Window("second")];
      const mine = await opened(first);
      const copy = await opened(second);
      await second.remove();
      await mine.discard();
      assert.deepEqual(await copy.create(text, signal), { kind: "over" });
    });
  });

  test("is the other's once the first is closed", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    await (await opened(first)).text(signal);
    const copy = await opened(second);
    first.leases.dispose();
    assert.equal(await copy.claim(), undefined);
    assert.equal(copy.isElsewhere, false);
    assert.equal((await copy.create(text, signal)).kind, "created");
  });

  test("is back at once after a reload, with what was known of it", async () => {
    const before = new Window("before");
    const shown = await (await opened(before)).text(signal);
    before.leases.dispose();
    const after = new Window("after");
    after.onLook = async () => assert.fail("nothing is waited for");
    const draft = await opened(after);
    assert.deepEqual([draft.isElsewhere, await draft.text(signal)], [false, shown]);
    assert.equal((await draft.create(text, signal)).kind, "created");
  });

  test("is back at once after a crash", async () => {
    const ended = { host: hostname(), pid: 99_999_999, id: "ended" };
    writeFileSync(path.join(folder, `${name}.lock`), JSON.stringify(ended));
    const after = new Window("after");
    after.onLook = async () => assert.fail("nothing is waited for");
    assert.equal((await opened(after)).isElsewhere, false);
  });

  for (const { what, holder } of [
    {
      what: "whose process is another by now",
      holder: JSON.stringify({ host: hostname(), pid: process.pid, id: "a" }),
    },
    { what: "of another machine that is gone", holder: JSON.stringify({ host: "elsewhere.example", pid: 1, id: "a" }) },
    { what: "that crashed while it took the draft", holder: "" },
  ]) {
    test(`is had after a while from a window ${what}`, async () => {
      writeFileSync(path.join(folder, `${name}.lock`), holder);
      const after = new Window("after");
      const draft = await opened(after);
      assert.equal(draft.isElsewhere, true);
      let looks = 0;
      after.onLook = async () => void looks++;
      assert.equal(await draft.claim(), "over");
      assert.ok(looks >= 10, "it was watched");
      assert.equal(existsSync(folder), false);
    });
  }

  test("is not taken from a window of another machine that shows that it is there", async () => {
    const lock = path.join(folder, `${name}.lock`);
    writeFileSync(lock, JSON.stringify({ host: "elsewhere.example", pid: 99_999_999, id: "a" }));
    const here = new Window("here");
    const draft = await opened(here);
    here.onLook = () => utimes(lock, new Date(), new Date(Date.now() - 3_600_000));
    assert.equal(await draft.claim(), "elsewhere");
  });

  test("is had by everybody where nobody can tell who has it", async () => {
    const failures: unknown[] = [];
    const leases = new Leases(
      async () => {},
      (error) => failures.push(error),
    );
    // It is there, and cannot be read.
    const lock = path.join(folder, `${name}.lock`);
    mkdirSync(lock);
    assert.equal(await leases.take(lock, true), "kept");
    assert.equal(failures.length, 1);
    leases.dispose();
  });

  test("is lost to a window that was silent for long, and sent once", async () => {
    const [asleep, second] = [new Window("asleep"), new Window("second")];
    const mine = await opened(asleep);
    const copy = await opened(second);
    assert.equal((await copy.create(text, signal)).kind, "created");
    beatWhile(asleep, second);
    assert.equal((await mine.create(text, signal)).kind, "elsewhere");
    await asleep.leases.beat();
    assert.equal(asleep.leases.has(path.join(folder, `${name}.lock`)), false);
    assert.deepEqual(posts, ["second"]);
  });

  test("is sent once by two windows that both take themselves for its holder", async () => {
    const [first, second] = [new Window("first", () => {}), new Window("second", () => {})];
    const [a, b] = [first.store(), second.store()];
    const files = refuseWriting((file) => file.endsWith(".lock"));
    try {
      assert.deepEqual([await a.hold(false), await b.hold(false)], ["kept", "kept"]);
    } finally {
      files.end();
    }
    await a.write({ id: "1" });
    const attempt = { beganOn: new Date().toISOString(), entries: [] };
    // Whichever of them is quicker.
    const begun = await Promise.all([a.begin({ id: "1", attempt }), b.begin({ id: "1", attempt })]);
    assert.deepEqual(begun.toSorted(), [false, true]);
    assert.deepEqual((await b.read())?.attempt, attempt);
    // What begins under that name later is another draft.
    await b.write({ id: "2" }, true);
    assert.equal(await b.begin({ id: "2", attempt }), true);
  });

  for (const { what, wakes } of [
    { what: "keeps something of it", wakes: (draft: ArtifactDraft) => draft.keepMadeFrom("1", ["typed"]) },
    { what: "closes it", wakes: (draft: ArtifactDraft) => draft.discard() },
  ]) {
    test(`that was taken from a silent window stays in doubt where that one ${what} later`, async () => {
      const [asleep, second] = [new Window("asleep"), new Window("second")];
      const mine = await opened(asleep);
      await mine.text(signal);
      second.answers.push(lost);
      assert.equal((await (await opened(second)).create(text, signal)).kind, "unknown");
      await wakes(mine);
      second.leases.dispose();
      const next = await opened(new Window("second again"));
      assert.equal((await next.create(text, signal)).kind, "unknown");
      assert.deepEqual(posts, ["second"]);
    });
  }

  test("that was taken from a silent window, sent and closed is over there, whatever was kept of it since", async () => {
    const [asleep, second] = [new Window("asleep"), new Window("second")];
    const mine = await opened(asleep);
    await mine.text(signal);
    const copy = await opened(second);
    assert.equal((await copy.create(text, signal)).kind, "created");
    await copy.discard();
    await mine.keepMadeFrom("1", ["typed"]);
    assert.equal((await mine.create(text, signal)).kind, "over");
    assert.deepEqual(posts, ["second"]);
  });

  test("that could not be taken for the disk is another window's once that has taken it", async () => {
    const [first, second] = [new Window("first", () => {}), new Window("second")];
    const mine = first.draft();
    const files = refuseWriting((file) => file.endsWith(".lock"));
    await mine.restore();
    files.end();
    await mine.text(signal);
    second.answers.push(lost);
    assert.equal((await (await opened(second)).create(text, signal)).kind, "unknown");
    await mine.keepMadeFrom("1", ["typed"]);
    second.leases.dispose();
    assert.equal((await (await opened(new Window("second again"))).create(text, signal)).kind, "unknown");
  });

  test("that was taken from a silent window is not begun there", async () => {
    const [asleep, second] = [new Window("asleep"), new Window("second")];
    const [mine, copy] = [asleep.store(), second.store()];
    await mine.hold(false);
    await mine.write({ id: "1" });
    await copy.hold(true);
    const attempt = { beganOn: new Date().toISOString(), entries: [] };
    await assert.rejects(mine.begin({ id: "1", attempt }), SendingNotKept);
    assert.equal(await copy.begin({ id: "1", attempt }), true);
    assert.equal(await mine.begin({ id: "1", attempt }), false);
  });

  test("has a number of its own", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    assert.equal(await first.draft().startAnew(), true);
    assert.equal(await second.draft().startAnew(), false);
    first.leases.dispose();
    // The first window may be opened again, and shows it then.
    assert.equal(await second.draft().startAnew(), false);
    assert.equal((await opened(new Window("first again"))).isElsewhere, false);
  });

  /** All files of the folder were last used so many days ago. */
  const age = (days: number) => {
    const time = new Date(Date.now() - days * 24 * 3_600_000);
    for (const file of readdirSync(folder)) {
      utimesSync(path.join(folder, file), time, time);
    }
  };

  for (const when of ["alone", "beside another one"]) {
    test(`that nobody has used for a month is what it was where it is restored, ${when}`, async () => {
      const before = new Window("before");
      const begun = before.draft();
      assert.ok(await begun.startAnew(text));
      before.leases.dispose();
      age(40);
      const from = address;
      address = "https://other.example/api/v1";
      const after = new Window("after");
      await (when === "alone" ? undefined : after.draft("12-2.xml").text(signal));
      const draft = await opened(after);
      assert.deepEqual([await draft.text(signal), draft.otherAddress?.from], [text, from]);
      assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
      assert.deepEqual(posts, []);
    });
  }

  test("leaves nothing for longer than a month that a crash kept from being finished", async () => {
    const before = new Window("before");
    await (await opened(before)).text(signal);
    before.leases.dispose();
    const unfinished = (kind: string) => `${name}.${kind}.${randomUUID()}`;
    const [old, recent] = [unfinished("json"), unfinished("json")];
    writeFileSync(path.join(folder, old), "{");
    writeFileSync(path.join(folder, unfinished("lock")), "");
    age(40);
    writeFileSync(path.join(folder, recent), "{");
    const weeksAgo = new Date(Date.now() - 20 * 24 * 3_600_000);
    utimesSync(path.join(folder, recent), weeksAgo, weeksAgo);
    await opened(new Window("first"));
    assert.deepEqual(readdirSync(folder).toSorted(), [`${name}.json`, recent, `${name}.lock`].toSorted());
  });

  for (const { what, outcome, answer } of [
    { what: "of which nobody knows whether it arrived", outcome: "unknown", answer: lost },
    { what: "that has become an artifact", outcome: "created", answer: async () => {} },
  ]) {
    test(`${what} is never forgotten, whatever the clock says`, async () => {
      const before = new Window("before");
      before.answers.push(answer);
      await (await opened(before)).create(text, signal);
      before.leases.dispose();
      age(400);
      const after = new Window("after");
      assert.equal((await (await opened(after)).create(text, signal)).kind, outcome);
      assert.deepEqual(posts, ["before"]);
    });
  }

  const damages = [
    { what: "is empty, as a loss of power leaves it", damage: (file: string) => writeFileSync(file, "") },
    { what: "is gone", damage: (file: string) => rmSync(file) },
    { what: "is of another shape", damage: (file: string) => writeFileSync(file, '{"id":1}') },
  ];

  for (const { what, damage } of damages) {
    test(`stays in doubt where its record ${what}`, async () => {
      const before = new Window("before");
      before.answers.push(lost);
      await (await opened(before)).create(text, signal);
      before.leases.dispose();
      damage(path.join(folder, `${name}.json`));
      const after = new Window("after", () => undefined);
      const draft = await opened(after);
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      assert.equal(draft.attempt?.entries.length, 1);
      await draft.forgetAttempt();
      assert.equal((await draft.create(text, signal)).kind, "created");
      assert.deepEqual(posts, ["before", "after"]);
    });
  }

  for (const { what, damage } of damages) {
    test(`that has become an artifact is asked about, and not sent again, where its record ${what}`, async () => {
      const before = new Window("before");
      assert.equal((await (await opened(before)).create(text, signal)).kind, "created");
      before.leases.dispose();
      damage(path.join(folder, `${name}.json`));
      const draft = await opened(new Window("after", () => undefined));
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      await draft.settle({ artifactId: 513 });
      assert.deepEqual(await draft.create(text, signal), { kind: "created", artifactId: 513 });
      assert.equal(await draft.text(signal), text);
      assert.deepEqual(posts, ["before"]);
    });
  }

  suite("whose note of what was sent is damaged", () => {
    let draft: ArtifactDraft;

    setup(async () => {
      draft = await opened(new Window("first", () => undefined));
      writeFileSync(path.join(folder, `${name}.sent.json`), "");
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      assert.equal(draft.attempt?.text, undefined);
    });

    test("has nothing for certain once it is recognized", async () => {
      await draft.settle({ artifactId: 513 });
      assert.equal((await draft.create(text, signal)).kind, "alreadyCreated");
      assert.deepEqual(posts, []);
    });

    test("is sent where somebody wants it to be", async () => {
      await draft.sendAgain(draft.attempt ?? assert.fail());
      assert.equal((await draft.create(text, signal)).kind, "created");
      assert.deepEqual(posts, ["first"]);
    });
  });

  for (const entries of [[null], [{}], [{ field_id: 1 }], [{ fieldId: 1, members: null }]]) {
    test(`is in doubt, and can be decided, where its attempt has ${JSON.stringify(entries)} for entries`, async () => {
      const before = new Window("before");
      before.answers.push(lost);
      await (await opened(before)).create(text, signal);
      before.leases.dispose();
      const file = path.join(folder, `${name}.sent.json`);
      const sent = JSON.parse(readFileSync(file, "utf8"));
      writeFileSync(file, JSON.stringify({ ...sent, attempt: { ...sent.attempt, entries } }));
      const draft = await opened(new Window("after"));
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      assert.deepEqual([draft.attempt?.text, draft.attempt?.entries], [undefined, []]);
      await draft.forgetAttempt();
      assert.equal((await draft.create(text, signal)).kind, "created");
    });
  }

  for (const damaged of ["", "{", "[]", "null", '{"id":"1","attempt":{"entries":{}}}']) {
    for (const isRecordGone of [false, true]) {
      const record = isRecordGone ? "gone" : "whole";
      test(`is in doubt over a restart where its note is ${damaged || "empty"}, and its record ${record}`, async () => {
        const before = new Window("before");
        before.answers.push(lost);
        await (await opened(before)).create(text, signal);
        before.leases.dispose();
        writeFileSync(path.join(folder, `${name}.sent.json`), damaged);
        if (isRecordGone) {
          rmSync(path.join(folder, `${name}.json`));
        }
        for (const label of ["after", "and after that"]) {
          const window = new Window(label, () => {});
          const draft = await opened(window);
          assert.equal(await draft.text(signal), await draft.text(signal));
          await draft.keepMadeFrom("1", [label]);
          assert.match((await draft.create(text, signal)).kind, isRecordGone ? /^otherAddress$/ : /^unknown$/);
          window.leases.dispose();
        }
        assert.deepEqual(posts, ["before"]);
        const last = await opened(new Window("last", () => {}));
        await (isRecordGone ? last.moveHere(address ?? "") : last.forgetAttempt());
        assert.equal((await last.create(text, signal)).kind, "created");
      });
    }
  }

  test("has its note again where that was damaged while its window knew what was sent", async () => {
    const before = new Window("before", () => {});
    const mine = await opened(before);
    before.answers.push(lost);
    await mine.create(text, signal);
    writeFileSync(path.join(folder, `${name}.sent.json`), "");
    await mine.keepMadeFrom("1", ["typed"]);
    before.leases.dispose();
    assert.equal((await opened(new Window("after"))).attempt?.text, text);
  });

  for (const damaged of ["", "{", "[]"]) {
    test(`of a comment can be sent where its note is ${damaged || "empty"}, and that is known first`, async () => {
      const { leases } = new Window("first", () => {});
      const store = draftsIn(leases, commentForm).store("5");
      const attempt = { document: "d", body: "Why", mark: { count: 3 } };
      const before = new CommentRecord(store);
      await before.read();
      assert.equal(await before.begin(attempt), "begun");
      writeFileSync(path.join(folder, "5.sent.json"), damaged);
      const after = new CommentRecord(store);
      await after.read();
      assert.deepEqual(after.doubt?.mark, {});
      const again = { ...attempt, mark: {} };
      assert.equal(await after.begin(again), "begun");
      assert.deepEqual((await store.read())?.attempt, { ...again, earlier: [""] });
    });
  }

  test("of a repository is in doubt where its note is damaged, under the name that its draft had last", async () => {
    const created: string[] = [];
    const opened = async () => {
      const { leases } = new Window("a window", () => {});
      const kept = draftsIn(leases, repositoryDrafts);
      const service = {
        createRepository: async (wanted: { readonly name: string }) => {
          created.push(wanted.name);
          throw new ServiceError({ method: "POST", path: "/svn", kind: "answerLost" });
        },
        listRepositories: () => Promise.reject(new Error("It cannot be listed")),
        readRepository: () => assert.fail(),
      };
      const draft = new PostedDraft(new RepositoryPosting(122, service), kept.store("new-1"), Date.now);
      return { leases, draft };
    };
    const said = (repository: string) => JSON.stringify({ project_id: 122, name: repository });
    const before = await opened();
    assert.equal(await before.draft.startAnew(said("repo-a")), true);
    assert.equal((await before.draft.create(said("repo-a"), signal)).kind, "unknown");
    before.leases.dispose();
    writeFileSync(path.join(folder, "new-1.sent.json"), "");
    const { draft } = await opened();
    await draft.keepMadeFrom("1", ["whatever is kept of it"]);
    assert.equal((await draft.create(said("repo-b"), signal)).kind, "unknown");
    assert.deepEqual([created, draft.attempt?.name, draft.attempt?.projectId], [["repo-a"], "repo-a", 122]);
    await draft.sendAgain(draft.attempt ?? assert.fail());
    await draft.create(said("repo-b"), signal);
    assert.deepEqual(created, ["repo-a", "repo-b"]);
  });

  test("of which nothing is left but a damaged note keeps its name", async () => {
    writeFileSync(path.join(folder, `${name}.sent.json`), "");
    assert.equal(await new Window("first", () => {}).draft().startAnew(), false);
  });

  test("that cannot be made out to be a file is not sent, and nothing takes its place", async () => {
    const draft = await opened(new Window("first", () => {}));
    rmSync(path.join(folder, `${name}.json`), { force: true });
    mkdirSync(path.join(folder, `${name}.json`));
    await assert.rejects(draft.create(text, signal), SendingNotKept);
    assert.deepEqual(posts, []);
  });

  test("has become what it did where a crash left its attempt beside that", async () => {
    const before = new Window("before");
    before.answers.push(lost);
    const draft = await opened(before);
    await draft.create(text, signal);
    const attempt = readFileSync(path.join(folder, `${name}.sent.json`));
    await draft.settle({ artifactId: 600 });
    before.leases.dispose();
    writeFileSync(path.join(folder, `${name}.sent.json`), attempt);
    const restored = await opened(new Window("after"));
    assert.deepEqual([restored.attempt, restored.created?.artifactId], [undefined, 600]);
    assert.deepEqual(await restored.create(text, signal), { kind: "created", artifactId: 600 });
    assert.deepEqual(posts, ["before"]);
  });

  test("is not in doubt by the attempt of one that had its name before", async () => {
    const window = new Window("first");
    await window.store().hold(false);
    await window.store().write({ id: "1", attempt: { beganOn: "", entries: [] } });
    assert.ok((await window.store().read())?.attempt);
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ id: "2" }));
    assert.deepEqual(await window.store().read(), { id: "2" });
  });

  for (const isReopened of [false, true]) {
    const when = isReopened ? "since the window was closed" : "while it is open";
    const [first, other] = ["https://tracker.example/api/v1", "https://other.example/api/v1"];
    const openedElsewhere = async (window: Window, act: (draft: ArtifactDraft) => Promise<unknown>) => {
      const draft = await opened(window);
      await draft.text(signal);
      await act(draft);
      address = other;
      if (!isReopened) {
        return draft;
      }
      window.leases.dispose();
      return await opened(new Window("again"));
    };

    test(`asks before it is sent to another address that its connection leads to ${when}`, async () => {
      const draft = await openedElsewhere(new Window("first"), async () => {});
      assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
      assert.deepEqual([posts.length, draft.otherAddress], [0, { from: first, to: other, isInDoubt: false }]);
      await draft.moveHere("https://third.example/api/v1");
      assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
      const shown = await draft.text(signal);
      await draft.moveHere(other);
      assert.equal(await draft.text(signal), shown);
      assert.equal((await draft.create(text, signal)).kind, "created");
      address = first;
      assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
      assert.equal(posts.length, 1);
    });

    test(`tells what is in doubt at the address that its connection led to before, ${when}`, async () => {
      const window = new Window("first");
      window.answers.push(lost);
      const draft = await openedElsewhere(window, (each) => each.create(text, signal));
      assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
      assert.deepEqual([draft.otherAddress?.isInDoubt, draft.attempt, posts.length], [true, undefined, 1]);
      address = first;
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      address = "https://Tracker.Example/api/";
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      address = other;
      await draft.moveHere(other);
      assert.equal((await draft.create(text, signal)).kind, "created");
      assert.equal(posts.length, 2);
    });

    test(`has become nothing at another address that its connection leads to ${when}`, async () => {
      const draft = await openedElsewhere(new Window("first"), (each) => each.create(text, signal));
      assert.equal(draft.created, undefined);
      assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
      address = first;
      assert.equal((await draft.create(text, signal)).kind, "created");
      assert.equal(posts.length, 1);
    });
  }

  test("asks before it is sent to another address also where all that was kept of it is gone", async () => {
    const draft = await opened(new Window("first"));
    await draft.text(signal);
    rmSync(path.join(folder, `${name}.json`));
    address = "https://other.example/api/v1";
    assert.equal(await draft.claim(), "otherAddress");
    assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
    assert.deepEqual(posts, []);
  });

  /** Creates it while its connection leads to another address for the moment of sending: nothing is sent there. */
  async function createdElsewhere(window: Window, draft: Awaited<ReturnType<typeof opened>>): Promise<void> {
    const first = address;
    window.onSend = () => {
      address = "https://other.example/api/v1";
    };
    assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
    window.onSend = () => {};
    address = first;
  }

  test("is not in doubt where its connection led elsewhere just before it was sent", async () => {
    const window = new Window("first");
    const draft = await opened(window);
    await createdElsewhere(window, draft);
    assert.deepEqual([posts, draft.attempt], [[], undefined]);
    assert.equal((await draft.create(text, signal)).kind, "created");
  });

  test("is in doubt for what was sent before where its connection led elsewhere just before it was sent again", async () => {
    const window = new Window("first");
    const draft = await opened(window);
    window.answers.push(lost);
    await draft.create(text, signal);
    const { attempt } = draft;
    assert.ok(attempt);
    await draft.sendAgain(attempt);
    await createdElsewhere(window, draft);
    window.leases.dispose();
    assert.deepEqual((await opened(new Window("again"))).attempt, attempt);
    assert.deepEqual(posts, ["first"]);
  });

  test("is on the disk, be there a loss of power, before it is sent and before it is told what came of it", async () => {
    const flushed: string[] = [];
    const watched = watchFlushed(folder, (file) => flushed.push(path.basename(file)));
    const window = new Window("first");
    const draft = await opened(window);
    window.answers.push(async () => {
      flushed.push("POST");
    });
    await draft.create(text, signal);
    watched.end();
    assert.deepEqual(flushed.slice(flushed.indexOf(`${name}.sent.json`)), [
      `${name}.sent.json`,
      "POST",
      `${name}.json`,
    ]);
  });

  test("is on the disk in the place of what was sent before, be there a loss of power", async () => {
    const store = new Window("first").store();
    await store.hold(false);
    const [first, second] = ["2026-03-13T14:00:00.000Z", "2026-03-13T15:00:00.000Z"].map((beganOn) => ({
      ...{ beganOn, entries: [] },
    }));
    await store.begin({ id: "1", attempt: first });
    const flushed: string[] = [];
    const watched = watchFlushed(folder, (file) => flushed.push(path.basename(file)));
    await store.begin({ id: "1", attempt: second }, first);
    watched.end();
    assert.deepEqual([flushed, (await store.read())?.attempt], [[`${name}.sent.json`], second]);
  });

  test("asks before it is sent where nobody knows the address that it was begun at", async () => {
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify({ id: "1", text }));
    const draft = await opened(new Window("first"));
    assert.deepEqual(await draft.create(text, signal), { kind: "otherAddress" });
    assert.equal(draft.otherAddress?.from, undefined);
  });

  test("is in doubt at the address that it was sent to, where its record is damaged", async () => {
    const window = new Window("first");
    window.answers.push(lost);
    await (await opened(window)).create(text, signal);
    window.leases.dispose();
    rmSync(path.join(folder, `${name}.json`));
    assert.equal((await (await opened(new Window("again"))).create(text, signal)).kind, "unknown");
  });

  suite("whose save ends late", () => {
    const attempt = { beganOn: "2026-03-13T14:00:00.000Z", entries: [] };
    const recordOf = async (window: Window) => {
      const record = new DraftRecord(window.store());
      await record.restore();
      return { record, id: record.state?.id ?? assert.fail() };
    };

    test("keeps nothing once its connection was removed, and is not sent again where that is back", async () => {
      const window = new Window("first");
      const draft = await opened(window);
      const connected = address;
      window.answers.push(async () => {
        address = undefined;
        await window.remove();
      });
      assert.equal((await draft.create(text, signal)).kind, "created");
      assert.equal(existsSync(folder), false);
      address = connected;
      assert.equal((await draft.create(text, signal)).kind, "created");
      assert.deepEqual(posts, ["first"]);
    });

    test("changes nothing of one that takes its place at another address meanwhile", async () => {
      const window = new Window("first");
      const { record: late, id } = await recordOf(window);
      await late.begin(id, attempt);
      address = "https://other.example/api/v1";
      const { record: next } = await recordOf(window);
      await next.moveHere(address);
      await next.begin(next.state?.id ?? assert.fail(), attempt);
      const kept = await window.store().read();
      await late.keep({ id });
      await late.keep({ id, text, attempt });
      await assert.rejects(late.begin(id, attempt), SendingNotKept);
      assert.deepEqual([await window.store().read(), kept?.address, kept?.attempt], [kept, address, attempt]);
    });

    test("begins nothing once it was closed", async () => {
      const { record, id } = await recordOf(new Window("first"));
      await record.discard();
      await assert.rejects(record.begin(id, attempt), SendingNotKept);
      assert.equal(existsSync(folder), false);
    });

    test("is in doubt where it was begun, though its connection led elsewhere before it was kept that it is sent", async () => {
      const window = new Window("first");
      const { record, id } = await recordOf(window);
      const from = address;
      address = "https://other.example/api/v1";
      await record.begin(id, attempt);
      window.leases.dispose();
      rmSync(path.join(folder, `${name}.json`));
      const { record: next } = await recordOf(new Window("again"));
      assert.deepEqual(next.otherAddress, { from, to: address, isInDoubt: true });
    });
  });

  test("keeps what is on the disk whatever a window keeps that does not have it", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    const copy = new DraftRecord(second.store());
    await copy.restore();
    first.answers.push(lost);
    await mine.create(text, signal);
    const kept = await first.store().read();
    await copy.keep(copy.state ?? assert.fail());
    assert.deepEqual([await first.store().read(), kept?.attempt !== undefined], [kept, true]);
  });

  test("keeps what is on the disk when a window closes it that does not have it", async () => {
    const [first, second] = [new Window("first"), new Window("second")];
    const mine = await opened(first);
    await mine.text(signal);
    const copy = await opened(second);
    await copy.discard();
    assert.equal((await first.store().read())?.id !== undefined, true);
    assert.equal((await mine.create(text, signal)).kind, "created");
  });

  test("that is over stays in doubt where what is kept of it cannot be removed", async () => {
    const first = new Window("first", () => undefined);
    first.answers.push(lost);
    const draft = await opened(first);
    await draft.create(text, signal);
    const held = refuseRemoving((file) => file === path.join(folder, `${name}.json`));
    await draft.discard();
    held.end();
    assert.equal((await (await opened(new Window("again"))).create(text, signal)).kind, "unknown");
    assert.deepEqual(posts, ["first"]);
  });

  test("stays in doubt where something else of it is kept while too many files are open", async () => {
    const window = new Window("first", () => {});
    const draft = await opened(window);
    window.answers.push(lost);
    await draft.create(text, signal);
    const held = refuseWriting((file) => file.startsWith(folder));
    await draft.keepMadeFrom("1203.md", ["One"]);
    held.end();
    window.leases.dispose();
    assert.equal((await (await opened(new Window("again"))).create(text, signal)).kind, "unknown");
    assert.deepEqual(posts, ["first"]);
  });

  test("is not sent by the other while nobody can read which window has it", async () => {
    const [first, second] = [new Window("first"), new Window("second", () => {})];
    const mine = await opened(first);
    const other = await opened(second);
    const isLock = (file: string) => file.endsWith(".lock");
    // Too many files are open.
    const held = [refuseWriting(isLock), refuseReading(isLock)];
    await assert.rejects(other.create(text, signal), SendingNotKept);
    for (const each of held) {
      each.end();
    }
    await mine.keepMadeFrom("1203.md", ["One"]);
    assert.equal((await mine.create(text, signal)).kind, "created");
    assert.deepEqual(posts, ["first"]);
  });

  test("is not decided by a window whose draft is over, once another one has its name", async () => {
    const [first, second, third] = [new Window("first"), new Window("second"), new Window("third")];
    const mine = await opened(first);
    first.answers.push(lost);
    await mine.create(text, signal);
    const copy = await opened(second);
    await mine.discard();
    const next = await opened(third);
    third.answers.push(lost);
    await next.create(text, signal);
    third.leases.dispose();
    const kept = await third.store().read();
    await copy.forgetAttempt();
    await copy.settle({ artifactId: 600 });
    assert.deepEqual([await third.store().read(), copy.created], [kept, undefined]);
  });

  suite("as it is kept", () => {
    const record = () => path.join(folder, `${name}.json`);
    const attempt = { beganOn: "2026-03-13T14:00:00Z", entries: [] };
    const lock = () => path.join(folder, `${name}.lock`);
    /** Another window of this process, which may be there. */
    const taken = () => JSON.stringify({ host: hostname(), pid: process.pid, id: "another" });

    test("is not changed by a window that has lost it to another one", async () => {
      const window = new Window("first");
      const store = window.store();
      await store.hold(false);
      await store.write({ id: "1", text: "kept" }, true);
      writeFileSync(lock(), taken());
      window.onLook = () => utimes(lock(), new Date(), new Date(1000));
      assert.equal(await store.hold(true), "elsewhere");
      await store.write({ id: "1", text: "late" });
      assert.equal((await store.read())?.text, "kept");
    });

    test("is another window's that has its name since its connection was removed, before that keeps anything", async () => {
      const window = new Window("first");
      const store = window.store();
      await store.hold(false);
      await store.write({ id: "1" }, true);
      await window.remove();
      mkdirSync(folder);
      writeFileSync(lock(), taken());
      assert.equal(await store.hold(false), "elsewhere");
    });

    test("is no more this window's since its connection was removed where nobody knows what is there", async () => {
      const window = new Window("first", () => {});
      const store = window.store();
      await store.hold(false);
      await store.write({ id: "1" }, true);
      await window.remove();
      mkdirSync(folder);
      writeFileSync(record(), JSON.stringify({ id: "2" }));
      const unreadable = refuseReading((file) => file === record());
      try {
        assert.equal(await store.hold(false), "taken");
      } finally {
        unreadable.end();
      }
    });

    test("is of no address once its connection is gone", () => {
      const store = new Window("first").store();
      assert.equal(store.address, "https://tracker.example/api/v1");
      address = undefined;
      assert.equal(store.address, "");
    });

    test("stays while nobody knows what it says", async () => {
      const store = new Window("first", () => {}).store();
      await store.hold(false);
      writeFileSync(record(), JSON.stringify({ id: "2" }));
      const unreadable = refuseReading((file) => file === record());
      await store.write({ id: "1" });
      unreadable.end();
      assert.equal((await store.read())?.id, "2");
    });

    for (const { what, sent } of [
      { what: "without an id", sent: { id: 7, address, attempt } },
      { what: "of another shape", sent: { id: "1", address, attempt: { beganOn: 7 } } },
    ]) {
      test(`is in doubt by an attempt ${what}, of which nothing is known but when it was noted`, async () => {
        const store = new Window("first").store();
        writeFileSync(path.join(folder, `${name}.sent.json`), JSON.stringify(sent));
        const noted = new Date("2026-03-13T14:00:00.000Z");
        utimesSync(path.join(folder, `${name}.sent.json`), noted, noted);
        const lost = { beganOn: noted.toISOString(), entries: [] };
        assert.deepEqual(await store.read(), { id: "lost", attempt: lost });
      });
    }
  });

  suite("whose files cannot be read for a while", () => {
    let unreadable: UnreadableFiles;

    const isKept = (file: string) => file.startsWith(folder) && file.endsWith(".json");
    const restartedUnread = async (): Promise<[Window, ArtifactDraft]> => {
      const window = new Window("again", () => {});
      const draft = window.draft();
      unreadable = refuseReading(isKept);
      try {
        await assert.rejects(draft.restore(), SendingNotKept);
        await assert.rejects(draft.create(text, signal), SendingNotKept);
      } finally {
        unreadable.end();
      }
      return [window, draft];
    };

    test("stays in doubt, and is not sent again", async () => {
      const first = new Window("first");
      first.answers.push(lost);
      const draft = await opened(first);
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      first.leases.dispose();

      const [, again] = await restartedUnread();
      assert.equal((await again.create(text, signal)).kind, "unknown");
      assert.deepEqual(posts, ["first"]);
    });

    test("keeps its name: no new one takes its place", async () => {
      const first = new Window("first");
      const draft = first.draft();
      assert.ok(await draft.startAnew(text));
      first.leases.dispose();

      const second = new Window("second", () => {});
      unreadable = refuseReading(isKept);
      try {
        await assert.rejects(second.draft().startAnew("another"), SendingNotKept);
      } finally {
        unreadable.end();
      }
      assert.equal(await new Window("third").draft().text(signal), text);
    });
  });

  suite("while the disk is full", () => {
    let failures: unknown[];
    let full: FullDisk;

    setup(() => {
      failures = [];
      full = fillDisk(root);
    });

    teardown(() => full.end());

    test("is not sent, and leaves nothing half written", async () => {
      const window = new Window("first", (error) => failures.push(error));
      const draft = await opened(window);
      await assert.rejects(() => draft.create(text, signal), SendingNotKept);
      assert.ok(failures.length > 0);
      assert.deepEqual(existsSync(folder) ? readdirSync(folder) : [], []);
      assert.deepEqual(posts, []);
    });

    test("is not sent either where there was space when it was opened", async () => {
      full.end();
      const window = new Window("first", (error) => failures.push(error));
      const draft = await opened(window);
      await draft.text(signal);
      full = fillDisk(root);
      await assert.rejects(() => draft.create(text, signal), SendingNotKept);
      full.end();
      assert.deepEqual(await draft.create(text, signal), { kind: "created", artifactId: 513 });
      assert.deepEqual(posts, ["first"]);
    });

    test("once it was sent, is sent once, also after a restart", async () => {
      full.end();
      const window = new Window("first", (error) => failures.push(error));
      const draft = await opened(window);
      window.answers.push(async () => {
        full = fillDisk(root);
      });
      assert.deepEqual(await draft.create(text, signal), { kind: "created", artifactId: 513 });
      assert.deepEqual(await draft.create(text, signal), { kind: "created", artifactId: 513 });
      full.end();
      window.leases.dispose();
      assert.equal((await new Window("restarted").draft().create(text, signal)).kind, "unknown");
      assert.deepEqual(posts, ["first"]);
    });

    test("and that is refused is in doubt no more, also after a restart", async () => {
      full.end();
      const window = new Window("first", (error) => failures.push(error));
      const draft = await opened(window);
      await draft.text(signal);
      window.answers.push(async () => {
        full = fillDisk(root);
        throw new ServiceError({ method: "POST", path: "/artifacts", kind: "rejected", status: 400 });
      });
      await assert.rejects(draft.create(text, signal));
      full.end();
      window.leases.dispose();
      assert.equal((await new Window("restarted").draft().create(text, signal)).kind, "created");
    });

    for (const { what, said, isUnreadable } of [
      { what: "that it says something else", said: "another", isUnreadable: false },
      { what: "what is there, which says the same and cannot be read", said: "one", isUnreadable: true },
    ]) {
      test(`stays in doubt where it cannot be kept ${what}`, async () => {
        full.end();
        const store = new Window("first", (error) => failures.push(error)).store();
        await store.hold(false);
        await store.write({ id: "1", text: "one" }, true);
        const attempt = { beganOn: "2026-03-13T14:00:00Z", entries: [] };
        assert.equal(await store.begin({ id: "1", attempt }), true);
        full = fillDisk(root);
        const unreadable = refuseReading(
          (file) => isUnreadable && file.endsWith("12-1.json.json") && failures.length > 0,
        );
        try {
          await store.write({ id: "1", text: said });
        } finally {
          unreadable.end();
          full.end();
        }
        assert.deepEqual((await store.read())?.attempt, attempt);
      });
    }

    test("keeps what is in doubt where what is to be sent in its place cannot be kept, or is refused", async () => {
      full.end();
      const store = new Window("first", (error) => failures.push(error)).store();
      await store.hold(false);
      await store.write({ id: "1", text: "one" }, true);
      const [first, second] = ["2026-03-13T14:00:00Z", "2026-03-13T15:00:00Z"].map((beganOn) => ({
        ...{ beganOn, text: undefined, entries: [] },
      }));
      assert.equal(await store.begin({ id: "1", attempt: first }), true);
      full = fillDisk(root);
      await assert.rejects(store.begin({ id: "1", attempt: second }, first), SendingNotKept);
      assert.ok(failures.length > 0);
      full.end();
      assert.equal((await store.read())?.attempt?.beganOn, first?.beganOn);
      assert.equal(await store.begin({ id: "1", attempt: second }, first), true);
      assert.equal(await store.begin({ id: "1", attempt: first }, first), false);
      assert.equal((await store.read())?.attempt?.beganOn, second?.beganOn);
      assert.deepEqual(readdirSync(folder).toSorted(), [`${name}.json`, `${name}.lock`, `${name}.sent.json`]);
    });

    test("is sent once there is space again, and kept from then on", async () => {
      const window = new Window("first", (error) => failures.push(error));
      const draft = await opened(window);
      window.answers.push(lost);
      full.end();
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      window.leases.dispose();
      assert.equal((await new Window("restarted").draft().create(text, signal)).kind, "unknown");
      assert.deepEqual(posts, ["first"]);
    });

    test("and whose answer is lost stays in doubt with space again, and after a restart", async () => {
      full.end();
      const window = new Window("first", (error) => failures.push(error));
      const draft = await opened(window);
      window.answers.push(async () => {
        full = fillDisk(root);
        await lost();
      });
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      full.end();
      assert.equal((await draft.create(text, signal)).kind, "unknown");
      window.leases.dispose();
      assert.equal((await new Window("restarted").draft().create(text, signal)).kind, "unknown");
      assert.deepEqual(posts, ["first"]);
    });
  });
});
