import assert from "node:assert/strict";
import { setup, suite, teardown, test } from "mocha";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import type { ServiceClient } from "../../../../src/core/service/serviceClient.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { type ReferenceService, startReferenceService } from "../../../service/referenceService.ts";
import { MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { clientOf } from "../service/loopbackServer.ts";

const bug = 501;
const document = "document";
const { signal } = new AbortController();

suite("an artifact that is read again", () => {
  let service: ReferenceService;
  let client: ServiceClient;
  let tracker: Tracker;

  setup(async () => {
    service = await startReferenceService();
    client = clientOf(service.baseUrl, { accessKey: async () => service.keys.member }).client;
    tracker = await client.readTracker(12, signal);
  });
  teardown(async () => {
    await client.close();
    await service.close();
  });

  const copyOf = (store = new MemoryStateStore()) => artifactCopy(bug, client, { tracker: async () => tracker }, store);

  /** Gives a copy whose document is open, and the version that it shows. */
  async function opened(store: MemoryStateStore) {
    const copy = copyOf(store);
    const base = await copy.read(signal);
    await copy.adopt(document, base);
    await copy.track(document);
    return { copy, base };
  }

  /** Gives the entries of a version with one value of mine. */
  function withMine(base: Parameters<typeof documentEntries>[0], fieldId: number) {
    return documentEntries(base).map((entry) =>
      entry.fieldId === fieldId ? { ...entry, members: { value: "Mine" } } : entry,
    );
  }

  test("is not racy for good: the values are the same, and the second of the version is over", async () => {
    service.control.freezeClock({ atMs: Date.now() });
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    const copy = copyOf();
    const base = await copy.read(signal);
    service.control.advanceClock({ ms: 5000 });
    const again = await copy.read(signal);
    assert.deepEqual([base.isRacy, again.isRacy], [true, false]);
    assert.deepEqual(again.fields, base.fields);
  });

  test("changes nothing of a document that shows it, and nothing is kept again", async () => {
    const kept: unknown[] = [];
    const store = new MemoryStateStore();
    const write = store.write.bind(store);
    store.write = (...args) => {
      kept.push(args);
      return write(...args);
    };
    const copy = copyOf(store);
    assert.equal(await copy.adopt(document, await copy.read(signal)), true);
    await copy.track(document);
    const { length } = kept;
    assert.equal(await copy.adopt(document, await copy.read(signal)), false);
    assert.equal(kept.length, length);
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    assert.equal(await copy.adopt(document, await copy.read(signal)), true);
  });

  test("is a later version than what a document shows that was read before, and of whose opening nobody knew yet", async () => {
    const [other, title] = ["other", 1202];
    const copy = copyOf();
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    const shown = await copy.read(signal);
    await copy.adopt(document, shown);
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    await copy.adopt(other, await copy.read(signal));
    await copy.track(document);
    assert.ok(copy.isBehind(document));
    const mine = withMine(shown, title);
    assert.equal((await copy.save(document, mine, "plain", signal)).kind, "conflict");
    assert.equal(service.control.readArtifact({ artifactId: bug }).values["summary"], "Theirs");
  });

  test("is no version that a restored text was made from, though the base moved on before that text was opened", async () => {
    const [other, slogan] = ["other", 1206];
    const store = new MemoryStateStore();
    const mine = withMine((await opened(store)).base, slogan);
    const copy = copyOf(store);
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    await copy.adopt(document, await copy.read(signal));
    service.control.editArtifact({ artifactId: bug, values: [{ field: "details", value: "Theirs, too" }] });
    await copy.adopt(other, await copy.read(signal));
    await copy.track(document, () => mine);
    await copy.save(document, mine, "plain", signal);
    const stored = service.control.readArtifact({ artifactId: bug }).values;
    assert.deepEqual([stored["summary"], stored["slogan"]], ["Theirs", "Mine"]);
  });

  test("leaves a choice to be made in a restored text that an earlier session has left to be made", async () => {
    const title = 1202;
    const store = new MemoryStateStore();
    const { copy: before, base: made } = await opened(store);
    const mine = withMine(made, title);
    service.control.editArtifact({ artifactId: bug, values: [{ field: "summary", value: "Theirs" }] });
    assert.equal((await before.save(document, mine, "plain", signal)).kind, "conflict");
    await before.merge(document, mine);
    const copy = copyOf(store);
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document, () => mine);
    assert.equal((await copy.save(document, mine, "plain", signal)).kind, "unsettled");
    assert.equal(service.control.readArtifact({ artifactId: bug }).values["summary"], "Theirs");
  });

  test("is no version that a restored text was made from where nothing is kept of the earlier session", async () => {
    const title = 1202;
    const copy = copyOf();
    const read = await copy.read(signal);
    await copy.adopt(document, read);
    const mine = withMine(read, title);
    await copy.track(document, () => mine);
    const outcome = await copy.save(document, mine, "plain", signal);
    assert.deepEqual([outcome.kind, "reason" in outcome && outcome.reason], ["conflict", "baseUnknown"]);
  });
});
