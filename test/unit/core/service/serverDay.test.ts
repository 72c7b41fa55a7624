import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { inServerDays, serverDay, serverOffsetIn } from "../../../../src/core/service/serverDay.ts";

suite("the day that a returned date means", () => {
  const cases: readonly (readonly [written: string, day: string, serverOffset?: number])[] = [
    ["2023-07-13", "2023-07-13"],
    ["2023-07-13T00:00:00+02:00", "2023-07-13"],
    ["2023-07-12T22:00:00+00:00", "2023-07-13"],
    ["2023-07-12T18:00:00-04:00", "2023-07-13"],
    ["2023-07-13T07:00:00+09:00", "2023-07-13"],
    ["2023-12-31T23:00:00+00:00", "2024-01-01"],
    ["2024-02-29T18:30:00+00:00", "2024-03-01"], // Kolkata
    ["2023-07-13T13:00:00+02:00", "2023-07-13"], // Pago Pago
    ["2023-07-12T14:00:00+02:00", "2023-07-13"], // Auckland in winter
    ["2023-01-12T12:00:00+01:00", "2023-01-13", 720], // Auckland in summer, known from a date of winter
    ["2023-01-13T00:00:00+13:00", "2023-01-12", -660], // Pago Pago, asked from Auckland
    ["2018-11-04T01:00:00-02:00", "2018-11-04"], // There was no midnight.
    ["2023-07-13T10:00", "2023-07-13"],
  ];
  for (const [written, day, serverOffset] of cases) {
    test(`${written}${serverOffset === undefined ? "" : ` of a service at ${serverOffset}`}`, () =>
      assert.equal(serverDay(written, serverOffset), day));
  }

  const day = (value: unknown) => ({ type: "date", value, is_time_displayed: false });
  const burndown = { type: "burndown" };
  const winter = day("2023-07-01T00:00:00+12:00");

  test("a date before the first burndown of an answer tells the zone of the service", () => {
    const elements = (...lists: unknown[][]) => lists.map((values) => ({ values }));
    const foreign = day("2023-01-12T12:00:00+01:00");
    assert.equal(serverOffsetIn(elements([winter, burndown, foreign])), 720);
    assert.equal(serverOffsetIn(elements([winter], [foreign, burndown])), 720);
    assert.equal(serverOffsetIn(elements([burndown, foreign], [foreign, burndown])), undefined);
    assert.equal(serverOffsetIn(elements([winter, foreign])), undefined);
    assert.equal(
      serverOffsetIn([{ values: [day(null), { type: "subon", value: "2023-07-01T10:00:00+12:00" }, burndown] }]),
      720,
    );
    assert.equal(serverOffsetIn([null, {}, { values: null }, { values: [null, 5] }]), undefined);
  });

  test("days are told by it, times of day stay as they came", () => {
    const time = { type: "date", value: "2023-01-12T12:00:00+01:00", is_time_displayed: true };
    const values = [winter, burndown, day("2023-01-12T12:00:00+01:00"), time, day(null), null];
    const expected = [day("2023-07-01"), burndown, day("2023-01-13"), time, day(null), null];
    assert.deepEqual(inServerDays(values, 720), expected);
    assert.equal(inServerDays(values, undefined), values);
  });
});
