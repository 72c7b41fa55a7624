import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { UploadFailure } from "../../../../src/core/upload/uploadFailure.ts";
import { WatchedSource } from "../../../../src/core/upload/watchedSource.ts";
import { MemorySource } from "./memorySource.ts";

const { signal } = new AbortController();

suite("a file that is read to go up", () => {
  /** What is given of a file that had three bytes when it was looked at, and has `parts` when it is read. */
  async function given(...parts: readonly string[]) {
    const source = new MemorySource("a.txt", "one");
    const file = await WatchedSource.of(source);
    source.read = async function* () {
      for (const part of parts) {
        yield Buffer.from(part);
      }
      assert.ok(parts.join("").length <= 3, "it is read on, which may never end");
    };
    let bytes = "";
    const reading = async () => {
      for await (const chunk of file.bytes(0, signal)) {
        bytes += Buffer.from(chunk).toString();
      }
    };
    const error: unknown = await reading().then(
      () => undefined,
      (failure: unknown) => failure,
    );
    assert.equal(error, file.failure);
    return { bytes, failure: error instanceof UploadFailure ? error.kind : undefined };
  }

  test("is given as it is", async () => {
    assert.deepEqual(await given("on", "e"), { bytes: "one", failure: undefined });
  });

  test("gives no byte more than it had, however it grows", async () => {
    assert.deepEqual(await given("on", "e,", "two"), { bytes: "on", failure: "changed" });
  });

  test("tells where it has fewer bytes than it had", async () => {
    assert.deepEqual(await given("on"), { bytes: "on", failure: "changed" });
  });
});
