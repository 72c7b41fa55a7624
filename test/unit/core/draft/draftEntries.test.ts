import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  childEntries,
  duplicateEntries,
  entriesToSend,
  newEntries,
  standsAsNew,
} from "../../../../src/core/draft/draftEntries.ts";
import { printMinute } from "../../../../src/core/field/date.ts";
import type { Artifact, FieldValue } from "../../../../src/core/model/artifact.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { OptionList } from "../../../../src/core/model/optionList.ts";
import { field, fieldWithDefault, tracker } from "./trackers.ts";

const now = new Date(2026, 2, 13, 23, 30);

const value = (fieldId: number, kind: FieldValue["kind"], members: JsonObject): FieldValue => ({
  fieldId,
  type: "",
  label: "",
  names: {},
  ...(kind && { kind, entry: { fieldId, members } }),
});
const source: Artifact = {
  id: 512,
  assignees: [],
  attachments: [],
  values: [
    value(1, "string", { value: "It breaks" }),
    value(2, "list", { bind_value_ids: [1, 2] }),
    value(3, "links", { links: [{ id: 7, type: "_is_child" }, { id: 8 }] }),
    value(4, "files", { value: [457] }),
    value(5, "string", { value: "" }),
    value(6, undefined, {}),
    value(7, "string", { value: "may not be submitted" }),
  ],
};

suite("The entries of a new draft", () => {
  test("are those that may be submitted, required ones first, with the defaults of the tracker", () => {
    const structure = tracker(
      field(1, "string"),
      field(2, "sb", { isRequired: true }),
      field(3, "string", { isSubmittable: false }),
      field(4, "burndown"),
      fieldWithDefault(5, "sb", { bind_value_ids: [301] }),
      field(6, "string", { isRequired: true }),
    );
    assert.deepEqual(newEntries(structure, now), [
      { fieldId: 2, members: { bind_value_ids: [] } },
      { fieldId: 6, members: { value: "" } },
      { fieldId: 1, members: { value: "" } },
      { fieldId: 5, members: { bind_value_ids: [301] } },
    ]);
  });

  test("stand as new until they say something else, in whatever form", () => {
    const structure = tracker(field(1, "string"), fieldWithDefault(2, "sb", { bind_value_ids: [301] }));
    const stands = standsAsNew(structure, now);
    const said = (fieldId: number, members: JsonObject) => stands({ fieldId, members });
    assert.deepEqual([said(1, { value: "" }), said(2, { bind_value_ids: ["301"] })], [true, true]);
    assert.deepEqual(
      [said(1, { value: "a" }), said(2, { bind_value_ids: [] }), said(3, { value: "" }), said(1, { valeu: "" })],
      [false, false, false, false],
    );
    assert.ok(!standsAsNew(undefined, now)({ fieldId: 1, members: { value: "" } }));
  });

  test("have the day on which the draft is made where the default is «today», whenever the structure was read", () => {
    const today = field(1, "date", { isTodayByDefault: true, hasTime: false });
    const minute = field(2, "date", { isTodayByDefault: true, hasTime: true });
    const structure = tracker(today, minute);
    const expected = ["2026-03-13", printMinute(now)];
    const shown = (entries: readonly Entry[]) => entries.map(({ members }) => members.value);
    assert.deepEqual(shown(newEntries(structure, now)), expected);
    assert.deepEqual(shown(duplicateEntries({ ...source, values: [] }, structure, now)), expected);
    assert.match(expected[1] ?? "", /^2026-03-13T23:30:00[+-]\d\d:\d\d$/);
  });

  test("are none where the structure of the tracker is not known", () => {
    assert.deepEqual(newEntries(undefined, now), []);
  });
});

