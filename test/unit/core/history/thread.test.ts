import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Thread } from "../../../../src/core/history/thread.ts";
import { line, step } from "./longHistory.ts";

suite("a step as a reader sees it", () => {
  const shown = (before: string, after: string) => {
    const [from, to] = [line(before), line(after)];
    const changes = [{ fieldId: from.fieldId, label: from.label, before: from, after: to }];
    return new Thread(undefined).of([{ step: step(2, [to]), before: step(1, [from]), changes }])[0]?.changes[0]?.values;
  };

  test("tells short values from what to what", () => {
    assert.deepEqual(shown("One", "Two"), {
      before: { kind: "words", words: ["One"] },
      after: { kind: "words", words: ["Two"] },
    });
  });

  test("tells of long ones that they were changed, as of texts", () => {
    const long = "a".repeat(5_000_000);
    assert.deepEqual(
      [shown("One", long), shown(long, "Two"), shown(long, `${long}b`)],
      [undefined, undefined, undefined],
    );
  });
});
