import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { FileStore } from "@tus/file-store";
import { Server as TusServer } from "@tus/server";
import { suite, test } from "mocha";
import { failureOf, useCleanUps } from "../service/harness.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySource } from "./memorySource.ts";
import { dependenciesOf, tusUploadOf } from "./uploadFixture.ts";

const { signal } = new AbortController();
const ignored = () => {};

/**
 * So that not only our own idea of the protocol is tried. Announcements become creations, as its specification has
 * them.
 */
suite("an upload to the tus server of the protocol's authors", () => {
  const cleanUpLater = useCleanUps();

  async function start() {
    const folder = await mkdtemp(path.join(tmpdir(), "tus-"));
    const tus = new TusServer({
      path: "/uploads",
      datastore: new FileStore({ directory: folder }),
      relativeLocation: true,
    });
    const sockets = new Set<Socket>();
    const sent: string[] = [];
    /** Called with each request that arrives; false cuts its connection. */
    const hooks = { onRequest: (_request: IncomingMessage): boolean => true };
    const server = createServer((request, response) => {
      sent.push(`${request.method} ${request.headers["upload-offset"] ?? ""}`.trim());
      if (!hooks.onRequest(request)) {
        return;
      }
      void (request.url?.startsWith("/api/")
        ? announce(server, request, response)
        : request.url?.startsWith("/stored/")
          ? readFile(path.join(folder, path.basename(request.url))).then((content) => response.end(content))
          : tus.handle(request, response));
    });
    server.on("connection", (socket) => void sockets.add(socket.on("error", () => {})));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanUpLater(async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    });
    const { client } = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
    const dependencies = dependenciesOf(client);
    const uploadOf = (source: MemorySource) => tusUploadOf(dependencies, source);
    const stored = () => readFile(path.join(folder, addresses.at(-1) ?? ""), "utf8");
    const addresses: string[] = [];

    async function announce(own: Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk as Buffer);
      }
      const { name, file_size } = JSON.parse(Buffer.concat(chunks).toString());
      const created = await fetch(`http://127.0.0.1:${(own.address() as AddressInfo).port}/uploads`, {
        method: "POST",
        headers: {
          "Tus-Resumable": "1.0.0",
          "Upload-Length": String(file_size),
          "Upload-Metadata": `filename ${Buffer.from(name).toString("base64")}`,
        },
      });
      assert.equal(created.status, 201);
      const location = created.headers.get("location") ?? "";
      addresses.push(location.split("/").at(-1) ?? "");
      response.writeHead(200, { "Content-Type": "application/json" });
      const told = { id: addresses.length, download_href: `/stored/${addresses.at(-1)}` };
      response.end(JSON.stringify({ ...told, upload_href: file_size === 0 ? null : location }));
    }

    return { uploadOf, stored, sent, hooks, client, addresses };
  }

  test("arrives whole", async () => {
    const { uploadOf, stored } = await start();
    const text = "0123456789".repeat(50_000);
    const upload = await uploadOf(new MemorySource("größe 1.txt", text, 65_536));
    assert.equal((await upload.run(signal, ignored)).id, 1);
    assert.equal(await stored(), text);
  });

  test("goes on after breaks from what the server has", async () => {
    const { uploadOf, stored, sent, hooks } = await start();
    const text = "0123456789".repeat(200_000);
    let breaks = 0;
    hooks.onRequest = (request) => {
      if (request.method === "PATCH" && breaks < 3) {
        breaks++;
        let left = 100_000 * breaks;
        request.on("data", (chunk: Buffer) => {
          left -= chunk.length;
          if (left < 0) {
            request.socket.resetAndDestroy();
          }
        });
      }
      return true;
    };
    await (await uploadOf(new MemorySource("a.txt", text, 65_536))).run(signal, ignored);
    assert.equal(await stored(), text);
    assert.ok(sent.filter((line) => line.startsWith("PATCH")).length >= 4, sent.join(", "));
  });

  test("is taken back, and gone then", async () => {
    const { uploadOf, client, hooks } = await start();
    const upload = await uploadOf(new MemorySource("a.txt", "x".repeat(2_000_000), 65_536));
    const controller = new AbortController();
    let address = "";
    hooks.onRequest = (request) => {
      address = request.method === "PATCH" ? (request.url ?? "") : address;
      return true;
    };
    await assert.rejects(upload.run(controller.signal, (bytes) => void (bytes > 500_000 && controller.abort())));
    await upload.takeBack();
    assert.equal((await failureOf(client.readUploadOffset(address, signal))).kind, "notFound");
  });

  test("begins anew where the server forgot it", async () => {
    const { uploadOf, stored, client, hooks, addresses } = await start();
    hooks.onRequest = (request) => {
      if (request.method === "PATCH" && addresses.length === 1) {
        hooks.onRequest = () => true;
        void client.cancelUpload(request.url ?? "", signal).then(() => request.socket.resetAndDestroy());
        return false;
      }
      return true;
    };
    const { id } = await (await uploadOf(new MemorySource("a.txt", "xyz"))).run(signal, ignored);
    assert.deepEqual([id, await stored()], [2, "xyz"]);
  });
});
