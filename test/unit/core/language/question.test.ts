import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  type AskedField,
  chosenMembers,
  givenMembers,
  lineMembers,
  problemOf,
  questionFor,
} from "../../../../src/core/language/question.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";

const option = (id: number | string, label: string, isHidden = false) => ({ id, label, isHidden });
const asked = (kind: NonNullable<AskedField["kind"]>, more: Partial<AskedField> = {}): AskedField => ({
  ...{ label: "Label", type: kind, kind, names: {} },
  ...more,
});
const options = [option(301, "New"), option(302, "Open"), option(304, "Closed"), option(305, "Old", true)];
const status = asked("list", { type: "sb", options: new OptionList(options) });
const tags = asked("openList", { type: "tbl", options: new OptionList([option(341, "crash")]), bindsTo: "static" });

const isOfPeople = (field: AskedField) => {
  const question = questionFor(field, undefined);
  return question.kind === "choice" ? question.isOfPeople : undefined;
};

suite("asking for a value", () => {
  test("offers one of a list, without hidden ones unless they are chosen", () => {
    assert.deepEqual(questionFor(status, { bind_value_ids: [305] }), {
      kind: "choice",
      isMany: false,
      isOpen: false,
      isOfPeople: false,
      mayBeNone: true,
      choices: [
        { id: 301, label: "New" },
        { id: 302, label: "Open" },
        { id: 304, label: "Closed" },
        { id: 305, label: "Old" },
      ],
      chosen: [{ id: 305, label: "Old" }],
    });
  });

  test("offers only what the workflow allows from where the artifact is", () => {
    const question = questionFor({ ...status, reachable: new Set(["301", "304"]) }, { bind_value_ids: [301] });
    assert.deepEqual(question.kind === "choice" && question.choices.map(({ id }) => id), [301, 304]);
  });

  test("offers nothing at all only where the field and the workflow allow it", () => {
    const mayBeNone = (more: Partial<AskedField>) => {
      const question = questionFor({ ...status, ...more }, { bind_value_ids: [301] });
      return question.kind === "choice" && question.mayBeNone;
    };
    assert.deepEqual(
      [{}, { isRequired: true }, { reachable: new Set(["301"]) }, { reachable: new Set(["301", "100"]) }].map(
        mayBeNone,
      ),
      [true, false, false, true],
    );
  });

  test("lets an open list keep and take words of one's own", () => {
    const members: JsonObject = { value: { bind_value_objects: [{ id: 341 }, { label: "mine" }] } };
    const question = questionFor(tags, members);
    assert.deepEqual(question.kind === "choice" && [question.isMany, question.isOpen, question.choices], [
      true,
      true,
      [{ id: 341, label: "crash" }, { label: "mine" }],
    ]);
    assert.deepEqual(question.kind === "choice" && chosenMembers(tags, question.chosen), members);
  });

  test("takes free values that others have typed by their labels", () => {
    const known = {
      ...tags,
      options: new OptionList([option(341, "crash"), option("o12", "mine"), option("o13", "theirs")]),
    };
    const members: JsonObject = { value: { bind_value_objects: [{ label: "mine" }] } };
    const question = questionFor(known, members);
    assert.deepEqual(question.kind === "choice" && [question.choices, question.chosen], [
      [{ id: 341, label: "crash" }, { label: "mine" }, { label: "theirs" }],
      [{ label: "mine" }],
    ]);
    assert.deepEqual(givenMembers(known, ["Theirs", "o12"], undefined), {
      members: { value: { bind_value_objects: [{ label: "theirs" }, { label: "mine" }] } },
    });
  });

  test("finds people by name beside those who are listed, where all may be chosen", () => {
    const people = asked("list", { type: "sb", bindsTo: "users", options: new OptionList([option(102, "Jane")]) });
    assert.equal(isOfPeople(people), false);
    assert.deepEqual(
      questionFor({ ...people, takesOthers: true, names: { "103": "Max" } }, { bind_value_ids: [103] }),
      {
        ...{ kind: "choice", isMany: false, isOpen: false, isOfPeople: true, mayBeNone: true },
        chosen: [{ id: 103, label: "Max" }],
        choices: [
          { id: 102, label: "Jane" },
          { id: 103, label: "Max" },
        ],
      },
    );
  });

  test("searches for people where the structure does not list them", () => {
    const watchers = asked("openList", { type: "tbl", bindsTo: "users", names: { "102": "Jane" } });
    const members: JsonObject = { value: { bind_value_objects: [{ id: 102 }, { email: "a@b" }] } };
    const chosen = [{ id: 102, label: "Jane" }, { label: "a@b" }];
    assert.deepEqual(questionFor(watchers, members), {
      ...{ kind: "choice", isMany: true, isOpen: true, isOfPeople: true, mayBeNone: true },
      ...{ chosen, choices: chosen },
    });
    assert.deepEqual(chosenMembers(watchers, chosen), members);
    assert.equal(isOfPeople(asked("list", { type: "sb", bindsTo: "users" })), true);
    assert.equal(isOfPeople({ ...status, bindsTo: "users" }), false);
  });

  test("keeps people and groups that are written by other names than their ids", () => {
    for (const [bindsTo, named] of [
      ["users", { username: "jdoe" }],
      ["ugroups", { short_name: "project_members" }],
    ] as const) {
      const field = asked("openList", { type: "tbl", bindsTo });
      const members: JsonObject = { value: { bind_value_objects: [named] } };
      const question = questionFor(field, members);
      assert.deepEqual(question.kind === "choice" && chosenMembers(field, question.chosen), members);
    }
  });

  test("takes what an open list says by its labels for chosen", () => {
    const question = questionFor(tags, { bind_value_ids: ["Crash", "mine"] });
    assert.deepEqual(question.kind === "choice" && question.chosen, [{ id: 341, label: "crash" }, { label: "mine" }]);
  });

  test("takes people by their labels for those the artifact has, where the structure lists none", () => {
    const watchers = asked("openList", { type: "tbl", bindsTo: "users", names: { "102": "Jane (jane)", o12: "a@b" } });
    const question = questionFor(watchers, { bind_value_ids: ["jane (Jane)", "a@b", "c@d"] });
    assert.deepEqual(question.kind === "choice" && chosenMembers(watchers, question.chosen), {
      value: { bind_value_objects: [{ id: 102 }, { email: "a@b" }, { email: "c@d" }] },
    });
  });

  test("takes no name for an id where the values of a list are not known", () => {
    const groups = asked("permissions");
    assert.deepEqual(givenMembers(groups, ["101_3"], undefined), { members: { value: { granted_groups: ["101_3"] } } });
    assert.deepEqual(givenMembers(groups, ["Project members"], undefined), {
      failure: { kind: "noSuchOption", given: "Project members" },
    });
  });

  test("has nothing to choose from where the values of a list are not known", () => {
    const groups = asked("permissions");
    assert.deepEqual(questionFor(groups, { value: { granted_groups: ["101_3"] } }), { kind: "entry" });
    assert.deepEqual(questionFor(asked("list", { type: "sb" }), { bind_value_ids: [301] }), { kind: "entry" });
  });

  test("asks for the links an artifact has, not where something is said of those that come in", () => {
    const links = [{ id: 9, type: "_is_child" }];
    assert.deepEqual(questionFor(asked("links"), { links }), { kind: "links", links, types: [] });
    assert.deepEqual(questionFor(asked("links"), { links, parent: { id: 7 } }), { kind: "entry" });
    assert.deepEqual(questionFor(asked("links"), { all_links: [{ id: 9, direction: "reverse" }] }), { kind: "entry" });
  });

  const lines: readonly (readonly [AskedField, JsonObject, string])[] = [
    [asked("string"), { value: "a  b" }, "words a  b"],
    [asked("number", { type: "int" }), { value: 4 }, "wholeNumber 4"],
    [asked("number", { type: "float" }), { value: "" }, "number "],
    [asked("date", { hasTime: false }), { value: "2026-03-13" }, "day 2026-03-13"],
    [asked("date"), { value: "2026-03-13T10:00:00+01:00" }, "time 2026-03-13T10:00:00+01:00"],
    [asked("computed"), { is_autocomputed: true }, "computed "],
  ];
  for (const [field, members, expected] of lines) {
    test(`asks for a line: ${expected}`, () => {
      const question = questionFor(field, members);
      assert.equal(question.kind === "line" && `${question.form} ${question.text}`, expected);
      assert.deepEqual(question.kind === "line" && lineMembers(field, question.text), members);
    });
  }

  test("takes numbers as they are written in other places of the world too", () => {
    assert.deepEqual(lineMembers(asked("number"), " 3,5 "), { value: 3.5 });
    assert.deepEqual(lineMembers(asked("number"), "007"), { value: "007" });
    assert.deepEqual(lineMembers(asked("computed"), "12.5"), { manual_value: 12.5 });
  });

  test("tells what is wrong with a line, errors before warnings", () => {
    assert.equal(problemOf(asked("date"), lineMembers(asked("date"), "2026-02-30"))?.code, "invalidDate");
    assert.equal(problemOf(asked("number", { type: "int" }), { value: 1.5 })?.code, "notInteger");
    assert.equal(problemOf(asked("string", { isRequired: true }), { value: "" })?.code, "requiredEmpty");
    assert.equal(problemOf(asked("string"), { value: "a" }), undefined);
  });

  test("leaves long texts, steps and attachments to their own places", () => {
    assert.deepEqual(
      [asked("text"), asked("steps"), asked("files")].map((field) => questionFor(field, undefined).kind),
      ["longText", "entry", "entry"],
    );
  });
});

