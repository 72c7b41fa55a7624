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

  test("takes no time over a list of letters with accents without end", () => {
    const accents = `a${"\u0315".repeat(1000)}${"\u0300".repeat(50_000)}`;
    const { user } = process.cpuUsage();
    assert.deepEqual([...new Set(Array.from({ length: 2000 }, () => plainLetters(accents)))], ["a"]);
    assert.ok(process.cpuUsage().user - user < 1_000_000);
  });

  test("is no longer than what lists show of it, so that a label of all bytes of a page takes no time", () => {
    const label = `Needle ${"\u0390".repeat(16_000_000)}`;
    const { user } = process.cpuUsage();
    const letters = plainLetters(label);
    assert.ok(process.cpuUsage().user - user < 500_000);
    assert.ok(letters.startsWith("needle \u03b9\u03b9") && letters.length <= 2000);
  });
});
