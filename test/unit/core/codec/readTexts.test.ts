import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { type DocumentCodec, ReadTexts } from "../../../../src/core/codec/formatCodec.ts";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { xmlCodec } from "../../../../src/core/codec/xmlCodec.ts";

suite("the texts of documents", () => {
  function start() {
    const texts = new ReadTexts();
    const read: string[] = [];
    const codec: DocumentCodec = {
      ...jsonCodec,
      read: (text) => {
        read.push(text);
        return jsonCodec.read(text);
      },
    };
    return { read, say: (key: string, text: string) => texts.read(key, codec, text).text };
  }

  test("are read once each, by whomever they are asked for", () => {
    const { read, say } = start();
    const [before, after] = ['{"values":[]}', '{"values":[ ]}'];
    assert.deepEqual(
      [say("a", before), say("a", before), say("b", before), say("a", after)],
      [before, before, before, after],
    );
    assert.deepEqual(read, [before, before, after]);
  });

  test("are those that are given, whatever was said of the document before", () => {
    const { say } = start();
    assert.deepEqual(
      ["{}", "[]", "{}"].map((text) => say("a", text)),
      ["{}", "[]", "{}"],
    );
  });

  test("are read again of documents that nobody has asked about for long", () => {
    const { read, say } = start();
    const keys = Array.from({ length: 21 }, (_, index) => String(index));
    for (const key of keys) {
      say(key, "{}");
    }
    assert.equal(read.length, 21);
    say("20", "{}");
    assert.equal(read.length, 21);
    say("0", "{}");
    assert.equal(read.length, 22);
  });

  test("have other entries once a field is of another kind, and as many as before where it is not", () => {
    const text = `<request><values><item><field_id>1</field_id><value>12</value></item></values></request>`;
    const read = xmlCodec.read(text);
    const memberAs = (kind: "string" | "number") => read.entries(() => kind).entries[0]?.members.value;
    assert.deepEqual(
      [memberAs("string"), memberAs("number"), memberAs("number"), memberAs("string")],
      ["12", 12, 12, "12"],
    );
  });
});
