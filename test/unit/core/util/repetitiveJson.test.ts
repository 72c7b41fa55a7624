import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { deepestJson, parseShallowJson } from "../../../../src/core/util/jsonNesting.ts";
import { repetitiveJsonParser } from "../../../../src/core/util/repetitiveJson.ts";

suite("JSON that repeats itself", () => {
  const parseRepetitiveJson = (json: string) => repetitiveJsonParser(4)(json);
  /**
   * Marks and names that the parting of a text could take for its own. None has to be escaped: `JSON.parse` of Node.js 24 takes
   * a name of an escaped quotation mark and one of an escaped backslash for the same where objects have them at one place.
   */
  const names = fc.constantFrom("run", "a", "__proto__", "0", "},{", "]}]", "é");
  const words = fc.oneof(names, fc.constantFrom('"', "\\", '\\"'));
  const value = fc.letrec((tie) => ({
    any: fc.oneof({ maxDepth: 6 }, words, fc.nat(3), fc.constant(null), tie("list"), tie("object")),
    list: fc.array(tie("any"), { maxLength: 4 }),
    object: fc.array(fc.tuple(names, tie("any")), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  }));
  /** Steps, each with most of the values of the one before. */
  const steps = fc
    .array(fc.array(value.object, { maxLength: 4 }), { maxLength: 5 })
    .map((items) => items.map((values, index) => ({ values: [...(items[index - 1] ?? []), ...values] })));
  const texts = fc
    .oneof(steps, fc.array(fc.array(value.any)), value.any)
    .chain((json) => fc.constantFrom(undefined, 1).map((indent) => JSON.stringify(json, undefined, indent)));
  /** An artifact that is read again and again, mostly with the values that it had. */
  const artifacts = steps.map((items) =>
    items.map(({ values }, index) => ({ id: 1, other: values.slice(index), values, last: index })),
  );
  const outcome = (parse: (json: string) => unknown, json: string) => {
    try {
      return { value: parse(json) };
    } catch (error) {
      return (error as Error).name;
    }
  };
  const assertSame = (json: string) =>
    assert.deepEqual(outcome(parseRepetitiveJson, json), outcome(parseShallowJson, json), json);

  test("is what any JSON of the same text is", () => {
    fc.assert(fc.property(texts, assertSame), { numRuns: 1000 });
  });

  test("is none where a character too many or too few makes it none", () => {
    const marks = fc.constantFrom(...'[]{},:"\\0 ');
    fc.assert(
      fc.property(texts, fc.nat(), fc.oneof(marks, fc.constant("")), fc.boolean(), (json, n, mark, isInserted) => {
        const at = n % (json.length + 1);
        assertSame(json.slice(0, at) + mark + json.slice(isInserted ? at : at + 1));
      }),
      { numRuns: 3000 },
    );
  });

  test("is what any JSON of the same text is, whatever was read before it", () => {
    fc.assert(
      fc.property(artifacts, fc.infiniteStream(fc.oneof(fc.constant(undefined), fc.nat())), (read, cuts) => {
        const parse = repetitiveJsonParser(3);
        for (const [index, artifact] of read.entries()) {
          const cut = cuts.next().value;
          const whole = JSON.stringify(artifact);
          for (const json of cut === undefined ? [whole] : [whole.slice(0, cut % whole.length), whole]) {
            assert.deepEqual(outcome(parse, json), outcome(parseShallowJson, json), `${index}: ${json}`);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("is none where a part that is known stands at the wrong place", () => {
    for (const json of ['[{"v":[{}]},{"v":[{},]}]', '[{"v":[{}]},{"v":[{}{}]}]', '[{"v":[{}]},{"v":{{}}}]', ",{}"]) {
      assertSame(json);
    }
  });

  test("gives the same object for what is written the same at the same place", () => {
    const [first, second] = parseRepetitiveJson('[{"v":[{"a":1},{"b":1}]},{"v":[{"a":1},{"b":2}]}]') as {
      v: object[];
    }[];
    assert.equal(first?.v[0], second?.v[0]);
    assert.notEqual(first?.v[1], second?.v[1]);
  });

  test("gives the same object for what is written the same in the text before", () => {
    const parse = repetitiveJsonParser(3);
    const [before, now] = ['{"v":[{"a":1},{"b":1}]}', '{"v":[{"a":1},{"b":2}]}'].map(
      (json) => (parse(json) as { v: object[] }).v,
    );
    assert.equal(before?.[0], now?.[0]);
    assert.deepEqual([before?.[1], now?.[1]], [{ b: 1 }, { b: 2 }]);
  });

  test("is too deep where any JSON is", () => {
    const nested = (levels: number) => `[{"v":[${'{"a":'.repeat(levels)}1${"}".repeat(levels)}]}]`;
    for (const levels of [deepestJson - 3, deepestJson - 2]) {
      assertSame(nested(levels));
    }
    assert.throws(() => parseRepetitiveJson("[".repeat(200_000)), SyntaxError);
    assert.throws(() => parseRepetitiveJson(nested(200_000)), SyntaxError);
  });

  test("is read as any other where it has more parts than can be kept", () => {
    assertSame(`[[[${Array(30_000).fill("{}").join()}]]]`);
  });
});