suite("a value that a caller gives", () => {
  const cases: readonly (readonly [name: string, AskedField, Json, unknown])[] = [
    ["the id of an option", status, 302, { bind_value_ids: [302] }],
    ["its label in any case", status, "closed", { bind_value_ids: [304] }],
    ["several", status, ["New", 302], { bind_value_ids: [301, 302] }],
    ["nothing", status, null, { bind_value_ids: [] }],
    ["members as they are", status, { bind_value_ids: [1] }, { bind_value_ids: [1] }],
    ["an id that no structure tells", asked("list"), 7, { bind_value_ids: [7] }],
    [
      "words for an open list",
      tags,
      ["crash", "new"],
      { value: { bind_value_objects: [{ id: 341 }, { label: "new" }] } },
    ],
    ["a text, in the format it has", asked("text"), "# a", { value: { content: "# a", format: "commonmark" } }],
    ["artifacts to link", asked("links"), [9, { id: 12, type: "x" }], { links: [{ id: 9 }, { id: 12, type: "x" }] }],
    ["a number as text", asked("number"), "12", { value: 12 }],
    ["attachments that remain", asked("files"), [1, 2], { value: [1, 2] }],
  ];
  for (const [name, field, value, members] of cases) {
    test(`may be ${name}`, () => {
      assert.deepEqual(givenMembers(field, value, { value: { content: "", format: "commonmark" } }), { members });
    });
  }

  test("is a text without a format where the field has none", () => {
    const given = ["# a", null].map((value) => givenMembers(asked("text"), value, { value: "b" }));
    assert.deepEqual(given, [{ members: { value: "# a" } }, { members: { value: "" } }]);
  });

  test("is refused where it names no option, or is of another kind", () => {
    assert.deepEqual(givenMembers(status, "Fixed", undefined), { failure: { kind: "noSuchOption", given: "Fixed" } });
    assert.deepEqual(givenMembers(status, "Old", undefined), { failure: { kind: "noSuchOption", given: "Old" } });
    assert.deepEqual(givenMembers(status, 4711, undefined), { failure: { kind: "noSuchOption", given: "4711" } });
    assert.deepEqual(givenMembers(asked("number"), [1], undefined), { failure: { kind: "wrongShape" } });
    for (const value of ["", 0, -1, [null], true]) {
      assert.deepEqual(givenMembers(asked("links"), value, undefined), { failure: { kind: "wrongShape" } });
    }
  });

  test("is refused where it holds no value of the field, or is none at all", () => {
    const noJson = [Number.NaN, () => "x", Symbol("x")] as unknown as Json[];
    for (const value of [{ content: "x" }, {}, { bind_value_ids: [301] }, true, ...noJson]) {
      const given = givenMembers(asked("string"), value, { value: "before" });
      assert.deepEqual(given, { failure: { kind: "wrongShape" } });
    }
    assert.deepEqual(givenMembers(asked("text"), { content: "x", format: "text" }, undefined), {
      failure: { kind: "wrongShape" },
    });
  });
});
