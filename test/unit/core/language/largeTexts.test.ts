import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import type { DocumentCodec } from "../../../../src/core/codec/formatCodec.ts";
import { complete } from "../../../../src/core/language/completion.ts";
import { draftFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import { fixesOfAll } from "../../../../src/core/language/fixes.ts";
import { foldsOf } from "../../../../src/core/language/outline.ts";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { TrackerField } from "../../../../src/core/model/tracker.ts";
import { bugFields, bugs, sourcesOf } from "./fixture.ts";

const json = await documentCodec("json");
const xml = await documentCodec("xml");
const { signal } = new AbortController();

/** The fixes of all that is wrong with a draft that has an entry for `field`, as in a selection of the whole text. */
function fixesOfWhole(field: TrackerField, value: object, rest: readonly object[] = []): readonly number[] {
  const fields = draftFields({ ...bugs, fields: [...bugs.fields, field] });
  const read = json.read(JSON.stringify({ values: [{ field_id: field.fieldId, ...value }, ...rest] }));
  return fixesOfAll(checkDocument({ read, fields }), read, fields, json).map(({ fixes }) => fixes.length);
}

const listed = { name: "f", label: "F", isRequired: false, isUpdatable: true, isSubmittable: true } as const;

suite("what a large text takes", () => {
  test("quick fixes of a selection compare as many names together as those of one place", () => {
    const options = Array.from({ length: 1000 }, (_, id) => ({ id: id + 1000, label: `Value ${id}`, isHidden: false }));
    const ids = Array.from({ length: 60 }, (_, index) => `Value x${index}`);
    const list = {
      ...listed,
      fieldId: 90,
      type: "msb",
      kind: "list",
      bindsTo: "static",
      options: new OptionList(options),
    } as const;
    const found = fixesOfWhole(list, { bind_value_ids: ids });
    assert.deepEqual(found, [...Array(20).fill(1), ...Array(30).fill(0)]);
  });

  test("quick fixes of a selection in a long text edit it no more often than it may be", () => {
    const labels = Array.from({ length: 10 }, (_, index) => ({ label: `a${index},b` }));
    const open = {
      ...listed,
      fieldId: 90,
      type: "tbl",
      kind: "openList",
      bindsTo: "static",
      options: noOptions,
    } as const;
    const value = { value: { bind_value_objects: labels } };
    assert.deepEqual(fixesOfWhole(open, value), Array(10).fill(1));
    const long = { field_id: 1, value: "a".repeat(400_000) };
    assert.deepEqual(fixesOfWhole(open, value, [long]).slice(0, 10), [...Array(4).fill(1), ...Array(6).fill(0)]);
  });

  test("folds are looked for in each part of a long line alone", () => {
    const read = xml.read(`<request><values>\n${"<item/>".repeat(200_000)}\n</values></request>`);
    assert.ok(read.root);
    const { user } = process.cpuUsage();
    assert.equal(foldsOf(read).length, 2);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 1000, `${tookMs} ms`);
  });

  const deep: readonly (readonly [string, DocumentCodec, string])[] = [
    ["JSON", json, "[".repeat(100_000)],
    ["XML", xml, `<request>${"<a>".repeat(20_000)}${"</b>".repeat(20_000)}\n`],
    // What is refused as one mistake is full of tags.
    ["XML, in a document type", xml, `<!DOCTYPE [<request>${"<a>".repeat(20_000)}${"</b>".repeat(20_000)}\n`],
  ];
  for (const [name, codec, text] of deep) {
    test(`nothing is offered where a text is nested deeper than any document: ${name}`, async () => {
      const document = { read: codec.read(text), fields: bugFields, codec, sources: sourcesOf() };
      assert.equal(await complete(document, text.length, signal), undefined);
    });
  }

  test("a place is looked for as deep as texts are read", () => {
    const place = (levels: number) => {
      const text = `<request>${"<a>".repeat(levels - 1)}`;
      return xml.read(text).placeAt(text.length);
    };
    assert.equal(place(101)?.path.length, 100);
    assert.equal(place(102), undefined);
  });
});
