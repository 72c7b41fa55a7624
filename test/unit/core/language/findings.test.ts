import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { draftFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument, type Finding } from "../../../../src/core/language/findings.ts";
import { findFixes } from "../../../../src/core/language/fixes.ts";
import type { Refusal } from "../../../../src/core/language/meantFields.ts";
import type { DocumentFormat } from "../../../../src/core/model/uri.ts";
import { bugFields, bugs, newBugFields } from "./fixture.ts";

suite("what is wrong with a document", () => {
  const codeOf = ({ about }: Finding) =>
    about.kind === "text" || about.kind === "value" ? about.problem.code : about.kind;

  /** `text` holds each finding in its place, as ‹code: what is marked›, when `‹…›` are put around it. */
  const cases: readonly {
    readonly name: string;
    readonly json?: string;
    readonly xml?: string;
    readonly isDraft?: true;
    readonly found: readonly string[];
    /** What the first fix makes of the text. */
    readonly fixedJson?: string;
    readonly fixedXml?: string;
  }[] = [
    {
      name: "nothing, where all is well",
      json: '{"values":[{"field_id":1,"value":"a"},{"field_id":2,"bind_value_ids":[104]}]}',
      found: [],
    },
    {
      name: "a field the tracker does not have",
      json: '{"values":[{"field_id":99,"value":"a"}]}',
      xml: "<request><values><item><field_id>99</field_id><value>a</value></item></values></request>",
      found: ["warning unknownField 99"],
      fixedJson: '{"values":[]}',
      fixedXml: "<request><values></values></request>",
    },
    {
      name: "a field that may not be changed",
      json: '{"values":[{"field_id":1,"value":"a"}, {"field_id":11,"value":1}]}',
      found: ["warning notWritable 11"],
      fixedJson: '{"values":[{"field_id":1,"value":"a"}]}',
    },
    {
      name: "nothing about that field in a draft",
      json: '{"tracker":{"id":12},"values":[{"field_id":11,"value":1}]}',
      isDraft: true,
      found: [],
    },
    {
      name: "a label in place of the id of a field",
      json: '{"values":[{"field_id":"summary","value":"a"}]}',
      xml: "<request><values><item><field_id>Summary</field_id><value>a</value></item></values></request>",
      found: ["error invalidFieldId"],
      fixedJson: '{"values":[{"field_id":1,"value":"a"}]}',
      fixedXml: "<request><values><item><field_id>1</field_id><value>a</value></item></values></request>",
    },
    {
      name: "nearly the label of a field",
      json: '{"values":[{"field_id":"Platfroms","bind_value_ids":[]}]}',
      xml: "<request><values><item><field_id>Platfroms</field_id><bind_value_ids/></item></values></request>",
      found: ["error invalidFieldId"],
      fixedJson: '{"values":[{"field_id":3,"bind_value_ids":[]}]}',
      fixedXml: "<request><values><item><field_id>3</field_id><bind_value_ids/></item></values></request>",
    },
    {
      name: "a label in place of a value",
      json: '{"values":[{"field_id":3,"bind_value_ids":[201,"MACOS"]}]}',
      xml: "<request><values><item><field_id>3</field_id><bind_value_ids><item>201</item><item>macOS</item></bind_value_ids></item></values></request>",
      found: ["warning unknownOption"],
      fixedJson: '{"values":[{"field_id":3,"bind_value_ids":[201,202]}]}',
      fixedXml:
        "<request><values><item><field_id>3</field_id><bind_value_ids><item>201</item><item>202</item></bind_value_ids></item></values></request>",
    },
    {
      name: "nearly the label of a value",
      json: '{"values":[{"field_id":3,"bind_value_ids":["Linnux"]}]}',
      found: ["warning unknownOption"],
      fixedJson: '{"values":[{"field_id":3,"bind_value_ids":[201]}]}',
    },
    {
      name: "a value without its list",
      json: '{"values":[{"field_id":3,"bind_value_ids":201}]}',
      xml: "<request><values><item><field_id>3</field_id><bind_value_ids>201</bind_value_ids></item></values></request>",
      found: ["warning wrongType"],
      fixedJson: '{"values":[{"field_id":3,"bind_value_ids":[\n\t201\n]}]}',
      fixedXml:
        "<request><values><item><field_id>3</field_id><bind_value_ids><item>201</item></bind_value_ids></item></values></request>",
    },
    {
      name: "a number in place of a text",
      json: '{"values":[{"field_id":1,"value":12}]}',
      found: ["warning wrongType"],
      fixedJson: '{"values":[{"field_id":1,"value":"12"}]}',
    },
    {
      name: "a state that cannot be reached",
      json: '{"values":[{"field_id":2,"bind_value_ids":[105]}]}',
      xml: "<request><values><item><field_id>2</field_id><bind_value_ids><item>105</item></bind_value_ids></item></values></request>",
      found: ["warning transition New→Closed"],
    },
    {
      name: "a state nothing is created in",
      json: '{"tracker":{"id":12},"values":[{"field_id":2,"bind_value_ids":[104]}]}',
      isDraft: true,
      found: ["warning transition →Open"],
    },
    {
      name: "a state taken away that no transition takes away",
      json: '{"values":[{"field_id":2,"bind_value_ids":[]}]}',
      xml: "<request><values><item><field_id>2</field_id><bind_value_ids/></item></values></request>",
      found: ["warning transition New→None"],
    },
    {
      name: "nothing in place of the state something is created in",
      json: '{"tracker":{"id":12},"values":[{"field_id":2,"bind_value_ids":[100]}]}',
      isDraft: true,
      found: ["warning transition →None"],
    },
    {
      name: "a required field left empty",
      json: '{"values":[{"field_id":1,"value":""}]}',
      xml: "<request><values><item><field_id>1</field_id><value></value></item></values></request>",
      found: ["warning requiredEmpty"],
    },
    {
      name: "an entry that is there twice",
      json: '{"values":[{"field_id":1,"value":"a"},{"field_id":1,"value":"b"}]}',
      xml: "<request><values><item><field_id>1</field_id><value>a</value></item><item><field_id>1</field_id><value>b</value></item></values></request>",
      found: ["error duplicateField", "error duplicateField"],
      fixedJson: '{"values":[{"field_id":1,"value":"b"}]}',
      fixedXml: "<request><values><item><field_id>1</field_id><value>b</value></item></values></request>",
    },
    {
      name: "a day no calendar has",
      json: '{"values":[{"field_id":7,"value":"2026-02-30"}]}',
      xml: "<request><values><item><field_id>7</field_id><value>2026-02-30</value></item></values></request>",
      found: ["error invalidDate"],
    },
    {
      name: "a link to itself",
      json: '{"values":[{"field_id":4,"links":[{"id":42},{"id":9}]}]}',
      xml: "<request><values><item><field_id>4</field_id><links><item><id>42</id></item><item><id>9</id></item></links></item></values></request>",
      found: ["warning selfLink"],
      fixedJson: '{"values":[{"field_id":4,"links":[{"id":42}]}]}',
      fixedXml:
        "<request><values><item><field_id>4</field_id><links><item><id>42</id></item></links></item></values></request>",
    },
    {
      name: "a type of links by its label",
      json: '{"values":[{"field_id":4,"links":[{"id":42,"type":""},{"id":43,"type":"child"}]}]}',
      xml: "<request><values><item><field_id>4</field_id><links><item><id>43</id><type>child</type></item></links></item></values></request>",
      found: ["warning linkType"],
      fixedJson: '{"values":[{"field_id":4,"links":[{"id":42,"type":""},{"id":43,"type":"_is_child"}]}]}',
      fixedXml:
        "<request><values><item><field_id>4</field_id><links><item><id>43</id><type>_is_child</type></item></links></item></values></request>",
    },
    {
      name: "a member that is never sent",
      json: '{"values":[], "comment": {"body":"a"}}',
      xml: "<request><values></values><comment>a</comment></request>",
      found: ["warning unknownRootMember"],
      fixedJson: '{"values":[]}',
      fixedXml: "<request><values></values></request>",
    },
    {
      name: "another tracker than the draft's",
      json: '{"tracker":{"id":13},"values":[]}',
      xml: "<request><tracker><id>13</id></tracker><values></values></request>",
      isDraft: true,
      found: ["error otherTracker"],
    },
  ];
  for (const { name, isDraft, found, ...texts } of cases) {
    for (const format of ["json", "xml"] as const) {
      const text = texts[format];
      const fixed = format === "json" ? texts.fixedJson : texts.fixedXml;
      if (text === undefined) {
        continue;
      }
      test(`in ${format}: ${name}`, async () => {
        const codec = await documentCodec(format);
        const read = codec.read(text);
        const fields = isDraft ? newBugFields : bugFields;
        const findings = checkDocument({ read, fields, ...(isDraft && { trackerId: 12 }) });
        assert.deepEqual(
          findings.map((finding) => `${finding.severity} ${codeOf(finding)}${detailOf(finding)}`),
          found,
        );
        const [first] = findings;
        const [fix] = first ? findFixes(first, read, fields, codec) : [];
        const after =
          fix && text.slice(0, fix.replace.offset) + fix.text + text.slice(fix.replace.offset + fix.replace.length);
        assert.equal(after, fixed);
      });
    }
  }

  test("names of any length are compared as far as people read them", async () => {
    const codec = await documentCodec("json");
    const name = "a".repeat(100_000);
    const long = { ...bugs, fields: bugs.fields.map((field) => ({ ...field, label: `b${name}` })) };
    const fields = draftFields(long);
    const read = codec.read(JSON.stringify({ values: [{ field_id: name, value: "" }] }));
    const [finding] = checkDocument({ read, fields });
    assert.ok(finding);
    assert.equal(findFixes(finding, read, fields, codec)[0]?.about.kind, "useField");
  });

  test("no more than VS Code shows", async () => {
    const read = (await documentCodec("json")).read(`{"values":[${"{},".repeat(9999)}{}]}`);
    assert.equal(checkDocument({ read, fields: newBugFields }).length, 2000);
  });

  test("nothing of an entry that nobody has touched yet", async () => {
    const codec = await documentCodec("json");
    const read = codec.read(JSON.stringify({ values: [1, 2].map((id) => ({ field_id: id, value: 7, x: 1 })) }));
    const marked = (isUntouched?: (entry: { readonly fieldId: number }) => boolean) =>
      checkDocument({ read, fields: newBugFields, isUntouched }).flatMap(({ about }) =>
        about.kind === "value" ? [about.entry.fieldId] : [],
      );
    assert.deepEqual([...new Set(marked())], [1, 2]);
    assert.deepEqual([...new Set(marked(({ fieldId }) => fieldId === 1))], [2]);
  });

  test("the service's refusal, until the entry it names is another", async () => {
    const refusal: Refusal = {
      message: "The field Summary (summary) is required.\nThe transition to the value Closed is not valid.",
      membersOf: (fieldId) => (fieldId === 1 ? { value: "a" } : undefined),
    };
    const codec = await documentCodec("json");
    const found = (text: string) =>
      checkDocument({ read: codec.read(text), fields: bugFields, refusal })
        .filter(({ about }) => about.kind === "refused")
        .map(({ offset, length }) => text.slice(offset, offset + length));
    assert.deepEqual(found('{"values":[{"field_id":1,"value":"a"},{"field_id":7,"value":""}]}'), [
      '{"field_id":1,"value":"a"}',
    ]);
    assert.deepEqual(found('{"values":[{"field_id":1,"value":"b"}]}'), []);
    assert.deepEqual(found('{"values":[{"value":"a","field_id":1}]}'), ['{"value":"a","field_id":1}']);
  });

  test("no refusal of a text whose changes were taken back", async () => {
    const refusal: Refusal = {
      message: "The field Summary (summary) is required.",
      membersOf: (fieldId) => (fieldId === 1 ? { value: "It breaks" } : undefined),
    };
    const codec = await documentCodec("json");
    const refused = (status: number) => {
      const values = [
        { field_id: 1, value: "It breaks" },
        { field_id: 2, bind_value_ids: [status] },
      ];
      const found = checkDocument({ read: codec.read(JSON.stringify({ values })), fields: bugFields, refusal });
      return found.filter(({ about }) => about.kind === "refused").length;
    };
    assert.equal(refused(104), 1);
    assert.equal(refused(103), 0);
  });

  test("as many lines of a refusal as anybody reads", async () => {
    const message = "The field Summary (summary) is required.\n".repeat(1000);
    const read = (await documentCodec("json")).read('{"values":[{"field_id":1,"value":"a"}]}');
    const refusal: Refusal = { message, membersOf: () => ({ value: "a" }) };
    const found = checkDocument({ read, fields: bugFields, refusal });
    assert.equal(found.filter(({ about }) => about.kind === "refused").length, 20);
  });

  for (const format of ["json", "xml"] satisfies readonly DocumentFormat[]) {
    test(`${format}: nothing is thrown for any text, and what is found and mended lies inside of it`, async () => {
      const codec = await documentCodec(format);
      const pieces = cases.flatMap((each) => (each[format] ?? "").split(/(?<=[,:{}[\]<>"])/));
      const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 60 }).map((parts) => parts.join(""));
      fc.assert(
        fc.property(
          fc.oneof(texts, fc.string(), fc.constantFrom(...cases.map((each) => each[format] ?? ""))),
          (text) => {
            const read = codec.read(text);
            for (const finding of checkDocument({ read, fields: bugFields })) {
              const places = [finding, ...findFixes(finding, read, bugFields, codec).map(({ replace }) => replace)];
              for (const { offset, length } of places) {
                assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length);
              }
            }
          },
        ),
        { numRuns: 500 },
      );
    });
  }
});

function detailOf({ about }: Finding): string {
  switch (about.kind) {
    case "unknownField":
      return ` ${about.entry.fieldId}`;
    case "notWritable":
      return ` ${about.field.fieldId}`;
    case "transition":
      return ` ${about.from ?? ""}→${about.to}`;
    default:
      return "";
  }
}
