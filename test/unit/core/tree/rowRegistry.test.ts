import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { RowRegistry } from "../../../../src/core/tree/rowRegistry.ts";
import { type ArtifactRow, childOf, type GroupRow, type RepositoriesRow } from "../../../../src/core/tree/rows.ts";
import { stepsOf } from "../../../support/stepsOf.ts";

const group: GroupRow = { kind: "group", id: "team/pinned", connectionId: "team", group: "pinned" };

function rowOf(rows: RowRegistry, artifactId: number): ArtifactRow {
  const summary = { id: artifactId };
  return rows.row({ kind: "artifact", ...childOf(group, `${artifactId}`), artifactId, summary, isPinned: true });
}

suite("the rows that are there", () => {
  test("lose what is below their parent no more, and all below that", () => {
    const rows = new RowRegistry();
    const [one, ten, two] = [1, 10, 2].map((id) => rowOf(rows, id)) as [ArtifactRow, ArtifactRow, ArtifactRow];
    const project = { id: 5, label: "P" };
    const below = rows.row<RepositoriesRow>({ kind: "repositories", ...childOf(one, "x"), project });
    rows.replaceBelow(group, [one, ten, two]);
    rows.replaceBelow(group, [ten]);
    assert.deepEqual(
      [one, below, ten, two].map(({ id }) => rows.get(id) !== undefined),
      [false, false, true, false],
    );
    assert.deepEqual(rows.ofArtifact("team", 1), []);
  });

  test("are replaced in a time that grows as they do", () => {
    const [small, large] = [300, 600].map((count) => {
      const rows = new RowRegistry();
      const listed = (from: number) => Array.from({ length: count }, (_, index) => rowOf(rows, from + index));
      rows.replaceBelow(group, listed(1));
      const others = listed(10_001);
      return stepsOf(() => rows.replaceBelow(group, others));
    }) as [number, number];
    assert.ok(large < small * 3, `${small}, and of the double ${large}`);
  });
});
