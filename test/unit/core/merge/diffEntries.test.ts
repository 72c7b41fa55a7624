import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { diffEntries, type FieldEntry } from "../../../../src/core/merge/diffEntries.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { anyFields, entriesOf, kinds, typeOfKind, wellFormedMembers } from "../field/arbitraries.ts";

suite("changes of a document", () => {
  const base: readonly FieldEntry[] = [
    { fieldId: 1, kind: "string", type: "string", entry: { fieldId: 1, members: { value: "a" } } },
    {
      fieldId: 2,
      kind: "text",
      type: "text",
      entry: { fieldId: 2, members: { value: { content: "a\r\nb", format: "commonmark" } } },
    },
    { fieldId: 3, kind: "list", type: "sb", entry: { fieldId: 3, members: { bind_value_ids: [] } } },
    { fieldId: 4, kind: "number", type: "int" },
    { fieldId: 5, type: "burndown" },
  ];
  const entry = (fieldId: number, members: Entry["members"]): Entry => ({ fieldId, members });
  const cases: readonly { name: string; mine: readonly Entry[]; sent: readonly Entry[] }[] = [
    { name: "nothing changed, nothing sent", mine: entriesOf(base), sent: [] },
    { name: "a removed entry is left alone", mine: [], sent: [] },
    { name: "clearing is an empty value", mine: [entry(1, { value: null })], sent: [entry(1, { value: "" })] },
    {
      name: "line endings alone are no change",
      mine: [entry(2, { value: { content: "a\nb", format: "commonmark" } })],
      sent: [],
    },
    {
      name: "a format alone is a change",
      mine: [entry(2, { value: { content: "a\r\nb", format: "text" } })],
      sent: [entry(2, { value: { content: "a\r\nb", format: "text" } })],
    },
    {
      name: "a plain string keeps the format",
      mine: [entry(2, { value: "c\r\nd" })],
      sent: [entry(2, { value: { content: "c\r\nd", format: "commonmark" } })],
    },
    { name: "None for none is no change", mine: [entry(3, { bind_value_ids: [100] })], sent: [] },
    { name: "nothing for a field without a value is no change", mine: [entry(4, { value: null })], sent: [] },
    { name: "a value for a field without one is sent", mine: [entry(4, { value: 0 })], sent: [entry(4, { value: 0 })] },
    { name: "a field of unknown kind is a change", mine: [entry(5, { value: 0 })], sent: [entry(5, { value: 0 })] },
    {
      name: "a field the base does not know is a change",
      mine: [entry(6, { value: "" })],
      sent: [entry(6, { value: "" })],
    },
    {
      name: "the order is mine",
      mine: [entry(4, { value: 1 }), entry(1, { value: "b" })],
      sent: [entry(4, { value: 1 }), entry(1, { value: "b" })],
    },
  ];
  for (const { name, mine, sent } of cases) {
    test(name, () => assert.deepEqual(diffEntries(base, mine), sent));
  }

  for (const kind of kinds) {
    test(`${kind}: an untouched document has none`, () => {
      fc.assert(
        fc.property(wellFormedMembers(kind), (members) => {
          const fields = [{ fieldId: 1, kind, type: typeOfKind[kind], entry: { fieldId: 1, members } }];
          const { entries } = jsonCodec.parse(jsonCodec.print(entriesOf(fields)), () => undefined);
          assert.deepEqual(diffEntries(fields, entries), []);
        }),
      );
    });
  }

  test("once stored, there are none left", () => {
    fc.assert(
      fc.property(anyFields, anyFields, (before, after) => {
        const sent = diffEntries(before, entriesOf(after));
        const stored = new Map(sent.map((one) => [one.fieldId, one]));
        const now = [
          ...before,
          ...after.filter(({ fieldId }) => !before.some((field) => field.fieldId === fieldId)),
        ].map((field) => ({ ...field, entry: stored.get(field.fieldId) ?? field.entry }));
        assert.deepEqual(diffEntries(now, sent), []);
      }),
    );
  });
});
