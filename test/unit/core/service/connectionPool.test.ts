import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { someTurns } from "../../../support/patience.ts";
import { failureOf, settled, useServers } from "./harness.ts";
import { html, json, type ReceivedRequest, type Respond } from "./loopbackServer.ts";

const { signal } = new AbortController();
const entries = [{ fieldId: 101, members: { value: "It works" } }];
const file = { n: 1, fieldId: 1, name: "a", contentUrl: "/a" };

suite("connections", () => {
  const serving = useServers();

  test("are six at most: the seventh request waits for the first", async () => {
    let most = 0;
    const waiting: ServerResponse[] = [];
    const { client } = await serving((response) => {
      waiting.push(response);
      most = Math.max(most, waiting.length);
    });
    const work = Promise.all([
      ...Array.from({ length: 20 }, (_, id) => client.readArtifact(id + 1, signal)),
      client.createArtifact(1, entries, signal),
      client.deleteArtifact(1, signal),
    ]);
    for (let answered = 0; answered < 22; answered++) {
      await settled(() => waiting.length >= Math.min(6, 22 - answered));
      // One too many would have come by now.
      await someTurns();
      const response = waiting.shift();
      assert.ok(response);
      json(response, response.req.method === "POST" ? { id: 513 } : { values: [] });
    }
    await work;
    assert.equal(most, 6);
  });

  test("are three of files at most, too, where one that waits for its turn is given up", async () => {
    const waiting: ServerResponse[] = [];
    const { client } = await serving((response) => void waiting.push(response));
    const read = (by: AbortSignal) =>
      client.openAttachment(file, by, async ({ chunks }) => {
        for await (const _ of chunks) {
          // Nothing but the end is of interest.
        }
      });
    const three = [read(signal), read(signal), read(signal)];
    await settled(() => waiting.length === 3);
    const impatient = new AbortController();
    const given = failureOf(read(impatient.signal));
    // It is in the line by then.
    await someTurns();
    impatient.abort();
    assert.equal((await given).kind, "cancelled");
    const last = read(signal);
    await someTurns();
    assert.equal(waiting.length, 3);
    waiting[0]?.end();
    await settled(() => waiting.length === 4);
    for (const response of waiting.slice(1)) {
      response.end();
    }
    await Promise.all([...three, last]);
  });

  test("are kept for the next read or save", async () => {
    const { server, client } = await serving((response) => json(response, { values: [] }));
    for (let round = 0; round < 3; round++) {
      await client.readArtifact(5, signal);
      await client.updateArtifact(5, entries, { ifMatch: "1" }, signal);
      // A connection is free again a moment after its answer.
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.ok(server.connections <= 2, `${server.connections} connections`);
  });

  test("of a creation and of a deletion are new ones: an old one never leaves their fate open", async () => {
    const { respond, forget } = forgetful(() => ({ id: 513 }));
    const { server, client } = await serving(respond);
    await client.createArtifact(1, entries, signal);
    await client.readTracker(1, signal).catch(() => {});
    forget();
    assert.equal((await client.createArtifact(1, entries, signal)).artifactId, 513);
    await client.deleteArtifact(513, signal);
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ["POST", "GET", "POST", "DELETE"],
    );
  });

  test("are kept for the next search, too, and a dead one costs it one more request", async () => {
    const { respond, forget } = forgetful(() => []);
    const { server, client } = await serving(respond);
    for (let round = 0; round < 3; round++) {
      await client.searchFullText("crash", 0, signal);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(server.connections, 1);
    forget();
    assert.deepEqual((await client.searchFullText("crash", 0, signal)).items, []);
    assert.deepEqual([server.connections, server.received.length], [2, 5]);
  });

  test("that died unnoticed, all of them, cost a read one more request", async () => {
    const { respond, forget } = forgetful(() => ({ values: [] }));
    const { server, client } = await serving(respond);
    await Promise.all([1, 2, 3, 4, 5, 6].map((id) => client.readArtifact(id, signal)));
    forget();
    await client.readArtifact(5, signal);
    assert.equal(server.received.length, 8);
  });

  test("that died unnoticed, all of them, cost a save two more requests, and it is saved", async () => {
    let title = "It breaks";
    const { respond, forget } = forgetful(({ method, body }) => {
      title = method === "PUT" ? JSON.parse(body).values[0].value : title;
      return method === "PUT" ? "" : artifact(title);
    });
    const { server, client } = await serving(respond);
    const copy = artifactCopy(5, client, { tracker: async () => undefined }, new MemoryStateStore());
    const base = await copy.read(signal);
    await copy.adopt("document", base);
    await new Promise((resolve) => setImmediate(resolve));
    forget();
    const mine = documentEntries(base).map((entry) => ({ ...entry, members: { value: "It works" } }));
    const outcome = await copy.save("document", mine, "plain", signal);
    assert.deepEqual([outcome.kind, title], ["saved", "It works"]);
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ["GET", "PUT", "GET", "PUT"],
    );
  });

  test("that fell silent, all of them, cost a save one wait, and it is saved", async () => {
    let title = "It breaks";
    const { respond, forget } = forgetful(
      ({ method, body }) => {
        title = method === "PUT" ? JSON.parse(body).values[0].value : title;
        return method === "PUT" ? "" : artifact(title);
      },
      () => {},
    );
    const { server, client } = await serving(respond, { timeoutMs: 300 });
    await Promise.all(Array.from({ length: 6 }, () => client.readArtifact(5, signal)));
    const copy = artifactCopy(5, client, { tracker: async () => undefined }, new MemoryStateStore());
    const base = await copy.read(signal);
    await copy.adopt("document", base);
    await new Promise((resolve) => setImmediate(resolve));
    forget();
    server.received.length = 0;
    const mine = documentEntries(base).map((entry) => ({ ...entry, members: { value: "It works" } }));
    const outcome = await copy.save("document", mine, "plain", signal);
    assert.deepEqual([outcome.kind, title], ["saved", "It works"]);
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ["PUT", "GET", "PUT"],
    );
  });

  suite("of a machine that slept", () => {
    setup(() => mock.timers.enable({ apis: ["Date"], now: Date.now() }));
    teardown(() => mock.timers.reset());

    for (const { name, sleptMs } of [
      { name: "for an hour", sleptMs: 3_600_000 },
      { name: "for some seconds", sleptMs: 5000 },
    ]) {
      test(`${name} are not used again, though they look open`, async () => {
        const { server, client, log } = await serving(deafWhenUsedTwice());
        await client.readArtifact(5, signal);
        // undici takes a connection for free a moment after its answer.
        await someTurns();
        mock.timers.setTime(Date.now() + sleptMs);
        await client.updateArtifact(5, entries, { ifMatch: "1" }, signal);
        assert.deepEqual([server.connections, log.map(({ status }) => status)], [2, [200, 200]]);
      });
    }
  });

  suite("are closed when the caller cancels", () => {
    test("while the body of an attachment streams", async () => {
      const controller = new AbortController();
      const { server, client } = await serving((response) => void response.writeHead(200).write("some"));
      const error = await failureOf(
        client.openAttachment(file, controller.signal, async ({ chunks }) => {
          for await (const chunk of chunks) {
            assert.equal(String(chunk), "some");
            controller.abort();
          }
        }),
      );
      assert.equal(error.kind, "cancelled");
      await settled(() => server.openConnections === 0);
    });

    test("by not reading on, too", async () => {
      const { server, client } = await serving((response) => void response.writeHead(200).write("some"));
      await client.openAttachment(file, signal, async ({ chunks }) => {
        for await (const _ of chunks) {
          break;
        }
      });
      await settled(() => server.openConnections === 0);
    });

    test("while a write is on its way", async () => {
      const controller = new AbortController();
      const { server, client } = await serving(() => controller.abort());
      assert.equal((await failureOf(client.deleteArtifact(5, controller.signal))).kind, "answerLost");
      await settled(() => server.openConnections === 0);
    });

    test("and nothing more is sent, while another try is waited for", async () => {
      const controller = new AbortController();
      const { server, client } = await serving((response) => {
        html(response, 503);
        setImmediate(() => controller.abort());
      });
      assert.equal((await failureOf(client.readArtifact(5, controller.signal))).kind, "cancelled");
      await client.close();
      await settled(() => server.openConnections === 0);
      assert.equal(server.received.length, 1);
    });
  });

  test("Retry-After as a date is meant by the clock of the service", async () => {
    const serviceNow = Date.now() - 86_400_000;
    const headers = {
      Date: new Date(serviceNow).toUTCString(),
      "Retry-After": new Date(serviceNow + 1000).toUTCString(),
    };
    const { server, client } = await serving((response, _request, index) =>
      index === 0 ? json(response, {}, 429, headers) : json(response, { values: [] }),
    );
    const started = performance.now();
    await client.readArtifact(5, signal);
    assert.equal(server.received.length, 2);
    assert.ok(performance.now() - started >= 950);
  });

  test("a write is not repeated, whatever the service asks to wait", async () => {
    for (const status of [429, 503]) {
      const { server, client } = await serving((response) => json(response, {}, status, { "Retry-After": "0" }));
      const error = await failureOf(client.updateArtifact(5, entries, { ifMatch: "1" }, signal));
      assert.deepEqual([error.retryAfterMs, server.received.length], [0, 1]);
    }
  });
});

