import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { jsonCodec } from "../../../../src/core/codec/jsonCodec.ts";
import { sameMeaning } from "../../../../src/core/field/meaning.ts";
import { currentMembers, diffEntries, type FieldEntry, markedFields } from "../../../../src/core/merge/diffEntries.ts";
import { mergeEntries } from "../../../../src/core/merge/mergeEntries.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { anyEditOf, anyFields, anyVersionOf, entriesOf, typeOfKind } from "../field/arbitraries.ts";

suite("merging entries", () => {
  const text = (content: string, format = "text"): JsonObject => ({ value: { content, format } });
  const field = (fieldId: number, kind: FieldKind, members?: JsonObject): FieldEntry => ({
    fieldId,
    kind,
    type: typeOfKind[kind],
    ...(members && { entry: { fieldId, members } }),
  });
  const value = (content: JsonObject[string]): JsonObject => ({ value: content });

  const cases: readonly {
    name: string;
    kind: FieldKind;
    base?: JsonObject;
    mine?: JsonObject;
    theirs?: JsonObject;
    merged?: JsonObject;
    how: "kept" | "taken" | "combined" | "conflict";
  }[] = [
    {
      name: "neither changed it",
      kind: "string",
      base: value("a"),
      mine: value("a"),
      theirs: value("a"),
      merged: value("a"),
      how: "kept",
    },
    {
      name: "only mine changed it",
      kind: "string",
      base: value("a"),
      mine: value("b"),
      theirs: value("a"),
      merged: value("b"),
      how: "kept",
    },
    {
      name: "only theirs changed it",
      kind: "string",
      base: value("a"),
      mine: value("a"),
      theirs: value("c"),
      merged: value("c"),
      how: "taken",
    },
    {
      name: "both changed it",
      kind: "string",
      base: value("a"),
      mine: value("b"),
      theirs: value("c"),
      merged: value("b"),
      how: "conflict",
    },
    {
      name: "both made the same of it",
      kind: "string",
      base: value("a"),
      mine: value("b"),
      theirs: value("b"),
      merged: value("b"),
      how: "kept",
    },
    {
      name: "both mean the same",
      kind: "list",
      base: { bind_value_ids: [1] },
      mine: { bind_value_ids: [100] },
      theirs: { bind_value_ids: [] },
      merged: { bind_value_ids: [100] },
      how: "kept",
    },
    {
      name: "both added to a set",
      kind: "list",
      base: { bind_value_ids: [1] },
      mine: { bind_value_ids: [1, 2] },
      theirs: { bind_value_ids: [1, 3] },
      merged: { bind_value_ids: [1, 2, 3] },
      how: "combined",
    },
    {
      name: "both added the same to a set, and mine more",
      kind: "files",
      base: value([1]),
      mine: value([1, 2, 3]),
      theirs: value([1, 2]),
      merged: value([1, 2, 3]),
      how: "kept",
    },
    {
      name: "theirs added to a set that mine clears",
      kind: "files",
      base: value([1]),
      mine: value([]),
      theirs: value([1, 2]),
      merged: value([2]),
      how: "combined",
    },
    {
      name: "theirs added a forward link, mine names a parent alone",
      kind: "links",
      base: { links: [{ id: 1 }] },
      mine: { parent: { id: 9 } },
      theirs: { links: [{ id: 1 }, { id: 2 }] },
      merged: { parent: { id: 9 } },
      how: "kept",
    },
    {
      name: "theirs cleared it",
      kind: "string",
      base: value("a"),
      mine: value("a"),
      theirs: value(""),
      merged: value(""),
      how: "taken",
    },
    { name: "mine removed it, theirs changed it", kind: "string", base: value("a"), theirs: value("c"), how: "kept" },
    { name: "theirs added it", kind: "string", theirs: value("c"), merged: value("c"), how: "taken" },
    { name: "mine added it", kind: "string", mine: value("b"), merged: value("b"), how: "kept" },
    {
      name: "both added it",
      kind: "string",
      mine: value("b"),
      theirs: value("c"),
      merged: value("b"),
      how: "conflict",
    },
    { name: "it is gone from theirs", kind: "string", base: value("a"), mine: value("a"), how: "taken" },
    {
      name: "it is gone from theirs, mine changed it",
      kind: "string",
      base: value("a"),
      mine: value("b"),
      merged: value("b"),
      how: "conflict",
    },
    {
      name: "lines far apart",
      kind: "text",
      base: text("a\nb\nc"),
      mine: text("A\nb\nc"),
      theirs: text("a\r\nb\r\nC"),
      merged: text("A\nb\nC"),
      how: "combined",
    },
    {
      name: "lines far apart, mine a plain string",
      kind: "text",
      base: text("a\nb\nc", "html"),
      mine: value("A\nb\nc"),
      theirs: text("a\nb\nC", "html"),
      merged: text("A\nb\nC", "html"),
      how: "combined",
    },
    {
      name: "lines far apart, of a service without formats",
      kind: "text",
      base: value("a\nb\nc"),
      mine: value("A\nb\nc"),
      theirs: value("a\nb\nC"),
      merged: value("A\nb\nC"),
      how: "combined",
    },
    {
      name: "one line in two ways",
      kind: "text",
      base: text("a\nb\nc"),
      mine: text("x\nb\nC"),
      theirs: text("y\nb\nc"),
      merged: text("x\nb\nC"),
      how: "conflict",
    },
    {
      name: "a line and the format",
      kind: "text",
      base: text("a\nb\nc"),
      mine: text("A\nb\nc"),
      theirs: text("a\nb\nC", "html"),
      merged: text("A\nb\nc"),
      how: "conflict",
    },
    {
      name: "only the format",
      kind: "text",
      base: text("a"),
      mine: text("a"),
      theirs: text("a", "html"),
      merged: text("a", "html"),
      how: "taken",
    },
    {
      name: "only line endings",
      kind: "text",
      base: text("a\nb"),
      mine: text("a\nb"),
      theirs: text("a\r\nb"),
      merged: text("a\nb"),
      how: "kept",
    },
  ];
  for (const { name, kind, base, mine, theirs, merged, how } of cases) {
    test(`${kind}: ${name}`, () => {
      const result = mergeEntries(
        base ? [field(1, kind, base)] : [],
        mine ? [{ fieldId: 1, members: mine }] : [],
        theirs ? [field(1, kind, theirs)] : [],
      );
      const entry = merged && { fieldId: 1, members: merged };
      const isChange = how === "taken" || how === "combined";
      assert.deepEqual(result, {
        entries: entry ? [entry] : [],
        changes: isChange ? [entry ? { kind: "set", entry } : { kind: "remove", fieldId: 1 }] : [],
        conflicts: how === "conflict" ? [1] : [],
        taken: how === "taken" ? [1] : [],
        combined: how === "combined" ? [1] : [],
        marked: [],
      });
    });
  }

  test("lines both changed are taken from both where marks are asked for", () => {
    const [base, mine, theirs] = [text("a\nb\nc"), text("x\nb\nc"), text("y\nb\nc")];
    const entry = { fieldId: 1, members: text("<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs\nb\nc") };
    const mineEntries = [{ fieldId: 1, members: mine }];
    const result = mergeEntries([field(1, "text", base)], mineEntries, [field(1, "text", theirs)], "marked");
    assert.deepEqual(
      [result.entries, result.changes, result.conflicts.length, result.marked, result.combined],
      [[entry], [{ kind: "set", entry }], 1, [1], []],
    );
    assert.deepEqual(markedFields([field(1, "text", theirs)], result.entries), [1]);
  });

  test("as many texts of lines that occur again and again are compared as take a second, and no more", () => {
    const lines = Array.from({ length: 2200 }, (_, line) => `${(line * line) % 53}`);
    const all = (members: JsonObject) => Array.from({ length: 320 }, (_, index) => field(index + 1, "text", members));
    const base = all(text(lines.join("\n")));
    const mine = entriesOf(all(text(["mine", ...lines.slice(1, -1), "mine"].join("\n"))));
    const theirs = all(text(lines.with(1000, "theirs").join("\n")));
    const { combined, conflicts } = mergeEntries(base, mine, theirs);
    assert.deepEqual(
      [...combined, ...conflicts],
      entriesOf(base).map(({ fieldId }) => fieldId),
    );
    assert.ok(combined.length > 20 && conflicts.length > 20, `${combined.length} ${conflicts.length}`);
  });

  test("a text that had marks of a merge before is one about marks: it may be sent", () => {
    const quoted = "<<<<<<< mine\nx\n=======\ny\n>>>>>>> theirs";
    const mine = [{ fieldId: 1, members: text(`${quoted}\nwhat these lines mean`) }];
    assert.deepEqual(markedFields([field(1, "text", text(quoted))], mine), []);
  });

  test("what has no lines is never marked", () => {
    const fields = (content: string) => [field(1, "string", value(content))];
    const mine = [{ fieldId: 1, members: value("b") }];
    const result = mergeEntries(fields("a"), mine, fields("c"), "marked");
    assert.deepEqual([result.entries, result.changes, result.marked], [mine, [], []]);
  });

  test("a day that got a time of day is theirs", () => {
    const [base, theirs] = [field(1, "date", value("2026-03-13")), field(1, "date", value("2026-03-13T00:00:00Z"))];
    assert.deepEqual(mergeEntries([base], entriesOf([base]), [theirs]).entries, entriesOf([theirs]));
  });

  test("what the user may not write is not put into the text", () => {
    const theirs = [{ ...field(1, "string", value("a")), isWritable: false }];
    assert.deepEqual(mergeEntries([], [], theirs).entries, []);
  });

  test("a field of unknown kind stays as the person wrote it", () => {
    const unknown: FieldEntry = { fieldId: 1, type: "burndown" };
    const mine: Entry = { fieldId: 1, members: value("x") };
    assert.deepEqual(mergeEntries([unknown], [mine], [unknown]).entries, [mine]);
  });

  const withEdit = anyFields.chain((base) => fc.record({ base: fc.constant(base), mine: anyEditOf(base) }));
  const withVersion = anyFields.chain((base) => fc.record({ base: fc.constant(base), theirs: anyVersionOf(base) }));
  const withBoth = anyFields.chain((base) =>
    fc.record({ base: fc.constant(base), mine: anyEditOf(base), theirs: anyVersionOf(base) }),
  );
  const byField = <T extends { readonly fieldId: number }>(items: readonly T[]) =>
    new Map(items.map((item) => [item.fieldId, item]));

  test("only mine changed something: mine", () => {
    fc.assert(
      fc.property(withEdit, ({ base, mine }) => {
        const { entries, changes, conflicts } = mergeEntries(base, mine, base);
        assert.deepEqual({ entries, changes, conflicts }, { entries: mine, changes: [], conflicts: [] });
      }),
    );
  });

  test("only theirs changed something: theirs, in meaning", () => {
    fc.assert(
      fc.property(withVersion, ({ base, theirs }) => {
        const { entries, conflicts } = mergeEntries(base, entriesOf(base), theirs);
        assert.deepEqual(conflicts, []);
        assert.deepEqual(diffEntries(theirs, entries), []);
        const present = new Set(entries.map(({ fieldId }) => fieldId));
        // What had no value and has none needs no entry.
        assert.ok(entriesOf(theirs).every(({ fieldId }) => present.has(fieldId)));
      }),
    );
  });

  test("both made the same changes: mine", () => {
    fc.assert(
      fc.property(withVersion, ({ base, theirs }) => {
        const mine = entriesOf(theirs);
        const { entries, conflicts } = mergeEntries(base, mine, theirs);
        assert.deepEqual({ entries, conflicts }, { entries: mine, conflicts: [] });
      }),
    );
  });

  test("every entry of mine holds mine's change or theirs, and where both changed it says so", () => {
    fc.assert(
      fc.property(withBoth, ({ base, mine, theirs }) => {
        const result = mergeEntries(base, mine, theirs);
        const [bases, merged, others] = [byField(base), byField(result.entries), byField(theirs)];
        const conflicts = new Set(result.conflicts);
        for (const { fieldId, members } of mine) {
          const [b, t] = [bases.get(fieldId), others.get(fieldId)];
          const [before, after] = [b && currentMembers(b), t && currentMembers(t)];
          const now = merged.get(fieldId)?.members;
          const kind = t?.kind ?? b?.kind;
          const same = (x?: JsonObject, y?: JsonObject, base = before ?? after) =>
            x === y || (!!x && !!y && sameMeaning(x, y, kind, base));
          if (same(before, after) && same(before, after, after)) {
            assert.equal(now, members, "only mine may have changed it");
          } else if (same(members, before)) {
            assert.ok(same(now, after), "only theirs changed it");
          } else if (
            conflicts.has(fieldId) ||
            (same(members, after) && same(members, after, after)) ||
            (!b && !t?.entry)
          ) {
            assert.ok(result.marked.includes(fieldId) || now === members, "mine stays");
          } else {
            const isMineAlready = same(now, members);
            assert.ok(isMineAlready || result.combined.includes(fieldId), "the lines or members of both are in it");
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("the changes make of mine's text what the entries say", () => {
    fc.assert(
      fc.property(withBoth, ({ base, mine, theirs }) => {
        const { entries, changes } = mergeEntries(base, mine, theirs);
        const edited = jsonCodec.edit(jsonCodec.print(mine), changes);
        assert.equal(edited, jsonCodec.print(entries));
        assert.equal(jsonCodec.parse(edited, () => undefined).entries.length, entries.length);
      }),
      { numRuns: 300 },
    );
  });

  test("merging once more changes nothing", () => {
    fc.assert(
      fc.property(withBoth, ({ base, mine, theirs }) => {
        const once = mergeEntries(base, mine, theirs);
        const again = mergeEntries(theirs, once.entries, theirs);
        assert.deepEqual(again.entries, once.entries);
        assert.deepEqual(again.changes, []);
      }),
    );
  });
});
