import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { formatChanges } from "../../../../src/core/workingCopy/unstored.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const title = 101;
const notes = 103;
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

suite("a save of which the service stores nothing", () => {
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;
  /** What was sent of each PUT that was told to be carried out. */
  let told: (readonly Entry[])[];

  setup(async () => {
    told = [];
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [notes]: { kind: "text", members: formatted("one", "text") },
    });
    const trackers = { tracker: async () => undefined };
    copy = artifactCopy(512, service, trackers, new MemoryStateStore(), ({ changed }) => told.push(changed));
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
    service.wait(60);
    service.requests.length = 0;
  });

  function formatted(content: string, format: string): JsonObject {
    return { value: { content, format } };
  }

  const text = (titled: string, noted: JsonObject): readonly Entry[] => [
    { fieldId: title, members: { value: titled } },
    { fieldId: notes, members: noted },
  ];

  const save = (mine: readonly Entry[]): Promise<ArtifactOutcome> => copy.save(document, mine, "plain", signal);
  const puts = () => service.requests.filter((request) => typeof request !== "string");

  test("of another format alone is told, again and again, and leaves the base", async () => {
    const { base } = copy;
    const mine = text("It breaks", formatted("one", "html"));
    for (const _ of [1, 2]) {
      assert.deepEqual(await save(mine), { kind: "notStored", fieldIds: [notes], isOnlyFormat: true });
    }
    assert.deepEqual([copy.base, service.stored()[notes]], [base, formatted("one", "text")]);
  });

  test("is a change of the format where the words are the same, and of nothing else", async () => {
    const base = await copy.read(signal);
    const changes = (members: Entry["members"]) => formatChanges(base, [{ fieldId: notes, members }]).length;
    assert.equal(changes(formatted("one", "html")), 1);
    for (const other of [formatted("two", "html"), formatted("one", "text"), { value: "one" }, { value: [] }]) {
      assert.equal(changes(other), 0, JSON.stringify(other));
    }
    assert.equal(formatChanges(base, text("It works", formatted("one", "html"))).length, 1);
  });

  test("is a change of the format, too, where only the line endings differ", async () => {
    service.edit(notes, formatted("one\ntwo", "text"));
    const base = await copy.read(signal);
    assert.equal(formatChanges(base, text("It breaks", formatted("one\r\ntwo", "html"))).length, 1);
  });

  test("is none where a colleague has stored another text right after it", async () => {
    service.afterUpdate = () => {
      service.edit(notes, formatted("theirs", "text"));
    };
    const outcome = await save(text("It works", formatted("one", "html")));
    assert.ok(outcome.kind === "saved");
    assert.deepEqual(outcome.differing, [notes]);
  });

  test("is stored with another text", async () => {
    await save(text("It breaks", formatted("one", "html")));
    assert.equal((await save(text("It breaks", formatted("one and more", "html")))).kind, "saved");
    assert.deepEqual(service.stored()[notes], formatted("one and more", "html"));
  });

  test("of another format beside another value is told for the format, which stays unsaved", async () => {
    const mine = text("It works", formatted("one", "html"));
    assert.deepEqual(await save(mine), { kind: "notStored", fieldIds: [notes], isOnlyFormat: true });
    assert.deepEqual(service.stored(), { [title]: { value: "It works" }, [notes]: formatted("one", "text") });
    assert.deepEqual(told, [[{ fieldId: title, members: { value: "It works" } }]]);
    service.wait(60);
    service.requests.length = 0;
    assert.equal((await save(mine)).kind, "notStored");
    assert.deepEqual(
      puts().map(({ entries }) => entries),
      [[{ fieldId: notes, members: formatted("one", "html") }]],
    );
    assert.deepEqual(await save(text("It works", formatted("one", "text"))), { kind: "unchanged" });
  });

  test("neither of another format nor of another value is told for both", async () => {
    service.etagOf = () => "always the same";
    service.rewrite = ({ fieldId }) => service.stored()[fieldId] ?? {};
    await copy.adopt(document, await copy.read(signal));
    assert.deepEqual(await save(text("It works", formatted("one", "html"))), {
      ...{ kind: "notStored", fieldIds: [title, notes], isOnlyFormat: false },
    });
    assert.deepEqual(told, []);
  });

  test("is a conflict where a colleague was faster than the look at it", async () => {
    service.afterUpdate = () => {
      service.wait(5);
      service.edit(notes, formatted("theirs", "text"));
    };
    const outcome = await save(text("It breaks", formatted("one", "html")));
    assert.ok(outcome.kind === "conflict");
    assert.equal(outcome.reason, "changedMeanwhile");
    assert.deepEqual(service.stored()[notes], formatted("theirs", "text"));
  });

  test("is of unknown fate where it cannot be looked at", async () => {
    service.afterUpdate = () => {
      service.failReads = "unreachable";
    };
    assert.equal((await save(text("It breaks", formatted("one", "html")))).kind, "unknown");
  });

  test("leaves a conflict to be decided in which mine was to be kept", async () => {
    service.edit(title, { value: "Theirs" });
    const mine = text("Mine", formatted("one", "text"));
    assert.equal((await save(mine)).kind, "conflict");
    const update = service.updateArtifact.bind(service);
    service.updateArtifact = (id, _, condition) => update(id, [], condition);
    assert.equal((await copy.save(document, mine, "keepMine", signal)).kind, "notStored");
    assert.notEqual(copy.conflictOf(document), undefined);
    assert.equal((await save(mine)).kind, "conflict");
  });

  test("in part leaves a text of before a merge known as that, should it be restored", async () => {
    const status = 102;
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [status]: { kind: "string", members: { value: "New" } },
      [notes]: { kind: "text", members: formatted("one", "text") },
    });
    const store = new MemoryStateStore();
    const open = () => artifactCopy(512, service, { tracker: async () => undefined }, store);
    copy = open();
    await copy.track(document);
    await copy.adopt(document, await copy.read(signal));
    service.wait(60);
    service.edit(title, { value: "Theirs" });
    service.wait(60);
    const own = { fieldId: status, members: { value: "Open" } };
    const before = [...text("It breaks", formatted("one", "html")), own];
    assert.equal((await save(before)).kind, "conflict");
    await copy.merge(document, before);
    assert.equal((await save([...text("Theirs", formatted("one", "html")), own])).kind, "notStored");
    copy = open();
    await copy.track(document, () => before);
    service.wait(60);
    assert.equal((await save(before)).kind, "notStored");
    assert.deepEqual([service.stored()[title], service.stored()[status]], [{ value: "Theirs" }, { value: "Open" }]);
  });

  const [labels, links] = [104, 105];
  for (const [what, fieldId, kind, read, written] of [
    [
      "open values by their labels",
      labels,
      "openList",
      { value: { bind_value_objects: [{ id: 145, label: "red" }] } },
      { bind_value_ids: ["Red"] },
    ],
    ["a link to here", links, "links", { links: [] }, { all_links: [{ id: 9, direction: "reverse", type: "" }] }],
  ] as const) {
    test(`of what is there already, and is read otherwise, is none (${what})`, async () => {
      service = new MemoryArtifactService({ [fieldId]: { kind, members: read } });
      copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
      await copy.adopt(document, await copy.read(signal));
      service.wait(60);
      const update = service.updateArtifact.bind(service);
      service.updateArtifact = (id, _, condition) => update(id, [], condition);
      assert.equal((await save([{ fieldId, members: written }])).kind, "saved");
    });
  }

  test("is told for any other value that comes to nothing", async () => {
    const update = service.updateArtifact.bind(service);
    service.updateArtifact = (id, _, condition) => update(id, [], condition);
    const outcome = await save(text("It works", formatted("one", "text")));
    assert.deepEqual(outcome, { kind: "notStored", fieldIds: [title], isOnlyFormat: false });
  });
});
