import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { isSameJson } from "../../../../src/core/field/sameJson.ts";
import { isJsonObject, type Json } from "../../../../src/core/model/json.ts";

/** With the members of objects in order of their names: equal texts are deeply equal values. */
function canonicalText(value: Json): string {
  return JSON.stringify(value, (_, part: Json) =>
    isJsonObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}

suite("values of JSON", () => {
  const parsed = (text: string): Json => JSON.parse(text);

  test("are the same where their canonical texts are, the order of members aside", () => {
    const names = fc.constantFrom("a", "b", "__proto__", "constructor", "toString", "0");
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(null, true, 0, 1, "", "1", "a"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.array(fc.tuple(names, tie("value")), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
      ),
    }));
    fc.assert(
      fc.property(value, value, (a, b) => {
        const [one, other] = [parsed(JSON.stringify(a)), parsed(JSON.stringify(b))];
        assert.equal(isSameJson(one, other), canonicalText(one) === canonicalText(other));
        assert.ok(isSameJson(one, parsed(canonicalText(one))));
      }),
    );
  });

  test("are told apart where one has what the other inherits", () => {
    const pairs = [
      ['{"__proto__":{}}', '{"a":1}'],
      ['{"a":1}', '{"__proto__":{}}'],
      ['{"constructor":{}}', '{"a":{}}'],
      ['{"a":{}}', "{}"],
      ['{"a":null}', '{"b":null}'],
      ['{"0":"a"}', '["a"]'],
    ] as const;
    for (const [a, b] of pairs) {
      assert.equal(isSameJson(parsed(a), parsed(b)), false, `${a} ${b}`);
    }
  });

  test("that are undefined are not those that are absent", () => {
    assert.equal(isSameJson({ a: undefined } as unknown as Json, { b: undefined } as unknown as Json), false);
  });
});
