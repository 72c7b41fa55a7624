import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { complete } from "../../../../src/core/language/completion.ts";
import { type DocumentField, DocumentFields, draftFields } from "../../../../src/core/language/documentFields.ts";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { TrackerField } from "../../../../src/core/model/tracker.ts";
import { accepted, bugFields, bugs, codesIn, completeAt, newBugFields, sourcesOf } from "./fixture.ts";

suite("completion", () => {
  /** `$0` is where the cursor is; `labels` are those offered, `text` what the first of them makes of the document. */
  const cases: readonly {
    readonly name: string;
    readonly json?: string;
    readonly xml?: string;
    readonly fields?: DocumentFields;
    readonly labels: readonly string[];
    readonly jsonText?: string;
    readonly xmlText?: string;
  }[] = [
    {
      name: "fields that have no entry yet, by label",
      json: '{"values":[{"field_id":$0},{"field_id":1,"value":"a"},{"field_id":9,"value":"a"},{"field_id":3},{"field_id":4},{"field_id":5},{"field_id":6},{"field_id":10},{"field_id":13}]}',
      labels: ["Status", "Due", "At", "Files"],
      jsonText: '{"values":[{"field_id":2}',
    },
    {
      name: "fields by label in XML",
      xml: "<request><values><item><field_id>$0</field_id></item><item><field_id>1</field_id><value>a</value></item></values></request>",
      labels: ["Status", "Platforms", "Links", "CC", "Tags", "Due", "At", "Details", "Effort", "Files", "Assignee"],
      xmlText: "<request><values><item><field_id>2</field_id></item>",
    },
    {
      name: "states the workflow allows from the one on the service",
      json: '{"values":[{"field_id":2,"bind_value_ids":[$0]}]}',
      xml: "<request><values><item><field_id>2</field_id><bind_value_ids>$0</bind_value_ids></item></values></request>",
      labels: ["New", "Open"],
      jsonText: '{"values":[{"field_id":2,"bind_value_ids":[103]}]}',
      xmlText:
        "<request><values><item><field_id>2</field_id><bind_value_ids><item>103</item></bind_value_ids></item></values></request>",
    },
    {
      name: "states an artifact can be created in",
      json: '{"values":[{"field_id":2,"bind_value_ids":[$0]}]}',
      fields: newBugFields,
      labels: ["New"],
    },
    {
      name: "values that are not hidden and not chosen already",
      json: '{"values":[{"field_id":3,"bind_value_ids":[201, $0]}]}',
      xml: "<request><values><item><field_id>3</field_id><bind_value_ids><item>201</item><item>$0</item></bind_value_ids></item></values></request>",
      labels: ["macOS"],
      jsonText: '{"values":[{"field_id":3,"bind_value_ids":[201, 202]}]}',
      xmlText:
        "<request><values><item><field_id>3</field_id><bind_value_ids><item>201</item><item>202</item></bind_value_ids></item></values></request>",
    },
    {
      name: "values by part of a label, in quotes that go",
      json: '{"values":[{"field_id":3,"bind_value_ids":["inu$0"]}]}',
      labels: ["Linux"],
      jsonText: '{"values":[{"field_id":3,"bind_value_ids":[201]}]}',
    },
    {
      name: "the others where a value stands complete",
      json: '{"values":[{"field_id":3,"bind_value_ids":[201$0]}]}',
      labels: ["Linux", "macOS"],
    },
    {
      name: "a list where none is yet",
      json: '{"values":[{"field_id":3,"bind_value_ids":$0}]}',
      labels: ["Linux", "macOS"],
      jsonText: '{"values":[{"field_id":3,"bind_value_ids":[\n\t201\n]}]}',
    },
    {
      name: "a comma after what is put before another value",
      json: '{"values":[{"field_id":3,"bind_value_ids":[$0 202]}]}',
      labels: ["Linux"],
      jsonText: '{"values":[{"field_id":3,"bind_value_ids":[201, 202]}]}',
    },
    {
      name: "artifacts to link to",
      json: '{"values":[{"field_id":4,"links":[$0]}]}',
      xml: "<request><values><item><field_id>4</field_id><links>$0</links></item></values></request>",
      labels: ["Crash at start", "bug #43"],
      jsonText: '{"values":[{"field_id":4,"links":[{\n\t"id": 42\n}]}]}',
      xmlText:
        "<request><values><item><field_id>4</field_id><links><item>\n\t<id>42</id>\n</item></links></item></values></request>",
    },
    {
      name: "artifacts in place of an id",
      json: '{"values":[{"field_id":4,"links":[{"id":"cra$0"}]}]}',
      xml: "<request><values><item><field_id>4</field_id><links><item><id>cra$0</id></item></links></item></values></request>",
      labels: ["Crash at start", "bug #43"],
      jsonText: '{"values":[{"field_id":4,"links":[{"id":42}]}]}',
      xmlText:
        "<request><values><item><field_id>4</field_id><links><item><id>42</id></item></links></item></values></request>",
    },
    {
      name: "types of links",
      json: '{"values":[{"field_id":4,"links":[{"id":42,"type":"$0"}]}]}',
      xml: "<request><values><item><field_id>4</field_id><links><item><id>42</id><type>$0</type></item></links></item></values></request>",
      labels: ["Child"],
      jsonText: '{"values":[{"field_id":4,"links":[{"id":42,"type":"_is_child"}]}]}',
      xmlText:
        "<request><values><item><field_id>4</field_id><links><item><id>42</id><type>_is_child</type></item></links></item></values></request>",
    },
    {
      name: "people for a list without values of its own",
      json: '{"values":[{"field_id":13,"bind_value_ids":["jan$0"]}]}',
      xml: "<request><values><item><field_id>13</field_id><bind_value_ids><item>jan$0</item></bind_value_ids></item></values></request>",
      labels: ["Jane Doe (jdoe)", "Jane Roe (jroe)"],
      jsonText: '{"values":[{"field_id":13,"bind_value_ids":[102]}]}',
      xmlText:
        "<request><values><item><field_id>13</field_id><bind_value_ids><item>102</item></bind_value_ids></item></values></request>",
    },
    {
      name: "people for an open list, and whom the service does not know",
      json: '{"values":[{"field_id":5,"value":{"bind_value_objects":[jane$0]}}]}',
      labels: ["Jane Doe (jdoe)", "Jane Roe (jroe)", "New value “jane”"],
      jsonText: '{"values":[{"field_id":5,"value":{"bind_value_objects":[{\n\t"id": 102\n}]}}]}',
    },
    {
      name: "values of an open list, and a new one",
      json: '{"values":[{"field_id":6,"value":{"bind_value_objects":[{"id":301}, $0]}}]}',
      labels: ["blue", "New value…"],
    },
    {
      name: "days",
      json: '{"values":[{"field_id":7,"value":"$0"}]}',
      xml: "<request><values><item><field_id>7</field_id><value>$0</value></item></values></request>",
      labels: ["Today", "Tomorrow", "As on the service"],
      jsonText: '{"values":[{"field_id":7,"value":"2026-02-28"}]}',
      xmlText: "<request><values><item><field_id>7</field_id><value>2026-02-28</value></item></values></request>",
    },
    {
      name: "formats of texts",
      json: '{"values":[{"field_id":9,"value":{"content":"a","format":"$0"}}]}',
      xml: "<request><values><item><field_id>9</field_id><value><content>a</content><format>$0</format></value></item></values></request>",
      labels: ["Markdown", "HTML", "Plain Text"],
      jsonText: '{"values":[{"field_id":9,"value":{"content":"a","format":"commonmark"}}]}',
      xmlText:
        "<request><values><item><field_id>9</field_id><value><content>a</content><format>commonmark</format></value></item></values></request>",
    },
    {
      name: "yes and no",
      json: '{"values":[{"field_id":10,"is_autocomputed":$0}]}',
      xml: "<request><values><item><field_id>10</field_id><is_autocomputed>$0</is_autocomputed></item></values></request>",
      labels: ["true", "false"],
      jsonText: '{"values":[{"field_id":10,"is_autocomputed":true}]}',
    },
    {
      name: "members the field takes",
      json: '{"values":[{"field_id":10,$0}]}',
      xml: "<request><values><item><field_id>10</field_id>$0</item></values></request>",
      labels: ["is_autocomputed", "manual_value"],
      jsonText: '{"values":[{"field_id":10,"is_autocomputed": }]}',
      xmlText:
        "<request><values><item><field_id>10</field_id><is_autocomputed></is_autocomputed></item></values></request>",
    },
    {
      name: "members by the beginning of a tag",
      xml: "<request><values><item><field_id>2</field_id>\n<bi$0\n</item></values></request>",
      labels: ["bind_value_ids"],
    },
    {
      name: "the root's own members",
      json: "{$0}",
      xml: "<request>$0</request>",
      fields: newBugFields,
      labels: ["tracker", "values"],
    },
    { name: "nothing in a text", json: '{"values":[{"field_id":1,"value":"a$0b"}]}', labels: [] },
    { name: "nothing for fields nobody knows", json: '{"values":[{"field_id":99,"value":"$0"}]}', labels: [] },
  ];
  for (const { name, fields = bugFields, labels, ...texts } of cases) {
    for (const format of ["json", "xml"] as const) {
      const marked = texts[format];
      const expected = format === "json" ? texts.jsonText : texts.xmlText;
      if (marked === undefined) {
        continue;
      }
      test(`${format} offers ${name}`, async () => {
        const { text, found } = await completeAt(marked, format, fields);
        assert.deepEqual(
          (found?.items ?? []).map(({ label }) => label),
          labels,
        );
        const [first] = found?.items ?? [];
        if (found && first && expected !== undefined) {
          assert.equal(accepted(text, found, first).slice(0, expected.length), expected);
        }
      });
    }
  }

  const documents = {
    json: { empty: '{"values":[$0]}', some: '{"values":[{"field_id":1,"value":"a"}$0]}' },
    xml: {
      empty: "<request><values>$0</values></request>",
      some: "<request><values><item><field_id>1</field_id><value>a</value></item>$0</values></request>",
    },
  };
  for (const format of ["json", "xml"] as const) {
    for (const fields of [bugFields, newBugFields]) {
      const kind = fields === bugFields ? "artifact" : "draft";
      test(`${format} offers whole entries of an ${kind} that can be read, each of its field`, async () => {
        const codec = await documentCodec(format);
        for (const marked of Object.values(documents[format])) {
          const { text, found } = await completeAt(marked, format, fields);
          assert.ok(found);
          const isThere = codec.read(text).nodes.length;
          assert.equal(found.items.length, fields.all.filter(({ isWritable }) => isWritable).length - isThere);
          for (const item of found.items) {
            const read = codec.read(accepted(text, found, item));
            const ids = read.entries(fields.kindOf).entries.map(({ fieldId }) => String(fieldId));
            assert.equal(ids.at(-1), item.detail, `${item.label}: ${read.text}`);
          }
        }
      });
    }
  }

  test("an entry comes with the value the service has", async () => {
    const { text, found } = await completeAt('{"values":[$0]}', "json");
    const due = found?.items.find(({ label }) => label === "Due");
    assert.ok(found && due);
    assert.deepEqual(JSON.parse(accepted(text, found, due)), { values: [{ field_id: 7, value: "2026-03-13" }] });
    assert.match(due.insert, /"\$\{1:2026-03-13\}"/);
  });

  test("people are looked for from three characters on", async () => {
    const asked: string[] = [];
    for (const words of ["", "ja", "jan"]) {
      await completeAt(
        `{"values":[{"field_id":13,"bind_value_ids":["${words}$0"]}]}`,
        "json",
        bugFields,
        sourcesOf(asked),
      );
    }
    assert.deepEqual(asked, ["jan"]);
  });

  test("a time of day is given where the field has one", async () => {
    const { found } = await completeAt('{"values":[{"field_id":8,"value":"$0"}]}', "json");
    assert.match(found?.items[0]?.insert ?? "", /^"2026-02-28T09:05:00[+-]\d\d:\d\d"$/);
    assert.match(found?.items[1]?.insert ?? "", /^"2026-03-01T09:05:00/);
  });

  for (const format of ["json", "xml"] as const) {
    const whole = {
      json: '{"values":[{"field_id":3,"bind_value_ids":[201,202]},{"field_id":4,"links":[{"id":42,"type":"_is_child"}]},{"field_id":7,"value":"2026-03-13"},{"field_id":9,"value":{"content":"a","format":"text"}}]}',
      xml: "<request><values><item><field_id>3</field_id><bind_value_ids><item>201</item><item>202</item></bind_value_ids></item><item><field_id>4</field_id><links><item><id>42</id><type>_is_child</type></item></links></item><item><field_id>9</field_id><value><content>a</content><format>text</format></value></item></values></request>",
    }[format];

    test(`${format}: whatever is put in anywhere in a good document leaves one that can be read`, async () => {
      const codec = await documentCodec(format);
      const sound = codesIn(whole, codec).filter((code) => unreadable.includes(code));
      assert.deepEqual(sound, []);
      for (let offset = 0; offset <= whole.length; offset++) {
        const { found } = await completeAt(`${whole.slice(0, offset)}$0${whole.slice(offset)}`, format);
        for (const item of found?.items ?? []) {
          const text = found ? accepted(whole, found, item) : whole;
          const isHalf = item.continues || /\$\{\d+\}/.test(item.insert);
          const codes = codesIn(text, codec).filter((code) => unreadable.includes(code));
          assert.ok(isHalf || codes.length === 0, `${item.label} at ${offset}: ${codes} in ${text}`);
        }
      }
    });

    test(`${format}: nothing is thrown at any place of any text`, async () => {
      const codec = await documentCodec(format);
      const piece = fc.constantFrom(...whole.split(/(?<=[,:{}[\]<>"])/), "<item>", "</", "\n", '"', "$0", "é", "]]>");
      const texts = fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join("")),
      );
      await fc.assert(
        fc.asyncProperty(texts, fc.nat(), async (text, at) => {
          const document = { read: codec.read(text), fields: bugFields, codec, sources: sourcesOf() };
          const offset = at % (text.length + 1);
          const found = await complete(document, offset, new AbortController().signal);
          if (found) {
            assert.ok(found.replace.offset <= offset && found.replace.offset + found.replace.length >= offset);
          }
        }),
        { numRuns: 500 },
      );
    });
  }

  test("leaves room for the number behind the title of an artifact", async () => {
    const card = { id: 530, title: "The attachment preview doubles every entry for read-only users" };
    const sources = { ...sourcesOf(), artifacts: async () => [card] };
    const { found } = await completeAt('{"values":[{"field_id":4,"links":[att$0]}]}', "json", undefined, sources);
    assert.deepEqual(
      found?.items.map(({ label, detail }) => [label, detail]),
      [["The attachment preview doubles every ent…", "#530"]],
    );
  });

  test("says in words of what type a field is", async () => {
    const { found } = await completeAt('{"values":[{"field_id":$0}]}', "json");
    const described = new Map(found?.items.map(({ label, description }) => [label, description]));
    assert.deepEqual(
      ["Summary", "Status", "CC"].map((label) => described.get(label)),
      ["string, required", "select box", "open list"],
    );
  });

  suite("is no more than anybody looks through", () => {
    const count = 500;
    const may = { isRequired: false, isUpdatable: true, isSubmittable: true, options: noOptions };
    const named = (name: string) => Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);
    const fields = named("Field").map((label, index): TrackerField => {
      return { ...may, fieldId: 1000 + index, name: "", label, type: "string", kind: "string" };
    });
    const links: TrackerField = {
      ...{ ...may, fieldId: 4, name: "links", label: "Links", type: "art_link", kind: "links" },
      linkTypes: named("Type").map((label, index) => ({ shortname: `t${index + 1}`, label })),
    };
    const list: TrackerField = {
      ...{ ...may, fieldId: 20, name: "list", label: "List", type: "sb", kind: "list", bindsTo: "static" },
      options: new OptionList(named("State").map((label, index) => ({ id: 1000 + index, label, isHidden: false }))),
    };
    const files: DocumentField = {
      ...{ fieldId: 3, label: "Files", type: "file", kind: "files", isWritable: true },
      names: Object.fromEntries(named("trace").map((name, index) => [1000 + index, name])),
    };
    const places: Readonly<Record<string, { readonly fields: DocumentFields; readonly text: string }>> = {
      entries: { fields: draftFields({ ...bugs, fields }), text: '{"values":[$0]}' },
      fields: { fields: draftFields({ ...bugs, fields }), text: '{"values":[{"field_id":$0}]}' },
      "types of links": {
        fields: draftFields({ ...bugs, fields: [links] }),
        text: '{"values":[{"field_id":4,"links":[{"id":1,"type":$0}]}]}',
      },
      "values of a list": {
        fields: draftFields({ ...bugs, fields: [list] }),
        text: '{"values":[{"field_id":20,"bind_value_ids":[$0]}]}',
      },
      files: { fields: new DocumentFields([files]), text: '{"values":[{"field_id":3,"value":[$0]}]}' },
    };
    for (const [name, { fields, text }] of Object.entries(places)) {
      test(`of ${name}, and the others once more is typed`, async () => {
        const offered = async (typed: string) => {
          const { found } = await completeAt(text.replace("$0", `${typed}$0`), "json", fields);
          return { count: found?.items.length, isIncomplete: found?.isIncomplete, last: found?.items.at(-1)?.label };
        };
        const { last: _, ...atFirst } = await offered("");
        assert.deepEqual(atFirst, { count: 200, isIncomplete: true });
        const { last, ...typed } = await offered('" 499');
        assert.deepEqual(typed, { count: 1, isIncomplete: true });
        assert.match(String(last), / 499$/);
      });
    }
  });
});

const unreadable = [
  "syntax",
  "notWellFormed",
  "strayText",
  "entryNotObject",
  "trailingComma",
  "notItem",
  "rootNotObject",
];
