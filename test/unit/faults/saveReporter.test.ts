import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Base } from "../../../src/core/workingCopy/base.ts";
import { artifactSaveWords } from "../../../src/editor/documents/artifactSaveWords.ts";
import { createSaveReporter } from "../../../src/editor/documents/saveReporter.ts";

suite("the report of a save", () => {
  test("tells once for a connection that its service gives no versions", () => {
    const told: string[] = [];
    const report = createSaveReporter(
      artifactSaveWords((words) => told.push(words)),
      () => {},
    );
    const base: Base = { artifactId: 5, version: {}, isRacy: false, fields: [] };
    const saved = { kind: "saved", base, differing: [], isUnconditional: true } as const;
    for (const connectionId of ["team", "team", "lab"]) {
      // Only what is read of a document here.
      const document = { connectionId, artifactId: 5, copy: { base } } as unknown as Parameters<typeof report>[0];
      assert.equal(report(document, saved), undefined);
    }
    assert.deepEqual(
      told.map((words) => /“(\w+)” tells no versions/.exec(words)?.[1]),
      ["team", "lab"],
    );
  });

  test("that met another version says which fields that changed, and who made it, as far as is known", () => {
    const field = (fieldId: number, value: string): Base["fields"][number] => ({
      ...{ fieldId, label: `Field ${fieldId}`, type: "string", kind: "string", isWritable: true, isRequired: false },
      ...{ names: {}, entry: { fieldId, members: { value } } },
    });
    const base = (value: string): Base => ({
      ...{ artifactId: 5, version: { lastModified: "Thu, 12 Mar 2026 09:00:00 GMT" }, isRacy: false },
      fields: [field(1, "as it was"), ...[2, 3, 4, 5, 6, 7, 8].map((id) => field(id, value))],
    });
    const theirs = base("theirs");
    const told = (ancestor: Base | undefined, last: string) => {
      const report = createSaveReporter(
        artifactSaveWords(
          () => {},
          () => last,
        ),
        () => {},
      );
      const copy = { conflictOf: () => ({ ancestor, theirs }) };
      const document = { connectionId: "team", artifactId: 5, copy } as unknown as Parameters<typeof report>[0];
      return report(document, { kind: "conflict", theirs, reason: "refused" })?.split(" Choose Merge")[0];
    };
    const start = "#5 was changed on the service since it was opened";
    assert.equal(
      told(base("mine"), "last by Jane Doe (jdoe), 14:05"),
      `${start}: “Field 2”, “Field 3”, “Field 4”, “Field 5”, “Field 6”, 2 more; last by Jane Doe (jdoe), 14:05.`,
    );
    assert.equal(told(theirs, "last change 14:05"), `${start}; last change 14:05.`);
    assert.equal(told(undefined, ""), `${start}.`);
  });

  test("that was not stored says so, and that the text is kept", () => {
    const report = createSaveReporter(
      artifactSaveWords(() => {}),
      () => {},
    );
    const document = { connectionId: "team", artifactId: 5, copy: {} } as unknown as Parameters<typeof report>[0];
    assert.match(report(document, { kind: "notSaved", cause: undefined }) ?? "", /#5 was not saved.*Your text is kept/);
  });

  test("of a format that was not stored says what to do", () => {
    const report = createSaveReporter(
      artifactSaveWords(() => {}),
      () => {},
    );
    const document = { connectionId: "team", artifactId: 5, copy: {} } as unknown as Parameters<typeof report>[0];
    const words = report(document, { kind: "notStored", fieldIds: [103], isOnlyFormat: true });
    assert.match(words ?? "", /The format of “103” was not stored.*Change the text too and save again/);
  });
});
