import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { indentedJson } from "../../../../src/core/codec/indentedJson.ts";

suite("indented JSON", () => {
  test("has its numbers as they were written, beyond double precision too", () => {
    assert.equal(
      indentedJson('{"a":12345678901234567890,"b":[0.10000000000000000001,1e400,-0,1.0]}'),
      '{\n  "a": 12345678901234567890,\n  "b": [\n    0.10000000000000000001,\n    1e400,\n    -0,\n    1.0\n  ]\n}',
    );
  });

  test("is else what JSON.stringify makes of it, whatever white space and escapes it has", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 0, max: 8 }), (value, indent) => {
        const written = JSON.stringify(value, null, indent).replace(/é|\//g, (letter) =>
          letter === "/" ? "\\/" : "\\u00e9",
        );
        assert.equal(indentedJson(written), JSON.stringify(value, null, 2));
      }),
    );
  });

  test("leaves empty lists and objects on their line, and brackets in texts alone", () => {
    assert.equal(indentedJson(' { "a" : [ ] , "]{\\"," : { } } '), '{\n  "a": [],\n  "]{\\",": {}\n}');
  });

  test("takes texts of many megabytes", () => {
    const json = JSON.stringify({ a: "x\n".repeat(8_000_000) }, null, 2);
    assert.ok(indentedJson(json) === json);
  });

  test("is not made where indentation would make it many times as long", () => {
    const numbers = Array(400_000).fill("1").join(",");
    assert.equal(indentedJson(`${"[".repeat(150)}${numbers}${"]".repeat(150)}`), undefined);
    assert.ok(indentedJson(`[${numbers}]`)?.length);
  });

  test("is not made of what is no JSON, nor of what is nested too deep", () => {
    assert.equal(indentedJson('{"a":'), undefined);
    assert.equal(indentedJson("[".repeat(200_000) + "]".repeat(200_000)), undefined);
  });
});
