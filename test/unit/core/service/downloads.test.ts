import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { writeWhole } from "../../../../src/core/attachments/partialFile.ts";
import { minBytesPerSecond } from "../../../../src/core/service/answerLimits.ts";
import type { AttachmentStream } from "../../../../src/core/service/attachments.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { failureOf, settled, useServers } from "./harness.ts";
import { html, json, type Respond } from "./loopbackServer.ts";

const { signal } = new AbortController();
const entries = [{ fieldId: 101, members: { value: "It works" } }];
const file = { n: 1, fieldId: 1, name: "a.bin", contentUrl: "/a" };

suite("downloads", () => {
  const serving = useServers();
  let folder = "";
  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "downloads-"));
  });
  teardown(() => rm(folder, { recursive: true }));

  interface Way {
    readonly name: string;
    readonly respond?: Respond;
    readonly sizeBytes?: number;
    readonly read: (client: ServiceClient, attachment: typeof file) => Promise<unknown>;
  }

  const some: Respond = (response) => void response.writeHead(200).write("x".repeat(2000));
  const reading = (client: ServiceClient, attachment: typeof file) => client.readAttachment(attachment, 5000, signal);
  const saving = (client: ServiceClient, attachment: typeof file, target = path.join(folder, "saved")) =>
    client.openAttachment(attachment, signal, (stream) => writeWhole(target, stream, signal, () => {}));

  suite("that end early give their connection back, so that the next save goes through:", () => {
    const ways: readonly Way[] = [
      {
        name: "the target cannot be opened",
        read: (client, attachment) => saving(client, attachment, path.join(folder, "missing", "saved")),
      },
      {
        name: "the disk is full",
        read: (client, attachment) =>
          client.openAttachment(attachment, signal, (stream) =>
            writeWhole(path.join(folder, "saved"), stream, signal, () => {
              throw new Error("ENOSPC");
            }),
          ),
      },
      { name: "nobody reads it", read: (client, attachment) => client.openAttachment(attachment, signal, nothing) },
      {
        name: "nobody reads it, and it is cancelled",
        read: (client, attachment) => {
          const controller = new AbortController();
          return client.openAttachment(attachment, controller.signal, async () => controller.abort());
        },
      },
      {
        name: "cancelled while it streams",
        read: (client, attachment) => {
          const controller = new AbortController();
          return client.openAttachment(attachment, controller.signal, (stream) =>
            writeWhole(path.join(folder, "saved"), stream, controller.signal, () => controller.abort()),
          );
        },
      },
      { name: "cut short", respond: (response) => breakOff(response), read: saving },
      { name: "packed, and cut short", respond: (response) => breakOff(response, "gzip"), read: saving },
      { name: "packed in an unknown way", respond: (response) => breakOff(response, "rot13"), read: saving },
      {
        name: "packed in a way that nobody accepted, and without an end",
        respond: (response) => void response.writeHead(200, { "Content-Encoding": "gzip" }).write("x".repeat(2000)),
        read: saving,
      },
      { name: "longer than the artifact says", sizeBytes: 10, read: saving },
      { name: "announced as too large", respond: (response) => announce(response, 1e9), read: reading },
      { name: "too large", respond: (response) => void response.writeHead(200).write("x".repeat(9000)), read: reading },
      { name: "a page instead", respond: (response) => html(response), read: saving },
      { name: "refused", respond: (response) => html(response, 403), read: saving },
      { name: "refused with too many words", respond: (response) => announce(response, 1e9, 403), read: saving },
      { name: "cancelled before it starts", read: (client) => client.readAttachment(file, 9, AbortSignal.abort()) },
    ];
    for (const { name, respond = some, sizeBytes, read } of ways) {
      test(name, async () => {
        const { server, client } = await serving(onlyFiles(respond));
        const attachment = { ...file, ...(sizeBytes !== undefined && { sizeBytes }) };
        for (let round = 0; round < 20; round++) {
          await read(client, attachment).catch(() => {});
        }
        await client.updateArtifact(5, entries, { ifMatch: "1" }, signal);
        assert.equal(server.received.at(-1)?.method, "PUT");
        await client.close();
      });
    }
  });

  test("leave lines to reads and saves, however slow and many they are", async () => {
    const { server, client } = await serving(onlyFiles(some));
    const controller = new AbortController();
    const downloads = Array.from({ length: 10 }, () =>
      failureOf(client.openAttachment(file, controller.signal, drained)),
    );
    await settled(() => server.received.length >= 3);
    await Promise.all(Array.from({ length: 10 }, () => client.readArtifact(5, signal)));
    await client.updateArtifact(5, entries, { ifMatch: "1" }, signal);
    assert.equal(server.received.filter((request) => request.path === "/a").length, 3);
    controller.abort();
    assert.deepEqual([...new Set((await Promise.all(downloads)).map(({ kind }) => kind))], ["cancelled"]);
  });

  test("that wait for their turn are not given up meanwhile, and tried again like others", async () => {
    const waiting: ServerResponse[] = [];
    const { client } = await serving((response) => void waiting.push(response), { timeoutMs: 400 });
    const downloads = Array.from({ length: 4 }, () => client.openAttachment(file, signal, drained));
    await settled(() => waiting.length === 3);
    const first = waiting.splice(0);
    const part = "x".repeat(minBytesPerSecond);
    for (let round = 0; round < 8; round++) {
      for (const response of first) {
        response.write(part);
      }
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    for (const response of first) {
      response.end();
    }
    await settled(() => waiting.length === 1);
    for (const response of waiting.splice(0)) {
      html(response, 503);
    }
    await settled(() => waiting.length === 1);
    waiting[0]?.end("x");
    const size = 8 * minBytesPerSecond;
    assert.deepEqual(await Promise.all(downloads), [size, size, size, 1]);
  });

  test("that trickle end, and say that they were too slow", async () => {
    const { server, client, log } = await serving(trickle, { timeoutMs: 200 });
    for (const action of [client.openAttachment(file, signal, drained), client.readAttachment(file, 1e6, signal)]) {
      const { kind, problem } = await failureOf(action);
      assert.deepEqual([kind, problem], ["timeout", "tooSlow"]);
    }
    assert.deepEqual(
      log.map(({ errorKind }) => errorKind),
      ["timeout", "timeout"],
    );
    await settled(() => server.openConnections === 0);
  });

  for (const [name, drip, expected] of [
    ["words of a refusal", (response) => response.writeHead(403).write("x"), "forbidden"],
    ["that the service is working on it", (response) => response.writeProcessing(), "timeout"],
  ] as readonly (readonly [string, (response: ServerResponse) => void, string])[]) {
    test(`of which nothing comes but ${name}, on and on, end with their connection`, async () => {
      const { server, client } = await serving(
        (response) => {
          const timer = setInterval(() => {
            return response.headersSent ? response.write("x".repeat(100)) : drip(response);
          }, 5);
          response.on("close", () => clearInterval(timer));
        },
        { timeoutMs: 100 },
      );
      assert.equal((await failureOf(client.openAttachment(file, signal, drained))).kind, expected);
      await settled(() => server.openConnections === 0);
    });
  }

  test("may take as long as the disk does", async () => {
    const size = 1_000_000;
    const { client } = await serving((response) => void response.writeHead(200).end("x".repeat(size)), {
      timeoutMs: 100,
    });
    const received = await client.openAttachment(file, signal, async ({ chunks }) => {
      let bytes = 0;
      for await (const chunk of chunks) {
        if (bytes === 0) {
          await new Promise((resolve) => setTimeout(resolve, 400));
        }
        bytes += chunk.length;
      }
      return bytes;
    });
    assert.equal(received, size);
  });

  suite("an answer that is read whole", () => {
    test("may take longer than silence is borne, while it arrives", async () => {
      const { client } = await serving(
        (response) => {
          const parts = ["{", ...Array.from({ length: 8 }, () => " "), '"values":[]}'];
          response.writeHead(200, { "Content-Type": "application/json" });
          parts.forEach((part, index) => {
            setTimeout(() => (index === 9 ? response.end(part) : response.write(part)), index * 60);
          });
        },
        { timeoutMs: 300 },
      );
      assert.deepEqual((await client.readArtifact(5, signal)).artifact.attachments, []);
    });

    test("ends sooner where it is a refusal, and tells what that is", async () => {
      const { client } = await serving(
        (response) => {
          response.writeHead(403, { "Content-Type": "application/json" });
          const timer = setInterval(() => response.write(" "), 5);
          response.on("close", () => clearInterval(timer));
        },
        { timeoutMs: 100, deadlineMs: 3_600_000 },
      );
      assert.equal((await failureOf(client.readArtifact(5, signal))).kind, "forbidden");
    });

    test("ends with its deadline, though something comes all the time", async () => {
      const { client } = await serving(trickle, { timeoutMs: 30 });
      const { kind, problem } = await failureOf(client.readArtifact(5, signal));
      assert.deepEqual([kind, problem], ["timeout", undefined]);
    });
  });
});

const nothing = () => Promise.resolve();

const trickle: Respond = (response) => {
  response.writeHead(200, { "Content-Type": "application/json" });
  const timer = setInterval(() => response.write(" "), 5);
  response.on("close", () => clearInterval(timer));
};

function onlyFiles(respond: Respond): Respond {
  return (response, request, index) =>
    request.path === "/a" ? respond(response, request, index) : json(response, { values: [] });
}

function announce(response: ServerResponse, bytes: number, status = 200): void {
  response.writeHead(status, { "Content-Length": String(bytes) }).write("x");
}

function breakOff(response: ServerResponse, coding?: string): void {
  response.writeHead(200, { "Content-Length": "5000", ...(coding && { "Content-Encoding": coding }) });
  response.write("x".repeat(2000), () => response.socket?.destroy());
}

async function drained({ chunks }: AttachmentStream): Promise<number> {
  let received = 0;
  for await (const chunk of chunks) {
    received += chunk.length;
  }
  return received;
}
