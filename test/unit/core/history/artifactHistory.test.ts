import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { HumanError } from "../../../../src/core/failure/humanError.ts";
import { ArtifactHistory, type HistoryEntry, maxHistorySize } from "../../../../src/core/history/artifactHistory.ts";
import { KnownHistories } from "../../../../src/core/known/histories.ts";
import type { ChangesetSource } from "../../../../src/core/model/changeset.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { LongHistory, line, longText, never, step, summary } from "./longHistory.ts";

function read(history: ArtifactHistory): readonly string[] {
  return history.entries.map(summaryOf);
}

function summaryOf({ step: { values } }: HistoryEntry): string {
  return String(values.find(({ fieldId }) => fieldId === summary)?.entry?.members.value);
}

function versions(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `Version ${from + index}`);
}

const make = () => new ArtifactHistory(512, () => {});

suite("the history of an artifact as it is read from its end", () => {
  test("of a thousand versions the newest twenty are read with two requests", async () => {
    const source = new LongHistory(1000);
    const history = make();
    await history.readNewest(source, never);
    assert.deepEqual(read(history), versions(981, 1000));
    assert.deepEqual(source.asked, ["count", "979+21"]);
    assert.equal(history.hasOlder, true);
  });

  test("where steps among them show nothing, one more request fills the view", async () => {
    const source = new LongHistory(1000);
    for (const { id, values } of source.steps.slice(-15)) {
      source.hidden.add(id);
      source.steps = source.steps.map((each) => (each.id === id ? step(id, [line("Version 985")]) : each));
      assert.ok(values.length > 0);
    }
    const history = make();
    await history.readNewest(source, never);
    assert.ok(source.asked.length <= 3, source.asked.join());
    assert.ok(history.entries.length >= 20, String(history.entries.length));
    assert.equal(read(history).at(-1), "Version 985");
  });

  test("older ones come by fifty, up to the creation", async () => {
    const source = new LongHistory(100);
    const history = make();
    await history.readNewest(source, never);
    await history.readOlder(source, never);
    assert.deepEqual(read(history), versions(31, 100));
    await history.readOlder(source, never);
    assert.deepEqual(read(history), versions(1, 100));
    assert.equal(history.hasOlder, false);
    assert.deepEqual(
      history.entries.slice(0, 2).map(({ isCreation = false, changes }) => [isCreation, changes?.length]),
      [
        [true, 0],
        [false, 1],
      ],
    );
    await history.readOlder(source, never);
    assert.equal(source.asked.length, 4);
  });

  test("what came since is read with one request, however many versions there are", async () => {
    const source = new LongHistory(60);
    const history = make();
    await history.readNewest(source, never);
    source.asked.length = 0;
    source.add([line("Version 60")], "Said since");
    await history.readNews(source, never);
    assert.deepEqual(source.asked, ["59+21"]);
    const last = history.entries.at(-1);
    assert.deepEqual([last?.step.comment?.content, last?.changes], ["Said since", []]);
    assert.equal(history.entries.length, 21);
  });

  test("so much that the view would be all new leaves nothing out at its end", async () => {
    const source = new LongHistory(30);
    const history = make();
    await history.readNewest(source, never);
    for (let n = 31; n <= 300; n++) {
      source.add([line(`Version ${n}`)]);
    }
    source.asked.length = 0;
    await history.readNews(source, never);
    assert.ok(source.asked.length <= 3, source.asked.join());
    assert.deepEqual(read(history), versions(281, 300));
  });

  for (const length of [15, 100]) {
    test(`the newest of ${length} versions are read where the service gives fewer at once than are asked for`, async () => {
      const source = new LongHistory(length);
      const history = make();
      await history.readNewest(
        {
          countChangesets: () => source.countChangesets(),
          readChangesets: (id, { offset, limit }) => {
            assert.ok(offset >= 0, `${offset}`);
            return source.readChangesets(id, { offset, limit: Math.min(limit, 10) });
          },
        },
        never,
      );
      assert.equal(history.newest?.id, source.steps.at(-1)?.id);
    });
  }

  test("a history that grows faster than it is read is read as far as that, and no further", async () => {
    const source = new LongHistory(30);
    const history = make();
    await history.readNewest(source, never);
    for (const growth of [30, 1000]) {
      source.asked.length = 0;
      const growing = {
        countChangesets: () => source.countChangesets(),
        readChangesets: (...args: Parameters<LongHistory["readChangesets"]>) => {
          assert.ok(source.asked.length < 20, "it is read without end");
          source.steps = new LongHistory(source.steps.length + growth).steps;
          return source.readChangesets(...args);
        },
      };
      await history.readNews(growing, never);
      assert.ok(history.entries.length >= 20);
      await history.readNewest(source, never);
      assert.equal(read(history).at(-1), `Version ${source.steps.length}`);
    }
  });

  test("what a step changed is worked out once; a comment that was edited shows as it is now", async () => {
    const source = new LongHistory(10);
    source.add([line("Version 10")], "Frist");
    const history = make();
    await history.readNewest(source, never);
    const before = history.entries;
    source.steps = source.steps.map((each) =>
      each.comment ? { ...each, comment: { content: "First", format: "text" as const } } : each,
    );
    await history.readNewest(source, never);
    assert.equal(history.entries.at(-1)?.step.comment?.content, "First");
    for (const [index, { changes }] of history.entries.entries()) {
      assert.equal(changes, before[index]?.changes);
    }
    assert.equal(history.entries[3], before[3]);
  });

  test("a step without values changes nothing, and neither does the one after it because of that", async () => {
    const source = new LongHistory(3);
    source.add([], "Nothing to see");
    source.add([line("Version 3")], "As before");
    const history = make();
    await history.readNewest(source, never);
    assert.deepEqual(
      history.entries.slice(-2).map(({ changes }) => changes),
      [[], []],
    );
  });

  test("comments show also where no step before them tells values; what they changed, once one does", async () => {
    const source = new LongHistory(200);
    source.steps = source.steps.map(({ id }, index) =>
      index < 100
        ? step(id, [line("Version 100")])
        : step(id, [], index > 130 && index % 2 === 1 ? `Comment ${index}` : undefined),
    );
    source.add([line("Version 201")], "Readable again");
    let learnt = 0;
    const history = new ArtifactHistory(512, () => learnt++);
    await history.readNewest(source, never);
    const said = () => history.entries.map(({ step: { comment } }) => comment?.content);
    const comments = Array.from({ length: 35 }, (_, index) => `Comment ${131 + 2 * index}`);
    assert.deepEqual(said(), [...comments, "Readable again"]);
    assert.equal(history.entries.at(-1)?.changes, undefined);
    learnt = 0;
    await history.readNewest(source, never);
    assert.equal(learnt, 0);
    await history.readOlder(source, never);
    assert.deepEqual([history.entries.at(-1)?.changes?.length, learnt], [1, 1]);
  });

  test("comments show where nothing but comments may be read", async () => {
    const source = new LongHistory(3, () => []);
    source.add([], "All that I may see");
    const history = make();
    await history.readNewest(source, never);
    assert.deepEqual(
      history.entries.map(({ isCreation = false, step: { comment } }) => [isCreation, comment?.content]),
      [
        [true, undefined],
        [false, "All that I may see"],
      ],
    );
  });

  test("steps that show nothing are left out, though a page begins with them", async () => {
    const source = new LongHistory(22, (n) => [line(n < 3 ? "Same" : `Version ${n}`)]);
    source.hidden.add(source.steps[1]?.id ?? 0);
    const history = make();
    await history.readNewest(source, never);
    assert.deepEqual(read(history), versions(3, 22));
    await history.readOlder(source, never);
    assert.deepEqual(read(history), ["Same", ...versions(3, 22)]);
  });

  test("an older service that refuses to leave out values is asked for one whole step", async () => {
    const source = new LongHistory(30);
    source.refusesToCount = "forbidden";
    const history = make();
    await history.readNewest(source, never);
    assert.deepEqual(source.asked, ["count", "0+1", "9+21"]);
    assert.equal(history.entries.length, 20);
  });

  test("a service that does not count says that nothing can be shown", async () => {
    const source = new LongHistory(30);
    source.isCounting = false;
    await assert.rejects(make().readNewest(source, never), /does not tell how many versions/);
  });

  test("a version is found wherever it is, with few requests, and none where it is known", async () => {
    const source = new LongHistory(1000);
    const history = make();
    for (const n of [1000, 985, 1, 500, 733]) {
      const id = source.steps[n - 1]?.id ?? 0;
      source.asked.length = 0;
      assert.equal((await history.readVersion(source, id, never))?.id, id);
      assert.ok(source.asked.length <= 8, source.asked.join());
      source.asked.length = 0;
      await history.readVersion(source, id, never);
      assert.deepEqual(source.asked, []);
    }
    assert.equal(await history.readVersion(source, 1001, never), undefined);
    assert.equal(await history.readVersion(source, 9_999_999, never), undefined);
  });

  test("a version that is newer than what was read is looked for at the end", async () => {
    const source = new LongHistory(60);
    const history = make();
    await history.readNewest(source, never);
    source.add([line("Newer")]);
    const found = await history.readVersion(source, source.lastId, never);
    assert.equal(found?.id, source.lastId);
  });

  test("a version that is left out is looked for in one page, and what was found is forgotten with the rest", async () => {
    const source = new LongHistory(500);
    const history = make();
    await history.readNewest(source, never);
    const [hidden, shown] = [source.steps[230]?.id ?? 0, source.steps[231]?.id ?? 0];
    source.hidden.add(hidden);
    source.asked.length = 0;
    assert.equal(await history.readVersion(source, hidden, never), undefined);
    assert.equal(source.asked.length, 1);
    assert.equal((await history.readVersion(source, shown, never))?.id, shown);
    history.clear();
    source.steps.splice(0);
    assert.equal(await history.readVersion(source, shown, never), undefined);
  });

  test("older steps change neither how many there are nor whether the newest one's second is over", async () => {
    const source = new LongHistory(60);
    source.clockMs = 0;
    const history = make();
    await history.readNewest(source, never);
    assert.deepEqual([history.count, history.isEndOpen], [60, true]);
    source.clockMs = 10_000;
    await history.readOlder(source, never);
    assert.deepEqual([history.count, history.isEndOpen], [60, true]);
    history.clear();
    assert.deepEqual([history.count, history.isEndOpen], [undefined, false]);
  });

  test("what was read for something else far before what is known leaves no gap", async () => {
    const source = new LongHistory(100);
    const history = make();
    await history.readNewest(source, never);
    history.note(0, await source.readChangesets(512, { offset: 0, limit: 5 }));
    assert.deepEqual([read(history).at(0), history.hasOlder], ["Version 81", true]);
    await history.readOlder(source, never);
    assert.deepEqual(read(history), versions(31, 100));
  });

  test("a comment at the beginning of what is known shows once it is known what it came with", async () => {
    const source = new LongHistory(60);
    source.steps = source.steps.map((each, at) => (at === 39 ? step(each.id, each.values, "Said") : each));
    const history = make();
    await history.readNewest(source, never);
    assert.equal(history.entries[0]?.step.id, source.steps[40]?.id);
    await history.readOlder(source, never);
    const said = history.entries.find(({ step: { comment } }) => comment);
    assert.deepEqual([said?.step.id, said?.changes?.length], [source.steps[39]?.id, 1]);
  });

  test("a page that does not count is an error, and what is known stays", async () => {
    const source = new LongHistory(60);
    const history = make();
    await history.readNewest(source, never);
    source.isCounting = false;
    source.add([line("Newer")]);
    await assert.rejects(history.readNews(source, never));
    assert.deepEqual([history.count, read(history).at(-1)], [60, "Version 60"]);
  });

  test("whose end was not reached is not taken for read", async () => {
    const source = new LongHistory(100);
    const history = make();
    let pages = 0;
    const growing: ChangesetSource = {
      countChangesets: () => source.countChangesets(),
      readChangesets: async (artifactId, page) => {
        if (++pages > 1) {
          throw new ServiceError({ kind: "timeout", method: "GET", path: "/changesets" });
        }
        source.steps = new LongHistory(150).steps;
        return await source.readChangesets(artifactId, page);
      },
    };
    await assert.rejects(history.readNewest(growing, never), { kind: "timeout" });
    assert.deepEqual([history.isRead, history.newest, history.entries], [false, undefined, []]);
  });

  test("that could not be counted is not read in another way, but where the service refuses to leave out values", async () => {
    const source = new LongHistory(100);
    source.refusesToCount = "timeout";
    await assert.rejects(make().readNewest(source, never), { kind: "timeout" });
    assert.deepEqual(source.asked, ["count"]);
  });

  test("readings wait for each other", async () => {
    const source = new LongHistory(300);
    const history = make();
    await Promise.all([
      history.readNewest(source, never),
      history.readNewest(source, never),
      history.readOlder(source, never),
    ]);
    assert.deepEqual(source.asked, ["count", "279+21", "279+21", "229+50"]);
    assert.equal(history.entries.length, 70);
  });
});

