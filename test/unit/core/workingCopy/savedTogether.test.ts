import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { uniteTexts } from "../../../../src/core/workingCopy/textForm.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const [title, status, notes] = [101, 102, 103];
const json = "artifact://team/artifacts/512.artifact.json";
const xml = "artifact://team/artifacts/512.artifact.xml";
const field = "artifact://team/artifacts/512/fields/103.txt";
const writer = "artifact://team/artifacts/512#all";
const { signal } = new AbortController();

suite("texts that are saved together", () => {
  let service: MemoryArtifactService;
  let store: MemoryStateStore;
  let copy: ArtifactCopy;

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [status]: { kind: "list", members: { bind_value_ids: [1] } },
      [notes]: { kind: "text", members: { value: { content: "one\ntwo\nthree", format: "text" } } },
    });
    store = new MemoryStateStore();
    copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
    const base = await copy.read(signal);
    for (const document of [json, xml, field]) {
      await copy.adopt(document, base);
      await copy.track(document);
    }
    service.requests.length = 0;
  });

  const string = (value: string): Entry => ({ fieldId: title, members: { value } });
  const list = (id: number): Entry => ({ fieldId: status, members: { bind_value_ids: [id] } });
  const text = (content: string): Entry => ({ fieldId: notes, members: { value: { content, format: "text" } } });
  const whole = (...changes: readonly Entry[]): readonly Entry[] =>
    [string("It breaks"), list(1), text("one\ntwo\nthree")].map(
      (entry) => changes.find(({ fieldId }) => fieldId === entry.fieldId) ?? entry,
    );
  const puts = () => service.requests.filter((request) => typeof request !== "string");
  const save = (texts: Readonly<Record<string, readonly Entry[]>>) =>
    copy.saveTogether(writer, new Map(Object.entries(texts)), uniteTexts, signal);
  const pending = (document: string, mine: readonly Entry[]) => copy.pending(document, mine).change;

  test("are one PUT of what each of them changes", async () => {
    const mine = whole(string("Mine"));
    const outcome = await save({ [json]: mine, [xml]: whole(list(2)), [field]: [text("one\ntwo")] });
    assert.equal(outcome.kind, "saved");
    assert.deepEqual(
      puts().map(({ entries }) => entries),
      [[string("Mine"), list(2), text("one\ntwo")]],
    );
    for (const [document, shown] of [
      [json, mine],
      [xml, whole(list(2))],
      [field, [text("one\ntwo")]],
    ] as const) {
      assert.equal(pending(document, shown), undefined, `${document} has something to send`);
    }
  });

  test("take in what the others had stored, once they are rebased", async () => {
    await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) });
    const merge = await copy.rebase(json, whole(string("Mine")));
    assert.deepEqual(merge?.entries, whole(string("Mine"), list(2)));
    assert.deepEqual((await copy.rebase(xml, whole(list(2))))?.entries, whole(string("Mine"), list(2)));
    assert.deepEqual(copy.base && documentEntries(copy.base), whole(string("Mine"), list(2)));
  });

  test("keep what was typed since then as a change", async () => {
    await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) });
    assert.deepEqual(pending(json, whole(string("Mine and more"))), [string("Mine and more")]);
  });

  test("may be brought back by undoing, as one's own change", async () => {
    await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) });
    const merge = await copy.rebase(json, whole(string("Mine")));
    copy.noteText(json, whole(list(2)), true);
    assert.ok(merge);
    assert.deepEqual(copy.unsettled(json, whole(list(2))), []);
    assert.equal((await copy.save(json, whole(list(2)), "plain", signal)).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "It breaks" });
  });

  test("that somebody else has made the same change of undo theirs by no undoing", async () => {
    service.wait(5);
    service.edit(title, { value: "Mine" });
    service.wait(5);
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole() })).kind, "unchanged");
    copy.noteText(json, whole(), true);
    assert.equal((await copy.save(json, whole(), "plain", signal)).kind, "unsettled");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("send nothing where nothing is changed", async () => {
    assert.equal((await save({ [json]: whole(), [xml]: whole() })).kind, "unchanged");
    assert.deepEqual(service.requests, []);
  });

  test("send nothing where two of them say different things of a field", async () => {
    const outcome = await save({ [json]: whole(string("Mine")), [xml]: whole(string("Mine too")) });
    assert.deepEqual(outcome, { kind: "disagreeing", keys: [title] });
    assert.deepEqual(service.requests, []);
    assert.deepEqual(pending(json, whole(string("Mine"))), [string("Mine")]);
  });

  test("each wait in the conflict that the PUT meets", async () => {
    service.wait(5);
    service.edit(title, { value: "Theirs" });
    service.wait(5);
    const outcome = await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) });
    assert.equal(outcome.kind, "conflict");
    for (const document of [json, xml]) {
      const { ancestor, theirs } = copy.conflictOf(document) ?? {};
      assert.deepEqual(
        [ancestor, theirs].map((version) => version && documentEntries(version)[0]),
        [string("It breaks"), string("Theirs")],
      );
    }
    assert.equal(copy.conflictOf(field), undefined);
    assert.deepEqual(service.stored()[title], { value: "Theirs" });
  });

  test("are merged, after a conflict, with what another document had stored before", async () => {
    await copy.save(json, whole(string("Mine")), "plain", signal);
    service.wait(5);
    service.edit(notes, { value: { content: "one\ntwo\nthree, theirs", format: "text" } });
    service.wait(5);
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) })).kind, "conflict");
    const merge = await copy.merge(xml, whole(list(2)));
    assert.deepEqual(merge?.entries, whole(string("Mine"), list(2), text("one\ntwo\nthree, theirs")));
  });

  test("are sent once the conflict that the PUT met is merged in each of them", async () => {
    service.wait(5);
    service.edit(notes, { value: { content: "one\ntwo\nthree, theirs", format: "text" } });
    service.wait(5);
    const theirs = text("one\ntwo\nthree, theirs");
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) })).kind, "conflict");
    await copy.merge(json, whole(string("Mine")));
    await copy.merge(xml, whole(list(2)));
    service.requests.length = 0;
    assert.equal((await save({ [json]: whole(string("Mine"), theirs), [xml]: whole(list(2), theirs) })).kind, "saved");
    assert.deepEqual(
      puts().map(({ entries }) => entries),
      [[string("Mine"), list(2)]],
    );
  });

  test("send nothing where one of them waits in a conflict already", async () => {
    service.wait(5);
    service.edit(title, { value: "Theirs" });
    service.wait(5);
    await copy.save(json, whole(string("Mine")), "plain", signal);
    service.requests.length = 0;
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) })).kind, "conflict");
    assert.deepEqual(service.requests, ["GET"]);
  });

  test("are sent although one that waits in a conflict says by now what theirs says", async () => {
    service.wait(5);
    service.edit(title, { value: "Theirs" });
    service.wait(5);
    await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) });
    await copy.merge(json, whole(list(2)));
    service.requests.length = 0;
    const outcome = await save({ [xml]: whole(string("Theirs")), [json]: whole(string("Theirs"), list(2)) });
    assert.equal(outcome.kind, "saved");
    assert.deepEqual(
      puts().map(({ entries }) => entries),
      [[list(2)]],
    );
  });

  test("stay as they are after a refusal", async () => {
    service.beforeUpdate = () => {
      service.beforeUpdate = undefined;
      service.failReads = "forbidden";
    };
    service.loseAnswer = "notApplied";
    const outcome = await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) }).catch(
      (error: unknown) => error,
    );
    assert.ok(!isServiceError(outcome) && outcome instanceof Object && "kind" in outcome);
    assert.equal(outcome.kind, "unknown");
    service.failReads = undefined;
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) })).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("are not sent twice where the answer was lost", async () => {
    service.beforeUpdate = () => {
      service.beforeUpdate = undefined;
      service.failReads = "unreachable";
    };
    service.loseAnswer = "applied";
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) })).kind, "unknown");
    service.failReads = undefined;
    service.requests.length = 0;
    assert.equal((await save({ [json]: whole(string("Mine")), [xml]: whole(list(2)) })).kind, "unchanged");
    assert.deepEqual(puts(), []);
    assert.equal(pending(json, whole(string("Mine"))), undefined);
  });
});
