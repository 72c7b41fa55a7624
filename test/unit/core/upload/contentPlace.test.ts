import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import type { DocumentFormat } from "../../../../src/core/model/uri.ts";
import { contentPlaceAt } from "../../../../src/core/upload/contentPlace.ts";

suite("a place for a link", () => {
  /**
   * What is written for `<"a" & b>` at `$0`, or over what is between two of them; undefined where no link can stand.
   */
  async function put(marked: string, format: DocumentFormat): Promise<string | undefined> {
    const [before = "", within = "", after] = marked.split("$0");
    const [start, end] = [before.length, before.length + (after === undefined ? 0 : within.length)];
    const place = contentPlaceAt((await documentCodec(format)).read(marked.replaceAll("$0", "")), format, start, end);
    return place && `${place.language}: ${place.encode('<"a" & b>')}`;
  }

  const json = (value: string) => `{ "values": [ { "field_id": 5, "value": ${value} } ] }`;
  const xml = (value: string) =>
    `<request><values><item><field_id>5</field_id><value>${value}</value></item></values></request>`;
  const cases: readonly (readonly [string, DocumentFormat, string | undefined])[] = [
    [json('{ "content": "so$0me", "format": "commonmark" }'), "json", 'md: <\\"a\\" & b>'],
    [json('{ "content": "$0", "format": "html" }'), "json", 'html: <\\"a\\" & b>'],
    [json('{ "content": "x\\"y$0", "format": "text" }'), "json", 'txt: <\\"a\\" & b>'],
    [json('{ "content": $0"some", "format": "html" }'), "json", undefined],
    [json('{ "content": "some"$0, "format": "html" }'), "json", undefined],
    [json('{ "content": "some", "format": "ht$0ml" }'), "json", undefined],
    [json('"so$0me"'), "json", undefined],
    [json('{ "content": "$0some$0", "format": "commonmark" }'), "json", 'md: <\\"a\\" & b>'],
    [json('{ "content": "so$0me", "format$0": "html" }'), "json", undefined],
    [xml("<content><![CDATA[a$0b]]>c$0</content><format>html</format>"), "xml", undefined],
    [xml("<content><![CDATA[a$0b$0]]></content><format>html</format>"), "xml", 'html: <"a" & b>'],
    [xml("<content>so$0me</content><format>commonmark</format>"), "xml", 'md: &lt;"a" &amp; b&gt;'],
    [xml('<content>"$0"</content><format>html</format>'), "xml", 'html: &lt;"a" &amp; b&gt;'],
    [xml("<content><![CDATA[a$0b]]></content><format>html</format>"), "xml", 'html: <"a" & b>'],
    [xml("<content><![CDATA[ab]]>c$0</content><format>html</format>"), "xml", 'html: &lt;"a" &amp; b&gt;'],
    [xml("<content>some</content><format>ht$0ml</format>"), "xml", undefined],
  ];
  for (const [marked, format, expected] of cases) {
    test(`${marked}`, async () => assert.equal(await put(marked, format), expected));
  }
});