suite("What a POST carries", () => {
  const cases: readonly {
    readonly name: string;
    readonly type: string;
    readonly byDefault?: JsonObject;
    readonly written: JsonObject;
    readonly sent: JsonObject | undefined;
  }[] = [
    { name: "an empty line", type: "string", written: { value: "" }, sent: undefined },
    { name: "a line", type: "string", written: { value: "a" }, sent: { value: "a" } },
    { name: "spaces", type: "string", written: { value: " " }, sent: { value: " " } },
    {
      name: "a line that is the default",
      type: "string",
      byDefault: { value: "none yet" },
      written: { value: "none yet" },
      sent: { value: "none yet" },
    },
    {
      name: "a line cleared of its default",
      type: "string",
      byDefault: { value: "none yet" },
      written: { value: "" },
      sent: { value: "" },
    },
    {
      name: "null in place of a default",
      type: "int",
      byDefault: { value: 1 },
      written: { value: null },
      sent: { value: "" },
    },
    { name: "zero", type: "int", written: { value: 0 }, sent: { value: 0 } },
    { name: "an empty date", type: "date", written: { value: "" }, sent: undefined },
    {
      name: "an empty text of another format",
      type: "text",
      byDefault: { value: { content: "", format: "html" } },
      written: { value: { content: "", format: "text" } },
      sent: undefined,
    },
    {
      name: "a text cleared of its default",
      type: "text",
      byDefault: { value: { content: "Steps:", format: "html" } },
      written: { value: { content: "", format: "html" } },
      sent: { value: { content: "", format: "html" } },
    },
    {
      name: "a plain string, which has the format of the default",
      type: "text",
      byDefault: { value: { content: "", format: "commonmark" } },
      written: { value: "*bold*" },
      sent: { value: { content: "*bold*", format: "commonmark" } },
    },
    { name: "None", type: "sb", written: { bind_value_ids: [100] }, sent: undefined },
    {
      name: "None in place of a default",
      type: "sb",
      byDefault: { bind_value_ids: [301] },
      written: { bind_value_ids: [100] },
      sent: { bind_value_ids: [] },
    },
    { name: "no open values", type: "tbl", written: { value: { bind_value_objects: [] } }, sent: undefined },
    { name: "no links", type: "art_link", written: { links: [] }, sent: undefined },
    {
      name: "no links but a parent",
      type: "art_link",
      written: { links: [], parent: { id: 4 } },
      sent: { links: [], parent: { id: 4 } },
    },
    { name: "no attachments", type: "file", written: { value: [] }, sent: undefined },
    { name: "computed", type: "computed", written: { is_autocomputed: true }, sent: undefined },
    {
      name: "computed in place of a manual default",
      type: "computed",
      byDefault: { manual_value: 3 },
      written: { is_autocomputed: true },
      sent: { is_autocomputed: true },
    },
    { name: "no groups", type: "perm", written: { value: { granted_groups: [] } }, sent: undefined },
    { name: "no steps", type: "ttmstepdef", written: { value: [] }, sent: undefined },
  ];
  for (const { name, type, byDefault, written, sent } of cases) {
    test(`of ${type}: ${name}`, () => {
      const structure = tracker(byDefault ? fieldWithDefault(1, type, byDefault) : field(1, type));
      assert.deepEqual(
        entriesToSend([{ fieldId: 1, members: written }], structure),
        sent ? [{ fieldId: 1, members: sent }] : [],
      );
    });
  }

  test("of a date that would be «today»: the empty one where it was cleared, nothing where there is no entry", () => {
    const structure = tracker(field(1, "date", { isTodayByDefault: true }));
    const cleared = { fieldId: 1, members: { value: "" } };
    assert.deepEqual(entriesToSend([{ fieldId: 1, members: { value: null } }], structure), [cleared]);
    assert.deepEqual(entriesToSend([], structure), []);
  });

  test("of a date without a time of day: the day alone", () => {
    const written = [{ fieldId: 1, members: { value: "2026-03-13T00:00:00+09:00" } }];
    const sent = (hasTime: boolean) => entriesToSend(written, tracker(field(1, "date", { hasTime })));
    assert.deepEqual(sent(false), [{ fieldId: 1, members: { value: "2026-03-13" } }]);
    assert.deepEqual(sent(true), written);
  });

  test("of a field that is not known: what is written", () => {
    const entries = [{ fieldId: 9, members: { value: "" } }];
    assert.deepEqual(entriesToSend(entries, tracker()), entries);
    assert.deepEqual(entriesToSend(entries, undefined), entries);
  });
});

