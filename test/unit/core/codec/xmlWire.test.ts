import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { printXmlRequest, xmlCarriesExactly } from "../../../../src/core/codec/xmlWire.ts";
import { sameMeaning } from "../../../../src/core/field/meaning.ts";
import { type Entry, entryObject } from "../../../../src/core/model/entry.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/core/model/json.ts";
import { anyKind, anyMembers, kinds, wellFormedMembers } from "../field/arbitraries.ts";

suite("requests as XML", () => {
  test("are on one line, with the line ends of texts alone", () => {
    const entries: readonly Entry[] = [
      { fieldId: 101, members: { value: "A title" } },
      { fieldId: 102, members: { bind_value_ids: [103] } },
      { fieldId: 103, members: { value: { content: "a\r\nb", format: "text" } } },
    ];
    assert.equal(
      printXmlRequest(entries, 12),
      "<request><tracker><id>12</id></tracker><values><item><field_id>101</field_id><value>A title</value></item><item><field_id>102</field_id><bind_value_ids><item>103</item></bind_value_ids></item><item><field_id>103</field_id><value><content>a&#13;\nb</content><format>text</format></value></item></values></request>",
    );
  });

  const cases: readonly { kind?: FieldKind; members: JsonObject; carried: boolean }[] = [
    { kind: "string", members: { value: "A title" }, carried: true },
    { kind: "string", members: { value: " padded\n" }, carried: true },
    { kind: "string", members: { value: "0x1A" }, carried: true },
    { kind: "string", members: { value: "null" }, carried: true },
    { kind: "string", members: { value: "1.2.3" }, carried: true },
    { kind: "string", members: { value: "0042" }, carried: false },
    { kind: "string", members: { value: " 1e5 " }, carried: false },
    { kind: "string", members: { value: "+.5" }, carried: false },
    { kind: "string", members: { value: "5." }, carried: false },
    { kind: "string", members: { value: "true" }, carried: false },
    { kind: "string", members: { value: "FALSE" }, carried: false },
    { kind: "string", members: { value: "" }, carried: false },
    { kind: "string", members: { value: " \n" }, carried: false },
    { kind: "string", members: { value: null }, carried: false },
    { kind: "string", members: { value: "a\u0001" }, carried: false },
    { kind: "text", members: { value: { content: "a", format: "html" } }, carried: true },
    { kind: "text", members: { value: { content: "12", format: "html" } }, carried: false },
    { kind: "text", members: { value: { content: "", format: "html" } }, carried: false },
    { kind: "number", members: { value: 12.5 }, carried: true },
    { kind: "number", members: { value: "12.50" }, carried: true },
    { kind: "number", members: { value: "1e5" }, carried: false },
    { kind: "number", members: { value: "12345678901234567890" }, carried: false },
    { kind: "number", members: { value: "0.12345678901234567890" }, carried: false },
    { kind: "number", members: { value: "" }, carried: false },
    { kind: "date", members: { value: "2026-03-13" }, carried: true },
    { kind: "list", members: { bind_value_ids: [103, "101_3"] }, carried: true },
    { kind: "list", members: { bind_value_ids: ["152"] }, carried: false },
    { kind: "list", members: { bind_value_ids: [] }, carried: false },
    { kind: "openList", members: { value: { bind_value_objects: [{ id: 1 }, { label: "a" }] } }, carried: true },
    { kind: "openList", members: { value: { bind_value_objects: [{ label: "12" }] } }, carried: false },
    { kind: "links", members: { links: [{ id: 9, type: "_is_child" }, { id: 12 }] }, carried: true },
    { kind: "links", members: { links: [{ id: 9, type: "" }] }, carried: false },
    { kind: "links", members: { links: [] }, carried: false },
    { kind: "files", members: { value: [457] }, carried: true },
    { kind: "files", members: { value: [] }, carried: false },
    { kind: "computed", members: { is_autocomputed: true }, carried: true },
    { kind: "computed", members: { is_autocomputed: false, manual_value: 3 }, carried: false },
    { kind: "computed", members: { manual_value: 3 }, carried: true },
    { kind: "permissions", members: { value: { granted_groups: ["101_3"] } }, carried: true },
    { kind: "permissions", members: { value: { granted_groups: ["152"] } }, carried: false },
    { members: { value: { item: 1 } }, carried: false },
    { members: { value: { text: 1, content: "a" } }, carried: false },
    { members: { "a b": 1 }, carried: false },
  ];
  for (const { kind, members, carried } of cases) {
    test(`${kind ?? "unknown kind"}: ${JSON.stringify(members)} ${carried ? "arrives" : "needs JSON"}`, () => {
      assert.equal(xmlCarriesExactly({ fieldId: 7, members }, kind), carried);
    });
  }

  test("what is said to be carried arrives as its JSON would, whatever it is", () => {
    const entry = fc
      .option(anyKind, { nil: undefined })
      .chain((kind) =>
        anyMembers(kind).map((members) => ({ kind, entry: { fieldId: 7, members: plainJson(members) } })),
      );
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 3 }), (all) => {
        const carried = all.filter(({ kind, entry }) => xmlCarriesExactly(entry, kind));
        if (carried.length === 0) {
          return;
        }
        const body = serviceDecoder(printXmlRequest(carried.map(({ entry }) => entry)));
        const values = isJsonObject(body) ? body.values : undefined;
        assert.ok(Array.isArray(values) && values.length === carried.length);
        carried.forEach(({ kind, entry }, index) => {
          const arrived: Json | undefined = values[index];
          assert.ok(isJsonObject(arrived));
          if (kind === "number" || kind === "computed") {
            const { field_id: fieldId, ...members } = arrived;
            assert.equal(fieldId, 7);
            assert.ok(sameMeaning(members, entry.members, kind));
          } else {
            assert.deepEqual(arrived, plainJson(entryObject(entry)));
          }
        });
      }),
      { numRuns: 1000 },
    );
  });

  for (const kind of kinds) {
    test(`${kind}: most of what people write is carried, or is what cannot be`, () => {
      fc.assert(
        fc.property(wellFormedMembers(kind), (members) => {
          const entry = { fieldId: 7, members: plainJson(members) };
          if (!xmlCarriesExactly(entry, kind)) {
            assert.ok(leaves(entry.members).some(isDelicate));
          }
        }),
      );
    });
  }

  /** The values in a value, empty lists and objects among them. */
  function leaves(value: Json): readonly Json[] {
    const parts = typeof value === "object" && value !== null ? Object.values(value) : [];
    return parts.length === 0 ? [value] : parts.flatMap(leaves);
  }

  function isDelicate(leaf: Json): boolean {
    return (
      leaf === null ||
      leaf === false ||
      typeof leaf === "object" ||
      (typeof leaf === "string" &&
        (leaf.trim() === "" ||
          !Number.isNaN(Number(leaf)) ||
          leaf === "true" ||
          /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(leaf)))
    );
  }

  function plainJson<T extends Json>(value: T): T {
    return JSON.parse(JSON.stringify(value));
  }
});

