import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "./loopbackServer.ts";

const bug = 501;
const summary = 1202;
const { signal } = new AbortController();

suite("the history of an artifact", () => {
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService({ artifactCount: 0 });
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  const edit = (value: string) =>
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value }] });

  test("is counted with what cannot be seen, by one small request", async () => {
    edit("one");
    edit("two");
    service.clearRequests();
    assert.equal(await client.countChangesets(bug, signal), 4);
    assert.deepEqual(
      service.requests.map(({ path }) => path),
      [`/api/v1/artifacts/${bug}/changesets?fields=comments&limit=1&offset=0`],
    );
  });

  test("is read in the order it was made, with who, when, and the values of that time as documents have them", async () => {
    edit("one");
    edit("two");
    const { items, total, nextOffset } = await client.readChangesets(bug, { offset: 2, limit: 2 }, signal);
    assert.deepEqual([items.length, total, nextOffset], [2, 4, undefined]);
    assert.deepEqual(
      items.map(({ values }) => values.find(({ fieldId }) => fieldId === summary)?.entry?.members),
      [{ value: "one" }, { value: "two" }],
    );
    const { artifact, version } = await client.readArtifact(bug, signal);
    const [, last] = items;
    assert.deepEqual(last?.values, artifact.values);
    assert.equal(last?.author, artifact.lastUpdatedBy);
    assert.equal(Date.parse(last?.submittedOn ?? ""), Date.parse(version.lastModified ?? ""));
    assert.ok(last?.authorId !== undefined && last.id > (items[0]?.id ?? 0));
  });

  test("whose key it is", async () => {
    const id = await client.readOwnId(signal);
    edit("a colleague's");
    await client.updateArtifact(bug, [{ fieldId: summary, members: { value: "Mine" } }], undefined, signal);
    const { items } = await client.readChangesets(bug, { offset: 0, limit: 5 }, signal);
    assert.deepEqual([items.at(-2)?.authorId === id, items.at(-1)?.authorId], [false, id]);
  });

  test("a service without the route says so, and what is no history is an invalid answer", async () => {
    service.control.changeSettings({ listing: "minimal" });
    const kind = (error: unknown) => (isServiceError(error) ? error.kind : String(error));
    assert.equal(await client.countChangesets(bug, signal).catch(kind), "notFound");
    service.control.changeSettings({ listing: "full" });
    service.control.addFault({ path: "/changesets", fault: { kind: "rewrite", as: "swapped" } });
    assert.equal(await client.readChangesets(bug, { offset: 0, limit: 5 }, signal).catch(kind), "invalidAnswer");
  });
});
