import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { readFieldValue } from "../../../../src/core/service/readFieldValue.ts";

suite("what a reader sees of a value that cannot be written", () => {
  const jane = { id: 102, real_name: "Jane Doe", username: "jdoe", display_name: "Jane Doe (jdoe)" };
  const words = (...shown: string[]) => ({ kind: "words", words: shown });
  const cases: readonly (readonly [name: string, returned: JsonObject, shown: unknown])[] = [
    [
      "when it was submitted",
      { type: "subon", value: "2024-03-13T15:00:00+01:00" },
      { kind: "date", date: "2024-03-13T15:00:00+01:00" },
    ],
    ["nothing of a date that is none", { type: "lud", value: null }, undefined],
    ["who submitted it", { type: "subby", value: jane }, words("Jane Doe (jdoe)")],
    ["its rank", { type: "priority", value: 7 }, words("7")],
    [
      "what refers to it",
      { type: "cross", value: [{ ref: "art #12", direction: "in" }, { url: "x" }] },
      { kind: "references", references: ["art #12"] },
    ],
    ["a computed number", { type: "computed", is_autocomputed: true, value: 4, manual_value: null }, words("4")],
    ["no number where none came out", { type: "computed", is_autocomputed: true, value: null }, undefined],
    [
      "the links to it",
      { type: "art_link", links: [], reverse_links: [{ id: 9, type: "_is_child", tracker: { label: "Stories" } }, {}] },
      { kind: "reverseLinks", links: [{ artifactId: 9, type: "_is_child", name: "Stories #9" }] },
    ],
    ["words of a type nobody knows", { type: "x_plugin", value: "green" }, words("green")],
    ["nothing of what is no words", { type: "burndown", value: { capacity: 5 } }, undefined],
    ["nothing of a cipher text", { type: "Encrypted", value: "x7Jh0" }, undefined],
    ["nothing more of what can be written", { type: "string", value: "a" }, undefined],
  ];
  for (const [name, returned, shown] of cases) {
    test(name, () => {
      assert.deepEqual(readFieldValue({ field_id: 101, label: "Label", ...returned })?.shown, shown);
    });
  }
});
