import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { UploadFailure } from "../../../../src/core/upload/uploadFailure.ts";
import { WatchedSource } from "../../../../src/core/upload/watchedSource.ts";
import { failureOf, useCleanUps } from "../service/harness.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { MemorySource } from "./memorySource.ts";
import { dependenciesOf, fieldId, openUploadFixture, tusUploadOf } from "./uploadFixture.ts";

const { signal } = new AbortController();
const ignored = () => {};

suite("an upload by tus", () => {
  const cleanUpLater = useCleanUps();

  async function fixture(options: { readonly timeoutMs?: number } = {}) {
    const opened = await openUploadFixture(cleanUpLater, { maxUploadBytes: 10_000_000 }, options);
    const { service, client } = opened;
    const waits: number[] = [];
    const dependencies = dependenciesOf(client, waits);
    const uploadOf = (source: MemorySource) => tusUploadOf(dependencies, source);
    const fault = (method: string, fault: Parameters<typeof service.control.addFault>[0]["fault"], count = 1) =>
      service.control.addFault({ method, path: /uploads|tracker_fields/, fault, count });
    const stored = async (id: number) => (await opened.stored(id)).toString();
    /** Another window announces a file of three bytes, `log.txt`, and sends `words` of it. */
    const otherSends = async (words: string) => {
      const announced = { name: "log.txt", sizeBytes: 3, mediaType: "text/plain" };
      const { address = "" } = await client.announceUpload(fieldId, announced, signal);
      const content = { sizeBytes: words.length, chunks: () => new MemorySource("", words).read(0) };
      await client.sendUpload(address, 0, content, signal);
    };
    return { ...opened, uploadOf, fault, stored, otherSends, waits, dependencies, claimed: dependencies.claimed };
  }

  test("sends a file once, and asks before whether its place is empty", async () => {
    const { uploadOf, sent, stored } = await fixture();
    const progress: number[] = [];
    const upload = await uploadOf(new MemorySource("a.txt", "x".repeat(200)));
    const file = await upload.run(signal, (bytes) => progress.push(bytes));
    assert.deepEqual(sent(), ["POST 200", "HEAD 204", "PATCH 204"]);
    assert.deepEqual(progress, [0, 64, 128, 192, 200, 200]);
    assert.deepEqual(file, {
      id: file.id,
      name: "a.txt",
      mediaType: "text/plain",
      contentUrl: `/plugins/tracker/attachments/${file.id}-a.txt`,
    });
    assert.equal(await stored(file.id), "x".repeat(200));
    assert.deepEqual(await upload.run(signal, ignored), file);
    assert.equal(sent().length, 4);
  });

  test("of an empty file is the announcement alone", async () => {
    const { uploadOf, sent, stored } = await fixture();
    const { id } = await (await uploadOf(new MemorySource("empty", ""))).run(signal, ignored);
    assert.deepEqual(sent(), ["POST 200"]);
    assert.equal(await stored(id), "");
  });

  for (const name of ["ä ö.txt", "日本語", "a'b\"c<d>&.txt", "100%.txt", "#?;.json", "🙂.xml", ".gitignore"]) {
    test(`keeps the name ${name}`, async () => {
      const { uploadOf, client } = await fixture();
      const { id } = await (await uploadOf(new MemorySource(name, "x"))).run(signal, ignored);
      await client.updateArtifact(503, [{ fieldId, members: { value: [id] } }], undefined, signal);
      const { artifact } = await client.readArtifact(503, signal);
      assert.deepEqual(
        artifact.attachments.map((attachment) => attachment.name),
        [name],
      );
    });
  }

  test("goes on after a break at any byte from what the service has", async () => {
    const text = Array.from({ length: 131 }, (_, index) => String.fromCharCode(33 + (index % 90))).join("");
    const { service, uploadOf, fault, stored } = await fixture();
    for (let cut = 1; cut <= text.length; cut += 5) {
      service.clearRequests();
      fault("PATCH", { kind: "breakOff", afterBytes: cut });
      const { id } = await (await uploadOf(new MemorySource(`${cut}.txt`, text))).run(signal, ignored);
      const offsets = service.requests
        .filter(({ method }) => method === "PATCH")
        .map((r) => r.headers["upload-offset"]);
      assert.deepEqual(offsets, cut === text.length ? ["0"] : ["0", String(cut)], `cut at ${cut}`);
      assert.equal(await stored(id), text);
    }
  });

  const passing = [
    { name: "a lost announcement", method: "POST", fault: { kind: "reset", when: "after" } },
    { name: "an announcement that breaks off", method: "POST", fault: { kind: "cut", at: "half", how: "reset" } },
    { name: "a lost answer", method: "PATCH", fault: { kind: "reset", when: "after" } },
    { name: "a gateway that gave up", method: "PATCH", fault: { kind: "badGateway" } },
    { name: "another offset", method: "PATCH", fault: { kind: "answer", status: 409 } },
    { name: "a lock", method: "PATCH", fault: { kind: "answer", status: 423 } },
    { name: "a damaged part", method: "PATCH", fault: { kind: "answer", status: 460 } },
    { name: "an overload", method: "PATCH", fault: { kind: "answer", status: 503, headers: { "Retry-After": "1" } } },
    { name: "too many requests", method: "POST", fault: { kind: "answer", status: 429 } },
    { name: "a HEAD that is overloaded", method: "HEAD", fault: { kind: "answer", status: 503 }, count: 3 },
    { name: "a silence", method: "PATCH", fault: { kind: "hang", when: "before" }, timeoutMs: 300 },
  ] as const;
  for (const { name, method, fault: kind, ...more } of passing) {
    test(`outlasts ${name}`, async () => {
      const { uploadOf, fault, stored, service } = await fixture("timeoutMs" in more ? { timeoutMs: 300 } : {});
      fault(method, kind, "count" in more ? more.count : 1);
      const { id } = await (await uploadOf(new MemorySource("a.txt", "x".repeat(200)))).run(signal, ignored);
      assert.equal(await stored(id), "x".repeat(200));
      assert.deepEqual(service.control.uploads(), []);
    });
  }

  test("outlasts any number of breaks, as long as it gets on in between", async () => {
    const { uploadOf, fault, stored, waits } = await fixture();
    fault("PATCH", { kind: "breakOff", afterBytes: 10 }, 15);
    const { id } = await (await uploadOf(new MemorySource("a.txt", "x".repeat(200)))).run(signal, ignored);
    assert.equal(await stored(id), "x".repeat(200));
    assert.deepEqual(waits, Array(15).fill(500));
  });

  test("goes on with a service that was restarted in between", async () => {
    const { service, uploadOf, stored } = await fixture();
    const source = new MemorySource("a.bin", Buffer.alloc(3_000_000, "x"), 65_536);
    let restarting: Promise<void> | undefined;
    const upload = await uploadOf(source);
    const { id } = await upload.run(signal, (bytes) => {
      if (bytes > 1_000_000) {
        restarting ??= service.restart();
      }
    });
    await restarting;
    assert.ok(restarting);
    assert.equal((await stored(id)).length, 3_000_000);
  });

  for (const { method, status } of [
    { method: "PATCH", status: 412 },
    { method: "PATCH", status: 415 },
    { method: "PATCH", status: 413 },
    { method: "PATCH", status: 403 },
    { method: "HEAD", status: 412 },
    { method: "POST", status: 400 },
    { method: "POST", status: 404 },
  ]) {
    test(`does not repeat a ${method} that is refused with ${status}`, async () => {
      const { uploadOf, fault, sent } = await fixture();
      fault(method, { kind: "answer", status });
      const error = await failureOf((await uploadOf(new MemorySource("a.txt", "xyz"))).run(signal, ignored));
      assert.deepEqual([error.status, sent().at(-1)], [status, `${method} ${status}`]);
      assert.equal(sent().filter((line) => line === `${method} ${status}`).length, 1);
    });
  }

  test("is given up once nine names for it are taken by others, and is announced no more", async () => {
    const { uploadOf, fault, sent } = await fixture();
    fault("POST", { kind: "answer", status: 409 }, 100);
    const upload = await uploadOf(new MemorySource("a.txt", "xyz"));
    await assert.rejects(
      upload.run(signal, ignored),
      (error) => error instanceof UploadFailure && error.kind === "nameTaken",
    );
    assert.deepEqual(sent(), Array(9).fill("POST 409"));
  });

  test("waits for what Retry-After asks, but a minute at most", async () => {
    const { uploadOf, fault, waits } = await fixture();
    fault("PATCH", { kind: "answer", status: 503, headers: { "Retry-After": "20" } });
    await (await uploadOf(new MemorySource("a.txt", "xyz"))).run(signal, ignored);
    fault("PATCH", { kind: "answer", status: 503, headers: { "Retry-After": "3600" } });
    await (await uploadOf(new MemorySource("b.txt", "xyz"))).run(signal, ignored);
    assert.deepEqual(waits, [20_000, 60_000]);
  });

  test("gives up in the end, and goes on from there when it is run again", async () => {
    const { service, uploadOf, fault, stored, waits } = await fixture();
    const upload = await uploadOf(new MemorySource("a.txt", "x".repeat(200)));
    fault("PATCH", { kind: "badGateway" }, 7);
    const error = await failureOf(upload.run(signal, ignored));
    assert.deepEqual([error.kind, waits.length], ["answerLost", 6]);
    service.clearRequests();
    const { id } = await upload.run(signal, ignored);
    assert.equal(service.requests.filter(({ method }) => method === "POST").length, 0);
    assert.equal(await stored(id), "x".repeat(200));
  });

  for (const status of [404, 410]) {
    test(`begins anew once where the service knows the upload no more (${status})`, async () => {
      const { uploadOf, fault, sent, stored } = await fixture();
      fault("PATCH", { kind: "answer", status });
      const { id } = await (await uploadOf(new MemorySource("a.txt", "xyz"))).run(signal, ignored);
      assert.deepEqual(sent(), ["POST 200", "HEAD 204", `PATCH ${status}`, "POST 200", "HEAD 204", "PATCH 204"]);
      assert.equal(await stored(id), "xyz");
      fault("PATCH", { kind: "answer", status }, 2);
      const upload = await uploadOf(new MemorySource("b.txt", "xyz"));
      assert.equal((await failureOf(upload.run(signal, ignored))).status, status);
      assert.equal(await stored((await upload.run(signal, ignored)).id), "xyz");
    });
  }

  suite("of a file that", () => {
    const cases: readonly { name: string; happens: (source: MemorySource) => void; kind: string }[] = [
      { name: "shrinks", happens: (source) => source.write("short"), kind: "changed" },
      { name: "grows", happens: (source) => source.write("y".repeat(500)), kind: "changed" },
      { name: "changes", happens: (source) => source.write("y".repeat(300)), kind: "changed" },
      {
        name: "is removed",
        happens: (source) => {
          source.isGone = true;
        },
        kind: "unreadable",
      },
    ];
    for (const { name, happens, kind } of cases) {
      test(`${name} while it goes up is told and taken back`, async () => {
        const { service, uploadOf } = await fixture();
        const source = new MemorySource("a.txt", "x".repeat(300));
        source.onRead = (offset) => {
          if (offset === 128) {
            happens(source);
          }
        };
        await assert.rejects(
          (await uploadOf(source)).run(signal, ignored),
          (error: unknown) => error instanceof UploadFailure && error.kind === kind && error.fileName === "a.txt",
        );
        assert.deepEqual(service.control.uploads(), []);
      });
    }

    for (const [name, change] of [
      ["another length", (source: MemorySource) => Object.assign(source, { content: Buffer.from("xy") })],
      ["another time", (source: MemorySource) => Object.assign(source, { writtenAtMs: 2 })],
    ] as const) {
      test(`has but ${name} before it is sent is told`, async () => {
        const { uploadOf, sent } = await fixture();
        const source = new MemorySource("a.txt", "xyz");
        const upload = await uploadOf(source);
        change(source);
        await assert.rejects(upload.run(signal, ignored), { kind: "changed" });
        assert.ok(!sent().some((line) => line.startsWith("PATCH")));
      });
    }

    test("has changed goes up as it is then when it is tried again", async () => {
      const { service, uploadOf, stored } = await fixture();
      const source = new MemorySource("a.txt", "x".repeat(300));
      source.onRead = () => source.write("now");
      const upload = await uploadOf(source);
      await assert.rejects(upload.run(signal, ignored), { kind: "changed" });
      source.onRead = () => {};
      source.isGone = true;
      await assert.rejects(upload.run(signal, ignored), { kind: "unreadable" });
      source.isGone = false;
      const { id } = await upload.run(signal, ignored);
      assert.deepEqual([await stored(id), upload.sizeBytes, service.control.uploads()], ["now", 3, []]);
    });

    test("cannot be read to its end, though it stays as it is, is told and taken back", async () => {
      const { service, uploadOf, sent } = await fixture();
      const source = new MemorySource("a.txt", "x".repeat(300));
      source.onRead = (offset) => {
        if (offset === 128) {
          throw Object.assign(new Error("the disk is damaged"), { code: "EIO" });
        }
      };
      const upload = await uploadOf(source);
      await assert.rejects(upload.run(signal, ignored), { kind: "unreadable" });
      assert.deepEqual(sent().filter((line) => line.startsWith("PATCH")).length, 1, "it is not tried again and again");
      assert.deepEqual(service.control.uploads(), []);
    });

    test("could not be read once outlasts a break when it is tried again", async () => {
      const { uploadOf, fault, stored } = await fixture();
      const source = new MemorySource("a.txt", "x".repeat(300));
      source.isGone = true;
      source.look = async () => ({ kind: "file", sizeBytes: 300, writtenAtMs: 1 });
      const upload = await uploadOf(source);
      await assert.rejects(upload.run(signal, ignored), { kind: "unreadable" });
      source.isGone = false;
      fault("PATCH", { kind: "breakOff", afterBytes: 64 });
      const { id } = await upload.run(signal, ignored);
      assert.equal(await stored(id), "x".repeat(300));
    });

    test("has changed twice, the second time since a break, is never sent as half the one and half the other", async () => {
      const { service, uploadOf, fault } = await fixture();
      const source = new MemorySource("a.txt", "x".repeat(300));
      const upload = await uploadOf(source);
      source.write("y".repeat(300));
      await assert.rejects(upload.run(signal, ignored), { kind: "changed" });
      fault("PATCH", { kind: "breakOff", afterBytes: 64 });
      source.onRead = () => fault("HEAD", { kind: "answer", status: 403 });
      assert.equal((await failureOf(upload.run(signal, ignored))).status, 403);
      source.onRead = () => {};
      service.control.clearFaults();
      source.write("z".repeat(300));
      await assert.rejects(upload.run(signal, ignored), { kind: "changed" });
      assert.deepEqual(service.control.uploads(), []);
    });

    test("changes between two sendings is told and taken back", async () => {
      const { service, uploadOf, fault } = await fixture();
      const source = new MemorySource("a.txt", "x".repeat(300));
      fault("PATCH", { kind: "breakOff", afterBytes: 64 });
      const upload = await uploadOf(source);
      const running = upload.run(signal, (bytes) => {
        if (bytes === 64) {
          source.write("y".repeat(300));
        }
      });
      await assert.rejects(running, { kind: "changed" });
      assert.deepEqual(service.control.uploads(), []);
    });

    test("is a directory is refused before anything is sent", async () => {
      const source = new MemorySource("folder", "");
      source.isDirectory = true;
      await assert.rejects(WatchedSource.of(source), { kind: "directory" });
    });

    test("has to be held as a whole is refused where it is too large for that", async () => {
      const source = Object.assign(new MemorySource("remote.bin", "12345"), { maxHeldBytes: 4 });
      const refused = { kind: "tooLargeToHold", fileName: "remote.bin", limitBytes: 4 };
      await assert.rejects(WatchedSource.of(source), refused);
      source.write("1234");
      assert.equal((await WatchedSource.of(source)).sizeBytes, 4);
    });
  });

  test("that is cancelled is taken back, also while the service still holds it locked", async () => {
    const { service, uploadOf, fault } = await fixture();
    const controller = new AbortController();
    const upload = await uploadOf(new MemorySource("a.bin", Buffer.alloc(3_000_000), 65_536));
    const running = upload.run(controller.signal, (bytes) => {
      if (bytes > 1_000_000) {
        controller.abort();
      }
    });
    await assert.rejects(running, { name: "AbortError" });
    fault("DELETE", { kind: "answer", status: 423 });
    await upload.takeBack();
    assert.deepEqual(service.control.uploads(), []);
    assert.ok(service.requests.filter(({ method }) => method === "DELETE").length >= 2);
  });

  suite("of the same name and size as another", () => {
    test("of this window has a place of its own", async () => {
      const { uploadOf, stored, service } = await fixture();
      const uploads = [
        await uploadOf(new MemorySource("log.txt", "one")),
        await uploadOf(new MemorySource("log.txt", "two")),
      ];
      const [one, two] = await Promise.all(uploads.map((upload) => upload.run(signal, ignored)));
      assert.deepEqual([one?.name, two?.name].sort(), ["log (2).txt", "log.txt"]);
      assert.equal(await stored(one?.id ?? 0), "one");
      assert.equal(await stored(two?.id ?? 0), "two");
      assert.deepEqual(service.control.uploads(), []);
    });

    test("of this window, announced while that has sent nothing yet, leaves that its place", async () => {
      const { uploadOf, stored } = await fixture();
      const source = new MemorySource("log.txt", "one");
      const read = source.read.bind(source);
      const other = await uploadOf(new MemorySource("log.txt", "two"));
      source.read = async function* (offset) {
        assert.equal((await other.run(signal, ignored)).name, "log (2).txt");
        yield* read(offset);
      };
      const file = await (await uploadOf(source)).run(signal, ignored);
      assert.equal(file.name, "log.txt");
      assert.equal(await stored(file.id), "one");
    });

    test("that was left complete leaves that alone: an unsaved text may name it", async () => {
      const { uploadOf, stored, claimed, service } = await fixture();
      const left = await (await uploadOf(new MemorySource("log.txt", "one"))).run(signal, ignored);
      claimed.clear();
      const file = await (await uploadOf(new MemorySource("log.txt", "two"))).run(signal, ignored);
      assert.equal(file.name, "log (2).txt");
      assert.deepEqual(
        service.control.uploads().map(({ id }) => id),
        [left.id, file.id],
      );
      assert.equal(await stored(file.id), "two");
    });

    test("that was left unfinished leaves that alone: another window may go on with it", async () => {
      const { uploadOf, stored, otherSends, service } = await fixture();
      await otherSends("on");
      const file = await (await uploadOf(new MemorySource("log.txt", "two"))).run(signal, ignored);
      assert.equal(file.name, "log (2).txt");
      assert.equal(await stored(file.id), "two");
      const [left] = service.control.uploads();
      assert.deepEqual([left?.name, left?.receivedBytes], ["log.txt", 2]);
    });

    for (const { how, theirs } of [
      { how: "part of which", theirs: "on" },
      { how: "all of which", theirs: "one" },
    ]) {
      test(`of another window, ${how} arrives at the same moment, has a place of its own`, async () => {
        const { uploadOf, stored, otherSends, service } = await fixture();
        const other = () => otherSends(theirs);
        const source = new MemorySource("log.txt", "two");
        const read = source.read.bind(source);
        let isFirst = true;
        source.read = async function* (offset) {
          if (isFirst) {
            isFirst = false;
            await other();
          }
          yield* read(offset);
        };
        const file = await (await uploadOf(source)).run(signal, ignored);
        assert.equal(file.name, "log (2).txt");
        assert.equal(await stored(file.id), "two");
        const [left] = service.control.uploads();
        assert.deepEqual([left?.name, left?.receivedBytes], ["log.txt", theirs.length]);
      });
    }

    for (const { how, theirs } of [
      { how: "part of which", theirs: "on" },
      { how: "all of which", theirs: "one" },
    ]) {
      test(`of another window, ${how} arrives while nobody can tell what became of this one, stays apart`, async () => {
        const { dependencies, fault, stored, otherSends, service } = await fixture();
        const other = () => otherSends(theirs);
        fault("PATCH", { kind: "reset", when: "before" });
        let pauses = 0;
        const pause = async () => void (++pauses === 1 && (await other()));
        const upload = await tusUploadOf({ ...dependencies, pause }, new MemorySource("log.txt", "two"));
        const file = await upload.run(signal, ignored);
        assert.equal(file.name, "log (2).txt");
        assert.equal(await stored(file.id), "two");
        assert.deepEqual(
          service.control.uploads().map(({ name }) => name),
          ["log.txt"],
        );
      });
    }

    for (const { title, theirs, taken } of [
      { title: "is taken back once it was read again as one's own", theirs: "two", taken: true },
      { title: "is left where another window's came of it", theirs: "one", taken: false },
    ]) {
      test(`whose answer was lost ${title}`, async () => {
        const { dependencies, fault, otherSends, service } = await fixture();
        fault("PATCH", { kind: "reset", when: "before" });
        const pause = () => otherSends(theirs);
        const upload = await tusUploadOf({ ...dependencies, pause }, new MemorySource("log.txt", "two"));
        await upload.run(signal, ignored);
        await upload.takeBack();
        assert.deepEqual(
          service.control.uploads().map(({ name }) => name),
          taken ? [] : ["log.txt"],
        );
      });
    }

    test("whose answer was lost is left where nobody could read whose bytes it begins with", async () => {
      const { dependencies, fault, client, service, otherSends } = await fixture();
      fault("PATCH", { kind: "reset", when: "before" });
      const pause = () => otherSends("on");
      const cancelled = new AbortController();
      const openAttachment: typeof client.openAttachment = async () => {
        cancelled.abort();
        throw cancelled.signal.reason;
      };
      const upload = await tusUploadOf(
        { ...dependencies, pause, service: { ...client, openAttachment } },
        new MemorySource("log.txt", "two"),
      );
      await assert.rejects(upload.run(cancelled.signal, ignored), { name: "AbortError" });
      await upload.takeBack();
      assert.deepEqual(
        service.control.uploads().map(({ name, receivedBytes }) => [name, receivedBytes]),
        [["log.txt", 3]],
      );
    });

    test("whose answer was lost is not taken for what was sent before and taken back", async () => {
      const { dependencies, fault, otherSends, service, stored } = await fixture();
      const pause = () => otherSends("one");
      const upload = await tusUploadOf({ ...dependencies, pause }, new MemorySource("log.txt", "two"));
      await upload.run(signal, ignored);
      await upload.takeBack();
      assert.deepEqual(service.control.uploads(), []);
      fault("PATCH", { kind: "reset", when: "before" });
      const file = await upload.run(signal, ignored);
      assert.equal(file.name, "log (2).txt");
      assert.equal(await stored(file.id), "two");
    });

    test("of this window, whose number the service gives again, is none of the same name", async () => {
      const { dependencies, client } = await fixture();
      const announceUpload: typeof client.announceUpload = async (...args) => ({
        ...(await client.announceUpload(...args)),
        id: 7,
      });
      const again = { ...dependencies, service: { ...client, announceUpload } };
      await (await tusUploadOf(again, new MemorySource("old.txt", "one"))).run(signal, ignored);
      const file = await (await tusUploadOf(again, new MemorySource("log.txt", "two"))).run(signal, ignored);
      assert.equal(file.name, "log.txt");
    });

    test("whose answer was lost is sent under another name where nobody can tell, and only when asked", async () => {
      const { dependencies, fault, client, service, stored, sent } = await fixture();
      const announceUpload: typeof client.announceUpload = async (...args) => {
        const { contentUrl: _, ...announced } = await client.announceUpload(...args);
        return announced;
      };
      fault("PATCH", { kind: "reset", when: "after" });
      const upload = await tusUploadOf(
        { ...dependencies, service: { ...client, announceUpload } },
        new MemorySource("log.txt", "two"),
      );
      await assert.rejects(upload.run(signal, ignored), { kind: "unsure" });
      assert.equal(sent().filter((line) => line.startsWith("PATCH")).length, 1);
      const file = await upload.run(signal, ignored);
      assert.equal(file.name, "log (2).txt");
      assert.equal(await stored(file.id), "two");
      assert.deepEqual(
        service.control.uploads().map(({ name }) => name),
        ["log.txt"],
      );
    });

    test("is taken back while it is empty, and one that another window is about to send begins anew", async () => {
      const { uploadOf, client, dependencies, stored } = await fixture();
      const source = new MemorySource("log.txt", "two");
      const controller = new AbortController();
      source.read = async function* () {
        controller.abort();
        yield* new MemorySource("", "two").read(0);
      };
      const upload = await uploadOf(source);
      await assert.rejects(upload.run(controller.signal, ignored));
      const readUploadOffset: typeof client.readUploadOffset = async (...asked) => {
        const offset = await client.readUploadOffset(...asked);
        await upload.takeBack();
        return offset;
      };
      const window = { ...dependencies, claimed: new Map(), service: { ...client, readUploadOffset } };
      const { id } = await (await tusUploadOf(window, new MemorySource("log.txt", "own"))).run(signal, ignored);
      assert.equal(await stored(id), "own");
    });

    for (const sent of ["", "tw", "two"]) {
      test(`that another window has sent meanwhile is not taken back with this one (sent: «${sent}»)`, async () => {
        const { uploadOf, otherSends, service } = await fixture();
        const source = new MemorySource("log.txt", "two");
        const controller = new AbortController();
        source.read = async function* () {
          await otherSends("one");
          yield* new MemorySource("", sent).read(0);
          controller.abort();
        };
        const upload = await uploadOf(source);
        await assert.rejects(upload.run(controller.signal, ignored), { name: "AbortError" });
        await upload.takeBack();
        assert.deepEqual(
          service.control.uploads().map(({ name, receivedBytes }) => [name, receivedBytes]),
          [["log.txt", 3]],
        );
      });
    }

    test("that another window has sent after this one had to begin anew is not taken back with it", async () => {
      const { uploadOf, otherSends, service, fault } = await fixture();
      const source = new MemorySource("log.txt", "two");
      const controller = new AbortController();
      let readings = 0;
      source.read = async function* () {
        readings++;
        if (readings === 1) {
          fault("HEAD", { kind: "answer", status: 404 });
        } else {
          await otherSends("on");
          controller.abort();
        }
        yield* new MemorySource("", readings === 1 ? "two" : "").read(0);
      };
      // All of it was sent when the service knew it no more.
      fault("PATCH", { kind: "reset", when: "before" });
      const upload = await uploadOf(source);
      await assert.rejects(upload.run(controller.signal, ignored), { name: "AbortError" });
      await upload.takeBack();
      assert.equal(readings, 2);
      assert.deepEqual(
        service.control.uploads().map(({ name, receivedBytes }) => [name, receivedBytes]),
        [["log.txt", 2]],
      );
    });

    test("of somebody else goes under another name", async () => {
      const { uploadOf, service, stored } = await fixture();
      const other = clientOf(service.baseUrl, { accessKey: async () => service.keys.colleague }).client;
      await other.announceUpload(fieldId, { name: "log.txt", sizeBytes: 3, mediaType: "text/plain" }, signal);
      const file = await (await uploadOf(new MemorySource("log.txt", "two"))).run(signal, ignored);
      assert.equal(file.name, "log (2).txt");
      assert.equal(await stored(file.id), "two");
    });
  });
});
