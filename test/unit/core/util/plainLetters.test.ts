import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { plainLetters } from "../../../../src/core/util/plainLetters.ts";

suite("a text as it is looked for", () => {
  test("is in small letters without accents, in whichever way they are written", () => {
    assert.equal(plainLetters("Zürich-Ö"), "zurich-o");
    assert.equal(plainLetters("Zu\u0308rich"), "zurich");
    assert.equal(plainLetters("Việt \u1fa7"), "viet \u03c9");
    assert.equal(plainLetters("plain"), "plain");
  });

  test("takes no time over a letter with accents without end", () => {
    const accents = `a${"\u0315".repeat(50_000)}${"\u0300".repeat(50_000)}`;
    const { user } = process.cpuUsage();
    assert.equal(plainLetters(accents), "a");
    assert.ok(process.cpuUsage().user - user < 1_000_000);
  });
});
