import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { readPrintedDocument } from "../../../../src/core/codec/printedDocument.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { Json } from "../../../../src/core/model/json.ts";
import { anyText } from "../field/arbitraries.ts";

suite("documents as they are printed", () => {
  const anyJson = fc.jsonValue() as fc.Arbitrary<Json>;
  const entry: fc.Arbitrary<Entry> = fc.record({
    fieldId: fc.integer({ min: 1, max: 30 }),
    members: fc.dictionary(fc.oneof(anyText, fc.constantFrom("value", "links", "field_id", "7")), anyJson, {
      minKeys: 0,
      maxKeys: 3,
      noNullPrototype: true,
    }),
  });
  const document = fc.array(entry, { maxLength: 5 }).map((entries) => jsonCodec.print(entries));

  /** Either nothing, or what the parser that keeps every place reads. */
  function check(text: string): boolean {
    const printed = readPrintedDocument(text);
    const { entries, problems } = jsonCodec.read(text).entries(() => undefined);
    if (printed) {
      assert.deepEqual(printed, entries);
      assert.deepEqual(problems, []);
    }
    return printed !== undefined;
  }

  test("are read as the parser with places reads them", () => {
    fc.assert(fc.property(document, (text) => void check(text)));
  });

  test("are read the same after any change of a few characters", () => {
    const piece = fc.constantFrom("", " ", "\n", ",", '"', "{", "}", "[", "]", "\\ud800", "1.0", "/**/", "\ud800", "é");
    const edit = fc.record({ at: fc.nat(400), removed: fc.nat(3), added: piece });
    fc.assert(
      fc.property(document, edit, (text, { at, removed, added }) => {
        const offset = at % text.length;
        check(text.slice(0, offset) + added + text.slice(offset + removed));
      }),
      { numRuns: 500 },
    );
  });

  test("are told from others, which need the parser", () => {
    const values = (...items: string[]) => `{\n  "values": [\n    ${items.join(",\n    ")}\n  ]\n}\n`;
    const item = (id: string, ...members: string[]) =>
      `{\n      "field_id": ${[id, ...members].join(",\n      ")}\n    }`;
    const one = item("1", '"value": "a"');
    const cases: readonly (readonly [isPrinted: boolean, text: string])[] = [
      [true, values(one)],
      [
        true,
        values(one, item("2", '"value": {\n        "content": "b",\n        "format": "text"\n      }', '"x": []')),
      ],
      [false, values(one).trimEnd()],
      [false, values(one).replaceAll("\n", "\r\n")],
      [false, `\ufeff${values(one)}`],
      [false, values(one, one)],
      [false, values(item("1"))],
      [false, values(item("0", '"value": ""'))],
      [false, values(item('"1"', '"value": ""'))],
      [false, values(item("1", '"value": 1.0'))],
      [false, values(item("1", '"value": 12345678901234567890'))],
      [false, values(item("1", '"value": "\\ud800"'))],
      [false, values(item("1", '"value": "\ud800"'))],
      [false, values(item("1", '"value": "a"', '"value": "b"'))],
      [false, jsonCodec.print([{ fieldId: 1, members: { value: nested(101) } }])],
      [false, '{\n  "tracker": {\n    "id": 1\n  },\n  "values": []\n}\n'],
    ];
    assert.deepEqual(
      cases.map(([, text]) => check(text)),
      cases.map(([isPrinted]) => isPrinted),
    );
  });

  function nested(depth: number): Json {
    return depth === 0 ? 1 : [nested(depth - 1)];
  }
});
