import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { ComparisonBudget } from "../../../../src/core/merge/mergeText.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { isLost } from "../../../../src/core/overwrite/replacedField.ts";
import { baseOf, notes } from "./history.ts";

suite("a change of a long text that another one took the place of", () => {
  const [field] = baseOf({ [notes]: "" }, 0).fields;
  const written = (content: string, format = "text"): JsonObject => ({ value: { content, format } });
  const lost = (before: JsonObject, mine: JsonObject, now: JsonObject) =>
    isLost({ field: field ?? assert.fail(), before, lost: mine, now }, new ComparisonBudget());

  test("is lost where a line stands there again that it removed, were it once of twice", () => {
    const [before, mine] = [written("a\nx\nb\nx\nc\nx"), written("a\nx\nb\nc")];
    assert.equal(lost(before, mine, written("a\nx\nb\nC")), false);
    assert.equal(lost(before, mine, written("a\nx\nb\nC\nx")), true);
  });

  test("is lost where the other one made the same of another line that says the same", () => {
    const before = written("First\nopen\n\nSecond\nopen");
    assert.equal(lost(before, written("First\ndone\n\nSecond\nopen"), written("First\nopen\n\nSecond\ndone")), true);
  });

  test("is lost where it wrote a line a second time that stands there once", () => {
    assert.equal(lost(written("a\nb\nc"), written("a\nb\nb\nc"), written("a\nb\nC")), true);
  });

  test("is lost where it has but moved lines, which the other one did not see", () => {
    assert.equal(lost(written("a\nb\nc"), written("c\na\nb"), written("a\nb\nC")), true);
  });

  test("is there whatever ends its lines", () => {
    assert.equal(lost(written("a\nb"), written("A\nb"), written("A\r\nB")), false);
  });

  test("is lost where its lines stand there as markup", () => {
    assert.equal(lost(written("a\nb"), written("<i>\nb"), written("<i>\nB", "html")), true);
  });
});
