import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { checkMembers, emptyMembers, requestMembers, sameMeaning } from "../../../../src/core/field/meaning.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { anyKind, anyMembers, kinds, typeOfKind, wellFormedMembers } from "./arbitraries.ts";

suite("meaning of values", () => {
  const ids = (...values: (number | string)[]): JsonObject => ({ bind_value_ids: values });
  const text = (content: string, format?: string): JsonObject => ({
    value: { content, ...(format !== undefined && { format }) },
  });
  const step = (rank: number, description: string, format = "text"): JsonObject => ({
    description,
    description_format: format,
    expected_results: "",
    expected_results_format: "text",
    rank,
  });
  const open = (...objects: JsonObject[]): JsonObject => ({ value: { bind_value_objects: objects } });
  const value = (content: JsonObject[string]): JsonObject => ({ value: content });

  const cases: readonly {
    name: string;
    kind: FieldKind | undefined;
    a: JsonObject;
    b: JsonObject;
    base?: JsonObject;
    same: boolean;
  }[] = [
    { name: "null is the empty string", kind: "string", a: value(null), b: value(""), same: true },
    { name: "leading zeros of a string count", kind: "string", a: value("0042"), b: value("42"), same: false },
    { name: "a number is no string", kind: "string", a: value(42), b: value("42"), same: false },
    { name: "line endings of a string do not count", kind: "string", a: value("a\r\nb"), b: value("a\nb"), same: true },
    { name: "white space of a string counts", kind: "string", a: value("a "), b: value("a"), same: false },
    {
      name: "members nobody reads do not count",
      kind: "string",
      a: { value: "a", type: "string" },
      b: value("a"),
      same: true,
    },
    {
      name: "CRLF and CR are LF in a text",
      kind: "text",
      a: text("a\r\nb\rc", "html"),
      b: text("a\nb\nc", "html"),
      same: true,
    },
    {
      name: "the format of a text counts",
      kind: "text",
      a: text("a", "html"),
      b: text("a", "commonmark"),
      same: false,
    },
    {
      name: "the format of an empty text does not",
      kind: "text",
      a: text("", "html"),
      b: text("", "text"),
      same: true,
    },
    {
      name: "a plain string has the format of the base",
      kind: "text",
      a: value("*a*"),
      b: text("*a*", "commonmark"),
      base: text("b", "commonmark"),
      same: true,
    },
    {
      name: "line endings make no difference without formats",
      kind: "text",
      a: value("a\r\nb"),
      b: value("a\nb"),
      base: value("c"),
      same: true,
    },
    {
      name: "an empty text is empty without formats too",
      kind: "text",
      a: value(""),
      b: text("", "text"),
      base: value("c"),
      same: true,
    },
    {
      name: "other words are another text without formats",
      kind: "text",
      a: value("a"),
      b: value("b"),
      base: value("a"),
      same: false,
    },
    {
      name: "a content without a format has the format of the base",
      kind: "text",
      a: text("a"),
      b: text("a", "text"),
      base: text("b", "html"),
      same: false,
    },
    {
      name: "a plain string without a base is plain text",
      kind: "text",
      a: value("a"),
      b: text("a", "text"),
      same: true,
    },
    { name: "a numeric string is the number", kind: "number", a: value("12"), b: value(12), same: true },
    { name: "trailing zeros of a number do not count", kind: "number", a: value("12.0"), b: value(12), same: true },
    { name: "forms of a number do not count", kind: "number", a: value("+1.25e2"), b: value(125), same: true },
    { name: "zero is not empty", kind: "number", a: value(0), b: value(""), same: false },
    { name: "minus zero is zero", kind: "number", a: value("-0"), b: value(0), same: true },
    { name: "null is no number", kind: "number", a: value(null), b: value(""), same: true },
    {
      name: "digits beyond a double count",
      kind: "number",
      a: value("9007199254740993"),
      b: value("9007199254740992"),
      same: false,
    },
    { name: "hexadecimal is no number", kind: "number", a: value("0x1A"), b: value(26), same: false },
    { name: "null is no date", kind: "date", a: value(null), b: value(""), same: true },
    {
      name: "an instant has many offsets",
      kind: "date",
      a: value("2026-03-13T15:26:40+01:00"),
      b: value("2026-03-13T14:26:00Z"),
      same: true,
    },
    {
      name: "a minute makes a difference",
      kind: "date",
      a: value("2026-03-13T15:26:00Z"),
      b: value("2026-03-13T15:27:00Z"),
      same: false,
    },
    {
      name: "a field of days compares the day as written",
      kind: "date",
      a: value("2026-03-13T23:30:00-08:00"),
      b: value("2026-03-13"),
      base: value("2026-03-01"),
      same: true,
    },
    {
      name: "a field with times does not take a day for an instant",
      kind: "date",
      a: value("2026-03-13"),
      b: value("2026-03-13T10:00:00Z"),
      base: value("2026-03-13T10:00:00Z"),
      same: false,
    },
    { name: "nonsense only equals itself", kind: "date", a: value("tomorrow"), b: value("next week"), same: false },
    { name: "None is nothing chosen", kind: "list", a: ids(100), b: ids(), same: true },
    { name: "zero is nothing chosen", kind: "list", a: ids(0), b: ids(100), same: true },
    { name: "None beside a value does not count", kind: "list", a: ids(100, 103), b: ids(103), same: true },
    { name: "the order of a list does not count", kind: "list", a: ids(1, 2), b: ids(2, 1), same: true },
    { name: "ids are compared as strings", kind: "list", a: ids("103", "101_3"), b: ids(103, "101_3"), same: true },
    { name: "another id is another value", kind: "list", a: ids(1), b: ids(2), same: false },
    {
      name: "the order of an open list does not count",
      kind: "openList",
      a: open({ id: 1 }, { label: "x" }),
      b: open({ label: "x" }, { id: "1" }),
      same: true,
    },
    {
      name: "labels are free values",
      kind: "openList",
      a: { bind_value_ids: ["x"] },
      b: open({ label: "x" }),
      same: true,
    },
    { name: "an id is no label", kind: "openList", a: open({ id: "x" }), b: open({ label: "x" }), same: false },
    {
      name: "a plain link has no type, null or an empty one",
      kind: "links",
      a: { links: [{ id: 9 }, { id: 8, type: null }] },
      b: {
        links: [
          { id: "8", type: "" },
          { id: 9, type: null },
        ],
      },
      same: true,
    },
    {
      name: "the type of a link counts",
      kind: "links",
      a: { links: [{ id: 9 }] },
      b: { links: [{ id: 9, type: "_is_child" }] },
      same: false,
    },
    {
      name: "a parent is more than the links",
      kind: "links",
      a: { links: [{ id: 9 }], parent: { id: 4 } },
      b: { links: [{ id: 9 }] },
      same: false,
    },
    {
      name: "all links that are null say nothing",
      kind: "links",
      a: { links: [{ id: 9 }], all_links: null },
      b: { links: [{ id: 9 }] },
      same: true,
    },
    {
      name: "a label beside the id of a free value names it",
      kind: "openList",
      a: open({ id: "o12", label: "x" }),
      b: open({ label: "x" }),
      same: true,
    },
    { name: "all links are not the forward links", kind: "links", a: { all_links: [] }, b: { links: [] }, same: false },
    {
      name: "the order of files does not count",
      kind: "files",
      a: value([457, 458]),
      b: value([458, 457]),
      same: true,
    },
    { name: "a file less counts", kind: "files", a: value([457]), b: value([458, 457]), same: false },
    {
      name: "computed again differs from by hand",
      kind: "computed",
      a: { is_autocomputed: true },
      b: { manual_value: 3 },
      same: false,
    },
    {
      name: "by hand is not computed",
      kind: "computed",
      a: { is_autocomputed: false, manual_value: "3.0" },
      b: { manual_value: 3 },
      same: true,
    },
    {
      name: "the order of groups does not count",
      kind: "permissions",
      a: { value: { granted_groups: ["101_3", "152"], is_used_by_default: true } },
      b: { value: { granted_groups: ["152", "101_3"] } },
      same: true,
    },
    {
      name: "steps go by their rank",
      kind: "steps",
      a: value([step(2, "b"), step(1, "a")]),
      b: value([step(10, "a"), step(20, "b")]),
      same: true,
    },
    {
      name: "the order of steps counts",
      kind: "steps",
      a: value([step(2, "b"), step(1, "a")]),
      b: value([step(1, "b"), step(2, "a")]),
      same: false,
    },
    {
      name: "the format of a step counts",
      kind: "steps",
      a: value([step(1, "a", "html")]),
      b: value([step(1, "a")]),
      same: false,
    },
    {
      name: "an unknown kind is deep equality",
      kind: undefined,
      a: { value: { x: 1, y: [2] } },
      b: { value: { y: [2], x: 1 } },
      same: true,
    },
    { name: "an unknown kind knows no sets", kind: undefined, a: value([1, 2]), b: value([2, 1]), same: false },
  ];
  for (const { name, kind, a, b, base, same } of cases) {
    test(`${kind ?? "unknown"}: ${name}`, () => {
      assert.deepEqual([sameMeaning(a, b, kind, base), sameMeaning(b, a, kind, base)], [same, same]);
    });
  }

  for (const kind of [...kinds, undefined]) {
    test(`${kind ?? "unknown"}: sameness is an equivalence`, () => {
      const members = anyMembers(kind);
      const base = fc.option(members, { nil: undefined });
      fc.assert(
        fc.property(members, members, members, base, (a, b, c, read) => {
          const same = (x: JsonObject, y: JsonObject) => sameMeaning(x, y, kind, read);
          assert.ok(same(a, a));
          assert.ok(same(a, JSON.parse(JSON.stringify(a))));
          assert.equal(same(a, b), same(b, a));
          if (same(a, b) && same(b, c)) {
            assert.ok(same(a, c));
          }
        }),
      );
    });
  }

  test("a member called __proto__ is a member like any other", () => {
    const polluted: JsonObject = JSON.parse('{"value":{"__proto__":1}}');
    assert.equal(sameMeaning(polluted, { value: {} }, undefined), false);
  });
});

