import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { kindsOf } from "../../../../src/core/codec/documentEntries.ts";
import { firstToFill } from "../../../../src/core/draft/firstToFill.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { field, tracker } from "./trackers.ts";

const entry = (fieldId: number, members: Entry["members"]): Entry => ({ fieldId, members });
const isRequired = true;
const structure = tracker(
  field(1, "string"),
  field(2, "sb", { isRequired }),
  field(3, "string", { isRequired }),
  field(4, "text", { isRequired }),
  field(5, "msb", { isRequired }),
);

/** The text with a mark where the cursor is put. */
async function marked(format: "json" | "xml", ...entries: readonly Entry[]): Promise<string | undefined> {
  const codec = await documentCodec(format);
  const text = codec.print(entries, 12);
  const offset = firstToFill(text, codec.parse(text, kindsOf(structure)).entries, structure);
  const withMark = offset === undefined ? undefined : `${text.slice(0, offset)}|${text.slice(offset)}`;
  return withMark?.replace(/\s/g, "");
}

suite("Where somebody who begins a draft types first", () => {
  for (const [what, format, entries, place] of [
    [
      "the empty one of the required",
      "json",
      [entry(1, { value: "" }), entry(2, { bind_value_ids: [301] }), entry(3, { value: "" })],
      '"value":"|"',
    ],
    [
      "the empty one of the required",
      "xml",
      [entry(1, { value: "" }), entry(2, { bind_value_ids: [301] }), entry(3, { value: "" })],
      "<value>|</value>",
    ],
    ["the content of a long text", "json", [entry(4, { value: { content: "", format: "html" } })], '"content":"|"'],
    [
      "the content of a long text",
      "xml",
      [entry(4, { value: { content: "", format: "html" } })],
      "<content>|</content>",
    ],
    ["an empty list", "json", [entry(5, { bind_value_ids: [] })], '"bind_value_ids":[|]'],
    ["an empty list", "xml", [entry(5, { bind_value_ids: [] })], "|<bind_value_ids/>"],
    ["the first required one where none is empty", "json", [entry(3, { value: "It breaks" })], '"value":"|Itbreaks"'],
  ] as const) {
    test(`is ${what}, in ${format}`, async () => {
      const text = await marked(format, ...entries);
      assert.ok(text?.includes(place), text);
    });
  }

  test("is nowhere where nothing is required", async () => {
    assert.equal(await marked("json", entry(1, { value: "" })), undefined);
  });
});
