import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import type { ServerResponse } from "node:http";
import * as net from "node:net";
import { suite, test } from "mocha";
import type { AttachmentStream } from "../../../../src/core/service/attachments.ts";
import type { AuthorizedClientOptions } from "../../../../src/core/service/authorizedClient.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { mayHaveStored } from "../../../../src/core/service/writeFate.ts";
import { HandClock } from "../../../support/handClock.ts";
import { someTurns } from "../../../support/patience.ts";
import { failureOf, settled, useCleanUps, useServers } from "./harness.ts";
import { clientOf, html, json, LoopbackServer, type Respond, refusingOrigin } from "./loopbackServer.ts";
import { testCertificate } from "./testCertificate.ts";

suite("transport", () => {
  const signal = new AbortController().signal;
  const entries = [{ fieldId: 101, members: { value: "It breaks" } }];
  const condition = { ifMatch: "1" };
  const nothing = () => Promise.resolve();
  const cleanUpLater = useCleanUps();
  const serving = useServers(cleanUpLater);

  suite("a service that cannot be reached", () => {
    test("refuses the connection: reads and writes are unreachable, and nothing is retried", async () => {
      const { client, log } = clientOf(`${refusingOrigin}/api/v1`);
      const errors = [
        await failureOf(client.readArtifact(5, signal)),
        await failureOf(client.updateArtifact(5, entries, condition, signal)),
        await failureOf(client.openAttachment({ name: "a", contentUrl: "/a" }, signal, nothing)),
      ];
      assert.deepEqual(
        errors.map(({ kind, code }) => [kind, code]),
        [1, 2, 3].map(() => ["unreachable", "ECONNREFUSED"]),
      );
      assert.deepEqual(
        log.map(({ sentBytes }) => sentBytes),
        [0, 0, 0],
      );
    });

    test("has no address", async () => {
      const { client } = clientOf("http://no-such-host.invalid/api/v1", {
        network: { noProxy: ["*"], strictSsl: true },
      });
      assert.equal((await failureOf(client.updateArtifact(5, entries, condition, signal))).kind, "unreachable");
    });

    test("accepts no connection: cancelling does not wait for it", async () => {
      const { port, stop } = await deafListener();
      cleanUpLater(stop);
      const { client } = clientOf(`https://127.0.0.1:${port}/api/v1`);
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      // Waiting would take longer than a test may.
      assert.equal(
        (await failureOf(client.updateArtifact(5, entries, condition, controller.signal))).kind,
        "cancelled",
      );
    });

    test("accepts no connection: a read times out", async () => {
      const { port, stop } = await deafListener();
      cleanUpLater(stop);
      const { client } = clientOf(`https://127.0.0.1:${port}/api/v1`, { timeoutMs: 100 });
      const error = await failureOf(client.readArtifact(5, signal));
      assert.ok(["timeout", "unreachable"].includes(error.kind), error.kind);
    });

    /** Takes connections, as the system does, and never says a word. */
    async function deafListener(): Promise<{ port: number; stop: () => Promise<unknown> }> {
      const sockets: net.Socket[] = [];
      const server = net.createServer((socket) => void sockets.push(socket.on("error", () => {})));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return {
        port: (server.address() as net.AddressInfo).port,
        stop: () => {
          for (const socket of sockets) {
            socket.destroy();
          }
          return new Promise((resolve) => server.close(resolve));
        },
      };
    }
  });

  suite("a slow service", () => {
    for (const [name, respond] of [
      ["says nothing", () => {}],
      [
        "stops in the middle",
        (response) => void response.writeHead(200, { "Content-Type": "application/json" }).write("{"),
      ],
      ["drips", (response, request, index) => drip(response, request, index)],
    ] as readonly (readonly [string, Respond])[]) {
      test(`that ${name} times out, the connection closed`, async () => {
        const { server, client, log } = await serving(respond, { timeoutMs: 250, deadlineMs: 500 });
        assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "timeout");
        assert.deepEqual(
          log.map(({ errorKind }) => errorKind),
          ["timeout"],
        );
        await settled(() => server.openConnections === 0);
      });
    }

    for (const [status, early] of [
      [102, "HTTP/1.1 102 Processing\r\n\r\n"],
      [103, 'HTTP/1.1 103 Early Hints\r\nEtag: "of the hints"\r\nContent-Length: 3\r\n\r\n'],
    ] as const) {
      test(`that says ${status} first is read, and has stored a change, by its final answer alone`, async () => {
        const { server, client, log } = await serving((response, { method }) => {
          response.socket?.write(early.repeat(2));
          response.setHeader("Etag", '"1700000000"');
          json(response, method === "PUT" ? {} : { id: 5, values: [] });
        });
        assert.equal((await client.readArtifact(5, signal)).version.etag, '"1700000000"');
        const stored = await client.updateArtifact(5, entries, condition, signal);
        assert.deepEqual([stored.kind, stored.kind === "updated" && stored.version.etag], ["updated", '"1700000000"']);
        assert.deepEqual([log.map((line) => line.status), server.received.length], [[200, 200], 2]);
      });

      test(`that says ${status} and nothing more has perhaps stored a change, and is asked to once`, async () => {
        const { server, client } = await serving((response) => {
          response.socket?.end(early);
        });
        const failure = await failureOf(client.updateArtifact(5, entries, condition, signal));
        assert.deepEqual(
          [failure.kind, mayHaveStored(failure, "versioned"), server.received.length],
          ["answerLost", true, 1],
        );
      });
    }

    test("that says 100 unasked has perhaps stored a change, and is asked to once", async () => {
      const { server, client } = await serving((response) => {
        response.socket?.write("HTTP/1.1 100 Continue\r\n\r\n");
        json(response, {});
      });
      const failure = await failureOf(client.updateArtifact(5, entries, condition, signal));
      assert.deepEqual(
        [failure.kind, mayHaveStored(failure, "versioned"), server.received.length],
        ["answerLost", true, 1],
      );
    });

    for (const [how, named] of [
      ["to another protocol", "Connection: Upgrade\r\nUpgrade: websocket\r\n"],
      ["without a word of where to", ""],
    ] as const) {
      test(`that says 101 unasked, ${how}, has perhaps stored a change, is asked to once, and is let go`, async () => {
        const { server, client } = await serving((response, { method }) => {
          if (method === "PUT") {
            response.socket?.write(`HTTP/1.1 101 Switching Protocols\r\n${named}\r\n`);
          }
          json(response, { id: 5, values: [] });
        });
        const failure = await failureOf(client.updateArtifact(5, entries, condition, signal));
        assert.deepEqual(
          [failure.kind, mayHaveStored(failure, "versioned"), server.received.length],
          ["answerLost", true, 1],
        );
        await settled(() => server.openConnections === 0);
        assert.equal((await client.readArtifact(5, signal)).artifact.id, 5);
      });

      test(`that says 101 to a reading, ${how}, is out of reach, and is let go`, async () => {
        const { server, client } = await serving((response) => {
          response.socket?.write(`HTTP/1.1 101 Switching Protocols\r\n${named}\r\n`);
        });
        assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "unreachable");
        await settled(() => server.openConnections === 0);
      });
    }

    test("that says again and again that it is working on it times out like one that says nothing", async () => {
      const respond: Respond = (response) => {
        const timer = setInterval(() => response.writeProcessing(), 5);
        response.on("close", () => clearInterval(timer));
      };
      const { client } = await serving(respond, { timeoutMs: 100, deadlineMs: 3_600_000 });
      assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "timeout");
    });

    test("is not waited for once the caller cancels", async () => {
      const controller = new AbortController();
      const { server, client } = await serving(() => controller.abort());
      assert.equal((await failureOf(client.readArtifact(5, controller.signal))).kind, "cancelled");
      await settled(() => server.openConnections === 0);
    });

    const drip: Respond = (response) => {
      response.writeHead(200, { "Content-Type": "application/json" });
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    };
  });

  suite("a request by a clock that stands still", () => {
    const file = { name: "a", contentUrl: "/a" };

    test("has its deadline from when it was made, also while it waits for its turn", async () => {
      const clock = new HandClock();
      const { server, client } = await serving(() => {}, { deadlineMs: 1000, after: clock.after });
      const failures = Promise.all(Array.from({ length: 7 }, () => failureOf(client.readArtifact(5, signal))));
      await settled(() => server.received.length === 6);
      await clock.advance(1000);
      assert.deepEqual([...new Set((await failures).map(({ kind }) => kind))], ["timeout"]);
    });

    test("is waited for anew once the head of its answer is there", async () => {
      const clock = new HandClock();
      let answer: ServerResponse | undefined;
      const { client } = await serving(
        (response) => {
          answer = response;
        },
        { timeoutMs: 1000, after: clock.after },
      );
      const opening = client.openAttachment(file, signal, async (stream) => {
        await clock.advance(999);
        answer?.end("x");
        return await bytesIn(stream);
      });
      await settled(() => answer !== undefined);
      await clock.advance(999);
      answer?.flushHeaders();
      assert.equal(await opening, 1);
    });

    test("that was answered whole gives all of it, however late that is read", async () => {
      const clock = new HandClock();
      const { client } = await serving((response) => void response.end("0123456789"), {
        timeoutMs: 1000,
        after: clock.after,
      });
      const received = await client.openAttachment(file, signal, async (stream) => {
        await clock.advance(100_000);
        return await bytesIn(stream);
      });
      assert.equal(received, 10);
    });

    async function bytesIn({ chunks }: AttachmentStream): Promise<number> {
      let bytes = 0;
      for await (const chunk of chunks) {
        bytes += chunk.length;
      }
      return bytes;
    }
  });

  suite("a caller who cancels", () => {
    test("while a connection is being made has nothing sent on it later", async () => {
      const { server, client } = await serving((response) => json(response, { id: 1 }, 201));
      const controller = new AbortController();
      const failure = failureOf(client.createArtifact(1, entries, controller.signal));
      // A connection takes a turn of the process at least, and none passes here.
      for (let step = 0; step < 100; step++) {
        await Promise.resolve();
      }
      controller.abort();
      assert.equal((await failure).kind, "cancelled");
      await client.close();
      assert.deepEqual(server.received, []);
    });

    for (const [what, read] of [
      ["a file", (client, by) => client.openAttachment({ name: "a", contentUrl: "/a" }, by, nothing)],
      ["an artifact", (client, by) => client.readArtifact(5, by)],
    ] as readonly (readonly [string, (client: ServiceClient, by: AbortSignal) => Promise<unknown>])[]) {
      test(`while the words of a refusal arrive is told of no refusal, for ${what}`, async () => {
        const controller = new AbortController();
        const { client } = await serving((response) => {
          response.writeHead(403, { "Content-Type": "application/json" }).write("{");
          void someTurns().then(() => controller.abort());
        });
        assert.equal((await failureOf(read(client, controller.signal))).kind, "cancelled");
      });
    }

    test("is not listened to any more once the request has ended", async () => {
      const { client } = await serving((response, { path }) =>
        path === "/a" ? void response.end("x") : json(response, { values: [] }),
      );
      const controller = new AbortController();
      await client.readArtifact(5, controller.signal);
      await client.readAttachment({ name: "a", contentUrl: "/a" }, 10, controller.signal);
      await client.updateArtifact(5, entries, condition, controller.signal);
      assert.deepEqual(getEventListeners(controller.signal, "abort"), []);
    });
  });

  suite("retries", () => {
    for (const status of [429, 502, 503, 504]) {
      test(`a GET after ${status}`, async () => {
        const { server, client } = await serving((response, _request, index) =>
          index === 0 ? html(response, status) : json(response, { values: [] }),
        );
        await client.readArtifact(5, signal);
        assert.equal(server.received.length, 2);
      });
    }

    test("a GET after a reset, at most twice", async () => {
      const { server, client, log } = await serving((response) => void response.socket?.resetAndDestroy());
      const error = await failureOf(client.readArtifact(5, signal));
      assert.deepEqual([error.kind, error.code, server.received.length], ["unreachable", "ECONNRESET", 3]);
      assert.deepEqual(
        log.map(({ errorKind }) => errorKind),
        ["unreachable", "unreachable", "unreachable"],
      );
    });

    test("opening an attachment too", async () => {
      const { server, client } = await serving((response, _request, index) =>
        index === 0 ? html(response, 503) : void response.end("x"),
      );
      const content = await client.readAttachment({ name: "a", contentUrl: "/a" }, 10, signal);
      assert.deepEqual([content.length, server.received.length], [1, 2]);
    });

    test("not before Retry-After has passed", async () => {
      const { server, client } = await serving((response, _request, index) =>
        index === 0 ? json(response, {}, 503, { "Retry-After": "1" }) : json(response, { values: [] }),
      );
      const started = performance.now();
      await client.readArtifact(5, signal);
      assert.equal(server.received.length, 2);
      assert.ok(performance.now() - started >= 950);
    });

    test("not at all when Retry-After asks for more time than there is", async () => {
      const later = new Date(Date.now() + 3_600_000).toUTCString();
      const { server, client } = await serving((response) => json(response, {}, 503, { "Retry-After": later }));
      const error = await failureOf(client.readArtifact(5, signal));
      assert.deepEqual([error.kind, server.received.length], ["unavailable", 1]);
      assert.ok((error.retryAfterMs ?? 0) > 3_500_000);
    });

    test("not at all when all that Retry-After asks for is more time than there is", async () => {
      const { server, client } = await serving((response) => json(response, {}, 503, { "Retry-After": "1" }), {
        timeoutMs: 1900,
      });
      assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "unavailable");
      assert.equal(server.received.length, 2);
    });

    test("within the deadline of the request: each has what is left of it", async () => {
      const deadlines: number[] = [];
      const { client } = await serving(
        (response, _request, index) => (index === 0 ? html(response, 503) : json(response, { values: [] })),
        {
          timeoutMs: 50_000,
          deadlineMs: 40_000,
          after: (ms) => {
            deadlines.push(...(ms === 50_000 ? [] : [ms]));
            return { dispose: () => {} };
          },
        },
      );
      await client.readArtifact(5, signal);
      const [first = 0, second = 0, ...others] = deadlines;
      assert.ok(first <= 40_000 && second < first && others.length === 0, deadlines.join());
    });

    test("not once the caller cancels", async () => {
      const controller = new AbortController();
      const { server, client, log } = await serving((response) => {
        html(response, 503);
        setTimeout(() => controller.abort(), 20);
      });
      assert.equal((await failureOf(client.readArtifact(5, controller.signal))).kind, "cancelled");
      assert.deepEqual([server.received.length, log.length], [1, 1]);
    });

    test("not of what nobody waits for", async () => {
      const { server, client } = await serving((response) => html(response, 503));
      assert.equal((await failureOf(client.background.readArtifact(5, signal))).kind, "unavailable");
      assert.equal(server.received.length, 1);
    });

    for (const status of [400, 404, 500]) {
      test(`not after ${status}`, async () => {
        const { server, client } = await serving((response) => json(response, {}, status));
        await failureOf(client.readArtifact(5, signal));
        assert.equal(server.received.length, 1);
      });
    }
  });

  suite("TLS", () => {
    async function servingTls(network: Partial<AuthorizedClientOptions["network"]>) {
      const server = await LoopbackServer.startTls((response) => json(response, { values: [] }));
      cleanUpLater(() => server.stop());
      return {
        server,
        ...clientOf(`${server.origin}/api/v1`, { network: { noProxy: [], strictSsl: true, ...network } }),
      };
    }

    test("without trust sends nothing, of reads and writes", async () => {
      const { server, client } = await servingTls({});
      for (const action of [client.readArtifact(5, signal), client.updateArtifact(5, entries, condition, signal)]) {
        const { kind, code } = await failureOf(action);
        assert.deepEqual([kind, code], ["tls", "DEPTH_ZERO_SELF_SIGNED_CERT"]);
      }
      assert.deepEqual(server.received, []);
    });

    test("trusts the certificates it is given", async () => {
      const { client } = await servingTls({ extraCa: [testCertificate] });
      await client.readArtifact(5, signal);
    });

    test("trusts everything when it is not to be strict", async () => {
      const { client } = await servingTls({ strictSsl: false });
      await client.readArtifact(5, signal);
    });

    test("to a port that does not speak it fails as TLS", async () => {
      const server = await LoopbackServer.start((response) => json(response, {}));
      cleanUpLater(() => server.stop());
      const { client } = clientOf(`https://127.0.0.1:${server.port}/api/v1`);
      assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "tls");
    });

    test("under another name than the certificate's fails as TLS", async () => {
      const { server } = await servingTls({});
      const { client } = clientOf(`https://other.localhost:${server.port}/api/v1`, {
        network: { noProxy: [], strictSsl: true, extraCa: [testCertificate] },
      });
      const { kind } = await failureOf(client.readArtifact(5, signal));
      assert.ok(kind === "tls" || kind === "unreachable", kind); // The system may not know the name.
    });
  });

  suite("proxies", () => {
    test("with an address that is none tell nothing of it", async () => {
      const { client } = clientOf("http://service.test/api/v1", {
        network: { proxy: "http://user:secret@[", noProxy: [], strictSsl: true },
      });
      const error = await failureOf(client.readArtifact(5, signal));
      assert.equal(error.kind, "unreachable");
      assert.doesNotMatch(`${error.message} ${JSON.stringify(error)} ${JSON.stringify(error.cause)}`, /secret/);
    });
  });
});
