import assert from "node:assert/strict";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { suite, test } from "mocha";
import type { RequestContent } from "../../../../src/core/service/outgoing.ts";
import { startReferenceService } from "../../../service/referenceService.ts";
import { HandClock } from "../../../support/handClock.ts";
import { someTurns } from "../../../support/patience.ts";
import { failureOf, useCleanUps, useServers } from "./harness.ts";
import { clientOf, json, LoopbackServer, testKey } from "./loopbackServer.ts";

const { signal } = new AbortController();

/** `sizeBytes` bytes in chunks of 64 KB, which tells how many were taken. */
function content(sizeBytes: number, onSent: (bytes: number) => void = () => {}) {
  const taken = { bytes: 0, isReleased: false };
  const chunk = Buffer.alloc(65_536, "x");
  const made: RequestContent = {
    sizeBytes,
    onSent,
    async *chunks() {
      try {
        while (taken.bytes < sizeBytes) {
          const part = chunk.subarray(0, sizeBytes - taken.bytes);
          taken.bytes += part.length;
          yield part;
        }
      } finally {
        taken.isReleased = true;
      }
    },
  };
  return { made, taken };
}

suite("uploads", () => {
  const cleanUpLater = useCleanUps();
  const serving = useServers(cleanUpLater);

  /** A server that gets the raw request and does what it is told to. */
  async function raw(listener: Parameters<typeof createServer>[1]): Promise<{ server: Server; url: string }> {
    const sockets = new Set<Socket>();
    const server = createServer(listener);
    server.on("connection", (socket) => void sockets.add(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanUpLater(async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      server.close();
    });
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` };
  }

  test("are announced, sent, looked at and cancelled with the key and the version of the protocol", async () => {
    const { client, server, log } = await serving((response, { method }) => {
      if (method === "POST") {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end('{"id":"458","upload_href":"/uploads/tracker/file/458","download_href":"/plugins/x"}');
        return;
      }
      response.writeHead(204, { "Upload-Offset": "12" }).end();
    });
    const file = { name: "a.txt", sizeBytes: 12, mediaType: "text/plain" };
    assert.deepEqual(await client.announceUpload(110, file, signal), {
      id: 458,
      address: "/uploads/tracker/file/458",
      contentUrl: "/plugins/x",
    });
    const address = "/uploads/tracker/file/458";
    assert.equal(await client.sendUpload(address, 5, content(7).made, signal), 12);
    assert.equal(await client.readUploadOffset(address, signal), 12);
    await client.cancelUpload(address, signal);
    assert.deepEqual(
      server.received.map(({ method, path, headers, body }) => [
        method,
        path,
        headers["x-auth-accesskey"] === testKey,
        headers["tus-resumable"],
        headers["upload-offset"],
        headers["content-type"],
        headers["content-length"],
        body,
      ]),
      [
        [
          "POST",
          "/api/v1/tracker_fields/110/files",
          true,
          undefined,
          undefined,
          "application/json",
          "54",
          '{"name":"a.txt","file_size":12,"file_type":"text/plain"}',
        ],
        ["PATCH", address, true, "1.0.0", "5", "application/offset+octet-stream", "7", "xxxxxxx"],
        ["HEAD", address, true, "1.0.0", undefined, undefined, undefined, ""],
        ["DELETE", address, true, "1.0.0", undefined, undefined, undefined, ""],
      ].map((line) => (line[0] === "POST" ? line.with(6, String(server.received[0]?.body.length)) : line)),
    );
    assert.deepEqual(log.map(({ method, path, sentBytes }) => [method, path, sentBytes]).slice(1), [
      ["PATCH", address, 7],
      ["HEAD", address, 0],
      ["DELETE", address, 0],
    ]);
  });

  test("are not taken for complete where nothing tells where they go", async () => {
    const { client } = await serving((response) => json(response, { id: 5, upload_href: null }));
    const file = { name: "a.txt", mediaType: "text/plain" };
    assert.equal(
      (await failureOf(client.announceUpload(110, { ...file, sizeBytes: 1 }, signal))).problem,
      "incomplete",
    );
    assert.deepEqual(await client.announceUpload(110, { ...file, sizeBytes: 0 }, signal), { id: 5 });
  });

  test("go to no other origin, and neither does the key", async () => {
    const elsewhere = await LoopbackServer.start((response) => void response.writeHead(204).end());
    cleanUpLater(() => elsewhere.stop());
    const { client, server } = await serving(() => {});
    for (const address of [`${elsewhere.origin}/uploads/1`, `//127.0.0.1:${elsewhere.port}/uploads/1`, "http://["]) {
      const { made, taken } = content(10);
      const errors = [
        await failureOf(client.sendUpload(address, 0, made, signal)),
        await failureOf(client.readUploadOffset(address, signal)),
        await failureOf(client.cancelUpload(address, signal)),
      ];
      assert.deepEqual([errors.map(({ kind }) => kind), taken.bytes], [Array(3).fill("foreignOrigin"), 0]);
    }
    assert.deepEqual([server.received, elsewhere.received], [[], []]);
  });

  test("are not taken for sent where the service tells nonsense of them", async () => {
    for (const offset of ["5", "4", "13", "-1", "1e1", ""]) {
      const { client } = await serving((response) => void response.writeHead(204, { "Upload-Offset": offset }).end());
      const error = await failureOf(client.sendUpload("/uploads/1", 5, content(7).made, signal));
      assert.deepEqual([error.kind, error.problem], ["invalidAnswer", "incomplete"], offset);
    }
  });

  test("are not followed where they are redirected to", async () => {
    const elsewhere = await LoopbackServer.start((response) => void response.writeHead(204).end());
    cleanUpLater(() => elsewhere.stop());
    const { client } = await serving((response) => void response.writeHead(307, { Location: elsewhere.origin }).end());
    const error = await failureOf(client.sendUpload("/uploads/1", 0, content(10).made, signal));
    assert.deepEqual([error.kind, error.otherOrigin, elsewhere.received], ["redirected", elsewhere.origin, []]);
  });

  test("are read no faster than they leave, and tell what has left", async () => {
    let release: () => void = () => {};
    const { url } = await raw((request, response) => {
      request.pause();
      release = () => {
        request.resume();
        request.on("end", () => response.writeHead(204, { "Upload-Offset": "64000000" }).end());
      };
    });
    const { client } = clientOf(url, { timeoutMs: 60_000 });
    let sent = 0;
    let hasStopped: () => void = () => {};
    const stopped = new Promise<void>((resolve) => {
      hasStopped = resolve;
    });
    let timer: NodeJS.Timeout | undefined;
    const { made, taken } = content(64_000_000, (bytes) => {
      sent = bytes;
      clearTimeout(timer);
      timer = setTimeout(hasStopped, 200);
    });
    const sending = client.sendUpload("/uploads/1", 0, made, signal);
    await stopped;
    assert.ok(taken.bytes < 32_000_000, `${taken.bytes} bytes were read while nobody took them`);
    assert.ok(sent <= taken.bytes, `${sent} of ${taken.bytes}`);
    release();
    assert.equal(await sending, 64_000_000);
    assert.equal(sent, 64_000_000);
    clearTimeout(timer);
  });

  test("that are cancelled end at once, with their connection and their source", async () => {
    let isClosed: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      isClosed = resolve;
    });
    const { url } = await raw((request) => {
      request.resume();
      request.socket.on("close", isClosed);
    });
    const { client } = clientOf(url, { timeoutMs: 60_000 });
    const controller = new AbortController();
    const { made, taken } = content(64_000_000, () => controller.abort());
    const error = await failureOf(client.sendUpload("/uploads/1", 0, made, controller.signal));
    assert.equal(error.kind, "answerLost");
    await closed;
    while (!taken.isReleased) {
      await new Promise(setImmediate);
    }
  });

  test("of a slow source are waited for: the service is not to blame", async () => {
    const { url } = await raw((request, response) => {
      request.resume();
      request.on("end", () => response.writeHead(204, { "Upload-Offset": "2" }).end());
    });
    const { client } = clientOf(url, { timeoutMs: 1000 });
    const made: RequestContent = {
      sizeBytes: 2,
      async *chunks() {
        yield Buffer.from("a");
        await new Promise((resolve) => setTimeout(resolve, 2000));
        yield Buffer.from("b");
      },
    };
    assert.equal(await client.sendUpload("/uploads/1", 0, made, signal), 2);
  });

  test("end when nothing moves any more", async () => {
    const { url } = await raw((request) => void request.pause());
    const { client } = clientOf(url, { timeoutMs: 100 });
    const error = await failureOf(client.sendUpload("/uploads/1", 0, content(64_000_000).made, signal));
    assert.equal(error.kind, "answerLost");
  });

  for (const { name, begin, expected, takesAll = true } of [
    {
      name: "that it is working on it",
      begin: (response) => response.writeProcessing(),
      expected: ["answerLost", undefined],
    },
    { name: "a refusal", begin: (response) => response.writeHead(409), expected: ["rejected", 409] },
    { name: "a success", begin: (response) => response.writeHead(200), expected: ["invalidAnswer", 200] },
    {
      name: "a success before it has all",
      begin: (response) => response.writeHead(200),
      expected: ["invalidAnswer", 200],
      takesAll: false,
    },
  ] satisfies readonly {
    readonly name: string;
    readonly begin: (response: ServerResponse) => void;
    readonly expected: unknown;
    readonly takesAll?: boolean;
  }[]) {
    test(`of which the service says ${name}, on and on, end with the timeout`, async () => {
      const clock = new HandClock();
      const { server, url } = await raw(async (request, response) => {
        if (takesAll) {
          request.resume();
        }
        // Time goes by once what was said has arrived.
        while (!response.closed) {
          response.headersSent ? response.write("x") : begin(response);
          await someTurns();
          await clock.advance(10);
        }
      });
      // The deadline of other answers.
      const { client } = clientOf(url, { timeoutMs: 100, deadlineMs: 3_600_000, after: clock.after });
      const { made } = content(takesAll ? 10 : 64_000_000);
      const { kind, status } = await failureOf(client.sendUpload("/uploads/1", 0, made, signal));
      assert.deepEqual([kind, status], expected);
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    });
  }

  test("are refused early without losing what the service says", async () => {
    const service = await startReferenceService();
    cleanUpLater(() => service.close());
    const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    const file = { name: "a.bin", sizeBytes: 4_000_000, mediaType: "application/octet-stream" };
    const { address = "" } = await client.announceUpload(1231, file, signal);
    const error = await failureOf(client.sendUpload(address, 5, content(3_999_995).made, signal));
    // Either the answer arrived, or the connection was gone before it could be read.
    assert.ok(error.status === 409 || error.kind === "answerLost", String(error));
    assert.equal(await client.readUploadOffset(address, signal), 0);
    assert.equal(await client.sendUpload(address, 0, content(4_000_000).made, signal), 4_000_000);
  });

  test("of the old way have a chunk for each request, and tell their limits", async () => {
    const service = await startReferenceService({ maxUploadBytes: 100 });
    cleanUpLater(() => service.close());
    const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    const file = { name: "a.txt", mediaType: "text/plain" };
    const { id } = await client.createTemporaryFile(file, Buffer.from("one "), signal);
    await client.appendTemporaryFile(id, 2, Buffer.from("two"), signal);
    assert.equal(await client.readTemporarySize(id, signal), 7);
    assert.deepEqual(await client.readTemporaryLimits(signal), {
      chunkBytes: 1_048_576,
      quotaBytes: 100,
      usedBytes: 7,
    });
    await client.deleteTemporaryFile(id, signal);
    assert.deepEqual(service.control.uploads(), []);
  });

  test("of the old way go in chunks of the usual size where the service tells a size of nothing", async () => {
    const { client } = await serving((response) => json(response, [], 200, { "X-Upload-Max-File-Chunksize": "0" }));
    assert.equal((await client.readTemporaryLimits(signal)).chunkBytes, 1_048_576);
  });

  test("are told of by the structure of a tracker, where the service has them", async () => {
    const service = await startReferenceService({ maxUploadBytes: 100 });
    cleanUpLater(() => service.close());
    const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    const field = async () => {
      const { fields } = await client.readTracker(12, signal);
      const { takesUploads, maxUploadBytes } = fields.find(({ fieldId }) => fieldId === 1231) ?? {};
      return { takesUploads, maxUploadBytes };
    };
    assert.deepEqual(await field(), { takesUploads: true, maxUploadBytes: 100 });
    service.control.changeSettings({ hasResumableUploads: false });
    assert.deepEqual(await field(), { takesUploads: undefined, maxUploadBytes: undefined });
  });
});
