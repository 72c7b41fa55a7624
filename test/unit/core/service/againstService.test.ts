import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { VersionedArtifact } from "../../../../src/core/model/artifact.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { Page } from "../../../../src/core/model/tracker.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import type { Fault } from "../../../service/faults.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { clientOf } from "./loopbackServer.ts";

suite("the client against the reference service", () => {
  const signal = new AbortController().signal;
  const bug = 501;
  const titleField = 1202;
  let service: ReferenceService;
  let client: ServiceClient;

  setup(async () => {
    service = await startReferenceService({ dropEtagWhenCompressed: true });
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
  });

  teardown(() => service.close());

  const title = (value: string): readonly Entry[] => [{ fieldId: titleField, members: { value } }];
  const conditionOf = ({ version }: VersionedArtifact) => ({ ifMatch: version.etag ?? assert.fail("no Etag") });
  const kindOf = (error: unknown) => (isServiceError(error) ? error.kind : String(error));
  const outcomeOf = (action: Promise<unknown>) => action.then(() => "done", kindOf);

  test("an artifact comes with both versions and what its document needs", async () => {
    const { artifact, version, date } = await client.readArtifact(bug, signal);
    assert.match(version.etag ?? "", /^\d+$/);
    assert.equal(Date.parse(version.lastModified ?? "") / 1000, Number(version.etag));
    assert.ok(!Number.isNaN(Date.parse(date ?? "")));
    assert.equal(artifact.xref, "bug #501");
    assert.equal(artifact.browserUrl, `${service.origin}/plugins/tracker/?aid=501`);
    assert.ok(artifact.values.some(({ kind }) => kind === "links"));
  });

  test("every entry goes back as it was read, and changes nothing", async () => {
    const tracker = await client.readTracker(12, signal);
    const writable = new Set(tracker.fields.filter(({ isUpdatable }) => isUpdatable).map(({ fieldId }) => fieldId));
    const kinds = new Set<string>();
    const refused: string[] = [];
    for (let artifactId = bug; artifactId < bug + 40; artifactId++) {
      const read = await client.readArtifact(artifactId, signal).catch((error: unknown) => kindOf(error));
      if (typeof read === "string") {
        continue;
      }
      for (const { entry, kind, type, fieldId } of read.artifact.values) {
        if (entry === undefined || kind === undefined || !writable.has(fieldId)) {
          continue;
        }
        kinds.add(kind);
        try {
          const answer = await client.updateArtifact(artifactId, [entry], conditionOf(read), signal);
          if (answer.kind !== "updated" || answer.version.etag !== read.version.etag) {
            refused.push(`${artifactId}/${fieldId} (${type}) became ${JSON.stringify(answer)}`);
          }
        } catch (error) {
          refused.push(`${artifactId}/${fieldId} (${type}): ${String(error)} ${JSON.stringify(entry.members)}`);
        }
      }
    }
    assert.deepEqual(refused, []);
    assert.deepEqual([...kinds].sort(), [
      "computed",
      "date",
      "files",
      "links",
      "list",
      "number",
      "openList",
      "permissions",
      "steps",
      "string",
      "text",
    ]);
  }).timeout(20_000);

  test("a change is taken, and its version is the next condition", async () => {
    const read = await client.readArtifact(bug, signal);
    const first = await client.updateArtifact(bug, title("One"), conditionOf(read), signal);
    assert.ok(first.kind === "updated" && first.version.etag !== read.version.etag);
    const condition = { ifUnmodifiedSince: first.version.lastModified ?? "" };
    assert.equal((await client.updateArtifact(bug, title("Two"), condition, signal)).kind, "updated");
    assert.equal((await client.readArtifact(bug, signal)).artifact.title, "Two");
  });

  test("a colleague's change in between is a failed precondition", async () => {
    const read = await client.readArtifact(bug, signal);
    service.control.editArtifact({ artifactId: bug, values: [{ field_id: titleField, value: "Theirs" }] });
    const answer = await client.updateArtifact(bug, title("Mine"), conditionOf(read), signal);
    assert.equal(answer.kind, "preconditionFailed");
    assert.equal((await client.readArtifact(bug, signal)).artifact.title, "Theirs");
  });

  for (const { when, applied } of [
    { when: "before", applied: false },
    { when: "after", applied: true },
  ] as const) {
    test(`an answer lost ${when} the change was applied is lost, and asked for once`, async () => {
      const read = await client.readArtifact(bug, signal);
      service.clearRequests();
      service.control.addFault({ method: "PUT", fault: { kind: "reset", when } });
      assert.equal(await outcomeOf(client.updateArtifact(bug, title("Mine"), conditionOf(read), signal)), "answerLost");
      assert.equal(service.requests.length, 1);
      assert.equal((await client.readArtifact(bug, signal)).artifact.title === "Mine", applied);
    });
  }

  test("a validation error says what the service says", async () => {
    const read = await client.readArtifact(bug, signal);
    const error = await client
      .updateArtifact(bug, title(""), conditionOf(read), signal)
      .catch((thrown: unknown) => thrown);
    assert.ok(isServiceError(error));
    assert.equal(error.kind, "rejected");
    assert.match(error.serviceMessage ?? "", /^The field .* is required\.$/);
  });

  const readFaults: readonly (readonly [fault: Fault, outcome: string])[] = [
    [{ kind: "loginPage" }, "invalidAnswer"],
    [{ kind: "loginRedirect" }, "redirected"],
    [{ kind: "httpsRedirect" }, "redirected"],
    [{ kind: "badGateway" }, "done"],
    [{ kind: "reset", when: "before" }, "done"],
    [{ kind: "truncate", bytes: 100 }, "done"],
    [{ kind: "truncate", bytes: 100, announces: "part" }, "invalidAnswer"],
    [{ kind: "contentType", contentType: "text/plain" }, "invalidAnswer"],
    [{ kind: "unauthorized" }, "unauthorized"],
    [{ kind: "dropVersions" }, "done"],
  ];
  for (const [fault, outcome] of readFaults) {
    test(`one ${JSON.stringify(fault)} while reading ends with: ${outcome}`, async () => {
      service.control.addFault({ method: "GET", fault });
      assert.equal(await outcomeOf(client.readArtifact(bug, signal)), outcome);
    });
  }

  test("a proxy that compresses does not cost an artifact its Etag", async () => {
    assert.notEqual((await client.readArtifact(bug, signal)).version.etag, undefined);
    assert.ok((await client.readTracker(12, signal)).fields.length > 0);
    assert.match(service.requests.at(-1)?.headers["accept-encoding"] ?? "", /gzip/);
  });

  test("listings can be walked to their end", async () => {
    const projects = await walked((offset) => client.listProjects(offset, signal));
    assert.ok(projects.some(({ id, hasTrackers }) => id === 101 && hasTrackers));
    const trackers = await walked((offset) => client.listTrackers(101, offset, signal));
    assert.ok(trackers.some(({ id, label }) => id === 12 && label === "Bugs"));
    const bugs = await walked((offset) => client.listArtifacts(12, offset, 100, signal));
    assert.ok(bugs.length > 200 && new Set(bugs.map(({ id }) => id)).size === bugs.length, String(bugs.length));
    assert.ok(bugs.every(({ values }) => values.length === 0));
  });

  async function walked<T>(read: (offset: number) => Promise<Page<T>>): Promise<readonly T[]> {
    const items: T[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const page: Page<T> = await read(offset);
      items.push(...page.items);
      offset = page.nextOffset;
    }
    return items;
  }

  test("attachments come whole, and never from elsewhere", async () => {
    const ours = service.control.addAttachment({ artifactId: bug, name: "a b+%é.txt", text: "content" });
    const theirs = service.control.addAttachment({
      artifactId: bug,
      name: "evil.txt",
      text: "x",
      htmlUrl: "https://elsewhere.invalid/evil.txt",
    });
    const { attachments } = (await client.readArtifact(bug, signal)).artifact;
    const [own, foreign] = [ours, theirs].map(({ id }) => attachments.find(({ n }) => n === id));
    assert.ok(own && foreign);
    assert.equal(own.name, "a b+%é.txt");
    assert.equal(new TextDecoder().decode(await client.readAttachment(own, 100, signal)), "content");
    assert.equal(await outcomeOf(client.readAttachment(foreign, 100, signal)), "foreignOrigin");
    assert.equal(
      await outcomeOf(client.readAttachment({ ...own, contentUrl: "/plugins/tracker/attachments/1-x" }, 100, signal)),
      "notFound",
    );
  });

  suite("checking", () => {
    const checkWith = (accessKey: string | undefined) =>
      clientOf(service.baseUrl, { accessKey: async () => accessKey }).client.check(signal);

    test("a good key tells who it belongs to", async () => {
      const check = await checkWith(service.keys.member);
      assert.ok(check.kind === "ok" && check.userName !== undefined && check.serviceVersion !== undefined);
    });

    test("keys that do not serve are refused", async () => {
      for (const key of [
        "nonsense",
        service.keys.expired,
        service.keys.suspended,
        service.keys.outOfScope,
        undefined,
      ]) {
        const check = await checkWith(key);
        assert.equal(check.kind === "failed" && check.step, "key", key);
      }
    });

    test("an address beside the API is told", async () => {
      const check = await clientOf(`${service.origin}/wiki/v1`).client.check(signal);
      assert.equal(check.kind === "failed" && check.step, "api");
    });

    test("a service with only what the seed shows is accepted, and serves artifacts", async () => {
      service.control.changeSettings({ listing: "seedOnly" });
      assert.deepEqual(await checkWith(service.keys.member), { kind: "ok" });
      assert.equal((await client.readArtifact(bug, signal)).artifact.id, bug);
      assert.equal(await outcomeOf(client.listProjects(0, signal)), "notFound");
    });
  });
});
