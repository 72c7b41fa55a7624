import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { StoredPut } from "../../../../src/core/workingCopy/ports.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const title = 101;
const other = 102;
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

suite("what a working copy tells of its PUTs", () => {
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;
  let told: StoredPut[];

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [other]: { kind: "string", members: { value: "As it was" } },
    });
    told = [];
    const trackers = { tracker: async () => undefined };
    copy = artifactCopy(512, service, trackers, new MemoryStateStore(), (put) => told.push(put));
    await copy.adopt(document, await copy.read(signal));
  });

  const mine = (value: string): readonly Entry[] => [{ fieldId: title, members: { value } }];
  const save = (value: string) => copy.save(document, mine(value), "plain", signal);
  /** Of each PUT told of: what the field was before, what was sent, and what else was found there. */
  const summary = () =>
    told.map(({ target, changed, version, differing }) => ({
      before: target.fields.find(({ fieldId }) => fieldId === title)?.entry?.members.value,
      sent: changed.map(({ members }) => members.value),
      isVersionTold: version.etag !== undefined,
      differing,
    }));

  test("one that was carried out, with what it was made over", async () => {
    await save("Mine");
    assert.deepEqual(summary(), [{ before: "It breaks", sent: ["Mine"], isVersionTold: true, differing: [] }]);
  });

  test("one of which the artifact cannot be read afterwards", async () => {
    service.afterUpdate = () => {
      service.failReads = "unreachable";
    };
    await save("Mine");
    assert.deepEqual(summary(), [{ before: "It breaks", sent: ["Mine"], isVersionTold: true, differing: [] }]);
  });

  test("one whose answer tells an old version is told of too", async () => {
    service.wait(60);
    service.afterUpdate = () => service.wait(60);
    await save("Mine");
    assert.equal(told.length, 1);
  });

  test("with the fields that hold something else by now, where that had to be read before the save could end", async () => {
    await save("First");
    service.afterUpdate = () => service.edit(title, { value: "Theirs" });
    await save("Mine");
    assert.deepEqual(summary(), [
      { before: "It breaks", sent: ["First"], isVersionTold: true, differing: [] },
      { before: "First", sent: ["Mine"], isVersionTold: true, differing: [title] },
    ]);
  });

  test("one whose answer was lost and that was found to be carried out", async () => {
    service.loseAnswer = "applied";
    await save("Mine");
    assert.deepEqual(summary(), [{ before: "It breaks", sent: ["Mine"], isVersionTold: true, differing: [] }]);
  });

  test("one whose fate only the next save found out", async () => {
    service.wait(60);
    service.loseAnswer = "applied";
    service.failReads = "unreachable";
    assert.equal((await save("Mine")).kind, "unknown");
    assert.deepEqual(told, []);
    service.failReads = undefined;
    await save("Mine");
    assert.deepEqual(summary(), [{ before: "It breaks", sent: ["Mine"], isVersionTold: true, differing: [] }]);
  });

  test("one over a colleague's version, whose fate only the next save found out, with that version", async () => {
    service.wait(60);
    service.edit(title, { value: "Theirs" });
    service.wait(60);
    assert.equal((await save("Mine")).kind, "conflict");
    service.loseAnswer = "applied";
    service.failReads = "unreachable";
    assert.equal((await copy.save(document, mine("Mine"), "keepMine", signal)).kind, "unknown");
    service.failReads = undefined;
    await save("Mine");
    assert.deepEqual(summary(), [{ before: "Theirs", sent: ["Mine"], isVersionTold: true, differing: [] }]);
  });

  test("none that was refused, or not needed", async () => {
    await save("It breaks");
    service.wait(60);
    service.edit(other, { value: "Theirs" });
    service.wait(60);
    await save("Mine");
    assert.deepEqual(told, []);
  });
});
