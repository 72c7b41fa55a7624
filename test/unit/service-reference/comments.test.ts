import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { refusal, useService } from "./client.ts";

const bug = 512;
/** A story that never had a team, which is required. */
const withoutTeam = 902;
const inReview = 905;
const storyStatus = 1303;

suite("The reference service: comments", () => {
  const client = useService();
  const comment = (body: unknown, format: unknown = "commonmark") => ({ values: [], comment: { body, format } });
  const said = (artifactId = bug) => client.control.readArtifact({ artifactId }).comments;
  const versionOf = async () => String((await client.get(`/artifacts/${bug}`)).headers.etag);

  test("are stored without values, as a version of their own, trimmed", async () => {
    client.control.advanceClock({ ms: 10_000 });
    const before = await versionOf();
    const reply = await client.put(`/artifacts/${bug}`, comment(" Works\n\0"), { headers: { "If-Match": before } });
    assert.deepEqual([reply.status, reply.text, reply.headers.etag === before], [200, "", false]);
    assert.deepEqual(said().at(-1), { body: "Works", format: "commonmark" });
  });

  test("are held to the condition", async () => {
    const reply = await client.put(`/artifacts/${bug}`, comment("Works"), { headers: { "If-Match": "1" } });
    assert.equal(reply.status, 412);
    assert.equal((await client.put(`/artifacts/${bug}`, comment("Works"))).status, 200);
  });

  for (const { body, stored } of [
    { body: 5, stored: "5" },
    { body: true, stored: "1" },
    { body: "\u00a0", stored: "\u00a0" },
  ]) {
    test(`take ${JSON.stringify(body)} as a text`, async () => {
      assert.equal((await client.put(`/artifacts/${bug}`, comment(body, "odd"))).status, 200);
      assert.deepEqual(said().at(-1), { body: stored, format: "commonmark" });
    });
  }

  for (const body of ["", "  \n", "0", null]) {
    test(`drop ${JSON.stringify(body)}`, async () => {
      const [before, count] = [await versionOf(), said().length];
      const reply = await client.put(`/artifacts/${bug}`, comment(body));
      assert.deepEqual([reply.status, reply.headers.etag, said().length], [200, before, count]);
    });
  }

  for (const { given, message } of [
    { given: [], message: "Invalid value specified for `comment`" },
    { given: "Works", message: "Invalid value specified for `comment`" },
    { given: {}, message: "`comment[format]` is required." },
    {
      given: { body: ["Works"], format: "text" },
      message: "Invalid value specified for `comment[body]`. Expecting alpha numeric value",
    },
    {
      given: { body: "é".repeat(32_768), format: "text" },
      message: "Comment content can not contain more than 65535 characters.",
    },
  ]) {
    test(`refuse ${JSON.stringify(given).slice(0, 40)}`, async () => {
      const reply = await client.put(`/artifacts/${bug}`, { values: [], comment: given });
      assert.deepEqual(refusal(reply), [400, `Bad Request: ${message}`]);
    });
  }

  test("go with values in XML, with the losses of its decoder", async () => {
    const xml = (body: string) =>
      `<request><values><item><field_id>1202</field_id><value>T${body}</value></item></values><comment><body>${body}</body><format>text</format></comment></request>`;
    assert.equal((await client.putXml(bug, xml("Works &lt;"))).status, 200);
    assert.deepEqual(said().at(-1), { body: "Works <", format: "text" });
    assert.equal((await client.putXml(bug, xml("007"))).status, 200);
    assert.equal(said().at(-1)?.body, "7");
  });

  test("take null for none", async () => {
    assert.equal((await client.put(`/artifacts/${bug}`, { values: [], comment: null })).status, 200);
  });

  test("alone are refused where a required field never had a value, and so is nothing at all", async () => {
    const refused = [400, "Bad Request: The field Team (team) is required.\n"];
    assert.deepEqual(refusal(await client.put(`/artifacts/${withoutTeam}`, comment("Works"))), refused);
    assert.deepEqual(refusal(await client.put(`/artifacts/${withoutTeam}`, { values: [] })), refused);
  });

  test("alone are stored where a required text was emptied", async () => {
    client.control.editArtifact({ artifactId: bug, values: [{ field_id: 1202, value: "" }] });
    assert.equal((await client.put(`/artifacts/${bug}`, comment("Works"))).status, 200);
    assert.equal(
      (await client.put(`/artifacts/${bug}`, { values: [{ field_id: 1202, value: "" }] })).json.error.code,
      400,
    );
  });

  test("that a step needs may be a nought, and no blanks", async () => {
    client.control.editArtifact({ artifactId: inReview, values: [{ field_id: storyStatus, bind_value_ids: [403] }] });
    const step = (body: string) => ({
      values: [{ field_id: storyStatus, bind_value_ids: [404] }],
      comment: { body, format: "text" },
    });
    const refused = [400, "Bad Request: error: Comment must not be empty.\n"];
    assert.deepEqual(refusal(await client.put(`/artifacts/${inReview}`, step(" "))), refused);
    assert.equal((await client.put(`/artifacts/${inReview}`, step("0"))).status, 200);
    assert.equal(said(inReview).at(-1)?.body, "0");
  });
});
