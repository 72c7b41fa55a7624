import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { serverDay, withServerDays } from "../../../../src/core/service/serverDay.ts";

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

  test("a date before the burndown tells the zone of the service, for the days behind it alone", () => {
    const day = (value: unknown) => ({ type: "date", value, is_time_displayed: false });
    const time = { type: "date", value: "2023-01-12T12:00:00+01:00", is_time_displayed: true };
    const before = day("2023-07-01T00:00:00+12:00");
    const read = withServerDays([before, { type: "burndown" }, day("2023-01-12T12:00:00+01:00"), time, day(null)]);
    assert.deepEqual(read, [before, { type: "burndown" }, day("2023-01-13"), time, day(null)]);
  });

  test("without a burndown, or a date before it, all stays as it came", () => {
    const date = { type: "date", value: "2023-01-12T12:00:00+01:00", is_time_displayed: false };
    for (const values of [[date, date], [{ type: "burndown" }, date], [], [null, 5]]) {
      assert.equal(withServerDays(values), values);
    }
  });
});
