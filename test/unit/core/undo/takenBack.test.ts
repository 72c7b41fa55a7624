import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { kindsOf } from "../../../../src/core/codec/documentEntries.ts";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { xmlCodec } from "../../../../src/core/codec/xmlCodec.ts";
import { diffEntries, type FieldEntry } from "../../../../src/core/merge/diffEntries.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type LastSave, lastSave } from "../../../../src/core/undo/lastSave.ts";
import { type TakenBack, takenBack, type WhereTaken } from "../../../../src/core/undo/takenBack.ts";
import { type Base, type BaseField, documentEntries, withEntries } from "../../../../src/core/workingCopy/base.ts";
import { anyEditOf, anyFields } from "../field/arbitraries.ts";
import { baseOf, fieldOf, putOf } from "./saves.ts";

const id = 7;

function saved(base: Base, mine: readonly Entry[]): { readonly save: LastSave; readonly after: Base } {
  const changed = diffEntries(base.fields, mine);
  const put = putOf(base, changed);
  return {
    save: lastSave(put),
    after: withEntries(base, changed, put.version, true),
  };
}

/** What becomes of one field that said `before`, was saved as `after`, and is `now` by now. */
function undone(
  kind: FieldKind,
  [before, after, now = after]: readonly JsonObject[],
  more: Partial<BaseField> = {},
  where: Partial<WhereTaken> = {},
): TakenBack {
  const base = baseOf([fieldOf(id, kind, before ?? {}, more)]);
  const { save } = saved(base, [{ fieldId: id, members: after ?? {} }]);
  const there = baseOf([fieldOf(id, kind, now ?? {}, more)]);
  return takenBack(save, { now: there, said: documentEntries(there), ...where });
}

const text = (content: string): JsonObject => ({ value: { content, format: "text" } });
const membersIn = ({ changes }: TakenBack) =>
  changes.map((change) => (change.kind === "set" ? change.entry.members : {}));

