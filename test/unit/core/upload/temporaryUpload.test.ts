import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { TemporaryUpload } from "../../../../src/core/upload/temporaryUpload.ts";
import { WatchedSource } from "../../../../src/core/upload/watchedSource.ts";
import { failureOf, useCleanUps, useServers } from "../service/harness.ts";
import { json } from "../service/loopbackServer.ts";
import { MemorySource } from "./memorySource.ts";
import { dependenciesOf, openUploadFixture } from "./uploadFixture.ts";

const { signal } = new AbortController();
const chunkBytes = 1_048_576;

suite("an upload as a temporary file", () => {
  const cleanUpLater = useCleanUps();

  async function fixture(maxUploadBytes = 10_000_000) {
    const opened = await openUploadFixture(cleanUpLater, { hasResumableUploads: false, maxUploadBytes });
    const dependencies = dependenciesOf(opened.client);
    const uploadOf = async (source: MemorySource) => new TemporaryUpload(dependencies, await WatchedSource.of(source));
    return { ...opened, uploadOf };
  }

  const content = Buffer.alloc(2 * chunkBytes + 7, "0123456789");

  test("goes in chunks of the size that the service tells", async () => {
    const { service, uploadOf, stored } = await fixture();
    const progress: number[] = [];
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    const { id } = await upload.run(signal, (bytes) => progress.push(bytes));
    assert.deepEqual(progress, [chunkBytes, 2 * chunkBytes, content.length]);
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ["GET", "POST", "PUT", "PUT", "GET"],
    );
    assert.ok((await stored(id)).equals(content));
  });

  for (const when of ["before", "after"] as const) {
    test(`of which an answer was lost ${when} it was stored has each chunk once`, async () => {
      const { service, uploadOf, stored } = await fixture();
      service.control.addFault({ method: "PUT", path: /temporary/, fault: { kind: "reset", when } });
      const { id } = await (await uploadOf(new MemorySource("a.bin", content, 70_000))).run(signal, () => {});
      assert.ok((await stored(id)).equals(content));
    });
  }

  for (const { status, posts } of [
    { status: 503, posts: 3 },
    { status: 429, posts: 3 },
    { status: 504, posts: 1 },
  ]) {
    test(`of which the first chunk met a ${status} is ${posts > 1 ? "sent again" : "not: it may be there"}`, async () => {
      const { service, uploadOf } = await fixture();
      service.control.addFault({ method: "POST", fault: { kind: "answer", status }, count: 2 });
      const upload = await uploadOf(new MemorySource("a.bin", "xyz"));
      const isUp = await upload
        .run(signal, () => {})
        .then(
          () => true,
          () => false,
        );
      const sent = service.requests.filter(({ method }) => method === "POST").length;
      assert.deepEqual([isUp, sent], [posts > 1, posts]);
    });
  }

  test("that gave up on a lost answer goes on from what the service has", async () => {
    const { service, uploadOf, stored } = await fixture();
    const fault = (method: string, kind: Parameters<typeof service.control.addFault>[0]["fault"], count: number) =>
      service.control.addFault({ method, path: /temporary_files\/\d/, fault: kind, count });
    fault("PUT", { kind: "reset", when: "after" }, 1);
    fault("GET", { kind: "badGateway" }, 100);
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    await failureOf(upload.run(signal, () => {}));
    service.control.clearFaults();
    const { id } = await upload.run(signal, () => {});
    assert.ok((await stored(id)).equals(content));
  });

  test("that is attached by now, as where nobody was told, is given at once when it is tried again", async () => {
    const { uploadOf, stored, sent } = await fixture();
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    const { id } = await upload.run(signal, () => {});
    assert.ok((await stored(id)).equals(content));
    const before = sent().length;
    assert.equal((await upload.run(signal, () => {})).id, id);
    assert.equal(sent().length, before);
  });

  test("over what is left of the quota is refused before anything is sent", async () => {
    const { service, uploadOf } = await fixture(100);
    await (await uploadOf(new MemorySource("a", "x".repeat(60)))).run(signal, () => {});
    service.clearRequests();
    const second = await uploadOf(new MemorySource("b", "x".repeat(60)));
    await assert.rejects(
      second.run(signal, () => {}),
      { kind: "quota", limitBytes: 100, leftBytes: 40 },
    );
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ["GET"],
    );
  });

  test("where more is used than the quota is told to have no room", async () => {
    const { service, uploadOf } = await fixture(100);
    await (await uploadOf(new MemorySource("a", "x".repeat(60)))).run(signal, () => {});
    service.control.changeSettings({ maxUploadBytes: 50 });
    const second = await uploadOf(new MemorySource("b", "x"));
    await assert.rejects(
      second.run(signal, () => {}),
      { kind: "quota", limitBytes: 50, leftBytes: 0 },
    );
  });

  test("goes on though the quota has room for nothing but its rest", async () => {
    const { service, uploadOf, stored } = await fixture(content.length);
    const refusal = { kind: "answer", status: 503 } as const;
    service.control.addFault({ method: "PUT", path: /temporary/, fault: refusal, count: 100 });
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    await failureOf(upload.run(signal, () => {}));
    service.control.clearFaults();
    const { id } = await upload.run(signal, () => {});
    assert.ok((await stored(id)).equals(content));
  });

  test("that was taken back is sent anew", async () => {
    const { uploadOf, stored } = await fixture();
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    await upload.run(signal, () => {});
    await upload.takeBack();
    const { id } = await upload.run(signal, () => {});
    assert.ok((await stored(id)).equals(content));
  });

  for (const { lost, method } of [
    { lost: "before its next chunk", method: "PUT" },
    { lost: "once all of it is sent", method: "GET" },
  ]) {
    test(`that the service has lost ${lost} goes up from its beginning when it is tried again`, async () => {
      const { service, uploadOf, stored } = await fixture();
      const gone = { kind: "answer", status: 404 } as const;
      service.control.addFault({ method, path: /temporary_files\/\d+$/, fault: gone });
      const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
      await assert.rejects(
        upload.run(signal, () => {}),
        { kind: "notWhole" },
      );
      const { id } = await upload.run(signal, () => {});
      assert.ok((await stored(id)).equals(content));
    });
  }

  test("of a file that changes while its last chunk is on its way is not taken for that file", async () => {
    const { service, uploadOf } = await fixture();
    const source = new MemorySource("a.bin", content, 70_000);
    const upload = await uploadOf(source);
    const running = upload.run(signal, (sentBytes) => {
      if (sentBytes === content.length) {
        source.write("other");
      }
    });
    await assert.rejects(running, { kind: "changed" });
    assert.deepEqual(service.control.uploads(), []);
  });

  test("over the quota that others use up meanwhile is refused in the service's words", async () => {
    const { service, uploadOf } = await fixture();
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    const running = upload.run(signal, () => service.control.changeSettings({ maxUploadBytes: chunkBytes }));
    const { kind, serviceMessage } = await failureOf(running);
    assert.deepEqual([kind, serviceMessage], ["rejected", "You exceeded your quota"]);
    await upload.takeBack();
    assert.deepEqual(service.control.uploads(), []);
  });

  test("of an empty file is refused before anything is sent", async () => {
    const { service, uploadOf } = await fixture();
    await assert.rejects(
      (await uploadOf(new MemorySource("a", ""))).run(signal, () => {}),
      { kind: "empty" },
    );
    assert.deepEqual(service.requests, []);
  });

  test("is refused where the service has none", async () => {
    const { service, uploadOf } = await fixture();
    service.control.changeSettings({ listing: "minimal" });
    await assert.rejects(
      (await uploadOf(new MemorySource("a", "x"))).run(signal, () => {}),
      { kind: "noUploads" },
    );
  });

  test("of a file that changes is told and taken back", async () => {
    const { service, uploadOf } = await fixture();
    const source = new MemorySource("a.bin", content, 70_000);
    const upload = await uploadOf(source);
    await assert.rejects(
      upload.run(signal, () => source.write("short")),
      { kind: "changed" },
    );
    assert.deepEqual(service.control.uploads(), []);
  });

  test("of a file that has changed since a break is told before any more of it is sent, and taken back", async () => {
    const { service, uploadOf } = await fixture();
    const source = new MemorySource("a.bin", content, 70_000);
    service.control.addFault({ method: "PUT", fault: { kind: "answer", status: 400 } });
    const upload = await uploadOf(source);
    await failureOf(upload.run(signal, () => {}));
    source.write(content);
    service.clearRequests();
    await assert.rejects(
      upload.run(signal, () => {}),
      { kind: "changed" },
    );
    assert.deepEqual(
      service.requests.filter(({ method }) => method === "PUT"),
      [],
    );
    assert.deepEqual(service.control.uploads(), []);
  });

  test("that is cancelled is taken back", async () => {
    const { service, uploadOf } = await fixture();
    const controller = new AbortController();
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    await assert.rejects(upload.run(controller.signal, () => controller.abort()));
    service.control.addFault({ method: "DELETE", fault: { kind: "badGateway" } });
    await upload.takeBack();
    assert.deepEqual(service.control.uploads(), []);
  });

  suite("to a service that stores what it likes", () => {
    const serving = useServers(cleanUpLater);

    /** Stores of each chunk what `store` gives, or loses its answer. */
    async function fixtureOf(store: (chunk: Buffer, number: number) => Buffer | { readonly lost: Buffer }) {
      const told = { chunkBytes: 10, isDown: false, hidesLimits: false };
      const files: Buffer[] = [];
      const removed: string[] = [];
      const chunks: number[] = [];
      const { client } = await serving((response, { method, path, body }) => {
        const [, fileId] = /temporary_files\/(\d+)/.exec(path) ?? [];
        const number = Number(fileId ?? 0);
        if (method === "GET") {
          if (fileId === undefined ? told.hidesLimits : told.isDown) {
            json(response, "", 403);
            return;
          }
          const headers = { "X-Upload-Max-File-Chunksize": String(told.chunkBytes) };
          const size = { "X-Pagination-Size": String(files[number]?.length ?? 0) };
          json(response, fileId === undefined ? [] : { data: "" }, 200, { ...headers, ...size });
          return;
        }
        if (method === "DELETE") {
          removed.push(path);
          json(response, "");
          return;
        }
        const chunk = Buffer.from(JSON.parse(body).content, "base64");
        const at = method === "POST" ? files.push(Buffer.alloc(0)) - 1 : number;
        chunks.push(chunk.length);
        const stored = store(chunk, chunks.length);
        files[at] = Buffer.concat([files[at] ?? Buffer.alloc(0), "lost" in stored ? stored.lost : stored]);
        if ("lost" in stored) {
          response.socket?.resetAndDestroy();
        } else {
          json(response, { id: at }, method === "POST" ? 201 : 200);
        }
      });
      files.push(Buffer.alloc(0)); // No file has the number 0.
      const source = new MemorySource("a.txt", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN");
      const upload = new TemporaryUpload(dependenciesOf(client), await WatchedSource.of(source));
      const run = () => upload.run(signal, () => {});
      return { run, source, told, files, removed, chunks };
    }

    for (const { what, stored } of [
      { what: "half of", stored: (chunk: Buffer) => chunk.subarray(0, 5) },
      { what: "twice", stored: (chunk: Buffer) => Buffer.concat([chunk, chunk]) },
    ]) {
      for (const at of [1, 3, 5]) {
        test(`${what} the chunk ${at}, is not whole, and goes up from its beginning when it is tried again`, async () => {
          const { run, source, files, removed } = await fixtureOf((chunk, number) =>
            number === at ? stored(chunk) : chunk,
          );
          await assert.rejects(run(), { kind: "notWhole" });
          assert.equal(removed.length, 1);
          const { id } = await run();
          assert.equal(files[id]?.toString(), source.content.toString());
        });
      }
    }

    test("whose limits it refuses to tell, goes no further", async () => {
      const { run, told, chunks } = await fixtureOf((chunk) => chunk);
      told.hidesLimits = true;
      assert.equal((await failureOf(run())).kind, "forbidden");
      assert.deepEqual(chunks, []);
    });

    for (const { what, stored } of [
      { what: "half of a chunk", stored: (chunk: Buffer) => chunk.subarray(0, 5) },
      { what: "a chunk twice", stored: (chunk: Buffer) => Buffer.concat([chunk, chunk]) },
    ]) {
      test(`${what} whose answer is lost, is not whole`, async () => {
        const { run, source, files, chunks } = await fixtureOf((chunk, number) =>
          number === 3 ? { lost: stored(chunk) } : chunk,
        );
        await assert.rejects(run(), { kind: "notWhole" });
        assert.equal(chunks.length, 3, "nothing is sent behind it");
        const { id } = await run();
        assert.equal(files[id]?.toString(), source.content.toString());
      });
    }

    test("a chunk whose answer is lost, goes on in chunks of another size where that is what it takes by then", async () => {
      const { run, source, told, files, chunks } = await fixtureOf((chunk, number) =>
        number === 3 ? { lost: chunk } : chunk,
      );
      told.isDown = true;
      await failureOf(run());
      Object.assign(told, { isDown: false, chunkBytes: 15 });
      const { id } = await run();
      assert.equal(files[id]?.toString(), source.content.toString());
      assert.deepEqual(chunks, [10, 10, 10, 15, 5]);
    });

    test("chunks of any size, gets some megabytes at once", async () => {
      const { run, source, told, chunks } = await fixtureOf((chunk) => chunk);
      const mebibyte = 1_048_576;
      source.content = Buffer.alloc(9 * mebibyte);
      Object.assign(told, { chunkBytes: 150_000_000 });
      await assert.rejects(run(), { kind: "changed" });
      await run();
      assert.deepEqual(chunks, [4 * mebibyte, 4 * mebibyte, mebibyte]);
    });
  });
});
