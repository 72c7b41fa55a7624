import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { periodMs } from "../../../../src/core/freshness/checkSchedule.ts";

suite("the period of looks for changes", () => {
  const cases: readonly (readonly [what: string, setting: unknown, expected: number | undefined])[] = [
    ["is what the person wrote", 90, 90_000],
    ["is never so short that the service would feel it", 1, 15_000],
    ["is none at all with 0", 0, undefined],
    ["is never so long that timers have no number for it", 1e10, 86_400_000],
    ["is the usual one below 0", -5, 60_000],
    ["is the usual one where the setting is no number", "often", 60_000],
    ["is the usual one where nothing is set", undefined, 60_000],
  ];
  for (const [what, setting, expected] of cases) {
    test(what, () => assert.equal(periodMs(setting, 60), expected));
  }
});
