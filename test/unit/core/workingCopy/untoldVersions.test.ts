import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const title = 101;
const other = 102;
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

suite("a save where the service tells no versions", () => {
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [other]: { kind: "string", members: { value: "As it was" } },
    });
    copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
  });

  const open = async () => copy.adopt(document, await copy.read(signal));
  const save = (value: string): Promise<ArtifactOutcome> =>
    copy.save(document, [{ fieldId: title, members: { value } }], "plain", signal);
  const conditions = () =>
    service.requests.map((request) => (typeof request === "string" ? request : (request.condition ?? "PUT")));
  const toldWithout = (outcome: ArtifactOutcome) => outcome.kind === "saved" && outcome.isUnconditional === true;

  test("tells that it was made without a condition, also where only a read shows that it was stored", async () => {
    service.hidesVersion = "both";
    await open();
    service.loseAnswer = "applied";
    assert.ok(toldWithout(await save("Mine")));
  });

  test("tells that it was made without a condition, though its answer tells a version", async () => {
    service.hidesVersion = "both";
    await open();
    service.beforeUpdate = () => {
      service.hidesVersion = undefined;
    };
    assert.ok(toldWithout(await save("Mine")));
  });

  test("is told as not saved where nothing came of a success, however often it was sent", async () => {
    service.hidesVersion = "both";
    service.rewrite = () => ({ value: "It breaks" });
    await open();
    assert.equal((await save("Mine")).kind, "notSaved");
  });

  suite("since a PUT of unknown fate", () => {
    setup(async () => {
      await open();
      service.hidesVersion = "both";
      service.failReads = "unreachable";
      assert.equal((await save("Mine")).kind, "unknown");
      service.failReads = undefined;
      service.requests.length = 0;
    });

    test("finds that it was carried out, compares, and tells that it was made without a condition", async () => {
      const outcome = await save("Mine, and more");
      assert.deepEqual([conditions(), toldWithout(outcome)], [["GET", "GET", "PUT", "GET"], true]);
      assert.deepEqual(service.stored()[title], { value: "Mine, and more" });
    });

    test("demands the version from before where a colleague has changed something too", async () => {
      service.edit(other, { value: "Theirs" });
      assert.equal((await save("Mine, and more")).kind, "conflict");
      assert.ok(!conditions().includes("PUT"));
      assert.deepEqual(service.stored(), { [title]: { value: "Mine" }, [other]: { value: "Theirs" } });
    });
  });
});