suite("what takes a save back", () => {
  test("does not say that a parent is as before: links from other artifacts are not read", () => {
    const [links, more] = [
      { links: [{ id: 1, type: "" }] },
      {
        links: [
          { id: 1, type: "" },
          { id: 2, type: "" },
        ],
      },
    ];
    const left = [{ label: "Field of links", why: "notKept" }];
    const alone = undone("links", [links, { ...links, parent: { id: 5 } }, links]);
    assert.deepEqual([membersIn(alone), alone.there, alone.left], [[], [], left]);
    const besides = undone("links", [links, { ...more, parent: { id: 5 } }, more]);
    assert.deepEqual([membersIn(besides), besides.there, besides.left], [[links], [], left]);
  });

  test("does not say that a list of all links is as before: those from other artifacts are not read", () => {
    const links = { links: [{ id: 1, type: "" }] };
    const all = [
      { id: 1, direction: "forward", type: "" },
      { id: 8, direction: "reverse", type: "_is_child" },
    ];
    const { changes, there, left } = undone("links", [links, { all_links: all }, links]);
    assert.deepEqual([changes, there, left], [[], [], [{ label: "Field of links", why: "notKept" }]]);
  });

  test("is the text from before it, to the letter, right after any save, in both formats", () => {
    // Files that a save removed are gone for good.
    const isKept = ({ kind }: FieldEntry) => kind !== "files";
    const anySave = anyFields
      .map((fields) => fields.filter((field) => field.entry && isKept(field)))
      .chain((fields) => anyEditOf(fields).map((mine) => ({ base: baseOf(fields.map(asRead)), mine })));
    let taken = 0;
    fc.assert(
      fc.property(anySave, ({ base, mine }) => {
        const changed = diffEntries(base.fields, mine).filter((entry) => base.fields.some(isOf(entry)));
        const save = lastSave(putOf(base, changed));
        const after = withEntries(base, changed, {}, true);
        const result = takenBack(save, { now: after, said: documentEntries(after) });
        // A field that was given a day in place of a time knows days alone from then on: the time is none the less.
        const back = diffEntries(after.fields, documentEntries(base));
        const isTold = changed.every(({ fieldId }) => back.some((entry) => entry.fieldId === fieldId));
        for (const codec of [jsonCodec, xmlCodec]) {
          const isHeld =
            isTold &&
            [base, after].every((each) => codec.unprintable(documentEntries(each), kindsOf(base)).length === 0);
          const text = codec.edit(codec.print(documentEntries(after)), result.changes);
          assert.ok(!isHeld || text === codec.print(documentEntries(base)), text);
          taken += isHeld && changed.length > 0 ? 1 : 0;
        }
      }),
      { numRuns: 500 },
    );
    assert.ok(taken > 200);
  });

  test("is nothing more once the text says so", () => {
    const first = undone("text", [text("One\nTwo"), text("One\n2")]);
    assert.deepEqual([membersIn(first), first.put, first.left], [[text("One\nTwo")], ["Field of text"], []]);
    const said = first.changes.flatMap((change) => (change.kind === "set" ? [change.entry] : []));
    const second = undone("text", [text("One\nTwo"), text("One\n2")], {}, { said });
    assert.deepEqual(second, { changes: [], put: [], there: ["Field of text"], left: [], deleted: [] });
  });

  test("lets other lines of a text be as somebody has made them since", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 3, maxLength: 6 });
    fc.assert(
      fc.property(lines, lines, fc.string({ unit: "grapheme-ascii", maxLength: 5 }), (head, tail, mine) => {
        const between = ["=1=", "=2=", "=3="];
        const all = (first: readonly string[], last: readonly string[]) => [...first, ...between, ...last].join("\n");
        const [before, after] = [all(head, tail), all([`mine ${mine}`], tail)];
        const now = all([`mine ${mine}`], [...tail, "theirs"]);
        const result = undone("text", [text(before), text(after), text(now)]);
        const isNothing = head.join() === `mine ${mine}`;
        assert.deepEqual(membersIn(result), isNothing ? [] : [text(all(head, [...tail, "theirs"]))]);
        assert.deepEqual(result.left, []);
      }),
    );
  });

  test("lets members of a set be as somebody has added and removed them since", () => {
    const members = fc.uniqueArray(fc.integer({ min: 1, max: 9 }));
    fc.assert(
      fc.property(members, members, members, (before, after, now) => {
        const lists = [before, after, now].map((ids) => ({ bind_value_ids: ids }));
        fc.pre(before.toSorted().join() !== after.toSorted().join());
        const [back = { bind_value_ids: now }] = membersIn(undone("list", lists));
        const added = after.filter((one) => !before.includes(one));
        const removed = before.filter((one) => !after.includes(one));
        const expected = [...now.filter((one) => !added.includes(one)), ...removed];
        assert.deepEqual(new Set(back.bind_value_ids as number[]), new Set(expected));
      }),
    );
  });

  test("takes a second for hundreds of texts whose lines occur again and again", () => {
    const blank = "\n".repeat(490);
    const fieldsOf = (content: string) =>
      Array.from({ length: 200 }, (_, index) => fieldOf(index + 1, "text", text(content)));
    const base = baseOf(fieldsOf(blank + blank));
    const mine = documentEntries(baseOf(fieldsOf(`${blank}mine${blank}`)));
    const since = baseOf(fieldsOf(`theirs${blank}mine${blank}`));
    const { save } = saved(base, mine);
    const { user } = process.cpuUsage();
    const { put, left } = takenBack(save, { now: since, said: documentEntries(since) });
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 8000, `${tookMs} ms`);
    assert.deepEqual([put.length > 0, put.length + left.length], [true, 200]);
  });

  test("leaves alone what somebody has changed since in the same place, and tells so", () => {
    const left = [{ label: "Field of text", why: "changed" }];
    const nothing = { changes: [], put: [], there: [], left, deleted: [] };
    assert.deepEqual(undone("text", [text("One"), text("Mine"), text("Theirs")]), nothing);
    assert.deepEqual(
      undone("string", [{ value: "One" }, { value: "Mine" }, { value: "Theirs" }]).left.map(({ why }) => why),
      ["changed"],
    );
    const links = ["_is_child", "", "custom"].map((type) => ({ links: [{ id: 5, type }] }));
    assert.deepEqual(
      undone("links", links).left.map(({ why }) => why),
      ["changed"],
    );
  });

  test("never replaces unsaved words, and keeps those in other lines", () => {
    const [before, after] = [text("One\n=\n=\nTwo"), text("1\n=\n=\nTwo")];
    const said = (content: string) => ({ said: [{ fieldId: id, members: text(content) }] });
    assert.deepEqual(membersIn(undone("text", [before, after], {}, said("1\n=\n=\nTwo, typed"))), [
      text("One\n=\n=\nTwo, typed"),
    ]);
    const same = undone("text", [before, after], {}, said("1, typed\n=\n=\nTwo"));
    assert.deepEqual([same.changes, same.left], [[], [{ label: "Field of text", why: "unsaved" }]]);
    const elsewhere = undone("text", [before, after], {}, { elsewhere: new Set([id]) });
    assert.deepEqual([elsewhere.changes, elsewhere.left.map(({ why }) => why)], [[], ["unsaved"]]);
  });

  test("leaves an entry that was taken out of the text where it is to go, at the end", () => {
    assert.deepEqual(membersIn(undone("string", [{ value: "One" }, { value: "Mine" }], {}, { said: [] })), [
      { value: "One" },
    ]);
  });

  test("leaves what may not be written now, what the tracker has no more, and what cannot be held", () => {
    const values = [{ value: "One" }, { value: "Mine" }];
    const base = baseOf([fieldOf(id, "string", { value: "One" })]);
    const { save, after } = saved(base, [{ fieldId: id, members: { value: "Mine" } }]);
    const why = (now: Base, holds?: WhereTaken["holds"]) =>
      takenBack(save, { now, said: documentEntries(after), ...(holds && { holds }) }).left.map((each) => each.why);
    assert.deepEqual(undone("string", values).left, []);
    assert.deepEqual(why({ ...after, notUpdatable: [id] }), ["notWritable"]);
    assert.deepEqual(why({ ...after, fields: after.fields.map((field) => ({ ...field, isWritable: false })) }), [
      "notWritable",
    ]);
    assert.deepEqual(why({ ...after, fields: [] }), ["gone"]);
    assert.deepEqual(why(baseOf([fieldOf(id, "text", text("Mine"))])), ["notKept"]);
    assert.deepEqual(
      why(after, () => false),
      ["unprintable"],
    );
  });

  test("takes out what was attached, and tells that the next save deletes it", () => {
    const names = { 1: "a.log", 2: "b.log" };
    const result = undone("files", [{ value: [1] }, { value: [1, 2] }], { names });
    assert.deepEqual([membersIn(result), result.left, result.deleted], [[{ value: [1] }], [], ["b.log"]]);
    const since = undone("files", [{ value: [1] }, { value: [1, 2] }, { value: [1, 2, 3] }], { names });
    assert.deepEqual(membersIn(since), [{ value: [1, 3] }]);
  });

  test("brings back no file that was removed, and names it", () => {
    const names = { 1: "a.log", 2: "b.log" };
    const left = [{ label: "Field of files", why: "detached", files: ["b.log"] }];
    const removed = undone("files", [{ value: [1, 2] }, { value: [1] }], { names });
    assert.deepEqual([removed.changes, removed.there, removed.left], [[], [], left]);
    // The service names only the files that there still are.
    const there = baseOf([fieldOf(id, "files", { value: [1] }, { names: { 1: "a.log" } })]);
    assert.deepEqual(undone("files", [{ value: [1, 2] }, { value: [1] }], { names }, { now: there }).left, left);
    const both = undone("files", [{ value: [1, 2] }, { value: [1, 3] }], { names });
    assert.deepEqual([membersIn(both), both.left, both.deleted], [[{ value: [1] }], left, ["#3"]]);
  });

  test("counts a value that was never given as an empty one", () => {
    const empty = undone("string", [{ value: "" }, { value: "Mine" }], { isNeverFilled: true });
    assert.deepEqual(membersIn(empty), [{ value: "" }]);
  });
});

function asRead({ fieldId, kind, entry, type }: FieldEntry): BaseField {
  return { ...fieldOf(fieldId, kind ?? "string", entry?.members ?? {}), type };
}

function isOf({ fieldId }: Entry): (field: BaseField) => boolean {
  return (field) => field.fieldId === fieldId;
}
