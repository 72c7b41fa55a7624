import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import { CommentOfAll } from "../../../../src/core/comment/commentOfAll.ts";
import {
  alsoSaying,
  besides,
  isHeldByDoubt,
  PendingComments,
  sayingAfter,
} from "../../../../src/core/comment/pendingComments.ts";
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

    /** The comment is given, and its answer is lost. */
    async sendIn(words: string, count: number, key = document): Promise<void> {
      assert.equal(await (await this.comments.give(key, words)).noteSending({ count }), "begun");
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
    (await window.comments.give(document, "Why ")).noteSaid();
    assert.deepEqual([await window.get(), window.said, disk.kept], [{}, [document], []]);
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
      disk.kept = [];
      const life = new HostLife();
      const window = new Window(life);
      await (await window.comments.give(document, "Why")).noteSending({});
      life.endAfter(ends);
      await Promise.race([window.comments.left(document, async () => undefined), life.end]);
      isOver = life.isOver;
      window.end();
      const next = await restored();
      const comment = await next.comments.due(document);
      assert.ok(comment === undefined || comment.doubt, `it is sent again after ${ends}`);
      assert.equal(comment?.body ?? (await next.get()).offered, "Why");
    }
    assert.ok(ends > 3, String(ends));
  });

  test("is forgotten though a closed window was given it, but not while its window is there", async () => {
    const first = new Window();
    await first.sendIn("Why", 7);
    await new Window().comments.forget(document);
    assert.deepEqual((await first.comments.due(document))?.doubt, { count: 7 });
    first.end();
    const next = new Window();
    await next.comments.forget(document);
    assert.deepEqual([disk.kept, await next.get()], [[], {}]);
    assert.equal((await next.comments.give(document, "Why")).doubt, undefined);
  });

  test("that is left leaves in doubt what was sent before it in other words", async () => {
    const window = new Window();
    await (await window.comments.give(document, "First")).noteSending({ count: 7 });
    await window.comments.give(document, "Second", "First");
    assert.equal((await window.comments.left(document, () => assert.fail()))?.why, "nothingStored");
    assert.deepEqual((await window.comments.give(document, "First")).doubt, { count: 7 });
  });

  test("waits on for its text where another one asks what waits", async () => {
    const first = new Window();
    await first.comments.give(document, "Why");
    first.end();
    const second = new Window();
    assert.deepEqual(await second.comments.waiting(document), {});
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

  test("offers nothing again of what it says, where somebody typed on behind what was offered", async () => {
    const window = new Window();
    await window.comments.give(document, "First");
    window.comments.note(document, "Second");
    await window.comments.give(document, "First\n\nSecond, and more", "Before");
    assert.deepEqual(await window.get(), { due: "First\n\nSecond, and more" });
  });

  test("moves to where another one is in doubt, of which nobody knows there still", async () => {
    const window = new Window();
    const xml = document.replace("json", "xml");
    await window.sendIn("Why", 7, xml);
    await window.comments.give(document, "Because");
    await window.comments.move(document, xml);
    assert.deepEqual((await window.comments.give(xml, "Why")).doubt, { count: 7 });
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
    assert.deepEqual((await next.comments.give(document, "Sent")).doubt, { count: 7 });
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
    const comment = await window.comments.give(document, "Why");
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

  test("takes the place of the one that it was made from, and has the words of any other one offered", async () => {
    const window = new Window();
    await window.comments.give(document, "First");
    await window.comments.give(document, "Second", "First");
    assert.deepEqual(await window.get(), { due: "Second" });
    await window.comments.give(document, "Third", "First");
    assert.deepEqual(await window.get(), { due: "Third", offered: "Second" });
  });

  test("is in doubt only as long as it says the same", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    const other = await window.comments.give(document, "Why then");
    assert.equal(other.doubt, undefined);
    assert.equal(await other.noteSending({ count: 8 }), "begun");
    assert.deepEqual(other.doubt, { count: 8 });
    assert.deepEqual((await window.comments.give(document, "Why then \r\n")).doubt, { count: 8 });
  });

  test("is in doubt from where the history ended before it was sent first", async () => {
    const window = new Window();
    await window.sendIn("Why", 7);
    const sent = await window.comments.due(document);
    assert.equal(await sent?.noteSending({ count: 9 }), "begun");
    assert.deepEqual(sent?.doubt, { count: 7 });
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
    const sent = await window.comments.give(document, "Why");
    window.comments.removeAll((key) => key === document);
    sent.noteNotSent();
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

    test("is offered beside one that is given there", async () => {
      await window.comments.give(document, "For the other");
      assert.deepEqual(await window.get(), { due: "For the other", offered: "For the first" });
    });

    test("in the same words is another one, which what arrives at the first does not say", async () => {
      disk.address = "https://tracker.example/api/v1";
      const sent = await window.comments.due(document);
      disk.address = elsewhere;
      await window.sendIn("For the first", 1);
      sent?.noteNotSent();
      sent?.noteSaid();
      assert.deepEqual((await window.comments.due(document))?.doubt, { count: 1 });
    });

    test("waits while the connection leads nowhere", async () => {
      disk.address = "";
      assert.equal(await window.due(), "For the first");
    });

    test("waits until the connection leads back", async () => {
      assert.equal(await window.due(), undefined);
      disk.address = "https://tracker.example/api/v1";
      assert.deepEqual((await window.comments.due(document))?.doubt, { count: 7 });
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
      const moved = await window.comments.due(xml);
      assert.deepEqual([moved?.body, moved?.doubt, await window.due()], ["Why", { count: 3 }, undefined]);
    });

    test("moves to where another one was in doubt, and is so after a restart", async () => {
      const window = new Window();
      await window.sendIn("Other", 5, xml);
      await window.sendIn("Why", 3);
      await window.comments.move(document, xml);
      window.end();
      const moved = await (await restored(xml)).comments.due(xml);
      assert.deepEqual([moved?.body, moved?.doubt], ["Why", { count: 3 }]);
    });

    test("that was withdrawn while nobody knew whether it arrived is in doubt when it is given there", async () => {
      const window = new Window();
      await window.sendIn("Why", 3);
      await window.comments.withdraw(document);
      await window.comments.move(document, xml);
      assert.deepEqual(await window.get(xml), { offered: "Why" });
      assert.deepEqual((await window.comments.give(xml, "Why")).doubt, { count: 3 });
    });

    test("leaves in doubt what was in doubt where its text moves to, should that be given again", async () => {
      const window = new Window();
      await window.sendIn("Other", 5, xml);
      await window.comments.withdraw(xml);
      await window.comments.give(document, "Why");
      await window.comments.move(document, xml);
      assert.deepEqual((await window.comments.give(xml, "Other")).doubt, { count: 5 });
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
      const next = await (await restored()).comments.due(document);
      assert.deepEqual([next?.body, next?.doubt], ["Why", { count: 7 }]);
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
      (await first.comments.give(document, "First")).noteSaid();
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
      const sent = await first.comments.give(document, "Why");
      first.end();
      const second = await restored();
      assert.deepEqual([await sent.noteSending({ count: 7 }), await first.due()], ["withdrawn", undefined]);
      const together = { documents: [document], writer: "artifact://team/artifacts/501/all" };
      assert.equal(await CommentOfAll.of(first.comments, together, undefined, async () => undefined), undefined);
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
      assert.deepEqual((await second.comments.give(document, "Why")).doubt, { count: 7 });
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
    });

    test("is offered beside the one that is given for another text of the document", async () => {
      const first = new Window();
      await first.comments.give(document, "First");
      first.end();
      const second = new Window();
      (await second.comments.give(document, "Second")).noteSaid();
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
      const { due, offered = "", attempt } = await next.get();
      assert.deepEqual([due, attempt], ["Second", { body: "Second", mark: { count: 7 } }]);
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