suite("what is known of the histories of a connection", () => {
  test("takes in what is read for something else, where it goes on from what is known, and tells of it", async () => {
    const source = new LongHistory(40);
    let told = 0;
    const histories = new KnownHistories(() => told++);
    const noting: ChangesetSource = histories.noting({
      countChangesets: () => source.countChangesets(),
      readChangesets: source.readChangesets.bind(source),
    });
    await noting.readChangesets(512, { offset: 35, limit: 5 }, never);
    assert.deepEqual([told, histories.of(512).isRead], [0, false]);
    assert.equal(histories.countOf(512), undefined);
    await histories.of(512).readNewest(source, never);
    assert.deepEqual([told, histories.countOf(512), histories.countOf(513)], [1, 40, undefined]);
    source.add([line("Version 41")]);
    await noting.readChangesets(512, { offset: 39, limit: 5 }, never);
    assert.deepEqual([told, summaryOf(histories.of(512).entries.at(-1) as HistoryEntry)], [2, "Version 41"]);
    await noting.readChangesets(512, { offset: 39, limit: 5 }, never);
    assert.equal(told, 2);
  });

  test("does not lose what is shown for a page that is far from it", async () => {
    const source = new LongHistory(40);
    const histories = new KnownHistories(() => {});
    const history = histories.of(512);
    await history.readNewest(source, never);
    const far = { items: [step(9001, [line("Far")])], total: 100 };
    history.note(99, far);
    assert.equal(history.entries.length, 20);
    histories.clear();
    assert.deepEqual([history.isRead, history.entries], [false, []]);
  });

  suite("whose steps are as long as a service likes", () => {
    const long = "é".repeat(1_000_000);
    const longSteps = (count: number) => new LongHistory(count, (n) => [line(`${n}`), longText(`${n}${long}`)]);

    test("is read to its end, and older steps no further than is kept, which is told", async () => {
      const source = longSteps(100);
      const history = make();
      await history.readNewest(source, never);
      assert.deepEqual(read(history).slice(-1), ["100"]);
      await assert.rejects(history.readOlder(source, never), HumanError);
      assert.ok(history.size <= maxHistorySize, String(history.size));
      assert.deepEqual([history.hasOlder, read(history).slice(-1)], [true, ["100"]]);
    });

    test("gives way to what came since, however much that is", async () => {
      const source = longSteps(21);
      const history = make();
      await history.readNewest(source, never);
      source.steps.push(...longSteps(63).steps.slice(21));
      await history.readNews(source, never);
      assert.deepEqual([history.count, read(history).slice(-1)], [63, ["63"]]);
      assert.ok(history.size <= maxHistorySize, String(history.size));
    });

    test("keeps of versions that were looked at alone no more", async () => {
      const source = new LongHistory(40, (n) => [longText(`${n}${"a".repeat(3_000_000)}`)]);
      const history = make();
      await history.readNewest(source, never);
      const looked = source.steps.slice(0, 12);
      for (const { id } of [...looked, ...looked.slice(-5)]) {
        assert.equal((await history.readVersion(source, id, never))?.id, id);
      }
      const asked = source.asked.length;
      await history.readVersion(source, looked.at(-1)?.id ?? 0, never);
      assert.equal(source.asked.length, asked);
      await history.readVersion(source, looked[0]?.id ?? 0, never);
      assert.ok(source.asked.length > asked);
    });

    test("stays what it is while somebody asks for it, however much it takes by itself", async () => {
      const histories = new KnownHistories(() => {});
      const source = new LongHistory(30, (n) => [longText("a".repeat(n === 1 ? 30_000_000 : 1_000_000))]);
      const history = histories.of(1);
      await history.readNewest(source, never);
      await history.readVersion(source, source.steps[0]?.id ?? 0, never);
      assert.ok(history.size > 2 * maxHistorySize, String(history.size));
      assert.equal(histories.of(1).isRead, true);
    });

    test("is forgotten where others were looked at since that take as much", async () => {
      const histories = new KnownHistories(() => {});
      for (const id of [1, 2, 3, 4]) {
        await histories.of(id).readNewest(longSteps(21), never);
      }
      histories.of(4);
      assert.deepEqual(
        [1, 2, 3, 4].map((id) => histories.find(id)?.isRead),
        [false, false, true, true],
      );
    });
  });
});
