import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { sameMeaning } from "../../../../src/core/field/meaning.ts";
import { currentMembers, diffEntries, type FieldEntry } from "../../../../src/core/merge/diffEntries.ts";
import { uniteEntries } from "../../../../src/core/merge/uniteEntries.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { anyEditOf, anyFields } from "../field/arbitraries.ts";

const [title, status, notes] = [101, 102, 103];

const base: readonly FieldEntry[] = [
  { fieldId: title, kind: "string", type: "string", entry: { fieldId: title, members: { value: "It breaks" } } },
  { fieldId: status, kind: "list", type: "sb", entry: { fieldId: status, members: { bind_value_ids: [1] } } },
  {
    fieldId: notes,
    kind: "text",
    type: "text",
    entry: { fieldId: notes, members: { value: { content: "one", format: "text" } } },
  },
];

const string = (value: string): Entry => ({ fieldId: title, members: { value } });
const list = (id: number): Entry => ({ fieldId: status, members: { bind_value_ids: [id] } });

suite("uniting the texts of one artifact", () => {
  test("takes from each text what it changes", () => {
    const united = uniteEntries(base, [
      [string("Mine"), list(1)],
      [string("It breaks"), list(2)],
    ]);
    assert.deepEqual(united, { entries: [string("Mine"), list(2)], disagreeing: [] });
  });

  test("takes once what two texts change alike, in whatever form", () => {
    const field = { fieldId: notes, members: { value: "two" } };
    const whole = { fieldId: notes, members: { value: { content: "two", format: "text" } } };
    assert.deepEqual(uniteEntries(base, [[field], [whole]]), { entries: [field], disagreeing: [] });
  });

  test("names the field of which two texts say different things", () => {
    const { disagreeing } = uniteEntries(base, [
      [string("Mine"), list(2)],
      [string("Mine too"), list(2)],
    ]);
    assert.deepEqual(disagreeing, [title]);
  });

  test("hears nothing from a text that leaves a field as it is", () => {
    assert.deepEqual(uniteEntries(base, [[string("It breaks")], [string("Mine")], [list(1)]]), {
      entries: [string("Mine")],
      disagreeing: [],
    });
  });

  const anyTexts = anyFields.chain((fields) =>
    fc.array(anyEditOf(fields), { minLength: 1, maxLength: 4 }).map((texts) => ({ fields, texts })),
  );

  test("of one text is what a save of it sends", () => {
    fc.assert(
      fc.property(
        anyFields.chain((fields) => anyEditOf(fields).map((text) => ({ fields, text }))),
        ({ fields, text }) => {
          const { entries, disagreeing } = uniteEntries(fields, [text]);
          assert.deepEqual(diffEntries(fields, entries), diffEntries(fields, text));
          assert.deepEqual(disagreeing, []);
        },
      ),
    );
  });

  test("says of each field what every text says that changes it, or names it", () => {
    fc.assert(
      fc.property(anyTexts, ({ fields, texts }) => {
        const { entries, disagreeing } = uniteEntries(fields, texts);
        const sent = diffEntries(fields, entries);
        assert.equal(new Set(entries.map(({ fieldId }) => fieldId)).size, entries.length, "a field goes twice");
        for (const changed of texts.map((text) => diffEntries(fields, text))) {
          for (const { fieldId, members } of changed) {
            const field = fields.find((each) => each.fieldId === fieldId);
            const now = sent.find((each) => each.fieldId === fieldId);
            assert.ok(now, `field ${fieldId} is not sent`);
            const isSame = sameMeaning(now.members, members, field?.kind, field && currentMembers(field));
            assert.ok(isSame || disagreeing.includes(fieldId), `field ${fieldId} says something else`);
          }
        }
      }),
    );
  });

  test("sends the same whichever text comes first, where they agree", () => {
    fc.assert(
      fc.property(anyTexts, ({ fields, texts }) => {
        const [forth, back] = [uniteEntries(fields, texts), uniteEntries(fields, texts.toReversed())];
        assert.deepEqual(new Set(back.disagreeing), new Set(forth.disagreeing));
        const ids = ({ entries }: typeof forth) => entries.map(({ fieldId }) => fieldId).toSorted((a, b) => a - b);
        assert.deepEqual(ids(back), ids(forth));
      }),
    );
  });
});
