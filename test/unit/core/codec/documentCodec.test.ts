import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { convertDocument, documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { sameMeaning } from "../../../../src/core/field/meaning.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { DocumentFormat } from "../../../../src/core/model/uri.ts";
import { anyFields, entriesOf } from "../field/arbitraries.ts";

const kinds = new Map<number, FieldKind>([
  [1, "string"],
  [2, "list"],
  [3, "text"],
]);
const kindOf = (fieldId: number) => kinds.get(fieldId);

const json = `{
  "tracker": {
    "id": 12
  },
  "values": [
    {
      "field_id": 1,
      "value": "007 <b>"
    },
    {
      "field_id": 2,
      "bind_value_ids": []
    }
  ]
}
`;
const xml = `<request>
  <tracker>
    <id>12</id>
  </tracker>
  <values>
    <item>
      <field_id>1</field_id>
      <value>007 &lt;b&gt;</value>
    </item>
    <item>
      <field_id>2</field_id>
      <bind_value_ids/>
    </item>
  </values>
</request>
`;

suite("documents in either format", () => {
  const conversions: readonly [DocumentFormat, DocumentFormat, string, string][] = [
    ["json", "xml", json, xml],
    ["xml", "json", xml, json],
    ["json", "json", json, json],
  ];
  for (const [from, to, text, expected] of conversions) {
    test(`${from} becomes ${to}, that of a draft with its tracker`, async () => {
      assert.deepEqual(await convertDocument(text, from, to, kindOf), { kind: "converted", text: expected });
    });
  }

  test("an entry without a value yet moves over as it is", async () => {
    const result = await convertDocument('{"values":[{"field_id":1}]}', "json", "xml", kindOf);
    assert.ok(result.kind === "converted" && result.text.includes("<field_id>1</field_id>\n    </item>"));
  });

  test("a text with mistakes does not move over", async () => {
    const result = await convertDocument("<request><values></request>", "xml", "json", kindOf);
    assert.ok(result.kind === "broken");
    assert.deepEqual(
      result.problems.map(({ code }) => code),
      ["notWellFormed"],
    );
  });

  test("what XML cannot hold is named and stays JSON", async () => {
    const text =
      '{"values":[{"field_id":1,"value":"a"},{"field_id":3,"value":{"content":"a\\u0000","format":"text"}}]}';
    assert.deepEqual(await convertDocument(text, "json", "xml", kindOf), {
      kind: "unprintable",
      problems: [{ fieldId: 3, reason: "character", path: ["value", "content"], codePoint: 0 }],
    });
  });

  test("what would be too long to be read in the other format stays as it is", async () => {
    const codec = await documentCodec("json");
    const entries = Array.from({ length: 2 }, (_, index) => ({
      fieldId: index + 1,
      members: { value: "&".repeat(400_000) },
    }));
    assert.deepEqual(await convertDocument(codec.print(entries), "json", "xml", kindOf), { kind: "tooLong" });
  });

  test("there and back again means the same, for all documents of an artifact", async () => {
    await fc.assert(
      fc.asyncProperty(anyFields, async (fields) => {
        const byId = new Map(fields.map(({ fieldId, kind }) => [fieldId, kind]));
        const kindOfField = (fieldId: number) => byId.get(fieldId);
        const codec = await documentCodec("json");
        const there = await convertDocument(codec.print(entriesOf(fields)), "json", "xml", kindOfField);
        if (there.kind !== "converted") {
          assert.ok(
            there.kind === "broken" ||
              (there.kind === "unprintable" && there.problems.every(({ reason }) => reason === "character")),
            JSON.stringify(there),
          );
          return;
        }
        const back = await convertDocument(there.text, "xml", "json", kindOfField);
        assert.ok(back.kind === "converted");
        const read = codec.parse(back.text, kindOfField).entries;
        assert.equal(read.length, entriesOf(fields).length);
        for (const [index, { fieldId, members }] of entriesOf(fields).entries()) {
          const now = read[index];
          assert.ok(now?.fieldId === fieldId && sameMeaning(now.members, members, byId.get(fieldId)));
        }
        assert.deepEqual(await convertDocument(back.text, "json", "xml", kindOfField), there);
      }),
    );
  });

  for (const format of ["json", "xml"] as const) {
    test(`${format}: values are found, changed and named alike`, async () => {
      const codec = await documentCodec(format);
      const text = codec.edit(format === "json" ? json : xml, [
        { kind: "set", entry: { fieldId: 2, members: { bind_value_ids: [103, "101_3"] } } },
      ]);
      const { entries, trackerId } = codec.parse(text, kindOf);
      const entry = entries[1];
      assert.ok(entry);
      const place = codec.read(text).locate(entry, ["bind_value_ids", 0]);
      assert.deepEqual(
        {
          trackerId,
          members: entry.members,
          found: text.slice(place.offset, place.offset + place.length),
          ids: codec.read(text).nodes.map(({ entry: { fieldId }, ids }) => [fieldId, ...ids.map(({ id }) => id)]),
          same: text === codec.print(entries, trackerId),
        },
        {
          trackerId: 12,
          members: { bind_value_ids: [103, "101_3"] },
          found: "103",
          ids: [[1], [2, "103", "101_3"]],
          same: true,
        },
      );
    });
  }
});
