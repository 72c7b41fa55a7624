import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import { type Judgement, judgeSave, type Knowledge } from "../../../../src/core/overwrite/judgeSave.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";
import {
  commentOf,
  files,
  jane,
  john,
  me,
  notes,
  putOf,
  type Step,
  state,
  stepsOf,
  title,
  type Values,
  workflow,
} from "./history.ts";

/** What a history says: whose change is gone, in which fields, what it was, and who the other one is. */
function told(judgement: Judgement): unknown {
  if (judgement.kind !== "told") {
    return judgement.kind;
  }
  return judgement.replacements.map(({ lost, fields }) => [
    lost,
    ...fields.map(({ field, lost: value, by }) => [field.fieldId, textOf(value), by]),
  ]);
}

const textOf = ({ value, ...others }: { readonly value?: unknown; readonly bind_value_ids?: unknown }) =>
  typeof value === "object" && value !== null && "content" in value ? value.content : (value ?? others.bind_value_ids);

interface Case {
  readonly name: string;
  readonly put: StoredPut;
  readonly history: readonly Step[];
  /** The history has older steps than these. */
  readonly isPart?: true;
  readonly knowledge?: Partial<Knowledge>;
  readonly expected: unknown;
}

const first: Values = { [title]: "first", [notes]: "first" };
const base = { values: first, second: 0 };
const mine = putOf(base, { [title]: "mine" }, 60);
const before: Step = [john, 0, first];

