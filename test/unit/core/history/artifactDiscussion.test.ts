import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { ArtifactDiscussion } from "../../../../src/core/history/artifactDiscussion.ts";
import { KnownHistories } from "../../../../src/core/known/histories.ts";
import type { ChangesetSource } from "../../../../src/core/model/changeset.ts";
import { noOptions } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { LongHistory, line, summary } from "./longHistory.ts";

suite("the discussion that a page shows", () => {
  let source: LongHistory;
  let histories: KnownHistories;
  let changed: number;
  let judged: (() => Promise<void>) | undefined;
  let failures: string[];
  let refusal: ServiceError | undefined;

  setup(() => {
    source = new LongHistory(30);
    histories = new KnownHistories(() => {});
    changed = 0;
    judged = undefined;
    failures = [];
    refusal = undefined;
  });

  const asked: ChangesetSource = {
    countChangesets: async () => {
      if (refusal) {
        throw refusal;
      }
      return await source.countChangesets();
    },
    readChangesets: async (artifactId, page) => {
      if (refusal) {
        throw refusal;
      }
      return await source.readChangesets(artifactId, page);
    },
  };
  const make = () =>
    new ArtifactDiscussion(
      { connectionId: "team", artifactId: 512 },
      {
        known: { find: (id) => (id === "team" ? { histories } : undefined) },
        serviceOf: async () => ({ ...asked, background: asked }),
        savesJudged: async () => judged?.(),
        logFailure: (what) => void failures.push(what),
      },
      () => changed++,
    );
  const instantOfNewest = () => source.steps.at(-1)?.submittedOn;

  test("is read once, and read again when somebody looks: an edited comment makes no version", async () => {
    source.add([line("Version 30")], "Frist");
    const discussion = make();
    assert.deepEqual([discussion.view(undefined).isRead, discussion.view(undefined).entries], [false, []]);
    await discussion.read();
    assert.equal(discussion.view(undefined).entries.length, 20);
    assert.ok(changed > 0);
    source.steps = source.steps.map((each) =>
      each.comment ? { ...each, comment: { content: "First", format: "text" as const } } : each,
    );
    source.asked.length = 0;
    await discussion.lookAgain();
    assert.equal(source.asked.length, 1);
    assert.equal(discussion.view(undefined).entries.at(-1)?.comment?.content, "First");
  });

  for (const how of ["readMore", "lookAgain"] as const) {
    test(`that could not be read again is read from its end by ${how}, and says no more that it could not`, async () => {
      const discussion = make();
      await discussion.read();
      refusal = new ServiceError({ kind: "unreachable", method: "GET", path: "/changesets" });
      await discussion.read();
      assert.notEqual(discussion.view(undefined).problem, undefined);
      refusal = undefined;
      source.asked.length = 0;
      await discussion[how]();
      assert.deepEqual([source.asked, discussion.view(undefined).problem], [["9+21"], undefined]);
    });
  }

  test("is told by the names of the tracker as it is now", async () => {
    const discussion = make();
    await discussion.read();
    const named = (label: string) => {
      const field = { fieldId: summary, label, name: "summary", type: "string", isRequired: false, isUpdatable: true };
      const tracker = { id: 12, label: "Bugs", fields: [{ ...field, options: noOptions }] } as unknown as Tracker;
      return discussion
        .view(tracker)
        .entries.at(-1)
        ?.changes.map((change) => change.label);
    };
    assert.deepEqual([named("Title"), named("Summary")], [["Title"], ["Summary"]]);
  });

  test("that ends while it is read tells of no failure", async () => {
    refusal = new ServiceError({ kind: "cancelled", method: "GET", path: "/changesets" });
    const discussion = make();
    const reading = discussion.read();
    discussion.dispose();
    await reading;
    assert.deepEqual([failures, discussion.view(undefined).problem], [[], undefined]);
  });

  test("that ends while it is followed tells of no failure", async () => {
    const discussion = make();
    await discussion.read();
    source.add([line("Version 31")]);
    judged = async () => {
      discussion.dispose();
      refusal = new ServiceError({ kind: "cancelled", method: "GET", path: "/changesets" });
    };
    await discussion.follow(instantOfNewest());
    assert.deepEqual(failures, []);
  });

  test("follows a newer version with one request, and one that is known with none", async () => {
    const discussion = make();
    await discussion.read();
    source.asked.length = 0;
    await discussion.follow(instantOfNewest());
    assert.deepEqual(source.asked, []);
    source.add([line("Version 31")]);
    await discussion.follow(instantOfNewest());
    await discussion.follow(instantOfNewest());
    assert.equal(source.asked.length, 1);
    assert.equal(discussion.view(undefined).entries.length, 21);
  });

  test("asks for nothing that looking after a save has read", async () => {
    const discussion = make();
    await discussion.read();
    source.add([line("Version 31")]);
    const guard = histories.noting(asked);
    judged = async () => {
      await guard.readChangesets(512, { offset: 29, limit: 5 }, new AbortController().signal);
    };
    source.asked.length = 0;
    await discussion.follow(instantOfNewest());
    assert.deepEqual(source.asked, ["29+5"]);
    assert.equal(discussion.view(undefined).entries.length, 21);
  });

  test("asks no second time for a version that shows nothing", async () => {
    const discussion = make();
    await discussion.read();
    source.asked.length = 0;
    const later = "2027-01-01T00:00:00Z";
    await discussion.follow(later);
    await discussion.follow(later);
    assert.equal(source.asked.length, 1);
  });

  suite("of a step whose second was not over when it was read", () => {
    let discussion: ArtifactDiscussion;
    const texts = () => discussion.view(undefined).entries.map(({ comment }) => comment?.content);

    setup(async () => {
      source.clockMs = 400;
      discussion = make();
      await discussion.read();
      source.asked.length = 0;
      source.addAtOnce("In the same second");
    });

    test("is asked for once more, when a reading of the artifact tells that second again", async () => {
      source.clockMs = 2000;
      await Promise.all([discussion.followWithin(instantOfNewest()), discussion.followWithin(instantOfNewest())]);
      assert.deepEqual([source.asked.length, texts().at(-1)], [1, "In the same second"]);
      await discussion.followWithin(instantOfNewest());
      assert.equal(source.asked.length, 1);
    });

    test("is asked for again until it is over", async () => {
      source.clockMs = 1900;
      await discussion.followWithin(instantOfNewest());
      source.addAtOnce("At its very end");
      source.clockMs = 2100;
      await discussion.followWithin(instantOfNewest());
      await discussion.followWithin(instantOfNewest());
      assert.deepEqual([source.asked.length, texts().at(-1)], [2, "At its very end"]);
    });

    test("is not asked for by what was made in it, such as a save from here, or by what is older", async () => {
      await discussion.follow(instantOfNewest());
      await discussion.followWithin(source.steps.at(-3)?.submittedOn);
      assert.deepEqual(source.asked, []);
    });

    test("is asked for the next time where that failed", async () => {
      source.clockMs = 2000;
      refusal = new ServiceError({ kind: "unreachable", method: "GET", path: "/changesets" });
      await discussion.followWithin(instantOfNewest());
      refusal = undefined;
      await discussion.followWithin(instantOfNewest());
      assert.equal(texts().at(-1), "In the same second");
    });
  });

  for (const [clockMs, told] of [
    [2000, "was over"],
    [undefined, "may have been over, as answers without a time tell"],
    [-3_600_000, "is told by another clock"],
  ] as const) {
    test(`asks for nothing more where the second of the newest step ${told}`, async () => {
      source.clockMs = clockMs;
      const discussion = make();
      await discussion.read();
      source.asked.length = 0;
      await discussion.followWithin(instantOfNewest());
      assert.deepEqual(source.asked, []);
    });
  }

  for (const [kind, status] of [
    ["forbidden", 403],
    ["notFound", 404],
  ] as const) {
    test(`says why it is missing where the service answers ${status}, and is read when it is asked for again`, async () => {
      refusal = new ServiceError({ kind, method: "GET", path: "/changesets", status });
      const discussion = make();
      await discussion.read();
      assert.match(discussion.view(undefined).problem ?? "", /^The discussion could not be read/);
      assert.equal(failures.length, 1);
      refusal = undefined;
      await discussion.readMore();
      assert.deepEqual(
        [discussion.view(undefined).problem, discussion.view(undefined).entries.length],
        [undefined, 20],
      );
      await discussion.readMore();
      assert.equal(discussion.view(undefined).entries.length, 30);
    });
  }

  test("keeps what it shows where it cannot be followed", async () => {
    const discussion = make();
    await discussion.read();
    refusal = new ServiceError({ kind: "unreachable", method: "GET", path: "/changesets" });
    await discussion.follow("2027-01-01T00:00:00Z");
    await discussion.lookAgain();
    const { problem, entries } = discussion.view(undefined);
    assert.deepEqual([problem, entries.length, failures.length], [undefined, 20, 2]);
  });

  test("is read anew when it is looked at after it was forgotten, and of a connection that is gone nothing is", async () => {
    const discussion = make();
    await discussion.read();
    histories.clear();
    assert.equal(discussion.view(undefined).isRead, false);
    await discussion.lookAgain();
    assert.equal(discussion.view(undefined).entries.length, 20);
    const other = new ArtifactDiscussion(
      { connectionId: "gone", artifactId: 512 },
      {
        known: { find: () => undefined },
        serviceOf: () => assert.fail("nobody is asked"),
        savesJudged: async () => {},
        logFailure: (what) => assert.fail(what),
      },
      () => {},
    );
    await other.read();
    await other.lookAgain();
    assert.deepEqual(other.view(undefined), { entries: [], hasOlder: false, isRead: false, isReading: false });
  });
});
