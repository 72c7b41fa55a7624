import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { placeIn } from "../../../../src/core/codec/placeIn.ts";
import { xmlCodec } from "../../../../src/core/codec/xmlCodec.ts";
import { anyFields, entriesOf } from "../field/arbitraries.ts";
import { anyEdit, edited } from "./edits.ts";

for (const [format, codec] of Object.entries({ JSON: jsonCodec, XML: xmlCodec })) {
  suite(`a place in a ${format} text that was read`, () => {
    test("is the same as in the text alone, wherever it is", () => {
      const tracker = fc.option(fc.nat(99), { nil: undefined });
      fc.assert(
        fc.property(anyFields, tracker, fc.array(anyEdit, { maxLength: 3 }), (fields, trackerId, edits) => {
          const entries = entriesOf(fields);
          fc.pre(codec.unprintable(entries, () => undefined).length === 0);
          let read = codec.read(codec.print(entries, trackerId));
          for (const edit of edits) {
            read = codec.read(edited(read, edit));
          }
          const step = Math.ceil(read.text.length / 200);
          for (let offset = 0; offset <= read.text.length; offset += step) {
            assert.deepEqual(placeIn(read, codec, offset), codec.placeAt(read.text, offset), `at ${offset}`);
          }
        }),
        { numRuns: 200 },
      );
    });

    test("is looked for in one entry alone", () => {
      const printed = codec.print(
        Array.from({ length: 50 }, (_, id) => ({ fieldId: id + 1, members: { value: "a" } })),
      );
      const read = codec.read(printed);
      const lengths: number[] = [];
      const placeAt = (text: string, offset: number) => {
        lengths.push(text.length);
        return codec.placeAt(text, offset);
      };
      const at = read.nodes[30]?.entry.valueSpan.offset ?? 0;
      const place = placeIn(read, { ...codec, placeAt }, at + 1);
      assert.deepEqual(place?.path.slice(0, 2), ["values", 30]);
      assert.ok(Math.max(...lengths) < 150, `looked through ${lengths}`);
    });
  });
}
