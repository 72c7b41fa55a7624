import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { JsonObject } from "../../../../src/core/model/json.ts";
import { noOptions } from "../../../../src/core/model/optionList.ts";
import type { Tracker } from "../../../../src/core/model/tracker.ts";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";
import { type ArtifactCopy, type ArtifactState, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactOutcome } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type Base, documentEntries } from "../../../../src/core/workingCopy/base.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const title = 101;
const status = 102;
const notes = 103;
const chart = 104;
const document = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

suite("a working copy", () => {
  let service: MemoryArtifactService;
  let store: MemoryStateStore;
  let copy: ArtifactCopy;

  setup(async () => {
    service = new MemoryArtifactService({
      [title]: { kind: "string", members: { value: "It breaks" } },
      [status]: { kind: "list", members: { bind_value_ids: [1] } },
      [notes]: { kind: "text", members: { value: { content: "one\ntwo\nthree", format: "text" } } },
      [chart]: { members: { value: 3 } },
    });
    store = new MemoryStateStore();
    copy = await open();
  });

  async function open(tracker?: Tracker): Promise<ArtifactCopy> {
    const opened = artifactCopy(512, service, { tracker: async () => tracker }, store);
    await opened.adopt(document, await opened.read(signal));
    service.requests.length = 0;
    return opened;
  }

  /** The text as it was opened, with `changes`. */
  function text(changes: Readonly<Record<number, JsonObject | undefined>> = {}): readonly Entry[] {
    const original: Record<number, JsonObject> = {
      [title]: { value: "It breaks" },
      [status]: { bind_value_ids: [1] },
      [notes]: { value: { content: "one\ntwo\nthree", format: "text" } },
    };
    const entries: Readonly<Record<number, JsonObject | undefined>> = { ...original, ...changes };
    return Object.entries(entries).flatMap(([fieldId, members]) =>
      members ? [{ fieldId: Number(fieldId), members }] : [],
    );
  }

  function save(mine: readonly Entry[], how: "plain" | "keepMine" = "plain"): Promise<ArtifactOutcome> {
    return copy.save(document, mine, how, signal);
  }

  const puts = () => service.requests.filter((request) => typeof request !== "string");

  test("shows the entries the extension can write, in the service's order", () => {
    assert.deepEqual(copy.base && documentEntries(copy.base), text());
  });

  test("saving an untouched text sends nothing", async () => {
    assert.deepEqual(await save(text()), { kind: "unchanged" });
    assert.deepEqual(service.requests, []);
  });

  test("a save sends just the changed entries on the condition of the Etag", async () => {
    const outcome = await save(text({ [title]: { value: "It works" } }));
    assert.equal(outcome.kind, "saved");
    assert.deepEqual(puts(), [
      {
        condition: { ifMatch: String(Date.UTC(2026, 2, 13, 13) / 1000) },
        entries: [{ fieldId: title, members: { value: "It works" } }],
      },
    ]);
  });

  test("nothing is sent before what the text was made from is kept", async () => {
    let isKept = () => {};
    const keeping = new Promise<void>((resolve) => {
      isKept = resolve;
    });
    const slow = { read: async () => undefined, write: () => keeping, remove: async () => {} };
    copy = artifactCopy(512, service, { tracker: async () => undefined }, slow);
    await copy.adopt(document, await copy.read(signal));
    const saving = save(text({ [title]: { value: "It works" } }));
    await new Promise(setImmediate);
    assert.deepEqual(puts(), []);
    isKept();
    assert.deepEqual([(await saving).kind, puts().length], ["saved", 1]);
  });

  for (const outcome of ["saved", "rejected"] as const) {
    test(`what is sent is kept until its fate is known, in two writings: ${outcome}`, async () => {
      const isInDoubt: boolean[] = [];
      const write = async (_: number, { unanswered }: ArtifactState) => {
        isInDoubt.push(unanswered !== undefined);
      };
      const counting = { read: async () => undefined, write, remove: async () => {} };
      copy = artifactCopy(512, service, { tracker: async () => undefined }, counting);
      await copy.adopt(document, await copy.read(signal));
      isInDoubt.length = 0;
      service.beforeUpdate = () => {
        if (outcome === "rejected") {
          throw new ServiceError({ kind: "rejected", method: "PUT", path: "/artifacts/512", status: 400 });
        }
      };
      const saving = save(text({ [title]: { value: "It works" } }));
      await saving.catch(({ kind }) => assert.equal(kind, outcome));
      assert.deepEqual(isInDoubt, [true, false]);
    });
  }

  test("without an Etag the condition is the Last-Modified", async () => {
    service.hidesVersion = "etag";
    copy = await open();
    await save(text({ [title]: { value: "It works" } }));
    assert.deepEqual(
      puts().map((put) => put.condition),
      [{ ifUnmodifiedSince: "Fri, 13 Mar 2026 13:00:00 GMT" }],
    );
  });

  test("an Etag of this second is read again before a PUT, with or without a Last-Modified", async () => {
    for (const hidden of [undefined, "lastModified"] as const) {
      service.hidesVersion = hidden;
      service.edit(status, { bind_value_ids: [hidden ? 2 : 3] });
      copy = await open();
      service.edit(title, { value: `Theirs, in the same second ${hidden}` });
      const outcome = await save(text({ [title]: { value: "Mine" } }));
      assert.deepEqual([outcome.kind, service.requests], ["conflict", ["GET"]]);
    }
  });

  test("an Etag of another making is not taken for a time", async () => {
    service.hidesVersion = "lastModified";
    service.etagOf = (seconds) => `v-${seconds}`;
    service.edit(status, { bind_value_ids: [2] });
    copy = await open();
    assert.equal(copy.base?.isRacy, false);
  });

  test("without any version the artifact is read and compared before it is written", async () => {
    service.hidesVersion = "both";
    copy = await open();
    service.edit(status, { bind_value_ids: [2] });
    const outcome = await save(text({ [title]: { value: "It works" } }));
    assert.deepEqual([outcome.kind, service.requests], ["conflict", ["GET"]]);
  });

  test("an entry removed from the text is left as it is on the service", async () => {
    assert.deepEqual(await save(text({ [status]: undefined })), { kind: "unchanged" });
    assert.deepEqual(service.requests, []);
  });

  test("the version after a save is the base of the next one", async () => {
    await save(text({ [title]: { value: "It works" } }));
    service.wait(60);
    const outcome = await save(text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [2] } }));
    assert.equal(outcome.kind, "saved");
    assert.deepEqual(service.stored()[status], { bind_value_ids: [2] });
    assert.deepEqual(puts()[1]?.entries, [{ fieldId: status, members: { bind_value_ids: [2] } }]);
  });

  test("a colleague's change between opening and saving is a conflict that shows it", async () => {
    service.wait(60);
    service.edit(status, { bind_value_ids: [2] });
    service.wait(60);
    const outcome = await save(text({ [title]: { value: "It works" } }));
    assert.ok(outcome.kind === "conflict");
    assert.equal(outcome.reason, "refused");
    assert.deepEqual(documentEntries(outcome.theirs), text({ [status]: { bind_value_ids: [2] } }));
    assert.deepEqual(service.stored()[title], { value: "It breaks" });
  });

  suite("compared before it is saved", () => {
    const mine = () => text({ [title]: { value: "Mine" } });

    test("is in the conflict that a save would meet, with nothing sent and the base where it was", async () => {
      const { base } = copy;
      service.wait(5);
      service.edit(status, { bind_value_ids: [2] });
      assert.equal(await copy.compare(document, mine(), signal), true);
      assert.deepEqual([copy.base, service.requests], [base, ["GET"]]);
      assert.deepEqual(copy.conflictOf(document)?.ancestor, base);
      const merged = await copy.merge(document, mine());
      assert.deepEqual(merged?.entries, text({ [title]: { value: "Mine" }, [status]: { bind_value_ids: [2] } }));
      assert.equal((await save(merged?.entries ?? [])).kind, "saved");
    });

    test("is compared with what came since, when it is compared again", async () => {
      service.wait(5);
      service.edit(title, { value: "Theirs" });
      await copy.compare(document, mine(), signal);
      service.wait(5);
      service.edit(title, { value: "Theirs again" });
      await copy.compare(document, mine(), signal);
      const title2 = copy.conflictOf(document)?.theirs.fields.find(({ fieldId }) => fieldId === title);
      assert.deepEqual(title2?.entry?.members, { value: "Theirs again" });
    });

    test("has nothing to decide where theirs has not moved, or says what mine says", async () => {
      assert.equal(await copy.compare(document, mine(), signal), false);
      service.wait(5);
      service.edit(title, { value: "Mine" });
      assert.equal(await copy.compare(document, mine(), signal), false);
      assert.equal(copy.conflictOf(document), undefined);
      assert.deepEqual(await save(mine()), { kind: "unchanged" });
    });

    test("is compared too while it cannot be read, and while nobody knows what it was made from", async () => {
      service.wait(5);
      service.edit(title, { value: "Theirs" });
      assert.equal(await copy.compare(document, undefined, signal), true);
      const restored = artifactCopy(512, service, { tracker: async () => undefined }, new MemoryStateStore());
      await restored.track(document, () => undefined);
      assert.equal(await restored.compare(document, mine(), signal), true);
      assert.equal(restored.conflictOf(document)?.ancestor, undefined);
      await restored.track("another", () => undefined);
      await restored.adopt(document, await restored.read(signal));
      assert.equal(await restored.compare("another", mine(), signal), true);
    });
  });

  suite("in conflict", () => {
    const mine = text({ [title]: { value: "Mine" } });

    setup(async () => {
      service.wait(60);
      service.edit(status, { bind_value_ids: [2] });
      service.wait(60);
      await save(mine);
      service.requests.length = 0;
    });

    test("a plain save asks again, of the version there is now, and sends nothing", async () => {
      service.edit(status, { bind_value_ids: [3] });
      const outcome = await save(mine);
      assert.ok(outcome.kind === "conflict");
      assert.equal(outcome.reason, "stillOpen");
      assert.deepEqual(documentEntries(outcome.theirs)[1]?.members, { bind_value_ids: [3] });
      assert.deepEqual(service.requests, ["GET"]);
    });

    test("a text made the same as theirs by hand has nothing left to save", async () => {
      assert.deepEqual(await save(text({ [status]: { bind_value_ids: [2] } })), { kind: "unchanged" });
      assert.deepEqual([copy.conflictOf(document), puts()], [undefined, []]);
    });

    test("what was merged, and kept over a later change of theirs, is not undone to before it without a question", async () => {
      const merged = (await copy.merge(document, mine))?.entries ?? assert.fail();
      service.edit(status, { bind_value_ids: [3] });
      service.wait(60);
      assert.equal((await save(merged)).kind, "conflict");
      assert.equal((await save(merged, "keepMine")).kind, "saved");
      assert.deepEqual(service.stored()[status], { bind_value_ids: [2] });
      service.wait(60);
      copy.noteText(document, mine, true);
      assert.equal((await save(mine)).kind, "unsettled");
      copy.noteText(document, merged, true);
      assert.equal((await save(merged)).kind, "unchanged");
    });

    test("merging takes what only they changed and keeps what only mine changed", async () => {
      const merged = await copy.merge(document, mine);
      assert.deepEqual(merged?.entries, text({ [title]: { value: "Mine" }, [status]: { bind_value_ids: [2] } }));
      assert.equal((await save(merged.entries)).kind, "saved");
      assert.deepEqual(puts()[0]?.entries, [{ fieldId: title, members: { value: "Mine" } }]);
    });

    test("an undone merge does not put back what they changed", async () => {
      const merged = await copy.merge(document, mine);
      assert.deepEqual(copy.unsettled(document, merged?.entries ?? []), []);
      const outcome = await save(mine);
      assert.ok(outcome.kind === "unsettled");
      assert.deepEqual(outcome.entries, [
        {
          fieldId: status,
          label: "Field 102",
          mine: { fieldId: status, members: { bind_value_ids: [1] } },
          theirs: { fieldId: status, members: { bind_value_ids: [2] } },
        },
      ]);
      assert.deepEqual(puts(), []);
    });

    test("what both changed is told with what it was before", async () => {
      const both = text({ [status]: { bind_value_ids: [3] } });
      await copy.merge(document, both);
      const values = (mine: readonly Entry[]) =>
        copy.unsettled(document, mine).map((one) => [one.was, one.mine, one.theirs].map((each) => each?.members));
      assert.deepEqual(values(both), [[{ bind_value_ids: [1] }, { bind_value_ids: [3] }, { bind_value_ids: [2] }]]);
    });

    test("an undone «take theirs» does not put back what they changed", async () => {
      let shown: readonly Entry[] = [];
      const show = async (theirs: Base) => {
        shown = documentEntries(theirs);
        return true;
      };
      assert.equal(await copy.takeTheirs(document, mine, show), "taken");
      assert.deepEqual(await save(shown), { kind: "unchanged" });
      assert.equal((await save(mine)).kind, "unsettled");
      assert.deepEqual(puts(), []);
    });

    test("«take theirs» that the editor cannot show leaves the conflict open, whatever is typed then", async () => {
      const conflict = copy.conflictOf(document);
      assert.equal(await copy.takeTheirs(document, mine, async () => false), "notShown");
      assert.equal(copy.conflictOf(document), conflict);
      assert.equal((await save(text({ [status]: { bind_value_ids: [3] } }))).kind, "conflict");
      assert.deepEqual(puts(), []);
    });

    test("keeping mine saves the text over the version shown", async () => {
      assert.equal((await save(mine, "keepMine")).kind, "saved");
      assert.deepEqual(puts(), [
        {
          condition: { ifMatch: String(Date.UTC(2026, 2, 13, 14, 1) / 1000) },
          entries: [
            { fieldId: title, members: { value: "Mine" } },
            { fieldId: status, members: { bind_value_ids: [1] } },
          ],
        },
      ]);
    });

    test("keeping mine is conditional on the version shown: a third change is a conflict again", async () => {
      service.edit(title, { value: "A third one" });
      const outcome = await save(mine, "keepMine");
      assert.ok(outcome.kind === "conflict");
      assert.deepEqual(documentEntries(outcome.theirs)[0]?.members, { value: "A third one" });
      assert.deepEqual(service.stored()[title], { value: "A third one" });
    });

    test("after a third change a merge still starts from what the text was made from", async () => {
      service.edit(notes, { value: { content: "one\ntwo\nTHREE", format: "text" } });
      await save(mine, "keepMine");
      const merged = await copy.merge(document, mine);
      assert.deepEqual(
        merged?.entries,
        text({
          [title]: { value: "Mine" },
          [status]: { bind_value_ids: [2] },
          [notes]: { value: { content: "one\ntwo\nTHREE", format: "text" } },
        }),
      );
    });

    test("another session still meets the conflict, from the base on disk", async () => {
      copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
      assert.equal((await save(mine)).kind, "conflict");
      assert.deepEqual(service.stored()[title], { value: "It breaks" });
    });
  });

  suite("after a merge of something both changed", () => {
    const mine = text({ [title]: { value: "Mine" } });

    setup(async () => {
      service.wait(60);
      service.edit(title, { value: "Theirs" });
      service.wait(60);
      await save(mine);
      const merged = await copy.merge(document, mine);
      assert.deepEqual(merged?.conflicts, [title]);
      assert.deepEqual(merged?.entries, mine);
      service.requests.length = 0;
    });

    test("the entry is not sent until somebody chose", async () => {
      assert.equal((await save(mine)).kind, "unsettled");
      assert.deepEqual(service.requests, []);
    });

    test("choosing mine sends it over theirs", async () => {
      copy.chooseMine(document, mine, title);
      assert.equal((await save(mine)).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "Mine" });
    });

    test("choosing mine says nothing of an older text that undoing brings back once theirs is taken", async () => {
      copy.chooseMine(document, mine, title);
      copy.noteText(document, text({ [title]: { value: "Theirs" } }), false);
      const older = text({ [title]: { value: "Min" } });
      copy.noteText(document, older, true);
      assert.equal((await save(older)).kind, "unsettled");
      assert.deepEqual(service.stored()[title], { value: "Theirs" });
      copy.noteText(document, mine, true);
      assert.equal((await save(mine)).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "Mine" });
    });

    test("theirs in the text sends nothing", async () => {
      assert.deepEqual(await save(text({ [title]: { value: "Theirs" } })), { kind: "unchanged" });
      assert.deepEqual(service.requests, []);
    });

    test("something new, written by hand, is a choice", async () => {
      assert.equal((await save(text({ [title]: { value: "Both" } }))).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "Both" });
    });

    test("keeping mine is a choice for all of it", async () => {
      assert.equal((await save(mine, "keepMine")).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "Mine" });
    });

    test("the marks outlive the session", async () => {
      copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
      assert.equal((await save(mine)).kind, "unsettled");
    });

    test("a further change to the same entry asks again, though mine was chosen", async () => {
      copy.chooseMine(document, mine, title);
      service.edit(title, { value: "Theirs again" });
      assert.equal((await save(mine)).kind, "conflict");
      await copy.merge(document, mine);
      assert.equal((await save(mine)).kind, "unsettled");
    });
  });

  suite("whose merge is not in the text", () => {
    const typed = (summary: string, content: string) =>
      text({ [title]: { value: summary }, [notes]: { value: { content, format: "text" } } });
    const mine = typed("Mine", "one, mine\ntwo\nthree");
    const stored = () => [service.stored()[title], service.stored()[notes]];
    const theirTitle = { value: "Theirs" };
    const theirNotes = { value: { content: "one\ntwo\nthree, theirs", format: "text" } };
    const theirs = [theirTitle, theirNotes];

    setup(async () => {
      await copy.track(document);
      service.edit(title, theirTitle);
      service.edit(notes, theirNotes);
      assert.equal((await save(mine)).kind, "conflict");
    });

    /** Another session, whose editor has kept a text. */
    async function restore(kept: readonly Entry[] | undefined): Promise<void> {
      copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
      await copy.track(document, () => kept);
    }

    test("a text from some keys before a crash meets the conflict again", async () => {
      await copy.merge(document, mine);
      await restore(typed("Min", "one, mi\ntwo\nthree"));
      assert.equal((await save(typed("Mine", "one, min\ntwo\nthree"))).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("of such a text, lines that only they changed are kept", async () => {
      await copy.merge(document, mine);
      await restore(typed("Theirs", "one, mi\ntwo\nthree"));
      assert.equal((await save(typed("Theirs", "one, min\ntwo\nthree"))).kind, "saved");
      assert.deepEqual(stored()[1], { value: { content: "one, min\ntwo\nthree, theirs", format: "text" } });
    });

    test("one that cannot be read yet is compared with what it was made from", async () => {
      await copy.merge(document, mine);
      await restore(undefined);
      assert.equal((await save(typed("Min", "one, mi\ntwo\nthree"))).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("made from nobody knows what, it is compared again", async () => {
      await store.remove(512);
      await restore(mine);
      assert.equal((await save(mine)).kind, "conflict");
      await copy.merge(document, mine);
      await restore(typed("Min", "one, mi\ntwo\nthree"));
      assert.equal((await save(typed("Min", "one, mi\ntwo\nthree"))).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("a text from before it is told by what could not be read at first", async () => {
      await copy.merge(document, mine);
      const old = typed("Min", "one, mi\ntwo\nthree");
      copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
      const { read } = store;
      store.read = async () => {
        throw new Error("EBUSY");
      };
      await assert.rejects(
        copy.track(document, () => old),
        /EBUSY/,
      );
      store.read = read;
      await copy.track(document, () => old);
      assert.equal((await save(old)).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("one from before theirs was taken is compared again", async () => {
      const old = typed("Mine", "one, mine\ntwo\nthree");
      await copy.takeTheirs(document, old, async () => true);
      copy.letGo(document, copy.base ?? assert.fail());
      await restore(old);
      assert.equal((await save(old)).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("what is written once theirs was taken is made from theirs, after a restart as well", async () => {
      await copy.takeTheirs(document, mine, async () => true);
      copy.letGo(document, copy.base ?? assert.fail());
      const own = typed("By hand", "one\ntwo\nthree, theirs");
      copy.noteText(document, own, false);
      await restore(own);
      assert.equal((await save(own)).kind, "saved");
    });

    test("one that was shown with nothing unsaved since theirs was taken is made from theirs, whatever was typed last", async () => {
      await copy.takeTheirs(document, mine, async () => true);
      copy.letGo(document, copy.base ?? assert.fail());
      copy.follow(document, copy.base ?? assert.fail());
      const own = typed("By", "one\ntwo\nthree, theirs");
      copy.noteText(document, own, false);
      copy.noteText(document, typed("By hand", "one\ntwo\nthree, theirs"), false);
      await restore(own);
      assert.equal((await save(own)).kind, "saved");
    });

    test("one from before it was let go of, behind another document's save, is made from what it was", async () => {
      await copy.takeTheirs(document, mine, async () => true);
      copy.letGo(document, copy.base ?? assert.fail());
      const other = "artifact://team/artifacts/512.artifact.xml";
      await copy.adopt(other, copy.base ?? assert.fail());
      await copy.track(other);
      const before = typed("Draft", "one\ntwo\nthree, theirs");
      const there = typed("There", "one\ntwo\nthree, theirs");
      copy.noteText(document, before, false);
      assert.equal((await copy.save(other, there, "plain", signal)).kind, "saved");
      copy.letGo(document, copy.base ?? assert.fail());
      await restore(before);
      await save(before);
      assert.deepEqual(stored()[0], { value: "There" });
    });

    test("nor is one from before two merges taken for made from either", async () => {
      await copy.merge(document, mine);
      service.edit(status, { bind_value_ids: [2] });
      assert.equal((await save(text({ ...merged(), [status]: { bind_value_ids: [3] } }))).kind, "conflict");
      await copy.merge(document, text({ ...merged(), [status]: { bind_value_ids: [3] } }));
      await restore(typed("Min", "one, mi\ntwo\nthree"));
      assert.equal((await save(typed("Min", "one, mi\ntwo\nthree"))).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    function merged(): Readonly<Record<number, JsonObject>> {
      const content = "one, mine\ntwo\nthree, theirs";
      return { [title]: { value: "Both" }, [notes]: { value: { content, format: "text" } } };
    }

    test("what was merged or decided before a restart is not asked about again", async () => {
      const content = "one, mine\ntwo\nthree, theirs";
      await copy.merge(document, mine);
      copy.noteText(document, typed("It breaks", content), false);
      await restore(typed("It breaks", content));
      assert.equal((await save(typed("It breaks", content))).kind, "saved");
      assert.deepEqual(stored(), [{ value: "It breaks" }, { value: { content, format: "text" } }]);
    });

    test("nor is what was typed while a second merge did not get into the text", async () => {
      await copy.merge(document, mine);
      const both = { ...merged(), [status]: { bind_value_ids: [3] } };
      copy.noteText(document, text(both), false);
      service.edit(status, { bind_value_ids: [2] });
      assert.equal((await save(text(both))).kind, "conflict");
      const typedOn = text({ ...both, [title]: { value: "Typed on" }, [status]: { bind_value_ids: [2] } });
      await copy.merge(document, text(both), async () => {
        copy.noteText(document, typedOn, false);
        return false;
      });
      await restore(typedOn);
      assert.equal((await save(typedOn)).kind, "saved");
      assert.deepEqual(stored()[0], { value: "Typed on" });
    });

    test("what was taken out by hand after a merge does not come back by a restart", async () => {
      await copy.merge(document, mine);
      const merged = typed("Mine", "one, mine\ntwo\nthree, theirs");
      copy.noteText(document, merged, false);
      const own = typed("By hand", "one, mine\ntwo\nthree");
      copy.noteText(document, own, false);
      await restore(own);
      assert.equal((await save(own)).kind, "saved");
      assert.deepEqual(stored(), [
        { value: "By hand" },
        { value: { content: "one, mine\ntwo\nthree", format: "text" } },
      ]);
    });

    test("nor is a title that was written again since the merge, with nothing else", async () => {
      const content = "one, mine\ntwo\nthree, theirs";
      await copy.merge(document, mine);
      for (const summary of ["Mine", "By hand"]) {
        copy.noteText(document, typed(summary, content), false);
      }
      await restore(typed("By hand", content));
      assert.equal((await save(typed("By hand", content))).kind, "saved");
      assert.deepEqual(stored(), [{ value: "By hand" }, { value: { content, format: "text" } }]);
    });

    test("nor is mine, where it was chosen", async () => {
      const content = "one, mine\ntwo\nthree, theirs";
      await copy.merge(document, mine);
      copy.chooseMine(document, mine, title);
      await restore(typed("Mine", content));
      assert.equal((await save(typed("Mine", content))).kind, "saved");
    });

    test("nor is anything that the text of a document leaves out, made from nobody knows what", async () => {
      const field = "artifact://team/artifacts/512/fields/103";
      const own = [{ fieldId: notes, members: theirNotes }];
      await store.remove(512);
      const again = async (kept: readonly Entry[]) => {
        copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
        await copy.track(field, () => kept);
      };
      const mineAlone = [{ fieldId: notes, members: { value: { content: "Mine", format: "text" } } }];
      await again(mineAlone);
      assert.equal((await copy.save(field, mineAlone, "plain", signal)).kind, "conflict");
      await copy.merge(field, mineAlone);
      copy.noteText(field, own, false);
      await again(own);
      const longer = [{ fieldId: notes, members: { value: { content: "Longer", format: "text" } } }];
      assert.equal((await copy.save(field, longer, "plain", signal)).kind, "saved");
    });

    for (const isTypedOn of [false, true]) {
      test(`one from before a merge that was stored${isTypedOn ? " while the person typed on" : ", of which VS Code has not noticed,"} is compared again`, async () => {
        await copy.merge(document, mine);
        const merged = typed("Both", "one, mine\ntwo\nthree, theirs");
        copy.noteText(document, merged, false);
        service.inGap = () => {
          service.inGap = undefined;
          if (isTypedOn) {
            copy.noteText(document, typed("Both", "one, mine too\ntwo\nthree, theirs"), false);
          }
        };
        assert.equal((await save(merged)).kind, "saved");
        const kept = stored();
        await restore(typed("Min", "one, mi\ntwo\nthree"));
        assert.equal((await save(typed("Min", "one, mi\ntwo\nthree"))).kind, "conflict");
        assert.deepEqual(stored(), kept);
      });
    }

    test("so is one from before theirs was written by hand and found to be there", async () => {
      const own = typed("Theirs", "one\ntwo\nthree, theirs");
      copy.noteText(document, own, false);
      assert.equal((await save(own)).kind, "unchanged");
      await restore(mine);
      assert.equal((await save(mine)).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("nor is anything after a save of the merged text", async () => {
      const content = "one, mine\ntwo\nthree, theirs";
      await copy.merge(document, mine);
      assert.equal((await save(typed("Both", content))).kind, "saved");
      copy.noteText(document, typed("Both, later", content), false);
      await restore(typed("Both, later", content));
      assert.equal((await save(typed("Both, later", content))).kind, "saved");
    });

    test("a merge that the editor refuses leaves the text made from what it was made from", async () => {
      await copy.merge(document, mine, async () => false);
      assert.equal((await save(typed("Mine, longer", "one, mine too\ntwo\nthree"))).kind, "conflict");
      assert.deepEqual(stored(), theirs);
    });

    test("what is typed at the moment of a merge replaces nothing unseen", async () => {
      const own = typed("Mine, too", "one, mine\ntwo\nthree");
      let shown = own;
      const before = typed("It breaks", "one, mine\ntwo\nthree");
      await copy.merge(document, before, async ({ again }) => {
        copy.noteText(document, own, false);
        shown = again(own).entries;
        return true;
      });
      copy.noteText(document, shown, false);
      assert.equal((await save(shown)).kind, "unsettled");
      assert.deepEqual(stored(), theirs);
    });

    test("so does one of what another document has saved", async () => {
      const other = "artifact://team/artifacts/512/fields/103";
      await copy.track(other);
      const own = [{ fieldId: notes, members: { value: { content: "one, mine\ntwo\nthree", format: "text" } } }];
      await copy.merge(document, mine);
      const both = { value: { content: "one\ntwo, both\nthree, theirs", format: "text" } };
      assert.equal((await save(text({ [title]: { value: "Both" }, [notes]: both }))).kind, "saved");
      await copy.rebase(other, own, async () => false);
      const longer = { value: { content: "one, mine too\ntwo\nthree", format: "text" } };
      const outcome = await copy.save(other, [{ fieldId: notes, members: longer }], "plain", signal);
      assert.deepEqual([outcome.kind, stored()[1]], ["conflict", both]);
    });
  });

  suite("after a merge of a long text in which both changed the same line", () => {
    const written = (content: string) => text({ [notes]: { value: { content, format: "text" } } });
    const mine = written("one\nMINE\nthree");
    const marked = "one\n<<<<<<< mine\nMINE\n=======\nTHEIRS\n>>>>>>> theirs\nthree";

    setup(async () => {
      service.wait(60);
      service.edit(notes, { value: { content: "one\nTHEIRS\nthree", format: "text" } });
      service.wait(60);
      await save(mine);
      const merged = await copy.merge(document, mine);
      assert.deepEqual(merged?.entries, written(marked));
      service.requests.length = 0;
    });

    for (const how of ["plain", "keepMine"] as const) {
      test(`the text with the marks is not sent (${how})`, async () => {
        const outcome = await save(written(marked), how);
        assert.ok(outcome.kind === "unsettled");
        assert.deepEqual(
          outcome.entries.map((entry) => [entry.mine.members, entry.theirs?.members]),
          [[mine[2]?.members, { value: { content: "one\nTHEIRS\nthree", format: "text" } }]],
        );
        assert.deepEqual(service.requests, []);
      });
    }

    test("the text without the marks is", async () => {
      const both = written("one\nMINE AND THEIRS\nthree");
      copy.noteText(document, both, false);
      assert.equal((await save(both)).kind, "saved");
    });

    test("nor are marks sent that undoing brings back after a save of what was written in their place", async () => {
      for (const content of ["one\nMINE AND MORE\nthree", "one\nMINE\nTHEIRS\nthree"]) {
        copy.noteText(document, written(content), false);
        assert.equal((await save(written(content))).kind, "saved");
        copy.noteText(document, written(marked), true);
        for (const how of ["plain", "keepMine"] as const) {
          const outcome = await save(written(marked), how);
          assert.ok(outcome.kind === "unsettled");
          const [entry] = outcome.entries;
          assert.equal(entry?.isMarked, true);
          const theirs = written("one\nTHEIRS\nthree");
          assert.deepEqual([entry.mine, entry.theirs], [mine[2], theirs[2]]);
        }
        assert.equal(copy.unsettled(document, written(marked)).length, 1);
      }
    });

    test("choosing mine of the marks says nothing of what a colleague has changed since, whoever reads that", async () => {
      const theirs = { value: { content: "one, by them\nTHEIRS AGAIN\nthree", format: "text" } };
      await copy.track(document);
      copy.noteText(document, written(marked), false);
      service.edit(notes, theirs);
      service.wait(60);
      await copy.adopt("reader", await copy.read(signal));
      copy.noteText(document, mine, false);
      copy.chooseMine(document, mine, notes, true);
      assert.equal((await save(mine)).kind, "conflict");
      assert.deepEqual(service.stored()[notes], theirs);
    });

    test("theirs of the marks leaves what the person wrote elsewhere, and takes in what the service has by now", async () => {
      await copy.track(document);
      const said = written(`${marked}\n\nmine`);
      copy.noteText(document, said, false);
      service.edit(notes, { value: { content: "one\nTHEIRS AGAIN\nthree", format: "text" } });
      service.wait(60);
      await copy.adopt("reader", await copy.read(signal));
      const chosen = written("one\nTHEIRS\nthree\n\nmine");
      assert.deepEqual(copy.unsettled(document, said)[0]?.theirs, chosen[2]);
      copy.noteText(document, chosen, false);
      assert.equal((await save(chosen)).kind, "saved");
      const content = "one\nTHEIRS AGAIN\nthree\n\nmine";
      assert.deepEqual(service.stored()[notes], { value: { content, format: "text" } });
    });

    test("theirs chosen for the marks is saved with what the person wrote elsewhere", async () => {
      const [typed, chosen] = [marked, "one\nTHEIRS\nthree"].map((each) => written(`${each}, mine`));
      assert.ok(typed && chosen);
      copy.noteText(document, typed, false);
      assert.deepEqual(copy.unsettled(document, typed)[0]?.theirs, chosen[2]);
      copy.noteText(document, chosen, false);
      assert.equal((await save(chosen)).kind, "saved");
    });

    test("theirs of the marks leaves what the person wrote over other lines of theirs", async () => {
      await copy.track(document);
      copy.noteText(document, written(marked), false);
      service.edit(notes, { value: { content: "one\nTHEIRS\nthree\nfour, by them", format: "text" } });
      service.wait(60);
      await copy.adopt("reader", await copy.read(signal));
      const shown = (await copy.rebase(document, written(marked)))?.entries ?? assert.fail();
      assert.deepEqual(shown, written(`${marked}\nfour, by them`));
      copy.noteText(document, shown, false);
      const said = written(`${marked}\nfour, by me`);
      copy.noteText(document, said, false);
      assert.deepEqual(copy.unsettled(document, said)[0]?.theirs, written("one\nTHEIRS\nthree\nfour, by me")[2]);
    });

    test("theirs of the marks says nothing about what undoing has taken out of the text elsewhere", async () => {
      await copy.track(document);
      const follow = async (theirs: string, said: readonly Entry[]) => {
        service.edit(notes, { value: { content: theirs, format: "text" } });
        service.wait(60);
        await copy.adopt("reader", await copy.read(signal));
        const shown = (await copy.rebase(document, said))?.entries ?? assert.fail();
        copy.noteText(document, shown, false);
        return shown;
      };
      copy.noteText(document, written(marked), false);
      await follow("one\nTHEIRS\nthree\nfour, by them", written(marked));
      copy.noteText(document, written(marked), true);
      const said = await follow("zero, by them\none\nTHEIRS\nthree\nfour, by them", written(marked));
      assert.deepEqual(said, written(`zero, by them\n${marked}`));
      const chosen = written("zero, by them\none\nTHEIRS\nthree");
      assert.deepEqual(copy.unsettled(document, said)[0]?.theirs, chosen[2]);
      copy.noteText(document, chosen, false);
      assert.equal((await save(chosen)).kind, "unsettled");
    });

    test("theirs of marks that undoing brings back after a save says nothing about what they lack", async () => {
      const theirs = { value: { content: "one\nTHEIRS\nthree\nfour, by them", format: "text" } };
      copy.noteText(document, mine, false);
      copy.chooseMine(document, mine, notes, true);
      service.edit(notes, theirs);
      service.wait(60);
      assert.equal((await save(mine)).kind, "conflict");
      const merged = (await copy.merge(document, mine))?.entries ?? assert.fail();
      copy.noteText(document, merged, false);
      const stored = written("one\nMINE\nthree\nfour, by them");
      assert.equal((await save(stored)).kind, "saved");
      assert.equal(copy.isSettling(document), true);
      copy.noteText(document, written(marked), true);
      const chosen = written("one\nTHEIRS\nthree");
      assert.deepEqual(copy.unsettled(document, written(marked))[0]?.theirs, chosen[2]);
      copy.noteText(document, chosen, false);
      assert.equal((await save(chosen)).kind, "unsettled");
    });

    test("a text that nobody was told of is no decision about what it lacks", async () => {
      service.edit(notes, { value: { content: "one\nTHEIRS\nthree\nfour, by them", format: "text" } });
      service.wait(60);
      await copy.compare(document, mine, signal);
      await copy.merge(document, mine);
      copy.noteText(document, written("one\nMINE\nthree\nfour, by them"), false);
      const outcome = await save(written("one\nMINE TOO\nthree"));
      assert.equal(outcome.kind, "unsettled");
    });

    test("marks that undoing brings back after a save can be given up for theirs", async () => {
      const both = written("one\nMINE AND THEIRS\nthree");
      copy.noteText(document, both, false);
      assert.equal((await save(both)).kind, "saved");
      assert.equal(await copy.takeTheirs(document, both, async () => true), "nothingToTake");
      assert.equal(await copy.takeTheirs(document, written(marked), async () => true), "taken");
    });
  });

  suite("the sides of a marked text", () => {
    const written = (content: string) => text({ [notes]: { value: { content, format: "text" } } });
    const change = (content: string) => {
      service.wait(60);
      service.edit(notes, { value: { content, format: "text" } });
      service.wait(60);
    };
    let said: string;

    /** Merges theirs into what the text says by now. */
    async function merge(): Promise<void> {
      await copy.compare(document, written(said), signal);
      const merged = await copy.merge(document, written(said));
      const { value } = merged?.entries.find(({ fieldId }) => fieldId === notes)?.members ?? {};
      said = (value as { content: string }).content;
      copy.noteText(document, written(said), false);
    }

    /** Gives the contents of both sides. */
    function sides(): readonly unknown[] {
      const [entry] = copy.unsettled(document, written(said));
      assert.equal(entry?.isMarked, true);
      return [entry.mine, entry.theirs].map((side) => side && (side.members["value"] as { content: string }).content);
    }

    test("are told by no marks between headings that look like one: mine is the text as it stands", async () => {
      change("one\nSummary\n=======\nthree\nfour, by them");
      said = "zero, by me\none\nDetails\n=======\nthree";
      await merge();
      assert.deepEqual(sides(), [said, undefined]);
    });

    test("are told by no marks of which one was taken out by hand, whatever was written since", async () => {
      change("one, by them\ntwo\nTHEIRS");
      said = "one\ntwo\nMINE";
      await merge();
      said = said.replace("\n=======", "").replace("two", "two, since");
      copy.noteText(document, written(said), false);
      assert.deepEqual(sides(), [said, undefined]);
      assert.equal((await save(written(said))).kind, "unsettled");
      said = "one, by them\ntwo, since\nBOTH";
      copy.noteText(document, written(said), false);
      assert.equal((await save(written(said))).kind, "saved");
    });

    test("are told after a second merge, which renews the marks", async () => {
      change("one\nTHEIRS\nthree");
      said = "one\nMINE\nthree";
      await merge();
      change("one\nTHEIRS AGAIN\nthree\nfour\nfive, by them");
      await merge();
      const rest = "three\nfour\nfive, by them";
      assert.deepEqual(sides(), [`one\nMINE\n${rest}`, `one\nTHEIRS AGAIN\n${rest}`]);
    });
  });

  suite("within the resolution of the versions", () => {
    test("a base read in the second of its own version is read again before a save", async () => {
      service.edit(status, { bind_value_ids: [2] });
      copy = await open();
      service.edit(status, { bind_value_ids: [3] });
      const outcome = await save(text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [2] } }));
      assert.ok(outcome.kind === "conflict");
      assert.equal(outcome.reason, "changedMeanwhile");
      assert.deepEqual(service.requests, ["GET"]);
    });

    test("a base that is racy but unchanged is saved over", async () => {
      service.edit(status, { bind_value_ids: [2] });
      copy = await open();
      const outcome = await save(text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [2] } }));
      assert.equal(outcome.kind, "saved");
      assert.deepEqual(
        service.requests.map((request) => (typeof request === "string" ? request : "PUT")),
        ["GET", "PUT", "GET"],
      );
    });

    test("what a second save of one second left is read before it ends, as its answer tells nothing new", async () => {
      await save(text({ [title]: { value: "First" } }));
      service.requests.length = 0;
      service.rewrite = () => ({ value: "Right after ours" });
      const outcome = await save(text({ [title]: { value: "Ours" } }));
      assert.ok(outcome.kind === "saved");
      assert.deepEqual(
        [outcome.differing, documentEntries(outcome.base)[0]?.members],
        [[title], { value: "Right after ours" }],
      );
      assert.deepEqual(
        service.requests.map((request) => (typeof request === "string" ? request : "PUT")),
        ["GET", "PUT", "GET"],
      );
    });
  });

  suite("when an answer is lost", () => {
    test("a change that was applied counts as saved, without another PUT", async () => {
      service.loseAnswer = "applied";
      assert.equal((await save(text({ [title]: { value: "It works" } }))).kind, "saved");
      assert.equal(puts().length, 1);
    });

    test("a change that was not applied is sent again, on the same condition", async () => {
      service.loseAnswer = "notApplied";
      assert.equal((await save(text({ [title]: { value: "It works" } }))).kind, "saved");
      assert.deepEqual(puts()[0], puts()[1]);
      assert.deepEqual(service.stored()[title], { value: "It works" });
    });

    test("a colleague's change in its place is a conflict", async () => {
      service.loseAnswer = "notApplied";
      service.beforeUpdate = () => service.edit(title, { value: "Theirs" });
      const outcome = await save(text({ [title]: { value: "It works" } }));
      assert.ok(outcome.kind === "conflict");
      assert.equal(outcome.reason, "answerLost");
      assert.equal(isServiceError(outcome.cause) && outcome.cause.kind, "answerLost");
      assert.deepEqual(service.stored()[title], { value: "Theirs" });
    });

    test("what is of unknown fate takes nothing of the base with it over a restart", async () => {
      service.loseAnswer = "notApplied";
      service.failReads = "unreachable";
      assert.equal((await save(text({ [title]: { value: "Mine" } }))).kind, "unknown");
      const later = artifactCopy(512, service, { tracker: async () => undefined }, store);
      await later.restore();
      assert.deepEqual(later.base, copy.base);
    });

    test("what cannot be read either is of unknown fate, and found out at the next save", async () => {
      service.loseAnswer = "applied";
      service.failReads = "unreachable";
      assert.equal((await save(text({ [title]: { value: "It works" } }))).kind, "unknown");
      service.failReads = undefined;
      service.wait(60);
      const outcome = await save(text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [2] } }));
      assert.equal(outcome.kind, "saved");
      assert.deepEqual(puts()[1]?.entries, [{ fieldId: status, members: { bind_value_ids: [2] } }]);
    });

    test("what is found out to be stored can be undone, as one's own change", async () => {
      const mine = text({ [title]: { value: "It works" } });
      service.loseAnswer = "applied";
      service.failReads = "unreachable";
      assert.equal((await save(mine)).kind, "unknown");
      service.failReads = undefined;
      assert.equal((await save(mine)).kind, "unchanged");
      copy.noteText(document, text(), true);
      assert.equal((await save(text())).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "It breaks" });
    });

    test("what was not carried out is looked for once: what says the same later is a colleague's", async () => {
      service.loseAnswer = "notApplied";
      service.failReads = "unreachable";
      const mine = { value: "It works" };
      assert.equal((await save(text({ [title]: mine }))).kind, "unknown");
      service.loseAnswer = undefined;
      service.failReads = undefined;
      const { updateArtifact } = service;
      service.updateArtifact = async () => {
        throw new ServiceError({ kind: "rejected", method: "PUT", path: "/artifacts/512", status: 400 });
      };
      await assert.rejects(save(text({ [title]: { value: "It works not" } })));
      service.updateArtifact = updateArtifact;
      service.wait(60);
      service.edit(title, mine);
      assert.equal((await save(text({ [title]: { value: "It works well" } }))).kind, "conflict");
      assert.deepEqual(service.stored()[title], mine);
    });

    test("one that arrives after it was sent twice is found out by the next save, whatever that says", async () => {
      const mine = { value: "It works" };
      service.beforeUpdate = () => {
        service.loseAnswer = "notApplied";
      };
      assert.equal((await save(text({ [title]: mine }))).kind, "notSaved");
      assert.equal(puts().length, 2);
      service.beforeUpdate = undefined;
      service.loseAnswer = undefined;
      service.edit(title, mine);
      service.wait(60);
      assert.equal((await save(text({ [title]: { value: "It works well" } }))).kind, "saved");
    });

    test("one that was stored in the second of the version before it is found out, and what is taken back then is sent", async () => {
      const decided = { [status]: { bind_value_ids: [2] } };
      assert.equal((await save(text(decided))).kind, "saved");
      service.loseAnswer = "applied";
      service.afterUpdate = () => {
        service.failReads = "unreachable";
      };
      assert.equal((await save(text({ ...decided, [title]: { value: "It works" } }))).kind, "unknown");
      [service.failReads, service.afterUpdate] = [undefined, undefined];
      assert.equal((await save(text(decided))).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "It breaks" });
    });

    test("one of a field that is not known is not taken for stored while the version is the same", async () => {
      const noted: unknown[] = [];
      copy = artifactCopy(512, service, { tracker: async () => undefined }, store, (put) => noted.push(put));
      await copy.adopt(document, await copy.read(signal));
      service.loseAnswer = "notApplied";
      service.beforeUpdate = () => {
        service.failReads = "unreachable";
      };
      assert.equal((await save(text({ 999: { value: "New" } }))).kind, "unknown");
      service.failReads = undefined;
      assert.equal((await save(text())).kind, "unchanged");
      assert.deepEqual(noted, []);
    });
  });

  test("a refusal that no change explains is met by the other version, and told for what it is", async () => {
    service.refuses = true;
    const mine = text({ [title]: { value: "It works" } });
    assert.deepEqual(await save(mine), { kind: "refusedUnmoved", serviceMessage: "Artifact has been modified" });
    const modifiedOn = Date.UTC(2026, 2, 13, 13);
    assert.deepEqual(
      puts().map(({ condition }) => condition),
      [{ ifMatch: String(modifiedOn / 1000) }, { ifUnmodifiedSince: new Date(modifiedOn).toUTCString() }],
    );
  });

  test("a refusal of the service changes nothing here", async () => {
    const before = copy.base;
    service.beforeUpdate = () => {
      throw new Error("400");
    };
    await assert.rejects(save(text({ [title]: { value: "" } })));
    assert.deepEqual([copy.base, copy.conflictOf(document)], [before, undefined]);
  });

  test("saves are made one after another", async () => {
    const outcomes = await Promise.all([
      save(text({ [title]: { value: "First" } })),
      save(text({ [title]: { value: "Second" } })),
    ]);
    assert.deepEqual(
      outcomes.map((outcome) => outcome.kind),
      ["saved", "saved"],
    );
    assert.deepEqual(service.stored()[title], { value: "Second" });
  });

  test("what is read while a save is made is read again: it may be from before that", async () => {
    let saving: Promise<unknown> | undefined;
    const read = async () => {
      const now = await copy.read(signal);
      saving ??= save(text({ [title]: { value: "It works" } }));
      await saving;
      return now;
    };
    const now = await copy.readAfterSaves(read);
    assert.deepEqual(now.fields.find(({ fieldId }) => fieldId === title)?.entry?.members, { value: "It works" });
  });

  test("a comparison finds that a change of unknown fate was stored, and asks nothing", async () => {
    service.loseAnswer = "applied";
    service.failReads = "unreachable";
    const mine = text({ [title]: { value: "It works" } });
    assert.equal((await save(mine)).kind, "unknown");
    service.failReads = undefined;
    const more = text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [2] } });
    assert.equal(await copy.compare(document, more, signal), false);
    assert.equal((await save(more)).kind, "saved");
    assert.deepEqual(puts().at(-1)?.entries, [{ fieldId: status, members: { bind_value_ids: [2] } }]);
  });

  test("counts what was stored alone: nothing that was read is older for a save that had nothing to send", async () => {
    const mine = text({ [title]: { value: "It works" } });
    const counts: number[] = [];
    for (const _ of [1, 2]) {
      await save(mine);
      counts.push(copy.storedCount);
      service.wait(10);
    }
    await copy.adopt(document, await copy.read(signal));
    assert.deepEqual([...counts, copy.storedCount], [1, 1, 1]);
  });

  test("a text that was let go of is watched no longer where nothing has moved", async () => {
    await copy.track(document);
    copy.letGo(document, copy.base ?? assert.fail());
    assert.equal(copy.isWatched(document), false);
  });

  test("is idle once the saves under way have ended", async () => {
    const saving = save(text({ [title]: { value: "First" } }));
    await copy.idle();
    assert.deepEqual(service.stored()[title], { value: "First" });
    await saving;
  });

  test("a text whose base is not known any more is compared before anything is sent", async () => {
    await store.remove(512);
    copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
    const outcome = await save(text({ [title]: { value: "Mine" } }));
    assert.ok(outcome.kind === "conflict");
    assert.equal(outcome.reason, "baseUnknown");
    assert.deepEqual(puts(), []);
  });

  test("mine is kept over theirs even where the base is not known any more", async () => {
    await store.remove(512);
    copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
    await save(text({ [title]: { value: "Mine" } }));
    assert.equal((await save(text({ [title]: { value: "Mine" } }), "keepMine")).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("nothing is kept of a save that ends after the last document was closed", async () => {
    await store.remove(512);
    copy.release();
    assert.equal((await save(text({ [title]: { value: "It works" } }))).kind, "saved");
    assert.equal(await store.read(512), undefined);
  });

  test("the condition stays where a proxy drops the versions of the answer read before a save", async () => {
    service.edit(status, { bind_value_ids: [2] });
    copy = await open();
    service.hidesVersion = "both";
    await save(text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [2] } }));
    assert.deepEqual(
      puts().map((put) => put.condition),
      [{ ifMatch: String(Date.UTC(2026, 2, 13, 14) / 1000) }],
    );
  });

  suite("of a document that has been given another base while it was open", () => {
    const old = text();
    const theirs = { bind_value_ids: [2] };

    setup(async () => {
      await copy.track(document);
      service.wait(60);
      service.edit(status, theirs);
      service.wait(60);
      await copy.adopt(document, await copy.read(signal));
      service.requests.length = 0;
    });

    test("an old value that undoing brings back is not sent", async () => {
      copy.noteText(document, old, true);
      assert.equal((await save(old)).kind, "unsettled");
      assert.deepEqual(puts(), []);
    });

    test("nor is one that was written before, and never saved", async () => {
      const written = text({ [status]: { bind_value_ids: [7] } });
      copy.noteText(document, written, true);
      assert.equal((await save(written)).kind, "unsettled");
      assert.deepEqual(puts(), []);
    });

    test("an old value that is written again is the person's decision", async () => {
      copy.noteText(document, old, false);
      assert.equal((await save(old)).kind, "saved");
      assert.deepEqual(service.stored()[status], { bind_value_ids: [1] });
    });

    test("an old value is still not sent after another entry was saved", async () => {
      await save(text({ [status]: theirs, [title]: { value: "It works" } }));
      const undone = text({ [title]: { value: "It works" } });
      copy.noteText(document, undone, true);
      assert.equal((await save(undone)).kind, "unsettled");
      assert.deepEqual(service.stored()[status], theirs);
    });

    test("what the person stored over theirs can be undone like anything else", async () => {
      const stored = text({ [status]: { bind_value_ids: [3] } });
      copy.noteText(document, stored, false);
      assert.equal((await save(stored)).kind, "saved");
      const undone = text({ [status]: theirs });
      copy.noteText(document, undone, true);
      assert.equal((await save(undone)).kind, "saved");
    });

    test("old values are nothing to watch once the document is opened anew", async () => {
      copy.close(document);
      await copy.adopt(document, await copy.read(signal));
      assert.ok(!copy.isSettling(document));
    });
  });

  test("an entry added back before the document shows a colleague's change to it is a conflict", async () => {
    service.afterUpdate = () => {
      service.afterUpdate = undefined;
      service.edit(status, { bind_value_ids: [2] });
    };
    await save(text({ [title]: { value: "It works" }, [status]: undefined }));
    const outcome = await save(text({ [title]: { value: "It works" }, [status]: { bind_value_ids: [3] } }));
    assert.equal(outcome.kind, "conflict");
    assert.deepEqual(service.stored()[status], { bind_value_ids: [2] });
  });

  test("a date the service would store as 1970 is never sent", async () => {
    service = new MemoryArtifactService({ 7: { kind: "date", members: { value: "2026-03-13" } } });
    copy = await open();
    const outcome = await save([{ fieldId: 7, members: { value: "next Tuesday" } }]);
    assert.deepEqual([outcome, puts()], [{ kind: "harmful", fieldIds: [7] }, []]);
  });

  test("a value that there is but a warning about is sent", async () => {
    assert.equal((await save(text({ [title]: { value: "It works", remark: "and how" } }))).kind, "saved");
    assert.equal(puts().length, 1);
  });

  test("what an earlier session kept is read once more where it could not be read at first", async () => {
    const read = store.read.bind(store);
    store.read = () => Promise.reject(new Error("EBUSY"));
    copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
    await assert.rejects(copy.restore(), /EBUSY/);
    store.read = read;
    await copy.restore();
    assert.ok(copy.base);
  });

  test("a field that the tracker got since and that is empty is no change of a colleague", async () => {
    const field = {
      name: "f",
      label: "F",
      isRequired: false,
      isSubmittable: true,
      isUpdatable: true,
      options: noOptions,
    };
    const fields = [{ ...field, fieldId: title, type: "string", kind: "string" as const }];
    const readArtifact = service.readArtifact.bind(service);
    service.readArtifact = async (id) => {
      const read = await readArtifact(id);
      return { ...read, artifact: { ...read.artifact, tracker: { id: 12 } } };
    };
    service.hidesVersion = "both";
    copy = await open({ id: 12, label: "Bugs", fields });
    fields.push({ ...field, fieldId: 150, type: "string", kind: "string" });
    assert.equal((await save([{ fieldId: title, members: { value: "It works" } }])).kind, "saved");
  });

  test("what the user may not write is neither shown nor sent", async () => {
    const field = { name: "f", label: "F", isRequired: false, isSubmittable: true, options: noOptions };
    const tracker: Tracker = {
      id: 12,
      label: "Bugs",
      fields: [
        { ...field, fieldId: title, type: "string", kind: "string", isUpdatable: true },
        { ...field, fieldId: status, type: "sb", kind: "list", isUpdatable: false },
      ],
    };
    const readArtifact = service.readArtifact.bind(service);
    service.readArtifact = async (id) => {
      const read = await readArtifact(id);
      return { ...read, artifact: { ...read.artifact, tracker: { id: 12 } } };
    };
    copy = await open(tracker);
    assert.deepEqual(copy.base && documentEntries(copy.base), text({ [status]: undefined, [notes]: undefined }));
    assert.deepEqual(await save(text({ [status]: { bind_value_ids: [2] } })), {
      kind: "notWritable",
      fieldIds: [status],
    });
    assert.deepEqual(puts(), []);
  });

  suite("with a document that shows an older base", () => {
    const other = "artifact://team/artifacts/512.artifact.xml";

    setup(async () => {
      await copy.track(document);
      await copy.adopt(other, await copy.read(signal));
      await copy.track(other);
      service.requests.length = 0;
    });

    test("a conflict is merged from what its own text was made from", async () => {
      await copy.save(other, text({ [status]: { bind_value_ids: [2] } }), "plain", signal);
      service.wait(60);
      service.edit(notes, { value: { content: "theirs", format: "text" } });
      service.wait(60);
      const mine = text({ [title]: { value: "Mine" } });
      assert.equal((await save(mine)).kind, "conflict");
      const merged = await copy.merge(document, mine);
      assert.deepEqual(merged?.taken, [status, notes]);
    });

    test("a conflict of one document leaves the others as they are", async () => {
      service.wait(60);
      service.edit(status, { bind_value_ids: [2] });
      service.wait(60);
      await save(text({ [title]: { value: "Mine" } }));
      assert.ok(copy.conflictOf(document) && !copy.conflictOf(other));
      await copy.adopt(other, await copy.read(signal));
      assert.ok(copy.conflictOf(document));
    });

    test("a version met in a conflict is newer than one met before, whichever is merged first", async () => {
      const documents = [document, other, "artifact://team/artifacts/512/fields/103"] as const;
      const mine = text({ [title]: { value: "Mine" } });
      for (const [met, each] of documents.entries()) {
        await copy.track(each);
        service.edit(status, { bind_value_ids: [2 + met] });
        service.wait(60);
        assert.equal((await copy.save(each, mine, "plain", signal)).kind, "conflict");
      }
      for (const [met, each] of documents.entries()) {
        await copy.merge(each, mine);
        const inBase = copy.base && documentEntries(copy.base).find(({ fieldId }) => fieldId === status);
        assert.deepEqual(inBase?.members, { bind_value_ids: [2 + met] });
      }
    });

    test("a text made the same as theirs is kept over what another document has saved since only after a look at it", async () => {
      service.wait(60);
      service.edit(title, { value: "Theirs" });
      service.wait(60);
      const theirs = text({ [title]: { value: "Theirs" } });
      assert.equal((await save(text({ [title]: { value: "Mine" } }))).kind, "conflict");
      const others = text({ [title]: { value: "Other" } });
      assert.equal((await copy.save(other, others, "plain", signal)).kind, "conflict");
      assert.equal((await copy.save(other, others, "keepMine", signal)).kind, "saved");
      service.wait(60);
      assert.equal((await save(theirs, "keepMine")).kind, "conflict");
      assert.equal((await save(theirs, "keepMine")).kind, "saved");
      assert.deepEqual(service.stored()[title], { value: "Theirs" });
    });

    test("mine is not kept over a base that was never shown beside the text", async () => {
      const mine = text({ [title]: { value: "Mine" } });
      await copy.save(other, text({ [title]: { value: "Other" } }), "plain", signal);
      assert.equal(await copy.rebase(document, mine), undefined);
      assert.equal((await save(mine, "keepMine")).kind, "conflict");
      assert.deepEqual(service.stored()[title], { value: "Other" });
      assert.equal((await save(mine, "keepMine")).kind, "saved");
    });

    test("mine is compared with the base that it clashes with, as a save would compare it", async () => {
      const mine = text({ [title]: { value: "Mine" } });
      await copy.save(other, text({ [title]: { value: "Other" } }), "plain", signal);
      assert.equal(await copy.compare(document, mine, signal), true);
      const { ancestor, theirs } = copy.conflictOf(document) ?? assert.fail();
      const inTitle = (base: typeof ancestor) => base?.fields.find(({ fieldId }) => fieldId === title)?.entry?.members;
      assert.deepEqual([inTitle(ancestor), inTitle(theirs)], [{ value: "It breaks" }, { value: "Other" }]);
    });

    for (const isRefused of [false, true]) {
      const when = isRefused ? "is typed before the editor refuses that" : "is typed at that moment";
      test(`where another's change is taken in, what ${when} replaces nothing unseen`, async () => {
        await copy.save(other, text({ [title]: { value: "Other" } }), "plain", signal);
        const typed = text({ [title]: { value: "Mine" }, [status]: { bind_value_ids: [2] } });
        let shown = typed;
        await copy.rebase(document, text({ [status]: { bind_value_ids: [2] } }), async ({ again }) => {
          copy.noteText(document, typed, false);
          shown = isRefused ? typed : again(typed).entries;
          return !isRefused;
        });
        copy.noteText(document, shown, false);
        assert.equal((await save(shown)).kind, "conflict");
        assert.deepEqual(service.stored()[title], { value: "Other" });
      });
    }

    test("a change of unknown fate found to be stored is not put back by another document", async () => {
      service.loseAnswer = "applied";
      service.failReads = "unreachable";
      assert.equal(
        (await copy.save(other, text({ [status]: { bind_value_ids: [2] } }), "plain", signal)).kind,
        "unknown",
      );
      service.failReads = undefined;
      service.wait(60);
      assert.equal((await save(text({ [title]: { value: "It works" } }))).kind, "saved");
      assert.deepEqual(service.stored()[status], { bind_value_ids: [2] });
    });

    suite("after a reload", () => {
      const mine = text({ [title]: { value: "Mine" } });

      async function reload(): Promise<void> {
        service.wait(60);
        service.edit(title, { value: "Theirs" });
        service.wait(60);
        copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
        await copy.adopt(other, await copy.read(signal));
        await copy.track(other);
        await copy.track(document, () => undefined);
      }

      test("unsaved changes are compared with what they were made from, whatever others have read since", async () => {
        await reload();
        assert.equal((await save(mine)).kind, "conflict");
        assert.deepEqual(service.stored()[title], { value: "Theirs" });
      });

      test("a conflict that was left open is known, and theirs is read again before mine may replace it", async () => {
        service.edit(title, { value: "Theirs" });
        service.wait(60);
        assert.equal((await save(mine)).kind, "conflict");
        copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
        await copy.track(document, () => undefined);
        assert.deepEqual([copy.isLeftInConflict(document), copy.conflictOf(document)], [true, undefined]);
        assert.equal((await save(mine, "keepMine")).kind, "conflict");
        assert.deepEqual(service.stored()[title], { value: "Theirs" });
        assert.equal(copy.isLeftInConflict(document), false);
        assert.equal((await save(mine, "keepMine")).kind, "saved");
        copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
        await copy.track(document, () => undefined);
        assert.equal(copy.isLeftInConflict(document), false);
      });

      test("unsaved changes made from nobody knows what stay so, whatever others have read since", async () => {
        await store.remove(512);
        await reload();
        await reload();
        const outcome = await save(mine);
        assert.ok(outcome.kind === "conflict");
        assert.equal(outcome.reason, "baseUnknown");
      });
    });

    test("a save of another document does not put its old values back", async () => {
      await copy.save(other, text({ [status]: { bind_value_ids: [2] } }), "plain", signal);
      const outcome = await save(text({ [title]: { value: "It works" } }));
      assert.equal(outcome.kind, "saved");
      assert.deepEqual(
        [service.stored()[title], service.stored()[status]],
        [{ value: "It works" }, { bind_value_ids: [2] }],
      );
    });

    for (const isReopened of [false, true]) {
      const when = isReopened ? "closed and opened again" : "closed";
      test(`a document that is ${when} while its save waits for another's puts nothing of that back`, async () => {
        const first = copy.save(other, text({ [status]: { bind_value_ids: [2] } }), "plain", signal);
        const waiting = save(text({ [title]: { value: "It works" } }));
        copy.close(document);
        if (isReopened) {
          await copy.track(document);
        }
        assert.deepEqual([(await first).kind, (await waiting).kind], ["saved", "saved"]);
        assert.deepEqual(
          [service.stored()[title], service.stored()[status]],
          [{ value: "It works" }, { bind_value_ids: [2] }],
        );
      });
    }

    test("what a document was made from stays known where it is opened again while a save is under way", async () => {
      const first = copy.save(other, text({ [status]: { bind_value_ids: [2] } }), "plain", signal);
      copy.close(document);
      await copy.track(document);
      await first;
      await copy.idle();
      await new Promise(setImmediate);
      assert.ok(copy.isBehind(document));
      assert.equal((await save(text({ [title]: { value: "It works" } }))).kind, "saved");
      assert.deepEqual(service.stored()[status], { bind_value_ids: [2] });
    });

    test("nothing is known of a closed document once its save is made", async () => {
      const saved = save(text({ [title]: { value: "It works" } }));
      copy.close(document);
      await saved;
      await copy.idle();
      await copy.save(other, text({ [status]: { bind_value_ids: [2] } }), "plain", signal);
      assert.equal(copy.isBehind(document), false);
    });

    test("mine is compared again where a save of another document left another value under theirs' version", async () => {
      service.wait(5);
      service.edit(title, { value: "Theirs" });
      assert.equal((await save(text({ [title]: { value: "Mine" } }))).kind, "conflict");
      await copy.save(other, text({ [title]: { value: "Other" } }), "plain", signal);
      assert.equal((await copy.save(other, text({ [title]: { value: "Other" } }), "keepMine", signal)).kind, "saved");
      service.wait(5);
      service.requests.length = 0;
      assert.equal((await save(text({ [title]: { value: "Mine" } }), "keepMine")).kind, "conflict");
      assert.deepEqual(service.requests, ["GET"]);
      assert.deepEqual(service.stored()[title], { value: "Other" });
    });

    test("values the service set by itself are not put back by the next save", async () => {
      service.beforeUpdate = () => {
        service.beforeUpdate = undefined;
        queueMicrotask(() => service.edit(status, { bind_value_ids: [9] }));
      };
      await save(text({ [title]: { value: "First" } }));
      service.wait(60);
      assert.equal((await save(text({ [title]: { value: "Second" } }))).kind, "saved");
      assert.deepEqual(service.stored()[status], { bind_value_ids: [9] });
    });
  });
});
