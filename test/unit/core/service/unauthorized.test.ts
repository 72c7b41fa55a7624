import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import type { ServiceError } from "../../../../src/core/service/serviceError.ts";
import { signalWhile } from "../../../../src/core/util/wantedWrites.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { failureOf, useServers } from "./harness.ts";
import { clientOf, json } from "./loopbackServer.ts";

const { signal } = new AbortController();

suite("a 401 of the service", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  let asked: ServiceError[];

  setup(async () => {
    service = await startReferenceService();
    asked = [];
    client = clientOf(service.baseUrl, {
      accessKey: async () => service.keys.member,
      onUnauthorized: async (error) => {
        asked.push(error);
        return false;
      },
    }).client;
  });

  teardown(() => service.close());
  const serving = useServers();

  const refusing = (text: string | undefined, path: RegExp | string = "/artifacts/501") =>
    service.control.addFault({
      path,
      count: null,
      fault: { kind: "unauthorized", ...(text !== undefined && { text }) },
    });
  const paths = () => service.requests.map(({ path }) => path);

  for (const text of [
    "This file does not belong to you",
    "You are not allowed to add a time.",
    "User jdoe is not admin of the kanban",
    "An error occurred while creating the branch on GitLab: Error returned by the GitLab server: 401 Unauthorized",
  ]) {
    test(`about something else asks for no key: ${text}`, async () => {
      refusing(text);
      const error = await failureOf(client.readArtifact(501, signal));
      assert.deepEqual([error.kind, error.status, error.serviceMessage], ["forbidden", 401, text]);
      assert.deepEqual([asked, paths()], [[], ["/api/v1/artifacts/501", "/api/v1/users/self"]]);
    });
  }

  test("about something else is none about the key for writes and files either", async () => {
    refusing("This file does not belong to you", /artifacts|attachments/);
    const entries = [{ fieldId: 1202, members: { value: "x" } }];
    const file = { n: 402, fieldId: 1231, name: "a", contentUrl: "/plugins/tracker/attachments/402-a" };
    for (const action of [
      client.updateArtifact(501, entries, { ifMatch: "1" }, signal),
      client.readAttachment(file, 100, signal),
    ]) {
      assert.equal((await failureOf(action)).kind, "forbidden");
    }
    assert.deepEqual(asked, []);
    assert.equal(service.requests.filter(({ method }) => method === "PUT").length, 1);
  });

  for (const text of [undefined, "Key or token incorrectly formatted"]) {
    test(`about the key asks for another one at once: ${text ?? "Invalid access key"}`, async () => {
      refusing(text);
      assert.equal((await failureOf(client.readArtifact(501, signal))).kind, "unauthorized");
      assert.deepEqual([asked.length, paths()], [1, ["/api/v1/artifacts/501"]]);
    });
  }

  test("in other words is about the key where the service does not know it", async () => {
    refusing("Access denied", /./);
    assert.equal((await failureOf(client.readArtifact(501, signal))).kind, "unauthorized");
    assert.equal(asked.length, 1);
  });

  test("in other words is about the key where none arrives, and nobody needs one", async () => {
    service.control.changeSettings({ allowAnonymous: true });
    service.control.addFault({ count: null, fault: { kind: "keyDropped" } });
    refusing("", "/artifacts/501");
    assert.equal((await failureOf(client.readArtifact(501, signal))).kind, "unauthorized");
    assert.equal(asked.length, 1);
  });

  test("to who has no key costs no second request", async () => {
    refusing("Access denied", /./);
    const { client: stranger } = clientOf(service.baseUrl, { accessKey: async () => undefined });
    assert.equal((await failureOf(stranger.readArtifact(501, signal))).kind, "unauthorized");
    assert.deepEqual(paths(), ["/api/v1/artifacts/501"]);
  });

  test("is none where the caller cancels before there is a key", async () => {
    const controller = new AbortController();
    const { client: cancelled } = clientOf("http://tracker.invalid/api/v1", {
      accessKey: async () => {
        controller.abort();
        return undefined;
      },
      onUnauthorized: () => assert.fail("nobody waits for it"),
    });
    assert.equal((await failureOf(cancelled.readArtifact(501, controller.signal))).kind, "cancelled");
  });

  test("asks for no key once the caller cancels, also while the key is looked at", async () => {
    const controller = new AbortController();
    const { client: cancelled } = await serving(
      (response, { path }) => (path === "/api/v1/users/self" ? controller.abort() : json(response, {}, 401)),
      {
        onUnauthorized: async (error) => {
          asked.push(error);
          return false;
        },
      },
    );
    assert.equal((await failureOf(cancelled.readArtifact(501, controller.signal))).kind, "cancelled");
    assert.deepEqual(asked, []);
  });

  for (const isWanted of [true, false]) {
    test(`is followed by the write with the new key, ${isWanted ? "which is" : "unless that is not"} wanted still`, async () => {
      let isReplaced = false;
      const { client: replacing } = clientOf(service.baseUrl, {
        accessKey: async () => service.keys.member,
        onUnauthorized: async () => {
          isReplaced = true;
          return true;
        },
      });
      service.control.addFault({ method: "PUT", fault: { kind: "unauthorized", text: "Invalid access key" } });
      const { version = {} } = await client.readArtifact(501, signal);
      const written = replacing.updateArtifact(
        501,
        [{ fieldId: 1202, members: { value: "x" } }],
        { ifMatch: version.etag ?? "" },
        signalWhile(() => isWanted || !isReplaced),
      );
      if (isWanted) {
        assert.equal((await written).kind, "updated");
      } else {
        assert.equal((await failureOf(written)).kind, "cancelled");
      }
      assert.equal(service.requests.filter(({ method }) => method === "PUT").length, isWanted ? 2 : 1);
    });
  }

  test("to a look that nobody asked for costs no second request", async () => {
    refusing("Access denied");
    assert.equal((await failureOf(client.background.readArtifact(501, signal))).kind, "unauthorized");
    assert.deepEqual([service.requests.length, asked], [1, []]);
  });
});

suite("a key that does not arrive", () => {
  test("fails the check where the service answers everybody", async () => {
    const service = await startReferenceService({ allowAnonymous: true });
    try {
      const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
      assert.equal((await client.check(signal)).kind, "ok");
      service.control.addFault({ count: null, fault: { kind: "keyDropped" } });
      const check = await client.check(signal);
      assert.ok(check.kind === "failed");
      assert.deepEqual([check.step, check.error.kind, check.error.problem], ["key", "unauthorized", "anonymous"]);
    } finally {
      await service.close();
    }
  });
});
