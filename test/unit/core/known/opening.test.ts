import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Catalog, staleAfterMs } from "../../../../src/core/known/catalog.ts";
import type { ArtifactState } from "../../../../src/core/workingCopy/artifactKind.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { startReferenceService } from "../../../service/referenceService.ts";
import { MemoryCatalogStore } from "../../../support/memoryCatalogStore.ts";
import { clientOf } from "../service/loopbackServer.ts";

suite("the requests of opening artifacts", () => {
  test("are one for each, and one for the structure when nothing of it is known, or it is stale", async () => {
    const { signal } = new AbortController();
    const service = await startReferenceService();
    try {
      const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
      const store = new MemoryCatalogStore();
      const clock = { nowMs: 0 };
      const window = () =>
        new Catalog(
          service.baseUrl,
          async () => client,
          store,
          () => clock.nowMs,
        );
      const requestsOf = async (catalog: Catalog, artifactId: number) => {
        service.clearRequests();
        const kept = { read: async (): Promise<ArtifactState | undefined> => undefined, write: async () => {} };
        const copy = artifactCopy(artifactId, client, catalog, { ...kept, remove: async () => {} });
        const base = await copy.read(signal);
        assert.ok(base.fields.length > 0);
        // Ends what goes on behind it as well.
        await client.listReports(12, 0, signal);
        await catalog.settled();
        return service.requests.length - 1;
      };
      const first = window();
      assert.deepEqual([await requestsOf(first, 501), await requestsOf(first, 502)], [2, 1]);
      first.dispose();
      const second = window();
      assert.deepEqual([await requestsOf(second, 501), await requestsOf(second, 501)], [1, 1]);
      clock.nowMs += staleAfterMs;
      assert.deepEqual([await requestsOf(second, 501), await requestsOf(second, 502)], [2, 1]);
    } finally {
      await service.close();
    }
  });
});
