import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { DocumentFields } from "../../../../src/core/language/documentFields.ts";
import { findHover } from "../../../../src/core/language/hover.ts";
import type { DocumentNames } from "../../../../src/core/language/ports.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { knownFields } from "./fields.ts";
import { bugFields } from "./fixture.ts";

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
      const found = findHover(jsonCodec.read(text), offset, knownFields);
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
    const found = findHover((await documentCodec("xml")).read(text), offset + 1, knownFields);
    assert.deepEqual(
      found && { offset: found.offset, length: found.length, label: found.field.label, value: found.value },
      { offset, length: 3, label: "Status", value: { id: "103", name: "Open" } },
    );
  });

  test("tell what the value is on the service where it is another one", () => {
    const was = (text: string) => findHover(jsonCodec.read(text), text.indexOf("field_id"), bugFields)?.was;
    assert.deepEqual(was('{"values":[{"field_id":1,"value":"Mine"}]}'), { value: "It breaks" });
    assert.equal(was('{"values":[{"field_id":1,"value":"It breaks"}]}'), undefined);
    assert.equal(was('{"values":[{"field_id":2,"bind_value_ids":["103"]}]}'), undefined);
  });

  test("tell of states only those that can be reached", () => {
    const found = findHover(jsonCodec.read('{"values":[{"field_id":2,"bind_value_ids":[]}]}'), 23, bugFields);
    assert.deepEqual(
      found?.options.map(({ label }) => label),
      ["New", "Open"],
    );
  });

  test("tell of attachments how large they are, and of artifacts what is known", () => {
    const names: DocumentNames = {
      artifact: (id) => ({ id, title: "Crash at start" }),
      person: () => undefined,
      attachment: () => ({ name: "trace.log", sizeBytes: 12 }),
    };
    const value = (text: string, at: string) =>
      findHover(jsonCodec.read(text), text.indexOf(at), bugFields, names)?.value;
    assert.deepEqual(value('{"values":[{"field_id":12,"value":[457]}]}', "457"), {
      id: "457",
      name: "trace.log",
      attachment: { name: "trace.log", sizeBytes: 12 },
    });
    assert.deepEqual(value('{"values":[{"field_id":4,"links":[{"id":42}]}]}', "42"), {
      id: "42",
      artifact: { id: 42, title: "Crash at start" },
    });
  });

  test("offer what may be chosen", () => {
    const found = findHover(jsonCodec.read('{"values":[{"field_id":2,"bind_value_ids":[104]}]}'), 23, knownFields);
    assert.deepEqual([found?.options, found?.moreOptions], [[{ id: 103, label: "Open", isHidden: false }], 0]);
  });

  test("offer as many as are read at a glance, and tell how many more there are", () => {
    const values = Array.from({ length: 10_000 }, (_, id) => ({ id, label: `Value ${id}`, isHidden: false }));
    const status = bugFields.get(2);
    assert.ok(status);
    const { reachable: _, ...listed } = status;
    const fields = new DocumentFields([{ ...listed, options: new OptionList(values) }]);
    const found = findHover(jsonCodec.read('{"values":[{"field_id":2,"bind_value_ids":[104]}]}'), 23, fields);
    assert.deepEqual([found?.options.length, found?.moreOptions], [30, 9970]);
  });
});
