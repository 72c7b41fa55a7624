import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { restoration } from "../../../../src/core/history/restoration.ts";
import type { FieldValue } from "../../../../src/core/model/artifact.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { restored } from "../../../../src/core/sentences/history.ts";
import { readFieldValue } from "../../../../src/core/service/readFieldValue.ts";
import type { Base } from "../../../../src/core/workingCopy/base.ts";
import { line, longText, notes, step, summary } from "./longHistory.ts";

const files = (...ids: number[]) =>
  readFieldValue({
    field_id: 3,
    type: "file",
    label: "Files",
    file_descriptions: ids.map((id) => ({ id })),
  }) as FieldValue;

function base(values: readonly FieldValue[], more: Partial<Base> = {}, readOnly: readonly number[] = []): Base {
  const fields = values.map(({ shown: _, ...value }) => ({
    ...value,
    isWritable: !readOnly.includes(value.fieldId),
    isRequired: false,
  }));
  return { artifactId: 512, version: {}, isRacy: false, fields, ...more };
}

const entries = (...values: readonly FieldValue[]) => values.flatMap(({ entry }): Entry[] => (entry ? [entry] : []));
const old = step(9001, [line("Before"), longText("Then")]);
const now = [line("After"), longText("Then")];

suite("values of a version that come back into a text", () => {
  test("are those that differ, in place of unsaved changes of the same fields", () => {
    assert.deepEqual(restoration(old, base(now), []), {
      changes: [{ kind: "set", entry: line("Before").entry }],
      left: [],
    });
    const mine = entries(line("Mine"), longText("Mine too"));
    assert.deepEqual(
      restoration(old, base(now), mine).changes,
      [...entries(line("Before"), longText("Then"))].map((entry) => ({ kind: "set", entry })),
    );
    assert.deepEqual(restoration(old, base(now), entries(line("Before"), longText("Then"))).changes, []);
  });

  test("are only those of the fields that are named", () => {
    const mine = entries(line("Mine"), longText("Mine too"));
    for (const named of [[notes], [notes, notes]]) {
      assert.deepEqual(restoration(old, base(now), mine, named).changes, [
        { kind: "set", entry: longText("Then").entry },
      ]);
    }
  });

  test("leave alone what may not be written now, and tell so", () => {
    const left = [{ label: "Summary", why: "notWritable" }];
    assert.deepEqual(restoration(old, base(now, {}, [summary]), []), { changes: [], left });
    assert.deepEqual(restoration(old, base(now, { notUpdatable: [summary] }), []), { changes: [], left });
    assert.deepEqual(restoration(old, base([longText("Then")]), []), {
      changes: [],
      left: [{ label: "Summary", why: "gone" }],
    });
  });

  test("never empty what the version does not tell, or not in a way that can be written", () => {
    const partly = step(9001, [line("Before")]);
    assert.deepEqual(restoration(partly, base(now), []).changes.length, 1);
    // The field may have been added to the tracker since.
    const left = [{ label: "Notes", why: "unknown" }];
    assert.deepEqual(restoration(partly, base(now), []).left, left);
    assert.deepEqual(restoration(partly, base([line("Before")]), entries(longText("Mine"))).left, []);
    assert.deepEqual(restoration(partly, base([line("Before"), longText("")]), entries(longText("Mine"))).left, left);
    assert.deepEqual(restoration(partly, base([line("Before"), longText("")]), []).left, []);
    assert.deepEqual(restoration(partly, base([line("Before"), longText("Now")], {}, [notes]), []).left, []);
    assert.deepEqual(restoration(partly, base(now), [], [notes]), {
      changes: [],
      left: [{ label: "Notes", why: "unknown" }],
    });
    const broken = readFieldValue({
      field_id: notes,
      type: "text",
      label: "Notes",
      format: "text",
      value: 5,
    }) as FieldValue;
    assert.deepEqual(restoration(step(9001, [broken]), base(now), []).changes, []);
    const { entry: _, kind: __, ...unknown } = longText("Then");
    assert.deepEqual(restoration(step(9001, [unknown]), base(now), []).changes, []);
  });

  test("are not written into a field that has become another kind of field", () => {
    const text = { ...longText("Then"), fieldId: summary };
    assert.deepEqual(restoration(step(9001, [text]), base([line("After")]), []), {
      changes: [],
      left: [{ label: "Summary", why: "unknown" }],
    });
  });

  test("leave attachments, which a save would delete, unless they are named", () => {
    const before = step(9001, [files(7)]);
    assert.deepEqual(restoration(before, base([files(7, 8)]), []), {
      changes: [],
      left: [{ label: "Files", why: "attachments" }],
    });
    assert.equal(restoration(before, base([files(7, 8)]), [], [3]).changes.length, 1);
  });

  test("are counted, and those that stay are named with the reason", () => {
    const left = [
      { label: "Status", why: "notWritable" },
      { label: "Files", why: "attachments" },
      { label: "Rank", why: "notWritable" },
      { label: "Slogan", why: "unknown" },
      { label: "Old", why: "gone" },
    ] as const;
    assert.equal(
      restored(2, left),
      [
        "2 values were put into the document. It is not saved.",
        "What you may not change now stays as it is: Status, Rank.",
        "Fields that the tracker has no more are left out: Old.",
        "What was not told then stays as it is: Slogan.",
        "Attachments stay, since a save would delete those that are left out: Files.",
      ].join(" "),
    );
    assert.equal(restored(0, []), "Nothing was put back.");
  });
});
