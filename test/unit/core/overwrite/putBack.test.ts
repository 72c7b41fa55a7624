import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isJsonObject, type JsonObject } from "../../../../src/core/model/json.ts";
import { type PutBack, putBack, shownBeside } from "../../../../src/core/overwrite/putBack.ts";
import { type Base, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { baseOf, notes, state, title, type Values } from "./history.ts";

const ids = (...bind_value_ids: number[]): JsonObject => ({ bind_value_ids });

const membersOf = (fieldId: number, value: string): JsonObject =>
  baseOf({ [fieldId]: value } as Values, 0).fields[0]?.entry?.members ?? assert.fail();
const textOf = (members: JsonObject) => (isJsonObject(members.value) ? members.value.content : members.value);

/**
 * What comes back of a field that was `before`, then `lost` and `now`, in a text that says `current`, or says nothing
 * of it.
 */
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
  const { changes, left } = putBack({ fields: [replaced] }, text, baseOf({ [fieldId]: now } as Values, 60));
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

  suite("of several fields", () => {
    const [line, text, chosen] = baseOf({ [title]: "first", [notes]: "first", [state]: [1] }, 60).fields;
    assert.ok(line && text && chosen);
    const fields = [
      { field: line, before: { value: "first" }, lost: { value: "theirs" }, now: { value: "first" }, by: "Jane" },
      { field: chosen, before: ids(1), lost: ids(2), now: ids(1), by: "Jane" },
    ];
    const base = baseOf({ [title]: "first", [notes]: "first", [state]: [1] }, 60);
    const readOnly = (fieldId: number) => ({
      ...base,
      fields: base.fields.map((field) => (field.fieldId === fieldId ? { ...field, isWritable: false } : field)),
    });
    const idsOf = ({ changes, left, denied }: PutBack) => [
      changes.map((change) => (change.kind === "set" ? change.entry.fieldId : change.fieldId)),
      [...left, ...denied].map(({ field }) => field.fieldId),
    ];

    test("brings back all of them, also what the text does not say", () => {
      assert.deepEqual(idsOf(putBack({ fields }, [], base)), [[title, state], []]);
    });

    test("leaves what the user may not write, and says so", () => {
      assert.deepEqual(idsOf(putBack({ fields }, [], readOnly(state))), [[title], [state]]);
      const gone = { ...base, fields: [line] };
      assert.deepEqual(idsOf(putBack({ fields }, [], gone)), [[title], [state]]);
    });

    test("leaves what the state of the artifact keeps as it is, since the save would be refused as a whole", () => {
      assert.deepEqual(idsOf(putBack({ fields }, [], { ...base, notUpdatable: [state] })), [[title], [state]]);
    });

    test("brings back all of them where no version is known that tells who may write what", () => {
      assert.deepEqual(idsOf(putBack({ fields }, [], undefined)), [[title, state], []]);
    });

    test("needs nothing of what is there again, whoever may write it", () => {
      const again = readOnly(state).fields.map((field) =>
        field.fieldId === state && field.entry ? { ...field, entry: { ...field.entry, members: ids(2) } } : field,
      );
      assert.deepEqual(idsOf(putBack({ fields }, [], { ...base, fields: again })), [[title], []]);
    });

    test("is compared with the fields of the document, and those that were replaced", () => {
      const version = baseOf({ [title]: "theirs", [notes]: "first", [state]: [2] }, 60);
      const shown = (now: Base) =>
        documentEntries(shownBeside(version, fields, now)).map(({ fieldId, members }) => [
          fieldId,
          members.value ?? members.bind_value_ids,
        ]);
      const content = { content: "first", format: "text" };
      const all = [
        [title, "theirs"],
        [notes, content],
        [state, [2]],
      ];
      assert.deepEqual(shown(base), all);
      assert.deepEqual(shown(readOnly(state)), all);
      assert.deepEqual(shown(readOnly(notes)), [all[0], all[2]]);
      assert.deepEqual(shown({ ...base, fields: [text, line] }), [all[1], all[0], all[2]]);
      assert.deepEqual(shown({ ...base, fields: [line] }), [all[0], all[2]]);
    });
  });

  test("leaves a text of too many lines to be compared, where another change was made beside the lost one", () => {
    const blank = "\n".repeat(1200);
    const text = (content: string): JsonObject => ({ value: { content, format: "text" } });
    const [field] = baseOf({ [notes]: "" }, 0).fields;
    assert.ok(field);
    const told = (now: string) => {
      const [before, lost] = [text(`first${blank}last`), text(`theirs${blank}last`)];
      const { changes, left, unmerged } = putBack(
        { fields: [{ field, before, lost, now: text(now) }] },
        [],
        baseOf({ [notes]: now }, 60),
      );
      return [changes.length, left.length, unmerged.length];
    };
    assert.deepEqual(told(`mine${blank}mine too`), [0, 0, 1]);
    assert.deepEqual(told(`mine${blank}last`), [1, 0, 0]);
  });

  test("takes a second for hundreds of texts whose lines occur again and again", () => {
    const blank = "\n".repeat(490);
    const text = (content: string): JsonObject => ({ value: { content, format: "text" } });
    const [before, lost, now] = [text(blank + blank), text(`${blank}theirs${blank}`), text(`${blank}mine${blank}`)];
    const [field] = baseOf({ [notes]: "" }, 0).fields;
    const fields = Array.from({ length: 200 }, (_, index) => {
      return { field: { ...(field ?? assert.fail()), fieldId: 1000 + index }, before, lost, now };
    });
    const { user } = process.cpuUsage();
    const { changes } = putBack({ fields }, [], undefined);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 8000, `${tookMs} ms`);
    assert.equal(changes.length, 200);
  });
});