suite("members to send", () => {
  const cases: readonly {
    name: string;
    kind: FieldKind | undefined;
    written: JsonObject;
    base?: JsonObject;
    sent: JsonObject;
  }[] = [
    { name: "null clears a string", kind: "string", written: { value: null }, sent: { value: "" } },
    { name: "null clears a number", kind: "number", written: { value: null }, sent: { value: "" } },
    { name: "null clears a date", kind: "date", written: { value: null }, sent: { value: "" } },
    {
      name: "a field of days gets the day as written",
      kind: "date",
      written: { value: "2026-03-13T00:00:00+09:00" },
      base: { value: "2026-03-01" },
      sent: { value: "2026-03-13" },
    },
    {
      name: "a field with times gets the time as written",
      kind: "date",
      written: { value: "2026-03-13T00:00:00+09:00" },
      base: { value: "2026-03-01T10:00:00Z" },
      sent: { value: "2026-03-13T00:00:00+09:00" },
    },
    {
      name: "a numeric string stays as written",
      kind: "number",
      written: { value: "012.50" },
      sent: { value: "012.50" },
    },
    {
      name: "a plain string gets the format of the base, its line endings kept",
      kind: "text",
      written: { value: "a\r\nb" },
      base: { value: { content: "x", format: "commonmark" } },
      sent: { value: { content: "a\r\nb", format: "commonmark" } },
    },
    {
      name: "a plain string stays one where the service tells no format",
      kind: "text",
      written: { value: "a\r\nb" },
      base: { value: "x" },
      sent: { value: "a\r\nb" },
    },
    {
      name: "null clears a text without a format",
      kind: "text",
      written: { value: null },
      base: { value: "x" },
      sent: { value: "" },
    },
    {
      name: "a content alone gets the format of the base",
      kind: "text",
      written: { value: { content: "a" } },
      base: { value: { content: "x", format: "html" } },
      sent: { value: { content: "a", format: "html" } },
    },
    {
      name: "a format of one's own stays",
      kind: "text",
      written: { value: { content: "a", format: "text" } },
      base: { value: { content: "x", format: "html" } },
      sent: { value: { content: "a", format: "text" } },
    },
    {
      name: "null clears a text in its format",
      kind: "text",
      written: { value: null },
      base: { value: { content: "x", format: "html" } },
      sent: { value: { content: "", format: "html" } },
    },
    { name: "None is left out", kind: "list", written: { bind_value_ids: [100] }, sent: { bind_value_ids: [] } },
    {
      name: "None beside values is left out",
      kind: "list",
      written: { bind_value_ids: [0, "101_3", 100, 103] },
      sent: { bind_value_ids: ["101_3", 103] },
    },
    { name: "an unknown kind is sent as written", kind: undefined, written: { value: null }, sent: { value: null } },
  ];
  for (const { name, kind, written, base, sent } of cases) {
    test(`${kind ?? "unknown"}: ${name}`, () => assert.deepEqual(requestMembers(written, kind, base), sent));
  }

  test("mean what was written, and nothing is left to do a second time", () => {
    const written = anyKind.chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        members: anyMembers(kind),
        base: fc.option(anyMembers(kind), { nil: undefined }),
      }),
    );
    fc.assert(
      fc.property(written, ({ kind, members, base }) => {
        const sent = requestMembers(members, kind, base);
        assert.ok(sameMeaning(sent, members, kind, base));
        assert.deepEqual(requestMembers(sent, kind, base), sent);
        assert.deepEqual(Object.keys(sent), Object.keys(members));
      }),
    );
  });

  test("of well-formed values say all by themselves", () => {
    const written = anyKind.chain((kind) =>
      fc.record({ kind: fc.constant(kind), members: wellFormedMembers(kind), base: wellFormedMembers(kind) }),
    );
    fc.assert(
      fc.property(written, ({ kind, members, base }) => {
        const sent = requestMembers(members, kind, base);
        // That a service knows no formats is told by what was read from it alone.
        const isPlainText = kind === "text" && typeof base.value === "string";
        assert.deepEqual(requestMembers(sent, kind, isPlainText ? base : undefined), sent);
      }),
    );
  });
});

