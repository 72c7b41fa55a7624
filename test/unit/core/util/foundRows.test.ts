import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { foundRows } from "../../../../src/core/util/foundRows.ts";

/** What VS Code shows at once without standing still. */
const maxRows = 2000;
const many = Array.from({ length: maxRows * 3 }, (_, index) => `Value ${index}`);
const wordsOf = (row: string) => (row.startsWith("#") ? undefined : row);
const find = (all: readonly string[], typed: string, chosen: readonly string[] = []) =>
  foundRows(all, typed, wordsOf, (row) => chosen.includes(row));

suite("rows of a list", () => {
  test("are all shown where they are few, whatever is typed", () => {
    const few = many.slice(0, maxRows);
    assert.deepEqual(find(few, "nothing like it"), { rows: few, left: 0 });
  });

  test("are shown as far as they can be, and the others are counted", () => {
    assert.deepEqual(find(many, ""), { rows: many.slice(0, maxRows), left: maxRows * 2 });
  });

  test("are found wherever they are, in small letters and without accents", () => {
    assert.deepEqual(find([...many, "Zürich-Örlikon", "Zurich"], " zÜrich "), {
      rows: ["Zürich-Örlikon", "Zurich"],
      left: 0,
    });
    assert.deepEqual(find(many, `value ${maxRows * 3 - 1}`).rows, [`Value ${maxRows * 3 - 1}`]);
    assert.deepEqual(find(many, "nothing like it"), { rows: [], left: 0 });
  });

  test("that are found are counted where they are too many", () => {
    const { rows, left } = find([...many, "Other"], "value");
    assert.deepEqual([rows.length, left], [maxRows, maxRows * 2]);
  });

  test("that are chosen are shown whatever is typed, but no more than can be shown", () => {
    const last = many[many.length - 1] ?? "";
    assert.deepEqual(find(many, "value 17", [last]).rows.at(-1), last);
    assert.deepEqual(find(many, "", [last]).rows.length, maxRows + 1);
    assert.deepEqual(find(many, "", [last]).left, maxRows * 2 - 1);
    assert.equal(foundRows(many, "nothing like it", wordsOf, () => true).rows.length, maxRows);
  });

  test("have the heading above them, and headings without any are left out", () => {
    assert.deepEqual(find(["# Values", ...many, "# Others", "Other", "# None"], "other"), {
      rows: ["# Others", "Other"],
      left: 0,
    });
  });
});
