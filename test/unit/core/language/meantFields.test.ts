import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { artifactFields, type DocumentFields, draftFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import { meantFields, refusalOf } from "../../../../src/core/language/meantFields.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import { bug, bugFields, bugs, completeAt, newBugFields } from "./fixture.ts";

suite("a refusal that names no field", () => {
  const entry = (field_id: number, members: JsonObject): JsonObject => ({ field_id, ...members });
  const chosen = (field_id: number, ...ids: Json[]) => entry(field_id, { bind_value_ids: ids });
  const freezing = artifactFields(bug, { ...bugs, mayFreeze: true });
  const frozen = artifactFields({ ...bug, notUpdatable: [1, 7, 11] }, { ...bugs, mayFreeze: true });

  async function meant(sent: readonly JsonObject[], fields: DocumentFields, now = sent, said = "Fields are not valid") {
    const codec = await documentCodec("json");
    const refused = codec.parse(JSON.stringify({ values: sent }), fields.kindOf).entries;
    const membersOf = (fieldId: number) => refused.find((each) => each.fieldId === fieldId)?.members;
    const { entries } = codec.parse(JSON.stringify({ values: now }), fields.kindOf);
    return meantFields({ message: `A line.\n${said}`, membersOf }, fields, entries).map(
      ({ field, why }) => `${field.label}: ${why}`,
    );
  }
  const title = entry(1, { value: "Other" });
  const same = entry(7, { value: "2026-03-13" });

  test("can mean a list with a value it does not tell, and nothing beside it", async () => {
    assert.deepEqual(await meant([title, chosen(3, 201, 999)], freezing), ["Platforms: unknownValue"]);
    assert.deepEqual(await meant([title, chosen(3, 999)], newBugFields), ["Platforms: unknownValue"]);
  });

  test("can mean what is known to be frozen, where it was changed", async () => {
    assert.deepEqual(await meant([title, same, chosen(3, 201)], frozen), ["Summary: frozen"]);
  });

  test("can mean all that was changed, where states freeze fields and it is not known which", async () => {
    assert.deepEqual(await meant([title, same, chosen(3, 201)], freezing), ["Summary: frozen", "Platforms: frozen"]);
  });

  test("means nobody knows what where neither can be, and what was changed since", async () => {
    assert.deepEqual(await meant([title, chosen(3, 201)], bugFields), []);
    assert.deepEqual(await meant([title], freezing, [entry(1, { value: "Again" })]), []);
    assert.deepEqual(await meant([title], freezing, [title], "Fields are not valid for you"), []);
  });

  test("is about what the text said by what is known of its fields now", async () => {
    const codec = await documentCodec("xml");
    const text = codec.print([{ fieldId: 11, members: { value: 3 } }]);
    const refused = { message: "Rank is not an integer.", text };
    const membersOf = (fields: DocumentFields) => refusalOf(refused, fields, codec.parse)?.membersOf(11);
    assert.deepEqual(membersOf(draftFields(undefined)), { value: "3" });
    assert.deepEqual(membersOf(bugFields), { value: 3 });
  });

  test("is told at the entries it can mean", async () => {
    const codec = await documentCodec("json");
    const text = JSON.stringify({ values: [title, chosen(3, 999)] });
    const refusal = {
      message: "Fields are not valid",
      membersOf: (fieldId: number): JsonObject => (fieldId === 3 ? { bind_value_ids: [999] } : { value: "Other" }),
    };
    const told = checkDocument({ read: codec.read(text), fields: bugFields, refusal })
      .filter(({ about }) => about.kind === "refused")
      .map(({ offset, length, severity }) => [severity, text.slice(offset, offset + length)]);
    assert.deepEqual(told, [["error", JSON.stringify(chosen(3, 999))]]);
  });

  test("is not waited for: a frozen field is marked once it says something else, and is not offered", async () => {
    const codec = await documentCodec("json");
    const kinds = (values: readonly JsonObject[], fields: DocumentFields) =>
      checkDocument({ read: codec.read(JSON.stringify({ values })), fields }).map(({ severity, about }) => {
        return `${severity} ${about.kind}`;
      });
    assert.deepEqual(kinds([title, same], frozen), ["warning frozen"]);
    assert.deepEqual(kinds([title, same], freezing), []);
    // What may never be written is told of as ever.
    assert.deepEqual(frozen.get(11)?.isFrozen, undefined);
    const { found } = await completeAt('{"values":[$0]}', "json", frozen);
    const labels = found?.items.map(({ label }) => label) ?? [];
    assert.deepEqual([labels.includes("Summary"), labels.includes("Status")], [false, true]);
  });
});
