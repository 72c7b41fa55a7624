import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { transferState } from "../../../../src/core/sentences/uploads.ts";
import { TransferProgress } from "../../../../src/core/upload/transferProgress.ts";
import { Uploads } from "../../../../src/core/upload/uploads.ts";
import { startReferenceService } from "../../../service/referenceService.ts";
import { failureOf, useCleanUps } from "../service/harness.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySource, noPause } from "./memorySource.ts";

const { signal } = new AbortController();

suite("uploads of a window", () => {
  const cleanUpLater = useCleanUps();

  async function desk() {
    const service = await startReferenceService();
    cleanUpLater(() => service.close());
    const { client } = clientOf(service.baseUrl, { accessKey: async () => service.keys.member });
    const field = { fieldId: 1231, label: "Attachments", takesUploads: true, largestUploadBytes: 1_000_000 };
    const uploads = new Uploads(noPause());
    const prepare = (sources: MemorySource[]) => uploads.prepare("test", client, field, sources);
    return { service, uploads, prepare };
  }

  test("go two at a time, the rest wait for their turn", async () => {
    const uploads = new Uploads(noPause());
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const made = ["a", "b", "c"].map((name, index) => ({
      name,
      sizeBytes: 1,
      takeBack: async () => {},
      run: async () => {
        begun.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return { id: index, name, mediaType: "text/plain" };
      },
    }));
    const sending = uploads.send(made, signal, () => {});
    await new Promise(setImmediate);
    assert.deepEqual(begun, ["a", "b"]);
    ends.get("b")?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun, ["a", "b", "c"]);
    ends.get("a")?.();
    ends.get("c")?.();
    assert.deepEqual(
      (await sending).map(({ name }) => name),
      ["a", "b", "c"],
    );
  });

  test("over the limit are refused before anything is sent, whatever else there is", async () => {
    const { service, prepare } = await desk();
    const sources = [new MemorySource("a", "x"), new MemorySource("b", Buffer.alloc(1_000_001))];
    await assert.rejects(prepare(sources), { kind: "tooLarge", fileName: "b", limitBytes: 1_000_000 });
    assert.deepEqual(service.requests, []);
  });

  test("stop with the first that fails, and go on without sending again what is up", async () => {
    const { service, uploads, prepare } = await desk();
    const prepared = await prepare(["a", "b", "c"].map((name) => new MemorySource(name, name.repeat(10))));
    service.control.addFault({ method: "PATCH", fault: { kind: "answer", status: 403 }, count: 1 });
    assert.equal((await failureOf(uploads.send(prepared, signal, () => {}))).kind, "forbidden");
    const files = await uploads.send(prepared, signal, () => {});
    const taken = service.requests.filter(({ method, status }) => method === "PATCH" && status === 204);
    assert.deepEqual([files.map(({ name }) => name), taken.length], [["a", "b", "c"], 3]);
  });

  test("tell how far they are and how long the rest will take", () => {
    let now = 0;
    const progress = new TransferProgress([1000, 3000], () => now);
    const at = (ms: number, index: number, bytes: number) => {
      now = ms;
      return transferState(progress.note(index, bytes), (size) => `${size} B`);
    };
    assert.equal(at(0, 0, 0), "0 B of 4000 B");
    assert.equal(at(1000, 0, 1000), "1000 B of 4000 B, 3 s left");
    assert.equal(at(2000, 1, 1000), "2000 B of 4000 B, 2 s left");
    assert.equal(at(2100, 1, 0), "1000 B of 4000 B, 7 s left");
  });
});
