import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { meantChoices } from "../../../../src/core/language/question.ts";

const [one, two, three] = [1, 2, 3].map((id) => ({ id, label: `Value ${id}` })) as [Choice, Choice, Choice];
type Choice = { readonly id: number; readonly label: string };

suite("what Enter chooses of many values", () => {
  for (const { name, standing, checked, found, expected } of [
    {
      name: "is the row that words have found, beside what stands",
      standing: [one],
      checked: [one],
      found: two,
      expected: [one, two],
    },
    { name: "is that row alone where nothing stands", standing: [], checked: [], found: two, expected: [two] },
    { name: "is what stands, where that was found", standing: [one], checked: [one], found: one, expected: [one] },
    {
      name: "is what stands, where nothing was found",
      standing: [one],
      checked: [one],
      found: undefined,
      expected: [one],
    },
    {
      name: "is what is checked, where something else is",
      standing: [one],
      checked: [one, three],
      found: two,
      expected: [one, three],
    },
    { name: "is what is left, where something was unchecked", standing: [one], checked: [], found: two, expected: [] },
    { name: "is what was exchanged", standing: [one], checked: [three], found: two, expected: [three] },
  ]) {
    test(name, () => assert.deepEqual(meantChoices(standing, checked, found), expected));
  }
});
