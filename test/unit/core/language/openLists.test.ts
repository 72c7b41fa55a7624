import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { artifactFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import { findFixes } from "../../../../src/core/language/fixes.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";
import type { DocumentFormat } from "../../../../src/core/model/uri.ts";
import { documentEntries, makeBase } from "../../../../src/core/workingCopy/base.ts";
import { accepted, codesIn, completeAt, sourcesOf } from "./fixture.ts";

const tags: TrackerField = {
  ...{ fieldId: 6, name: "tags", label: "Tags", type: "tbl", kind: "openList", bindsTo: "static" },
  ...{ isRequired: false, isUpdatable: true, isSubmittable: true },
  options: new OptionList([
    { id: 301, label: "red", isHidden: false },
    { id: 302, label: "blue", isHidden: false },
    { id: "o5", label: "seen once", isHidden: false },
    { id: "o6", label: "blue", isHidden: false },
  ]),
};
const people: TrackerField = { ...tags, fieldId: 7, name: "cc", label: "CC", bindsTo: "users", options: noOptions };
const tracker: Tracker = { id: 12, label: "Bugs", fields: [tags, people] };
const held: JsonObject = { value: { bind_value_objects: [{ id: 145 }, { label: "red" }] } };

const base = makeBase(
  {
    artifact: {
      id: 9,
      assignees: [],
      attachments: [],
      values: [
        {
          ...{ fieldId: 6, type: "tbl", label: "Tags", kind: "openList", names: { "145": "old" } },
          entry: { fieldId: 6, members: held },
        },
      ],
    },
    version: { etag: "1" },
  },
  tracker,
);
const fields = artifactFields(base, tracker);

const inJson = (...objects: JsonObject[]) =>
  JSON.stringify({ values: [{ field_id: 6, value: { bind_value_objects: objects } }] });
const inXml = (items: string) =>
  `<request><values><item><field_id>6</field_id><value><bind_value_objects>${items}</bind_value_objects></value></item></values></request>`;

suite("open lists", () => {
  test("have nothing wrong with what the artifact holds", async () => {
    const codec = await documentCodec("json");
    assert.deepEqual(codesIn(codec.print(documentEntries(base)), codec, fields), []);
  });

  /** What the fix of the only finding makes of a text, as the objects it holds then. */
  async function fixed(text: string, format: DocumentFormat) {
    const codec = await documentCodec(format);
    const read = codec.read(text);
    const findings = checkDocument({ read, fields });
    const [fix] = findings.flatMap((finding) => findFixes(finding, read, fields, codec));
    assert.ok(fix);
    const { offset, length } = fix.replace;
    const after = text.slice(0, offset) + fix.text + text.slice(offset + length);
    const [entry] = codec.parse(after, fields.kindOf).entries;
    return { codes: codesIn(text, codec, fields), about: fix.about, members: entry?.members };
  }

  const fixes: readonly {
    readonly name: string;
    readonly json: string;
    readonly xml: string;
    readonly code: string;
    readonly about: object;
    readonly objects: readonly JsonObject[];
  }[] = [
    {
      name: "the label of a known value becomes its id",
      json: inJson({ label: "Blue" }, { label: "x" }),
      xml: inXml("<item><label>Blue</label></item><item><label>x</label></item>"),
      code: "knownLabel",
      about: { kind: "useOption", label: "blue", id: "302" },
      objects: [{ id: 302 }, { label: "x" }],
    },
    {
      name: "a label with commas becomes several values, known ones by their ids",
      json: inJson({ label: "new, red,,blue" }, { id: 301 }),
      xml: inXml("<item><label>new, red,,blue</label></item><item><id>301</id></item>"),
      code: "commaInLabel",
      about: { kind: "splitLabel", count: 3 },
      objects: [{ label: "new" }, { id: 302 }, { id: 301 }],
    },
    {
      name: "the label of a free value in place of an id becomes its label",
      json: inJson({ id: "Seen Once" }, { id: 301 }),
      xml: inXml("<item><id>Seen Once</id></item><item><id>301</id></item>"),
      code: "unknownOption",
      about: { kind: "useLabel", label: "seen once" },
      objects: [{ label: "seen once" }, { id: 301 }],
    },
    {
      name: "the id of a free value becomes its label",
      json: inJson({ id: "o6" }),
      xml: inXml("<item><id>o6</id></item>"),
      code: "freeValueId",
      about: { kind: "useLabel", label: "blue" },
      objects: [{ label: "blue" }],
    },
  ];
  for (const { name, json, xml, code, about, objects } of fixes) {
    for (const [format, text] of [
      ["json", json],
      ["xml", xml],
    ] as const) {
      test(`${name} in ${format.toUpperCase()}`, async () => {
        const { codes, about: found, members } = await fixed(text, format);
        assert.deepEqual([codes, found], [[code], about]);
        assert.deepEqual(members, { value: { bind_value_objects: objects } });
      });
    }
  }

  test("hold a value once when a label becomes the id that stands beside it", async () => {
    const { members } = await fixed(inJson({ id: 302 }, { label: "Blue" }), "json");
    assert.deepEqual(members, { value: { bind_value_objects: [{ id: 302 }] } });
  });

  const listWith = (cursor: string) => `{"values":[{"field_id":6,"value":{"bind_value_objects":[${cursor}]}}]}`;

  test("offer free values by their labels, and no ids of theirs", async () => {
    const { text, found } = await completeAt(listWith('{"label": "blue"}, $0'), "json", fields);
    const labels = found?.items.map(({ label, detail }) => [label, detail]);
    assert.deepEqual(labels, [
      ["red", "301"],
      ["blue", "302"],
      ["seen once", undefined],
      ["New value…", undefined],
    ]);
    const [, , free] = found?.items ?? [];
    assert.ok(found && free);
    const codec = await documentCodec("json");
    const [entry] = codec.parse(accepted(text, found, free), fields.kindOf).entries;
    assert.deepEqual(entry?.members, { value: { bind_value_objects: [{ label: "blue" }, { label: "seen once" }] } });

    const inId = await completeAt(listWith('{"id": $0}'), "json", fields);
    assert.deepEqual(
      inId.found?.items.map(({ label }) => label),
      ["red", "blue"],
    );
  });

  test("of people find them by name", async () => {
    const asked: string[] = [];
    const marked = '{"values":[{"field_id":7,"value":{"bind_value_objects":["jane$0"]}}]}';
    const { found } = await completeAt(marked, "json", fields, sourcesOf(asked));
    assert.deepEqual(asked, ["jane"]);
    assert.ok(found?.items.some(({ label }) => label === "Jane Doe (jdoe)"));
  });
});

suite("lists of people", () => {
  const assignee = (more: Partial<TrackerField>): TrackerField => ({
    ...{ ...tags, fieldId: 8, name: "assignee", label: "Assignee", type: "msb", kind: "list", bindsTo: "users" },
    options: new OptionList([{ id: 102, label: "Jane Doe (jdoe)", isHidden: false, username: "jdoe" }]),
    ...more,
  });
  const marked = '{"values":[{"field_id":8,"bind_value_ids":["jan$0"]}]}';

  async function offered(more: Partial<TrackerField>): Promise<readonly string[]> {
    const bound: Tracker = { ...tracker, fields: [assignee(more)] };
    const artifact = { id: 9, assignees: [], attachments: [], values: [] };
    const known = artifactFields(makeBase({ artifact, version: {} }, bound), bound);
    const { found } = await completeAt(marked, "json", known);
    return found?.items.map(({ label }) => label) ?? [];
  }

  test("bound to everybody offer those who are listed, and find others by name", async () => {
    assert.deepEqual(await offered({ takesOthers: true }), ["Jane Doe (jdoe)", "Jane Roe (jroe)"]);
  });

  test("bound to groups offer their members alone", async () => {
    assert.deepEqual(await offered({}), ["Jane Doe (jdoe)"]);
  });
});