/** Answers, until `forget`: from then on it resets the connections it had, or does with them what `end` does. */
function forgetful(
  answer: (request: ReceivedRequest) => unknown,
  end: (socket: Socket) => void = (socket) => socket.resetAndDestroy(),
): { respond: Respond; forget: () => void } {
  const known = new Set<object>();
  const forgotten = new Set<object>();
  let stored = 1;
  return {
    respond: (response, request) => {
      const { socket } = response;
      assert.ok(socket);
      if (forgotten.has(socket)) {
        end(socket);
        return;
      }
      known.add(socket);
      stored += request.method === "PUT" ? 1 : 0;
      // Each PUT makes a version, of a second of its own.
      const version = { Etag: String(stored), "Last-Modified": new Date(stored * 1000).toUTCString() };
      json(response, answer(request), 200, version);
    },
    forget: () => {
      for (const socket of known) {
        forgotten.add(socket);
      }
    },
  };
}

/** Says nothing to a second request on a connection. */
function deafWhenUsedTwice(): Respond {
  const used = new WeakSet<object>();
  return (response) => {
    if (response.socket && !used.has(response.socket)) {
      used.add(response.socket);
      json(response, { values: [] });
    }
  };
}

function artifact(title: string): object {
  return { id: 5, title, values: [{ field_id: 101, type: "string", label: "Title", value: title }] };
}
