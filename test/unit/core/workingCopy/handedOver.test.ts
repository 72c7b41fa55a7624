import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const [title, status, links, keywords] = [101, 102, 105, 107];
const json = "artifact://team/artifacts/512.artifact.json";
const xml = "artifact://team/artifacts/512.artifact.xml";
const { signal } = new AbortController();

const entry = (fieldId: number, members: JsonObject): Entry => ({ fieldId, members });
const titled = (value: string) => [entry(title, { value })];
const linked = (type: string) => [entry(links, { links: [{ id: 1, type }] })];

suite("a document that takes over the text of another", () => {
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "one" } },
      [status]: { kind: "list", members: { bind_value_ids: [1] } },
      [links]: { kind: "links", members: { links: [{ id: 1, type: "one" }] } },
      [keywords]: { kind: "openList", members: { value: { bind_value_objects: [{ id: 7 }] } } },
    });
    copy = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
    await open(json);
  });

  async function open(document: string): Promise<void> {
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
  }

  function edit(...[{ fieldId, members }]: readonly Entry[] & [Entry]): void {
    service.wait(60);
    service.edit(fieldId, members);
    service.wait(60);
  }

  /** A colleague makes `theirs` of it, which all documents with nothing unsaved show. */
  async function colleagueMakes(theirs: readonly Entry[], ...documents: readonly string[]): Promise<void> {
    edit(theirs[0] ?? assert.fail());
    const base = await copy.read(signal);
    for (const document of documents) {
      await copy.adopt(document, base);
    }
  }

  /** What `mine` says meets what a colleague has made of it, and nobody has decided yet. */
  async function meets(document: string, mine: readonly Entry[], theirs: readonly Entry[]): Promise<void> {
    edit(theirs[0] ?? assert.fail());
    assert.equal((await copy.save(document, mine, "plain", signal)).kind, "conflict");
    await copy.merge(document, mine);
    copy.noteText(document, mine, false);
  }

  const save = async (mine: readonly Entry[]) => (await copy.save(json, mine, "plain", signal)).kind;
  /** Undoing brings `old` back, which was there before: it is not saved without a look. */
  async function undoingIsAsked(old: readonly Entry[]): Promise<void> {
    const stored = JSON.stringify(service.stored());
    copy.noteText(json, old, true);
    assert.equal(await save(old), "unsettled");
    assert.equal(JSON.stringify(service.stored()), stored);
  }

  const choices = (mine: readonly Entry[]) =>
    copy.unsettled(json, mine).map((one) => [one.mine.members, one.theirs?.members]);

  test("saves what was written there, though it showed the same once", async () => {
    await colleagueMakes(titled("two"), json);
    await open(xml);
    copy.handOver(xml, json, titled("one"));
    assert.equal(await save(titled("one")), "saved");
    assert.deepEqual(service.stored()[title], { value: "one" });
  });

  test("still asks about what undoing brings back in itself", async () => {
    await colleagueMakes(titled("two"), json);
    await open(xml);
    await colleagueMakes(titled("three"), json, xml);
    copy.handOver(xml, json, titled("mine"));
    await undoingIsAsked(titled("one"));
  });

  test("still asks where mine was chosen for a text that it does not hold any more", async () => {
    await meets(json, titled("mine"), titled("two"));
    copy.chooseMine(json, titled("mine"), title);
    assert.deepEqual(copy.unsettled(json, titled("mine")), []);
    await open(xml);
    copy.handOver(xml, json, titled("other"));
    await undoingIsAsked(titled("mine"));
  });

  test("asks what the other one asks, and about its own parts", async () => {
    await colleagueMakes([entry(status, { bind_value_ids: [2] })], json);
    await open(xml);
    const mine = [...titled("mine"), entry(status, { bind_value_ids: [2] })];
    await meets(xml, mine, titled("two"));
    copy.handOver(xml, json, mine);
    assert.equal(await save(mine), "unsettled");
    copy.chooseMine(json, mine, title);
    await undoingIsAsked([...titled("mine"), entry(status, { bind_value_ids: [1] })]);
  });

  test("does not ask again what was chosen in the other one", async () => {
    await open(xml);
    await meets(xml, titled("mine"), titled("two"));
    await colleagueMakes([entry(status, { bind_value_ids: [2] })], json);
    copy.chooseMine(xml, titled("mine"), title);
    copy.handOver(xml, json, titled("mine"));
    assert.equal(await save(titled("mine")), "saved");
  });

  suite("with a set", () => {
    test("still asks about a member as it was before the other one was opened", async () => {
      await colleagueMakes(linked("two"), json);
      await open(xml);
      await colleagueMakes(linked("three"), json, xml);
      copy.handOver(xml, json, linked("three"));
      await undoingIsAsked(linked("one"));
    });

    test("still asks about a member that mine and theirs had made different", async () => {
      await meets(json, linked("mine"), linked("two"));
      copy.noteText(json, linked("two"), false);
      assert.equal(await save(linked("two")), "unchanged");
      await open(xml);
      await colleagueMakes(linked("three"), xml);
      copy.handOver(xml, json, linked("three"));
      await undoingIsAsked(linked("mine"));
      assert.deepEqual(choices(linked("mine")), [[linked("mine")[0]?.members, linked("three")[0]?.members]]);
    });

    test("asks about a member what the other one asks", async () => {
      await open(xml);
      await colleagueMakes(linked("two"), json, xml);
      await meets(xml, linked("mine"), linked("three"));
      copy.handOver(xml, json, linked("mine"));
      assert.equal(await save(linked("mine")), "unsettled");
    });

    for (const [opened, other] of [
      [json, xml],
      [xml, json],
    ] as const) {
      test(`knows by its name what a colleague removed after only ${opened.slice(-4)} was opened`, async () => {
        const labels: Record<string, string> = { 7: "Old", 8: "New", 9: "Newest" };
        const keyword = (id: number) => [entry(keywords, { value: { bind_value_objects: [{ id }] } })];
        const named = [entry(keywords, { bind_value_ids: ["Newest", "Old"] })];
        const read = service.readArtifact.bind(service);
        service.readArtifact = async (id) => {
          const answer = await read(id);
          const ids = JSON.stringify(service.stored()[keywords]).match(/\d/g) ?? [];
          const names = Object.fromEntries(ids.map((each) => [each, labels[each] ?? ""]));
          const values = answer.artifact.values.map((each) => (each.fieldId === keywords ? { ...each, names } : each));
          return { ...answer, artifact: { ...answer.artifact, values } };
        };
        copy.close(json);
        await open(opened);
        await colleagueMakes(keyword(8), opened);
        await open(other);
        await colleagueMakes(keyword(9), json, xml);
        if (opened === xml) {
          copy.noteText(xml, named, true);
        }
        copy.handOver(xml, json, opened === xml ? named : keyword(9));
        await undoingIsAsked(named);
      });
    }
  });
});
