import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { relativeTime } from "../../../../src/core/history/stepWords.ts";

suite("how long ago an instant was", () => {
  const now = Date.parse("2026-11-25T12:00:00Z");
  const cases: readonly (readonly [iso: string, en: string, fr: string])[] = [
    ["2026-11-25T12:00:00+00:00", "now", "maintenant"],
    ["2026-11-25T11:59:01Z", "now", "maintenant"],
    ["2026-11-25T11:59:00Z", "1 minute ago", "il y a 1 minute"],
    ["2026-11-25T11:00:01Z", "59 minutes ago", "il y a 59 minutes"],
    ["2026-11-25T12:30:00+02:00", "1 hour ago", "il y a 1 heure"],
    ["2026-11-24T12:00:00Z", "yesterday", "hier"],
    ["2026-11-22T11:00:00Z", "3 days ago", "il y a 3 jours"],
    ["2026-10-01T12:00:00Z", "last month", "le mois dernier"],
    ["2021-01-01T12:00:00Z", "5 years ago", "il y a 5 ans"],
    // The clock of the service may be ahead.
    ["2026-11-25T14:00:00Z", "now", "maintenant"],
  ];

  for (const [iso, en, fr] of cases) {
    test(`is told in whole units and in the words of the language: ${en}`, () => {
      assert.deepEqual([relativeTime(iso, now, "en"), relativeTime(iso, now, "fr")], [en, fr]);
    });
  }

  test("is not told of what is no instant", () => {
    assert.deepEqual([relativeTime(undefined, now, "en"), relativeTime("soon", now, "en")], [undefined, undefined]);
  });
});
