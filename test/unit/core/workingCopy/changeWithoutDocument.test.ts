import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { Base } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const status = 102;
const notes = 103;
const { signal } = new AbortController();
const mine = [{ fieldId: status, members: { value: "Mine" } }];

suite("a change that is made without a document", () => {
  let service: MemoryArtifactService;
  let store: MemoryStateStore;
  let copy: ArtifactCopy;
  let base: Base;

  setup(async () => {
    service = new MemoryArtifactService({
      [status]: { kind: "string", members: { value: "New" } },
      [notes]: { kind: "string", members: { value: "Nothing" } },
    });
    store = new MemoryStateStore();
    copy = open();
    base = await copy.read(signal);
    await copy.track("json");
    await copy.adopt("json", base);
  });

  const open = () => artifactCopy(512, service, { tracker: async () => undefined }, store);
  const change = (isOther = false) => copy.saveOver("change", mine, async () => ({ now: base, isOther }), signal);

  test("is stored, and the documents are behind it", async () => {
    assert.equal((await change()).kind, "saved");
    assert.deepEqual(service.stored()[status], { value: "Mine" });
    assert.ok(copy.isBehind("json"));
  });

  test("is a conflict, and sends nothing, where it was made for another version", async () => {
    service.requests.length = 0;
    assert.equal((await change(true)).kind, "conflict");
    assert.deepEqual(service.requests, []);
    assert.equal(copy.base, base);
  });

  test("leaves nothing to be decided where it is refused", async () => {
    service.wait(10);
    service.edit(status, { value: "Theirs" });
    assert.equal((await change()).kind, "conflict");
    assert.equal(copy.conflictOf("change"), undefined);
  });

  test("leaves what an earlier session knew of the documents", async () => {
    service.wait(10);
    service.edit(notes, { value: "Theirs" });
    const own = [{ fieldId: notes, members: { value: "Mine" } }];
    assert.equal((await copy.save("json", own, "plain", signal)).kind, "conflict");
    copy = open();
    base = await copy.read(signal);
    service.wait(10);
    assert.equal((await change()).kind, "saved");
    await copy.track("json", () => own);
    assert.ok(copy.isLeftInConflict("json"));
  });

  test("finds that a save of unknown fate was stored, which is no conflict of its document then", async () => {
    service.loseAnswer = "applied";
    service.failReads = "unreachable";
    const noted = (value: string) => [{ fieldId: notes, members: { value } }];
    assert.equal((await copy.save("json", noted("Something"), "plain", signal)).kind, "unknown");
    service.loseAnswer = undefined;
    service.failReads = undefined;
    service.wait(10);
    const look = async () => ({ now: await copy.read(signal), isOther: false });
    assert.equal((await copy.saveOver("change", mine, look, signal)).kind, "saved");
    assert.equal((await copy.save("json", noted("Something else"), "plain", signal)).kind, "saved");
    assert.deepEqual(service.stored(), { [status]: { value: "Mine" }, [notes]: { value: "Something else" } });
  });

  test("of which two are under way is made over what each was made for", async () => {
    service.wait(10);
    service.edit(status, { value: "Theirs" });
    service.wait(10);
    const theirs = await copy.read(signal);
    const other = [{ fieldId: notes, members: { value: "Something" } }];
    const outcomes = await Promise.all([
      change(),
      copy.saveOver("change", other, async () => ({ now: theirs, isOther: false }), signal),
    ]);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["conflict", "saved"],
    );
    assert.deepEqual(service.stored(), { [status]: { value: "Theirs" }, [notes]: { value: "Something" } });
  });
});