const cases: readonly Case[] = [
  {
    name: "nobody came between",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }]],
    expected: [],
  },
  {
    name: "a colleague's change of the same field",
    put: mine,
    history: [before, [jane, 60, { ...first, [title]: "theirs" }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [title, "theirs", "Jane"]]],
  },
  {
    name: "a colleague's change in the second before, across its boundary",
    put: mine,
    history: [before, [jane, 59, { ...first, [title]: "theirs" }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [title, "theirs", "Jane"]]],
  },
  {
    name: "a colleague's change of another field, which a service of another making keeps",
    put: mine,
    history: [before, [jane, 60, { ...first, [notes]: "theirs" }], [me, 60, { [title]: "mine", [notes]: "theirs" }]],
    expected: [],
  },
  {
    name: "the fields of two colleagues, each by its own",
    put: putOf(base, { [title]: "mine", [notes]: "mine" }, 60),
    history: [
      before,
      [jane, 60, { ...first, [title]: "theirs" }],
      [john, 60, { [title]: "theirs", [notes]: "his" }],
      [me, 60, { [title]: "mine", [notes]: "mine" }],
    ],
    expected: [["theirs", [title, "theirs", "Jane"], [notes, "his", "John"]]],
  },
  {
    name: "the last of two colleagues' values of one field: the other was replaced before",
    put: mine,
    history: [
      before,
      [jane, 60, { ...first, [title]: "hers" }],
      [john, 60, { ...first, [title]: "his" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    expected: [["theirs", [title, "his", "John"]]],
  },
  {
    name: "a colleague who stored the same",
    put: mine,
    history: [before, [jane, 60, { ...first, [title]: "mine" }]],
    expected: [],
  },
  {
    name: "a colleague who stored some of the same",
    put: putOf(base, { [title]: "mine", [notes]: "mine" }, 60),
    history: [before, [jane, 60, { ...first, [title]: "mine" }], [me, 60, { [title]: "mine", [notes]: "mine" }]],
    expected: [],
  },
  {
    name: "a colleague who took a change back in between: nothing is gone",
    put: mine,
    history: [
      before,
      [jane, 60, { ...first, [title]: "hers" }],
      [john, 60, first],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    expected: [],
  },
  {
    name: "somebody who replaced mine in the same moment",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }], [jane, 60, { ...first, [title]: "theirs" }]],
    expected: [["mine", [title, "mine", "Jane"]]],
  },
  {
    name: "somebody who replaced mine across the second's boundary",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }], [jane, 61, { ...first, [title]: "theirs" }]],
    expected: [["mine", [title, "mine", "Jane"]]],
  },
  {
    name: "a later change of mine, made with mine in view",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }], [jane, 65, { ...first, [title]: "theirs" }]],
    expected: [],
  },
  {
    name: "one that replaced mine, and one that replaced that later",
    put: mine,
    history: [
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
      [john, 90, { ...first, [title]: "his" }],
    ],
    expected: [["mine", [title, "mine", "Jane"]]],
  },
  {
    name: "mine replaced, of which the person was told already",
    put: putOf(base, { [title]: "mine" }, 60, [title]),
    history: [before, [me, 60, { ...first, [title]: "mine" }], [jane, 60, { ...first, [title]: "theirs" }]],
    expected: [],
  },
  {
    name: "mine replaced by the next save from here",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }], [me, 60, { ...first, [title]: "mine 2" }]],
    knowledge: { laterPuts: [putOf({ values: { ...first, [title]: "mine" }, second: 60 }, { [title]: "mine 2" }, 60)] },
    expected: [],
  },
  {
    name: "mine replaced by a colleague, before the next save from here changed another field",
    put: mine,
    history: [
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { [title]: "theirs", [notes]: "mine" }],
    ],
    knowledge: { laterPuts: [putOf({ values: { ...first, [title]: "theirs" }, second: 60 }, { [notes]: "mine" }, 60)] },
    expected: [["mine", [title, "mine", "Jane"]]],
  },
  {
    name: "mine changed by the tracker's workflow",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }], [workflow, 60, { ...first, [title]: "ruled" }]],
    expected: [],
  },
  {
    name: "both: mine replaced theirs, and was replaced",
    put: mine,
    history: [
      before,
      [jane, 60, { ...first, [title]: "hers" }],
      [me, 60, { ...first, [title]: "mine" }],
      [john, 60, { ...first, [title]: "his" }],
    ],
    expected: [
      ["theirs", [title, "hers", "Jane"]],
      ["mine", [title, "mine", "John"]],
    ],
  },
  {
    name: "two saves with the same value around a colleague's, of which nobody knows which is mine",
    put: mine,
    history: [
      before,
      [john, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    expected: [["theirs", [title, "theirs", "Jane"]]],
  },
  {
    name: "two saves with the same value around a colleague's, the first of them mine",
    put: mine,
    history: [
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
      [john, 60, { ...first, [title]: "mine" }],
    ],
    knowledge: { ownId: me },
    expected: [],
  },
  {
    name: "of two saves of mine with the same value the later one, made with a colleague's in view",
    put: putOf({ values: { ...first, [title]: "theirs" }, second: 60 }, { [title]: "mine" }, 60),
    history: [
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    knowledge: { ownId: me },
    expected: [],
  },
  {
    name: "of two saves of mine with the same value the earlier one",
    put: mine,
    history: [
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    knowledge: {
      ownId: me,
      laterPuts: [putOf({ values: { ...first, [title]: "theirs" }, second: 60 }, { [title]: "mine" }, 60)],
    },
    expected: [],
  },
  {
    name: "an earlier save of mine with the same value is not this one",
    put: mine,
    history: [
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, first],
      [jane, 60, { ...first, [title]: "theirs" }],
    ],
    knowledge: { ownId: me, taken: new Set([9002]) },
    expected: "unknown",
  },
  {
    name: "a save that the service stored otherwise than it was sent",
    put: mine,
    history: [before, [jane, 60, { ...first, [title]: "theirs" }], [me, 60, { ...first, [title]: "Mine." }]],
    knowledge: { ownId: me },
    expected: [["theirs", [title, "theirs", "Jane"]]],
  },
  {
    name: "a save that the service stored otherwise, and nobody knows who I am",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "Mine." }]],
    expected: "unknown",
  },
  {
    name: "the same value long before, and long after",
    put: mine,
    history: [
      [jane, -200, { ...first, [title]: "other" }],
      [jane, -100, { ...first, [title]: "mine" }],
      before,
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 100, { ...first, [title]: "theirs" }],
      [me, 200, { ...first, [title]: "mine" }],
    ],
    expected: [],
  },
  {
    name: "older steps are needed to know who changed a field",
    put: mine,
    history: [
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    isPart: true,
    expected: "unfinished",
  },
  {
    name: "older steps are needed to find the save",
    put: mine,
    history: [
      [me, 60, { ...first, [title]: "mine" }],
      [jane, 60, { ...first, [title]: "theirs" }],
    ],
    isPart: true,
    expected: "unfinished",
  },
  {
    name: "older steps are needed to know who changed a field that was not sent",
    put: mine,
    history: [
      [jane, 60, { ...first, [notes]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    isPart: true,
    expected: "unfinished",
  },
  {
    name: "older steps are not needed where nothing is gone",
    put: mine,
    history: [
      [jane, 60, { ...first, [notes]: "theirs" }],
      [me, 60, { [title]: "mine", [notes]: "theirs" }],
    ],
    isPart: true,
    expected: [],
  },
  {
    name: "older steps than the base are not needed",
    put: mine,
    history: [
      [jane, -10, { ...first, [title]: "older" }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    isPart: true,
    expected: [],
  },
  {
    name: "a file of mine that was removed is gone from the history, and nobody's loss",
    put: putOf({ values: { [files]: [1, 2] }, second: 0 }, { [files]: [1] }, 60),
    history: [
      [john, -10, { [files]: [] }],
      [john, 0, { [files]: [1] }],
      [me, 60, { [files]: [1] }],
    ],
    expected: [],
  },
  {
    name: "a file of mine that was removed as another was added",
    put: putOf({ values: { [files]: [1, 2] }, second: 0 }, { [files]: [1, 5] }, 60),
    history: [
      [john, 0, { [files]: [1] }],
      [me, 60, { [files]: [1, 5] }],
    ],
    expected: [],
  },
  {
    name: "a file of a colleague's that mine does not name",
    put: putOf({ values: { [files]: [1, 2] }, second: 0 }, { [files]: [1, 5] }, 60),
    history: [
      [john, 0, { [files]: [1] }],
      [jane, 60, { [files]: [1, 4] }],
      [me, 60, { [files]: [1, 5] }],
    ],
    expected: [["theirs", [files, [1, 4], "Jane"]]],
  },
  {
    name: "a colleague's change of another field, which mine has undone",
    put: mine,
    history: [before, [jane, 60, { ...first, [notes]: "theirs" }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [notes, "theirs", "Jane"]]],
  },
  {
    name: "a colleague's changes of the same field and of another, both undone",
    put: mine,
    history: [before, [jane, 60, { [title]: "hers", [notes]: "hers" }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [title, "hers", "Jane"], [notes, "hers", "Jane"]]],
  },
  {
    name: "a field that a colleague has filled first",
    put: mine,
    history: [before, [jane, 60, { ...first, [state]: [5] }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [state, [5], "Jane"]]],
  },
  {
    name: "a field that a colleague has emptied",
    put: putOf({ values: { ...first, [state]: [5] }, second: 0 }, { [title]: "mine" }, 60),
    history: [
      [john, 0, { ...first, [state]: [5] }],
      [jane, 60, first],
      [me, 60, { ...first, [title]: "mine", [state]: [5] }],
    ],
    expected: [["theirs", [state, [], "Jane"]]],
  },
  {
    name: "the last of two colleagues, who has undone the other's change: that one was told",
    put: mine,
    history: [
      before,
      [jane, 60, { ...first, [notes]: "hers" }],
      [john, 60, { ...first, [state]: [5] }],
      [me, 60, { ...first, [title]: "mine" }],
    ],
    expected: [["theirs", [state, [5], "John"]]],
  },
  {
    name: "a colleague who stored the same, and another field that mine has undone",
    put: mine,
    history: [before, [jane, 60, { [title]: "mine", [notes]: "theirs" }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [notes, "theirs", "Jane"]]],
  },
  {
    name: "a colleague who stored the same, another field that mine has undone, and one that the workflow changed with mine",
    put: mine,
    history: [
      before,
      [jane, 60, { [title]: "mine", [notes]: "theirs" }],
      [me, 60, { ...first, [title]: "mine", [state]: [5] }],
    ],
    knowledge: { ownId: me },
    expected: [["theirs", [notes, "theirs", "Jane"]]],
  },
  {
    name: "a colleague who stored the same and removed a file, and another field that mine has undone",
    put: putOf({ values: { ...first, [files]: [1] }, second: 0 }, { [title]: "mine" }, 60),
    history: [
      [john, 0, { ...first, [files]: [] }],
      [jane, 60, { [title]: "mine", [notes]: "theirs", [files]: [] }],
      [me, 60, { ...first, [title]: "mine", [files]: [] }],
    ],
    expected: [["theirs", [notes, "theirs", "Jane"]]],
  },
  {
    name: "a colleague who stored the same, and then a file, which mine has undone",
    put: putOf({ values: { ...first, [files]: [1] }, second: 0 }, { [title]: "mine" }, 60),
    history: [
      [john, 0, { ...first, [files]: [1] }],
      [jane, 60, { ...first, [title]: "mine", [files]: [1] }],
      [jane, 60, { ...first, [title]: "mine", [files]: [1, 4] }],
      [me, 60, { ...first, [title]: "mine", [files]: [1] }],
    ],
    expected: [["theirs", [files, [1, 4], "Jane"]]],
  },
  {
    name: "a file that I kept and somebody has removed since, and another field that mine has undone",
    put: putOf({ values: { ...first, [files]: [1, 2] }, second: 0 }, { [files]: [2] }, 60),
    history: [
      [john, 0, { ...first, [files]: [] }],
      [jane, 60, { ...first, [notes]: "theirs", [files]: [] }],
      [me, 60, { ...first, [files]: [] }],
      [john, 65, { ...first, [title]: "later", [files]: [] }],
    ],
    expected: [["theirs", [notes, "theirs", "Jane"]]],
  },
  {
    name: "a change of my own from another window, undone in another field",
    put: mine,
    history: [before, [me, 60, { ...first, [notes]: "other window" }], [me, 60, { ...first, [title]: "mine" }]],
    knowledge: { ownId: me },
    expected: [["theirs", [notes, "other window", "Me"]]],
  },
  {
    name: "a comment of this window that was added at once, and undid nothing",
    put: mine,
    history: [
      before,
      [jane, 60, { ...first, [notes]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
      [me, 60, { ...first, [title]: "mine" }, "Done"],
    ],
    knowledge: { ownId: me, laterPuts: [commentOf({ values: { ...first, [title]: "mine" }, second: 60 }, "Done", 60)] },
    expected: [["theirs", [notes, "theirs", "Jane"]]],
  },
  {
    name: "what the workflow has changed in between, undone",
    put: mine,
    history: [before, [workflow, 60, { ...first, [state]: [5] }], [me, 60, { ...first, [title]: "mine" }]],
    expected: [["theirs", [state, [5], "Tracker Workflow Manager"]]],
  },
  {
    name: "what the workflow has changed with mine",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine", [state]: [5] }]],
    expected: [],
  },
  {
    name: "a field that a colleague changed and the workflow changed with mine",
    put: mine,
    history: [before, [jane, 60, { ...first, [state]: [5] }], [me, 60, { ...first, [title]: "mine", [state]: [6] }]],
    knowledge: { ownId: me },
    expected: [["theirs", [state, [5], "Jane"]]],
  },
  {
    name: "a comment alone that has undone a colleague's change",
    put: commentOf(base, "Done", 60),
    history: [before, [jane, 60, { ...first, [title]: "theirs" }], [me, 60, first, "Done "]],
    expected: [["theirs", [title, "theirs", "Jane"]]],
  },
  {
    name: "a comment alone, and a colleague's who says the same",
    put: commentOf(base, "Done", 60),
    history: [
      before,
      [john, 60, first, "Done"],
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, first, "Done"],
      [john, 60, { ...first, [notes]: "his" }, "Done"],
    ],
    knowledge: { ownId: me },
    expected: [["theirs", [title, "theirs", "Jane"]]],
  },
  {
    name: "a comment alone that is not in the history",
    put: commentOf(base, "Done", 60),
    history: [before, [jane, 60, { ...first, [title]: "theirs" }]],
    expected: "unknown",
  },
  {
    name: "a comment alone between others",
    put: commentOf(base, "Done", 60),
    history: [before, [me, 60, first, "Earlier"], [me, 60, first, "Done"]],
    knowledge: { ownId: me },
    expected: [],
  },
  {
    name: "mine undone by a colleague's save of another field",
    put: mine,
    history: [before, [me, 60, { ...first, [title]: "mine" }], [jane, 60, { ...first, [notes]: "theirs" }]],
    expected: [["mine", [title, "mine", "Jane"]]],
  },
  {
    name: "a colleague's edit of my text right after, which keeps my line",
    put: putOf({ values: { [notes]: "a\nb\nc" }, second: 0 }, { [notes]: "A\nb\nc" }, 60),
    history: [
      [john, 0, { [notes]: "a\nb\nc" }],
      [me, 60, { [notes]: "A\nb\nc" }],
      [jane, 61, { [notes]: "A\nb\nC" }],
    ],
    expected: [],
  },
  {
    name: "a colleague's edit of the next line of my text right after",
    put: putOf({ values: { [notes]: "a\nb" }, second: 0 }, { [notes]: "A\nb" }, 60),
    history: [
      [john, 0, { [notes]: "a\nb" }],
      [me, 60, { [notes]: "A\nb" }],
      [jane, 61, { [notes]: "A\nB" }],
    ],
    expected: [],
  },
  {
    name: "a colleague's edit of my text right after, which brings back the line I removed",
    put: putOf({ values: { [notes]: "a\nb\na" }, second: 0 }, { [notes]: "b\na" }, 60),
    history: [
      [john, 0, { [notes]: "a\nb\na" }],
      [me, 60, { [notes]: "b\na" }],
      [jane, 61, { [notes]: "a\nB\na" }],
    ],
    expected: [["mine", [notes, "b\na", "Jane"]]],
  },
  {
    name: "a text whose lines I moved, and which is as before",
    put: putOf({ values: { [notes]: "a\nb\nc" }, second: 0 }, { [notes]: "c\na\nb" }, 60),
    history: [
      [john, 0, { [notes]: "a\nb\nc" }],
      [me, 60, { [notes]: "c\na\nb" }],
      [jane, 61, { [notes]: "a\nb\nc" }],
    ],
    expected: [["mine", [notes, "c\na\nb", "Jane"]]],
  },
  {
    name: "a colleague's edit of my text right after, which keeps my line, and one that drops it",
    put: putOf({ values: { [notes]: "a\nb\nc" }, second: 0 }, { [notes]: "A\nb\nc" }, 60),
    history: [
      [john, 0, { [notes]: "a\nb\nc" }],
      [me, 60, { [notes]: "A\nb\nc" }],
      [jane, 60, { [notes]: "A\nb\nC" }],
      [john, 61, { [notes]: "a\nb\nC" }],
    ],
    expected: [["mine", [notes, "A\nb\nc", "John"]]],
  },
  {
    name: "a colleague's attachment right after mine, which keeps mine",
    put: putOf({ values: { [files]: [1] }, second: 0 }, { [files]: [1, 2] }, 60),
    history: [
      [john, 0, { [files]: [1] }],
      [me, 60, { [files]: [1, 2] }],
      [jane, 61, { [files]: [1, 2, 3] }],
    ],
    expected: [],
  },
  {
    name: "a colleague's attachment that mine has undone without naming any",
    put: putOf({ values: { ...first, [files]: [1] }, second: 0 }, { [title]: "mine" }, 60),
    history: [
      [john, 0, { ...first, [files]: [1] }],
      [jane, 60, { ...first, [files]: [1, 4] }],
      [me, 60, { ...first, [title]: "mine", [files]: [1] }],
    ],
    expected: [["theirs", [files, [1, 4], "Jane"]]],
  },
  {
    name: "a file that a colleague has removed, which is gone from the history",
    put: putOf({ values: { ...first, [files]: [1, 2] }, second: 0 }, { [title]: "mine" }, 60),
    history: [
      [john, 0, { ...first, [files]: [1] }],
      [jane, 60, { ...first, [files]: [1] }],
      [me, 60, { ...first, [title]: "mine", [files]: [1] }],
    ],
    expected: [],
  },
];

suite("what the history says of a save", () => {
  for (const { name, put, history, isPart, knowledge, expected } of cases) {
    test(name, () => {
      const known = { taken: new Set<number>(), laterPuts: [], ...knowledge };
      assert.deepEqual(told(judgeSave(put, { steps: stepsOf(history), isWhole: !isPart }, known)), expected);
    });
  }

  test("what was replaced is told with what it was made from, what took its place, when, and all of that version", () => {
    const history: Step[] = [
      before,
      [jane, 60, { [title]: "theirs", [notes]: "theirs" }],
      [me, 60, { [title]: "mine", [notes]: "theirs" }],
    ];
    const known = { taken: new Set<number>(), laterPuts: [] };
    const judgement = judgeSave(mine, { steps: stepsOf(history), isWhole: true }, known);
    assert.ok(judgement.kind === "told");
    const [replacement] = judgement.replacements;
    const [field] = replacement?.fields ?? [];
    assert.deepEqual(
      [field?.before.value, field?.lost.value, field?.now.value, field?.on],
      ["first", "theirs", "mine", "2026-03-13T14:01:00+00:00"],
    );
    assert.deepEqual(
      replacement?.version.fields.map(({ entry }) => textOf(entry?.members ?? {})),
      ["theirs", "theirs"],
    );
    assert.deepEqual([judgement.changesetId, judgement.isSure, replacement?.isComment], [9003, false, false]);
  });

  test("a value that a step has as another kind, as before the field was changed, is compared with none", () => {
    const history: Step[] = [
      before,
      [jane, 60, { ...first, [notes]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ];
    const steps = stepsOf(history).map((step) => ({
      ...step,
      values: step.values.map((value) => (value.fieldId === notes ? { ...value, kind: "string" as const } : value)),
    }));
    const known = { taken: new Set<number>(), laterPuts: [] };
    assert.deepEqual(told(judgeSave(mine, { steps, isWhole: true }, known)), []);
  });

  test("a value of which only the step before mine has another kind is compared with none", () => {
    const history: Step[] = [
      before,
      [jane, 60, { ...first, [notes]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ];
    const steps = stepsOf(history).map((step, at) => ({
      ...step,
      values: step.values.map((value) =>
        value.fieldId === notes && at === 1 ? { ...value, kind: "string" as const } : value,
      ),
    }));
    const known = { taken: new Set<number>(), laterPuts: [] };
    assert.deepEqual(told(judgeSave(mine, { steps, isWhole: true }, known)), []);
  });

  test("steps that tell no author may be mine, whoever I am", () => {
    const history: Step[] = [
      before,
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ];
    const steps = stepsOf(history).map(({ authorId: _, ...step }) => step);
    const known = { taken: new Set<number>(), laterPuts: [], ownId: me };
    assert.deepEqual(told(judgeSave(mine, { steps, isWhole: true }, known)), [["theirs", [title, "theirs", "Jane"]]]);
  });

  test("where two people say the same words, whose key it is decides which of them undid a change", () => {
    const history: Step[] = [
      before,
      [john, 60, { ...first, [notes]: "theirs" }],
      [me, 60, first, "+1"],
      [jane, 60, first, "+1"],
    ];
    const newest = { steps: stepsOf(history), isWhole: true };
    const known = { taken: new Set<number>(), laterPuts: [] };
    const put = commentOf(base, "+1", 60);
    const judgement = judgeSave(put, newest, known);
    assert.ok(judgement.kind === "told" && !judgement.isSure);
    assert.deepEqual(told(judgeSave(put, newest, { ...known, ownId: me })), [["theirs", [notes, "theirs", "John"]]]);
  });

  test("a comment is told from a save of the same words in a row by what was said in between", () => {
    const history: Step[] = [
      before,
      [john, 60, { ...first, [notes]: "theirs" }],
      [me, 60, first, "once"],
      [me, 60, first, "again"],
      [john, 61, { ...first, [notes]: "theirs" }, "again"],
      [me, 61, first, "again"],
    ];
    const newest = { steps: stepsOf(history), isWhole: true };
    const put = commentOf(base, "again", 61);
    const known = { taken: new Set<number>(), laterPuts: [commentOf(base, "later", 62)], ownId: me };
    assert.deepEqual(told(judgeSave(put, newest, known)), [["theirs", [notes, "theirs", "John"]]]);
  });

  test("a service that tells no versions is judged by what steps hold", () => {
    const put = { ...mine, version: {}, target: { ...mine.target, version: {} } };
    const history: Step[] = [
      before,
      [jane, 60, { ...first, [title]: "theirs" }],
      [me, 60, { ...first, [title]: "mine" }],
    ];
    const known = { taken: new Set<number>(), laterPuts: [] };
    assert.deepEqual(told(judgeSave(put, { steps: stepsOf(history), isWhole: true }, known)), [
      ["theirs", [title, "theirs", "Jane"]],
    ]);
  });

  test("hundreds of texts whose lines occur again and again take a second together, and are told", () => {
    const ids = Array.from({ length: 200 }, (_, index) => 1000 + index);
    const blank = "\n".repeat(490);
    const texts = (content: string) =>
      ids.map((fieldId): FieldValue => {
        const entry = { fieldId, members: { value: { content, format: "text" } } };
        return { fieldId, type: "text", label: "", kind: "text", names: {}, entry };
      });
    const histories: Step[] = [before, [jane, 60, first], [me, 60, { ...first, [title]: "mine" }]];
    const contents = [blank + blank, `${blank}theirs${blank}`, `${blank}somebody's${blank}`];
    const steps = stepsOf(histories).map((step, at) => ({
      ...step,
      values: [...step.values, ...texts(contents[at] ?? "")],
    }));
    const read = texts(blank + blank).map((field) => ({ ...field, isWritable: true, isRequired: false }));
    const put = { ...mine, target: { ...mine.target, fields: [...mine.target.fields, ...read] } };
    const known = { taken: new Set<number>(), laterPuts: [] };
    const { user } = process.cpuUsage();
    const judgement = judgeSave(put, { steps, isWhole: true }, known);
    const tookMs = (process.cpuUsage().user - user) / 1000;
    assert.ok(tookMs < 8000, `${tookMs} ms`);
    assert.equal(judgement.kind === "told" && judgement.replacements[0]?.fields.length, ids.length);
  });
});
