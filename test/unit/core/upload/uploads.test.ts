import assert from "node:assert/strict";
import { once } from "node:events";
import { suite, test } from "mocha";
import { Uploads } from "../../../../src/core/upload/uploads.ts";
import { failureOf, useCleanUps } from "../service/harness.ts";
import { MemorySource, noPause } from "./memorySource.ts";
import { fieldId, openUploadFixture } from "./uploadFixture.ts";

const { signal } = new AbortController();

suite("uploads of a window", () => {
  const cleanUpLater = useCleanUps();

  async function fixture() {
    const { service, client } = await openUploadFixture(cleanUpLater);
    const field = { fieldId, label: "Attachments", takesUploads: true, maxUploadBytes: 1_000_000 };
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

  test("that are given up end with the reason of that, whatever fails then", async () => {
    const uploads = new Uploads(noPause());
    const leaving = new AbortController();
    const run = async () => {
      leaving.abort(new Error("Given up"));
      throw new Error("The connection broke");
    };
    await assert.rejects(
      uploads.send([{ sizeBytes: 1, run }], leaving.signal, () => {}),
      /Given up/,
    );
  });

  test("that are given up once all is sent are given to nobody", async () => {
    const leaving = new AbortController();
    const { service, uploads, prepare } = await fixture();
    const source = new MemorySource("a", "x");
    const prepared = await prepare([source]);
    const look = source.look.bind(source);
    source.look = async () => {
      if (service.control.uploads().some(({ receivedBytes }) => receivedBytes === 1)) {
        leaving.abort(new Error("Given up"));
      }
      return await look();
    };
    await assert.rejects(
      uploads.send(prepared, leaving.signal, () => {}),
      /Given up/,
    );
  });

  test("over the limit are refused before anything is sent, whatever else there is", async () => {
    const { service, prepare } = await fixture();
    const sources = [new MemorySource("a", "x"), new MemorySource("b", Buffer.alloc(1_000_001))];
    await assert.rejects(prepare(sources), { kind: "tooLarge", fileName: "b", limitBytes: 1_000_000 });
    assert.deepEqual(service.requests, []);
  });

  test("of one name, prepared one after the other, are files of their own, empty ones too", async () => {
    const { uploads, prepare } = await fixture();
    const sendEmpty = async () => await uploads.send(await prepare([new MemorySource("a", "")]), signal, () => {});
    const [[first], [second]] = [await sendEmpty(), await sendEmpty()];
    assert.deepEqual([first?.name, second?.name], ["a", "a (2)"]);
    assert.notEqual(first?.id, second?.id);
    await uploads.forget("test");
    assert.deepEqual(await sendEmpty(), [first], "what was sent from here is forgotten with its connection");
  });

  test("end where they are once another one has failed", async () => {
    const { uploads } = await fixture();
    const failing = { sizeBytes: 1, run: () => Promise.reject(new Error("No space is left")) };
    const endless = {
      sizeBytes: 1,
      run: (ending: AbortSignal) => once(ending, "abort").then(() => Promise.reject(ending.reason)),
    };
    await assert.rejects(
      uploads.send([endless, failing], signal, () => {}),
      { message: "No space is left" },
    );
  });

  test("stop with the first that fails, and go on without sending again what is up", async () => {
    const { service, uploads, prepare } = await fixture();
    const prepared = await prepare(["a", "b", "c"].map((name) => new MemorySource(name, name.repeat(10))));
    service.control.addFault({ method: "PATCH", fault: { kind: "answer", status: 403 }, count: 1 });
    assert.equal((await failureOf(uploads.send(prepared, signal, () => {}))).kind, "forbidden");
    const files = await uploads.send(prepared, signal, () => {});
    const taken = service.requests.filter(({ method, status }) => method === "PATCH" && status === 204);
    assert.deepEqual([files.map(({ name }) => name), taken.length], [["a", "b", "c"], 3]);
  });

  test("of the same name go on each by itself", async () => {
    const { service, uploads, prepare } = await fixture();
    const [one, two] = [new MemorySource("log", "one"), new MemorySource("log", "second")];
    const prepared = await prepare([one, two]);
    two.onRead = () => two.write("changed");
    await assert.rejects(
      uploads.send(prepared, signal, () => {}),
      { kind: "changed" },
    );
    two.onRead = () => {};
    await uploads.send(prepared, signal, () => {});
    assert.deepEqual(
      service.control
        .uploads()
        .map(({ sizeBytes }) => sizeBytes)
        .sort(),
      [3, 7],
    );
  });
});
