import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { AskedComment } from "../../../../src/core/comment/askedComment.ts";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import { alsoSaying, besides, bothOf } from "../../../../src/core/comment/joinedWords.ts";
import { PendingComments } from "../../../../src/core/comment/pendingComments.ts";
import type { HistoryMark } from "../../../../src/core/model/artifactService.ts";
import { SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryPending, type PendingWindow } from "../../../support/memoryPending.ts";
import { recordedPuts } from "./commentFixture.ts";

const document = "artifact://team/artifacts/501.artifact.json";
const xml = document.replace("json", "xml");
const elsewhere = "https://other.example/api/v1";

suite("a comment that waits for a save", () => {
  let disk: MemoryPending;
  setup(() => {
    disk = new MemoryPending();
  });

  /** A window of the one workspace. */
  class Window {
    readonly comments: PendingComments;
    readonly said: string[] = [];
    readonly #window: PendingWindow;

    constructor(life?: HostLife) {
      this.#window = disk.window(life);
      this.comments = new PendingComments(this.#window.store, (key) => this.said.push(key));
    }

    end(): void {
      this.#window.end();
    }

    async due(key = document): Promise<string | undefined> {
      return (await this.comments.due(key))?.body;
    }

    get(key = document) {
      return this.comments.get(key);
    }

    /** What waits is about to be sent. Nothing that was sent before has arrived. */
    async begin(mark: HistoryMark, key = document) {
      const comment = await this.comments.due(key);
      const begun = await comment?.begin(
        async () => false,
        async () => mark,
      );
      assert.ok(begun);
      return begun;
    }

    /** The comment is given, and its answer is lost. */
    async sendIn(words: string, count: number, key = document): Promise<void> {
      await this.comments.give(key, words);
      await this.begin({ count }, key);
    }

    /** The comment is given, and said. */
    async say(words: string, key = document): Promise<void> {
      await this.comments.give(key, words);
      await (await this.begin({ count: 7 }, key)).noteSaid();
    }

    /** The comments that are in doubt of what waits, each with where the history ended before. */
    async sent(key = document) {
      const waiting = await (await this.comments.words(key))?.now();
      return waiting?.sent.map(({ body, mark }) => [body, mark.count]);
    }

    left(key = document) {
      return this.comments.left(key, async () => assert.fail());
    }
  }

  /** A window that shows the unsaved text that another one shows, or showed. */
  const restored = async (...keys: readonly string[]): Promise<Window> => {
    const window = new Window();
    for (const key of keys.length > 0 ? keys : [document]) {
      await window.comments.takeUp(key);
    }
    return window;
  };

  test("that is typed is kept, though what there was of it could not be read when it was typed first", async () => {
    const window = new Window();
    disk.isUnreadable = true;
    window.comments.note(document, "Typ");
    await assert.rejects(window.get(), /Nothing can be read now/);
    disk.isUnreadable = false;
    window.comments.note(document, "Typed");
    await window.get();
    window.end();
    assert.equal((await new Window().get()).offered, "Typed");
  });

  test("is none where a text is restored that none was given for, and nothing is kept of that", async () => {
    const window = await restored();
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
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

  test("that was typed is offered no more once all its words are removed", async () => {
    const window = new Window();
    for (const typed of ["Typed", ""]) {
      window.comments.note(document, typed);
      await window.get();
    }
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
  });

  test("is not offered again once it is said in the words that were typed for it", async () => {
    const window = new Window();
    window.comments.note(document, "Why");
    await window.say("Why ");
    assert.deepEqual([await window.get(), window.said, disk.kept], [{}, [document], []]);
  });

  test("is not offered again once it is said, beside what was typed on after it and dismissed", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    window.comments.note(document, "Why\n\nAnd more");
    await (await window.begin({ count: 7 })).noteSaid();
    assert.deepEqual([await window.due(), await window.get()], [undefined, { offered: "And more" }]);
  });

  test("of which no history tells is sent by no window that opens since, whenever its own one ends", async () => {
    let ends = 0;
    for (let isOver = true; isOver; ends++) {
      disk.kept = [];
      const life = new HostLife();
      const window = new Window(life);
      await window.comments.give(document, "Why");
      await window.begin({});
      life.endAfter(ends);
      await Promise.race([window.comments.left(document, async () => undefined), life.end]);
      isOver = life.isOver;
      window.end();
      const next = await restored();
      const due = await next.due();
      assert.ok(due === undefined || (await next.sent())?.length === 1, `it is sent again after ${ends}`);
      assert.equal(due ?? (await next.get()).offered, "Why");
    }
    assert.ok(ends > 3, String(ends));
  });

  test("that is left leaves in doubt what was sent before it in other words", async () => {
    const window = new Window();
    await window.sendIn("First", 7);
    await window.comments.give(document, "Second");
    assert.equal((await window.comments.left(document, () => assert.fail()))?.why, "nothingStored");
    await window.comments.give(document, "First");
    assert.deepEqual(await window.sent(), [["First", 7]]);
  });

  test("of which all words are removed is in doubt still in the next window, where it is given again", async () => {
    const window = new Window();
    await window.sendIn("First", 7);
    await window.comments.withdraw(document);
    window.comments.note(document, "");
    assert.deepEqual(await window.get(), {});
    window.end();
    const next = new Window();
    await next.comments.give(document, "First");
    assert.deepEqual(await next.sent(), [["First", 7]]);
  });

  test("that is said leaves in doubt what was sent before it, and is offered", async () => {
    const window = new Window();
    await window.sendIn("First", 7);
    await window.comments.withdraw(document);
    await window.say("Second");
    assert.deepEqual(await window.get(), { offered: "First" });
    await window.comments.give(document, "First");
    assert.deepEqual(await window.sent(), [["First", 7]]);
    await window.say("Third");
    assert.deepEqual(disk.kept, [], "nothing is left that it was sent for");
  });

  test("waits on for its text where another one asks what waits", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    first.end();
    const second = new Window();
    assert.equal(await second.due(), undefined);
    await second.comments.takeUp(document);
    assert.equal(await second.due(), "Why");
  });

  test("waits on while its connection is gone", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    disk.address = "";
    assert.equal((await window.get()).due, "Why");
  });

  test("is not told to be left where it is given while a save without one ends", async () => {
    const window = new Window();
    const left = window.left();
    await window.comments.give(document, "Why");
    assert.deepEqual([await left, await window.due()], [undefined, "Why"]);
  });

  test("moves to where another one is in doubt, of which nobody knows there still", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    await window.sendIn("Why", 7, xml);
    await window.comments.give(document, "Because");
    await window.comments.move(document, xml);
    await window.comments.give(xml, "Why");
    assert.deepEqual(await window.sent(xml), [["Why", 7]]);
  });

  test("that two windows left is offered once, and is looked for where one of them had sent it", async () => {
    const windows = [new Window(), new Window(), new Window()];
    const [first, second, third] = windows;
    await first?.comments.give(document, "Given");
    await second?.sendIn("Sent", 7);
    await second?.comments.withdraw(document);
    await third?.comments.give(document, "Given");
    for (const window of windows) {
      window.end();
    }
    const next = await restored();
    assert.deepEqual(await next.get(), { offered: "Given\n\nSent" });
    await next.comments.give(document, "Sent");
    assert.deepEqual(await next.sent(), [["Sent", 7]]);
  });

  test("that two windows left in the same words is not offered beside itself", async () => {
    const windows = [new Window(), new Window()];
    for (const window of windows) {
      await window.comments.give(document, "Given");
    }
    for (const window of windows) {
      window.end();
    }
    assert.deepEqual(await (await restored()).get(), { due: "Given" });
  });

  test("is not told to be left by one of two saves at once where the other finds that it is said", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    const { promise: found, resolve: find } = Promise.withResolvers<boolean>();
    const first = window.comments.left(document, () => found);
    await window.get();
    find(true);
    assert.deepEqual(await Promise.all([first, window.comments.left(document, async () => true)]), [
      undefined,
      undefined,
    ]);
  });

  test("keeps its save from being sent on a full disk, and goes once there is space", async () => {
    const window = new Window();
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
    disk.isFull = true;
    await assert.rejects(put, SendingNotKept);
    disk.isFull = false;
    assert.deepEqual([puts, await window.get()], [0, { due: "Why" }]);
    await put();
    assert.deepEqual([puts, await window.due(), window.said], [1, undefined, [document]]);
  });

  test("that was given on a full disk beside what was typed before goes once there is space", async () => {
    const window = new Window();
    window.comments.note(document, "Typed");
    await window.get();
    disk.isFull = true;
    await window.comments.give(document, "Why");
    assert.equal(await window.due(), "Why");
    disk.isFull = false;
    assert.deepEqual(await window.get(), { due: "Why", offered: "Typed" });
  });

  test("that was withdrawn on a full disk goes with no save once there is space, and is offered", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    disk.isFull = true;
    await window.comments.withdraw(document);
    disk.isFull = false;
    assert.deepEqual([await window.due(), await window.get()], [undefined, { offered: "Why" }]);
  });

  test("is not sent by a save that began before it was withdrawn, and is offered", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const comment = await window.comments.due(document);
    assert.ok(comment);
    const { service, sent } = recordedPuts({
      countChangesets: async () => 7,
      readChangesets: () => assert.fail(),
      readOwnId: async () => 102,
    });
    await window.comments.withdraw(document);
    const body = { contentType: "application/json", text: "with the comment", comment } as const;
    await service.updateArtifact(501, [], { ifMatch: "171" }, new AbortController().signal, body);
    assert.deepEqual([sent, window.said], [[undefined], []]);
    assert.deepEqual(await window.get(), { offered: "Why" });
  });

  test("that waited is offered with what was typed since, when it is withdrawn", async () => {
    for (const { typed, offered } of [
      { typed: "Another", offered: "Why\n\nAnother" },
      { typed: "Why not", offered: "Why not" },
      { typed: "W", offered: "Why" },
      { typed: "y", offered: "Why\n\ny" },
      { typed: "Whoever knows Why not", offered: "Why\n\nWhoever knows Why not" },
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

  test("that waited is not offered again beside what was typed behind it, once it was said with another one", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    window.comments.note(document, "Why\n\nTyped");
    await window.say("Why\n\nGiven");
    assert.deepEqual(await window.get(), { offered: "Typed" });
  });

  test("that was asked for while one waited takes the place of what was seen then, and of nothing else", () => {
    for (const [seen, answered, waiting, said] of [
      [undefined, "Mine", undefined, "Mine"],
      ["First", "First, and more", "First", "First, and more"],
      [undefined, "Mine", "Since", "Since\n\nMine"],
      ["First", "Mine", "First\n\nSince", "First\n\nSince\n\nMine"],
      ["First", "First", "First\n\nSince", "First\n\nSince"],
      ["First", "First\n\nMine", "First\n\nSince", "First\n\nSince\n\nMine"],
      ["First", "First\n\nMine", "Since", "Since\n\nFirst\n\nMine"],
      ["First", "First\n\nSince\n\nMine", "First\n\nSince", "First\n\nSince\n\nMine"],
      [undefined, "Mine\nSince", "Since", "Mine\nSince"],
      ["First", "Mine", undefined, "Mine"],
      ["First", "Mine\n\nFirst", "First", "Mine\n\nFirst"],
    ] as const) {
      assert.equal(new AskedComment({ due: seen }).answer(answered, waiting), said);
    }
  });

  suite("while the person is asked for more of it,", () => {
    for (const [answered, left] of [
      ["Why\n\nAnd how", "And how"],
      ["Why", undefined],
      ["Because", "Because"],
    ] as const) {
      test(`is said no second time, where the answer is «${answered.replaceAll("\n\n", " / ")}»`, async () => {
        const window = new Window();
        await window.comments.give(document, "Why");
        await window.comments.asking(document, async (asked) => {
          assert.equal(asked.due, "Why");
          await (await window.begin({ count: 7 })).noteSaid();
          const { due } = await window.get();
          assert.deepEqual([asked.without(answered), asked.answer(answered, due)], [left, left]);
        });
      });
    }

    test("loses what of it was said alone, and is said beside what waits since", async () => {
      const window = new Window();
      await window.comments.give(document, "Why\n\nAnd how");
      await window.comments.asking(document, async (asked) => {
        await (await window.comments.words(document))?.noteSaid({ words: "Why", body: "Why", mark: { count: 7 } });
        const { due } = await window.get();
        assert.equal(due, "And how");
        for (const waiting of [due, undefined]) {
          assert.equal(asked.answer("Why\n\nAnd how\n\nAnd when", waiting), "And how\n\nAnd when");
        }
      });
    });
  });

  test("is in doubt with each comment that it was sent in, as long as nothing of it is known to be said", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    await window.sendIn("Why then", 8);
    assert.deepEqual(await window.sent(), [
      ["Why", 7],
      ["Why then", 8],
    ]);
    const begun = await window.begin({ count: 9 });
    assert.deepEqual(await window.sent(), [
      ["Why", 7],
      ["Why then", 8],
    ]);
    await begun.noteNotSent();
    assert.equal((await window.sent())?.length, 2, "it was in doubt before");
    await window.comments.give(document, "Why then \r\n");
    await (await window.begin({ count: 9 })).noteSaid();
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
  });

  test("is not offered where it was withdrawn while it was sent, and is said", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const begun = await window.begin({ count: 7 });
    await window.comments.withdraw(document);
    await begun.noteSaid();
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
  });

  test("is in doubt no more once it was surely refused", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    await (await window.begin({ count: 7 })).noteNotSent();
    assert.deepEqual(await window.sent(), []);
  });

  test("is said without what has arrived of it, which somebody wrote more behind while nobody knew", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    await window.comments.withdraw(document);
    await window.comments.give(document, "Why\n\nAnd more");
    const comment = await window.comments.due(document);
    const begun = await comment?.begin(
      async (body, mark) => body === "Why" && mark.count === 7,
      async () => ({ count: 9 }),
    );
    assert.deepEqual([begun?.body, await window.get()], ["And more", { due: "And more" }]);
    await begun?.noteSaid();
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
  });

  test("is offered while nobody can say whether it has arrived, and is looked for when it is given again", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    const left = await window.comments.left(document, async () => undefined);
    assert.deepEqual([left, await window.get()], [{ body: "Why", why: "inDoubt" }, { offered: "Why" }]);
    await window.comments.give(document, "Why");
    assert.deepEqual(await window.sent(), [["Why", 7]]);
  });

  test("is sent when it is given again where nobody could ever say whether it has arrived", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    await window.begin({});
    assert.equal((await window.comments.left(document, async () => undefined))?.why, "inDoubt");
    await window.comments.give(document, "Why");
    assert.deepEqual(await window.sent(), []);
  });

  test("is sent when it is given again where it is in doubt, and no save gets through without it", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    const comment = await window.comments.due(document);
    const begun = await comment?.begin(
      async () => undefined,
      () => assert.fail(),
    );
    await comment?.noteDemanded();
    assert.deepEqual([begun, await window.get()], [undefined, { offered: "Why" }]);
    await window.comments.give(document, "Why");
    assert.deepEqual(await window.sent(), []);
  });

  test("is offered beside what was typed before", async () => {
    const window = new Window();
    window.comments.note(document, "Typed");
    const sent = [{ words: "Left", body: "Left", mark: { count: 7 } }];
    await window.comments.offer(document, { words: "Left", sent });
    assert.deepEqual(await window.get(), { offered: "Left\n\nTyped" });
    await window.comments.give(document, "Left");
    assert.deepEqual(await window.sent(), [["Left", 7]]);
  });

  test("that was only typed is gone with its document", async () => {
    const window = new Window();
    window.comments.note(document, "Typed");
    await window.get();
    await window.comments.remove(document);
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
  });

  test("is gone with its connection, and comes back by nothing", async () => {
    const window = new Window();
    await window.comments.give(document, "Why");
    const begun = await window.begin({ count: 7 });
    window.comments.removeAll((key) => key === document);
    await begun.noteNotSent();
    assert.deepEqual([await window.get(), disk.kept], [{}, []]);
  });

  test("is gone with its connection, too, while it is typed or taken up", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    first.end();
    const window = new Window();
    await window.comments.withdrawLeft(xml);
    const taking = window.comments.takeUp(document);
    window.comments.note(xml, "Typed");
    const all = () => Promise.all([document, xml].map((key) => window.get(key)));
    window.comments.removeAll(() => true);
    await taking;
    assert.deepEqual([await all(), disk.kept], [[{}, {}], []]);
  });

  suite("at another address than its connection leads to by then", () => {
    let window: Window;
    setup(async () => {
      window = new Window();
      await window.sendIn("For the first", 7);
      disk.address = elsewhere;
    });

    test("goes with no save, and is offered", async () => {
      assert.deepEqual([await window.due(), await window.get()], [undefined, { offered: "For the first" }]);
    });

    test("is told of by a save, once, and is offered from then on", async () => {
      assert.deepEqual(await window.left(), { body: "For the first", why: "otherAddress" });
      assert.equal(await window.left(), undefined);
      assert.deepEqual(await window.get(), { offered: "For the first" });
    });

    test("is in no doubt where another window has left one that was given there", async () => {
      const other = new Window();
      await other.sendIn("For the other", 1);
      window.end();
      other.end();
      const next = await restored();
      assert.deepEqual([await next.due(), await next.sent()], ["For the other", [["For the other", 1]]]);
      await next.comments.give(document, "For the first");
      assert.deepEqual(await next.sent(), [["For the other", 1]]);
    });

    test("is offered beside one that is given there", async () => {
      await window.comments.give(document, "For the other");
      assert.deepEqual(await window.get(), { due: "For the other", offered: "For the first" });
    });

    test("in the same words is another one, which what arrives at the first does not say", async () => {
      disk.address = "https://tracker.example/api/v1";
      const begun = await window.begin({ count: 7 });
      disk.address = elsewhere;
      await window.sendIn("For the first", 1);
      await begun.noteNotSent();
      await begun.noteSaid();
      assert.deepEqual(await window.sent(), [["For the first", 1]]);
    });

    test("waits while the connection leads nowhere", async () => {
      disk.address = "";
      assert.equal(await window.due(), "For the first");
    });

    test("waits until the connection leads back", async () => {
      assert.equal(await window.due(), undefined);
      disk.address = "https://tracker.example/api/v1";
      assert.deepEqual(await window.sent(), [["For the first", 7]]);
    });

    test("is offered where its text has moved to", async () => {
      await window.comments.move(document, xml);
      await window.comments.remove(document);
      assert.deepEqual([await window.due(xml), await window.get(xml)], [undefined, { offered: "For the first" }]);
    });

    test("is offered where the text moves to that another one waits for", async () => {
      await window.comments.give(xml, "For the other");
      await window.comments.move(xml, document);
      assert.deepEqual(await window.get(), { due: "For the other", offered: "For the first" });
    });
  });

  suite("while its text moves to another document", () => {
    test("moves with it, and with what is in doubt of it", async () => {
      const window = new Window();
      await window.sendIn("Why", 3);
      await window.comments.move(document, xml);
      assert.deepEqual([await window.due(xml), await window.due()], ["Why", undefined]);
      assert.deepEqual(await window.sent(xml), [["Why", 3]]);
    });

    test("moves to where another one was in doubt, and is so after a restart", async () => {
      const window = new Window();
      await window.sendIn("Other", 5, xml);
      await window.sendIn("Why", 3);
      await window.comments.move(document, xml);
      window.end();
      const next = await restored(xml);
      assert.equal(await next.due(xml), "Why");
      assert.deepEqual(await next.sent(xml), [
        ["Why", 3],
        ["Other", 5],
      ]);
    });

    test("that was withdrawn while nobody knew whether it arrived is in doubt when it is given there", async () => {
      const window = new Window();
      await window.sendIn("Why", 3);
      await window.comments.withdraw(document);
      await window.comments.move(document, xml);
      assert.deepEqual(await window.get(xml), { offered: "Why" });
      await window.comments.give(xml, "Why");
      assert.deepEqual(await window.sent(xml), [["Why", 3]]);
    });

    test("leaves in doubt what was in doubt where its text moves to, should that be given again", async () => {
      const window = new Window();
      await window.sendIn("Other", 5, xml);
      await window.comments.withdraw(xml);
      await window.comments.give(document, "Why");
      await window.comments.move(document, xml);
      await window.comments.give(xml, "Other");
      assert.deepEqual(await window.sent(xml), [["Other", 5]]);
    });

    test("that was only typed is offered there, beside the one that waited there", async () => {
      const window = new Window();
      await window.comments.give(xml, "Because");
      window.comments.note(document, "Typed");
      await window.comments.move(document, xml);
      assert.deepEqual([await window.get(xml), await window.get()], [{ offered: "Because\n\nTyped" }, {}]);
    });

    test("is not lost on a full disk", async () => {
      const window = new Window();
      await window.comments.give(document, "Why");
      disk.isFull = true;
      await window.comments.move(document, xml);
      assert.equal(await window.due(xml), "Why");
      window.end();
      assert.match(JSON.stringify(await new Window().get()), /Why/);
    });

    test("waits for a save of one document alone, whenever its window ends", async () => {
      let ends = 0;
      for (let isOver = true; isOver; ends++) {
        disk.kept = [];
        const life = new HostLife();
        const window = new Window(life);
        await window.comments.give(document, "Why");
        life.endAfter(ends);
        await Promise.race([window.comments.move(document, xml), life.end]);
        isOver = life.isOver;
        window.end();
        const next = await restored(document, xml);
        const all = [await next.get(), await next.get(xml)];
        assert.ok(all.filter(({ due }) => due !== undefined).length <= 1, `after ${ends}`);
        assert.match(JSON.stringify(all), /Why/, `after ${ends}`);
      }
      assert.ok(ends > 8, String(ends));
    });
  });

  suite("in one of several windows", () => {
    test("waits for the restored text, with what is in doubt of it, once its window has ended", async () => {
      const first = new Window();
      await first.sendIn("Why", 7);
      first.end();
      const next = await restored();
      assert.deepEqual([await next.due(), await next.sent()], ["Why", [["Why", 7]]]);
    });

    test("is left out of no save where it cannot be read when its text is restored", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      const next = new Window();
      disk.isUnreadable = true;
      await assert.rejects(next.comments.takeUp(document), /Nothing can be read now/);
      await assert.rejects(next.due(), /Nothing can be read now/);
      await assert.rejects(next.comments.move(document, xml), /Nothing can be read now/);
      disk.isUnreadable = false;
      assert.equal(await next.due(), "Why");
    });

    test("goes with no save of a text that was opened since, though it could not be read then", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      const next = new Window();
      disk.isUnreadable = true;
      await assert.rejects(next.comments.withdrawLeft(document), /Nothing can be read now/);
      disk.isUnreadable = false;
      await next.comments.takeUp(document);
      assert.deepEqual([await next.due(), await next.get()], [undefined, { offered: "Why" }]);
    });

    for (const isUnreadable of [false, true]) {
      test(`goes with no save once its text was reverted ${isUnreadable ? "unread" : "while it was taken up"}`, async () => {
        const first = new Window();
        await first.comments.give(document, "Why");
        first.end();
        const next = new Window();
        disk.isUnreadable = isUnreadable;
        const taking = next.comments.takeUp(document);
        await Promise.allSettled([taking, next.comments.withdraw(document)]);
        disk.isUnreadable = false;
        assert.deepEqual([await next.due(), await next.get()], [undefined, { offered: "Why" }]);
      });
    }

    test("is known to no other one as long as its window is there", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      const second = await restored();
      assert.deepEqual([await second.get(), await second.due(), await second.left()], [{}, undefined, undefined]);
      await second.comments.remove(document);
      assert.equal(await first.due(), "Why");
    });

    test("leaves the other to be given its own, and each is said once", async () => {
      const [first, second] = [new Window(), new Window()];
      await first.say("First");
      await second.comments.give(document, "Second");
      assert.deepEqual([await first.get(), await second.get()], [{}, { due: "Second" }]);
    });

    test("is taken up by one window alone, of all that show its text again", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      const [second, third] = [await restored(), await restored()];
      assert.deepEqual([await second.due(), await third.due()], ["Why", undefined]);
    });

    test("is that of its document alone", async () => {
      const [first, second] = [new Window(), new Window()];
      await first.comments.give(document, "First");
      await second.comments.give(xml, "Second");
      first.end();
      second.end();
      const next = await restored(document, xml);
      assert.deepEqual([await next.due(), await next.due(xml)], ["First", "Second"]);
    });

    test("goes with no save of a window that was taken for closed, and is sent by the other once", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      const comment = await first.comments.due(document);
      first.end();
      const second = await restored();
      const begun = await comment?.begin(
        () => assert.fail(),
        () => assert.fail(),
      );
      assert.deepEqual([begun, await first.due()], [undefined, undefined]);
      assert.equal(await second.due(), "Why");
    });

    test("leaves what is typed on in a window that was taken for closed to be offered there", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      await restored();
      first.comments.note(document, "Typed on");
      assert.deepEqual(await first.get(), { offered: "Typed on" });
    });

    test("that is given on a full disk in a window that was taken for closed goes with the next save there", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      await restored();
      disk.isFull = true;
      await first.comments.give(document, "Another");
      assert.deepEqual([await first.due(), await first.get()], ["Another", { due: "Another" }]);
    });

    test("is only offered where its text is gone, and stays until somebody asks for a comment", async () => {
      const first = new Window();
      await first.sendIn("Why", 7);
      first.end();
      const second = new Window();
      await second.comments.withdrawLeft(document);
      await second.comments.remove(document);
      assert.deepEqual([await second.due(), await second.get()], [undefined, { offered: "Why" }]);
      await second.comments.give(document, "Why");
      assert.deepEqual(await second.sent(), [["Why", 7]]);
    });

    test("waits for no text that is typed once its own one is gone, also where another window restores that", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      const second = new Window();
      await second.comments.withdrawLeft(document);
      second.end();
      const third = await restored();
      assert.deepEqual([await third.due(), await third.get()], [undefined, { offered: "Why" }]);
    });

    test("is taken up though its document showed nothing unsaved before it was restored", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      const next = new Window();
      await next.comments.withdraw(document);
      await next.comments.takeUp(document);
      assert.equal(await next.due(), "Why");
    });

    test("that waits is withdrawn where its document is opened again with nothing unsaved", async () => {
      const window = new Window();
      await window.comments.give(document, "Why");
      await window.comments.withdrawLeft(document);
      assert.deepEqual([await window.due(), await window.get()], [undefined, { offered: "Why" }]);
      window.end();
      assert.equal(await (await restored()).due(), undefined);
    });

    test("is not looked for where a text moves that was opened here", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      const next = new Window();
      disk.isUnreadable = true;
      await next.comments.move(document, xml);
      disk.isUnreadable = false;
      assert.deepEqual([await next.get(), await next.get(xml)], [{ offered: "Why" }, {}]);
    });

    test("is offered beside the one that is given for another text of the document", async () => {
      const first = new Window();
      await first.comments.give(document, "First");
      first.end();
      const second = new Window();
      await second.say("Second");
      assert.deepEqual([await second.due(), await second.get()], [undefined, { offered: "First" }]);
    });

    test("waits beside what the others left, and the one that may have been sent comes before all", async () => {
      const all = [new Window(), new Window(), new Window()] as const;
      await all[0].comments.give(document, "First");
      all[0].comments.note(document, "Typed");
      await all[0].get();
      await all[1].sendIn("Second", 7);
      await all[2].comments.give(document, "Second, and more");
      for (const window of all) {
        window.end();
      }
      const next = await restored();
      const { due, offered = "" } = await next.get();
      assert.deepEqual([due, await next.sent()], ["Second", [["Second", 7]]]);
      for (const words of ["First", "Typed", "Second, and more"]) {
        assert.match(offered, new RegExp(words));
      }
    });

    test("outlives several windows that keep nothing of it themselves", async () => {
      const first = new Window();
      await first.comments.give(document, "Why");
      first.end();
      for (let n = 0; n < 3; n++) {
        const next = await restored();
        assert.equal(await next.due(), "Why");
        next.end();
      }
    });
  });
});

suite("a comment that is given while another one waits", () => {
  test("is said after it", () => {
    assert.equal(alsoSaying("First", "Second"), "First\n\nSecond");
  });

  test("is joined to what was typed, unless one of both has the other", () => {
    assert.equal(bothOf("First", "Second"), "First\n\nSecond");
    assert.equal(bothOf("First", "Second\n\nFirst"), "Second\n\nFirst");
    assert.equal(bothOf("Second\n\nFirst", "First"), "Second\n\nFirst");
    assert.equal(bothOf("First", "First, and more"), "First, and more");
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
