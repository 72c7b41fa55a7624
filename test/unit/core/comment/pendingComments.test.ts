import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import { CommentOfAll } from "../../../../src/core/comment/commentOfAll.ts";
import {
  alsoSaying,
  besides,
  isHeldByDoubt,
  PendingComments,
  pendingForm,
  sayingAfter,
} from "../../../../src/core/comment/pendingComments.ts";
import { DraftFolder } from "../../../../src/core/windows/draftFolder.ts";
import { SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { Leases } from "../../../../src/core/windows/leases.ts";
import { fillDisk } from "../../../support/fullDisk.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { memoryWords } from "../../../support/memoryWords.ts";
import { refuseReading } from "../../../support/unreadableFiles.ts";
import { recordedPuts } from "./commentFixture.ts";

const document = "artifact://team/artifacts/501.artifact.json";

suite("a comment that waits for a save in one of two windows", () => {
  let folder: string;
  let windows: Window[];
  let address: string;

  setup(() => {
    address = "https://tracker.example/api/v1";
    folder = mkdtempSync(path.join(tmpdir(), "pending-"));
    windows = [];
  });

  teardown(() => {
    for (const window of windows) {
      window.end();
    }
    rmSync(folder, { recursive: true, force: true });
  });

  /** A window on the one folder; those that are there tell so when another one looks. */
  class Window {
    readonly comments: PendingComments;
    readonly said: string[] = [];
    readonly #leases: Leases;

    constructor(
      onFailure: (error: unknown) => void = (error) => assert.fail(String(error)),
      apart = memoryWords(),
      life = new HostLife(),
    ) {
      const look = () => Promise.all(windows.map((window) => window.#leases.beat()));
      const beat = (signal: AbortSignal) => once(signal, "abort");
      this.#leases = new Leases(async () => {}, onFailure, { look, beat });
      const kept = new DraftFolder(folder, this.#leases, pendingForm, () => address, onFailure);
      const of = (key: string) => life.around(kept.store(encodeURIComponent(key)));
      this.comments = new PendingComments({ of, apart }, (key) => this.said.push(key));
      windows.push(this);
    }

    end(): void {
      this.#leases.dispose();
    }

    async due(key = document): Promise<string | undefined> {
      return (await this.comments.due(key))?.body;
    }

    get(key = document) {
      return this.comments.get(key);
    }
  }

  /** A window that shows the unsaved text that another one shows, or showed. */
  const restored = async (): Promise<Window> => {
    const window = new Window();
    await window.comments.takeUp(document);
    return window;
  };

  /** A window that has a comment, while other words of it are in doubt. */
  const withOtherWordsInDoubt = async (): Promise<Window> => {
    const window = new Window();
    await window.comments.give(document, "Why");
    await (await window.comments.due(document))?.noteSending({ count: 7 });
    await window.comments.give(document, "Why then");
    return window;
  };

  test("that is typed is kept, though what there was of it could not be read when it was typed first", async () => {
    const failures: unknown[] = [];
    const window = new Window((error) => failures.push(error));
    const unreadable = refuseReading((file) => file.startsWith(folder));
    window.comments.note(document, "Typ");
    await assert.rejects(window.get(), SendingNotKept);
    unreadable.end();
    window.comments.note(document, "Typed");
    await window.get();
    assert.equal((await new Window().get()).offered, "Typed");
    assert.ok(failures.length > 0);
  });

  test("is none where a text is restored that none was given for, and nothing is kept of that", async () => {
    await restored();
    assert.deepEqual(readdirSync(folder), []);
  });

  test("that is typed on after a pause outlives its window as it was typed last", async () => {
    const window = new Window();
    for (const typed of ["First", "First, and more"]) {
      window.comments.note(document, typed);
      assert.equal((await window.get()).offered, typed);
    }
    window.end();
    assert.equal((await new Window().get()).offered, "First, and more");
  });

  test("is not offered again once it is said in the words that were typed for it", async () => {
    const window = new Window();
    window.comments.note(document, "Why");
    await window.comments.give(document, "Why ");
    (await window.comments.due(document))?.noteSaid();
    assert.deepEqual(await window.get(), {});
  });

  test("is not offered again once it is said, beside what was typed on after it and dismissed", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    window.comments.note(document, "Why\n\nAnd more");
    (await window.comments.due(document))?.noteSaid();
    assert.deepEqual([await window.due(), await window.get()], [undefined, { offered: "And more" }]);
  });

  test("of which no history tells is sent by no window that opens since, whenever its own one ends", async () => {
    let ends = 0;
    for (let isOver = true; isOver; ends++) {
      const life = new HostLife();
      const window = new Window(undefined, undefined, life);
      await window.comments.give(document, "Why");
      await (await window.comments.due(document))?.noteSending({});
      life.endAfter(ends);
      await Promise.race([window.comments.left(document, async () => undefined), life.end]);
      isOver = life.isOver;
      window.end();
      const next = await restored();
      const comment = await next.comments.due(document);
      assert.ok(comment === undefined || comment.doubt, `it is sent again after ${ends}`);
      assert.equal(comment?.body ?? (await next.get()).offered, "Why");
      next.end();
      rmSync(folder, { recursive: true, force: true });
    }
    assert.ok(ends > 5);
  });

  test("is forgotten though an earlier session was given it, but not while another window has it", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    await (await first.comments.due(document))?.noteSending({ count: 7 });
    const second = new Window();
    await second.comments.forget(document);
    assert.deepEqual((await first.comments.due(document))?.doubt, { count: 7 });
    first.end();
    await new Window().comments.forget(document);
    const last = new Window();
    assert.deepEqual([existsSync(folder), await last.get()], [false, {}]);
    await last.comments.give(document, "Why");
    assert.equal((await last.comments.due(document))?.doubt, undefined);
  });

  test("is offered nowhere once its connection was removed, though another window had one then", async () => {
    const [first, second] = [new Window(), new Window()];
    await first.comments.give(document, "Why");
    assert.equal(await second.comments.give(document, "Because"), false);
    assert.equal((await second.get()).offered, "Because");
    for (const window of [first, second]) {
      window.comments.removeAll(() => true);
    }
    assert.deepEqual([await first.get(), await second.get()], [{}, {}]);
  });

  test("is not told to be left by one of two saves at once where the other finds that it is said", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    await (await window.comments.due(document))?.noteSending({ count: 7 });
    const { promise: found, resolve: find } = Promise.withResolvers<boolean>();
    const first = window.comments.left(document, () => found);
    await window.get();
    find(true);
    assert.deepEqual(await Promise.all([first, window.comments.left(document, async () => true)]), [
      undefined,
      undefined,
    ]);
  });

  test("goes with no save at another address that its connection leads to by then", async () => {
    const window = new Window();
    await window.comments.give(document, "For the first");
    address = "https://other.example/api/v1";
    assert.equal(await window.due(), undefined);
    assert.equal(await window.comments.give(document, "For the other"), true);
    assert.equal(await window.due(), "For the other");
    assert.equal((await window.get()).offered, "For the first");
  });

  const left = (window: Window, key = document) => window.comments.left(key, async () => assert.fail());

  test("is told of by a save at another address, once, and is offered from then on", async () => {
    const window = new Window();
    await window.comments.give(document, "For the first");
    address = "https://other.example/api/v1";
    assert.equal(await window.due(), undefined);
    assert.deepEqual(await left(window), { body: "For the first", why: "otherAddress" });
    assert.equal(await left(window), undefined);
    assert.deepEqual(await window.get(), { offered: "For the first" });
  });

  test("does not wait beside one that is given at another address", async () => {
    const window = new Window();
    await window.comments.give(document, "For the first");
    await (await window.comments.due(document))?.noteSending({ count: 7 });
    address = "https://other.example/api/v1";
    assert.deepEqual(await window.get(), { offered: "For the first" });
  });

  test("in the same words at another address is not said by what arrives at the first", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const sent = await window.comments.due(document);
    await sent?.noteSending({ count: 7 });
    address = "https://other.example/api/v1";
    await window.comments.give(document, "Why");
    await (await window.comments.due(document))?.noteSending({ count: 1 });
    sent?.noteNotSent();
    sent?.noteSaid();
    assert.deepEqual((await window.comments.due(document))?.doubt, { count: 1 });
  });

  test("is told of by a save of the other, whether or not that shows its text", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const [second, stranger] = [await restored(), new Window()];
    for (const window of [second, stranger]) {
      assert.deepEqual(await left(window), { body: "Why", why: "elsewhere" });
    }
    assert.equal(await first.due(), "Why");
    (await first.comments.due(document))?.noteSaid();
    assert.deepEqual([await left(first), await left(second), await left(stranger)], [undefined, undefined, undefined]);
  });

  test("leaves what was written in the other to be offered there, whatever becomes of it and of saves there", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    const second = new Window();
    assert.equal(await second.comments.give(document, "Second"), false);
    first.comments.note(document, "Typed in the first");
    (await first.comments.due(document))?.noteSaid();
    assert.deepEqual([await first.get(), await second.due()], [{ offered: "Typed in the first" }, undefined]);
    assert.deepEqual(await second.get(), { offered: "Typed in the first\n\nSecond" });
    await first.comments.give(document, "Typed in the first");
    second.comments.note(document, "Second, and more");
    (await first.comments.due(document))?.noteSaid();
    assert.deepEqual(await first.get(), {});
    assert.deepEqual([await left(second), await second.due()], [undefined, undefined]);
    assert.deepEqual(await second.get(), { offered: "Second, and more" });
    await second.comments.give(document, "Second, and more");
    (await second.comments.due(document))?.noteSaid();
    assert.deepEqual([await first.get(), await second.get()], [{}, {}]);
  });

  test("leaves what was written in the other beside one that is given there once the first is closed", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    const second = new Window();
    await second.comments.give(document, "Second");
    await second.comments.give(document, "Third");
    first.end();
    await second.comments.give(document, "First and fourth");
    assert.deepEqual(await second.get(), { due: "First and fourth", offered: "Second\n\nThird" });
    await second.comments.remove(document);
    assert.deepEqual(await second.get(), {});
  });

  test("is offered in the other as soon as it was withdrawn, so that nobody types over it unseen", async () => {
    const [first, second] = [new Window(), new Window()];
    await first.comments.give(document, "Why");
    assert.equal(await second.comments.give(document, "Second"), false);
    await first.comments.withdraw(document);
    assert.deepEqual(await second.get(), { offered: "Why\n\nSecond" });
  });

  test("may be given in either once the other was saved, where words wait to be offered", async () => {
    const [first, second] = [new Window(), new Window()];
    first.comments.note(document, "Typed");
    assert.deepEqual([await first.get(), await first.due()], [{ offered: "Typed" }, undefined]);
    assert.equal(await second.comments.give(document, "Given"), true);
  });

  test("is offered here though another window has one and a full disk takes nothing", async () => {
    await new Window().comments.give(document, "First");
    const refusing = { read: async () => undefined, write: async () => {}, remove: async () => {} };
    const second = new Window(undefined, refusing);
    assert.equal(await second.comments.give(document, "Second"), false);
    assert.equal((await second.get()).offered, "Second");
    await second.comments.remove(document);
    assert.equal((await second.get()).offered, undefined);
  });

  for (const damaged of ["", "{", '{"id":"1","attempt":{}}']) {
    test(`is in doubt over a restart where the note of its sending is ${damaged || "empty"}`, async () => {
      const before = new Window();
      await before.comments.give(document, "Why");
      assert.equal(await (await before.comments.due(document))?.noteSending({ count: 7 }), "begun");
      before.end();
      writeFileSync(path.join(folder, `${encodeURIComponent(document)}.sent.json`), damaged);
      const after = new Window(() => {});
      await after.comments.takeUp(document);
      const comment = await after.comments.due(document);
      assert.deepEqual(comment?.doubt, {});
      assert.equal(await comment.noteSending({ count: 8 }), "begun");
      const asked: unknown[] = [];
      const left = await after.comments.left(document, async (_, mark) => {
        asked.push(mark);
        return undefined;
      });
      assert.deepEqual([left, asked], [{ body: "Why", why: "inDoubt" }, [{}]]);
      await after.comments.give(document, "Another");
      assert.equal(await (await after.comments.due(document))?.noteSending({ count: 8 }), "begun");
      assert.deepEqual((await after.get()).attempt, { body: "Another", mark: { count: 8 } });
    });
  }

  test("keeps its save from being sent on a full disk, and goes once there is space", async () => {
    const window = new Window(() => {});
    await window.comments.give(document, "Why");
    let puts = 0;
    const service = carryingComments(
      {
        readArtifact: () => assert.fail(),
        updateArtifact: async () => {
          puts++;
          return { kind: "updated", version: { etag: "172" } };
        },
      },
      { countChangesets: async () => 7, readChangesets: () => assert.fail(), readOwnId: async () => 102 },
    );
    const put = async () => {
      const { signal } = new AbortController();
      const comment = await window.comments.due(document);
      const body = { contentType: "application/json", text: "{}", ...(comment && { comment }) } as const;
      return await service.updateArtifact(501, [], { ifMatch: "171" }, signal, body);
    };
    const full = fillDisk(path.dirname(folder));
    try {
      await assert.rejects(put, SendingNotKept);
    } finally {
      full.end();
    }
    assert.deepEqual([puts, await window.due()], [0, "Why"]);
    await put();
    assert.deepEqual([puts, await window.due(), window.said], [1, undefined, [document]]);
  });

  test("that was given on a full disk beside what was typed before goes once there is space", async () => {
    const window = new Window(() => {});
    window.comments.note(document, "Typed");
    await window.get();
    const full = fillDisk(path.dirname(folder));
    try {
      assert.equal(await window.comments.give(document, "Why"), true);
      assert.equal(await window.due(), "Why");
    } finally {
      full.end();
    }
    assert.deepEqual(await window.get(), { due: "Why", offered: "Typed" });
    assert.equal(await window.due(), "Why");
  });

  test("that was withdrawn on a full disk goes with no save once there is space, and is offered", async () => {
    const window = new Window(() => {});
    await window.comments.give(document, "Why");
    const full = fillDisk(path.dirname(folder));
    try {
      await window.comments.withdraw(document);
    } finally {
      full.end();
    }
    assert.deepEqual([await window.due(), await window.due()], [undefined, undefined]);
    assert.deepEqual(await window.get(), { offered: "Why" });
    window.end();
    assert.equal(await (await restored()).due(), undefined);
  });

  test("is not sent by a save that began before it was withdrawn, and is offered", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const comment = await window.comments.due(document);
    const { service, sent } = recordedPuts({
      countChangesets: async () => 7,
      readChangesets: () => assert.fail(),
      readOwnId: async () => 102,
    });
    await window.comments.withdraw(document);
    const body = { contentType: "application/json", text: "with the comment", ...(comment && { comment }) } as const;
    await service.updateArtifact(501, [], { ifMatch: "171" }, new AbortController().signal, body);
    assert.deepEqual([sent, window.said], [[undefined], []]);
    assert.deepEqual(await window.get(), { offered: "Why" });
  });

  test("may be given in another window once one that only typed one was saved at another address", async () => {
    const [first, second] = [new Window(), new Window()];
    first.comments.note(document, "Typed");
    await first.get();
    address = "https://other.example/api/v1";
    assert.equal(await first.due(), undefined);
    assert.equal(await second.comments.give(document, "Why"), true);
  });

  test("waits for a save at its own address", async () => {
    const window = new Window();
    await window.comments.give(document, "For the first");
    address = "https://other.example/api/v1";
    assert.equal(await window.due(), undefined);
    address = "https://tracker.example/api/v1";
    assert.equal(await window.due(), "For the first");
  });

  test("stays when the other is given one for another document", async () => {
    const [first, second] = [new Window(), new Window()];
    const other = document.replace("501", "502");
    await first.comments.give(document, "First");
    await second.comments.give(other, "Second");
    for (const window of windows) {
      window.end();
    }
    const next = new Window();
    await next.comments.takeUp(document);
    await next.comments.takeUp(other);
    assert.deepEqual([await next.due(), await next.due(other)], ["First", "Second"]);
  });

  test("goes with no save of the other, before it is sent and after", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const second = await restored();
    assert.deepEqual([await first.due(), await second.due()], ["Why", undefined]);
    const sent = await first.comments.due(document);
    await sent?.noteSending({ count: 1 });
    sent?.noteSaid();
    assert.deepEqual([await first.due(), await second.due(), first.said], [undefined, undefined, [document]]);
    assert.deepEqual([await first.get(), await second.get()], [{}, {}]);
    assert.equal(existsSync(folder), false);
  });

  test("goes with no save of all documents of the other", async () => {
    await new Window().comments.give(document, "Why");
    const { comments } = await restored();
    const together = { documents: [document], writer: "artifact://team/artifacts/501/all" };
    assert.equal(await CommentOfAll.of(comments, together, "All"), "elsewhere");
  });

  test("goes with no save of all documents while the other has one of another document, and waits there", async () => {
    const xml = document.replace("json", "xml");
    const before = new Window();
    await before.comments.give(document, "Why");
    await before.comments.give(xml, "Because");
    before.end();
    const first = await restored();
    const second = new Window();
    await second.comments.takeUp(xml);
    await first.comments.takeUp(xml);
    const together = { documents: [document, xml], writer: "artifact://team/artifacts/501/all" };
    assert.equal(await CommentOfAll.of(first.comments, together, "All"), "elsewhere");
    assert.deepEqual([await first.due(), await second.due(xml)], ["Why", "Because"]);
  });

  for (const typed of [undefined, "Typed"]) {
    test(`that went with all leaves what another window was given for a document since, beside ${typed}`, async () => {
      const xml = document.replace("json", "xml");
      const first = new Window();
      await first.comments.give(document, "Why");
      await first.comments.give(xml, "Because");
      if (typed) {
        first.comments.note(xml, typed);
      }
      const together = { documents: [document, xml], writer: "artifact://team/artifacts/501/all" };
      const all = await CommentOfAll.of(first.comments, together, "All");
      assert.ok(typeof all === "object");
      await all.carried.noteSending({ count: 7 });
      all.carried.noteSaid();
      const second = new Window();
      await second.comments.give(xml, "Since");
      second.end();
      await all.settle(true, () => assert.fail());
      first.end();
      const third = new Window();
      await third.comments.takeUp(xml);
      assert.deepEqual(
        [await third.get(), await third.get(xml)],
        [{}, { due: "Since", ...(typed && { offered: typed }) }],
      );
    });
  }

  test("goes with a save of the other that shows its text, once the first is closed", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const [second, stranger] = [await restored(), new Window()];
    first.end();
    assert.deepEqual([await stranger.due(), await second.due()], [undefined, "Why"]);
  });

  test("is in doubt in the other too, once the first is closed", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const second = await restored();
    await (await first.comments.due(document))?.noteSending({ count: 7 });
    first.end();
    assert.deepEqual((await second.comments.due(document))?.doubt, { count: 7 });
  });

  test("is in doubt where the other has begun to send it at the same moment", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const here = await first.comments.due(document);
    first.end();
    // It takes itself for the one that has it, since it asked before it was closed.
    const there = await (await restored()).comments.due(document);
    assert.equal(await there?.noteSending({ count: 7 }), "begun");
    assert.equal(await here?.noteSending({ count: 8 }), "doubted");
    assert.deepEqual(here?.doubt, { count: 7 });
  });

  test("is left to the other where that has it since, and other words of it are in doubt", async () => {
    const first = await withOtherWordsInDoubt();
    const here = await first.comments.due(document);
    first.end();
    assert.equal(await (await restored()).due(), "Why then");
    await assert.rejects(async () => here?.noteSending({ count: 8 }), SendingNotKept);
  });

  test("is not replaced by one that the other is given, whose words are kept there", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    const second = await restored();
    assert.equal(await second.comments.give(document, "Second"), false);
    assert.deepEqual(await second.get(), { due: "First", offered: "Second" });
    assert.deepEqual([await first.due(), await second.due()], ["First", undefined]);
  });

  test("keeps what is typed in the other for the window that takes the place of that", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    const apart = memoryWords();
    const second = new Window(undefined, apart);
    second.comments.note(document, "Typed");
    assert.deepEqual((await second.get()).offered, "Typed");
    assert.equal(await second.comments.give(document, "Given"), false);
    second.end();
    const third = new Window(undefined, apart);
    assert.deepEqual((await third.get()).offered, "Typed\n\nGiven");
    first.end();
    third.comments.note(document, "Typed since");
    assert.equal(await third.comments.give(document, "Typed since"), true);
    (await third.comments.due(document))?.noteSaid();
    // What the first had left was given for another text.
    assert.deepEqual([await third.get(), await apart.read(document)], [{ offered: "First" }, undefined]);
  });

  test("leaves nothing of what was typed in the other once its document is closed there", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    const apart = memoryWords();
    const second = new Window(undefined, apart);
    second.comments.note(document, "Typed");
    assert.deepEqual((await second.get()).offered, "Typed");
    await second.comments.remove(document);
    assert.deepEqual([await apart.read(document), await first.due()], [undefined, "First"]);
  });

  test("and that nobody shows any more is offered after the one that was given since", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    first.end();
    const second = new Window();
    assert.equal(await second.comments.give(document, "Second"), true);
    (await second.comments.due(document))?.noteSaid();
    assert.deepEqual([await second.due(), await second.get()], [undefined, { offered: "First" }]);
  });

  test("waits on where the other opens the document with nothing unsaved, or closes it", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const second = new Window();
    await second.comments.withdrawLeft(document);
    await second.comments.remove(document);
    assert.equal(await first.due(), "Why");
    const third = await restored();
    await third.comments.remove(document);
    assert.equal(await first.due(), "Why");
  });

  test("stays for who shows its text again, where the other closes a document that it only typed one for", async () => {
    const [first, second] = [new Window(), new Window()];
    second.comments.note(document, "Typed");
    await second.get();
    await first.comments.give(document, "Why");
    first.end();
    await second.comments.remove(document);
    assert.equal(await (await restored()).due(), "Why");
  });

  test("goes with no save of the other where that had one that was replaced while it hung", async () => {
    const first = new Window();
    await first.comments.give(document, "First");
    first.end();
    const second = new Window();
    await second.comments.give(document, "Second");
    second.end();
    assert.equal(await first.due(), undefined);
    assert.deepEqual(await left(first), { body: "Second", why: "elsewhere" });
    const third = await restored();
    assert.deepEqual(await third.get(), { due: "Second", offered: "First" });
    assert.equal(await third.due(), "Second");
  });

  suite("of which the first is closed, while the other only typed one for its own text", () => {
    let second: Window;
    setup(async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      second = new Window();
      second.comments.note(document, "Typed");
      await second.get();
      first.end();
    });

    test("goes with no save of the other", async () => {
      const together = { documents: [document], writer: "artifact://team/artifacts/501/all" };
      assert.equal(await second.due(), undefined);
      assert.equal(await CommentOfAll.of(second.comments, together, undefined), undefined);
      assert.deepEqual(await left(second), { body: "Why", why: "elsewhere" });
      assert.equal(await (await restored()).due(), "Why");
    });

    for (const [what, end] of [
      ["reverts", () => second.comments.withdraw(document)],
      ["closes", () => second.comments.remove(document)],
    ] as const) {
      test(`waits on where the other types on and ${what} its text`, async () => {
        second.comments.note(document, "Typed on");
        await second.get();
        await end();
        assert.doesNotMatch((await second.get()).offered ?? "", /Why/);
        assert.equal(await (await restored()).due(), "Why");
      });
    }

    test("is told of as another window's by a save of the other at another address", async () => {
      address = "https://other.example/api/v1";
      assert.equal(await second.due(), undefined);
      assert.deepEqual(await left(second), { body: "Why", why: "elsewhere" });
    });

    test("leaves what the other types on to the window that takes the place of that", async () => {
      second.comments.note(document, "Typed on");
      await second.get();
      second.end();
      assert.equal((await new Window().get()).offered, "Typed on");
    });

    test("does not move with the text of the other", async () => {
      const xml = document.replace("json", "xml");
      second.comments.note(document, "Typed on");
      await second.get();
      await second.comments.move(document, xml);
      await second.comments.remove(document);
      assert.equal(await second.due(xml), undefined);
      assert.match((await second.get(xml)).offered ?? "", /Typed on$/);
      assert.equal(await (await restored()).due(), "Why");
    });

    test("is not put together with one that the other is given", async () => {
      assert.deepEqual(await second.get(), { offered: "Typed" });
    });

    test("is offered after one that the other is given", async () => {
      assert.equal(await second.comments.give(document, "Mine"), true);
      assert.equal(await second.due(), "Mine");
      assert.match((await second.get()).offered ?? "", /Why/);
    });

    test("is of the other once that is given one, and is offered there", async () => {
      assert.equal(await second.comments.give(document, "Mine"), true);
      assert.equal(await second.due(), "Mine");
      await second.comments.withdraw(document);
      const third = await restored();
      assert.equal(await third.due(), undefined);
      assert.match((await third.get()).offered ?? "", /Mine/);
    });
  });

  test("is in doubt only as long as it says the same", async () => {
    const first = await withOtherWordsInDoubt();
    const other = await first.comments.due(document);
    assert.equal(other?.doubt, undefined);
    assert.equal(await other?.noteSending({ count: 8 }), "begun");
    assert.deepEqual(other?.doubt, { count: 8 });
    await first.comments.give(document, "Why then \r\n");
    assert.deepEqual((await first.comments.due(document))?.doubt, { count: 8 });
  });

  test("is in doubt from where the history ended before it was sent first", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const sent = await window.comments.due(document);
    await sent?.noteSending({ count: 7 });
    assert.equal(await sent?.noteSending({ count: 9 }), "begun");
    assert.deepEqual(sent?.doubt, { count: 7 });
  });

  test("is none of a window that has another text of the document, and says nothing there", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    assert.deepEqual(await new Window().get(), {});
  });

  test("is not said by the other once it was withdrawn", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const second = await restored();
    await first.comments.withdraw(document);
    assert.deepEqual([await second.due(), await second.get()], [undefined, { offered: "Why" }]);
  });

  test("is not in doubt by one in the same words that has arrived from the other", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    const sent = await first.comments.due(document);
    await sent?.noteSending({ count: 7 });
    const second = await restored();
    sent?.noteSaid();
    await first.get();
    assert.equal(await second.comments.give(document, "Why"), true);
    const next = await second.comments.due(document);
    assert.deepEqual([next?.body, next?.doubt], ["Why", undefined]);
  });

  test("that was only typed is gone with its document", async () => {
    const window = new Window();
    window.comments.note(document, "Typed");
    await window.get();
    await window.comments.remove(document);
    assert.deepEqual(await new Window().get(), {});
  });

  test("is only offered where its text is gone", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    first.end();
    const second = new Window();
    await second.comments.withdrawLeft(document);
    assert.deepEqual([await second.due(), await second.get()], [undefined, { offered: "Why" }]);
    assert.deepEqual([await (await restored()).due()], [undefined]);
  });

  test("stays as it is while the other is typing one", async () => {
    const [first, second] = [new Window(), new Window()];
    second.comments.note(document, "Typ");
    assert.deepEqual(await second.get(), { offered: "Typ" });
    await first.comments.give(document, "Why");
    second.comments.note(document, "Typed");
    assert.equal((await second.get()).offered, "Typed");
    first.end();
    assert.equal(await (await restored()).due(), "Why");
  });

  test("that was typed outlives its window, and nothing keeps the other from being given one", async () => {
    const first = new Window();
    first.comments.note(document, "T");
    first.comments.note(document, "Typed");
    assert.deepEqual(await first.get(), { offered: "Typed" });
    const second = new Window();
    assert.deepEqual(await second.get(), { offered: "Typed" });
    assert.equal(await second.comments.give(document, "Why"), true);
    assert.deepEqual([await first.due(), await second.due()], [undefined, "Why"]);
  });

  test("that waited is offered with what was typed since, when it is withdrawn", async () => {
    for (const { typed, offered } of [
      { typed: "Another", offered: "Why\n\nAnother" },
      { typed: "Why not", offered: "Why not" },
      { typed: "W", offered: "Why" },
    ]) {
      const window = new Window();
      await window.comments.give(document, "Why");
      window.comments.note(document, typed);
      await window.comments.withdraw(document);
      assert.deepEqual(await window.get(), { offered });
      await window.comments.give(document, offered);
      assert.deepEqual(await window.get(), { due: offered });
      await window.comments.remove(document);
    }
  });

  test("that was asked for while one waited takes the place of what was seen then, and of nothing else", () => {
    assert.equal(sayingAfter(undefined, "Mine", undefined), "Mine");
    assert.equal(sayingAfter("First", "First, and more", "First"), "First, and more");
    assert.equal(sayingAfter(undefined, "Mine", "Since"), "Since\n\nMine");
    assert.equal(sayingAfter("First", "Mine", "First\n\nSince"), "First\n\nSince\n\nMine");
    assert.equal(sayingAfter("First", "First", "First\n\nSince"), "First\n\nSince");
    assert.equal(sayingAfter("First", "Mine", undefined), "Mine");
  });

  test("takes the place of one in doubt that was seen, unless it says that again", () => {
    const waiting = { due: "First", attempt: { body: "First", mark: { count: 3 } } };
    assert.equal(isHeldByDoubt("Mine", "First", waiting), false);
    assert.equal(isHeldByDoubt("First ", "First", waiting), false);
    assert.equal(isHeldByDoubt("First, and more", "First", waiting), true);
    assert.equal(isHeldByDoubt("Mine\n\nFirst", "First", waiting), true);
    assert.equal(isHeldByDoubt("First\n\nMine", undefined, waiting), true);
    assert.equal(isHeldByDoubt("First", undefined, waiting), false);
    assert.equal(isHeldByDoubt("First\n\nMine", undefined, { due: "First" }), false);
    assert.equal(isHeldByDoubt("Second\n\nMine", "Second", { ...waiting, due: "Second" }), false);
  });

  test("moves with its text, and with what is in doubt of it", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    await window.comments.give(document, "Why");
    await (await window.comments.due(document))?.noteSending({ count: 3 });
    await window.comments.move(document, xml);
    const moved = await window.comments.due(xml);
    assert.deepEqual([moved?.body, moved?.doubt, await window.due()], ["Why", { count: 3 }, undefined]);
  });

  test("moves with what is in doubt of it to where another one was in doubt, and is so after a restart", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    await window.comments.give(xml, "Other");
    await (await window.comments.due(xml))?.noteSending({ count: 5 });
    await window.comments.give(document, "Why");
    await (await window.comments.due(document))?.noteSending({ count: 3 });
    await window.comments.move(document, xml);
    window.end();
    const next = new Window();
    await next.comments.takeUp(xml);
    const moved = await next.comments.due(xml);
    assert.deepEqual([moved?.body, moved?.doubt], ["Why", { count: 3 }]);
  });

  test("is not moved to where another window has one: its words are offered there, also after a restart", async () => {
    const apart = memoryWords();
    const [first, second] = [new Window(undefined, apart), new Window()];
    const xml = document.replace("json", "xml");
    await second.comments.give(xml, "Theirs");
    await first.comments.give(document, "Mine");
    await first.comments.move(document, xml);
    await first.comments.remove(document);
    assert.deepEqual([await first.due(xml), await second.due(xml)], [undefined, "Theirs"]);
    first.end();
    assert.match((await new Window(undefined, apart).get(xml)).offered ?? "", /Mine$/);
  });

  for (const [what, end] of [
    ["has one", async () => {}],
    ["had one that was withdrawn", (first: Window) => first.comments.withdraw(document)],
  ] as const) {
    test(`that was typed while another window ${what} is offered where its text has moved to`, async () => {
      const [first, second] = [new Window(), new Window()];
      const xml = document.replace("json", "xml");
      await first.comments.give(document, "First");
      second.comments.note(document, "Typed");
      await second.get();
      await end(first);
      await second.comments.move(document, xml);
      await second.comments.remove(document);
      assert.match((await second.get(xml)).offered ?? "", /Typed$/);
    });
  }

  test("that was only typed moves with its text, and takes no place of one that another window has left there", async () => {
    const xml = document.replace("json", "xml");
    const [first, second] = [new Window(), new Window()];
    await first.comments.give(xml, "Why");
    second.comments.note(document, "Typed");
    await second.get();
    first.end();
    await second.comments.move(document, xml);
    assert.deepEqual(await second.get(xml), { offered: "Typed" });
    const third = new Window();
    await third.comments.takeUp(xml);
    assert.equal(await third.due(xml), "Why");
  });

  test("waits for a save of one document alone, whenever its window ends while its text moves to the other", async () => {
    const xml = document.replace("json", "xml");
    let ends = 0;
    for (let isOver = true; isOver; ends++) {
      const life = new HostLife();
      const window = new Window(undefined, undefined, life);
      await window.comments.give(document, "Why");
      life.endAfter(ends);
      await Promise.race([window.comments.move(document, xml), life.end]);
      isOver = life.isOver;
      window.end();
      const next = await restored();
      await next.comments.takeUp(xml);
      const all = [await next.get(), await next.get(xml)];
      assert.ok(all.filter(({ due }) => due !== undefined).length <= 1, `after ${ends}`);
      assert.match(JSON.stringify(all), /Why/, `after ${ends}`);
      next.comments.removeAll(() => true);
      await Promise.all([next.get(), next.get(xml)]);
      next.end();
    }
    assert.ok(ends > 20, String(ends));
  });

  test("leaves nothing in doubt where the text of another window moves to, which only typed one", async () => {
    const xml = document.replace("json", "xml");
    const [first, second] = [new Window(), new Window()];
    await first.comments.give(document, "Why");
    await (await first.comments.due(document))?.noteSending({ count: 7 });
    first.end();
    second.comments.note(document, "Typed");
    await second.get();
    await second.comments.move(document, xml);
    await second.comments.give(xml, "Why");
    assert.equal((await second.comments.due(xml))?.doubt, undefined);
    assert.deepEqual((await (await restored()).comments.due(document))?.doubt, { count: 7 });
  });

  test("that was withdrawn while nobody knew whether it arrived is so where its text has moved to", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    await window.comments.give(document, "Why");
    await (await window.comments.due(document))?.noteSending({ count: 3 });
    await window.comments.withdraw(document);
    await window.comments.move(document, xml);
    assert.deepEqual(await window.get(xml), { offered: "Why" });
    await window.comments.give(xml, "Why");
    assert.deepEqual((await window.comments.due(xml))?.doubt, { count: 3 });
  });

  test("moves with its text to where one was typed at another address", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    window.comments.note(xml, "Typed there");
    await window.get(xml);
    address = "https://other.example/api/v1";
    await window.comments.give(document, "Why");
    await window.comments.move(document, xml);
    assert.equal(await window.due(xml), "Why");
    assert.equal((await window.get(xml)).offered, "Typed there");
  });

  test("that was given at another address is offered where its text has moved to", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    await window.comments.give(document, "For the first");
    address = "https://other.example/api/v1";
    await window.comments.move(document, xml);
    await window.comments.remove(document);
    assert.deepEqual(await window.get(xml), { offered: "For the first" });
    assert.equal(await window.due(xml), undefined);
  });

  test("is gone with its connection, and comes back by nothing", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const sent = await window.comments.due(document);
    window.comments.removeAll((key) => key === document);
    sent?.noteNotSent();
    assert.deepEqual([await window.get(), existsSync(folder)], [{}, false]);
  });
});

suite("a comment that is given while another one waits", () => {
  test("is said after it", () => {
    assert.equal(alsoSaying("First", "Second"), "First\n\nSecond");
  });

  test("is not said twice where it waits already", () => {
    assert.equal(alsoSaying("First", " First\r\n"), "First");
    assert.equal(alsoSaying("First\n\nSecond", "Second"), "First\n\nSecond");
    assert.equal(alsoSaying(undefined, "First"), "First");
  });

  test("leaves what was typed besides it, also where it is given again", () => {
    for (const [waiting, left] of [
      [undefined, ""],
      ["First", "First"],
      ["First\n\nSecond", "First"],
      ["Second ", ""],
      ["Second", ""],
    ] as const) {
      assert.equal(besides(alsoSaying(waiting, "Second"), "Second"), left, waiting);
    }
  });
});
