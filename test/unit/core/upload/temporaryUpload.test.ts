import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { TemporaryUpload } from "../../../../src/core/upload/temporaryUpload.ts";
import { WatchedSource } from "../../../../src/core/upload/watchedSource.ts";
import { startReferenceService } from "../../../service/referenceService.ts";
import { useCleanUps } from "../service/harness.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySource, noPause } from "./memorySource.ts";

const { signal } = new AbortController();
const chunkBytes = 1_048_576;
const fieldId = 1231;

suite("an upload as a temporary file", () => {
  const cleanUpLater = useCleanUps();

  async function desk(largestUploadBytes = 10_000_000) {
    const service = await startReferenceService({ hasResumableUploads: false, largestUploadBytes });
    cleanUpLater(() => service.close());
    const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    const uploadOf = async (source: MemorySource) =>
      new TemporaryUpload(client, noPause(), await WatchedSource.of(source));
    const stored = async (id: number) => {
      await client.updateArtifact(503, [{ fieldId, members: { value: [id] } }], undefined, signal);
      return Buffer.from(service.control.readAttachment({ id }), "base64");
    };
    return { service, uploadOf, stored };
  }

  const content = Buffer.alloc(2 * chunkBytes + 7, "0123456789");

  test("goes in chunks of the size that the service tells", async () => {
    const { service, uploadOf, stored } = await desk();
    const progress: number[] = [];
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    const { id } = await upload.run(signal, (bytes) => progress.push(bytes));
    assert.deepEqual(progress, [chunkBytes, 2 * chunkBytes, content.length]);
    assert.deepEqual(
      service.requests.map(({ method }) => method),
      ["GET", "POST", "PUT", "PUT"],
    );
    assert.ok((await stored(id)).equals(content));
  });

  for (const when of ["before", "after"] as const) {
    test(`of which an answer was lost ${when} it was stored has each chunk once`, async () => {
      const { service, uploadOf, stored } = await desk();
      service.control.addFault({ method: "PUT", path: /temporary/, fault: { kind: "reset", when } });
      const { id } = await (await uploadOf(new MemorySource("a.bin", content, 70_000))).run(signal, () => {});
      assert.ok((await stored(id)).equals(content));
    });
  }

  test("over what is left of the quota is refused before anything is sent", async () => {
    const { service, uploadOf } = await desk(100);
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

  test("of an empty file is refused before anything is sent", async () => {
    const { service, uploadOf } = await desk();
    await assert.rejects(
      (await uploadOf(new MemorySource("a", ""))).run(signal, () => {}),
      { kind: "empty" },
    );
    assert.deepEqual(service.requests, []);
  });

  test("is refused where the service has none", async () => {
    const { service, uploadOf } = await desk();
    service.control.changeSettings({ listing: "minimal" });
    await assert.rejects(
      (await uploadOf(new MemorySource("a", "x"))).run(signal, () => {}),
      { kind: "noUploads" },
    );
  });

  test("of a file that changes is told and taken back", async () => {
    const { service, uploadOf } = await desk();
    const source = new MemorySource("a.bin", content, 70_000);
    const upload = await uploadOf(source);
    await assert.rejects(
      upload.run(signal, () => source.write("short")),
      { kind: "changed" },
    );
    assert.deepEqual(service.control.uploads(), []);
  });

  test("that is cancelled is taken back", async () => {
    const { service, uploadOf } = await desk();
    const controller = new AbortController();
    const upload = await uploadOf(new MemorySource("a.bin", content, 70_000));
    await assert.rejects(upload.run(controller.signal, () => controller.abort()));
    await upload.takeBack();
    assert.deepEqual(service.control.uploads(), []);
  });
});