/**
 * What the service sees of a body, by test/service/README.md, XML: texts that look like numbers are numbers, `true` and
 * `false` are both true, an element with nothing in it is null, one with nothing but items a list. Reads what the
 * extension prints and no other XML.
 */
function serviceDecoder(xml: string): Json {
  const tokens = xml.match(/<[^>]*>|[^<]+/g) ?? [];
  let at = 0;
  const element = (): { name: string; value: Json } => {
    const tag = tokens[at++] ?? "";
    const name = tag.replace(/[<>/]/g, "");
    if (tag.endsWith("/>")) {
      return { name, value: null };
    }
    const children: { name: string; value: Json }[] = [];
    let text = "";
    while (tokens[at] !== `</${name}>`) {
      if (tokens[at]?.startsWith("<")) {
        children.push(element());
      } else {
        text += tokens[at++];
      }
    }
    at++;
    if (children.length === 0) {
      return { name, value: scalar(text) };
    }
    const isList = children.every((child) => child.name === "item");
    const members = children.map((child): [string, Json] => [child.name, child.value]);
    return { name, value: isList ? children.map((child) => child.value) : Object.fromEntries(members) };
  };
  return element().value;
}

function scalar(source: string): Json {
  const text = source
    .replace(/&#(?:x([0-9A-F]+)|(\d+));/g, (_, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  if (/^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)) {
    return Number(text);
  }
  return text.trim() === "" ? null : text === "true" || text === "false" ? true : text;
}
