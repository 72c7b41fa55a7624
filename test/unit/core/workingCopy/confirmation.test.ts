import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { confirmingArtifacts } from "../../../../src/core/workingCopy/artifactConfirmation.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import type { Confirmed } from "../../../../src/core/workingCopy/confirmation.ts";
import { startReferenceService } from "../../../service/referenceService.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { clientOf } from "../service/loopbackServer.ts";
import { BackgroundReads } from "./backgroundReads.ts";

const title = 101;
const status = 102;
const [json, xml] = ["artifact://team/artifacts/512.artifact.json", "artifact://team/artifacts/512.artifact.xml"];
const { signal } = new AbortController();

suite("what a save left", () => {
  let service: MemoryArtifactService;
  let store: MemoryStateStore;
  let background: BackgroundReads;
  /** Of each reading the fields that hold something else than was sent, or what else it found. */
  let told: (readonly number[] | string)[];
  let copy: ArtifactCopy;
  /** Of a listener. */
  let failure: Error | undefined;
  let failures: unknown[];

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [status]: { kind: "list", members: { bind_value_ids: [1] } },
    });
    store = new MemoryStateStore();
    background = new BackgroundReads();
    told = [];
    failure = undefined;
    failures = [];
    copy = await open();
  });

  function newCopy(): ArtifactCopy {
    const confirmed = (found: Confirmed<ArtifactTypes>) => {
      told.push(found.kind === "saved" ? found.differing : found.kind);
      if (failure) {
        throw failure;
      }
    };
    const around = { after: background.after, confirmed, onFailure: (error: unknown) => failures.push(error) };
    return artifactCopy(512, background.over(service), { tracker: async () => undefined }, store, () => {}, around);
  }

  async function open(): Promise<ArtifactCopy> {
    const opened = newCopy();
    for (const document of [json, xml]) {
      await opened.adopt(document, await opened.read(signal));
      await opened.track(document);
    }
    service.requests.length = 0;
    return opened;
  }

  function text(value: string, others: JsonObject = { bind_value_ids: [1] }): readonly Entry[] {
    return [
      { fieldId: title, members: { value } },
      { fieldId: status, members: others },
    ];
  }

  const save = (value: string, others?: JsonObject) => copy.save(json, text(value, others), "plain", signal);
  /** Since the last time it was asked. */
  const asked = () => service.requests.splice(0).map((request) => (typeof request === "string" ? request : "PUT"));
  const shown = () => copy.base && documentEntries(copy.base).map(({ members }) => members);

  async function wait(seconds: number): Promise<void> {
    service.wait(seconds);
    background.pass(seconds);
    await background.begin();
  }

  test("is waited for with the PUT alone, and read once its second is over for good", async () => {
    assert.equal((await save("First")).kind, "saved");
    assert.deepEqual([asked(), copy.base?.isRacy, background.waiting], [["PUT"], true, 1]);
    await wait(2);
    assert.deepEqual([asked(), copy.base?.isRacy], [[], true]);
    await wait(1);
    assert.deepEqual([asked(), copy.base?.isRacy, background.waiting], [["GET"], false, 0]);
    assert.deepEqual(told, [[]]);
    await wait(3600);
    assert.deepEqual(asked(), [], "nothing is read again and again");
  });

  test("needs no reading before it is saved again, however late", async () => {
    for (const value of ["First", "Second", "Third"]) {
      assert.equal((await save(value)).kind, "saved");
      assert.deepEqual(asked(), ["PUT"]);
      await wait(3);
      assert.deepEqual(asked(), ["GET"]);
    }
  });

  test("is read first by a save that comes before, once", async () => {
    await save("First");
    await wait(1);
    asked();
    assert.equal((await save("Second")).kind, "saved");
    assert.deepEqual([asked(), background.waiting], [["GET", "PUT"], 1]);
    await wait(3);
    assert.deepEqual([asked(), copy.base?.isRacy], [["GET"], false]);
  });

  test("is not read for a text that says the same", async () => {
    await save("First");
    asked();
    assert.equal((await save("First")).kind, "unchanged");
    assert.deepEqual([asked(), background.waiting], [[], 1]);
  });

  suite("and the service rewrote", () => {
    setup(async () => {
      service.rewrite = ({ members }) => (members.value === " First " ? { value: "First" } : members);
      assert.equal((await save(" First ")).kind, "saved");
      asked();
    });

    test("is told and followed as soon as it is read", async () => {
      assert.deepEqual(told, []);
      await wait(3);
      assert.deepEqual(told, [[title]]);
      assert.deepEqual([shown()?.[0], copy.isBehind(json)], [{ value: "First" }, true]);
    });

    test("keeps what is unsaved by then, which is saved with nothing put back", async () => {
      await wait(3);
      assert.equal((await save(" First ", { bind_value_ids: [2] })).kind, "saved");
      const [put] = service.requests.filter((request) => typeof request !== "string");
      assert.deepEqual(put?.entries, [{ fieldId: status, members: { bind_value_ids: [2] } }]);
      assert.deepEqual(service.stored()[title], { value: "First" });
    });

    test("is told by the next save where that comes first, which is no conflict", async () => {
      await wait(1);
      assert.equal((await save(" First ", { bind_value_ids: [2] })).kind, "saved");
      assert.deepEqual(told, [[title]]);
      assert.deepEqual(service.stored()[title], { value: "First" });
    });

    test("is told where a document is read again before", async () => {
      await wait(1);
      await copy.adopt(json, await copy.read(signal));
      assert.deepEqual(told, [[title]]);
      assert.deepEqual([background.waiting, copy.isBehind(xml)], [1, true]);
      await wait(3);
      assert.equal(copy.base?.isRacy, false);
    });

    test("is nothing to decide where it is compared before", async () => {
      assert.equal(await copy.compare(json, text(" First ", { bind_value_ids: [2] }), signal), false);
      assert.deepEqual(shown()?.[0], { value: "First" });
    });
  });

  test("is followed where a colleague changed it within its second, by the other documents too", async () => {
    await save("First");
    service.edit(status, { bind_value_ids: [7] });
    await wait(3);
    assert.deepEqual(shown(), [{ value: "First" }, { bind_value_ids: [7] }]);
    assert.deepEqual([copy.isBehind(json), copy.isBehind(xml)], [true, true]);
    assert.deepEqual(told, [[]]);
  });

  for (const isRead of [false, true]) {
    test(`is a conflict where a colleague and the person change one field after it (${isRead})`, async () => {
      await save("First");
      service.edit(title, { value: "Theirs" });
      await wait(isRead ? 3 : 1);
      assert.equal((await save("Second")).kind, "conflict");
      assert.deepEqual(service.stored()[title], { value: "Theirs" });
    });
  }

  test("is told by nobody any more once something newer was read in between", async () => {
    await save("First");
    background.answer = "held";
    await wait(3);
    service.edit(status, { bind_value_ids: [7] });
    service.wait(60);
    const newer = await copy.read(signal);
    await copy.adopt(json, newer);
    await background.delivered();
    assert.deepEqual([told, copy.base], [[], newer]);
  });

  test("stays what it was where a colleague changed it later: the next save meets that", async () => {
    await save("First");
    const { base } = copy;
    await wait(1);
    service.edit(status, { bind_value_ids: [7] });
    await wait(2);
    assert.deepEqual([told, copy.base], [["overtaken"], base]);
    assert.equal((await save("First", { bind_value_ids: [2] })).kind, "conflict");
    assert.deepEqual(service.stored()[status], { bind_value_ids: [7] });
  });

  test("is not known after a reload either, and read before the next save", async () => {
    await save("First");
    service.edit(title, { value: "Theirs" });
    copy.noteText(json, text("First", { bind_value_ids: [2] }), false);
    copy.stop();
    copy = newCopy();
    await copy.track(json, () => undefined);
    assert.equal(copy.base?.isRacy, true);
    asked();
    assert.equal((await save("First", { bind_value_ids: [2] })).kind, "saved");
    assert.deepEqual([asked()[0], service.stored()[title]], ["GET", { value: "Theirs" }]);
  });

  test("is read by the next save where it could not be read in the background", async () => {
    await save("First");
    background.answer = "failed";
    await wait(3);
    assert.deepEqual([told, copy.base?.isRacy, background.waiting], [[], true, 0]);
    asked();
    assert.equal((await save("Second")).kind, "saved");
    assert.deepEqual(asked(), ["GET", "PUT"]);
  });

  test("is read later where the next save was refused", async () => {
    await save("First");
    service.beforeUpdate = () => {
      throw new Error("400");
    };
    await wait(1);
    await assert.rejects(save("Second"));
    asked();
    await wait(3);
    assert.deepEqual([asked(), copy.base?.isRacy, shown()?.[0]], [["GET"], false, { value: "First" }]);
  });

  for (const [what, end] of [
    ["closed", () => copy.release()],
    ["left by the window", () => copy.stop()],
  ] as const) {
    test(`is not read any more once its document is ${what}`, async () => {
      await save("First");
      end();
      assert.equal(background.waiting, 0);
      await wait(3);
      assert.deepEqual(asked(), ["PUT"]);
    });

    test(`is told to nobody once its document is ${what} while it is read`, async () => {
      await save("First");
      service.edit(title, { value: "Theirs" });
      background.answer = "held";
      await wait(3);
      end();
      await background.delivered();
      assert.deepEqual(told, []);
    });

    test(`is nobody's once its document is ${what} while it is read, nor after a save still under way`, async () => {
      await save("First");
      service.edit(title, { value: "Theirs" });
      background.answer = "held";
      await wait(3);
      const saving = save("First", { bind_value_ids: [2] });
      end();
      await background.delivered();
      await saving;
      assert.deepEqual([background.waiting, told.includes("overtaken")], [0, false]);
    });
  }

  test("is what the next save read, whatever an earlier reading answers in between", async () => {
    await save("First");
    background.answer = "held";
    await wait(3);
    assert.equal((await save("Second")).kind, "saved");
    await background.delivered();
    assert.deepEqual([shown()?.[0], copy.base?.isRacy, told], [{ value: "Second" }, true, [[]]]);
  });

  test("is not taken for replaced by a change that is made without a document", async () => {
    await save("First");
    service.wait(1);
    const update = service.updateArtifact.bind(service);
    service.updateArtifact = async (...args) => {
      const answer = await update(...args);
      background.pass(3);
      await background.begin();
      return answer;
    };
    const look = async () => ({ now: await copy.read(signal), isOther: false });
    const changed = [{ fieldId: status, members: { bind_value_ids: [2] } }];
    assert.equal((await copy.saveOver("change", changed, look, signal)).kind, "saved");
    assert.deepEqual([told.includes("overtaken"), background.waiting], [false, 1]);
  });

  test("is not asked for once its document is closed, though an earlier reading has ended since", async () => {
    await save("First");
    background.answer = "held";
    await wait(3);
    await save("Second");
    await background.delivered();
    copy.release();
    assert.equal(background.waiting, 0);
  });

  test("is not replaced by what was read before it, for another document", async () => {
    service.wait(5);
    const [read, { storedCount }] = [await copy.read(signal), copy];
    const saving = save("First");
    assert.equal(await copy.adopt(xml, read, storedCount), false);
    await saving;
    assert.deepEqual([shown()?.[0], copy.isBehind(json), copy.isBehind(xml)], [{ value: "First" }, false, true]);
    assert.equal(await copy.adopt(xml, await copy.read(signal), copy.storedCount), true);
    assert.equal(copy.isBehind(xml), false);
  });

  test("is still what mine was compared with once it is confirmed", async () => {
    await copy.save(xml, text("Other"), "plain", signal);
    assert.equal((await save("Mine")).kind, "conflict");
    await wait(3);
    assert.equal((await copy.save(json, text("Mine"), "keepMine", signal)).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  suite("is confirmed though a listener fails, which is told apart", () => {
    setup(async () => {
      failure = new Error("A listener");
      service.rewrite = () => ({ value: "Rewritten" });
      await save("Mine");
    });

    teardown(() => {
      assert.deepEqual([told, failures], [[[title]], [failure]]);
    });

    test("in the background", async () => {
      await wait(3);
      assert.equal(copy.base?.isRacy, false);
    });

    test("by a comparison", async () => {
      service.wait(3);
      assert.equal(await copy.compare(json, text("Mine"), signal), false);
    });

    test("by the next save", async () => {
      service.wait(3);
      assert.equal((await save("Mine", { bind_value_ids: [2] })).kind, "saved");
    });

    test("by a document that is read again", async () => {
      service.wait(3);
      assert.equal(await copy.adopt(json, await copy.read(signal)), true);
    });
  });

  test("is asked for by one request, which ends with its document", async () => {
    const [bug, summary] = [501, 1202];
    const reference = await startReferenceService();
    const { client } = clientOf(reference.baseUrl, { accessKey: async () => reference.keys.member });
    let reading: Promise<unknown> = Promise.resolve();
    const source = {
      ...client,
      readArtifact: (...args: Parameters<typeof client.readArtifact>) => {
        const read = (args[2]?.isBackground ? client.background : client).readArtifact(...args);
        reading = read.catch((error: unknown) => error);
        return read;
      },
    };
    const confirmed = () => assert.fail("nothing was answered");
    const around = { after: background.after, confirmed, onFailure: (error: unknown) => assert.fail(String(error)) };
    const trackers = { tracker: async () => undefined };
    const saved = artifactCopy(bug, source, trackers, new MemoryStateStore(), () => {}, around);
    await saved.adopt(json, await saved.read(signal));
    await saved.save(json, [{ fieldId: summary, members: { value: "Mine" } }], "plain", signal);
    reference.control.addFault({ method: "GET", fault: { kind: "hang" }, count: null });
    reference.clearRequests();
    await wait(3);
    while (reference.requests.length === 0) {
      await new Promise(setImmediate);
    }
    saved.release();
    const ended = await reading;
    await client.close();
    const methods = reference.requests.map(({ method }) => method);
    await reference.close();
    assert.deepEqual([isServiceError(ended) && ended.kind, methods], ["cancelled", ["GET"]]);
  });

  suite("is read", () => {
    const { dueMs } = confirmingArtifacts(() => assert.fail());
    const second = (at: number) => new Date(Date.UTC(2026, 2, 13, 14, 0, at)).toUTCString();
    const due = (modified: string | undefined, date: string | undefined) => {
      const version = { etag: "1", ...(modified !== undefined && { lastModified: modified }) };
      const unconfirmed = { fieldIds: [title], ...(date !== undefined && { date }) };
      return dueMs({ artifactId: 512, fields: [], isRacy: true, version, unconfirmed });
    };

    test("two seconds after the answer at the least, by no clock but the service's", () => {
      assert.deepEqual(
        [due(second(5), second(5)), due(second(5), second(59)), due(second(5), undefined), due(undefined, second(5))],
        [2250, 2250, 2250, 2250],
      );
    });

    test("later where the answer is dated before its version", () => {
      assert.equal(due(second(8), second(5)), 5250);
    });

    test("not at all where the clocks of the service are too far apart", () => {
      assert.equal(due(second(3600), second(5)), undefined);
    });
  });
});
