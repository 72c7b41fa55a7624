import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { maxDocumentLength } from "../../../../src/core/codec/textTree.ts";
import type { Json } from "../../../../src/core/model/json.ts";
import type { Base, BaseField } from "../../../../src/core/workingCopy/base.ts";
import { artifactForm, fieldForm, fieldLanguage } from "../../../../src/core/workingCopy/textForm.ts";

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

suite("the document of a whole artifact", () => {
  const base = (count: number, value: string): Base => ({
    ...{ artifactId: 5, version: {}, isRacy: false },
    fields: Array.from({ length: count }, (_, index) => ({
      ...{ fieldId: index + 1, label: "F", type: "string", kind: "string", isWritable: true, isRequired: false },
      ...{ names: {}, entry: { fieldId: index + 1, members: { value } } },
    })),
  });

  for (const format of ["json", "xml"] as const) {
    for (const [name, long] of [
      ["one long text", base(1, "a".repeat(maxDocumentLength))],
      ["many fields", base(40_000, "")],
    ] as const) {
      test(`in ${format} is not looked at where it would be too long, by ${name}`, async () => {
        const { unprintable: _, ...codec } = await documentCodec(format);
        const unread = () => assert.fail("What nobody gets to see was read");
        assert.deepEqual(artifactForm({ ...codec, unprintable: unread }).print(long), { kind: "tooLong" });
      });
    }

    test(`in ${format} is shown where a thousand fields and ten long texts are full`, async () => {
      const { fields } = base(1000, "A value of a hundred characters".padEnd(100, "."));
      const full = base(10, "<p>A paragraph of HTML</p>\n".repeat(2500)).fields;
      const large = {
        ...base(0, ""),
        fields: [
          ...fields,
          ...full.map((each) => ({
            ...each,
            fieldId: each.fieldId + 1000,
            entry: { fieldId: each.fieldId + 1000, members: each.entry?.members ?? {} },
          })),
        ],
      };
      assert.equal(artifactForm(await documentCodec(format)).print(large).kind, "text");
    });
  }
});
