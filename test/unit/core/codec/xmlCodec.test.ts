import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import type { Problem } from "../../../../src/core/codec/problem.ts";
import { maxDocumentLength } from "../../../../src/core/codec/textTree.ts";
import { xmlCodec } from "../../../../src/core/codec/xmlCodec.ts";
import { plainXml } from "../../../../src/core/codec/xmlMarkup.ts";
import { sameMeaning } from "../../../../src/core/field/meaning.ts";
import type { Entry, EntryChange } from "../../../../src/core/model/entry.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import type { Span } from "../../../../src/core/util/span.ts";
import { anyCharacter } from "../../../support/anyCharacter.ts";
import {
  anyEntries,
  anyKind,
  anyMembers,
  anyText,
  kinds,
  oddMembers,
  wellFormedMembers,
} from "../field/arbitraries.ts";
import { changedBy } from "./changedBy.ts";

const { edit: editXmlDocument, parse: parseXmlDocument, print: printXmlDocument, unprintable: xmlProblems } = xmlCodec;
const { print: printJsonDocument } = jsonCodec;
const parseJsonDocument = (text: string) => jsonCodec.parse(text, () => undefined);
const written = (text: string, { offset, length }: Span) => text.slice(offset, offset + length);
const plain = ({ fieldId, members }: Entry): Entry => ({ fieldId, members });
const parsed = (text: string, kind?: FieldKind) => parseXmlDocument(text, () => kind).entries.map(plain);
const hasErrors = (problems: readonly Problem[]) => problems.some(({ severity }) => severity === "error");
const membersOf = (text: string, kind?: FieldKind) => parsed(text, kind)[0]?.members;
/** A document with one entry. */
const around = (members: string) => `<request><values><item><field_id>7</field_id>${members}</item></values></request>`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/u;
/** Whether XML has a form for every text and every name in a value; said once more, for the tests. */
function fitsXml(value: Json): boolean {
  if (typeof value === "string") {
    return !notXml.test(value);
  }
  return typeof value !== "object" || value === null || Object.values(value).every(fitsXml);
}

