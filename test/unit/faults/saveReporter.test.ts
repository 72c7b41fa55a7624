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
