import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { decodeXml, MalformedXml } from "../../service/wire/xmlDecode.ts";
import { refusal, useService } from "./client.ts";

suite("Reference service: XML requests", () => {
  const client = useService();

  const decoded: readonly { xml: string; value: unknown }[] = [
    { xml: "<r><v>0042</v></r>", value: { v: 42 } },
    { xml: "<r><v>1e5</v></r>", value: { v: 100_000 } },
    { xml: "<r><v>12.50</v></r>", value: { v: 12.5 } },
    { xml: "<r><v>+3</v></r>", value: { v: 3 } },
    { xml: "<r><v> 42 </v></r>", value: { v: 42 } },
    { xml: "<r><v><![CDATA[0042]]></v></r>", value: { v: 42 } },
    { xml: "<r><v>0x1A</v></r>", value: { v: "0x1A" } },
    { xml: "<r><v>null</v></r>", value: { v: "null" } },
    { xml: "<r><v>true</v><w>false</w></r>", value: { v: true, w: true } },
    { xml: "<r><v/><w></w></r>", value: { v: null, w: null } },
    { xml: "<r><v> padded </v></r>", value: { v: " padded " } },
    { xml: "<r><v>a\nb</v></r>", value: { v: "a\nb" } },
    { xml: "<r>\n  <v>\n    <item>1</item>\n    <item>x</item>\n  </v>\n</r>", value: { v: [1, "x"] } },
    { xml: "<r><v><item>1</item></v></r>", value: { v: [1] } },
    { xml: '<r><v a="1">x</v></r>', value: { v: { a: 1, text: "x" } } },
    { xml: "<r><v>&lt;&#x1F98A;&#65;&amp;</v></r>", value: { v: "<🦊A&" } },
    { xml: "<r><v>a<!-- no -->b<?no?></v></r>", value: { v: "ab" } },
    { xml: '<!DOCTYPE r [<!ENTITY e "inner">]><r><v>&e;</v></r>', value: { v: "inner" } },
    { xml: '<r xmlns="urn:x"><v>1</v></r>', value: {} },
    { xml: '<?xml version="1.0"?>\n<r><v>]] &gt;</v></r>\n', value: { v: "]] >" } },
  ];
  for (const { xml, value } of decoded) {
    test(`reads ${JSON.stringify(xml)}`, () => {
      assert.deepEqual(decodeXml(Buffer.from(xml)), value);
    });
  }

  test("the document's own encoding counts", () => {
    const xml = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><r><v>ä</v></r>', "latin1");
    assert.deepEqual(decodeXml(xml), { v: "ä" });
  });

  const malformed = [
    "",
    "text",
    "<r>",
    "<r></s>",
    "<r/><s/>",
    "<r>&nbsp;</r>",
    "<r>&amp</r>",
    "<r>a & b</r>",
    "<r>]]></r>",
    "<r a=1/>",
    '<r a="1" a="2"/>',
    "<r>&#0;</r>",
    "<r>\u0001</r>",
    "<r><!-- -- --></r>",
    "<r><![CDATA[</r>",
    "<r>< s></r>",
  ];
  for (const xml of malformed) {
    test(`refuses ${JSON.stringify(xml)}`, () => {
      assert.throws(() => decodeXml(Buffer.from(xml)), MalformedXml);
    });
  }

  function request(entry: string): string {
    return `<request><values><item>${entry}</item></values></request>`;
  }

  const requests: readonly { entry: string; answer: string | number }[] = [
    { entry: "<field_id>1202</field_id><value>New &amp; better</value>", answer: 200 },
    { entry: "<field_id>1202</field_id><value>0042</value>", answer: "Bad Request: Summary is not a string.\n" },
    { entry: "<field_id>1202</field_id><value>false</value>", answer: "Bad Request: Summary is not a string.\n" },
    {
      entry: "<field_id>1206</field_id><value></value>",
      answer: 'Bad Request: Expected format for field 1206 : {"field_id" : 15458, "value" : some_value',
    },
    {
      entry: "<field_id>1203</field_id><value><content>12</content><format>text</format></value>",
      answer: "Bad Request: Original Submission is not a text.\n",
    },
    { entry: "<field_id>1207</field_id><bind_value_ids><item>302</item></bind_value_ids>", answer: 200 },
    {
      entry: "<field_id>1207</field_id><bind_value_ids>302</bind_value_ids>",
      answer: "Bad Request: Invalid value specified for `values[0][bind_value_ids]`",
    },
    { entry: "<field_id>1210</field_id><bind_value_ids><item>100</item></bind_value_ids>", answer: 200 },
    {
      entry: "<field_id>1230</field_id><links/>",
      answer: 'Bad Request: "links" and/or "parent" or "all_links" key must be defined',
    },
    { entry: "<field_id>1230</field_id><links><item><id>502</id><type></type></item></links>", answer: 200 },
    {
      entry:
        "<field_id>1230</field_id><all_links><item><id>502</id><direction>forward</direction><type></type></item></all_links>",
      answer: 'Bad Request: Artifact links "type" must be a string, use empty string for no type',
    },
    { entry: "<field_id>1220</field_id><value>12</value>", answer: 200 },
  ];
  for (const { entry, answer } of requests) {
    test(`PUT of ${entry.slice(0, 80)}`, async () => {
      const reply = await client.putXml(501, request(entry));
      assert.equal(reply.status === 200 ? 200 : reply.json.error.message, answer);
    });
  }

  test("without values nothing works in XML, not even a comment", async () => {
    const message = "Bad Request: `values` is required.";
    for (const xml of [
      "<request><values/><comment><body>Hi</body><format>text</format></comment></request>",
      '<request xmlns="urn:x"><values><item><field_id>1202</field_id><value>x</value></item></values></request>',
    ]) {
      assert.deepEqual(refusal(await client.putXml(501, xml)), [400, message]);
    }
  });

  test("an artifact is created from XML and answered as XML", async () => {
    const xml =
      "<request><tracker><id>12</id></tracker><values><item><field_id>1202</field_id><value>A title</value></item>" +
      "<item><field_id>1208</field_id><bind_value_ids><item>312</item></bind_value_ids></item></values></request>";
    const headers = { "Content-Type": "application/xml; charset=utf-8", Accept: "application/xml" };
    const reply = await client.post("/artifacts", xml, { headers });
    assert.equal(reply.status, 201);
    assert.match(reply.text, /<response><id>2251<\/id><uri>artifacts\/2251<\/uri><tracker>/);
    assert.deepEqual(client.control.readArtifact({ artifactId: 2251 }).values.severity, [312]);
  });

  test("names of fields are elements in XML", async () => {
    const xml =
      "<request><tracker><id>12</id></tracker><values_by_field><summary><value>x</value></summary></values_by_field></request>";
    const reply = await client.post("/artifacts", xml, { headers: { "Content-Type": "application/xml" } });
    assert.equal(reply.status, 201);
  });
});
