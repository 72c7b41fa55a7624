import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { CheckSchedule, type CheckState } from "../../../../src/core/freshness/checkSchedule.ts";
import { ServiceError, type ServiceErrorFacts } from "../../../../src/core/service/serviceError.ts";
import { HandClock } from "../../../support/handClock.ts";

const second = 1000;
const period = 60 * second;

suite("the schedule of checks", () => {
  let clock: HandClock;
  let schedule: CheckSchedule;
  let visible: string[];
  let checks: string[];
  let states: string[];
  let answer: (connectionId: string, signal: AbortSignal) => Promise<boolean>;

  setup(() => {
    clock = new HandClock();
    visible = ["team"];
    checks = [];
    states = [];
    answer = async () => true;
    schedule = new CheckSchedule(
      () => visible,
      (connectionId, signal) => {
        checks.push(`${connectionId} ${clock.nowMs() / second}`);
        return answer(connectionId, signal);
      },
      { periodMs: period, isFocused: true },
      clock,
    );
    schedule.onDidChangeState(({ connectionId, state }) => states.push(`${connectionId} ${worded(state)}`));
  });

  teardown(() => schedule.dispose());

  function worded(state: CheckState): string {
    return state.kind === "fine" ? "fine" : `waits until ${(clock.nowMs() + state.pauseMs) / second}`;
  }

  function fail(facts: Partial<ServiceErrorFacts>): void {
    answer = async () => {
      throw new ServiceError({ kind: "unreachable", method: "GET", path: "/artifacts", ...facts });
    };
  }

  test("looks on time, though somebody sets the clock of the machine back", async () => {
    let runMs = 0;
    mock.timers.enable({ apis: ["setTimeout"] });
    mock.method(performance, "now", () => runMs);
    let wallMs = Date.UTC(2026, 2, 13);
    mock.method(Date, "now", () => (wallMs -= 3 * 3600 * second));
    let looks = 0;
    const check = async () => looks++ >= 0;
    const own = new CheckSchedule(() => ["team"], check, { periodMs: period, isFocused: true });
    for (; runMs < 3 * period; runMs += second) {
      mock.timers.tick(second);
      await Promise.resolve();
    }
    own.dispose();
    mock.reset();
    assert.equal(looks, 2);
  });

  test("looks once for each connection and period, the first time a period after it became visible", async () => {
    visible = ["team", "other"];
    schedule.update();
    await clock.advance(2 * period + second);
    assert.deepEqual(checks, ["team 60", "other 60", "team 120", "other 120"]);
  });

  test("does not look while nothing of a connection is visible, nor right after something has become so", async () => {
    visible = [];
    await clock.advance(5 * period);
    assert.deepEqual(checks, []);
    visible = ["team"];
    schedule.update();
    await clock.advance(period - second);
    assert.deepEqual(checks, []);
    await clock.advance(second);
    assert.deepEqual(checks, ["team 360"]);
  });

  test("notices by itself what has become visible", async () => {
    visible = ["team", "late"];
    await clock.advance(period);
    assert.deepEqual(checks, ["team 60"]);
    await clock.advance(period);
    assert.deepEqual(checks, ["team 60", "team 120", "late 120"]);
  });

  test("notices by itself what has become visible where nothing was", async () => {
    visible = [];
    await clock.advance(2 * period);
    assert.deepEqual(checks, []);
    visible = ["team"];
    await clock.advance(2 * period);
    assert.equal(checks.length, 1);
  });

  test("waits for nothing while the window has no focus", async () => {
    schedule.setFocused(false);
    await clock.advance(10 * period);
    assert.deepEqual([checks, clock.isWaitedFor], [[], false]);
  });

  test("looks at once when the focus comes back after a period, and not before", async () => {
    schedule.setFocused(false);
    await clock.advance(30 * second);
    schedule.setFocused(true);
    assert.deepEqual(checks, []);
    schedule.setFocused(false);
    await clock.advance(31 * second);
    schedule.setFocused(true);
    assert.deepEqual(checks, ["team 61"]);
  });

  test("switched off it never looks, switched on it looks at once", async () => {
    schedule.setPeriod(undefined);
    await clock.advance(10 * period);
    assert.deepEqual([checks, clock.isWaitedFor], [[], false]);
    schedule.setPeriod(15 * second);
    assert.deepEqual(checks, ["team 600"]);
  });

  test("another period counts from the last look", async () => {
    await clock.advance(period + 20 * second);
    schedule.setPeriod(30 * second);
    await clock.advance(10 * second);
    assert.deepEqual(checks, ["team 60", "team 90"]);
  });

  test("begins no second look while one is under way, of that connection alone", async () => {
    visible = ["slow", "team"];
    schedule.update();
    let end = () => {};
    answer = (connectionId) =>
      connectionId === "slow"
        ? new Promise((resolve) => {
            end = () => resolve(true);
          })
        : Promise.resolve(true);
    await clock.advance(3 * period);
    assert.deepEqual(checks, ["slow 60", "team 60", "team 120", "team 180"]);
    end();
    await new Promise(setImmediate);
    await clock.advance(period);
    assert.deepEqual(checks.slice(4), ["slow 240", "team 240"]);
  });

  for (const { name, facts, waitsUntil } of [
    { name: "429 without a time", facts: { kind: "tooManyRequests", status: 429 }, waitsUntil: 60 + 5 * 60 },
    {
      name: "429 with a longer time",
      facts: { kind: "tooManyRequests", status: 429, retryAfterMs: 3600 * second },
      waitsUntil: 60 + 3600,
    },
    {
      name: "429 with a year",
      facts: { kind: "tooManyRequests", status: 429, retryAfterMs: 365 * 86_400 * second },
      waitsUntil: 60 + 3600,
    },
    {
      name: "503 with a shorter time",
      facts: { kind: "unavailable", status: 503, retryAfterMs: second },
      waitsUntil: 60 + 5 * 60,
    },
    { name: "any other failure", facts: { kind: "unreachable" }, waitsUntil: 60 + 2 * 60 },
  ] as const) {
    test(`after ${name} it leaves the service alone for a while, focus or not`, async () => {
      fail(facts);
      await clock.advance(period);
      answer = async () => true;
      schedule.setFocused(false);
      schedule.setFocused(true);
      schedule.setPeriod(undefined);
      schedule.setPeriod(period);
      await clock.advance((waitsUntil - 60) * second - 1);
      assert.deepEqual(checks, ["team 60"]);
      await clock.advance(1);
      assert.deepEqual(checks, ["team 60", `team ${waitsUntil}`]);
      assert.deepEqual(states, [`team waits until ${waitsUntil}`, "team fine"]);
    });
  }

  test("failures in a row make the waits longer, up to a limit, and are told once", async () => {
    fail({});
    await clock.advance(200 * period);
    const times = checks.map((check) => Number(check.split(" ")[1]) / 60);
    assert.deepEqual(times, [1, 3, 7, 15, 31, 63, 95, 127, 159, 191]);
    assert.deepEqual(states, ["team waits until 180"]);
  });

  suite("while nothing changes", () => {
    /** The minutes at which it has looked. */
    const minutes = () => checks.map((check) => Number(check.split(" ")[1]) / 60);

    setup(() => {
      answer = async () => false;
    });

    test("lets the minute between two looks grow, up to ten", async () => {
      await clock.advance(70 * period);
      assert.deepEqual(minutes(), [1, 2, 3, 4, 6, 9, 13, 18, 24, 31, 39, 48, 58, 68]);
    });

    for (const { name, looks, happens } of [
      { name: "a change made here", looks: [52, 53, 54, 55], happens: () => schedule.noteChange("team") },
      {
        name: "the focus of the window",
        looks: [52, 53, 54, 55],
        happens: () => {
          schedule.setFocused(false);
          schedule.setFocused(true);
        },
      },
      {
        name: "checks that were switched off and on",
        looks: [52, 53, 54, 55],
        happens: () => {
          schedule.setPeriod(undefined);
          schedule.setPeriod(period);
        },
      },
    ]) {
      test(`looks each minute again after ${name}`, async () => {
        await clock.advance(52 * period);
        checks.length = 0;
        happens();
        await new Promise(setImmediate);
        await clock.advance(3 * period);
        assert.deepEqual(minutes(), looks);
      });
    }

    test("looks each minute again after a change on the service", async () => {
      await clock.advance(50 * period);
      answer = async () => true;
      await clock.advance(11 * period);
      assert.deepEqual(minutes().slice(-4), [58, 59, 60, 61]);
    });

    test("looks each minute again once something is visible after nothing was", async () => {
      await clock.advance(52 * period);
      visible = [];
      await clock.advance(8 * period);
      checks.length = 0;
      visible = ["team"];
      schedule.update();
      await clock.advance(3 * period);
      assert.deepEqual(minutes(), [61, 62, 63]);
    });

    test("a change made here has another connection wait no less", async () => {
      visible = ["team", "other"];
      schedule.update();
      await clock.advance(50 * period);
      checks.length = 0;
      schedule.noteChange("team");
      await clock.advance(4 * period);
      assert.deepEqual([...new Set(checks.map((check) => check.split(" ")[0]))], ["team"]);
    });

    test("never waits for ten minutes more than the person has set, nor for more than ten such times", async () => {
      schedule.setPeriod(3600 * second);
      await clock.advance(20 * 3600 * second);
      assert.equal(checks.length, 20);
      schedule.setPeriod(15 * second);
      await clock.advance(3600 * second);
      checks.length = 0;
      await clock.advance(3600 * second);
      assert.equal(checks.length, 24);
    });
  });

  test("one failing connection does not hold back another", async () => {
    visible = ["team", "other"];
    schedule.update();
    answer = async (connectionId) => {
      if (connectionId === "team") {
        throw new Error("broken");
      }
      return true;
    };
    await clock.advance(3 * period);
    assert.deepEqual(checks, ["team 60", "other 60", "other 120", "team 180", "other 180"]);
  });

  test("switching off and disposing give up the look under way", async () => {
    const signals: AbortSignal[] = [];
    answer = (_connectionId, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    };
    await clock.advance(period);
    schedule.setPeriod(undefined);
    await new Promise(setImmediate);
    schedule.setPeriod(period);
    schedule.dispose();
    assert.deepEqual([signals.map(({ aborted }) => aborted), states], [[true, true], []]);
  });
});
