import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { parseJsonTree } from "../../../../src/core/codec/jsonTree.ts";
import type { Problem } from "../../../../src/core/codec/problem.ts";
import { maxDocumentLength } from "../../../../src/core/codec/textTree.ts";
import { type Entry, type EntryChange, entryObject } from "../../../../src/core/model/entry.ts";
import type { Span } from "../../../../src/core/util/span.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";
import { anyEntries, anyText, kinds, wellFormedMembers } from "../field/arbitraries.ts";
import { changedBy } from "./changedBy.ts";

const { edit: editJsonDocument, print: printJsonDocument } = jsonCodec;
const parseJsonDocument = (text: string) => jsonCodec.parse(text, () => undefined);
const written = (text: string, { offset, length }: Span) => text.slice(offset, offset + length);
const plain = ({ fieldId, members }: Entry): Entry => ({ fieldId, members });
const parsed = (text: string) => parseJsonDocument(text).entries.map(plain);
const hasErrors = (problems: readonly Problem[]) => problems.some(({ severity }) => severity === "error");

suite("printing a JSON document", () => {
  test("gives what the editor's own formatter gives", () => {
    const entries: readonly Entry[] = [
      { fieldId: 101, members: { value: "a\r\nb" } },
      { fieldId: 102, members: { bind_value_ids: [103, "101_3"] } },
      { fieldId: 103, members: { links: [] } },
    ];
    assert.equal(
      printJsonDocument(entries),
      `{
  "values": [
    {
      "field_id": 101,
      "value": "a\\r\\nb"
    },
    {
      "field_id": 102,
      "bind_value_ids": [
        103,
        "101_3"
      ]
    },
    {
      "field_id": 103,
      "links": []
    }
  ]
}
`,
    );
    assert.equal(printJsonDocument([]), '{\n  "values": []\n}\n');
  });

  for (const kind of kinds) {
    test(`${kind}: what was printed is read again`, () => {
      fc.assert(
        fc.property(wellFormedMembers(kind), (members) => {
          const text = printJsonDocument([{ fieldId: 7, members }]);
          const { entries, problems } = parseJsonDocument(text);
          const expected = JSON.parse(JSON.stringify(members));
          assert.deepEqual(
            { entries: entries.map(plain), problems },
            { entries: [{ fieldId: 7, members: expected }], problems: [] },
          );
          assert.equal(printJsonDocument(entries), text);
        }),
      );
    });
  }

  test("whatever members there are, they are read again", () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        const text = printJsonDocument(entries);
        assert.deepEqual(parsed(text), JSON.parse(JSON.stringify(entries)));
        assert.equal(printJsonDocument(parsed(text)), text);
      }),
    );
  });

  test("a big text is read again", () => {
    const content = "é👩‍🚀\r\n\u0000".repeat(50_000);
    const entries = [{ fieldId: 1, members: { value: { content, format: "text" } } }];
    assert.deepEqual(parsed(printJsonDocument(entries)), entries);
  });
});

