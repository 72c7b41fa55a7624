import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { memberSet, sameMeaning } from "../../../../src/core/field/meaning.ts";
import type { FieldEntry } from "../../../../src/core/merge/diffEntries.ts";
import { mergeEntries } from "../../../../src/core/merge/mergeEntries.ts";
import { mergeMembers } from "../../../../src/core/merge/mergeMembers.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import { typeOfKind, wellFormedMembers } from "../field/arbitraries.ts";

const setKinds = ["list", "openList", "links", "files", "permissions"] as const satisfies readonly FieldKind[];
const fieldOf = (kind: FieldKind) => ({ kind, type: typeOfKind[kind] });

suite("merging sets by member", () => {
  const links = (...all: readonly Json[]): JsonObject => ({ links: all });
  const allLinks = (...all: readonly Json[]): JsonObject => ({ all_links: all });
  const link = (id: number, type?: string): Json => (type === undefined ? { id } : { id, type });
  const open = (...objects: readonly Json[]): JsonObject => ({ value: { bind_value_objects: objects } });
  const labels = (...all: readonly string[]): JsonObject => ({ bind_value_ids: all });
  const list = (...ids: readonly Json[]): JsonObject => ({ bind_value_ids: ids });
  const groups = (...ids: readonly string[]): JsonObject => ({ value: { granted_groups: ids } });

  const cases: readonly {
    readonly name: string;
    readonly kind: FieldKind;
    readonly base: JsonObject;
    readonly mine: JsonObject;
    readonly theirs: JsonObject;
    /** Undefined where it cannot be merged by member. */
    readonly merged?: JsonObject;
    readonly hasConflict?: true;
    readonly names?: Readonly<Record<string, string>>;
    readonly type?: string;
  }[] = [
    {
      name: "files added by both, and one removed by each",
      kind: "files",
      base: { value: [1, 2, 3] },
      mine: { value: [2, 3, 4] },
      theirs: { value: [1, 2, 5] },
      merged: { value: [2, 4, 5] },
    },
    {
      name: "the first files of both",
      kind: "files",
      base: { value: [] },
      mine: { value: [4] },
      theirs: { value: ["5"] },
      merged: { value: [4, "5"] },
    },
    {
      name: "links added by both",
      kind: "links",
      base: links(link(1, "_is_child")),
      mine: links(link(1, "_is_child"), link(2)),
      theirs: links(link(1, "_is_child"), link(3, "custom")),
      merged: links(link(1, "_is_child"), link(2), link(3, "custom")),
    },
    {
      name: "the type of a link changed by theirs, another link added by mine",
      kind: "links",
      base: links(link(1)),
      mine: links(link(1), link(2)),
      theirs: links(link(1, "custom")),
      merged: links(link(1, "custom"), link(2)),
    },
    {
      name: "the type of a link changed by both",
      kind: "links",
      base: links(link(1), link(9)),
      mine: links(link(1, "_is_child"), link(2), link(9)),
      theirs: links(link(1, "custom"), link(3)),
      merged: links(link(1, "_is_child"), link(2), link(3)),
      hasConflict: true,
    },
    {
      name: "the type of a link changed by both alike",
      kind: "links",
      base: links(link(1)),
      mine: links(link(1, "custom"), link(2)),
      theirs: links(link(1, "custom")),
      merged: links(link(1, "custom"), link(2)),
    },
    {
      name: "one link added by both with different types",
      kind: "links",
      base: links(),
      mine: links(link(1, "custom")),
      theirs: links(link(1, "_is_child")),
      merged: links(link(1, "custom")),
      hasConflict: true,
    },
    {
      name: "a link whose type one changed and the other removed",
      kind: "links",
      base: links(link(1), link(2)),
      mine: links(link(1, "custom")),
      theirs: links(link(2, "custom")),
      merged: links(link(1, "custom"), link(2, "custom")),
    },
    {
      name: "forward links in a complete list, whose reverse links stay",
      kind: "links",
      base: links(link(1), link(2)),
      mine: allLinks(
        { id: 1, direction: "forward", type: "" },
        { id: 2, direction: "forward", type: "" },
        { id: 1, direction: "reverse", type: "_is_child" },
      ),
      theirs: links(link(1), link(3)),
      merged: allLinks(
        { id: 1, direction: "forward", type: "" },
        { id: 1, direction: "reverse", type: "_is_child" },
        { id: 3, direction: "forward", type: "" },
      ),
    },
    {
      name: "links beside a parent",
      kind: "links",
      base: links(link(1)),
      mine: { links: [link(1), link(2)], parent: { id: 7 } },
      theirs: links(link(1), link(3)),
      merged: { links: [link(1), link(2), link(3)], parent: { id: 7 } },
    },
    {
      name: "the values of a list, None apart",
      kind: "list",
      base: list(100),
      mine: list(1, 0),
      theirs: list("2"),
      merged: list(1, "2"),
    },
    {
      name: "a list cleared by mine and added to by theirs",
      kind: "list",
      base: list(1, 2),
      mine: list(),
      theirs: list(1, 2, 3),
      merged: list(3),
    },
    { name: "a list that holds one value", kind: "list", type: "sb", base: list(1), mine: list(2), theirs: list(3) },
    { name: "a radio button", kind: "list", type: "rb", base: list(), mine: list(2), theirs: list(3) },
    {
      name: "check boxes",
      kind: "list",
      type: "cb",
      base: list(),
      mine: list(2),
      theirs: list(3),
      merged: list(2, 3),
    },
    {
      name: "open values by id, label and e-mail",
      kind: "openList",
      base: open({ id: 1 }, { label: "red" }),
      mine: open({ id: 1 }, { label: "red" }, { label: "1" }, { email: "a@example.org" }),
      theirs: open({ label: "red" }, { id: 2 }, { id: "3" }),
      merged: open({ label: "red" }, { label: "1" }, { email: "a@example.org" }, { id: 2 }, { id: "3" }),
    },
    {
      name: "open values by their labels",
      kind: "openList",
      names: { 1: "Red", 2: "Blue", 3: "Green" },
      base: open({ id: 1 }, { id: 2 }),
      mine: labels("red", "Blue", "free"),
      theirs: open({ id: 2 }, { id: 3 }),
      merged: labels("Blue", "free", "Green"),
    },
    {
      name: "open values whose labels are not known",
      kind: "openList",
      base: open(),
      mine: labels("free"),
      theirs: open({ id: 3 }),
    },
    {
      name: "groups granted by both",
      kind: "permissions",
      base: groups("101_3"),
      mine: { value: { granted_groups: ["101_3", "101_4"], is_used_by_default: true } },
      theirs: groups("101_3", "152"),
      merged: { value: { granted_groups: ["101_3", "101_4", "152"], is_used_by_default: true } },
    },
    {
      name: "groups whose merge would let everybody in",
      kind: "permissions",
      base: groups("101_3", "101_4"),
      mine: groups("101_3"),
      theirs: groups("101_4"),
    },
    {
      name: "groups of which one let everybody in",
      kind: "permissions",
      base: groups("101_3"),
      mine: groups("101_3", "101_4"),
      theirs: groups(),
    },
    { name: "what is no set", kind: "files", base: { value: [1] }, mine: { value: "1,2" }, theirs: { value: [3] } },
    {
      name: "links of two forms at once",
      kind: "links",
      base: links(),
      mine: { links: [], all_links: [] },
      theirs: links(),
    },
  ];
  for (const { name, kind, base, mine, theirs, merged, hasConflict = false, names, type } of cases) {
    test(`${kind}: ${name}`, () => {
      const field = { ...fieldOf(kind), ...(type && { type }), ...(names && { names }) };
      assert.deepEqual(mergeMembers(base, mine, theirs, field), merged && { members: merged, hasConflict });
    });
  }

  /** Three values of one field, in any form. */
  const anyThree = fc.constantFrom(...setKinds).chain((kind) =>
    fc.record({
      kind: fc.constant(kind),
      base: wellFormedMembers(kind),
      mine: wellFormedMembers(kind),
      theirs: wellFormedMembers(kind),
    }),
  );
  /** By member: its attribute. */
  const statesOf = (members: JsonObject, kind: FieldKind) =>
    new Map([...(memberSet(members, fieldOf(kind))?.members ?? [])].map(([key, { attribute }]) => [key, attribute]));

  test("what theirs added stays, what mine removed goes, and nothing else comes", () => {
    let merges = 0;
    fc.assert(
      fc.property(anyThree, ({ kind, base, mine, theirs }) => {
        const merged = mergeMembers(base, mine, theirs, fieldOf(kind));
        if (!merged) {
          return;
        }
        merges++;
        const [o, a, b, m] = [base, mine, theirs, merged.members].map((members) => statesOf(members, kind)) as [
          Map<string, string>,
          Map<string, string>,
          Map<string, string>,
          Map<string, string>,
        ];
        for (const [key, state] of b) {
          assert.ok(o.has(key) || m.has(key), `theirs added ${key}`);
          assert.ok(o.get(key) === state || m.has(key), `theirs changed ${key}`);
        }
        for (const [key, state] of a) {
          assert.ok(o.get(key) === state || m.get(key) === state, `mine made ${key} so`);
        }
        for (const [key, state] of o) {
          assert.ok(a.has(key) || b.get(key) !== state || !m.has(key), `mine removed ${key}`);
          assert.ok(b.has(key) || a.get(key) !== state || !m.has(key), `theirs removed ${key}`);
        }
        assert.ok([...m.keys()].every((key) => a.has(key) || b.has(key)));
      }),
      { numRuns: 500 },
    );
    assert.ok(merges > 100, `only ${merges} could be merged`);
  });

  test("means the same whoever comes first, save where both changed a type", () => {
    fc.assert(
      fc.property(anyThree, ({ kind, base, mine, theirs }) => {
        const [one, other] = [
          mergeMembers(base, mine, theirs, fieldOf(kind)),
          mergeMembers(base, theirs, mine, fieldOf(kind)),
        ];
        if (one && other) {
          assert.equal(one.hasConflict, other.hasConflict);
          assert.ok(one.hasConflict || sameStates(one.members, other.members, kind));
        }
      }),
      { numRuns: 500 },
    );
  });

  const sameStates = (a: JsonObject, b: JsonObject, kind: FieldKind) =>
    JSON.stringify([...statesOf(a, kind)].sort()) === JSON.stringify([...statesOf(b, kind)].sort());

  test("merged again changes nothing", () => {
    fc.assert(
      fc.property(anyThree, ({ kind, base, mine, theirs }) => {
        const once = mergeMembers(base, mine, theirs, fieldOf(kind));
        if (once) {
          const again = mergeMembers(theirs, once.members, theirs, fieldOf(kind));
          assert.deepEqual(again?.members ?? once.members, once.members);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("of a field marks it only where both changed the type of a link", () => {
    fc.assert(
      fc.property(anyThree, ({ kind, base, mine, theirs }) => {
        const fields = (members: JsonObject): readonly FieldEntry[] => [
          { fieldId: 1, ...fieldOf(kind), kind, entry: { fieldId: 1, members } },
        ];
        const set = mergeMembers(base, mine, theirs, fieldOf(kind));
        const { conflicts, entries } = mergeEntries(fields(base), [{ fieldId: 1, members: mine }], fields(theirs));
        if (set) {
          assert.ok(conflicts.length === 0 || set.hasConflict);
          assert.ok(kind === "links" || conflicts.length === 0);
          assert.ok(sameMeaning(entries[0]?.members ?? {}, set.members, kind) || conflicts.length === 0);
        }
      }),
      { numRuns: 500 },
    );
  });
});
