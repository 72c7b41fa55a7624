import assert from "node:assert/strict";
import { printParseErrorCode } from "jsonc-parser";
import { suite, test } from "mocha";
import { notJson, notXml } from "../../../../src/core/sentences/documents.ts";

suite("a text that cannot be read", () => {
  test("has a sentence for each mistake that the parser of JSON tells", () => {
    const codes = Array.from({ length: 16 }, (_, index) => printParseErrorCode(index + 1));
    assert.equal(codes.at(-1), "InvalidCharacter");
    const sentences = codes.filter((code) => code !== "InvalidCommentToken").map(notJson);
    assert.equal(new Set(sentences).size, 15);
    assert.ok(!sentences.includes(notJson("Unheard")));
  });

  test("has one for each mistake of XML", () => {
    const reasons = ["CdataNotClosed", "TagNotClosed", "MarkupInvalid", "GreaterThanAfterBrackets"];
    const sentences = [...reasons, "EndTagUnexpected", "SecondRoot", "RootExpected", "UnexpectedText"].map(notXml);
    assert.equal(new Set(sentences).size, 8);
    assert.ok(!sentences.includes(notXml("Unheard")));
  });
});
