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
  const someEntries = fc
    .array(entry, { maxLength: 5 })
    .map((entries) => JSON.parse(JSON.stringify(entries)) as Entry[]);
  const document = someEntries.map((entries) => jsonCodec.print(entries));

  /** Either nothing, or what the parser that keeps every place reads. */
  function check(text: string, known?: readonly Entry[]): boolean {
    const printed = readPrintedDocument(text, known);
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

  test("are what JSON.stringify makes of them", () => {
    fc.assert(
      fc.property(someEntries, fc.option(fc.nat(), { nil: undefined }), (entries, id) => {
        const values = entries.map(({ fieldId, members }) => ({ field_id: fieldId, ...members }));
        const whole = id === undefined ? { values } : { tracker: { id }, values };
        assert.equal(jsonCodec.print(entries, id), `${JSON.stringify(whole, null, 2)}\n`);
      }),
    );
  });

  test("are read the same where some of their entries are known", () => {
    fc.assert(
      fc.property(someEntries, someEntries, fc.nat(5), (before, others, at) => {
        const after = before.toSpliced(at, 1, ...others.slice(0, 2));
        check(jsonCodec.print(after), before);
        check(jsonCodec.print(before), after);
      }),
    );
  });

  test("keep the members of known entries that they still say", () => {
    const known: readonly Entry[] = [1, 2, 3, 4].map((fieldId) => ({ fieldId, members: { value: `${fieldId}` } }));
    const text = jsonCodec.print(known.toSpliced(1, 2, { fieldId: 3, members: { value: "other" } }));
    const said = readPrintedDocument(text, known) ?? [];
    assert.deepEqual(
      said.map((each) => known.find(({ members }) => members === each.members)?.fieldId),
      [1, undefined, 4],
    );
  });

  test("are not read where they are nested deeper than a stack takes", () => {
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    assert.equal(
      readPrintedDocument(`{\n  "values": [\n    {\n      "field_id": 1,\n      "value": ${deep}\n    }\n  ]\n}\n`),
      undefined,
    );
  });

  test("are read the same after any change of a few characters", () => {
    const piece = fc.constantFrom("", " ", "\n", ",", '"', "{", "}", "[", "]", "\\ud800", "1.0", "/**/", "\ud800", "é");
    const edit = fc.record({ at: fc.nat(400), removed: fc.nat(3), added: piece });
    fc.assert(
      fc.property(someEntries, edit, (entries, { at, removed, added }) => {
        const text = jsonCodec.print(entries);
        const offset = at % text.length;
        const changed = text.slice(0, offset) + added + text.slice(offset + removed);
        check(changed);
        check(changed, entries);
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
