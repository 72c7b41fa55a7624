import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { findHover } from "../../../../src/core/language/hover.ts";
import { describedFields } from "./fields.ts";

suite("hovers", () => {
  /** `$0` is where the mouse is. */
  const cases: readonly { name: string; marked: string; span?: string; label?: string; value?: object }[] = [
    {
      name: "on a field id: the field",
      marked: '{"values":[{"field_id":$02,"bind_value_ids":[103]}]}',
      span: "2",
      label: "Status",
    },
    {
      name: "on a list value: its name too",
      marked: '{"values":[{"field_id":2,"bind_value_ids":[1$003]}]}',
      span: "103",
      label: "Status",
      value: { id: "103", name: "Open" },
    },
    {
      name: "on a value nobody knows: its id",
      marked: '{"values":[{"field_id":2,"bind_value_ids":[9$09]}]}',
      span: "99",
      label: "Status",
      value: { id: "99" },
    },
    {
      name: "on a value: the field",
      marked: '{"values":[{"field_id":1,"value":"a$0b"}]}',
      span: '"ab"',
      label: "Summary",
    },
    {
      name: "on the rest of an entry: the field",
      marked: '{"values":[{"field_id":1,"va$0lue":"ab"}]}',
      span: '{"field_id":1,"value":"ab"}',
      label: "Summary",
    },
    { name: "beside entries: nothing", marked: '{"val$0ues":[{"field_id":1,"value":"ab"}]}' },
    { name: "in an entry of an unknown field: nothing", marked: '{"values":[{"field_id":9$09,"value":"ab"}]}' },
  ];
  for (const { name, marked, span, label, value } of cases) {
    test(name, () => {
      const offset = marked.indexOf("$0");
      const text = marked.replace("$0", "");
      const found = findHover(text, offset, describedFields);
      assert.deepEqual(
        found && {
          span: text.slice(found.offset, found.offset + found.length),
          label: found.field.label,
          value: found.value,
        },
        label === undefined ? undefined : { span, label, value },
      );
    });
  }

  test("in XML: a list value, its name and its place", async () => {
    const text =
      "<request><values><item><field_id>2</field_id><bind_value_ids><item>103</item></bind_value_ids></item></values></request>";
    const offset = text.indexOf("103");
    const found = findHover(text, offset + 1, describedFields, await documentCodec("xml"));
    assert.deepEqual(
      found && { offset: found.offset, length: found.length, label: found.field.label, value: found.value },
      { offset, length: 3, label: "Status", value: { id: "103", name: "Open" } },
    );
  });

  test("offer what may be chosen", () => {
    const found = findHover('{"values":[{"field_id":2,"bind_value_ids":[104]}]}', 23, describedFields);
    assert.deepEqual(found?.options, [{ id: 103, label: "Open", isHidden: false }]);
  });
});
