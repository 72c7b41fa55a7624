import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import { readChangesets } from "../../../../src/core/service/changesets.ts";
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

  const readLast = async (count = 1) => {
    const offset = service.control.readArtifact({ artifactId: bug }).changesetCount - count;
    return (await client.readChangesets(bug, { offset, limit: count }, signal)).items.at(-1);
  };

  test("comments come as they were written, whatever their format", async () => {
    const comment = async (body: string, format?: "text" | "html" | "commonmark") => {
      service.control.addComment({ artifactId: bug, body, ...(format && { format }) });
      return (await readLast())?.comment;
    };
    assert.deepEqual(await comment("1 < 2 & 3"), { content: "1 < 2 & 3", format: "text" });
    assert.deepEqual(await comment("<p>Done</p>", "html"), { content: "<p>Done</p>", format: "html" });
    assert.deepEqual(await comment("*Done*", "commonmark"), { content: "*Done*", format: "commonmark" });
    edit("no word");
    assert.equal((await readLast())?.comment, undefined);
  });

  test("a private comment tells for whom it is, and is none for others", async () => {
    service.control.addComment({ artifactId: bug, body: "Hush", groups: ["150"] });
    assert.deepEqual((await readLast())?.comment, { content: "Hush", format: "text", groups: ["Testers"] });
    service.control.addComment({ artifactId: bug, body: "Hush", groups: ["151"] });
    assert.equal((await readLast())?.comment, undefined);
  });

  test("a comment by mail tells the address, an edited one who edited it and when", async () => {
    service.control.addComment({ artifactId: bug, body: "From outside", email: "someone@example.com" });
    const { author, authorId, email } = (await readLast()) ?? {};
    assert.deepEqual(
      { author, authorId, email },
      { author: "someone@example.com", authorId: undefined, email: "someone@example.com" },
    );
    service.control.addComment({ artifactId: bug, body: "Frist" });
    service.control.advanceClock({ ms: 60_000 });
    service.control.editComment({ artifactId: bug, body: "First", as: "member" });
    const { comment, submittedOn = "" } = (await readLast()) ?? {};
    assert.equal(comment?.content, "First");
    assert.equal(comment?.edited?.by, "Jane Doe (jdoe)");
    assert.ok(Date.parse(comment?.edited?.on ?? "") >= Date.parse(submittedOn) + 60_000);
  });

  test("steps without values, of nobody, and with values of types that nobody knows are read", () => {
    const user = { display_name: "Jane" };
    const unknown = { field_id: 7, type: "rating", label: "Stars", value: { stars: 3 } };
    const read = readChangesets([
      { id: 1, submitted_by: null, submitted_by_details: null, email: null, last_comment: null },
      { id: 2, submitted_by_details: user, values: [unknown, null, 7], last_comment: { body: 5, ugroups: "x" } },
      "nonsense",
    ]);
    assert.deepEqual(
      read?.map(({ id, author, comment }) => [id, author, comment]),
      [
        [1, undefined, undefined],
        [2, "Jane", undefined],
      ],
    );
    assert.deepEqual(
      read?.map(({ values }) => values.map(({ type }) => type)),
      [[], ["rating"]],
    );
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
