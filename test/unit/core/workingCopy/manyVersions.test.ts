import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { readArtifact } from "../../../../src/core/service/readArtifact.ts";
import { jsonSize } from "../../../../src/core/util/boundedMap.ts";
import { artifactSettlement } from "../../../../src/core/workingCopy/artifactSettlement.ts";
import type { ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, makeBase } from "../../../../src/core/workingCopy/base.ts";
import {
  noteChange,
  settle,
  takenUpWith,
  unsettledParts,
  type Watched,
} from "../../../../src/core/workingCopy/settlement.ts";

function baseOf(value: object): Base {
  const artifact = readArtifact({ id: 5, values: [{ field_id: 1, label: "F", ...value }] }, 5, "https://t.example");
  assert.ok(artifact);
  return makeBase({ artifact, version: {} }, undefined);
}

function sayingOf(base: Base): readonly { readonly fieldId: number; readonly members: JsonObject }[] {
  return base.fields.flatMap(({ entry }) => entry ?? []);
}

/** What is watched in a document without changes of its own that has shown one version after another. */
function watchedAfter(versions: readonly Base[]): Watched<ArtifactTypes> {
  let watched: Watched<ArtifactTypes> | undefined;
  for (const [index, theirs] of versions.entries()) {
    const ancestor = versions[index - 1];
    watched = ancestor ? settle(artifactSettlement, watched, { mine: sayingOf(theirs), ancestor, theirs }) : undefined;
  }
  assert.ok(watched);
  return watched;
}

/** The fields that wait for a decision once undoing has brought back `old` in a document that shows `newest`. */
function undoneTo(old: Base, newest: Base, watched: Watched<ArtifactTypes>): readonly number[] {
  const [before, after] = [sayingOf(newest), sayingOf(old)];
  const noted = noteChange(artifactSettlement, watched, newest, { from: before, to: after, isUndo: true });
  return unsettledParts(artifactSettlement, noted.settlement, newest, after).map(({ fieldId }) => fieldId);
}

suite("a document that is open while its artifact changes again and again", () => {
  test("keeps the newest values of a text, and still knows an old one that undoing brings back", () => {
    const text = (n: number) => baseOf({ type: "text", format: "text", value: `version ${n}` });
    const versions = Array.from({ length: 100 }, (_, n) => text(n));
    const watched = watchedAfter(versions);
    assert.equal(watched.settlement.outdated[1]?.length, 20);
    for (const n of [0, 50, 98]) {
      assert.deepEqual(undoneTo(text(n), text(99), watched), [1], `version ${n}`);
    }
    const restored = takenUpWith(artifactSettlement, watched, text(99), sayingOf(text(0)));
    const asked = unsettledParts(artifactSettlement, restored.settlement, text(99), sayingOf(text(0)));
    assert.deepEqual([asked.length, watched.settlement.theirs?.[1]?.length], [1, 20]);
  });

  test("keeps no more of long texts than fits on the disk at each step, and still knows an old one", () => {
    const text = (n: number) => baseOf({ type: "text", format: "text", value: `${"long ".repeat(600_000)}${n}` });
    const versions = Array.from({ length: 8 }, (_, n) => text(n));
    const watched = watchedAfter(versions);
    const { outdated, theirs = {} } = watched.settlement;
    assert.ok(Math.max(jsonSize(outdated), jsonSize(theirs)) <= 16 * 1024 * 1024);
    assert.deepEqual(
      theirs[1]?.map(({ was }) => was),
      [0, 6].map((n) => sayingOf(text(n))[0]?.members),
    );
    for (const n of [0, 3, 6]) {
      assert.deepEqual(undoneTo(text(n), text(7), watched), [1], `version ${n}`);
    }
    const undone = noteChange(artifactSettlement, watched, text(7), {
      ...{ from: sayingOf(text(7)), to: sayingOf(text(3)) },
      isUndo: true,
    });
    assert.ok(jsonSize(undone.settlement.outdated) <= 16 * 1024 * 1024);
  });

  for (const [type, value] of [
    ["names", (id: number, words: string) => ({ links: [{ id, type: "", title: words }], type: "art_link" })],
    [
      "members",
      (id: number, words: string) => ({
        ...{ type: "tbl", bind_type: "static" },
        bind_value_objects: [{ id: `o${id}`, label: `${words} ${id}` }],
      }),
    ],
  ] as const) {
    test(`keeps no more of sets with long ${type} than fits on the disk at each step`, () => {
      const fields = (n: number) =>
        Array.from({ length: 3 }, (_, index) => ({
          ...{ field_id: index + 1, label: "F" },
          ...value(n * 3 + index + 1, "long ".repeat(60_000)),
        }));
      const version = (n: number): Base => {
        const artifact = readArtifact({ id: 5, values: fields(n) }, 5, "https://t.example");
        assert.ok(artifact);
        return makeBase({ artifact, version: {} }, undefined);
      };
      const versions = Array.from({ length: 12 }, (_, n) => version(n));
      const watched = watchedAfter(versions);
      assert.ok(jsonSize(watched.settlement.sets ?? {}) <= 4 * 1024 * 1024);
      assert.ok(jsonSize(watched.settlement.outdated) <= 16 * 1024 * 1024);
      for (const n of [0, 5, 10]) {
        assert.deepEqual(undoneTo(version(n), version(11), watched), [1, 2, 3], `version ${n}`);
      }
    });
  }

  test("watches as many members of a set as anybody makes, and still knows an old one that undoing brings back", () => {
    const links = (n: number) =>
      baseOf({
        type: "art_link",
        links: Array.from({ length: 18_000 }, (_, index) => ({ id: n * 18_000 + index + 1, type: "" })),
        reverse_links: [],
      });
    const versions = Array.from({ length: 4 }, (_, n) => links(n));
    const watched = watchedAfter(versions);
    const { sets = {} } = watched.settlement;
    assert.ok(jsonSize(sets) <= 4 * 1024 * 1024);
    assert.equal(Object.keys(sets[1]?.members ?? {}).length, 4 * 18_000);
    for (const n of [0, 2]) {
      assert.deepEqual(undoneTo(links(n), links(3), watched), [1], `version ${n}`);
    }
  });
});
