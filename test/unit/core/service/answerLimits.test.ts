import assert from "node:assert/strict";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { suite, test } from "mocha";
import { answerLimits, historyLimits, listingLimits } from "../../../../src/core/service/answerLimits.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { failureOf, useServers } from "./harness.ts";
import { json, type Respond } from "./loopbackServer.ts";

const { signal } = new AbortController();
const file = { n: 1, fieldId: 1, name: "a.txt", contentUrl: "/a" };

suite("limits of answers", () => {
  const serving = useServers();

  const listings: readonly (readonly [
    name: string,
    asked: number,
    list: (client: ServiceClient) => Promise<unknown>,
    wrap?: (items: readonly unknown[]) => unknown,
  ])[] = [
    ["projects", 50, (client) => client.listProjects(0, signal)],
    ["trackers", 50, (client) => client.listTrackers(101, 0, signal)],
    ["reports", 1000, (client) => client.listReports(12, 0, signal)],
    ["artifacts of a report", 50, (client) => client.listReportArtifacts(5, 0, signal)],
    ["artifacts of a tracker", 7, (client) => client.listArtifacts(12, 0, 7, signal)],
    ["one's own artifacts", 250, (client) => client.listOwnArtifacts({ assignedTo: true }, 0, signal)],
    ["people", 50, (client) => client.findUsers("jane", 0, signal)],
    ["what has the words", 50, (client) => client.searchFullText("words", 0, signal)],
    ["steps", 21, (client) => client.readChangesets(5, { offset: 0, limit: 21 }, signal)],
    ["steps to count", 1, (client) => client.countChangesets(5, signal)],
    ["repositories", 50, (client) => client.listRepositories(101, 0, signal), (repositories) => ({ repositories })],
    [
      "linked artifacts",
      50,
      (client) => client.listLinkedArtifacts(5, { type: "", direction: "forward", label: "" }, 0, signal),
      (collection) => ({ collection }),
    ],
    ["artifacts by number", 3, (client) => client.readArtifacts([1, 2, 3], signal), (collection) => ({ collection })],
  ];
  for (const [name, asked, list, wrap = (items: readonly unknown[]) => items] of listings) {
    test(`${name} are as many as were asked for, and not one more`, async () => {
      let count = asked;
      const { client } = await serving((response) => {
        const items = Array.from({ length: count }, (_, index) => ({ id: index + 1, username: "a", values: [] }));
        json(response, wrap(items));
      });
      await list(client);
      count++;
      const { kind, problem } = await failureOf(list(client));
      assert.deepEqual([kind, problem], ["invalidAnswer", "tooMany"]);
    });
  }

  test("are none that would take two seconds or 300 MB, not even of a hundred pages of fifty rows", () => {
    const all = [
      ...Object.values(answerLimits),
      ...[1, 50, 1000].flatMap((count) => [listingLimits(count), historyLimits(count)]),
    ];
    assert.ok(Math.max(...all.map(({ values }) => values)) <= 510_000);
    assert.ok(Math.max(...all.map(({ bytes }) => bytes)) <= 32.5 * 1024 * 1024);
    assert.ok(listingLimits(50).values * 100 <= 3_500_000 && listingLimits(50).bytes * 100 <= 185 * 1024 * 1024);
  });

  test("are less of settings than of other things: their access file is read line by line as it is typed", () => {
    assert.deepEqual(answerLimits.settings, { bytes: 4 * 1024 * 1024, values: 100_000 });
  });

  const routes: readonly (readonly [
    name: string,
    limits: { readonly values: number; readonly bytes: number },
    ask: (client: ServiceClient) => Promise<unknown>,
  ])[] = [
    ["an artifact", answerLimits.artifact, (client) => client.readArtifact(5, signal)],
    ["an artifact that is shown", answerLimits.artifact, (client) => client.readArtifactText(5, "json", signal)],
    ["a structure", answerLimits.structure, (client) => client.readTracker(12, signal)],
    ["settings", answerLimits.settings, (client) => client.readRepository(12, signal)],
    ["a listing", listingLimits(50), (client) => client.listProjects(0, signal)],
    ["a history", historyLimits(50), (client) => client.readChangesets(5, { offset: 0, limit: 50 }, signal)],
    ["a step", answerLimits.artifact, (client) => client.readChangesets(5, { offset: 7, limit: 1 }, signal)],
    ["a history that is counted", answerLimits.artifact, (client) => client.countChangesets(5, signal)],
    ["artifacts by number", listingLimits(2), (client) => client.readArtifacts([1, 2], signal)],
    ["oneself", answerLimits.little, (client) => client.readOwnId(signal)],
    ["kinds of links", answerLimits.little, (client) => client.listLinkTypes(5, signal)],
    ["what is left of a quota", answerLimits.little, (client) => client.readTemporaryLimits(signal)],
  ];
  for (const [name, limits, ask] of routes) {
    test(`${name} with more values than anybody has is not made at all`, async () => {
      const { client } = await serving((response) => json(response, `[${"[],".repeat(limits.values)}[]]`));
      const { kind, problem } = await failureOf(ask(client));
      assert.deepEqual([kind, problem], ["invalidAnswer", "tooLarge"]);
    });

    test(`${name} in more bytes than anybody has is not read`, async () => {
      const { client } = await serving((response) => json(response, `"${"x".repeat(limits.bytes)}"`));
      const { kind, problem } = await failureOf(ask(client));
      assert.deepEqual([kind, problem], ["invalidAnswer", "tooLarge"]);
    });
  }

  test("an artifact shown as XML in more bytes than anybody has is not read", async () => {
    const { client } = await serving((response) => {
      response.writeHead(200, { "Content-Type": "application/xml" });
      response.end(`<response>${" ".repeat(answerLimits.artifact.bytes)}</response>`);
    });
    assert.equal((await failureOf(client.readArtifactText(5, "xml", signal))).problem, "tooLarge");
  });

  test("an answer that announces more than anybody has is given up before it comes", async () => {
    const { client } = await serving((response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Length": "1000000000" }).write("{");
    });
    const { kind, problem } = await failureOf(client.readOwnId(signal));
    assert.deepEqual([kind, problem], ["invalidAnswer", "tooLarge"]);
  });

  test("a refusal is told in as many words as anybody reads, without controls", async () => {
    const { client } = await serving((response) =>
      json(response, { error: { message: `No\u0007! ${"No! ".repeat(5000)}` } }, 403),
    );
    const { serviceMessage = "" } = await failureOf(client.listProjects(0, signal));
    assert.match(serviceMessage, /^No ! No!/);
    assert.equal(serviceMessage.length, 2000);
  });

  test("a refusal of more words than anybody needs is told without them, however much was asked for", async () => {
    const { client } = await serving((response) =>
      json(response, { error: { message: "No! ".repeat(70_000) } }, 403, { "Transfer-Encoding": "chunked" }),
    );
    const { kind, serviceMessage } = await failureOf(client.listProjects(0, signal));
    assert.deepEqual([kind, serviceMessage], ["forbidden", undefined]);
  });

  test("let an artifact of a thousand fields and many megabytes through, and its history", async () => {
    const values = Array.from({ length: 1000 }, (_, index) => ({
      field_id: index + 1,
      label: `Field ${index}`,
      ...(index % 2 === 0
        ? { type: "text", format: "text", value: "é".repeat(index < 20 ? 200_000 : 50) }
        : { type: "msb", values: Array.from({ length: 20 }, (_, at) => ({ id: at + 1, label: "A", color: null })) }),
    }));
    const steps = Array.from({ length: 3 }, (_, index) => ({ id: index + 1, values }));
    const { client } = await serving((response, { path }) =>
      json(response, /changesets/.test(path) ? steps : { values }),
    );
    assert.equal((await client.readArtifact(5, signal)).artifact.values.length, 1000);
    const { items } = await client.readChangesets(5, { offset: 0, limit: 50 }, signal);
    assert.deepEqual(
      items.map((step) => step.values.length),
      [1000, 1000, 1000],
    );
  });

  test("let the one step through that a history without its own fields is counted by", async () => {
    const values = [{ field_id: 1, type: "text", format: "text", value: "é".repeat(1_000_000) }];
    const { client } = await serving((response) =>
      json(response, [{ id: 1, values }], 200, { "X-Pagination-Size": "7" }),
    );
    assert.equal(await client.countChangesets(5, signal), 7);
  });

  test("let no hundred pages of a listing take more than one answer may", () => {
    assert.ok(100 * listingLimits(50).bytes < 200 * 1024 * 1024);
  });

  test("let a full page of a listing through", async () => {
    const items = Array.from({ length: 1000 }, (_, index) => ({
      id: index + 1,
      title: "A title of an artifact",
      tracker: { id: 12, label: "Bugs", project: { id: 101, label: "Guinea Pig" } },
      assignees: Array.from({ length: 10 }, (_, at) => ({ id: at, display_name: `Person ${at}`, avatar_url: "/a" })),
    }));
    const { client } = await serving((response) => json(response, items));
    assert.equal((await client.listArtifacts(12, 0, 1000, signal)).items.length, 1000);
  });
});

suite("codings of answers", () => {
  const serving = useServers();
  const packed =
    (coding: string, body: Uint8Array): Respond =>
    (response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": coding, Etag: "7" });
      response.end(body);
    };
  const gzip = (text: string) => gzipSync(text);

  for (const [coding, body] of [
    ["gzip", gzip('{"id":5,"fields":[]}')],
    [" X-GZIP", gzip('{"id":5,"fields":[]}')],
    ["br", brotliCompressSync('{"id":5,"fields":[]}')],
    ["identity", Buffer.from('{"id":5,"fields":[]}')],
  ] as const) {
    test(`${coding.trim()} is read where it was accepted`, async () => {
      const { client, server } = await serving(packed(coding, body));
      assert.equal((await client.readTracker(5, signal)).id, 5);
      assert.equal(server.received[0]?.headers["accept-encoding"], "gzip, br");
    });
  }

  for (const [name, body, problem] of [
    ["half of gzip", gzip('{"id":5,"fields":[]}').subarray(0, -12), "truncated"],
    ["a zip bomb", gzipSync(Buffer.alloc(40 * 1024 * 1024, 32)), "tooLarge"],
    ["a bomb of values", gzip(`[${"[],".repeat(3_000_000)}[]]`), "tooLarge"],
  ] as const) {
    test(`${name} is an invalid answer`, async () => {
      const { client } = await serving(packed("gzip", body));
      const { kind, ...error } = await failureOf(client.readTracker(5, signal));
      assert.deepEqual([kind, error.problem], ["invalidAnswer", problem]);
    });
  }

  test("that are unknown are invalid answers, also where others were accepted", async () => {
    const { client } = await serving(packed("deflate", Buffer.from('{"id":5,"fields":[]}')));
    const { kind, problem } = await failureOf(client.readTracker(5, signal));
    assert.deepEqual([kind, problem], ["invalidAnswer", "contentType"]);
  });

  test("take nothing from an answer without a body, as that to a HEAD", async () => {
    const { client, server } = await serving((response) => {
      response.writeHead(200, { "Content-Encoding": "gzip", "Upload-Offset": "7" }).end();
    });
    assert.equal(await client.readUploadOffset(`${server.origin}/uploads/1`, signal), 7);
  });

  test("that nobody has accepted are invalid answers", async () => {
    const { client, server } = await serving(packed("gzip", gzip('{"id":5,"values":[]}')));
    for (const ask of [
      () => client.readArtifact(5, signal),
      () => client.readArtifactText(5, "json", signal),
      () => client.readAttachment(file, 1000, signal),
      () => client.openAttachment(file, signal, async () => {}),
    ]) {
      const { kind, problem } = await failureOf(ask());
      assert.deepEqual([kind, problem], ["invalidAnswer", "contentType"]);
      assert.equal(server.received.at(-1)?.headers["accept-encoding"], "identity");
    }
  });

  test("that nobody has accepted take nothing from a save that its head tells, nor from a refusal", async () => {
    const entries = [{ fieldId: 1, members: { value: "a" } }];
    const { client } = await serving(packed("gzip", gzip('{"id":5}')));
    assert.equal((await client.updateArtifact(5, entries, { ifMatch: "1" }, signal)).kind, "updated");
    const { client: refused } = await serving((response) => {
      response.writeHead(403, { "Content-Encoding": "gzip" }).end(gzip("{}"));
    });
    assert.equal((await failureOf(refused.readArtifact(5, signal))).kind, "forbidden");
  });
});
