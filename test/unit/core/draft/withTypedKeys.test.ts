import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { withTypedKeys } from "../../../../src/core/draft/withTypedKeys.ts";

suite("a new draft that is filled while somebody types into it", () => {
  const begun = '{\n  "title": "",\n  "steps": ""\n}\n';
  const filled = '{\n  "title": "Copied",\n  "steps": "One"\n}\n';
  const at = filled.indexOf("Copied");

  for (const { what, said, expected, end } of [
    { what: "nothing", said: begun, expected: filled, end: at },
    {
      what: "keys",
      said: begun.replace('""', '"At once"'),
      expected: filled.replace("Cop", "At onceCop"),
      end: at + 7,
    },
    {
      what: "keys, under Windows",
      said: begun.replace('""', '"At once"').replaceAll("\n", "\r\n"),
      expected: filled.replace("Cop", "At onceCop"),
      end: at + 7,
    },
    { what: "keys in place of all", said: "mine", expected: filled.replace("Cop", "mineCop"), end: at + 4 },
  ]) {
    test(`has what it is filled with, and ${what} at its cursor`, () => {
      assert.deepEqual(withTypedKeys(filled, at, begun, said), { text: expected, end });
    });
  }
});
