import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { noOptions, OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { checkQuery, finishedProblem } from "../../../../src/core/query/checkQuery.ts";
import { queryProblem } from "../../../../src/core/sentences/queries.ts";

const field = { isRequired: false, isUpdatable: true, isSubmittable: true, options: noOptions } as const;
const tracker: Tracker = {
  id: 12,
  label: "Bugs",
  fields: [
    { ...field, fieldId: 1, name: "summary", label: "Summary", type: "string" },
    { ...field, fieldId: 2, name: "points", label: "Points [x](command:y) $(bug)", type: "int" },
    {
      ...{ ...field, fieldId: 3, name: "status", label: "Status", type: "sb" },
      options: new OptionList([{ id: 31, label: "Open", isHidden: false }]),
    },
  ],
};

suite("A query as it is typed", () => {
  const remarks: readonly (readonly [text: string, remark: string | undefined])[] = [
    ["", undefined],
    ["sum", undefined],
    ["summary =", undefined],
    ['summary = "cra', undefined],
    ['status IN ("Open"', undefined],
    ['status = "Open" AND', undefined],
    ['status = "Open"', undefined],
    ['status = Open AND summary = "x"', 'A value is in quotes: "Open".'],
    ['summary "x"', "After “summary” an operator is missing, such as =, != or IN."],
    ['sumary = "x"', "The tracker has no field “sumary”. Is “summary” meant?"],
    ['status = "Opn"', "“Opn” is not among the values of “Status”. Is “Open” meant?"],
    ["status > 3", "“Status” cannot be compared with >."],
    ['points = "many"', "“Points [x] (command:y) $ (bug)” is a number; “many” is none."],
  ];
  for (const [text, remark] of remarks) {
    test(`${text || "nothing"} is remarked on: ${remark ?? "not yet"}`, () => {
      const problem = finishedProblem(checkQuery(text, tracker), text);
      assert.equal(problem && queryProblem(problem, text), remark);
    });
  }
});
