import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { KnownArtifacts } from "../../../../src/core/known/artifacts.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";

suite("what is known of linked artifacts", () => {
  let runMs = 0;

  setup(() => {
    runMs = 0;
    mock.timers.enable({ apis: ["setTimeout"] });
    mock.method(performance, "now", () => runMs);
    // Somebody sets the clock of the machine back by an hour each time that it is looked at.
    let wallMs = Date.UTC(2026, 2, 13);
    mock.method(Date, "now", () => (wallMs -= 3_600_000));
  });
  teardown(() => mock.reset());

  function knownBy(answer: (ids: readonly number[]) => readonly number[] = (ids) => ids) {
    const asked: (readonly number[])[] = [];
    const failures: unknown[] = [];
    let learnt = 0;
    const known = new KnownArtifacts(
      async (ids) => {
        asked.push(ids);
        const artifacts = answer(ids);
        return artifacts.map((id) => ({ id, title: `Title ${id}`, assignees: [], values: [], attachments: [] }));
      },
      (error) => failures.push(error),
    );
    known.onDidKnowMore(() => learnt++);
    const settle = async (ms = 300) => {
      runMs += ms;
      mock.timers.tick(ms);
      for (let turns = 0; turns < 10; turns++) {
        await Promise.resolve();
      }
    };
    return { known, asked, failures, settle, learnt: () => learnt };
  }

  test("is asked for together, once nobody wants anything else for a moment", async () => {
    const { known, asked, settle, learnt } = knownBy();
    known.want("a", [5]);
    await settle(200);
    known.want("a", [51]);
    await settle(200);
    known.want("a", [512, 7]);
    known.want("b", [7, 8]);
    await settle();
    assert.deepEqual(asked, [[512, 7, 8]]);
    assert.equal(known.get(512)?.title, "Title 512");
    assert.equal(learnt(), 1);
    known.want("a", [512, 7]);
    await settle();
    assert.equal(asked.length, 1);
  });

  const refusals = (
    [
      ["notFound", 404],
      ["rejected", 405],
      ["unavailable", 501],
    ] as const
  ).map(
    ([kind, status]) =>
      [
        `has no such route and says ${status}`,
        () => {
          throw new ServiceError({ kind, status, method: "GET", path: "/api/v1/artifacts" });
        },
      ] as const,
  );
  for (const [what, answer] of [...refusals, ["does not tell it", () => []] as const]) {
    test(`is not asked for again where the service ${what}`, async () => {
      const { known, asked, settle } = knownBy(answer);
      known.want("a", [5]);
      await settle();
      await settle(60_000);
      known.want("a", [5]);
      await settle();
      assert.deepEqual(asked, [[5]]);
      known.clear();
      known.want("a", [5]);
      await settle();
      assert.deepEqual(asked, [[5], [5]]);
    });
  }

  test("is not asked for at every key after a failure", async () => {
    const { known, asked, failures, settle } = knownBy(() => {
      throw new Error("offline");
    });
    for (let keys = 0; keys < 5; keys++) {
      known.want("a", [5]);
      await settle();
    }
    assert.deepEqual([asked.length, failures.length], [1, 1]);
    await settle(30_000);
    known.want("a", [5]);
    await settle();
    assert.equal(asked.length, 2);
  });

  test("is asked for after a failure once everything is forgotten", async () => {
    const { known, asked, settle } = knownBy(() => {
      throw new Error("offline");
    });
    known.want("a", [5]);
    await settle();
    known.clear();
    known.want("a", [5]);
    await settle();
    assert.equal(asked.length, 2);
  });

  test("is waited for no longer where the same is wanted again and again", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", [5]);
    await settle(200);
    known.want("a", [5]);
    await settle(100);
    assert.deepEqual(asked, [[5]]);
  });

  test("is asked for once where two places want it", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", [5]);
    await settle();
    known.want("b", [5, 6]);
    known.learn([{ id: 6 }]);
    await settle();
    assert.deepEqual(asked, [[5]]);
  });

  test("is nothing that a document closed meanwhile wanted", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", [5]);
    known.unwant("a");
    await settle();
    assert.deepEqual(asked, []);
  });

  test("is asked for again after some minutes, and shown meanwhile", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", [5, 6]);
    await settle();
    await settle(4 * 60_000);
    known.want("a", [5, 6]);
    await settle();
    assert.deepEqual(asked, [[5, 6]]);
    await settle(60_000);
    known.want("a", [5]);
    assert.equal(known.get(5)?.title, "Title 5");
    await settle();
    assert.deepEqual(asked, [[5, 6], [5]]);
  });

  test("follows what is read of an artifact for another reason, and tells where that is otherwise", async () => {
    const { known, settle, learnt, asked } = knownBy();
    const seen: string[] = [];
    known.onDidSee(({ summary }) => seen.push(`${summary.id} ${summary.title}`));
    known.want("a", [5]);
    await settle();
    known.see({ id: 5, title: "Title 5", assignees: [] });
    assert.equal(learnt(), 1);
    known.see({ id: 5, title: "Renamed", assignees: [] });
    known.see({ id: 6, title: "Linked nowhere" });
    assert.deepEqual([known.get(5)?.title, learnt()], ["Renamed", 2]);
    assert.deepEqual(seen, ["5 Title 5", "5 Renamed", "6 Linked nowhere"]);
    known.want("a", [5, 6]);
    await settle();
    assert.equal(asked.length, 1);
  });

  test("loses a status that is there no more, and holds no values", () => {
    const { known } = knownBy();
    const artifact = { id: 5, title: "T", status: "Open", values: ["secret"] };
    known.see(artifact);
    assert.doesNotMatch(JSON.stringify(known.get(5)), /secret/);
    known.see({ id: 5, title: "T" });
    assert.equal(known.get(5)?.status, undefined);
  });

  test("is kept of those that were learnt last", () => {
    const { known } = knownBy();
    known.learn(Array.from({ length: 5001 }, (_, index) => ({ id: index + 1 })));
    assert.deepEqual([known.has(1), known.has(2), known.all().length], [false, true, 5000]);
  });

  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

  test("is asked for again of what may be otherwise now", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", [5, 6]);
    await settle();
    known.forget([5]);
    known.want("a", [5, 6]);
    await settle();
    assert.deepEqual(asked, [[5, 6], [5]]);
  });

  test("is as many as a page shows, however many are linked", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", from(1, 24_000));
    await settle();
    known.want("a", from(1, 24_000));
    await settle();
    assert.deepEqual(asked, [from(1, 1000)]);
  });

  test("is not asked for without end where more is looked at than is kept", async () => {
    const { known, asked, settle } = knownBy();
    const pages = from(0, 6).map((page) => [`page ${page}`, from(1000 * page + 1, 1000)] as const);
    const draw = () => {
      for (const [page, linked] of pages) {
        known.want(page, linked);
      }
    };
    // As a page follows: a moment later.
    known.onDidKnowMore(() => void setTimeout(draw, 150));
    draw();
    for (let turns = 0; turns < 10; turns++) {
      await settle(300);
    }
    assert.deepEqual([asked.length, new Set(asked.flat()).size], [1, 6000]);
    assert.equal(known.has(1), false);
  });

  test("is asked for once more where it gave way to others and somebody points at it", async () => {
    const { known, asked, settle } = knownBy();
    known.want("a", [5]);
    await settle();
    known.learn(from(10, 5000).map((id) => ({ id })));
    const waits = known.wait("hover", [5], new AbortController().signal);
    await settle();
    await waits;
    assert.deepEqual([asked, known.get(5)?.title], [[[5], [5]], "Title 5"]);
  });

  test("is waited for by who points at it, for a moment", async () => {
    const { known, asked, settle } = knownBy();
    const { signal } = new AbortController();
    const waits = known.wait("a", [5, 6], signal);
    await settle();
    await waits;
    assert.deepEqual([asked, known.get(5)?.title], [[[5, 6]], "Title 5"]);
    const silent = new KnownArtifacts(
      () => new Promise(() => {}),
      () => {},
    );
    const patient = silent.wait("a", [5], signal);
    await settle(3000);
    await patient;
    const leaving = new AbortController();
    const left = silent.wait("b", [7], leaving.signal);
    leaving.abort();
    await left;
  });

  for (const isAnswered of [true, false]) {
    test(`is nothing that was asked for before everything was forgotten: ${isAnswered}`, async () => {
      let end: () => void = () => {};
      const asked: (readonly number[])[] = [];
      const known = new KnownArtifacts(
        async (ids) => {
          asked.push(ids);
          await new Promise<void>((resolve) => {
            end = resolve;
          });
          if (!isAnswered) {
            throw new Error("offline");
          }
          return ids.map((id) => ({ id, title: "Old", assignees: [], values: [], attachments: [] }));
        },
        () => {},
      );
      const settle = async () => {
        mock.timers.tick(300);
        for (let turns = 0; turns < 10; turns++) {
          await Promise.resolve();
        }
      };
      known.want("a", [5]);
      await settle();
      known.clear();
      end();
      await settle();
      assert.equal(known.has(5), false);
      known.want("a", [5]);
      await settle();
      assert.deepEqual(asked, [[5], [5]]);
    });
  }

  test("is not asked for again while the service takes its time", async () => {
    const answers: (() => void)[] = [];
    const asked: (readonly number[])[] = [];
    const known = new KnownArtifacts(
      async (ids) => {
        asked.push(ids);
        await new Promise<void>((resolve) => answers.push(resolve));
        return [];
      },
      (error) => assert.fail(String(error)),
    );
    const pauseAfter = async (wanted: readonly number[]) => {
      known.want("a", wanted);
      mock.timers.tick(300);
      for (let turns = 0; turns < 10; turns++) {
        await Promise.resolve();
      }
    };
    await pauseAfter([5]);
    await pauseAfter([5]);
    await pauseAfter([5, 6]);
    assert.deepEqual(asked, [[5], [6]]);
    known.clear();
    await pauseAfter([5]);
    assert.deepEqual(asked, [[5], [6], [5]]);
    for (const answer of answers) {
      answer();
    }
    await pauseAfter([5, 6]);
    assert.deepEqual(asked, [[5], [6], [5], [6]]);
  });

  test("is asked for by every editor of a document, whatever parts of it they show", async () => {
    const { known, asked, settle } = knownBy();
    known.learn([{ id: 3 }]);
    // One editor shows what the other one knows already.
    known.want("a", [5]);
    known.want("a", [3]);
    known.want("a", []);
    await settle();
    assert.deepEqual(asked, [[5]]);
  });

  test("is what was learnt last", () => {
    const { known } = knownBy();
    known.learn([
      { id: 1, title: "One" },
      { id: 2, title: "Two" },
    ]);
    known.learn([{ id: 1, title: "First" }]);
    assert.deepEqual(
      known.all().map(({ title }) => title),
      ["First", "Two"],
    );
  });

  test("is known to have been asked for of fifty thousand, and no longer of those before", async () => {
    const { known, asked, settle } = knownBy();
    known.learn(Array.from({ length: 50_001 }, (_, index) => ({ id: index + 1 })));
    known.want("a", [2, 50_001]);
    await settle();
    assert.deepEqual(asked, []);
    known.want("a", [1]);
    await settle();
    assert.deepEqual(asked, [[1]]);
  });
});