suite("reading a JSON document", () => {
  /** In `text`, each problem's span is between ‹ and ›. */
  const cases: readonly { name: string; text: string; problems: readonly string[]; entries?: number }[] = [
    { name: "nothing", text: "‹›", problems: ["syntax"] },
    { name: "no entries", text: '{"values":[]}', problems: [], entries: 0 },
    { name: "a byte order mark", text: '\ufeff{"values":[]}', problems: [], entries: 0 },
    { name: "a tracker", text: '{"tracker":{"id":12},"values":[]}', problems: [], entries: 0 },
    { name: "a root that is a list", text: "‹[]›", problems: ["rootNotObject"] },
    { name: "no values", text: '‹{"tracker":{"id":12}}›', problems: ["missingValues"] },
    { name: "values that are no list", text: '{"values":‹{}›}', problems: ["valuesNotArray"] },
    {
      name: "members never sent",
      text: '{"values":[],‹"comment"›:{}}',
      problems: ["warning unknownRootMember"],
      entries: 0,
    },
    { name: "an entry that is no object", text: '{"values":[‹12›]}', problems: ["entryNotObject"] },
    { name: "an entry without a field", text: '{"values":[‹{"value":1}›]}', problems: ["missingFieldId"] },
    { name: "a field id as a string", text: '{"values":[{"field_id":"12","value":1}]}', problems: [], entries: 1 },
    { name: "field id 0", text: '{"values":[{"field_id":‹0›,"value":1}]}', problems: ["invalidFieldId"] },
    {
      name: "a fraction of a field id",
      text: '{"values":[{"field_id":‹1.5›,"value":1}]}',
      problems: ["invalidFieldId"],
    },
    { name: "a field id of words", text: '{"values":[{"field_id":‹"x1"›,"value":1}]}', problems: ["invalidFieldId"] },
    {
      name: "a field id with leading zeros",
      text: '{"values":[{"field_id":‹"012"›,"value":1}]}',
      problems: ["invalidFieldId"],
    },
    {
      name: "a field twice",
      text: '{"values":[{"field_id":‹1›,"value":1},{"field_id":‹"1"›,"value":2}]}',
      problems: ["duplicateField", "duplicateField"],
      entries: 2,
    },
    {
      name: "a member twice",
      text: '{"values":[{"field_id":1,"value":1,‹"value"›:2}]}',
      problems: ["duplicateMember"],
      entries: 1,
    },
    { name: "values twice", text: '{"values":[],‹"values"›:[]}', problems: ["duplicateMember"], entries: 0 },
    { name: "no value", text: '{"values":[‹{"field_id":1}›]}', problems: ["missingValue"], entries: 1 },
    { name: "a comment", text: '{"values":[]} ‹// later›', problems: ["comment"], entries: 0 },
    {
      name: "a trailing comma in a list",
      text: '{"values":[{"field_id":1,"value":1}‹,›]}',
      problems: ["trailingComma"],
      entries: 1,
    },
    {
      name: "a trailing comma in an object",
      text: '{"values":[{"field_id":1,"value":1‹,› }]}',
      problems: ["trailingComma"],
      entries: 1,
    },
    { name: "a missing comma", text: '{"values":[{"field_id":1 ‹"value"›:1}]}', problems: ["syntax"], entries: 1 },
    { name: "something behind the end", text: '{"values":[]}‹x›', problems: ["syntax"], entries: 0 },
    {
      name: "a number with a leading zero",
      text: '{"values":[{"field_id":1,"value":0‹42›}]}',
      problems: ["syntax"],
      entries: 1,
    },
    {
      name: "a whole number over 2^53",
      text: '{"values":[{"field_id":1,"value":‹9007199254740993›}]}',
      problems: ["inexactNumber"],
      entries: 1,
    },
    {
      name: "more digits than a double has",
      text: '{"values":[{"field_id":1,"value":‹0.12345678901234567890›}]}',
      problems: ["inexactNumber"],
      entries: 1,
    },
    {
      name: "a number without end",
      text: '{"values":[{"field_id":1,"value":‹1e400›}]}',
      problems: ["inexactNumber"],
      entries: 1,
    },
    {
      name: "a number whose exponent has more digits than any",
      text: '{"values":[{"field_id":1,"value":‹-1e9999999999›}]}',
      problems: ["inexactNumber"],
      entries: 1,
    },
    {
      name: "a number too small to be any",
      text: '{"values":[{"field_id":1,"value":‹1e-400›}]}',
      problems: ["inexactNumber"],
      entries: 1,
    },
    {
      name: "forms of exact numbers",
      text: '{"values":[{"field_id":1,"value":[-0, 1.50, 1E+5, 1e23, 9007199254740992, 100000000000000000000]}]}',
      problems: [],
      entries: 1,
    },
    {
      name: "half a character",
      text: '{"values":[{"field_id":1,"value":‹"a\\ud83d"›}]}',
      problems: ["loneSurrogate"],
      entries: 1,
    },
    {
      name: "half a character in a name",
      text: '{"values":[{"field_id":1,‹"a\\ude00"›:1}]}',
      problems: ["loneSurrogate"],
      entries: 1,
    },
    {
      name: "a character in two halves",
      text: '{"values":[{"field_id":1,"value":"\\ud83d\\ude00"}]}',
      problems: [],
      entries: 1,
    },
  ];
  for (const { name, text: marked, problems, entries = 0 } of cases) {
    test(`finds ${name}`, () => {
      const text = marked.replace(/[‹›]/g, "");
      const found = parseJsonDocument(text);
      assert.deepEqual(
        {
          entries: found.entries.length,
          problems: found.problems.map(({ severity, code }) => (severity === "error" ? code : `${severity} ${code}`)),
          marked: mark(text, found.problems),
        },
        { entries, problems, marked },
      );
    });
  }

  test("takes the last of two ids of a field, as JSON.parse does", () => {
    assert.deepEqual(parsed('{"values":[{"field_id":1,"field_id":2,"value":"a"}]}'), [
      { fieldId: 2, members: { value: "a" } },
    ]);
  });

  test("takes a name that is half typed for that of nothing else", () => {
    const { root } = parseJsonTree('[{"field_id"}, {}]');
    assert.deepEqual(
      root?.children.map(({ name }) => name),
      [undefined, undefined],
    );
  });

  test("tells where the entry, its field and its value are", () => {
    const text = '{"values":[{"value":[10, 20],"field_id":7}]}';
    const [entry] = parseJsonDocument(text).entries;
    assert.ok(entry);
    assert.deepEqual(
      [
        text.slice(entry.offset, entry.offset + entry.length),
        written(text, entry.idSpan),
        written(text, entry.valueSpan),
        ...[["value", 1], ["value", 5], ["nothing"], []].map((path) => {
          const { offset, length } = jsonCodec.read(text).locate(entry, path);
          return text.slice(offset, offset + length);
        }),
      ],
      [
        '{"value":[10, 20],"field_id":7}',
        "7",
        "[10, 20]",
        "20",
        "[10, 20]",
        '{"value":[10, 20],"field_id":7}',
        '{"value":[10, 20],"field_id":7}',
      ],
    );
  });

  test("a member called __proto__ is kept, and changes nothing else", () => {
    const text = '{"values":[{"field_id":1,"__proto__":{"polluted":true}}]}';
    const { entries, problems } = parseJsonDocument(text);
    assert.deepEqual(problems, []);
    assert.deepEqual(Object.keys(entries[0]?.members ?? {}), ["__proto__"]);
    assert.equal(Object.getPrototypeOf(entries[0]?.members), Object.prototype);
    assert.equal(JSON.stringify({ values: entries.map(entryObject) }), text);
  });

  for (const { name, text } of [
    { name: "a million open brackets", text: "[".repeat(1_000_000) },
    { name: "a million open objects", text: '{"a":'.repeat(200_000) },
    { name: "open brackets behind a quote in a comment", text: `/* " */${"[".repeat(1_000_000)}` },
    { name: "open brackets behind an open string", text: `"\n${"[".repeat(1_000_000)}` },
    { name: "brackets that do not match", text: "[}".repeat(500_000) },
    { name: "brackets and objects that do not match", text: "{[}".repeat(300_000) },
    { name: "objects closed by brackets", text: '{"a":[}]'.repeat(100_000) },
  ]) {
    test(`${name} are refused without a crash`, () => {
      const { entries, problems } = parseJsonDocument(text);
      assert.deepEqual(entries, []);
      assert.ok(hasErrors(problems));
    });
  }

  test("a member that is given two hundred thousand times is refused without a crash", () => {
    const { problems } = parseJsonDocument(`{"values":[{"field_id":1,"value":{${'"a":1,'.repeat(200_000)}"b":1}}]}`);
    assert.ok(hasErrors(problems));
  });

  test("no more mistakes are told than anybody reads", () => {
    assert.equal(parseJsonDocument(`{${",".repeat(10_000)}`).problems.length, 100);
  });

  test("a hundred levels are fine, one more is not", () => {
    const nested = (levels: number) =>
      `{"values":[{"field_id":1,"value":${"[".repeat(levels - 3)}${"]".repeat(levels - 3)}}]}`;
    assert.deepEqual(parseJsonDocument(nested(100)).problems, []);
    assert.deepEqual(
      parseJsonDocument(nested(101)).problems.map(({ code }) => code),
      ["tooDeep"],
    );
  });

  test("a text over 16 MB is refused", () => {
    const { problems } = parseJsonDocument(" ".repeat(maxDocumentLength + 1));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["tooLarge"],
    );
  });

  const mutated = fc
    .tuple(
      anyEntries.map(printJsonDocument),
      fc.array(
        fc.tuple(
          fc.nat(),
          fc.nat({ max: 6 }),
          fc.oneof(fc.string(), fc.constantFrom(...'{}[],:"\\/*0-e', "//", "\ud800", "null")),
        ),
        {
          minLength: 1,
          maxLength: 5,
        },
      ),
    )
    .map(([text, edits]) =>
      edits.reduce((result, [at, length, inserted]) => {
        const offset = at % (result.length + 1);
        return result.slice(0, offset) + inserted + result.slice(offset + length);
      }, text),
    );
  const bracketed = fc
    .array(fc.constantFrom("{", "}", "[", "]", ",", ":", '"a"', '"values"', "1", " ", "//", "/*", '"', "\n", "x"), {
      maxLength: 200,
    })
    .map((parts) => parts.join(""));
  for (const [name, texts] of [
    ["any text", fc.oneof(anyText, fc.string({ unit: anyCharacter }), fc.json())],
    ["any tangle of brackets", bracketed],
    ["any document with mistakes", mutated],
  ] as const) {
    test(`${name} is read without throwing, with problems inside of it`, () => {
      fc.assert(
        fc.property(texts, (text) => {
          const { entries, problems } = parseJsonDocument(text);
          for (const { offset, length } of [...entries, ...problems]) {
            assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length);
          }
          if (!hasErrors(problems)) {
            const values: Record<string, unknown>[] = JSON.parse(text.replace(/^\ufeff/, "")).values;
            assert.deepEqual(
              entries.map(plain),
              values.map(({ field_id, ...members }) => ({ fieldId: Number(field_id), members })),
            );
          }
        }),
        { numRuns: 500 },
      );
    });
  }
});

