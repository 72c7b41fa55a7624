import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { contentIn } from "../../../../src/core/merge/mergeEntries.ts";
import type { ArtifactService } from "../../../../src/core/model/artifactService.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { Json, JsonObject } from "../../../../src/core/model/json.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { uniteTexts } from "../../../../src/core/workingCopy/textForm.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const links = 105;
const files = 106;
const tags = 107;
const notes = 108;
const document = "artifact://team/artifacts/512.artifact.json";
const other = "artifact://team/artifacts/512.artifact.xml";
const field = "artifact://team/artifacts/512/fields/108.md";
const { signal } = new AbortController();
const tracker = { tracker: async () => undefined };

suite("a set that a colleague changes too", () => {
  let service: MemoryArtifactService;
  let store: MemoryStateStore;
  let copy: ArtifactCopy;

  setup(async () => {
    service = new MemoryArtifactService({
      [links]: { kind: "links", members: linked({ id: 1 }, { id: 2 }) },
      [files]: { kind: "files", members: attached(1, 2) },
      [tags]: { kind: "list", type: "msb", members: { bind_value_ids: [] } },
      [notes]: { kind: "text", members: noted("one\ntwo\nthree") },
    });
    store = new MemoryStateStore();
    copy = artifactCopy(512, service, tracker, store);
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
    service.requests.length = 0;
  });

  function attached(...ids: readonly number[]): JsonObject {
    return { value: ids };
  }

  function linked(...all: readonly Json[]): JsonObject {
    return { links: all };
  }

  function noted(content: string): JsonObject {
    return { value: { content, format: "text" } };
  }

  const entry = (fieldId: number, members: JsonObject): Entry => ({ fieldId, members });

  function save(mine: readonly Entry[], how: "plain" | "keepMine" = "plain"): Promise<ArtifactOutcome> {
    return copy.save(document, mine, how, signal);
  }

  /** What `saving` sends is stored, but its answer is lost, and nothing can be read then. */
  async function storedUnanswered(saving: () => Promise<{ readonly kind: string }>): Promise<void> {
    service.loseAnswer = "applied";
    service.afterUpdate = () => {
      service.failReads = "unreachable";
    };
    assert.equal((await saving()).kind, "unknown");
    [service.failReads, service.afterUpdate] = [undefined, undefined];
  }

  /** The text turns from `before` into `after`, as the editor tells it. */
  function become(after: readonly Entry[], isUndo = false): void {
    copy.noteText(document, after, isUndo);
  }

  /** A colleague changes a field, and the refused save is merged. */
  async function mergeWith(fieldId: number, theirs: JsonObject, mine: readonly Entry[]): Promise<readonly Entry[]> {
    service.wait(60);
    service.edit(fieldId, theirs);
    service.wait(60);
    assert.equal((await save(mine)).kind, "conflict");
    const merged = (await copy.merge(document, mine))?.again(mine);
    assert.ok(merged);
    become(merged.entries);
    service.requests.length = 0;
    return merged.entries;
  }

  /**
   * A colleague stores a long text, which another document reads. Gives the text of the document, which says `said`, as
   * it follows.
   */
  async function following(said: readonly Entry[], content: string): Promise<readonly Entry[]> {
    service.wait(60);
    service.edit(notes, noted(content));
    service.wait(60);
    await copy.adopt(other, await copy.read(signal));
    const { entries } = (await copy.rebase(document, said))?.again(said) ?? assert.fail();
    become(entries);
    return entries;
  }

  const marks = (mine: readonly Entry[]) =>
    copy.unsettled(document, mine).map((one) => [one.mine.members, one.theirs?.members]);
  const puts = () => service.requests.filter((request) => typeof request !== "string");

  test("holds what both added after a merge, with no mark, and is saved", async () => {
    const merged = await mergeWith(files, attached(1, 2, 4), [entry(files, attached(1, 2, 3))]);
    assert.deepEqual([merged[0]?.members, marks(merged)], [attached(1, 2, 3, 4), []]);
    assert.equal((await save(merged)).kind, "saved");
    assert.deepEqual(service.stored()[files], attached(1, 2, 3, 4));
  });

  test("is not marked where mine has what theirs has already", async () => {
    const merged = await mergeWith(files, attached(1, 2, 4), [entry(files, attached(1, 2, 3, 4))]);
    assert.deepEqual([merged[0]?.members, marks(merged)], [attached(1, 2, 3, 4), []]);
    assert.equal((await save(merged)).kind, "saved");
  });

  for (const [name, theirs, merged] of [
    ["drops what a colleague added", attached(1, 2, 4), attached(1, 2, 3, 4)],
    ["puts back what a colleague removed", attached(1), attached(1, 3)],
  ] as const) {
    test(`is not saved when an undone merge ${name}, not even with more written to it`, async () => {
      const mine = [entry(files, attached(1, 2, 3))];
      assert.deepEqual((await mergeWith(files, theirs, mine))[0]?.members, merged);
      become(mine, true);
      assert.deepEqual(marks(mine), [[merged, theirs]]);
      assert.equal((await save(mine)).kind, "unsettled");
      const more = [entry(files, attached(1, 2, 3, 9))];
      become(more);
      assert.equal((await save(more)).kind, "unsettled");
      assert.deepEqual([puts(), service.stored()[files]], [[], theirs]);
    });
  }

  test("is asked about what both had chosen where mine was kept and undoing takes that out", async () => {
    const chosen = (...ids: readonly number[]) => ({ bind_value_ids: ids });
    service.wait(60);
    service.edit(tags, chosen(7, 9));
    service.wait(60);
    const mine = [entry(tags, chosen(7, 8))];
    become(mine);
    assert.equal((await save(mine)).kind, "conflict");
    assert.equal((await save(mine, "keepMine")).kind, "saved");
    assert.deepEqual(service.stored()[tags], chosen(7, 8));
    const before = [entry(tags, chosen())];
    become(before, true);
    assert.deepEqual(marks(before), [[chosen(7), chosen(7, 8)]]);
    service.requests.length = 0;
    assert.equal((await save(before)).kind, "unsettled");
    assert.deepEqual(puts(), []);
  });

  test("is not saved as undoing brings it back in a document that has taken over the text of another since", async () => {
    const older = [entry(files, attached(1, 2))];
    const changeTo = async (members: JsonObject) => {
      service.wait(60);
      service.edit(files, members);
      service.wait(60);
      return await copy.read(signal);
    };
    await copy.adopt(document, await changeTo(attached(1)));
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    const base = await changeTo(attached(1, 4));
    await copy.adopt(document, base);
    await copy.adopt(other, base);
    const mine = [entry(files, attached(1, 3, 4))];
    copy.handOver(other, document, mine);
    assert.deepEqual(marks(mine), []);
    become(older, true);
    assert.deepEqual(marks(older), [[attached(1, 4), attached(1, 4)]]);
    assert.equal((await save(older)).kind, "unsettled");
    become(mine);
    assert.equal((await save(mine)).kind, "saved");
    assert.deepEqual(service.stored()[files], attached(1, 3, 4));
  });

  test("is saved by the choice of mine as theirs with what mine changed", async () => {
    const mine = [entry(files, attached(1, 3))];
    await mergeWith(files, attached(1, 2, 4), mine);
    become(mine, true);
    const [choice] = copy.unsettled(document, mine);
    const chosen = [choice?.mine ?? assert.fail()];
    become(chosen);
    copy.chooseMine(document, chosen, files);
    assert.equal((await save(chosen)).kind, "saved");
    assert.deepEqual(service.stored()[files], attached(1, 3, 4));
    become(mine, true);
    assert.equal((await save(mine)).kind, "unsettled");
  });

  test("loses what the person removes by hand", async () => {
    await mergeWith(files, attached(1, 2, 4), [entry(files, attached(1, 2, 3))]);
    const mine = [entry(files, attached(1, 2, 3))];
    become(mine);
    assert.deepEqual(marks(mine), []);
    assert.equal((await save(mine)).kind, "saved");
    assert.deepEqual(service.stored()[files], attached(1, 2, 3));
  });

  test("is kept as it stands where mine is kept", async () => {
    const mine = [entry(files, attached(1, 2, 3))];
    service.wait(60);
    service.edit(files, attached(1, 2, 4));
    service.wait(60);
    await save(mine);
    assert.equal((await save(mine, "keepMine")).kind, "saved");
    assert.deepEqual(service.stored()[files], attached(1, 2, 3));
  });

  suite("of links, where both changed the type of one", () => {
    const mine = [entry(links, linked({ id: 1, type: "custom" }, { id: 2 }, { id: 3 }))];
    const theirs = linked({ id: 1, type: "_is_child" }, { id: 4 });
    const ofMine = linked({ id: 1, type: "custom" }, { id: 3 }, { id: 4 });
    const ofTheirs = linked({ id: 1, type: "_is_child" }, { id: 3 }, { id: 4 });
    let merged: readonly Entry[];

    setup(async () => {
      merged = await mergeWith(links, theirs, mine);
    });

    test("is marked for that link alone, and holds the others of both", async () => {
      assert.deepEqual([merged[0]?.members, marks(merged)], [ofMine, [[ofMine, ofTheirs]]]);
      assert.equal((await save(merged)).kind, "unsettled");
      assert.deepEqual(puts(), []);
    });

    test("keeps what mine added when theirs is chosen", async () => {
      const chosen = [entry(links, ofTheirs)];
      become(chosen);
      assert.equal((await save(chosen)).kind, "saved");
      assert.deepEqual(service.stored()[links], ofTheirs);
    });

    test("keeps what theirs added when mine is chosen, and is watched on", async () => {
      copy.chooseMine(document, merged, links);
      assert.deepEqual(marks(merged), []);
      become(mine, true);
      assert.deepEqual(marks(mine), [[ofMine, theirs]]);
      become(merged, true);
      assert.equal((await save(merged)).kind, "saved");
      assert.deepEqual(service.stored()[links], ofMine);
    });

    test("is marked no more where mine is chosen after undoing has brought it back", async () => {
      become([entry(links, ofTheirs)]);
      become(merged, true);
      copy.chooseMine(document, merged, links);
      assert.deepEqual(marks(merged), []);
    });

    test("is marked no more where mine was written again by hand", async () => {
      become([entry(links, linked({ id: 1, type: "other" }, { id: 3 }, { id: 4 }))]);
      become(merged);
      assert.deepEqual(marks(merged), []);
    });

    test("is marked for another one still that was not shown when mine was chosen", async () => {
      const own = [entry(links, linked({ id: 1, type: "custom" }, { id: 3 }, { id: 4, type: "custom" }))];
      become(own);
      service.edit(links, linked({ id: 1, type: "_is_child" }, { id: 4, type: "_is_child" }));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      copy.chooseMine(document, own, links);
      assert.equal((await save(own)).kind, "unsettled");
      assert.deepEqual(puts(), []);
    });

    test("is marked after a reload too", async () => {
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => undefined);
      assert.deepEqual(marks(merged), [[ofMine, ofTheirs]]);
    });
  });

  test("of links is not saved without a link that mine removed and theirs gave another type, when the merge was not let in", async () => {
    const mine = [entry(links, linked({ id: 1 }))];
    const theirs = linked({ id: 1 }, { id: 2, type: "custom" });
    assert.deepEqual((await mergeWith(links, theirs, mine))[0]?.members, theirs);
    copy = artifactCopy(512, service, tracker, store);
    await copy.track(document, () => mine);
    assert.deepEqual([marks(mine), copy.pending(document, mine).change], [[], undefined]);
  });

  test("of links is not saved with a type from before theirs was known, brought back by undoing", async () => {
    const first = [entry(links, linked({ id: 1, type: "first" }, { id: 2 }))];
    const second = [entry(links, linked({ id: 1, type: "second" }, { id: 2 }))];
    const theirs = linked({ id: 1, type: "custom" }, { id: 2 });
    await mergeWith(links, theirs, second);
    become([entry(links, theirs)]);
    for (const undone of [second, first]) {
      become(undone, true);
      assert.equal((await save(undone)).kind, "unsettled");
    }
    assert.deepEqual(service.stored()[links], theirs);
  });

  test("of links is not saved with a type from before theirs was known, brought back by undoing past the save of another one", async () => {
    const before = [entry(links, linked({ id: 1 }, { id: 2 }, { id: 3 }))];
    await mergeWith(links, linked({ id: 1, type: "custom" }, { id: 2 }), before);
    const own = [entry(links, linked({ id: 1, type: "own" }, { id: 2 }, { id: 3 }))];
    become(own);
    assert.equal((await save(own)).kind, "saved");
    service.wait(60);
    become(before, true);
    assert.equal((await save(before)).kind, "unsettled");
  });

  suite("by another document of the artifact", () => {
    setup(async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      await copy.save(other, [entry(files, attached(1, 2, 4))], "plain", signal);
      service.wait(60);
      service.requests.length = 0;
    });

    test("is saved with what both added, and undoing drops nothing", async () => {
      const mine = [entry(files, attached(1, 2, 3))];
      assert.equal((await save(mine)).kind, "saved");
      const stored = attached(1, 2, 3, 4);
      assert.deepEqual(service.stored()[files], stored);
      const { base } = copy;
      assert.ok(base);
      copy.follow(document, base);
      become([entry(files, stored)]);
      become(mine, true);
      assert.equal((await save(mine)).kind, "unsettled");
      assert.deepEqual(service.stored()[files], stored);
    });

    test("is no conflict when the text is rebased", async () => {
      const mine = [entry(files, attached(2, 3))];
      const rebased = await copy.rebase(document, mine);
      assert.deepEqual([rebased?.entries, rebased?.conflicts], [[entry(files, attached(2, 3, 4))], []]);
    });
  });

  test("made from nobody knows what is marked, and loses nothing of theirs by the choice of mine", async () => {
    await store.remove(512);
    copy = artifactCopy(512, service, tracker, store);
    const mine = [entry(files, attached(1, 3))];
    await copy.track(document, () => undefined);
    assert.equal((await save(mine)).kind, "conflict");
    const merged = await copy.merge(document, mine);
    assert.deepEqual(merged?.entries[0], mine[0]);
    assert.deepEqual(marks(mine), [[attached(1, 3, 2), attached(1, 2)]]);
    assert.equal((await save(mine)).kind, "unsettled");
  });

  test("whose field had no value is what both added", async () => {
    const mine = [entry(tags, { bind_value_ids: [7] })];
    const merged = await mergeWith(tags, { bind_value_ids: [8] }, mine);
    assert.deepEqual([merged[0]?.members, marks(merged)], [{ bind_value_ids: [7, 8] }, []]);
  });

  test("that names only a parent undoes nothing", async () => {
    const mine = [entry(links, { parent: { id: 9 } })];
    const merged = await mergeWith(links, linked({ id: 1 }, { id: 2 }, { id: 4 }), mine);
    assert.deepEqual([merged, marks(merged)], [mine, []]);
  });

  for (const [name, old] of [
    ["mine", "ONE\ntwo\nthree"],
    ["what was read first", "one\ntwo\nthree"],
  ] as const) {
    test(`a long text that was merged with a colleague's and saved drops no line of theirs, undone to ${name}`, async () => {
      const merged = await mergeWith(notes, noted("one\ntwo\nTHREE"), [entry(notes, noted("ONE\ntwo\nthree"))]);
      assert.equal((await save(merged)).kind, "saved");
      const stored = noted("ONE\ntwo\nTHREE");
      assert.deepEqual(service.stored()[notes], stored);
      const undone = [entry(notes, noted(old))];
      become(undone, true);
      assert.equal((await save(undone)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], stored);
    });
  }

  for (const [name, fieldId, changed] of [
    ["attachments", files, attached(2, 3)],
    ["links", links, linked({ id: 2 }, { id: 3 })],
    ["values of a list", tags, { bind_value_ids: [1] }],
  ] as const) {
    test(`of ${name}, changed and saved where nobody else writes, can be undone, saved, redone and saved`, async () => {
      const was = [entry(fieldId, service.stored()[fieldId] ?? assert.fail())];
      const mine = [entry(fieldId, changed)];
      become(mine);
      assert.equal((await save(mine)).kind, "saved");
      for (const back of [was, mine, was]) {
        service.wait(60);
        become(back, true);
        assert.deepEqual(marks(back), []);
        assert.equal((await save(back)).kind, "saved");
        assert.deepEqual(service.stored()[fieldId], back[0]?.members);
      }
    });
  }

  for (const isRestarted of [false, true]) {
    test(`a long text with a colleague's lines asks about none of one's own words, typed later and undone${isRestarted ? ", after a restart" : ""}`, async () => {
      const mine = [entry(notes, noted("ONE\ntwo\nthree"))];
      const merged = await mergeWith(notes, noted("one\ntwo\nTHREE"), mine);
      assert.equal((await save(merged)).kind, "saved");
      const later = ["ONE a\ntwo\nTHREE", "ONE a b\ntwo\nTHREE"].map((content) => [entry(notes, noted(content))]);
      const [first = [], second = []] = later;
      for (const each of later) {
        service.wait(60);
        become(each);
        assert.equal((await save(each)).kind, "saved");
      }
      if (isRestarted) {
        copy = artifactCopy(512, service, tracker, store);
        await copy.track(document, () => second);
        become(second);
      }
      for (const back of [first, merged]) {
        service.wait(60);
        become(back, true);
        assert.deepEqual(marks(back), []);
        assert.equal((await save(back)).kind, "saved");
      }
      become(mine, true);
      assert.equal((await save(mine)).kind, "unsettled");
    });
  }

  test("a set from which the person took theirs out, put it back by undoing, and took it out again, is undone without a question", async () => {
    const merged = await mergeWith(files, attached(1, 2, 4), [entry(files, attached(1, 2, 3))]);
    assert.equal((await save(merged)).kind, "saved");
    service.wait(60);
    const without = [entry(files, attached(1, 2, 3))];
    become(without);
    become(merged, true);
    become(without);
    assert.equal((await save(without)).kind, "saved");
    service.wait(60);
    become(merged, true);
    assert.equal((await save(merged)).kind, "saved");
  });

  test("a set that was made the same as theirs by hand brings nothing back that they take out again", async () => {
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    await mergeWith(files, attached(1, 2, 4), [entry(files, attached(1, 2, 3))]);
    service.edit(files, attached(1, 2, 4, 5));
    await copy.adopt(other, await copy.read(signal));
    const agreed = [entry(files, attached(1, 2, 4, 5))];
    become(agreed);
    service.wait(60);
    service.edit(files, attached(1, 2, 4));
    service.wait(60);
    await copy.adopt(other, await copy.read(signal));
    assert.equal((await save(agreed)).kind, "unchanged");
    assert.deepEqual(service.stored()[files], attached(1, 2, 4));
  });

  /** Saves a line of a long text that a colleague has changed too, which is a conflict. Gives the text. */
  const metInConflict = async () => {
    const mine = [entry(notes, noted("one\ntwo\nMINE"))];
    service.wait(60);
    service.edit(notes, noted("one\ntwo\nTHREE"));
    service.wait(60);
    assert.equal((await save(mine)).kind, "conflict");
    return mine;
  };

  test("a long text that was kept over a colleague's, and nobody knew whether it was stored, waits in no conflict once that is known", async () => {
    const mine = await metInConflict();
    await storedUnanswered(() => save(mine, "keepMine"));
    service.wait(60);
    const more = [entry(notes, noted("one\ntwo\nMINE, more"))];
    assert.equal((await save(more)).kind, "saved");
  });

  for (const isRead of [false, true]) {
    test(`a long text that was kept over a colleague's, which was not stored, is not asked about again${isRead ? " where another document has read the same" : ""}`, async () => {
      const mine = await metInConflict();
      service.loseAnswer = "notApplied";
      service.beforeUpdate = () => {
        service.failReads = "unreachable";
      };
      assert.equal((await save(mine, "keepMine")).kind, "unknown");
      [service.loseAnswer, service.failReads, service.beforeUpdate] = [undefined, undefined, undefined];
      await (isRead && copy.adopt(other, await copy.read(signal)));
      assert.equal((await save(mine, "keepMine")).kind, "saved");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nMINE"));
    });
  }

  test("a long text that was saved without a colleague's lines can be undone", async () => {
    const mine = [entry(notes, noted("one\ntwo\nMINE"))];
    await mergeWith(notes, noted("one\ntwo\nTHREE"), mine);
    become(mine);
    assert.equal((await save(mine)).kind, "saved");
    service.wait(60);
    const first = [entry(notes, noted("one\ntwo\nthree"))];
    become(first, true);
    assert.equal((await save(first)).kind, "saved");
    assert.deepEqual(service.stored()[notes], first[0]?.members);
  });

  test("a long text in which a colleague's line was written over is not undone to before it without a question", async () => {
    const mine = [entry(notes, noted("one\ntwo\nMINE"))];
    await mergeWith(notes, noted("one\ntwo\nTHREE"), mine);
    const both = [entry(notes, noted("one\ntwo\nTHREE, MINE"))];
    become(both);
    assert.equal((await save(both)).kind, "saved");
    service.wait(60);
    become(mine, true);
    assert.equal((await save(mine)).kind, "unsettled");
    assert.deepEqual(service.stored()[notes], both[0]?.members);
  });

  test("a long text whose marks are taken out by hand is compared with a line that a colleague wrote again meanwhile", async () => {
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    const marked = await mergeWith(notes, noted("one\ntwo\nTHREE"), [entry(notes, noted("one\ntwo\nMINE"))]);
    assert.deepEqual(marked[0]?.members, noted("one\ntwo\n<<<<<<< mine\nMINE\n=======\nTHREE\n>>>>>>> theirs"));
    service.edit(notes, noted("one\ntwo\nAGAIN"));
    service.wait(60);
    await copy.adopt(other, await copy.read(signal));
    assert.equal(await copy.rebase(document, marked), undefined);
    const mine = [entry(notes, noted("one\ntwo\nMINE"))];
    become(mine);
    assert.equal((await save(mine)).kind, "conflict");
    assert.deepEqual(service.stored()[notes], noted("one\ntwo\nAGAIN"));
  });

  test("a long text with marks follows a colleague's change of another line", async () => {
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    const marked = await mergeWith(notes, noted("one\ntwo\nTHREE"), [entry(notes, noted("one\ntwo\nMINE"))]);
    const said = await following(marked, "ONE\ntwo\nTHREE");
    assert.deepEqual(said[0]?.members, noted("ONE\ntwo\n<<<<<<< mine\nMINE\n=======\nTHREE\n>>>>>>> theirs"));
  });

  for (const [what, theirs] of [
    ["wrote over", "one\ntwo\nTHREE"],
    ["took out", "one\ntwo"],
  ] as const) {
    test(`a long text with marks of a line that a colleague ${what} has what the person wrote as the one side, and what they wrote elsewhere on both, also where undoing brings the marks back`, async () => {
      const [older, mine] = [[entry(notes, noted("one\ntwo\nOLDER"))], [entry(notes, noted("one\ntwo\nMINE"))]];
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      const marked = await mergeWith(notes, noted(theirs), mine);
      const areSides = (said: readonly Entry[], elsewhere = "", of = document) => {
        const [waiting] = copy.unsettled(of, said);
        assert.deepEqual(
          [waiting?.mine?.members, waiting?.theirs?.members],
          [noted(`one\ntwo\nMINE${elsewhere}`), noted(`${theirs}${elsewhere}`)],
        );
      };
      for (const [back, isUndo] of [
        [mine, false],
        [older, true],
        [[entry(notes, noted(theirs))], false],
        [[entry(notes, noted(""))], false],
      ] as const) {
        become(back, isUndo);
        become(marked, isUndo || back === mine);
        areSides(marked);
      }
      const typed = [entry(notes, noted(`${contentIn(marked[0]?.members ?? {})}\nTYPED`))];
      become(typed);
      areSides(typed, "\nTYPED");
      copy.handOver(document, other, typed);
      areSides(typed, "\nTYPED", other);
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => typed);
      areSides(typed, "\nTYPED");
    });
  }

  for (const [what, left] of [
    ["the marks are cut out and pasted back", "one\ntwo"],
    ["the whole text is cut out and pasted back", ""],
  ] as const) {
    test(`a long text with marks has what the person wrote last before them as the one side, also where ${what}`, async () => {
      const merged = await mergeWith(notes, noted("one\ntwo\nTHREE"), [entry(notes, noted("one\ntwo\nMINE"))]);
      const cutAndPaste = (marked: readonly Entry[]) => {
        become([entry(notes, noted(left))]);
        become(marked);
        return marks(marked).map(([mine]) => mine);
      };
      assert.deepEqual(cutAndPaste(merged), [noted("one\ntwo\nMINE")]);
      const both = [entry(notes, noted("one\ntwo\nBOTH"))];
      become(both);
      assert.equal((await save(both)).kind, "saved");
      const newer = [entry(notes, noted("one\ntwo\nNEWER"))];
      become(newer);
      const again = await mergeWith(notes, noted("one\ntwo\nFOUR"), newer);
      assert.deepEqual(cutAndPaste(again), [noted("one\ntwo\nNEWER")]);
    });
  }

  test("a long text with marks has what was typed until they were shown in it too", async () => {
    const typed = (line: string) => [entry(notes, noted(`one\ntwo\n${line}`))];
    for (const [before, after, theirs] of [
      ["MINE", "MINE, and more", "THREE"],
      ["NEWER", "NEWER, and more", "FOUR"],
    ] as const) {
      become(typed(before));
      service.wait(60);
      service.edit(notes, noted(`one\ntwo\n${theirs}`));
      service.wait(60);
      assert.equal((await save(typed(before))).kind, "conflict");
      const merge = await copy.merge(document, typed(before));
      become(typed(after));
      const marked = merge?.again(typed(after)).entries ?? assert.fail();
      become(marked);
      assert.deepEqual(marks(marked), [[noted(`one\ntwo\n${after}`), noted(`one\ntwo\n${theirs}`)]]);
      become(typed(`BOTH of ${theirs}`));
      assert.equal((await save(typed(`BOTH of ${theirs}`))).kind, "saved");
    }
  });

  test("a long text with marks has what the person wrote as the one side, also where it has followed a colleague's change of another line", async () => {
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    const marked = await mergeWith(notes, noted("one\ntwo\nTHREE"), [entry(notes, noted("one\ntwo\nMINE"))]);
    const said = await following(marked, "ONE\ntwo\nTHREE");
    assert.deepEqual(marks(said), [[noted("ONE\ntwo\nMINE"), noted("ONE\ntwo\nTHREE")]]);
  });

  for (const [what, mine, theirs] of [
    ["took out", "one\ntwo\nMINE", "one\ntwo"],
    ["wrote over with the same beside which it has more", "one\ntwo\nTHREE\nMINE", "one\ntwo\nTHREE"],
  ] as const) {
    test(`a long text in which the person wrote over a line that a colleague ${what} has that as the one side of its marks`, async () => {
      const marked = await mergeWith(notes, noted(theirs), [entry(notes, noted(mine))]);
      assert.match(String(JSON.stringify(marked)), /<<<<<<< mine/);
      assert.deepEqual(marks(marked), [[noted(mine), noted(theirs)]]);
      become([entry(notes, noted(mine))], true);
      assert.equal((await save([entry(notes, noted(mine))])).kind, "unsettled");
    });

    test(`a long text in which the person wrote over a line that a colleague ${what}, as another document reads, is compared`, async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      const said = [entry(notes, noted(mine))];
      service.wait(60);
      service.edit(notes, noted(theirs));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal(await copy.rebase(document, said), undefined);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted(theirs));
      assert.equal((await save(said, "keepMine")).kind, "saved");
    });

    test(`a long text that was kept over a line that a colleague ${what} is asked about no more where undoing comes back to it`, async () => {
      const [kept, later] = [[entry(notes, noted(mine))], [entry(notes, noted(`${mine}\nLATER`))]];
      service.wait(60);
      service.edit(notes, noted(theirs));
      service.wait(60);
      assert.equal((await save(kept)).kind, "conflict");
      assert.equal((await save(kept, "keepMine")).kind, "saved");
      service.wait(60);
      become(later);
      assert.equal((await save(later)).kind, "saved");
      service.wait(60);
      become(kept, true);
      assert.equal((await save(kept)).kind, "saved");
      assert.deepEqual(service.stored()[notes], noted(mine));
    });
  }

  for (const [what, again] of [
    ["wrote again", "one\ntwo\nAGAIN"],
    ["took out again", "one\ntwo"],
  ] as const) {
    test(`a long text that was kept over a line which a colleague had written and then ${what} is not undone to before that line without a question`, async () => {
      const mine = [entry(notes, noted("MINE\ntwo\nthree"))];
      const merged = await mergeWith(notes, noted("one\ntwo\nTHREE"), mine);
      service.edit(notes, noted(again));
      service.wait(60);
      assert.equal((await save(merged)).kind, "conflict");
      assert.equal((await save(merged, "keepMine")).kind, "saved");
      service.wait(60);
      become(mine, true);
      assert.equal((await save(mine)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], noted("MINE\ntwo\nTHREE"));
    });
  }

  for (const how of ["plain", "keepMine"] as const) {
    test(`a line that a colleague added and took out again does not come back by undoing after a save without a question (${how})`, async () => {
      const merged = await mergeWith(notes, noted("one\ntwo\nthree\nTHEIRS"), [
        entry(notes, noted("MINE\ntwo\nthree")),
      ]);
      const said = await mergeWith(notes, noted("one\ntwo\nthree"), merged);
      assert.deepEqual(said[0]?.members, noted("MINE\ntwo\nthree"));
      if (how === "keepMine") {
        service.edit(notes, noted("one\ntwo\nTHREE"));
        service.wait(60);
        assert.equal((await save(said)).kind, "conflict");
      }
      assert.equal((await save(said, how)).kind, "saved");
      service.wait(60);
      become(merged, true);
      assert.equal((await save(merged)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], noted("MINE\ntwo\nthree"));
    });
  }

  test("a long text stored with the lines of another document drops none of them by undoing", async () => {
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    await copy.save(other, [entry(notes, noted("one\ntwo\nTHREE"))], "plain", signal);
    service.wait(60);
    const mine = [entry(notes, noted("ONE\ntwo\nthree"))];
    assert.equal((await save(mine)).kind, "saved");
    const stored = noted("ONE\ntwo\nTHREE");
    assert.deepEqual(service.stored()[notes], stored);
    const { base } = copy;
    assert.ok(base);
    copy.follow(document, base);
    become([entry(notes, stored)]);
    become(mine, true);
    assert.equal((await save(mine)).kind, "unsettled");
    assert.deepEqual(service.stored()[notes], stored);
  });

  suite("undone to before a colleague's lines", () => {
    const text = (content: string) => [entry(notes, noted(content))];
    const [mine, goneOn] = [text("one\ntwo\nthree\nMINE"), text("one\ntwo\nthree\nMINE a")];
    const stored = noted("ONE\ntwo\nthree\nMINE");

    /** The text with their line and mine, not saved. */
    const merge = () => mergeWith(notes, noted("ONE\ntwo\nthree"), mine);

    async function isAsked(said: readonly Entry[]): Promise<void> {
      service.wait(60);
      assert.equal((await save(said)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], stored);
    }

    for (const when of ["while it is saved", "after it was saved"]) {
      test(`a long text, undone while it is saved and typed on ${when}, drops none of them without a question`, async () => {
        const merged = await merge();
        service.inGap = () => {
          service.inGap = undefined;
          become(mine, true);
          if (when === "while it is saved") {
            become(goneOn);
          }
        };
        assert.equal((await save(merged)).kind, "saved");
        become(goneOn);
        await isAsked(goneOn);
      });
    }

    test("a long text whose save nobody knows the fate of drops none of them without a question", async () => {
      const merged = await merge();
      await storedUnanswered(() => save(merged));
      become(mine, true);
      become(goneOn);
      await isAsked(goneOn);
    });

    test("a long text that a crash brings back as it was some words ago drops none of them without a question", async () => {
      assert.equal((await save(await merge())).kind, "saved");
      become(mine, true);
      become(goneOn);
      become(text("one\ntwo\nthree\nMINE a b"));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => goneOn);
      await isAsked(goneOn);
    });

    test("a long text drops none of them where its save brings in another line of theirs", async () => {
      assert.equal((await save(await merge())).kind, "saved");
      service.wait(60);
      become(mine, true);
      const theirs = noted("ONE\ntwo\nthree\nMINE\nmore");
      service.edit(notes, theirs);
      await copy.adopt(other, await copy.read(signal));
      const both = text("one\ntwo\nthree\nMINE\nmore");
      assert.deepEqual(marks(mine), [[both[0]?.members, theirs]]);
      assert.equal((await save(mine)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], theirs);
      become(both);
      copy.chooseMine(document, both, notes);
      assert.equal((await save(both)).kind, "saved");
      assert.deepEqual(service.stored()[notes], both[0]?.members);
    });

    for (const isReadable of [true, false]) {
      test(`a long text that a crash brings back as it was before mine was written is still asked about when another field is typed in${isReadable ? "" : ", though it could not be read at first"}`, async () => {
        assert.equal((await save(await merge())).kind, "saved");
        become(mine, true);
        become(text("other words"));
        copy = artifactCopy(512, service, tracker, store);
        await copy.track(document, () => (isReadable ? mine : undefined));
        const more = [...mine, entry(tags, { bind_value_ids: [1] })];
        become(more);
        await isAsked(more);
      });
    }

    test("a long text that could not be read after a restart, and that undoing brings back from before them, is asked about", async () => {
      assert.equal((await save(await merge())).kind, "saved");
      become(text("ONE\ntwo\nthree\nMINE a"));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => undefined);
      const early = text("one\ntwo\nthree\nMI");
      become(early, true);
      await isAsked(early);
    });

    for (const [name, fieldId, own, theirs, both] of [
      ["a set", files, attached(1, 2, 3), attached(1, 2, 4), attached(1, 2, 3, 4)],
      ["a long text", notes, noted("one\ntwo\nthree\nMINE"), noted("ONE\ntwo\nthree"), stored],
    ] as const) {
      test(`${name} whose save brought in theirs and nobody knows the fate of, saved again, drops none of them`, async () => {
        const said = [entry(fieldId, own)];
        service.wait(60);
        service.edit(fieldId, theirs);
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
        await storedUnanswered(() => save(said));
        service.wait(60);
        assert.equal((await save(said)).kind, "unchanged");
        assert.deepEqual(service.stored()[fieldId], both);
      });
    }

    for (const [name, fieldId, of] of [
      [
        "a set",
        files,
        {
          before: attached(1, 2),
          theirs: attached(1, 2, 4),
          mine: attached(1, 2, 3),
          restored: attached(1, 2, 3, 4, 5),
          newest: attached(1, 2, 3, 4, 5, 6),
          left: attached(1, 2, 3, 5),
        },
      ],
      [
        "a long text",
        notes,
        {
          before: noted("one\ntwo"),
          theirs: noted("ONE\ntwo"),
          mine: noted("one\ntwo\nM"),
          restored: noted("ONE\ntwo\nM a"),
          newest: noted("ONE\ntwo\nM a b"),
          left: noted("one\ntwo\nM a"),
        },
      ],
      [
        "a long text with a line beside theirs",
        notes,
        {
          before: noted("one"),
          theirs: noted("ONE"),
          mine: noted("one\nM"),
          restored: noted("ONE\nM a"),
          newest: noted("ONE\nM a b"),
          left: undefined,
        },
      ],
    ] as const) {
      test(`${name} that a crash brings back as it was some words after a merge brings nothing back that they took out again`, async () => {
        service.edit(fieldId, of.before);
        service.wait(60);
        await copy.adopt(document, await copy.read(signal));
        await mergeWith(fieldId, of.theirs, [entry(fieldId, of.mine)]);
        become([entry(fieldId, of.restored)]);
        become([entry(fieldId, of.newest)]);
        copy = artifactCopy(512, service, tracker, store);
        await copy.track(document, () => [entry(fieldId, of.restored)]);
        service.edit(fieldId, of.before);
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
        await copy.track(other);
        const isAsked = (await save([entry(fieldId, of.restored)])).kind !== "saved";
        assert.equal(isAsked, of.left === undefined);
        assert.deepEqual(service.stored()[fieldId], of.left ?? of.before);
      });
    }

    for (const [name, first, second] of [
      ["replaced and took out", "ONE\ntwo\nthree\nfour", "two\nthree\nfour"],
      ["added and took out", "ONE\none\ntwo\nthree\nfour", "one\ntwo\nthree\nfour"],
      ["added and took out beside another change", "ONE\none\ntwo\nthree\nfour", "one\ntwo\nthree\nFOUR"],
    ] as const) {
      test(`a long text that a crash brings back from between two merges brings back no line that they ${name}`, async () => {
        const before = "one\ntwo\nthree\nfour";
        service.edit(notes, noted(before));
        service.wait(60);
        await copy.adopt(document, await copy.read(signal));
        const withMine = (content: string) => content.replace("two", "two\nM");
        const between = await mergeWith(notes, noted(first), text(withMine(before)));
        assert.deepEqual(between, text(withMine(first)));
        const goneOn = (content: string) => text(withMine(content).replace("M", "M a"));
        become(goneOn(first));
        assert.deepEqual(await mergeWith(notes, noted(second), goneOn(first)), goneOn(second));
        copy = artifactCopy(512, service, tracker, store);
        await copy.track(document, () => between);
        const { kind } = await save(between);
        assert.ok(kind === "conflict" || kind === "unsettled", kind);
        assert.deepEqual(service.stored()[notes], noted(second));
      });
    }

    for (const [name, fieldId, own, theirs, isLate] of [
      ["a set", files, attached(1, 2, 3), attached(1, 2, 4), false],
      ["a long text", notes, noted("one\ntwo\nthree\nMINE"), noted("ONE\ntwo\nthree"), false],
      ["a set, restored late,", files, attached(1, 2, 3), attached(1, 2, 4), true],
      ["a long text, restored late,", notes, noted("one\ntwo\nthree\nMINE"), noted("ONE\ntwo\nthree"), true],
    ] as const) {
      test(`${name} whose save nobody knew the fate of before a restart brings back nothing that a colleague takes out after it`, async () => {
        const said = [entry(fieldId, own)];
        service.wait(60);
        await storedUnanswered(() => save(said));
        copy = artifactCopy(512, service, tracker, store);
        await (isLate || copy.track(document, () => said));
        await copy.adopt(other, await copy.read(signal));
        await copy.track(other);
        await (isLate && copy.track(document, () => said));
        service.wait(60);
        service.edit(fieldId, theirs);
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
        assert.equal((await save(said)).kind, "unchanged");
        assert.deepEqual(service.stored()[fieldId], theirs);
      });
    }

    for (const [name, isTogether, isOlder] of [
      ["whose host ended while its save was under way", false, false],
      ["whose host ended while it was saved with another", true, false],
      ["that a crash brings back as it was before it was saved with another", true, true],
    ] as const) {
      test(`a long text ${name} brings back nothing that a colleague takes out after it`, async () => {
        const [said, also] = [text("one\ntwo\nthree\nMINE"), [entry(files, attached(1, 2, 3))]];
        service.wait(60);
        const ending = Promise.withResolvers<void>();
        const untilItEnds: ArtifactService = {
          readArtifact: (id) => service.readArtifact(id),
          updateArtifact: async (...[id, entries, condition]) => {
            await service.updateArtifact(id, entries, condition);
            ending.resolve();
            return await new Promise<never>(() => {});
          },
        };
        copy = artifactCopy(512, untilItEnds, tracker, store);
        const base = await copy.read(signal);
        for (const key of [document, other]) {
          await copy.adopt(key, base);
          await copy.track(key);
        }
        const texts = new Map([
          [document, said],
          [other, also],
        ]);
        void (isTogether ? copy.saveTogether("all", texts, uniteTexts, signal) : save(said));
        await ending.promise;
        copy = artifactCopy(512, service, tracker, store);
        await copy.track(document, () => (isOlder ? text("one\ntwo\nthree\nMI") : said));
        await (isTogether && copy.track(other, () => also));
        await copy.adopt("reader", await copy.read(signal));
        service.wait(60);
        service.edit(notes, noted("ONE\ntwo\nthree"));
        service.edit(files, attached(1, 2));
        service.wait(60);
        await copy.adopt("reader", await copy.read(signal));
        for (const [key, mine] of isOlder ? [...texts].slice(1) : isTogether ? texts : [...texts].slice(0, 1)) {
          assert.equal((await copy.save(key, mine, "plain", signal)).kind, "unchanged");
        }
        assert.deepEqual(service.stored()[notes], noted("ONE\ntwo\nthree"));
        assert.deepEqual(service.stored()[files], attached(1, 2));
      });
    }

    test("a long text that was kept over theirs as its host ended brings back nothing that a colleague takes out after it", async () => {
      const said = text("one\ntwo\nthree\nMINE");
      service.edit(notes, noted("ONE\ntwo\nthree"));
      service.edit(files, attached(1, 2, 4));
      service.wait(60);
      assert.equal((await save(said)).kind, "conflict");
      await storedUnanswered(() => save(said, "keepMine"));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => said);
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      service.wait(60);
      service.edit(notes, noted("one\ntwo\nthree"));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal((await save(said)).kind, "unchanged");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    test("a long text that a crash brings back as it was before mine was chosen is compared again", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      const [before, chosen] = [text("MI\ntwo\nthree"), text("MINE\ntwo\nthree")];
      const theirs = noted("ONE\ntwo\nthree");
      service.wait(60);
      service.edit(notes, theirs);
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      copy.chooseMine(document, chosen, notes);
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => before);
      assert.equal((await save(before)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], theirs);
    });

    for (const isBehind of [false, true]) {
      test(`a long text from before theirs is asked about, too, where the person goes on in it while it waits for another save${isBehind ? ", and theirs moves on" : ""}`, async () => {
        await copy.adopt(other, await copy.read(signal));
        await copy.track(other);
        const changeTo = async (content: string, key: string) => {
          service.wait(60);
          service.edit(notes, noted(content));
          service.wait(60);
          await copy.adopt(key, await copy.read(signal));
        };
        await changeTo("ONE\ntwo\nthree", document);
        become(text("ONE\ntwo\nthree"));
        become(text("one\ntwo\nthree"), true);
        const said = text("M\none\ntwo\nthree");
        become(said);
        if (isBehind) {
          await changeTo("ONE\ntwo\nTHREE", other);
        }
        const theirs = service.stored()[notes];
        const saving = save(said);
        become(text("M\nN\none\ntwo\nthree"));
        assert.equal((await saving).kind, "unsettled");
        assert.deepEqual(service.stored()[notes], theirs);
      });
    }

    test("a long text from which both took out the same line brings it back by no undoing", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      const undone = text("ONE\ntwo\nthree\nfour");
      service.edit(notes, noted("one\ntwo\nthree\nfour"));
      service.wait(60);
      await copy.adopt(document, await copy.read(signal));
      service.edit(notes, noted("one\ntwo\nfour"));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      const said = text("ONE\ntwo\nfour");
      become(said);
      assert.equal((await save(said)).kind, "saved");
      become(undone, true);
      assert.equal((await save(undone)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], said[0]?.members);
    });

    for (const [name, fieldId, sent, restored, outcome, isLate] of [
      ["a set", files, attached(1, 3, 4), attached(1, 3), "conflict", false],
      ["a set with more", files, attached(1, 3, 4), attached(1, 3, 4, 5), "saved", false],
      ["a long text", notes, noted("one a b"), noted("one a"), "conflict", false],
      ["a long text with more", notes, noted("one a b"), noted("one a b\nc"), "saved", false],
      ["a long text that VS Code opens late,", notes, noted("one a b"), noted("one a"), "conflict", true],
      ["a long text with more that VS Code opens late,", notes, noted("one a b"), noted("one a b\nc"), "saved", true],
    ] as const) {
      test(`${name} that a crash brings back after a save of unknown fate replaces nothing that was typed later: ${outcome}`, async () => {
        service.wait(60);
        await storedUnanswered(() => save([entry(fieldId, sent)]));
        copy = artifactCopy(512, service, tracker, store);
        await (isLate && copy.adopt(other, await copy.read(signal)));
        await copy.track(document, () => [entry(fieldId, restored)]);
        assert.equal((await save([entry(fieldId, restored)])).kind, outcome);
        assert.deepEqual(service.stored()[fieldId], outcome === "saved" ? restored : sent);
      });
    }

    for (const [name, fieldId, stored, restored, outcome] of [
      ["a long text", notes, noted("one a b"), noted("one a"), "conflict"],
      ["a long text with more", notes, noted("one a b"), noted("one a b\nc"), "saved"],
      ["a set with more", files, attached(1, 3, 4), attached(1, 3, 4, 5), "saved"],
    ] as const) {
      test(`${name} that a crash brings back after a save that VS Code has not noticed replaces nothing that was typed later: ${outcome}`, async () => {
        service.wait(60);
        assert.equal((await save([entry(fieldId, stored)])).kind, "saved");
        copy = artifactCopy(512, service, tracker, store);
        service.wait(60);
        await copy.track(document, () => [entry(fieldId, restored)]);
        assert.equal((await save([entry(fieldId, restored)])).kind, outcome);
        assert.deepEqual(service.stored()[fieldId], outcome === "saved" ? restored : stored);
      });
    }

    test("a long text that a crash brings back after a save that was found later replaces nothing that was typed later", async () => {
      service.wait(60);
      await storedUnanswered(() => save(text("one a b")));
      await copy.adopt(other, await copy.read(signal));
      copy = artifactCopy(512, service, tracker, store);
      service.wait(60);
      await copy.track(document, () => text("one a"));
      assert.equal((await save(text("one a"))).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("one a b"));
    });

    test("a line of a save of unknown fate that a colleague took out is asked about, where another document has read that", async () => {
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal(await copy.rebase(document, said), undefined);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    /** Loses the answer to a save of a line, which a colleague takes out `later` seconds before it is read again. */
    async function takenOut(said: readonly Entry[], later: number): Promise<void> {
      await storedUnanswered(() => save(said));
      service.wait(60);
      service.edit(notes, noted("one\ntwo\nthree"));
      service.wait(later);
    }

    const readAfterwards: readonly [what: string, change: () => void, later: number][] = [
      ["the same", () => {}, 0],
      ["a later change of another field", () => service.edit(files, attached(1, 2, 4)), 60],
    ];
    for (const [what, change, later] of readAfterwards) {
      test(`a line that a colleague took out is asked about still, where another document reads ${what} after that`, async () => {
        const said = text("one\ntwo\nthree\nMINE");
        await takenOut(said, later);
        await copy.adopt(other, await copy.read(signal));
        change();
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
        assert.equal(await copy.rebase(document, said), undefined);
        assert.equal((await save(said)).kind, "conflict");
        assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
      });

      test(`a line that a colleague took out is asked about still, where its save has shown that and another document reads ${what} after that`, async () => {
        const said = text("one\ntwo\nthree\nMINE");
        await takenOut(said, later);
        assert.equal((await save(said)).kind, "conflict");
        change();
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
        assert.equal(await copy.rebase(document, said), undefined);
        assert.equal((await save(said)).kind, "conflict");
        assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
      });
    }

    test("a line that a colleague took out, as another document has read, is shown before mine is kept", async () => {
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal(copy.isLeftInConflict(document), true);
      assert.equal((await save(said, "keepMine")).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
      assert.equal((await save(said, "keepMine")).kind, "saved");
    });

    test("a line that a colleague took out, as another document has read, is there to be compared", async () => {
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal(await copy.compare(document, said, signal), true);
      assert.equal((await save(said)).kind, "conflict");
    });

    test("a line that a colleague took out, as another document has read, is asked about after a restart, too", async () => {
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      await copy.adopt(other, await copy.read(signal));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => said);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    for (const isShown of [false, true]) {
      test(`a line that a colleague took out is asked about in the other format, too, where ${isShown ? "its save" : "another document"} has met that`, async () => {
        const said = text("one\ntwo\nthree\nMINE");
        await takenOut(said, 60);
        await (isShown && save(said));
        await copy.adopt(field, await copy.read(signal));
        copy.handOver(document, other, said);
        assert.equal(await copy.rebase(other, said), undefined);
        assert.equal((await copy.save(other, said, "plain", signal)).kind, "conflict");
        assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
        assert.equal((await copy.save(other, said, "keepMine", signal)).kind, "saved");
      });
    }

    test("what a colleague took out of two texts that were saved together is asked about in each of them", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      const texts = new Map([
        [document, text("one\ntwo\nthree\nMINE")],
        [other, [entry(files, attached(1, 2, 4))]],
      ]);
      await storedUnanswered(() => copy.saveTogether("all", texts, uniteTexts, signal));
      service.wait(60);
      service.edit(notes, noted("one\ntwo\nthree"));
      service.edit(files, attached(1, 2, 3));
      service.wait(60);
      await copy.adopt(field, await copy.read(signal));
      for (const [key, mine] of texts) {
        assert.equal((await copy.save(key, mine, "plain", signal)).kind, "conflict");
      }
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
      assert.deepEqual(service.stored()[files], attached(1, 2, 3));
    });

    test("a line that a colleague took out within the second of the version before it is asked about", async () => {
      service.edit(files, attached(1));
      await copy.adopt(document, await copy.read(signal));
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    test("a line that a colleague took out is asked about, where the save of another document has met that", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      const theirs = [entry(files, attached(1))];
      assert.equal((await copy.save(other, theirs, "plain", signal)).kind, "conflict");
      assert.ok(await copy.merge(other, theirs));
      assert.equal(await copy.rebase(document, said), undefined);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual((await copy.merge(document, said))?.again(said).entries, said);
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    test("a line that a colleague took out is asked about, where another document has read that before the restored one is known", async () => {
      const said = text("one\ntwo\nthree\nMINE");
      await takenOut(said, 60);
      copy = artifactCopy(512, service, tracker, store);
      await copy.adopt(other, await copy.read(signal));
      await copy.track(document, () => said);
      assert.equal(await copy.rebase(document, said), undefined);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    test("a set that a colleague took back is asked about, where the text went on in another part before a restart and another document has read that", async () => {
      await takenOut([...text("one\ntwo\nthree\nMINE"), entry(files, attached(1, 2, 4))], 60);
      service.edit(files, attached(1, 2));
      service.wait(60);
      const said = [...text("one\ntwo\nthree\nOTHER"), entry(files, attached(1, 2, 4))];
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => said);
      await copy.adopt(other, await copy.read(signal));
      assert.equal(await copy.rebase(document, said), undefined);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[files], attached(1, 2));
    });

    for (const isRestored of [true, false]) {
      test(`a set that was stored beside a colleague's change, and taken back by them, is not put back by the text of the save${isRestored ? " after a restart" : ""}`, async () => {
        const said = [...text("one\ntwo\nthree"), entry(files, attached(1, 2, 4))];
        await storedUnanswered(() => save(said));
        service.wait(60);
        service.edit(notes, noted("ONE\ntwo\nthree"));
        service.wait(60);
        copy = isRestored ? artifactCopy(512, service, tracker, store) : copy;
        await copy.adopt(other, await copy.read(signal));
        await copy.track(other);
        await copy.track(document, () => said);
        service.edit(files, attached(1, 2));
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
        const merged = (await copy.rebase(document, said))?.again(said).entries ?? said;
        await save(merged);
        assert.deepEqual(service.stored()[files], attached(1, 2));
      });
    }

    test("a set that a colleague took back is asked about, where another document has found the save before the restored text, which went on, was known", async () => {
      const sent = [...text("one\ntwo\nthree\nMINE"), entry(files, attached(1, 2, 4))];
      await storedUnanswered(() => save(sent));
      service.wait(60);
      const said = [...text("one\ntwo\nthree\nOTHER"), entry(files, attached(1, 2, 4))];
      copy = artifactCopy(512, service, tracker, store);
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      await copy.track(document, () => said);
      service.edit(notes, noted("one\ntwo\nthree"));
      service.edit(files, attached(1, 2));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal(await copy.rebase(document, said), undefined);
      assert.equal((await save(said)).kind, "conflict");
      assert.deepEqual(service.stored()[files], attached(1, 2));
    });

    for (const fate of ["stored, and taken back", "not stored"]) {
      test(`a restored text that went on is asked about only where it has to be, once another document has found the save ${fate}`, async () => {
        service.loseAnswer = fate === "not stored" ? "notApplied" : "applied";
        service.beforeUpdate = () => {
          service.failReads = "unreachable";
        };
        assert.equal((await save(text("one\ntwo\nthree\nMINE"))).kind, "unknown");
        [service.failReads, service.beforeUpdate] = [undefined, undefined];
        service.wait(60);
        if (fate !== "not stored") {
          service.edit(notes, noted("one\ntwo\nthree"));
        }
        const said = text("one\ntwo\nthree\nOTHER");
        copy = artifactCopy(512, service, tracker, store);
        await copy.adopt(other, await copy.read(signal));
        await copy.track(document, () => said);
        assert.equal((await save(said)).kind, fate === "not stored" ? "saved" : "conflict");
      });
    }

    test("a line of a save of unknown fate that is taken out again, beside a colleague's change, is not told as taken out while it is there", async () => {
      await storedUnanswered(() => save(text("one\ntwo\nthree\nMINE")));
      service.wait(60);
      service.edit(files, attached(1, 2, 4));
      service.wait(60);
      assert.equal((await save(text("one\ntwo\nthree"))).kind, "conflict");
      assert.equal((await save(text("one\ntwo\nthree"), "keepMine")).kind, "saved");
      assert.deepEqual(service.stored()[notes], noted("one\ntwo\nthree"));
    });

    test("nothing is asked about a save of unknown fate that another document has read, with a colleague's change beside it", async () => {
      const said = [...text("one\ntwo\nthree\nMINE"), entry(files, attached(1, 2))];
      await storedUnanswered(() => save(said));
      service.wait(60);
      service.edit(files, attached(1, 2, 4));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal((await save(said)).kind, "unchanged");
    });

    test("a long text that says what it was made from, as it stood once it was saved, is saved by what is typed next", async () => {
      service.wait(60);
      assert.equal((await save(text("one a b"))).kind, "saved");
      assert.equal(copy.isWatched(document), true);
      become(text("one a"));
      assert.equal(copy.isWatched(document), false);
      copy = artifactCopy(512, service, tracker, store);
      service.wait(60);
      await copy.track(document, () => text("one a"));
      assert.equal((await save(text("one a"))).kind, "saved");
    });

    test("a long text that a crash brings back as it was before another document's save came in drops none of them", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      service.edit(notes, noted("ONE\ntwo\nthree"));
      service.wait(60);
      await copy.adopt(document, await copy.read(signal));
      const undone = text("one\ntwo\nthree");
      become(undone, true);
      assert.equal((await copy.save(other, text("one\ntwo\nthree\nMINE"), "plain", signal)).kind, "saved");
      become((await copy.rebase(document, undone))?.again(undone).entries ?? assert.fail());
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => undone);
      await isAsked(undone);
    });

    test("a long text that a crash brings back some words from before its own save brought theirs in drops none of them", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      service.edit(notes, noted("ONE\ntwo\nthree"));
      service.wait(60);
      await copy.adopt(other, await copy.read(signal));
      assert.equal((await save(text("one\ntwo\nM a"))).kind, "saved");
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => text("one\ntwo\nM"));
      assert.equal((await save(text("one\ntwo\nM"))).kind, "conflict");
      assert.deepEqual(service.stored()[notes], noted("ONE\ntwo\nM a"));
    });

    test("a long text that went on while the merge was saved drops none of them where a crash brings back one from before", async () => {
      const before = text("one\ntwo\nm");
      const merged = await mergeWith(notes, noted("ONE\ntwo\nthree"), text("one\ntwo\nM"));
      service.inGap = () => become(text("ONE\ntwo\nM a"));
      assert.equal((await save(merged)).kind, "saved");
      become(text("ONE\ntwo\nM a b"));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => before);
      assert.notEqual((await save(before)).kind, "saved");
      assert.deepEqual(service.stored()[notes], noted("ONE\ntwo\nM"));
    });

    test("a long text behind theirs, whose save nobody knew the fate of, brings back nothing that a colleague takes out after it", async () => {
      const change = async (content: string) => {
        service.wait(60);
        service.edit(notes, noted(content));
        service.wait(60);
        await copy.adopt(other, await copy.read(signal));
      };
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      await change("ONE\ntwo\nthree");
      const said = text("one\ntwo\nthree\nM");
      await storedUnanswered(() => save(said));
      await copy.adopt(other, await copy.read(signal));
      await change("ONE\ntwo\nthree");
      await save(said);
      assert.deepEqual(service.stored()[notes], noted("ONE\ntwo\nthree"));
    });

    test("a long text that is saved in the document of the other format drops none of them by undoing there", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      service.edit(notes, noted("ONE\ntwo\nthree"));
      service.wait(60);
      for (const key of [document, other]) {
        await copy.adopt(key, await copy.read(signal));
      }
      const said = text("ONE\ntwo\nthree\nM");
      become(said);
      copy.handOver(document, other, said);
      assert.equal((await copy.save(other, said, "plain", signal)).kind, "saved");
      const undone = text("one\ntwo\nthree");
      copy.noteText(other, undone, true);
      assert.equal((await copy.save(other, undone, "plain", signal)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], said[0]?.members);
    });

    test("a long text that a crash brings back as it was written by hand after the merge, some words ago, keeps that", async () => {
      await mergeWith(notes, noted("ONE\ntwo\nthree"), text("one\ntwo\nM"));
      const byHand = text("one\ntwo\nthree");
      become(byHand);
      become(text("one\ntwo\nthree x"));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => byHand);
      assert.equal((await save(byHand)).kind, "saved");
      assert.deepEqual(service.stored()[notes], byHand[0]?.members);
    });

    test("a long text that undoing brings back, with more written to it, brings back no line that they took out of it after its save", async () => {
      const merged = await mergeWith(notes, noted("ONE\ntwo\nthree"), text("one\ntwo\nthree\nM"));
      assert.equal((await save(merged)).kind, "saved");
      service.wait(60);
      service.edit(notes, noted("ONE\ntwo\nthree"));
      service.wait(60);
      become(text("ONE\ntwo\nthree"));
      await copy.adopt(document, await copy.read(signal));
      become(merged, true);
      const written = text("ONE\ntwo\nthree\nM\nx");
      become(written);
      assert.equal((await save(written)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], noted("ONE\ntwo\nthree"));
    });

    test("a long text that a crash brings back from before theirs was taken, with more written to it, drops none of them", async () => {
      service.edit(notes, noted("ONE\ntwo\nthree"));
      service.wait(60);
      await copy.adopt(document, await copy.read(signal));
      become(text("ONE\ntwo\nthree"));
      become(text("one\ntwo\nthree"), true);
      const written = text("M\none\ntwo\nthree");
      become(written);
      assert.equal((await save(written)).kind, "unsettled");
      assert.equal(await copy.takeTheirs(document, written, async () => true), "taken");
      become(text("ONE\ntwo\nthree"));
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => written);
      assert.equal((await save(written)).kind, "unsettled");
      assert.deepEqual(service.stored()[notes], noted("ONE\ntwo\nthree"));
    });

    test("a long text from which a line of theirs was taken out after two merges is saved as a crash brings it back", async () => {
      await mergeWith(notes, noted("ONE\none\ntwo\nthree"), text("one\ntwo\nM"));
      await mergeWith(notes, noted("ONE\none\nTWO\ntwo\nthree"), text("ONE\none\ntwo\nM a"));
      const decided = text("one\nTWO\ntwo\nM a");
      become(decided);
      copy = artifactCopy(512, service, tracker, store);
      await copy.track(document, () => decided);
      assert.equal((await save(decided)).kind, "saved");
      assert.deepEqual(service.stored()[notes], decided[0]?.members);
    });

    test("a long text that goes on in the open document of the other format drops none of them", async () => {
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      assert.equal((await save(await merge())).kind, "saved");
      become(mine, true);
      become(goneOn);
      copy.handOver(document, other, goneOn);
      for (const said of [goneOn, text("one\ntwo\nthree\nMINE a b")]) {
        copy.noteText(other, said, false);
        assert.equal((await copy.save(other, said, "plain", signal)).kind, "unsettled");
      }
      assert.deepEqual(service.stored()[notes], stored);
    });

    test("a set, taken out of the text while it is saved, drops no member of theirs by undoing without a question", async () => {
      const own = [entry(files, attached(1, 2, 3))];
      const merged = await mergeWith(files, attached(1, 2, 4), own);
      const more = [entry(files, attached(1, 2, 3, 4, 5))];
      become(more);
      service.inGap = () => {
        service.inGap = undefined;
        become([]);
      };
      assert.equal((await save(more)).kind, "saved");
      service.wait(60);
      become(more, true);
      become(merged, true);
      assert.deepEqual(marks(merged), [], "nobody is asked about what they have added themselves");
      become(own, true);
      assert.equal((await save(own)).kind, "unsettled");
      assert.deepEqual(service.stored()[files], attached(1, 2, 3, 4, 5));
    });

    test("a set, undone while it is saved and changed on, drops no member of theirs without a question", async () => {
      const own = [entry(files, attached(1, 2, 3))];
      const merged = await mergeWith(files, attached(1, 2, 4), own);
      service.inGap = () => {
        service.inGap = undefined;
        become(own, true);
      };
      assert.equal((await save(merged)).kind, "saved");
      service.wait(60);
      const more = [entry(files, attached(1, 2, 3, 9))];
      become(more);
      assert.equal((await save(more)).kind, "unsettled");
      assert.deepEqual(service.stored()[files], attached(1, 2, 3, 4));
    });
  });

  test("a long text that goes on in the other format asks about none of one's own words, undone there", async () => {
    await mergeWith(notes, noted("ONE\ntwo\nthree"), [entry(notes, noted("one\ntwo\nMINE"))]);
    const decided = [entry(notes, noted("MINE\ntwo\nMINE"))];
    become(decided);
    copy.handOver(document, other, decided);
    copy.noteText(other, [entry(notes, noted("MINE\ntwo\nMINE a"))], false);
    copy.noteText(other, decided, true);
    assert.deepEqual(copy.unsettled(other, decided), []);
    assert.equal((await copy.save(other, decided, "plain", signal)).kind, "saved");
  });
});
