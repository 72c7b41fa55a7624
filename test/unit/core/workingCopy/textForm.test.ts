import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Json } from "../../../../src/core/model/json.ts";
import type { Base, BaseField } from "../../../../src/core/workingCopy/base.ts";
import { fieldForm, fieldLanguage } from "../../../../src/core/workingCopy/textForm.ts";

suite("the document of one long text", () => {
  const field = (value: Json, kind: "text" | "string" = "text"): BaseField => ({
    ...{ fieldId: 7, label: "Details", type: kind, kind, isWritable: true, isRequired: false, names: {} },
    entry: { fieldId: 7, members: { value } },
  });
  const base = (...fields: readonly BaseField[]): Base => ({ artifactId: 5, version: {}, isRacy: false, fields });
  const form = fieldForm(7, "md");

  const cases: readonly (readonly [name: string, read: Json, language: string, written: Json])[] = [
    ["Markdown", { content: "a", format: "commonmark" }, "md", { content: "b", format: "commonmark" }],
    ["HTML in an editor for Markdown", { content: "a", format: "html" }, "html", { content: "b", format: "html" }],
    ["a text without a format", "a", "txt", "b"],
  ];
  for (const [name, read, language, written] of cases) {
    test(`shows ${name}, and keeps its format`, () => {
      const of = base(field(read));
      assert.deepEqual(form.print(of), { kind: "text", text: "a" });
      assert.equal(fieldLanguage(field(read)), language);
      assert.deepEqual(form.parse("b", { base: of }).entries[0]?.members, { value: written });
      assert.equal(form.edit("a", [{ kind: "set", entry: { fieldId: 7, members: { value: written } } }]), "b");
    });
  }

  test("may be emptied by theirs", () => {
    assert.equal(form.edit("a", [{ kind: "set", entry: { fieldId: 7, members: { value: "" } } }]), "");
  });

  test("is there for long texts alone", () => {
    assert.deepEqual(form.print(base(field("a", "string"))), { kind: "unprintable", labels: ["Details"] });
    assert.equal(fieldLanguage(field("a", "string")), undefined);
  });
});
