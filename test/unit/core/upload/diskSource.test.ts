import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setup, suite, teardown, test } from "mocha";
import { diskSource } from "../../../../src/core/upload/diskSource.ts";
import { WatchedSource } from "../../../../src/core/upload/watchedSource.ts";
import { useCleanUps } from "../service/harness.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { dependenciesOf, tusUploadOf } from "./uploadFixture.ts";

const { signal } = new AbortController();

suite("a file of this machine", () => {
  const cleanUpLater = useCleanUps();
  let folder = "";
  setup(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "upload-"));
  });
  teardown(() => rm(folder, { recursive: true }));

  const sourceAt = (name: string) => diskSource(path.join(folder, name), name);

  test("is read from any byte on", async () => {
    await writeFile(path.join(folder, "a.txt"), "0123456789");
    const chunks: Uint8Array[] = [];
    for await (const chunk of sourceAt("a.txt").read(7, signal)) {
      chunks.push(chunk);
    }
    assert.equal(Buffer.concat(chunks).toString(), "789");
  });

  test("that is none is told", async () => {
    await mkdir(path.join(folder, "inside"));
    await assert.rejects(WatchedSource.of(sourceAt("inside")), { kind: "directory" });
    await assert.rejects(WatchedSource.of(sourceAt("missing")), { kind: "unreadable" });
  });

  test("of 50 MB goes up in pieces, none of them large", async () => {
    const sizeBytes = 50_000_000;
    const file = path.join(folder, "sparse.bin");
    await writeFile(file, "");
    await truncate(file, sizeBytes);
    let received = 0;
    const server = createServer((request, response) => {
      request.on("data", (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on("end", () => {
        const isAnnouncement = request.method === "POST";
        response.writeHead(isAnnouncement ? 200 : 204, {
          "Content-Type": "application/json",
          "Upload-Offset": request.method === "HEAD" ? "0" : String(sizeBytes),
        });
        response.end(isAnnouncement ? '{"id":1,"upload_href":"/uploads/1"}' : undefined);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    cleanUpLater(() => new Promise((resolve) => server.close(resolve)));
    const { client } = clientOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`);
    const upload = await tusUploadOf(dependenciesOf(client), diskSource(file, "sparse.bin"));
    let [most, before] = [0, 0];
    await upload.run(signal, (bytes) => {
      most = Math.max(most, bytes - before);
      before = bytes;
    });
    assert.ok(received >= sizeBytes);
    assert.ok(most <= 1024 * 1024, `${most} bytes at once`);
  });
});
