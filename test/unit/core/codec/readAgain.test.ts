import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import type { KindOf } from "../../../../src/core/codec/documentEntries.ts";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { readAgain } from "../../../../src/core/codec/readAgain.ts";
import type { ReadDocument } from "../../../../src/core/codec/readDocument.ts";
import type { TextNode } from "../../../../src/core/codec/textTree.ts";
import { xmlCodec } from "../../../../src/core/codec/xmlCodec.ts";
import { anyFields, entriesOf } from "../field/arbitraries.ts";
import { anyEdit, edited } from "./edits.ts";

const formats = { JSON: jsonCodec, XML: xmlCodec };

/** All that a document tells, as plain data. */
function told(read: ReadDocument, kindOf: KindOf) {
  return {
    said: read.entries(kindOf),
    root: read.root && nodeData(read.root),
    values: read.values && nodeData(read.values),
    // Their members are those of no kinds in particular.
    nodes: read.nodes.map(({ entry, node }) => ({ entry: { ...entry, members: {} }, node: nodeData(node) })),
    ids: read.nodes.map(({ entry, node, ids }) => ({ fieldId: entry.fieldId, at: node.whole, ids })),
    places: read.nodes.map(({ entry }) => {
      const { offset, length } = read.locate(entry, Object.keys(entry.members));
      return { offset, length };
    }),
  };
}

function nodeData({ kind, offset, length, whole, name, nameSpan, scalar, children }: TextNode): object {
  return { kind, offset, length, whole, name, nameSpan, scalar, children: children.map(nodeData) };
}

for (const [format, codec] of Object.entries(formats)) {
  suite(`a ${format} text that was read before a change`, () => {
    test("is read as if it were new, whatever is done to it", () => {
      const kept: boolean[] = [];
      fc.assert(
        fc.property(
          anyFields,
          fc.option(fc.nat(99), { nil: undefined }),
          fc.array(anyEdit),
          (fields, tracker, edits) => {
            const entries = entriesOf(fields);
            fc.pre(codec.unprintable(entries, () => undefined).length === 0);
            const kinds = new Map(fields.map(({ fieldId, kind }) => [fieldId, kind]));
            const kindOf: KindOf = (fieldId) => kinds.get(fieldId);
            let read = codec.read(codec.print(entries, tracker));
            read.entries(kindOf);
            for (const edit of edits) {
              const text = edited(read, edit);
              const { problems } = read.entries(kindOf);
              read = readAgain(read, text, codec);
              if (problems.length === 0) {
                kept.push(read.kindOf !== undefined);
              }
              assert.deepEqual(told(read, kindOf), told(codec.read(text), kindOf));
            }
          },
        ),
        { numRuns: 300 },
      );
      // Most changes break the text; of the others many are inside of one entry.
      assert.ok(kept.filter(Boolean).length > 20, "hardly any entry was kept");
    });

    const three = [1, 2, 3].map((fieldId) => ({ fieldId, members: { value: `${fieldId}` } }));
    const printed = codec.print(three, 44);
    const within = printed.indexOf("2", printed.indexOf("value", printed.indexOf("2")));

    test("has one entry read again for a key in it", () => {
      const lengths: number[] = [];
      const counting = {
        ...codec,
        read: (text: string) => {
          lengths.push(text.length);
          return codec.read(text);
        },
      };
      let read = counting.read(printed);
      read.entries(() => undefined);
      lengths.length = 0;
      for (let key = 0; key < 3; key++) {
        read = readAgain(read, `${read.text.slice(0, within)}x${read.text.slice(within)}`, counting);
      }
      assert.equal(lengths.length, 3);
      assert.ok(Math.max(...lengths) < printed.length / 2, `read ${lengths}`);
      assert.deepEqual(
        read.entries(() => undefined).entries.map(({ members }) => members),
        [{ value: "1" }, { value: "xxx2" }, { value: "3" }],
      );
    });

    test("keeps the values of the entries that are not touched", () => {
      const kindOf = () => undefined;
      const before = codec.read(printed);
      const { entries } = before.entries(kindOf);
      const after = readAgain(before, `${printed.slice(0, within)}x${printed.slice(within)}`, codec).entries(kindOf);
      assert.equal(after.entries[0]?.members, entries[0]?.members);
      assert.equal(after.entries[2]?.members, entries[2]?.members);
    });

    test("is read for other kinds of fields whole", () => {
      const before = codec.read(printed);
      before.entries(() => undefined);
      const text = `${printed.slice(0, within)}1${printed.slice(within)}`;
      const again = readAgain(before, text, codec);
      const kindOf = () => "number" as const;
      assert.deepEqual(told(again, kindOf), told(codec.read(text), kindOf));
    });

    test("is read whole where one entry becomes two, or takes another's field", () => {
      const kindOf = () => undefined;
      const before = codec.read(printed);
      before.entries(kindOf);
      const [first = printed, second = ""] =
        format === "JSON" ? ['"field_id": 2', '"field_id": 3'] : ["<field_id>2<", "<field_id>3<"];
      const parts =
        format === "JSON"
          ? '"2"}, {"field_id": 9, "value": "2"'
          : "2</value></item><item><field_id>9</field_id><value>2";
      const value = format === "JSON" ? '"value": "2"' : "<value>2";
      for (const text of [printed.replace(first, second), printed.replace(value, value.replace(/"?2"?$/, parts))]) {
        assert.deepEqual(told(readAgain(before, text, codec), kindOf), told(codec.read(text), kindOf));
      }
    });
  });
}
