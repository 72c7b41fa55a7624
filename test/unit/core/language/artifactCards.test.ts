import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { ArtifactCards, cardOf } from "../../../../src/core/language/artifactCards.ts";
import { People } from "../../../../src/core/language/people.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";

suite("what is known of linked artifacts", () => {
  setup(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
  teardown(() => mock.timers.reset());

  function cardsOf(answer: (ids: readonly number[]) => readonly number[] = (ids) => ids) {
    const asked: (readonly number[])[] = [];
    const failures: unknown[] = [];
    let learnt = 0;
    const cards = new ArtifactCards({
      read: async (ids) => {
        asked.push(ids);
        const artifacts = answer(ids);
        return artifacts.map((id) => ({ id, title: `Title ${id}`, assignees: [], values: [], attachments: [] }));
      },
      onDidLearn: () => learnt++,
      logFailure: (error) => failures.push(error),
    });
    const settle = async (ms = 300) => {
      mock.timers.tick(ms);
      for (let turns = 0; turns < 10; turns++) {
        await Promise.resolve();
      }
    };
    return { cards, asked, failures, settle, learnt: () => learnt };
  }

  test("is asked for together, once nobody wants anything else for a moment", async () => {
    const { cards, asked, settle, learnt } = cardsOf();
    cards.want("a", [5]);
    await settle(200);
    cards.want("a", [51]);
    await settle(200);
    cards.want("a", [512, 7]);
    cards.want("b", [7, 8]);
    await settle();
    assert.deepEqual(asked, [[512, 7, 8]]);
    assert.deepEqual(cards.get(512), { id: 512, title: "Title 512" });
    assert.equal(learnt(), 1);
    cards.want("a", [512, 7]);
    await settle();
    assert.equal(asked.length, 1);
  });

  for (const [kind, status] of [
    ["notFound", 404],
    ["rejected", 405],
    ["unavailable", 501],
  ] as const) {
    test(`is not asked for again where the service has no such route and says ${status}`, async () => {
      const { cards, asked, settle } = cardsOf(() => {
        throw new ServiceError({ kind, status, method: "GET", path: "/api/v1/artifacts" });
      });
      cards.want("a", [5]);
      await settle();
      await settle(60_000);
      cards.want("a", [5]);
      await settle();
      assert.deepEqual(asked, [[5]]);
      cards.clear();
      cards.want("a", [5]);
      await settle();
      assert.deepEqual(asked, [[5], [5]]);
    });
  }

  test("is not asked for again where the service does not tell it", async () => {
    const { cards, asked, settle } = cardsOf(() => []);
    cards.want("a", [5]);
    await settle();
    cards.want("a", [5]);
    await settle();
    assert.deepEqual(asked, [[5]]);
    cards.clear();
    cards.want("a", [5]);
    await settle();
    assert.deepEqual(asked, [[5], [5]]);
  });

  test("is not asked for at every key after a failure", async () => {
    const { cards, asked, failures, settle } = cardsOf(() => {
      throw new Error("offline");
    });
    for (let keys = 0; keys < 5; keys++) {
      cards.want("a", [5]);
      await settle();
    }
    assert.deepEqual([asked.length, failures.length], [1, 1]);
    await settle(30_000);
    cards.want("a", [5]);
    await settle();
    assert.equal(asked.length, 2);
  });

  test("is nothing that a document closed meanwhile wanted", async () => {
    const { cards, asked, settle } = cardsOf();
    cards.want("a", [5]);
    cards.unwant("a");
    await settle();
    assert.deepEqual(asked, []);
  });

  test("is asked for again after some minutes, and shown meanwhile", async () => {
    const { cards, asked, settle } = cardsOf();
    cards.want("a", [5, 6]);
    await settle();
    await settle(4 * 60_000);
    cards.want("a", [5, 6]);
    await settle();
    assert.deepEqual(asked, [[5, 6]]);
    await settle(60_000);
    cards.want("a", [5]);
    assert.equal(cards.get(5)?.title, "Title 5");
    await settle();
    assert.deepEqual(asked, [[5, 6], [5]]);
  });

  test("follows what is learnt of an artifact for another reason, and keeps nothing of others", async () => {
    const { cards, settle, learnt } = cardsOf();
    cards.want("a", [5]);
    await settle();
    cards.follow({ id: 5, title: "Title 5" });
    assert.equal(learnt(), 1);
    cards.follow({ id: 5, title: "Renamed" });
    cards.follow({ id: 6, title: "Linked nowhere" });
    assert.deepEqual([cards.get(5)?.title, cards.has(6), learnt()], ["Renamed", false, 2]);
  });

  test("is not asked for again while the service takes its time", async () => {
    const answers: (() => void)[] = [];
    const asked: (readonly number[])[] = [];
    const cards = new ArtifactCards({
      read: async (ids) => {
        asked.push(ids);
        await new Promise<void>((resolve) => answers.push(resolve));
        return [];
      },
      onDidLearn: () => {},
      logFailure: (error) => assert.fail(String(error)),
    });
    const pauseAfter = async (wanted: readonly number[]) => {
      cards.want("a", wanted);
      mock.timers.tick(300);
      for (let turns = 0; turns < 10; turns++) {
        await Promise.resolve();
      }
    };
    await pauseAfter([5]);
    await pauseAfter([5]);
    await pauseAfter([5, 6]);
    assert.deepEqual(asked, [[5], [6]]);
    cards.clear();
    await pauseAfter([5]);
    assert.deepEqual(asked, [[5], [6], [5]]);
    for (const answer of answers) {
      answer();
    }
    await pauseAfter([5, 6]);
    assert.deepEqual(asked, [[5], [6], [5], [6]]);
  });

  test("is asked for by every editor of a document, whatever parts of it they show", async () => {
    const { cards, asked, settle } = cardsOf();
    cards.learn([{ id: 3 }]);
    // One editor shows what the other one knows already.
    cards.want("a", [5]);
    cards.want("a", [3]);
    cards.want("a", []);
    await settle();
    assert.deepEqual(asked, [[5]]);
  });

  test("is what was learnt last", () => {
    const { cards } = cardsOf();
    cards.learn([cardOf({ id: 1, title: "One" }), cardOf({ id: 2, title: "Two" })]);
    cards.learn([cardOf({ id: 1, title: "First" })]);
    assert.deepEqual(
      cards.all().map(({ title }) => title),
      ["First", "Two"],
    );
  });
});

suite("people found by name", () => {
  test("are looked for by the same words in whatever case, and known by id afterwards", async () => {
    const asked: string[] = [];
    const people = new People(async (words) => {
      asked.push(words);
      return [{ id: 102, name: "Jane Doe (jdoe)" }];
    });
    const { signal } = new AbortController();
    await people.find("Jan ", signal);
    await people.find("jan", signal);
    assert.deepEqual(asked, ["jan", "jan"]);
    assert.equal(people.name(102), "Jane Doe (jdoe)");
  });
});
