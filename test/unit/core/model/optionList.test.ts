import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { OptionList } from "../../../../src/core/model/optionList.ts";

suite("the values of a list", () => {
  const options = new OptionList([
    { id: 101, label: "Open", isHidden: true },
    { id: 102, label: " open", isHidden: false },
    { id: 103, label: "Closed", isHidden: true },
    { id: "o4", label: "Typed", isHidden: false },
    { id: 105, label: "OPEN", isHidden: false },
  ]);

  test("are found by their ids, written as a number or as a text", () => {
    assert.deepEqual(
      [103, "103", "o4", 104].map((id) => options.get(id)?.label),
      ["Closed", "Closed", "Typed", undefined],
    );
  });

  test("are found by their labels in any case, the first that may be chosen, and free values not at all", () => {
    assert.deepEqual(
      ["OPEN ", "closed", "Typed"].map((label) => options.labelled(label)?.id),
      [102, 103, undefined],
    );
  });

  test("are offered where they are not hidden, and kept as they are", () => {
    assert.deepEqual(
      options.offered.map(({ option, searched }) => [option.id, searched]),
      [
        [102, "open"],
        ["o4", "typed"],
        [105, "open"],
      ],
    );
    assert.deepEqual(new OptionList(JSON.parse(JSON.stringify(options))), options);
  });
});