suite("problems of values", () => {
  const open = (...objects: JsonObject[]): JsonObject => ({ value: { bind_value_objects: objects } });
  const value = (content: JsonObject[string]): JsonObject => ({ value: content });
  const options = new OptionList([
    { id: 103, label: "Open", isHidden: false },
    { id: "101_3", label: "Members", isHidden: true },
  ]);
  const cases: readonly {
    name: string;
    type: string;
    kind: FieldKind;
    members: JsonObject;
    about?: Partial<Parameters<typeof checkMembers>[1]>;
    problems: readonly string[];
  }[] = [
    {
      name: "a returned value with all that was returned beside it",
      type: "sb",
      kind: "list",
      members: { type: "sb", label: "Status", bind_value_ids: [103], links: [], parent: null },
      problems: [],
    },
    {
      name: "a person who left and is still chosen",
      type: "msb",
      kind: "list",
      members: { bind_value_ids: [900, 103] },
      about: { held: { bind_value_ids: ["900", 901] } },
      problems: [],
    },
    {
      name: "a person who is not chosen and not listed",
      type: "msb",
      kind: "list",
      members: { bind_value_ids: [900, 902] },
      about: { held: { bind_value_ids: [900] } },
      problems: ["warning unknownOption bind_value_ids.1"],
    },
    {
      name: "somebody in a list of all who have an account",
      type: "sb",
      kind: "list",
      members: { bind_value_ids: [902] },
      about: { takesOthers: true },
      problems: [],
    },
    {
      name: "a name in such a list",
      type: "sb",
      kind: "list",
      members: { bind_value_ids: ["jdoe"] },
      about: { takesOthers: true },
      problems: ["warning unknownOption bind_value_ids.0"],
    },
    {
      name: "a value of an open list that the artifact holds",
      type: "tbl",
      kind: "openList",
      members: open({ id: 145 }, { label: "Open" }, { id: "o9" }, { id: 146 }),
      about: { held: open({ id: "145", label: "x" }, { label: "Open" }, { id: "o9" }) },
      problems: ["warning unknownOption value.bind_value_objects.3.id"],
    },
    {
      name: "the id of a free value",
      type: "tbl",
      kind: "openList",
      members: open({ id: "o12" }, { id: "o12", label: "mine" }),
      problems: ["warning freeValueId value.bind_value_objects.0.id"],
    },
    {
      name: "the label of a known value",
      type: "tbl",
      kind: "openList",
      members: open({ label: " open" }, { id: 103, label: "open" }, { label: "Members" }, { label: "else" }),
      problems: ["warning knownLabel value.bind_value_objects.0.label"],
    },
    {
      name: "a comma in a label",
      type: "tbl",
      kind: "openList",
      members: open({ label: "a, b" }, { email: "a@example.com,b@example.com" }, { id: 103, label: "a, b" }),
      problems: [
        "error commaInLabel value.bind_value_objects.0.label",
        "error commaInLabel value.bind_value_objects.1.email",
      ],
    },
    {
      name: "labels that are null beside values",
      type: "tbl",
      kind: "openList",
      members: { ...open({ label: "x" }), bind_value_ids: null },
      problems: [],
    },
    {
      name: "a comma in a deprecated label",
      type: "tbl",
      kind: "openList",
      members: { bind_value_ids: ["a,b", "open", "c"] },
      problems: ["error commaInLabel bind_value_ids.0"],
    },
    {
      name: "a label in a list of groups",
      type: "tbl",
      kind: "openList",
      members: open({ label: "Testers" }),
      about: { bindsTo: "ugroups" },
      problems: ["warning wrongType value.bind_value_objects.0"],
    },
    {
      name: "all links that are null",
      type: "art_link",
      kind: "links",
      members: { links: [{ id: 9 }], all_links: null },
      problems: [],
    },
    {
      name: "links of which none is said",
      type: "art_link",
      kind: "links",
      members: { links: null, all_links: null },
      problems: ["error missingValue "],
    },
    {
      name: "a parent beside all links",
      type: "art_link",
      kind: "links",
      members: { parent: { id: 4 }, all_links: [] },
      problems: ["warning contradiction all_links"],
    },
    {
      name: "links of the complete list without direction, or with a type that is null",
      type: "art_link",
      kind: "links",
      members: {
        all_links: [
          { id: 4, direction: "reverse", type: "" },
          { id: 5, type: "" },
          { id: 6, direction: "forward", type: null },
        ],
      },
      problems: ["warning wrongType all_links.1", "warning wrongType all_links.2"],
    },
    {
      name: "steps of a new artifact without ranks",
      type: "ttmstepdef",
      kind: "steps",
      members: value([{ description: "a" }, { description: "b" }]),
      about: { isNew: true },
      problems: [],
    },
    {
      name: "steps without ranks, and with one that is a text",
      type: "ttmstepdef",
      kind: "steps",
      members: value([{ description: "a" }, { description: "b", rank: "2" }]),
      problems: ["warning wrongType value.0.rank", "warning wrongType value.1.rank"],
    },
    {
      name: "nothing in a required field that held nothing",
      type: "sb",
      kind: "list",
      members: { bind_value_ids: [] },
      about: { isRequired: true, held: { bind_value_ids: [] } },
      problems: [],
    },
    {
      name: "nothing any more in a required field",
      type: "sb",
      kind: "list",
      members: { bind_value_ids: [] },
      about: { isRequired: true, held: { bind_value_ids: [103] } },
      problems: ["warning requiredEmpty "],
    },
    { name: "nothing", type: "string", kind: "string", members: {}, problems: ["error missingValue "] },
    {
      name: "a value of another kind",
      type: "sb",
      kind: "list",
      members: { value: "x" },
      problems: ["error missingValue ", "warning unexpectedMember value"],
    },
    {
      name: "a number in a string",
      type: "string",
      kind: "string",
      members: { value: 12 },
      problems: ["warning wrongType value"],
    },
    {
      name: "a line break in a line",
      type: "string",
      kind: "string",
      members: { value: "a\nb" },
      problems: ["warning lineBreak value"],
    },
    {
      name: "a text",
      type: "text",
      kind: "text",
      members: { value: { content: "a\nb", format: "html" } },
      problems: [],
    },
    {
      name: "a text too long by a byte",
      type: "text",
      kind: "text",
      members: { value: { content: "é".repeat(32_768), format: "text" } },
      problems: ["error textTooLong value.content"],
    },
    {
      name: "a text that just fits",
      type: "text",
      kind: "text",
      members: { value: `${"é".repeat(32_767)}a` },
      problems: [],
    },
    {
      name: "a format of nobody",
      type: "text",
      kind: "text",
      members: { value: { content: "", format: "markdown" } },
      problems: ["error unknownFormat value.format"],
    },
    {
      name: "a format without a text",
      type: "text",
      kind: "text",
      members: { value: { format: "html" } },
      problems: ["error missingValue value"],
    },
    {
      name: "a fraction in a whole number",
      type: "int",
      kind: "number",
      members: { value: 1.5 },
      problems: ["warning notInteger value"],
    },
    { name: "a fraction", type: "float", kind: "number", members: { value: "1.5" }, problems: [] },
    {
      name: "words for a number",
      type: "float",
      kind: "number",
      members: { value: "many" },
      problems: ["warning wrongType value"],
    },
    {
      name: "two values in a select box",
      type: "sb",
      kind: "list",
      members: { bind_value_ids: [103, "101_3"] },
      problems: ["warning severalValues bind_value_ids"],
    },
    {
      name: "None beside a value in a select box",
      type: "sb",
      kind: "list",
      members: { bind_value_ids: [100, 103] },
      problems: [],
    },
    { name: "a hidden value", type: "msb", kind: "list", members: { bind_value_ids: ["103", "101_3"] }, problems: [] },
    {
      name: "a value that is none",
      type: "msb",
      kind: "list",
      members: { bind_value_ids: [103, 104] },
      problems: ["warning unknownOption bind_value_ids.1"],
    },
    {
      name: "a list that is none",
      type: "msb",
      kind: "list",
      members: { bind_value_ids: 103 },
      problems: ["warning wrongType bind_value_ids"],
    },
    {
      name: "an object without a name",
      type: "tbl",
      kind: "openList",
      members: { value: { bind_value_objects: [{}] } },
      problems: ["warning wrongType value.bind_value_objects.0"],
    },
    {
      name: "an unknown value in an open list",
      type: "tbl",
      kind: "openList",
      members: { value: { bind_value_objects: [{ id: 7 }, { label: "x" }] } },
      problems: ["warning unknownOption value.bind_value_objects.0.id"],
    },
    {
      name: "a link to nothing",
      type: "art_link",
      kind: "links",
      members: { links: [{ id: 9 }, { type: "x" }] },
      problems: ["warning wrongType links.1"],
    },
    {
      name: "both sorts of links",
      type: "art_link",
      kind: "links",
      members: { links: [], all_links: [] },
      problems: ["warning contradiction all_links"],
    },
    {
      name: "a file that is no id",
      type: "file",
      kind: "files",
      members: { value: [457, "x"] },
      problems: ["error wrongType value.1"],
    },
    {
      name: "computed and by hand at once",
      type: "computed",
      kind: "computed",
      members: { is_autocomputed: true, manual_value: 3 },
      problems: ["warning contradiction manual_value"],
    },
    {
      name: "by hand without a number",
      type: "computed",
      kind: "computed",
      members: { is_autocomputed: false },
      problems: ["warning wrongType manual_value"],
    },
    {
      name: "the value of a computed field",
      type: "computed",
      kind: "computed",
      members: { value: 3 },
      problems: ["error missingValue ", "warning unexpectedMember value"],
    },
    {
      name: "groups that are none",
      type: "perm",
      kind: "permissions",
      members: { value: [] },
      problems: ["warning wrongType value"],
    },
    {
      name: "one rank twice",
      type: "ttmstepdef",
      kind: "steps",
      members: {
        value: [
          { description: "a", rank: 1 },
          { description: "b", rank: 1 },
        ],
      },
      problems: ["warning sameRank value.1.rank"],
    },
  ];
  for (const { name, type, kind, members, about, problems } of cases) {
    test(`${kind}: ${name}`, () => {
      const found = checkMembers(members, { kind, type, options, ...about });
      assert.deepEqual(
        found.map(({ severity, code, path }) => `${severity} ${code} ${path.join(".")}`),
        problems,
      );
    });
  }

  for (const good of [
    "",
    "2026-03-13",
    "2024-02-29",
    "2026-03-13T15:26",
    "2026-03-13 15:26:40",
    "2026-03-13T15:26:40Z",
    "2026-03-13T15:26:40+01:00",
    "2026-03-13T15:26-0330",
  ]) {
    test(`date: «${good}» is good`, () =>
      assert.deepEqual(checkMembers({ value: good }, { kind: "date", type: "date" }), []));
  }
  for (const bad of [
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-04-31",
    "13.03.2026",
    "2026-3-13",
    "tomorrow",
    "2026-03-13T24:00",
    "2026-03-13T15:60",
    "2026-03-13T15:26:40.000Z",
    "2026-03-13Z",
    " 2026-03-13",
    "0000-01-01",
    1710340000,
    true,
    [],
  ]) {
    test(`date: «${bad}» would become 1970-01-01`, () => {
      const found = checkMembers({ value: bad }, { kind: "date", type: "date" });
      assert.deepEqual(
        found.map(({ severity, code }) => `${severity} ${code}`),
        ["error invalidDate"],
      );
    });
  }

  test("a required field must not be empty", () => {
    for (const kind of kinds) {
      const found = checkMembers(emptyMembers(kind), { kind, type: typeOfKind[kind], isRequired: true });
      assert.deepEqual(
        found.map(({ code }) => code),
        ["requiredEmpty"],
      );
    }
  });

  test("empty values of every kind are good otherwise", () => {
    for (const kind of kinds) {
      assert.deepEqual(checkMembers(emptyMembers(kind), { kind, type: typeOfKind[kind] }), []);
    }
  });

  test("a kind nobody knows cannot be sent", () => {
    assert.deepEqual(checkMembers({ value: 1 }, { type: "burndown" }), [
      { code: "unknownKind", severity: "error", path: [] },
    ]);
  });

  test("whatever is written is checked without throwing", () => {
    fc.assert(
      fc.property(
        anyKind.chain((kind) => fc.record({ kind: fc.constant(kind), members: anyMembers(kind) })),
        ({ kind, members }) => {
          checkMembers(members, { kind, type: typeOfKind[kind], options, isRequired: true });
        },
      ),
    );
  });

  // Work that grows with the square of the text would take longer than a test may.
  test("long nonsense is refused without holding up the editor", () => {
    checkMembers({ value: `${"1".repeat(1_000_000)}x` }, { kind: "number", type: "int" });
    checkMembers({ value: `${" ".repeat(1_000_000)}1x` }, { kind: "number", type: "int" });
    checkMembers({ value: `1${"0".repeat(1_000_000)}.5` }, { kind: "number", type: "int" });
  });
});
