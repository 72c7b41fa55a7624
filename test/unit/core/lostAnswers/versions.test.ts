import assert from "node:assert/strict";
import type { OutgoingHttpHeaders } from "node:http";
import { suite, suiteSetup, suiteTeardown, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { FaultyGateway } from "../../../support/faultyGateway.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { clientOf } from "../service/loopbackServer.ts";

const { signal } = new AbortController();
const bug = 501;
const title = 1202;
const document = "document";

// What gateways make of a version on its way to the person, who saves in spite of it, or is told why that does not
// work.
suite("a version that a gateway changes", () => {
  let service: ReferenceService;
  let gateway: FaultyGateway;
  let client: ServiceClient;

  suiteSetup(async () => {
    service = await startReferenceService();
    gateway = await FaultyGateway.start(service.origin);
    client = clientOf(`${gateway.origin}/api/v1`, { accessKey: async () => service.keys.admin }).client;
  });

  suiteTeardown(async () => {
    await client.close();
    await gateway.stop();
    await service.close();
  });

  const withEtag = (change: (etag: string) => string) => (headers: OutgoingHttpHeaders) => ({
    ...headers,
    etag: change(String(headers.etag)),
  });
  const without =
    (...names: readonly string[]) =>
    (headers: OutgoingHttpHeaders) =>
      Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
  const quoted = withEtag((plain) => `"${plain}"`);

  // By how the conditions of two saves one after the other are to look; E and L stand for the service's own.
  const cases: readonly {
    readonly name: string;
    readonly alter: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders;
    readonly kinds: readonly [string, string];
    readonly conditions: readonly string[];
  }[] = [
    { name: "not at all", alter: (headers) => headers, kinds: ["saved", "saved"], conditions: ["E", "E"] },
    { name: "by quotes", alter: quoted, kinds: ["saved", "saved"], conditions: ['"E"', "L", "L"] },
    {
      name: "into a weak one",
      alter: withEtag((plain) => `W/"${plain}"`),
      kinds: ["saved", "saved"],
      conditions: ['W/"E"', "L", "L"],
    },
    {
      name: "by the mark of compression",
      alter: withEtag((plain) => `"${plain}-gzip"`),
      kinds: ["saved", "saved"],
      conditions: ['"E-gzip"', "L", "L"],
    },
    { name: "by dropping the Etag", alter: without("etag"), kinds: ["saved", "saved"], conditions: ["L", "L"] },
    {
      name: "by dropping both versions",
      alter: without("etag", "last-modified"),
      kinds: ["saved", "saved"],
      // That of the PUT's own answer comes through.
      conditions: ["none", "E"],
    },
    {
      name: "by quotes and by dropping the Last-Modified: a clear stop, nothing stored",
      alter: (headers) => without("last-modified")(quoted(headers)),
      kinds: ["refusedUnmoved", "refusedUnmoved"],
      conditions: ['"E"', '"E"'],
    },
  ];

  for (const { name, alter, kinds, conditions } of cases) {
    test(name, async () => {
      const before = await opened(alter);
      const seen: string[] = [];
      const outcomes = [];
      for (const value of ["Mine", "Mine again"]) {
        outcomes.push(await save(before, value));
        seen.push(...conditionsSent());
        service.control.advanceClock({ ms: 60_000 });
      }
      const expected = kinds[1] === "saved" ? "Mine again" : before.stored;
      assert.deepEqual(
        [outcomes.map(({ kind }) => kind), seen, service.control.readArtifact({ artifactId: bug }).values.summary],
        [kinds, conditions, expected],
      );
      assert.deepEqual(
        outcomes.map((outcome) => outcome.kind === "saved" && outcome.isUnconditional === true),
        outcomes.map((_, index) => conditions[index] === "none"),
      );
    });

    test(`${name}: a colleague's change is still a conflict`, async () => {
      const before = await opened(alter);
      service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
      service.control.advanceClock({ ms: 60_000 });
      assert.equal((await save(before, "Mine")).kind, "conflict");
      assert.equal(service.control.readArtifact({ artifactId: bug }).values.summary, "Theirs");
    });
  }

  async function opened(alter: (headers: OutgoingHttpHeaders) => OutgoingHttpHeaders) {
    service.control.reset();
    service.control.freezeClock({ atMs: Date.now() });
    gateway.alter = alter;
    const copy = artifactCopy(bug, client, { tracker: async () => undefined }, new MemoryStateStore());
    await copy.adopt(document, await copy.read(signal));
    return { copy, stored: service.control.readArtifact({ artifactId: bug }).values.summary };
  }

  async function save({ copy }: { readonly copy: ArtifactCopy }, value: string) {
    service.clearRequests();
    const entries = copy.base ? documentEntries(copy.base) : [];
    const mine = entries.map((entry): Entry => (entry.fieldId === title ? { ...entry, members: { value } } : entry));
    return copy.save(document, mine, "plain", signal);
  }

  /** Of the PUTs since the last save began. */
  function conditionsSent(): readonly string[] {
    return service.requests
      .filter(({ method }) => method === "PUT")
      .map(
        ({ headers }) => headers["if-match"]?.replace(/\d+/, "E") ?? (headers["if-unmodified-since"] ? "L" : "none"),
      );
  }
});
