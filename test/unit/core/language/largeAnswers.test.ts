import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { artifactFields } from "../../../../src/core/language/documentFields.ts";
import { checkDocument } from "../../../../src/core/language/findings.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { readArtifact } from "../../../../src/core/service/readArtifact.ts";
import { readTracker } from "../../../../src/core/service/readTracker.ts";
import { type Base, makeBase } from "../../../../src/core/workingCopy/base.ts";
import { artifactForm } from "../../../../src/core/workingCopy/textForm.ts";
import { stepsOf } from "../../../support/stepsOf.ts";

const { print, read } = await documentCodec("json").then((codec) => ({ ...codec, ...artifactForm(codec) }));

/** What a service gives, in two sizes. */
type Sized = (count: number) => { readonly values: readonly object[]; readonly tracker?: object };

const field = (fieldId: number, type: string, rest: object) => ({ field_id: fieldId, type, label: "F", ...rest });

function listOf<T>(count: number, each: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => each(index));
}

const chosen = (count: number) => listOf(count, (index) => index + 200);
const writable = { permissions: ["read", "update", "create"] };

const dependencies = (count: number, rule: (index: number) => object) => ({
  fields: listOf(count, (index) => field(index + 1, "msb", writable)),
  workflow: {
    rules: { lists: listOf(count, (index) => ({ source_value_id: 7, target_value_id: 8, ...rule(index) })) },
  },
});

const answers: Readonly<Record<string, Sized>> = {
  "an open list of many values": (count) => ({
    values: [field(1, "tbl", { bind_type: "static", bind_value_objects: chosen(count).map((id) => ({ id })) })],
  }),
  "many fields of links": (count) => ({
    values: listOf(count, (index) => field(index + 1, "art_link", { links: [{ id: 5 }] })),
  }),
  "many lists that depend on one with many values": (count) => ({
    values: listOf(count, (index) => field(index + 1, "msb", { bind_value_ids: index === 0 ? chosen(count) : [9] })),
    tracker: dependencies(count, (index) => ({ source_field_id: 1, target_field_id: index + 1 })),
  }),
  "one list with many values that depends on many": (count) => ({
    values: listOf(count, (index) => field(index + 1, "msb", { bind_value_ids: index === 0 ? chosen(count) : [9] })),
    tracker: dependencies(count, (index) => ({ source_field_id: index + 1, target_field_id: 1 })),
  }),
  "many rules between two dates": (count) => ({
    values: listOf(count, (index) => field(index + 1, "date", { value: "2026-01-02" })),
    tracker: {
      fields: listOf(count, (index) => field(index + 1, "date", writable)),
      workflow: {
        rules: { dates: listOf(count, () => ({ source_field_id: 1, target_field_id: 2, comparator: "<" })) },
      },
    },
  }),
};

function given(sized: Sized, count: number): { readonly base: Base; readonly tracker: Tracker | undefined } {
  const { values, tracker: body } = sized(count);
  const tracker = body && readTracker({ id: 12, ...body }, 12);
  const artifact = readArtifact({ id: 5, values }, 5, "https://tracker.example");
  assert.ok(artifact);
  return { base: makeBase({ artifact, version: {} }, tracker), tracker };
}

/** The text of `base`, with another value in each list and date where it `isChanged`. */
function textOf(base: Base, isChanged: boolean): string {
  const printed = print(base);
  assert.ok(printed.kind === "text");
  return isChanged ? printed.text.replaceAll("2026-01-02", "2026-01-03").replaceAll(/\b9\b/g, "10") : printed.text;
}

suite("what a large answer takes", () => {
  for (const [name, sized] of Object.entries(answers)) {
    for (const isChanged of [false, true]) {
      test(`to check a document grows as the answer does: ${name}${isChanged ? ", with changes" : ""}`, () => {
        const [small, large] = [300, 600].map((count) => {
          const { base, tracker } = given(sized, count);
          const document = read(textOf(base, isChanged));
          const fields = artifactFields(base, tracker);
          return stepsOf(() => checkDocument({ read: document, fields }));
        }) as [number, number];
        assert.ok(large < small * 3, `${small}, and of the double ${large}`);
      });
    }
  }

  test("to read the defaults of a list of groups grows as the answer does", () => {
    const [small, large] = [300, 600].map((count) => {
      const values = listOf(count, (index) => ({ id: index + 1, ugroup_reference: { id: `101_${index}` } }));
      const defaults = listOf(count, (index) => ({ id: index + 1 }));
      const list = field(1, "msb", { bindings: { type: "ugroups" }, values, default_value: defaults });
      return stepsOf(() => readTracker({ id: 12, fields: [list] }, 12));
    }) as [number, number];
    assert.ok(large < small * 3, `${small}, and of the double ${large}`);
  });

  test("is told of as many broken rules as anybody reads", () => {
    const { base, tracker } = given(answers["many rules between two dates"] as Sized, 300);
    const document = read(textOf(base, true));
    const found = checkDocument({ read: document, fields: artifactFields(base, tracker) });
    const broken = found.filter(({ about }) => about.kind === "value" && about.problem.code === "dateRule");
    assert.equal(broken.length, 100);
  });
});
