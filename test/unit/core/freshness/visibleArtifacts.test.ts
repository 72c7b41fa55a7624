import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { VisibleArtifacts, type VisibleArtifactsService } from "../../../../src/core/freshness/visibleArtifacts.ts";
import type { Artifact } from "../../../../src/core/model/artifact.ts";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";

const { signal } = new AbortController();

suite("a reading of what is visible", () => {
  let visible: VisibleArtifacts;
  let requests: string[];
  /** Of ids that are not answered: why. */
  let refused: Map<number, ServiceErrorKind>;
  let listing: ServiceErrorKind | undefined;

  setup(() => {
    visible = new VisibleArtifacts();
    requests = [];
    refused = new Map();
    listing = undefined;
  });

  const artifact = (id: number): Artifact => ({ id, values: [], attachments: [], assignees: [] });
  const failure = (kind: ServiceErrorKind) => new ServiceError({ kind, method: "GET", path: "/artifacts" });

  const service: VisibleArtifactsService = {
    readArtifacts: async (ids) => {
      requests.push(ids.join());
      if (listing) {
        throw failure(listing);
      }
      return ids.filter((id) => !refused.has(id)).map(artifact);
    },
    readArtifact: async (id) => {
      requests.push(`one ${id}`);
      const kind = refused.get(id);
      if (kind) {
        throw failure(kind);
      }
      return { artifact: artifact(id), version: {} };
    },
  };

  async function at(open: number[], listed: number[] = []): Promise<{ found: number[]; gone: readonly number[] }> {
    requests.length = 0;
    const { artifacts, gone } = await visible.read({ open, listed }, service, signal);
    return { found: artifacts.map(({ id }) => id), gone };
  }

  test("is one request for all of it, each id once", async () => {
    assert.deepEqual(await at([1, 2], [2, 3]), { found: [1, 2, 3], gone: [] });
    assert.deepEqual(requests, ["1,2,3"]);
  });

  test("asks for no more of what is open than the service answers at once, and comes to all of it in turn", async () => {
    const open = Array.from({ length: 150 }, (_, index) => index + 1);
    const readings: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { found } = await at(open, [200]);
      assert.equal(requests.length, 1);
      readings.push(`${found.length}: ${found[0]}…${found.at(-1)}`);
    }
    assert.deepEqual(readings, ["100: 1…100", "100: 101…50", "100: 51…150"]);
  });

  test("asks also for an open artifact that was left out of a later turn", async () => {
    const open = Array.from({ length: 150 }, (_, index) => index + 1);
    refused.set(140, "notFound");
    assert.deepEqual((await at(open)).gone, []);
    assert.deepEqual((await at(open)).gone, [140]);
    assert.deepEqual(requests.slice(1), ["one 140"]);
  });

  test("is bounded, what is open first, and comes to all rows in turn", async () => {
    const listed = Array.from({ length: 200 }, (_, index) => index + 1);
    const readings: string[] = [];
    for (let times = 0; times < 3; times += 1) {
      const { found } = await at([500], listed);
      assert.equal(requests.length, 1);
      readings.push(`${found.length}: ${found.slice(0, 2).join()}…${found.at(-1)}`);
    }
    assert.deepEqual(readings, ["100: 500,1…99", "100: 500,100…198", "100: 500,199…97"]);
  });

  test("asks once for an open artifact that was left out, and tells that it is gone for as long as it is", async () => {
    refused.set(2, "notFound");
    assert.deepEqual(await at([1, 2], [3]), { found: [1, 3], gone: [2] });
    assert.deepEqual(requests, ["1,2,3", "one 2"]);
    assert.deepEqual(await at([1, 2]), { found: [1], gone: [2] });
    assert.deepEqual(requests, ["1,2"]);
    refused.clear();
    assert.deepEqual(await at([1, 2]), { found: [1, 2], gone: [] });
    assert.deepEqual(requests, ["1,2"]);
  });

  test("takes neither a row that was left out nor an artifact the user may not see any more for gone", async () => {
    refused.set(2, "forbidden").set(3, "notFound");
    assert.deepEqual(await at([1, 2], [3]), { found: [1], gone: [] });
    assert.deepEqual(requests, ["1,2,3", "one 2"]);
  });

  for (const kind of ["notFound", "rejected"] as const) {
    test(`where the service has no such route (${kind}) it reads what is open, a few in turn, and rows not at all`, async () => {
      listing = kind;
      await at([1, 2, 3, 4, 5, 6, 7], [8]);
      assert.deepEqual(requests.slice(1), ["one 1", "one 2", "one 3", "one 4", "one 5"]);
      refused.set(7, "notFound");
      assert.deepEqual(await at([1, 2, 3, 4, 5, 6, 7]), { found: [6, 1, 2, 3], gone: [7] });
      assert.deepEqual(requests, ["one 6", "one 7", "one 1", "one 2", "one 3"]);
    });
  }

  test("that fails otherwise fails as a whole", async () => {
    listing = "unavailable";
    await assert.rejects(at([1]), ServiceError);
    assert.deepEqual(requests, ["1"]);
  });
});