suite("editing a JSON document", () => {
  const set = (fieldId: number, value: string): EntryChange => ({
    kind: "set",
    entry: { fieldId, members: { value } },
  });
  const remove = (fieldId: number): EntryChange => ({ kind: "remove", fieldId });
  const standard = printJsonDocument([1, 2, 3].map((fieldId) => ({ fieldId, members: { value: "a" } })));
  const cases: readonly { name: string; text: string; changes: readonly EntryChange[]; expected: string }[] = [
    { name: "nothing", text: standard, changes: [], expected: standard },
    {
      name: "a value in a text as it was printed",
      text: standard,
      changes: [set(2, "b")],
      expected: standard.replace(/"field_id": 2,\n {6}"value": "a"/, '"field_id": 2,\n      "value": "b"'),
    },
    {
      name: "one line",
      text: '{"values": [ {"field_id": 1, "value": 2}, {"field_id": 2, "value": 3} ]}',
      changes: [set(1, "b")],
      expected: '{"values": [ {"field_id":1,"value":"b"}, {"field_id": 2, "value": 3} ]}',
    },
    {
      name: "one of several that stand apart in different ways, which they go on doing",
      text: '{"values": [ {"field_id": 1},\n\n{"field_id": 2} ,{"field_id": 3},  {"field_id": 4} ]}',
      changes: [set(1, "b"), set(3, "c")],
      expected:
        '{"values": [ {"field_id":1,"value":"b"},\n\n{"field_id": 2} ,{"field_id":3,"value":"c"},  {"field_id": 4} ]}',
    },
    {
      name: "the first of several",
      text: '{"values": [ {"field_id": 1, "value": 2},  {"field_id": 2, "value": 3} ]}',
      changes: [remove(1)],
      expected: '{"values": [ {"field_id": 2, "value": 3} ]}',
    },
    {
      name: "the last of several",
      text: '{"values": [ {"field_id": 1, "value": 2},  {"field_id": 2, "value": 3} ]}',
      changes: [remove(2)],
      expected: '{"values": [ {"field_id": 1, "value": 2} ]}',
    },
    {
      name: "the only one",
      text: '{"values": [ {"field_id": 1, "value": 2} ], "tracker": {}}',
      changes: [remove(1)],
      expected: '{"values": [], "tracker": {}}',
    },
    {
      name: "the only one for another",
      text: '{"values": [ {"field_id": 1, "value": 2} ]}',
      changes: [remove(1), set(2, "b")],
      expected: '{"values": [ {"field_id":2,"value":"b"} ]}',
    },
    {
      name: "an empty list",
      text: '{\n  "values": []\n}\n',
      changes: [set(1, "b")],
      expected: printJsonDocument([{ fieldId: 1, members: { value: "b" } }]),
    },
    {
      name: "an empty list on one line",
      text: '{"values":[]}',
      changes: [set(1, "b"), set(2, "c")],
      expected: '{"values":[{"field_id":1,"value":"b"}, {"field_id":2,"value":"c"}]}',
    },
    {
      name: "tabs and CRLF",
      text: '{\r\n\t"values": [\r\n\t\t{\r\n\t\t\t"field_id": 1,\r\n\t\t\t"value": "a"\r\n\t\t}\r\n\t]\r\n}\r\n',
      changes: [set(1, "b"), set(2, "c")],
      expected:
        '{\r\n\t"values": [\r\n\t\t{\r\n\t\t\t"field_id": 1,\r\n\t\t\t"value": "b"\r\n\t\t},\r\n\t\t{\r\n\t\t\t"field_id": 2,\r\n\t\t\t"value": "c"\r\n\t\t}\r\n\t]\r\n}\r\n',
    },
    {
      name: "a member less and a member more in a set, which leaves the others as they are",
      text: '{"values": [ {"field_id": 1,  "links": [ {"type":"", "id":1},  {"id": 2},\n{"id":  3} ], "note":1} ]}',
      changes: [
        {
          kind: "set",
          entry: { fieldId: 1, members: { links: [{ id: 1, type: "" }, { id: 3 }, { id: 4 }], note: 1 } },
        },
      ],
      expected: '{"values": [ {"field_id": 1,  "links": [ {"type":"", "id":1},\n{"id":  3},\n{"id":4} ], "note":1} ]}',
    },
    {
      name: "a member more in a set on lines of its own",
      text: printJsonDocument([{ fieldId: 1, members: { value: { granted_groups: ["101_3"] } } }]),
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: { granted_groups: ["101_3", "152"] } } } }],
      expected: printJsonDocument([{ fieldId: 1, members: { value: { granted_groups: ["101_3", "152"] } } }]),
    },
    {
      name: "an item more in a list with the same item several times, each of which stays where it is",
      text: '{"values": [ {"field_id": 1, "value": [1, 1,  1]} ]}',
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: [1, 1, 1, 2] } } }],
      expected: '{"values": [ {"field_id": 1, "value": [1, 1,  1,  2]} ]}',
    },
    {
      name: "a list in another order, of which the items stay that are in order still",
      text: '{"values": [ {"field_id": 1, "value": [{"a": 1},  {"a": 2}]} ]}',
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: [{ a: 2 }, { a: 1 }] } } }],
      expected: '{"values": [ {"field_id": 1, "value": [{"a": 2},  {"a":1}]} ]}',
    },
    {
      name: "a list and a member in the place of another one that says nothing",
      text: '{"values": [ {"field_id": 1, "links": [1], "parent": null} ]}',
      changes: [{ kind: "set", entry: { fieldId: 1, members: { links: [1, 2], note: 1 } } }],
      expected: '{"values": [ {"field_id":1,"links":[1,2],"note":1} ]}',
    },
    {
      name: "an object in a list that had single values on lines of their own",
      text: printJsonDocument([{ fieldId: 1, members: { value: [1, 2] } }]),
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: [1, { rank: 1 }] } } }],
      expected: printJsonDocument([{ fieldId: 1, members: { value: [1, { rank: 1 }] } }]),
    },
    {
      name: "an object in a list that had single values on one line",
      text: '{"values": [ {"field_id": 1, "value": [1, 2]} ]}',
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: [1, { rank: 1 }] } } }],
      expected: '{"values": [ {"field_id": 1, "value": [1, {"rank":1}]} ]}',
    },
    {
      name: "a text that is no JSON",
      text: '{"values": [{"field_id": 1, "value": 2},]}',
      changes: [set(1, "b")],
      expected: '{"values": [{"field_id": 1, "value": 2},]}',
    },
    {
      name: "a byte order mark",
      text: '\ufeff{"values":[{"field_id":1,"value":2}]}',
      changes: [set(1, "b")],
      expected: '\ufeff{"values":[{"field_id":1,"value":"b"}]}',
    },
  ];
  for (const { name, text, changes, expected } of cases) {
    test(`${name}`, () => assert.equal(editJsonDocument(text, changes), expected));
  }

  const changes = fc.array(
    fc.oneof(
      fc.record({
        kind: fc.constant("set" as const),
        entry: anyEntries.filter((entries) => entries.length > 0).map((entries) => entries[0] as Entry),
      }),
      fc.record({ kind: fc.constant("remove" as const), fieldId: fc.integer({ min: 1, max: 40 }) }),
    ),
    { maxLength: 6 },
  );
  const layouts: readonly ((entries: readonly Entry[]) => string)[] = [
    printJsonDocument,
    (entries) => printJsonDocument(entries).replaceAll("\n", "\r\n"),
    (entries) => JSON.stringify({ values: entries.map(entryObject) }),
    (entries) => JSON.stringify({ values: entries.map(entryObject) }, null, "\t"),
    (entries) => `{ "values" : [${entries.map((entry) => `\n${JSON.stringify(entryObject(entry))}`).join(" ,")} ] }`,
  ];

  test("gives the entries with the changes applied, all else byte for byte", () => {
    fc.assert(
      fc.property(anyEntries, changes, fc.constantFrom(...layouts), (entries, edits, layout) => {
        const text = layout(entries);
        const edited = editJsonDocument(text, edits);
        assert.deepEqual(parsed(edited), JSON.parse(JSON.stringify(changedBy(entries, edits))));
        assert.ok(
          !hasErrors(
            parseJsonDocument(edited).problems.filter(
              ({ code }) => code !== "missingValue" && code !== "loneSurrogate",
            ),
          ),
        );
        const touched = new Set(edits.map((edit) => (edit.kind === "set" ? edit.entry.fieldId : edit.fieldId)));
        const before = sources(text, touched);
        assert.deepEqual(sources(edited, touched), before);
        if (layout === printJsonDocument) {
          assert.equal(edited, printJsonDocument(parsed(edited)));
        }
      }),
      { numRuns: 500 },
    );
  });

  function sources(text: string, except: ReadonlySet<number>): readonly string[] {
    return parseJsonDocument(text)
      .entries.filter(({ fieldId }) => !except.has(fieldId))
      .map(({ offset, length }) => text.slice(offset, offset + length));
  }
});

/** `text` with ‹ and › around each problem. */
function mark(text: string, problems: readonly Problem[]): string {
  return problems.reduceRight(
    (result, { offset, length }) =>
      `${result.slice(0, offset)}‹${result.slice(offset, offset + length)}›${result.slice(offset + length)}`,
    text,
  );
}
