import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isJsonObject, type JsonObject } from "../../../../src/core/model/json.ts";
import { putBack } from "../../../../src/core/overwrite/putBack.ts";
import { baseOf, notes, title, type Values } from "./history.ts";

const membersOf = (fieldId: number, value: string): JsonObject =>
  baseOf({ [fieldId]: value } as Values, 0).fields[0]?.entry?.members ?? assert.fail();
const textOf = (members: JsonObject) => (isJsonObject(members.value) ? members.value.content : members.value);

/** What comes back of a field that was `before`, then `lost` and `now`, in a text that says `current`, or says nothing of it. */
function check(
  fieldId: number,
  [before, lost, now, current]: readonly [string, string, string, string | undefined],
  expected: string | "nothing" | "left",
): void {
  const [field] = baseOf({ [fieldId]: before } as Values, 0).fields;
  assert.ok(field);
  const members = (value: string) => membersOf(fieldId, value);
  const replaced = { field, before: members(before), lost: members(lost), now: members(now), by: "Jane" };
  const text = current === undefined ? [] : [{ fieldId, members: members(current) }];
  const { changes, left } = putBack({ fields: [replaced] }, text);
  const set = changes.map((change) => (change.kind === "set" ? textOf(change.entry.members) : "removed"));
  assert.deepEqual([...set, ...left.map(() => "left")], expected === "nothing" ? [] : [expected]);
}

suite("putting a lost change back", () => {
  test("takes the place of what took its place", () => {
    check(title, ["first", "theirs", "mine", "mine"], "theirs");
  });

  test("keeps the lines of both, and of the same lines those that were lost", () => {
    check(notes, ["a\nb\nc", "A\nb\nc", "a\nb\nC", "a\nb\nC"], "A\nb\nC");
    check(notes, ["a\nb\nc\nd", "A\nb\nc\nd", "X\nb\nc\nD", "X\nb\nc\nD"], "A\nb\nc\nD");
  });

  test("is not needed where it is there already", () => {
    check(title, ["first", "theirs", "mine", "theirs"], "nothing");
  });

  test("comes into a text that is as it was before both", () => {
    check(title, ["first", "theirs", "mine", "first"], "theirs");
  });

  test("leaves what was written later, unless its lines can be had too", () => {
    check(title, ["first", "theirs", "mine", "later"], "left");
    check(notes, ["a\nb\nc", "A\nb\nc", "mine", "a\nb\nlater"], "A\nb\nlater");
    check(notes, ["a", "A", "mine", "later"], "left");
  });

  test("comes into a text that says nothing of the field", () => {
    check(title, ["first", "theirs", "mine", undefined], "theirs");
  });
});
