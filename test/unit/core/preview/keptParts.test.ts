import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import type { DocumentNames } from "../../../../src/core/language/ports.ts";
import type { Artifact, FieldValue } from "../../../../src/core/model/artifact.ts";
import type { FieldKind } from "../../../../src/core/model/fieldKind.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import type { Tracker, TrackerField } from "../../../../src/core/model/tracker.ts";
import { Pieces } from "../../../../src/core/preview/html.ts";
import { type PreviewSource, previewOf } from "../../../../src/core/preview/previewModel.ts";
import { previewPage } from "../../../../src/core/preview/previewPage.ts";
import { makeBase } from "../../../../src/core/workingCopy/base.ts";
import { pageLinks } from "../../../support/pageLinks.ts";

/** What can be known of the fields, in turn: the service's values, and what may be typed. */
const fields: readonly (Pick<TrackerField, "fieldId" | "type" | "kind" | "bindsTo"> & { values: JsonObject[] })[] = [
  { fieldId: 1, type: "string", kind: "string", values: ["It breaks", "It is slow", ""].map((value) => ({ value })) },
  { fieldId: 2, type: "sb", kind: "list", values: [[301], [302], []].map((ids) => ({ bind_value_ids: ids })) },
  { fieldId: 3, type: "text", kind: "text", values: [text("# A", "commonmark"), text("b", "text"), text("", "text")] },
  {
    ...{ fieldId: 4, type: "sb", kind: "list", bindsTo: "users" },
    values: [[104], [105, 106], []].map((ids) => ({ bind_value_ids: ids })),
  },
  {
    ...{ fieldId: 5, type: "art_link", kind: "links" },
    values: [[9], [9, 10], []].map((ids) => ({ links: ids.map((id) => ({ id, type: "_is_child" })) })),
  },
  { fieldId: 6, type: "date", kind: "date", values: ["2024-03-13", "2024-03-14", ""].map((value) => ({ value })) },
];

function text(content: string, format: string): JsonObject {
  return { value: { content, format } };
}

suite("a page of which parts are kept", () => {
  const tracker: Tracker = {
    ...{ id: 12, label: "Bugs", titleFieldId: 1, statusFieldId: 2 },
    fields: fields.map(({ values: _, ...field }) => ({
      ...{ name: field.type, label: `Field ${field.fieldId}`, ...field },
      ...{ isRequired: false, isUpdatable: true, isSubmittable: true },
      options: new OptionList(
        (field.fieldId === 2 ? [301, 302] : []).map((id) => ({ id, label: `State ${id}`, isHidden: false })),
      ),
    })) as unknown as Tracker["fields"],
  };
  const artifactOf = (chosen: readonly number[]): Artifact => ({
    ...{ id: 512, assignees: [], attachments: [] },
    values: fields.flatMap(({ fieldId, type, kind, values }, index): FieldValue[] => {
      const members = values[chosen[index] ?? -1];
      return members
        ? [{ fieldId, type, label: "", kind: kind as FieldKind, entry: { fieldId, members }, names: {} }]
        : [];
    }),
  });
  const choice = fc.array(fc.integer({ min: -1, max: 2 }), { minLength: fields.length, maxLength: fields.length });
  const artifacts = fc.array(choice, { minLength: 1, maxLength: 3 }).map((each) => each.map(artifactOf));
  const state = fc.record({
    artifact: fc.nat(2),
    typed: choice,
    isDescribed: fc.boolean(),
    isBroken: fc.boolean(),
    people: fc.subarray([104, 105, 106]),
    linked: fc.subarray([9, 10]),
    steps: fc.nat(3),
  });
  const steps = [1, 2, 3].map((changesetId) => ({
    ...{ changesetId, isCreation: changesetId === 1, author: "Jane Doe (jdoe)", changes: [] },
    comment: { content: `Comment ${changesetId}`, format: "commonmark" as const },
  }));
  const entries = fields.map(({ fieldId, values }) => values.map((members) => ({ fieldId, members })));

  const rendered = async (markdown: string) => `<p>${markdown}</p>`;
  const draw = async (source: PreviewSource, pieces: Pieces, renderMarkdown = rendered) =>
    await previewPage(previewOf(source), {
      ...{ links: pageLinks, pieces, pictures: new Map(), nonce: "n0nce", language: "en-GB" },
      renderMarkdown,
      artifactOf: () => undefined,
      keywords: new Set(),
      sizeText: (bytes) => `${bytes} B`,
    });

  test("is the one that is drawn whole, whatever was drawn before", async () => {
    await fc.assert(
      fc.asyncProperty(artifacts, fc.array(state, { minLength: 2, maxLength: 8 }), async (known, states) => {
        const bases = known.map((artifact) => makeBase({ artifact, version: {} }, tracker));
        const pieces = new Pieces();
        for (const { artifact, typed, isDescribed, isBroken, people, linked, steps: count } of states) {
          const at = artifact % known.length;
          const names: DocumentNames = {
            person: (id) => (people.includes(id) ? `Person ${id}` : undefined),
            artifact: (id) => (linked.includes(id) ? { id, title: `Linked ${id}` } : undefined),
            attachment: () => undefined,
          };
          const source = {
            ...{ artifact: known[0] as Artifact, base: bases[at], isBroken },
            ...(isDescribed && { tracker }),
            entries: entries.flatMap((values, index) => values[typed[index] ?? -1] ?? []),
            discussion: { entries: steps.slice(0, count), hasOlder: false, isRead: count > 0, isReading: count === 0 },
          } as PreviewSource;
          const whole = await draw({ ...source, names }, new Pieces());
          assert.equal(await draw({ ...source, names }, pieces), whole);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("keeps those of the page before, and forgets what that had no more", async () => {
    const asked: string[] = [];
    const pieces = new Pieces();
    const drawWith = (count: number) =>
      draw(
        {
          artifact: artifactOf([0]),
          discussion: { entries: steps.slice(0, count), hasOlder: false, isRead: true, isReading: false },
        },
        pieces,
        (markdown) => {
          asked.push(markdown);
          return rendered(markdown);
        },
      );
    for (const count of [2, 2, 1, 2]) {
      await drawWith(count);
    }
    assert.deepEqual(asked, ["Comment 1", "Comment 2", "Comment 2"]);
  });
});
