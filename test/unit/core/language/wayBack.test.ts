import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { wayBack } from "../../../../src/core/language/ruleProblems.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { makeBase } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "../service/loopbackServer.ts";

const story = 905;
const status = 1303;
const { signal } = new AbortController();

suite("the way back from a change", () => {
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  async function inState(valueId: number) {
    service.control.editArtifact({ artifactId: story, values: [{ field: "status", bind_value_ids: [valueId] }] });
    const artifact = await client.readArtifact(story, signal);
    const tracker = await client.readTracker(artifact.artifact.tracker?.id ?? 0, signal);
    return { base: makeBase(artifact, tracker), tracker };
  }

  test("leads to the value from before where the workflow allows it", async () => {
    const before = await inState(401);
    const after = await inState(402);
    assert.deepEqual(wayBack(before.base, after.base, after.tracker, status)?.members, { bind_value_ids: [401] });
  });

  test("is none where the workflow does not lead back, and where the field may not be changed any more", async () => {
    const before = await inState(402);
    const after = await inState(403);
    assert.equal(wayBack(before.base, after.base, after.tracker, status), undefined);
    const there = await inState(401);
    const frozen = { ...there.base, notUpdatable: [status] };
    assert.equal(wayBack(before.base, frozen, there.tracker, status), undefined);
    assert.equal(wayBack(before.base, there.base, there.tracker, 999), undefined);
  });
});
