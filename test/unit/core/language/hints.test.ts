import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { findHints, linkedArtifacts } from "../../../../src/core/language/hints.ts";
import type { DocumentNames } from "../../../../src/core/language/ports.ts";
import { knownFields } from "./fields.ts";
import { bugFields, newBugFields } from "./fixture.ts";

suite("hints", () => {
  /** `document` has each hint in its place, between ‹ and ›. */
  const cases: readonly { name: string; document: string }[] = [
    {
      name: "a field's label, and that it is required",
      document: '{"values":[{"field_id": 1‹Summary · required›, "value": "a"}]}',
    },
    {
      name: "list values, as the artifact names them before the structure",
      document: '{"values":[{"field_id":2‹Status›,"bind_value_ids":[103‹Open›,104‹Closed (old)›,105]}]}',
    },
    {
      name: "linked artifacts",
      document: '{"values":[{"links":[{"id":9‹bug #9 It breaks›,"type":"_is_child"},{"id":10}],"field_id":3‹Links›}]}',
    },
    { name: "attachments", document: '{"values":[{"field_id":4‹Files›,"value":[457‹trace.log›]}]}' },
    {
      name: "values of open lists",
      document:
        '{"values":[{"field_id":5‹Tags›,"value":{"bind_value_objects":[{"id":201‹red›},{"label":"x"},{"id":"101_3"‹Members›}]}}]}',
    },
    { name: "groups", document: '{"values":[{"field_id":6‹Groups›,"value":{"granted_groups":["101_3"‹Members›]}}]}' },
    { name: "nothing behind numbers that are values", document: '{"values":[{"field_id":7‹Effort›,"value":12}]}' },
    { name: "nothing for fields nobody knows", document: '{"values":[{"field_id":99,"value":12}]}' },
    {
      name: "what can be read of a text being typed",
      document: '{"values":[{"field_id":1‹Summary · required›,"value":"a"},{"fie',
    },
    {
      name: "nothing of Object.prototype",
      document: '{"values":[{"field_id":6‹Groups›,"value":{"granted_groups":["constructor"]}}]}',
    },
  ];
  for (const { name, document } of cases) {
    test(`name ${name}`, () => {
      const text = document.replace(/‹[^›]*›/g, "");
      const shown = findHints(jsonCodec.read(text), knownFields).reduceRight(
        (result, { offset, label, isRequired }) =>
          `${result.slice(0, offset)}‹${label}${isRequired ? " · required" : ""}›${result.slice(offset)}`,
        text,
      );
      assert.equal(shown, document);
    });
  }

  const xmlCases: readonly { name: string; document: string }[] = [
    { name: "a field", document: "<field_id>1‹Summary · required›</field_id><value>a</value>" },
    {
      name: "list values",
      document:
        "<field_id> 2‹Status› </field_id><bind_value_ids><item>103‹Open›</item><item>104‹Closed (old)›</item><item/></bind_value_ids>",
    },
    {
      name: "linked artifacts",
      document: "<field_id>3‹Links›</field_id><links><item><id>9‹bug #9 It breaks›</id><type>9</type></item></links>",
    },
    { name: "attachments", document: "<field_id>4‹Files›</field_id><value><item>457‹trace.log›</item></value>" },
    {
      name: "values of open lists",
      document:
        "<field_id>5‹Tags›</field_id><value><bind_value_objects><item><id>201‹red›</id></item><item><label>201</label></item></bind_value_objects></value>",
    },
    {
      name: "groups",
      document:
        "<field_id>6‹Groups›</field_id><value><granted_groups><item>101_3‹Members›</item></granted_groups></value>",
    },
    { name: "nothing behind values", document: "<field_id>7‹Effort›</field_id><value>12</value>" },
  ];
  for (const { name, document } of xmlCases) {
    test(`name ${name} in XML`, async () => {
      const text = `<request><values><item>${document.replace(/‹[^›]*›/g, "")}</item></values></request>`;
      const shown = findHints((await documentCodec("xml")).read(text), knownFields).reduceRight(
        (result, { offset, label, isRequired }) =>
          `${result.slice(0, offset)}‹${label}${isRequired ? " · required" : ""}›${result.slice(offset)}`,
        text,
      );
      assert.equal(shown, `<request><values><item>${document}</item></values></request>`);
    });
  }

  test("name the tracker of a draft, linked artifacts by title and status, and people found by name", () => {
    const text =
      '{"tracker":{"id":12},"values":[{"field_id":4,"links":[{"id":42}]},{"field_id":13,"bind_value_ids":[102]}]}';
    const names: DocumentNames = {
      artifact: (id) => ({ id, title: "Crash at start", status: "Open" }),
      person: () => "Jane Doe",
      attachment: () => undefined,
    };
    const shown = findHints(jsonCodec.read(text), newBugFields, names).map(({ label, status }) =>
      status ? `${label} (${status})` : label,
    );
    assert.deepEqual(shown, ["Bugs", "Links", "Crash at start (Open)", "Assignee", "Jane Doe"]);
  });

  test("look only at what is in sight", () => {
    const text = '{"values":[{"field_id":4,"links":[{"id":42}]},{"field_id":4,"links":[{"id":43}]}]}';
    const read = jsonCodec.read(text);
    const range = { start: text.indexOf("43"), end: text.length };
    assert.deepEqual(linkedArtifacts(read, bugFields, range), [43]);
    assert.equal(findHints(read, bugFields, undefined, range).length, 1);
  });

  test("any text is read without throwing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        findHints(jsonCodec.read(text), knownFields);
      }),
    );
  });
});
