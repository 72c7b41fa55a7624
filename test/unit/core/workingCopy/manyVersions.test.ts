import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { readArtifact } from "../../../../src/core/service/readArtifact.ts";
import { artifactSettlement } from "../../../../src/core/workingCopy/artifactSettlement.ts";
import type { ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, makeBase } from "../../../../src/core/workingCopy/base.ts";
import { noteChange, type Settlement, settle, unsettledParts } from "../../../../src/core/workingCopy/settlement.ts";

function baseOf(value: object): Base {
  const artifact = readArtifact({ id: 5, values: [{ field_id: 1, label: "F", ...value }] }, 5, "https://t.example");
  assert.ok(artifact);
  return makeBase({ artifact, version: {} }, undefined);
}

function sayingOf(base: Base): readonly { readonly fieldId: number; readonly members: JsonObject }[] {
  return base.fields.flatMap(({ entry }) => entry ?? []);
}

/** What is watched in a document without changes of its own that has shown one version after another. */
function watchedAfter(versions: readonly Base[]): Settlement<ArtifactTypes> {
  let watched: Settlement<ArtifactTypes> | undefined;
  for (const [index, theirs] of versions.entries()) {
    const ancestor = versions[index - 1];
    watched = ancestor ? settle(artifactSettlement, watched, { mine: sayingOf(theirs), ancestor, theirs }) : undefined;
  }
  assert.ok(watched);
  return watched;
}

/** The fields that wait for a decision once undoing has brought back `old` in a document that shows `newest`. */
function undoneTo(old: Base, newest: Base, watched: Settlement<ArtifactTypes>): readonly number[] {
  const [before, after] = [sayingOf(newest), sayingOf(old)];
  const noted = noteChange(artifactSettlement, watched, newest, before, after, true);
  return unsettledParts(artifactSettlement, noted, newest, after).map(({ fieldId }) => fieldId);
}

suite("a document that is open while its artifact changes again and again", () => {
  test("keeps the newest values of a text, and still knows an old one that undoing brings back", () => {
    const text = (n: number) => baseOf({ type: "text", format: "text", value: `version ${n}` });
    const versions = Array.from({ length: 100 }, (_, n) => text(n));
    const watched = watchedAfter(versions);
    assert.equal(watched.outdated[1]?.length, 20);
    for (const n of [0, 50, 98]) {
      assert.deepEqual(undoneTo(text(n), text(99), watched), [1], `version ${n}`);
    }
  });

  test("watches as many members of a set as anybody makes, and still knows an old one that undoing brings back", () => {
    const links = (n: number) =>
      baseOf({
        type: "art_link",
        links: Array.from({ length: 18_000 }, (_, index) => ({ id: n * 18_000 + index + 1, type: "" })),
        reverse_links: [],
      });
    const versions = Array.from({ length: 4 }, (_, n) => links(n));
    const watched = watchedAfter(versions);
    assert.ok(Object.keys(watched.sets?.[1]?.members ?? {}).length <= 50_000);
    for (const n of [0, 2]) {
      assert.deepEqual(undoneTo(links(n), links(3), watched), [1], `version ${n}`);
    }
  });
});
