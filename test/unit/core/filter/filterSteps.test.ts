import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { filterSteps } from "../../../../src/core/filter/filterSteps.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { filterFields } from "../../../../src/core/query/artifactFilter.ts";
import { bugs } from "../query/trackers.ts";

suite("The steps of a filter", () => {
  const option = (id: number, label: string, isHidden = false) => ({ id, label, isHidden });
  const statuses = [option(21, "New"), option(22, "Open"), option(23, "Closed"), option(24, "Old", true)];
  const tracker = {
    ...bugs,
    fields: bugs.fields.map((field) => (field.fieldId === 2 ? { ...field, options: new OptionList(statuses) } : field)),
  };

  test("tell any open status from the status «Open»", () => {
    const [step] = filterSteps(filterFields(tracker));
    assert.deepEqual(
      step?.choices.map(({ label, detail, group }) => [group, label, detail].filter((part) => part !== undefined)),
      [
        ["Any status"],
        ["Any open status", "New, Open"],
        ["Any closed status", "Closed"],
        ["One status", "New"],
        ["Open"],
        ["Closed"],
        ["Old", "no longer in use"],
      ],
    );
    const labels = step?.choices.map(({ label }) => label) ?? [];
    assert.equal(new Set(labels).size, labels.length);
  });

  test("ask for no open status where the tracker does not tell which are open", () => {
    const [step] = filterSteps(filterFields({ ...tracker, openValueIds: [] }));
    assert.deepEqual(
      step?.choices.slice(0, 2).map(({ label }) => label),
      ["Any status", "New"],
    );
  });

  test("offer of people those that the service can be asked for", () => {
    const assignee = {
      ...{ fieldId: 5, name: "assigned_to", label: "Assigned to", type: "sb", kind: "list" as const },
      ...{ isRequired: false, isSubmittable: true, isUpdatable: true },
      options: new OptionList([{ ...option(102, "Jane Doe (jdoe)"), username: "jdoe" }, option(12, "Some group")]),
    };
    const [step] = filterSteps({ assignee, openLabels: [] });
    const renamed = { assignee: { username: "jdoe", name: "Jane Roe (jdoe)" } };
    assert.equal(step?.choices.find(({ isCurrent }) => isCurrent(renamed))?.label, "Jane Doe (jdoe)");
    assert.deepEqual(
      step?.choices.map(({ label }) => label),
      ["Anyone", "Me", "Jane Doe (jdoe)"],
    );
  });

  test("know which answer stands, and what each makes of a filter", () => {
    const [step] = filterSteps(filterFields(tracker));
    const taken = step?.choices.map((choice) => choice.take({ sort: "changedLast" })) ?? [];
    assert.deepEqual(taken.slice(1, 5), [
      { status: "open", sort: "changedLast" },
      { status: "closed", sort: "changedLast" },
      { status: { value: "New", id: 21 }, sort: "changedLast" },
      { status: { value: "Open", id: 22 }, sort: "changedLast" },
    ]);
    for (const [index, filter] of taken.entries()) {
      assert.deepEqual(
        step?.choices.flatMap((choice, at) => (choice.isCurrent(filter) ? [at] : [])),
        [index],
      );
    }
  });
});
