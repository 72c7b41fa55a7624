import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { foldsOf, outlineOf } from "../../../../src/core/language/outline.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { bugFields } from "./fixture.ts";

suite("the outline of a document", () => {
  const members: readonly (JsonObject & { readonly field_id: number })[] = [
    { field_id: 1, value: "It breaks" },
    { field_id: 3, bind_value_ids: [201, 999] },
    { field_id: 4, links: [{ id: 42 }] },
    { field_id: 6, value: { bind_value_objects: [{ id: 301 }, { label: "new" }, { short_name: "all" }] } },
    { field_id: 9, value: { content: "One\nTwo", format: "text" } },
    { field_id: 12, value: [457] },
    { field_id: 99, value: "x" },
  ];
  const expected = [
    "Summary: It breaks",
    "Platforms: Linux, 999",
    "Links: #42",
    "Tags: red, new, all",
    "Details: One…",
    "Files: trace.log",
    "99: x",
  ];
  for (const format of ["json", "xml"] as const) {
    test(`has the entries by label, with their values in names, in ${format}`, async () => {
      const codec = await documentCodec(format);
      const text = codec.print(members.map(({ field_id: fieldId, ...rest }) => ({ fieldId, members: rest })));
      assert.deepEqual(
        outlineOf(codec.read(text), bugFields).map(({ label, value }) => `${label}: ${value}`),
        expected,
      );
    });
  }
});

suite("what can be folded", () => {
  const folded = async (format: "json" | "xml", text: string) => {
    const read = (await documentCodec(format)).read(text);
    const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
    return foldsOf(read).map(({ offset, length }) => [lineAt(offset), lineAt(offset + length)]);
  };

  test("is every element of several lines, wherever the lines of a text in it begin", async () => {
    const text = `<request>
  <values>
    <item>
      <field_id>9</field_id>
      <value>
        <content>one
two
</content>
        <format>text</format>
      </value>
    </item>
    <item><field_id>1</field_id><value>a</value></item>
  </values>
</request>
`;
    assert.deepEqual(await folded("xml", text), [
      [1, 14],
      [2, 13],
      [3, 11],
      [5, 10],
      [6, 8],
    ]);
  });

  test("is nothing in a text of one line, or one that cannot be read", async () => {
    assert.deepEqual(await folded("xml", "<request><values/></request>"), []);
    assert.deepEqual(await folded("xml", ""), []);
    assert.deepEqual(await folded("json", '{"values":[]}'), []);
  });
});