suite("printing an XML document", () => {
  test("gives elements indented by two spaces, and texts exactly as they are", () => {
    const entries: readonly Entry[] = [
      { fieldId: 101, members: { value: "a < b & c > d \"e\" 'f' 👩‍🚀" } },
      { fieldId: 102, members: { bind_value_ids: [103, "101_3"] } },
      { fieldId: 103, members: { links: [] } },
      { fieldId: 104, members: { value: "" } },
      { fieldId: 105, members: { value: { content: " padded\r\n\tline\n", format: "text" } } },
      { fieldId: 106, members: { links: [{ id: 9, type: "_is_child" }] } },
    ];
    const text = `<request>
  <values>
    <item>
      <field_id>101</field_id>
      <value>a &lt; b &amp; c &gt; d "e" 'f' 👩‍🚀</value>
    </item>
    <item>
      <field_id>102</field_id>
      <bind_value_ids>
        <item>103</item>
        <item>101_3</item>
      </bind_value_ids>
    </item>
    <item>
      <field_id>103</field_id>
      <links/>
    </item>
    <item>
      <field_id>104</field_id>
      <value></value>
    </item>
    <item>
      <field_id>105</field_id>
      <value>
        <content> padded&#13;
	line
</content>
        <format>text</format>
      </value>
    </item>
    <item>
      <field_id>106</field_id>
      <links>
        <item>
          <id>9</id>
          <type>_is_child</type>
        </item>
      </links>
    </item>
  </values>
</request>
`;
    assert.equal(printXmlDocument(entries), text);
    assert.deepEqual(
      parseXmlDocument(text, (fieldId) => (fieldId === 105 ? "text" : undefined)).entries.map(plain),
      entries,
    );
  });

  test("writes what an editor would change or not show as references, which say the same", () => {
    const value = "a\rb\u0085c\u2028d\u2029e\ufefff";
    const text = printXmlDocument([{ fieldId: 7, members: { value } }]);
    assert.match(text, /<value>a&#13;b&#x85;c&#x2028;d&#x2029;e&#xFEFF;f<\/value>/);
    assert.deepEqual(membersOf(text, "string"), { value });
  });

  test("names the tracker of a draft", () => {
    const text = printXmlDocument([], 12);
    assert.equal(text, "<request>\n  <tracker>\n    <id>12</id>\n  </tracker>\n  <values/>\n</request>\n");
    assert.deepEqual(
      parseXmlDocument(text, () => undefined),
      { entries: [], problems: [], trackerId: 12 },
    );
  });

  for (const kind of kinds) {
    test(`${kind}: JSON → XML → JSON means the same, for all that XML can hold`, () => {
      fc.assert(
        fc.property(wellFormedMembers(kind), (members) => {
          const entries = [{ fieldId: 7, members }];
          const found = xmlProblems(entries, () => kind);
          assert.equal(found.length === 0, fitsXml(members));
          if (found.length > 0) {
            return;
          }
          const text = printXmlDocument(entries);
          const { entries: read, problems } = parseXmlDocument(text, () => kind);
          assert.deepEqual(problems, []);
          const json = parseJsonDocument(printJsonDocument(read)).entries.map(plain);
          assert.ok(json[0] && sameMeaning(json[0].members, members, kind));
        }),
        { numRuns: 300 },
      );
    });

    test(`${kind}: XML → JSON → XML is the same text`, () => {
      fc.assert(
        fc.property(wellFormedMembers(kind).filter(fitsXml), (members) => {
          const text = printXmlDocument([{ fieldId: 7, members }]);
          const json = printJsonDocument(parsed(text, kind));
          assert.equal(printXmlDocument(parseJsonDocument(json).entries), text);
        }),
        { numRuns: 300 },
      );
    });
  }

  test("whatever is not reported comes back meaning the same, whatever members there are", () => {
    fc.assert(
      fc.property(fc.option(anyKind, { nil: undefined }), oddMembers, (kind, members) => {
        const entries = [{ fieldId: 7, members }];
        if (xmlProblems(entries, () => kind).length === 0) {
          const back = membersOf(printXmlDocument(entries), kind);
          assert.ok(back && sameMeaning(JSON.parse(JSON.stringify(back)), members, kind));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test("what XML cannot hold is an error at its place when it is read, never something else", () => {
    fc.assert(
      fc.property(anyKind.chain(anyMembers), (members) => {
        const entries = [{ fieldId: 7, members }];
        const unprintable = xmlProblems(entries, () => undefined).filter(({ reason }) => reason !== "type");
        const { problems } = parseXmlDocument(printXmlDocument(entries), () => undefined);
        const accidents = problems.filter(({ code }) => code !== "missingValue");
        assert.equal(unprintable.length > 0, hasErrors(accidents));
        assert.ok(accidents.every(({ code }) => ["invalidCharacter", "namespace", "duplicateMember"].includes(code)));
      }),
      { numRuns: 500 },
    );
  });

  const problems: readonly { name: string; kind: FieldKind; members: JsonObject; expected: object }[] = [
    {
      name: "a null character",
      kind: "text",
      members: { value: { content: "a\0b", format: "text" } },
      expected: { reason: "character", path: ["value", "content"], codePoint: 0 },
    },
    {
      name: "half an emoji",
      kind: "string",
      members: { value: "a\ud83d" },
      expected: { reason: "character", path: ["value"], codePoint: 0xd83d },
    },
    {
      name: "a name with a space",
      kind: "string",
      members: { "a b": "" },
      expected: { reason: "name", path: ["a b"] },
    },
    {
      name: "a number for a text",
      kind: "string",
      members: { value: 12 },
      expected: { reason: "type", path: ["value"] },
    },
    {
      name: "an object without members",
      kind: "text",
      members: { value: { content: {} } },
      expected: { reason: "type", path: ["value", "content"] },
    },
    {
      name: "levels without end",
      kind: "text",
      members: JSON.parse(`{"value":${"[".repeat(120)}1${"]".repeat(120)}}`),
      expected: { reason: "type", path: [] },
    },
  ];
  for (const { name, kind, members, expected } of problems) {
    test(`${name} is named, with its entry`, () => {
      assert.deepEqual(
        xmlProblems([{ fieldId: 7, members }], () => kind),
        [{ fieldId: 7, ...expected }],
      );
    });
  }
});

suite("reading values from XML", () => {
  const cases: readonly { name: string; kind?: FieldKind; xml: string; members: JsonObject }[] = [
    { name: "leading zeros", kind: "string", xml: "<value>007</value>", members: { value: "007" } },
    { name: "an exponent", kind: "string", xml: "<value>1e5</value>", members: { value: "1e5" } },
    { name: "white space around", kind: "string", xml: "<value> padded </value>", members: { value: " padded " } },
    { name: "nothing but white space", kind: "string", xml: "<value> \n </value>", members: { value: " \n " } },
    { name: "words of JSON", kind: "string", xml: "<value>null</value>", members: { value: "null" } },
    { name: "a boolean in a text", kind: "string", xml: "<value>false</value>", members: { value: "false" } },
    { name: "nothing", kind: "string", xml: "<value/>", members: { value: "" } },
    { name: "an empty element", kind: "string", xml: "<value></value>", members: { value: "" } },
    { name: "CDATA", kind: "string", xml: "<value>a<![CDATA[<&amp;]]>b</value>", members: { value: "a<&amp;b" } },
    {
      name: "CDATA in parts",
      kind: "string",
      xml: "<value><![CDATA[]]]]><![CDATA[>]]></value>",
      members: { value: "]]>" },
    },
    {
      name: "references",
      kind: "string",
      xml: "<value>&lt;&gt;&amp;&quot;&apos;&#9;&#x1F600;</value>",
      members: { value: "<>&\"'\t😀" },
    },
    { name: "a reference resolved once", kind: "string", xml: "<value>&amp;lt;</value>", members: { value: "&lt;" } },
    { name: "line ends", kind: "string", xml: "<value>a\r\nb\rc&#13;\nd</value>", members: { value: "a\nb\nc\r\nd" } },
    { name: "emoji", kind: "string", xml: "<value>👩‍🚀</value>", members: { value: "👩‍🚀" } },
    { name: "a number", kind: "number", xml: "<value>12.5</value>", members: { value: 12.5 } },
    { name: "a number in another form", kind: "number", xml: "<value>12.50</value>", members: { value: "12.50" } },
    {
      name: "a number too long",
      kind: "number",
      xml: "<value>12345678901234567890</value>",
      members: { value: "12345678901234567890" },
    },
    { name: "no number", kind: "number", xml: "<value></value>", members: { value: "" } },
    { name: "infinity", kind: "number", xml: "<value>Infinity</value>", members: { value: "Infinity" } },
    {
      name: "list values",
      kind: "list",
      xml: "<bind_value_ids><item>103</item><item>101_3</item></bind_value_ids>",
      members: { bind_value_ids: [103, "101_3"] },
    },
    {
      name: "one list value",
      kind: "list",
      xml: "<bind_value_ids>\n<item>103</item>\n</bind_value_ids>",
      members: { bind_value_ids: [103] },
    },
    {
      name: "no list value",
      kind: "list",
      xml: "<bind_value_ids>\n</bind_value_ids>",
      members: { bind_value_ids: [] },
    },
    {
      name: "a list without items",
      kind: "list",
      xml: "<bind_value_ids>103</bind_value_ids>",
      members: { bind_value_ids: 103 },
    },
    {
      name: "a text",
      kind: "text",
      xml: "<value><content>007</content><format>html</format></value>",
      members: { value: { content: "007", format: "html" } },
    },
    { name: "a text as a plain string", kind: "text", xml: "<value>a</value>", members: { value: "a" } },
    {
      name: "an empty text",
      kind: "text",
      xml: "<value><content/><format>text</format></value>",
      members: { value: { content: "", format: "text" } },
    },
    { name: "files", kind: "files", xml: "<value><item>457</item></value>", members: { value: [457] } },
    { name: "no files", kind: "files", xml: "<value/>", members: { value: [] } },
    {
      name: "an open list",
      kind: "openList",
      xml: "<value><bind_value_objects><item><id>201</id></item><item><label>12</label></item></bind_value_objects></value>",
      members: { value: { bind_value_objects: [{ id: 201 }, { label: "12" }] } },
    },
    {
      name: "labels of an open list",
      kind: "openList",
      xml: "<bind_value_ids><item>12</item></bind_value_ids>",
      members: { bind_value_ids: ["12"] },
    },
    {
      name: "links",
      kind: "links",
      xml: "<links><item><id>9</id><type>_is_child</type></item><item><id>12</id></item></links>",
      members: { links: [{ id: 9, type: "_is_child" }, { id: 12 }] },
    },
    {
      name: "a computed number",
      kind: "computed",
      xml: "<is_autocomputed>true</is_autocomputed>",
      members: { is_autocomputed: true },
    },
    { name: "a number by hand", kind: "computed", xml: "<manual_value>3</manual_value>", members: { manual_value: 3 } },
    {
      name: "groups",
      kind: "permissions",
      xml: "<value><granted_groups><item>152</item></granted_groups></value>",
      members: { value: { granted_groups: ["152"] } },
    },
    {
      name: "no groups",
      kind: "permissions",
      xml: "<value><granted_groups/></value>",
      members: { value: { granted_groups: [] } },
    },
    {
      name: "steps",
      kind: "steps",
      xml: "<value><item><description>1</description><rank>1</rank></item></value>",
      members: { value: [{ description: "1", rank: 1 }] },
    },
    { name: "a field of unknown kind", xml: "<value>12</value>", members: { value: "12" } },
    { name: "files of unknown kind", xml: "<value><item>12</item></value>", members: { value: [12] } },
    {
      name: "names of Object.prototype",
      xml: "<__proto__>a</__proto__><constructor/><toString>b</toString>",
      members: JSON.parse('{"__proto__":"a","constructor":"","toString":"b"}'),
    },
  ];
  for (const { name, kind, xml, members } of cases) {
    test(`${kind ?? "unknown kind"}: ${name}`, () => {
      const { entries, problems } = parseXmlDocument(around(xml), () => kind);
      assert.deepEqual([entries.map(plain), problems], [[{ fieldId: 7, members }], []]);
    });
  }

  test("any text comes back exactly", () => {
    fc.assert(
      fc.property(anyText.filter(fitsXml), (value) => {
        assert.deepEqual(membersOf(printXmlDocument([{ fieldId: 7, members: { value } }]), "string"), { value });
      }),
      { numRuns: 500 },
    );
  });

  test("a big text is read again", () => {
    const content = "é👩‍🚀\r\n<&>".repeat(50_000);
    const entries = [{ fieldId: 7, members: { value: { content, format: "text" } } }];
    assert.deepEqual(parsed(printXmlDocument(entries), "text"), entries);
  });
});

suite("reading an XML document", () => {
  /** In `text`, each problem's span is between ‹ and ›. */
  const cases: readonly { name: string; text: string; problems: readonly string[]; entries?: number }[] = [
    { name: "nothing", text: "‹›", problems: ["notWellFormed RootExpected"] },
    { name: "no entries", text: "<request><values/></request>", problems: [] },
    {
      name: "a byte order mark and a declaration",
      text: '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<request><values/></request>\n',
      problems: [],
    },
    {
      name: "a declaration elsewhere",
      text: ' ‹<?xml version="1.0"?>›<request><values/></request>',
      problems: ["instruction"],
    },
    {
      name: "another version of XML",
      text: '‹<?xml version="1.1"?>›<request><values/></request>',
      problems: ["instruction"],
    },
    { name: "a tracker", text: "<request><tracker><id>12</id></tracker><values/></request>", problems: [] },
    { name: "another root", text: "<‹response›><values/></response>", problems: ["rootNotRequest"] },
    { name: "no values", text: "‹<request/>›", problems: ["missingValues"] },
    { name: "a text for values", text: "<request><values>‹a›</values></request>", problems: ["valuesNotArray"] },
    {
      name: "members never sent",
      text: "<request><‹comment›>a</comment><values/></request>",
      problems: ["warning unknownRootMember"],
    },
    { name: "values twice", text: "<request><values/><‹values›/></request>", problems: ["duplicateMember"] },
    { name: "an element that is no item", text: "<request><values><‹itm›/></values></request>", problems: ["notItem"] },
    {
      name: "a text for an entry",
      text: "<request><values>‹<item>a</item>›</values></request>",
      problems: ["entryNotObject"],
    },
    {
      name: "a list for an entry",
      text: "<request><values>‹<item><item/></item>›</values></request>",
      problems: ["entryNotObject"],
    },
    {
      name: "an entry without a field",
      text: "<request><values>‹<item><value/></item>›</values></request>",
      problems: ["missingFieldId"],
    },
    {
      name: "a field that is no number",
      text: "<request><values><item><field_id>‹1x›</field_id><value/></item></values></request>",
      problems: ["invalidFieldId"],
    },
    {
      name: "no number for a field",
      text: "<request><values><item>‹<field_id/>›<value/></item></values></request>",
      problems: ["invalidFieldId"],
    },
    {
      name: "an entry without a value",
      text: "<request><values>‹<item><field_id>1</field_id></item>›</values></request>",
      problems: ["missingValue"],
      entries: 1,
    },
    {
      name: "two entries for one field",
      text: "<request><values><item><field_id>‹1›</field_id><value/></item><item><field_id>‹1›</field_id><value/></item></values></request>",
      problems: ["duplicateField", "duplicateField"],
      entries: 2,
    },
    {
      name: "a member twice",
      text: around("<value>a</value><‹value›>b</value>"),
      problems: ["duplicateMember"],
      entries: 1,
    },
    {
      name: "a member twice, deeper",
      text: around("<value><content/><‹content›/></value>"),
      problems: ["duplicateMember"],
      entries: 1,
    },
    { name: "a comment", text: around("‹<!-- a -->›<value>a</value>"), problems: ["comment"], entries: 1 },
    { name: "a comment in a text", text: around("<value>a‹<!-- <b> -->›b</value>"), problems: ["comment"], entries: 1 },
    {
      name: "a comment without end",
      text: `${around("<value/>")}‹<!-- a›`,
      problems: ["comment"],
      entries: 1,
    },
    { name: "an instruction", text: around("‹<?php a ?>›<value>a</value>"), problems: ["instruction"], entries: 1 },
    {
      name: "a document type",
      text: `‹<!DOCTYPE request SYSTEM "a.dtd">›${around("<value/>")}`,
      problems: ["doctype"],
      entries: 1,
    },
    {
      name: "entities",
      text: `‹<!DOCTYPE r [<!ENTITY a "b"><!ENTITY c "&a;&a;">]>›${around("<value>‹&c;›</value>")}`,
      problems: ["doctype", "unknownEntity"],
      entries: 1,
    },
    { name: "names of HTML", text: around("<value>a‹&nbsp;›b</value>"), problems: ["unknownEntity"], entries: 1 },
    { name: "an attribute", text: around('<value ‹format="html"›>a</value>'), problems: ["attribute"], entries: 1 },
    {
      name: "attributes with signs in them",
      text: around("<value ‹a='>' b = \"/\"›/>"),
      problems: ["attribute"],
      entries: 1,
    },
    {
      name: "half an attribute",
      text: around("<value ‹a›>b</value>"),
      problems: ["attribute"],
      entries: 1,
    },
    { name: "a default namespace", text: '<request ‹xmlns="urn:a"›><values/></request>', problems: ["attribute"] },
    { name: "a name of a namespace", text: around("<‹a:value›>b</a:value>"), problems: ["namespace"], entries: 1 },
    {
      name: "a text beside elements",
      text: around("<value>‹see› <b>this</b>‹, please›</value>"),
      problems: ["strayText", "strayText"],
      entries: 1,
    },
    {
      name: "a text between entries",
      text: "<request><values>‹a›<item><field_id>1</field_id><value/></item></values></request>",
      problems: ["strayText"],
      entries: 1,
    },
    { name: "a text behind the root", text: "<request><values/></request> ‹a b› ", problems: ["strayText"] },
    { name: "CDATA before the root", text: "‹<![CDATA[a]]>›<request><values/></request>", problems: ["strayText"] },
    {
      name: "CDATA without end",
      text: "<request><values><item><field_id>1</field_id>‹<value>›‹<![CDATA[a</value>›",
      problems: ["notWellFormed ElementNotClosed", "notWellFormed CdataNotClosed"],
      entries: 1,
    },
    {
      name: "a second root",
      text: "<request><values/></request><‹request›><values/></request>",
      problems: ["notWellFormed SecondRoot"],
    },
    {
      name: "an end tag with a slip",
      text: around("<value>ab‹</valeu>›"),
      problems: ["notWellFormed MismatchedEndTag"],
      entries: 1,
    },
    {
      name: "an end tag missing",
      text: around("‹<value>›ab"),
      problems: ["notWellFormed ElementNotClosed"],
      entries: 1,
    },
    {
      name: "an end tag too many",
      text: around("<value/>‹</b>›"),
      problems: ["notWellFormed EndTagUnexpected"],
      entries: 1,
    },
    {
      name: "an end tag of another kind",
      text: around("<value>a</value ‹/›>"),
      problems: ["attribute"],
      entries: 1,
    },
    {
      name: "a text being typed",
      text: "<request><values>‹<item>›<field_id>1</field_id><value>a</value>‹<va›",
      problems: ["notWellFormed ElementNotClosed", "notWellFormed TagNotClosed"],
      entries: 1,
    },
    {
      name: "signs that are not escaped",
      text: around("<value>a ‹&› b ‹<› c</value>"),
      problems: ["notWellFormed UnescapedAmpersand", "notWellFormed UnescapedLessThan"],
      entries: 1,
    },
    {
      name: "the end of CDATA in a text",
      text: around("<value>a‹]]>›</value>"),
      problems: ["notWellFormed GreaterThanAfterBrackets"],
      entries: 1,
    },
    {
      name: "a character XML cannot hold",
      text: around("<value>a‹\u0001›</value>"),
      problems: ["invalidCharacter"],
      entries: 1,
    },
    {
      name: "the number of one",
      text: around("<value>a‹&#0;›‹&#xFFFF;›‹&#x110000;›‹&#xd800;›</value>"),
      problems: Array(4).fill("invalidCharacter"),
      entries: 1,
    },
    { name: "half an emoji", text: around("<value>a‹\ud83d›</value>"), problems: ["loneSurrogate"], entries: 1 },
  ];
  for (const { name, text: marked, problems, entries = 0 } of cases) {
    test(name, () => {
      const text = marked.replace(/[‹›]/g, "");
      const found = parseXmlDocument(text, () => undefined);
      assert.deepEqual(
        {
          entries: found.entries.length,
          problems: found.problems.map(({ severity, code, facts }) => {
            return [...(severity === "error" ? [] : [severity]), code, ...(facts?.reason ? [facts.reason] : [])].join(
              " ",
            );
          }),
          marked: mark(text, found.problems),
        },
        { entries, problems, marked },
      );
    });
  }

  test("tells where the entry, its field and its value are", () => {
    const text = around(
      "<bind_value_ids><item>10</item><item>20</item></bind_value_ids><type> </type><empty/>",
    ).replace("<field_id>7", "<field_id> 7");
    const [entry] = parseXmlDocument(text, () => "list").entries;
    assert.ok(entry);
    const item = text.slice(text.indexOf("<item>"), text.lastIndexOf("</item>") + 7);
    assert.deepEqual(
      [
        text.slice(entry.offset, entry.offset + entry.length),
        written(text, entry.idSpan),
        written(text, entry.valueSpan),
        ...[["bind_value_ids", 1], ["bind_value_ids", 5], ["field_id"], ["empty"], ["nothing"], []].map((path) => {
          const { offset, length } = xmlCodec.read(text).locate(entry, path);
          return text.slice(offset, offset + length);
        }),
      ],
      [
        item,
        "7",
        "<bind_value_ids><item>10</item><item>20</item></bind_value_ids>",
        "20",
        "<bind_value_ids><item>10</item><item>20</item></bind_value_ids>",
        " 7",
        "<empty/>",
        item,
        item,
      ],
    );
  });

  for (const { name, text } of [
    { name: "a million open elements", text: "<a>".repeat(333_333) },
    { name: "a million ampersands", text: around(`<value>${"&".repeat(1_000_000)}</value>`) },
    {
      name: "a member that is given two hundred thousand times",
      text: around(`<item><field_id>1</field_id><value>${"<a></a>".repeat(200_000)}</value></item>`),
    },
    { name: "a million less-than signs", text: "<".repeat(1_000_000) },
    { name: "a million half references", text: around(`<value>${"&#1".repeat(333_333)}</value>`) },
    { name: "a long number of a character", text: around(`<value>&#${"1".repeat(1_000_000)};</value>`) },
    { name: "a million end tags", text: "</a>".repeat(250_000) },
    { name: "tags without end", text: "<a ".repeat(333_333) },
    { name: "quotes without end", text: `<a ${'"'.repeat(999_999)}` },
    { name: "attributes without end", text: `<a${" b='c'".repeat(100_000)}` },
    { name: "white space in a tag", text: `<a${" ".repeat(1_000_000)}b>` },
    { name: "comments without end", text: "<!--".repeat(250_000) },
    { name: "CDATA without end", text: "<a><![CDATA[".repeat(50_000) },
    { name: "document types without end", text: "<!DOCTYPE [".repeat(90_000) },
    { name: "a document type of brackets", text: `<!DOCTYPE [${"]".repeat(1_000_000)}` },
    {
      name: "a billion laughs",
      text: `<!DOCTYPE a [${Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n} "${`&e${n - 1};`.repeat(10)}">`).join("")}]><a>&e19;</a>`,
    },
    { name: "an element among many that are not closed", text: `<a>${"<b>".repeat(90)}</a>`.repeat(3000) },
  ]) {
    // Work that grows with the square of the text would take longer than a test may.
    test(`${name} is refused without a crash`, () => {
      const { entries, problems } = parseXmlDocument(text, () => undefined);
      assert.ok(entries.length <= 1);
      assert.ok(hasErrors(problems));
      assert.ok(problems.length <= 101);
    });
  }

  test("no more mistakes are looked for than tell that a text is no document", () => {
    assert.equal(plainXml("&".repeat(50_000)).problems.length, 10_001);
  });

  for (const mistake of ["&", "</b>"]) {
    test(`nothing is read of a text with more than ten thousand mistakes: ${mistake}`, () => {
      const entriesIn = (mistakes: number) =>
        parseXmlDocument(
          `<request><values><item><field_id>7</field_id><value>a</value></item>${mistake.repeat(mistakes)}</values></request>`,
          () => undefined,
        ).entries.length;
      assert.deepEqual([entriesIn(10_000), entriesIn(10_001)], [1, 0]);
    });
  }

  test("a hundred and one levels are fine, one more is not", () => {
    const nested = (levels: number) => around(`<value>${"<a>".repeat(levels - 4)}${"</a>".repeat(levels - 4)}</value>`);
    assert.deepEqual(parseXmlDocument(nested(101), () => undefined).problems, []);
    assert.deepEqual(
      parseXmlDocument(nested(102), () => undefined).problems.map(({ code }) => code),
      ["tooDeep"],
    );
  });

  test("a text over 16 MB is refused", () => {
    const { problems } = parseXmlDocument(" ".repeat(maxDocumentLength + 1), () => undefined);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ["tooLarge"],
    );
  });

  const pieces = [
    "<",
    ">",
    "</",
    "/>",
    "<a>",
    "</a>",
    "<item>",
    "</item>",
    "<values>",
    "<request>",
    "&",
    "&lt;",
    "&#0;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?xml",
    "?>",
    "<!DOCTYPE",
    "[",
    '"',
    "'",
    "=",
    " ",
    "\r\n",
    "x",
    ":",
    "\ud800",
    "\ufeff",
  ];
  const mutated = fc
    .tuple(
      anyEntries.map((entries) => printXmlDocument(entries)),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), fc.oneof(fc.string(), fc.constantFrom(...pieces))), {
        minLength: 1,
        maxLength: 5,
      }),
    )
    .map(([text, edits]) =>
      edits.reduce((result, [at, length, inserted]) => {
        const offset = at % (result.length + 1);
        return result.slice(0, offset) + inserted + result.slice(offset + length);
      }, text),
    );
  const tangled = fc.array(fc.constantFrom(...pieces), { maxLength: 100 }).map((parts) => parts.join(""));
  for (const [name, texts] of [
    ["any text", fc.oneof(anyText, fc.string({ unit: anyCharacter }))],
    ["any tangle of tags", tangled],
    ["any document with mistakes", mutated],
  ] as const) {
    test(`${name} is read without throwing, with problems inside of it`, () => {
      fc.assert(
        fc.property(texts, fc.option(anyKind, { nil: undefined }), (text, kind) => {
          const { entries, problems } = parseXmlDocument(text, () => kind);
          for (const { offset, length } of [...entries, ...problems]) {
            assert.ok(offset >= 0 && length >= 0 && offset + length <= text.length);
          }
          for (const { idSpan, valueSpan } of entries) {
            assert.ok([idSpan, valueSpan].every(({ offset, length }) => offset + length <= text.length));
          }
          for (const entry of entries) {
            xmlCodec.read(text).locate(entry, ["value", 0]);
          }
          if (!hasErrors(problems)) {
            assert.deepEqual(parsed(printXmlDocument(entries), kind), entries.map(plain));
          }
        }),
        { numRuns: 500 },
      );
    });
  }
});

suite("editing an XML document", () => {
  const set = (fieldId: number, value: string): EntryChange => ({
    kind: "set",
    entry: { fieldId, members: { value } },
  });
  const remove = (fieldId: number): EntryChange => ({ kind: "remove", fieldId });
  const standard = printXmlDocument([1, 2, 3].map((fieldId) => ({ fieldId, members: { value: "a" } })));
  const line = (fieldId: number, value: string) =>
    `<item><field_id>${fieldId}</field_id><value>${value}</value></item>`;
  const cases: readonly { name: string; text: string; changes: readonly EntryChange[]; expected: string }[] = [
    { name: "nothing", text: standard, changes: [], expected: standard },
    {
      name: "a value in a text as it was printed",
      text: standard,
      changes: [set(2, "b\nc")],
      expected: standard.replace(/(2<\/field_id>\n {6}<value>)a/, "$1b\nc"),
    },
    {
      name: "one line",
      text: `<request><values> ${line(1, "a")}  ${line(2, "b")} </values></request>`,
      changes: [set(1, "c")],
      expected: `<request><values> ${line(1, "c")}  ${line(2, "b")} </values></request>`,
    },
    {
      name: "one line with a text of several",
      text: `<request><values>${line(1, "a\nb")}</values></request>`,
      changes: [set(1, "c")],
      expected: `<request><values>${line(1, "c")}</values></request>`,
    },
    {
      name: "the first of several",
      text: `<request><values> ${line(1, "a")}  ${line(2, "b")} </values></request>`,
      changes: [remove(1)],
      expected: `<request><values> ${line(2, "b")} </values></request>`,
    },
    {
      name: "the last of several",
      text: `<request><values> ${line(1, "a")}  ${line(2, "b")} </values></request>`,
      changes: [remove(2)],
      expected: `<request><values> ${line(1, "a")} </values></request>`,
    },
    {
      name: "the only one",
      text: printXmlDocument([{ fieldId: 1, members: { value: "a" } }], 12),
      changes: [remove(1)],
      expected: printXmlDocument([], 12),
    },
    {
      name: "the only one for another",
      text: `<request><values> ${line(1, "a")} </values></request>`,
      changes: [remove(1), set(2, "b")],
      expected: `<request><values> ${line(2, "b")} </values></request>`,
    },
    {
      name: "an empty list",
      text: printXmlDocument([]),
      changes: [set(1, "b")],
      expected: printXmlDocument([{ fieldId: 1, members: { value: "b" } }]),
    },
    {
      name: "an empty list on two lines",
      text: "<request>\n  <values>\n  </values>\n</request>\n",
      changes: [set(1, "b")],
      expected: printXmlDocument([{ fieldId: 1, members: { value: "b" } }]),
    },
    {
      name: "an empty list on one line",
      text: "<request><values/></request>\n",
      changes: [set(1, "b"), set(2, "c")],
      expected: `<request><values>${line(1, "b")}${line(2, "c")}</values></request>\n`,
    },
    {
      name: "tabs and CRLF",
      text: "<request>\r\n\t<values>\r\n\t\t<item>\r\n\t\t\t<field_id>1</field_id>\r\n\t\t\t<value>a</value>\r\n\t\t</item>\r\n\t</values>\r\n</request>\r\n",
      changes: [set(1, "b\nc\r\nd"), set(2, "c")],
      expected:
        "<request>\r\n\t<values>\r\n\t\t<item>\r\n\t\t\t<field_id>1</field_id>\r\n\t\t\t<value>b\r\nc&#13;\r\nd</value>\r\n\t\t</item>\r\n\t\t<item>\r\n\t\t\t<field_id>2</field_id>\r\n\t\t\t<value>c</value>\r\n\t\t</item>\r\n\t</values>\r\n</request>\r\n",
    },
    {
      name: "CDATA of another entry",
      text: `<request><values>${line(1, "<![CDATA[<a>]]>")}${line(2, "b")}</values></request>`,
      changes: [set(2, "c")],
      expected: `<request><values>${line(1, "<![CDATA[<a>]]>")}${line(2, "c")}</values></request>`,
    },
    {
      name: "a member less and a member more in a set, which leaves the others as they are",
      text: "<request><values><item> <field_id> 1</field_id><value>\n<item><![CDATA[2]]></item> <item>3</item>\n<item> 4</item>\n</value></item></values></request>",
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: [2, 4, 5] } } }],
      expected:
        "<request><values><item> <field_id> 1</field_id><value>\n<item><![CDATA[2]]></item>\n<item> 4</item>\n<item>5</item>\n</value></item></values></request>",
    },
    {
      name: "a member more in a set on lines of its own",
      text: printXmlDocument([{ fieldId: 1, members: { links: [{ id: 1, type: "" }] } }]),
      changes: [{ kind: "set", entry: { fieldId: 1, members: { links: [{ id: 1, type: "" }, { id: 2 }] } } }],
      expected: printXmlDocument([{ fieldId: 1, members: { links: [{ id: 1, type: "" }, { id: 2 }] } }]),
    },
    {
      name: "objects in place of numbers in a list on lines of its own",
      text: printXmlDocument([{ fieldId: 1, members: { value: [1] } }]),
      changes: [{ kind: "set", entry: { fieldId: 1, members: { value: [{ rank: 1, description: "" }] } } }],
      expected: printXmlDocument([{ fieldId: 1, members: { value: [{ rank: 1, description: "" }] } }]),
    },
    {
      name: "a text that is no XML",
      text: `<request><values>${line(1, "a & b")}</values></request>`,
      changes: [set(1, "b")],
      expected: `<request><values>${line(1, "a & b")}</values></request>`,
    },
    {
      name: "a declaration",
      text: `\ufeff<?xml version="1.0"?>\n<request><values>${line(1, "a")}</values></request>`,
      changes: [set(1, "b")],
      expected: `\ufeff<?xml version="1.0"?>\n<request><values>${line(1, "b")}</values></request>`,
    },
  ];
  for (const { name, text, changes, expected } of cases) {
    test(name, () => assert.equal(editXmlDocument(text, changes), expected));
  }

  const anyXmlEntries = anyEntries.map((entries) =>
    entries.filter((entry) => xmlProblems([entry], () => undefined).every(({ reason }) => reason === "type")),
  );
  const changes = fc.array(
    fc.oneof(
      anyXmlEntries
        .filter((entries) => entries.length > 0)
        .map((entries) => ({ kind: "set" as const, entry: entries[0] as Entry })),
      fc.record({ kind: fc.constant("remove" as const), fieldId: fc.integer({ min: 1, max: 40 }) }),
    ),
    { maxLength: 6 },
  );
  const layouts: readonly ((entries: readonly Entry[]) => string)[] = [
    (entries) => printXmlDocument(entries),
    (entries) => printXmlDocument(entries).replaceAll("\n", "\r\n"),
    (entries) => printXmlDocument(entries).replace(/\n */g, ""),
    (entries) => printXmlDocument(entries, 3).replace(/^ +/gm, (indent) => "\t".repeat(indent.length / 2)),
    (entries) => printXmlDocument(entries).replace(/<\/item>\s*/g, "</item> "),
  ];

  test("gives the entries with the changes applied, all else byte for byte", () => {
    fc.assert(
      fc.property(anyXmlEntries, changes, fc.constantFrom(...layouts), (entries, edits, layout) => {
        const text = layout(entries);
        const shown = parsed(text);
        const edited = editXmlDocument(text, edits);
        const applied = parsed(printXmlDocument(changedBy(shown, edits)));
        assert.deepEqual(parsed(edited), applied);
        assert.deepEqual(
          parseXmlDocument(edited, () => undefined).problems.filter(({ code }) => code !== "missingValue"),
          [],
        );
        const touched = new Set(edits.map((edit) => (edit.kind === "set" ? edit.entry.fieldId : edit.fieldId)));
        assert.deepEqual(sources(edited, touched), sources(text, touched));
        if (layout === layouts[0]) {
          assert.equal(edited, printXmlDocument(changedBy(entries, edits)));
        }
      }),
      { numRuns: 500 },
    );
  });

  function sources(text: string, except: ReadonlySet<number>): readonly string[] {
    return parseXmlDocument(text, () => undefined)
      .entries.filter(({ fieldId }) => !except.has(fieldId))
      .map(({ offset, length }) => text.slice(offset, offset + length));
  }
});

/** `text` with ‹ and › around each problem. */
function mark(text: string, problems: readonly Problem[]): string {
  return problems.reduceRight(
    (result, { offset, length }) =>
      `${result.slice(0, offset)}‹${result.slice(offset, offset + length)}›${result.slice(offset + length)}`,
    text,
  );
}