suite("A duplicate", () => {
  for (const [what, status] of [
    ["no value by default", field(2, "sb")],
    ["an empty list by default", fieldWithDefault(2, "sb", { bind_value_ids: [] })],
    ["None by default", fieldWithDefault(2, "sb", { bind_value_ids: [100] })],
  ] as const) {
    test(`keeps the status where the tracker has ${what}`, () => {
      const structure = { ...tracker(status), statusFieldId: 2 };
      assert.deepEqual(duplicateEntries(source, structure, now), [{ fieldId: 2, members: { bind_value_ids: [1, 2] } }]);
    });
  }

  test("has the values of its source, without attachments, children and hidden values", () => {
    const structure = tracker(
      field(1, "string"),
      field(2, "msb", {
        options: new OptionList([
          { id: 1, label: "A", isHidden: false },
          { id: 2, label: "B", isHidden: true },
        ]),
      }),
      field(3, "art_link"),
      field(4, "file"),
      fieldWithDefault(5, "string", { value: "none yet" }),
      fieldWithDefault(8, "string", { value: "not read" }),
      field(7, "string", { isSubmittable: false }),
    );
    const entries = duplicateEntries(source, structure, now);
    assert.deepEqual(entries, [
      { fieldId: 1, members: { value: "It breaks" } },
      { fieldId: 2, members: { bind_value_ids: [1] } },
      { fieldId: 3, members: { links: [{ id: 8 }] } },
      { fieldId: 4, members: { value: [] } },
      { fieldId: 5, members: { value: "" } },
      { fieldId: 8, members: { value: "not read" } },
    ]);
    assert.deepEqual(
      entriesToSend(entries, structure).map(({ fieldId }) => fieldId),
      [1, 2, 3, 5, 8],
    );
  });

  test("has the status of a new artifact", () => {
    for (const member of ["statusFieldId", "workflowFieldId"]) {
      const structure = { ...tracker(fieldWithDefault(2, "sb", { bind_value_ids: [301] })), [member]: 2 };
      assert.deepEqual(duplicateEntries(source, structure, now), [{ fieldId: 2, members: { bind_value_ids: [301] } }]);
    }
  });

  test("has the status of its source where a new artifact has none", () => {
    const status = { fieldId: 2, members: { bind_value_ids: [1, 2] } };
    for (const member of ["statusFieldId", "workflowFieldId"]) {
      assert.deepEqual(duplicateEntries(source, { ...tracker(field(2, "sb")), [member]: 2 }, now), [status]);
    }
  });

  test("without the structure has what the artifact shows, but no attachments and children", () => {
    const entries = duplicateEntries(source, undefined, now);
    assert.deepEqual(
      entries.map(({ fieldId }) => fieldId),
      [1, 2, 3, 5, 7],
    );
    assert.deepEqual(entries[2]?.members, { links: [{ id: 8 }] });
  });
});

suite("A child", () => {
  test("names its parent in the field for links", () => {
    assert.deepEqual(childEntries(512, tracker(field(1, "string"), field(2, "art_link")), now), [
      { fieldId: 1, members: { value: "" } },
      { fieldId: 2, members: { links: [], parent: { id: 512 } } },
    ]);
  });

  test("cannot be made in a tracker without such a field", () => {
    assert.equal(childEntries(512, tracker(field(2, "art_link", { isSubmittable: false })), now), undefined);
  });
});
