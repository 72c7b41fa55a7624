import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { afterDone, afterGiven, afterSave, typedWords } from "../../../../src/core/comment/boxWords.ts";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import { isSaidIfKnown } from "../../../../src/core/comment/commentHistory.ts";
import { CommentOfSave } from "../../../../src/core/comment/commentOfSave.ts";
import { GivenWords } from "../../../../src/core/comment/givenWords.ts";
import { PendingComments } from "../../../../src/core/comment/pendingComments.ts";
import type { CarriedComment, HasArrived } from "../../../../src/core/model/artifactService.ts";
import { SendingNotKept } from "../../../../src/core/windows/draftStore.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryBox } from "../../../support/memoryBox.ts";
import { MemoryPending, type PendingWindow } from "../../../support/memoryPending.ts";
import { type Fate, SimulatedArtifact } from "./simulatedArtifact.ts";

const { signal } = new AbortController();
const json = "artifact://team/artifacts/5.artifact.json";
const xml = "artifact://team/artifacts/5.artifact.xml";
const documents = [json, xml];

suite("the comment of a save", () => {
  let artifact: SimulatedArtifact;
  let pending: PendingComments;
  let disk: MemoryPending;
  let box: MemoryBox;
  let window: PendingWindow | undefined;
  let life: HostLife;
  setup(() => {
    artifact = new SimulatedArtifact();
    disk = new MemoryPending();
    box = new MemoryBox();
    openWindow();
  });

  function openWindow(): void {
    life = new HostLife();
    window?.end();
    window = disk.window(life);
    pending = new PendingComments(window.store, () => {});
  }

  /** A window that shows the unsaved texts again. */
  async function restart(): Promise<void> {
    openWindow();
    await Promise.all(documents.map((key) => pending.takeUp(key)));
  }

  const hasArrived: HasArrived = (body, mark) => isSaidIfKnown(artifact, 5, body, mark, signal);
  /** A PUT that carries it; whether that was told to be stored. */
  const put = async (comment: CarriedComment | undefined, fate: Fate): Promise<boolean> => {
    artifact.fates = [fate];
    const condition = { ifMatch: `"${artifact.version}"` };
    const text = JSON.stringify({ comment: { body: comment?.body ?? "" } });
    const body = { contentType: "application/json", text, ...(comment && { comment }) } as const;
    return await carryingComments(artifact, artifact)
      .updateArtifact(5, [], condition, signal, body)
      .then(
        ({ kind }) => kind === "updated",
        (error: unknown) => {
          assert.ok(!(error instanceof TypeError), String(error));
          return false;
        },
      );
  };
  const wordsGiven = (given: string) =>
    new GivenWords(given, box.sentOf(documents), (words) => pending.offer(json, words));
  const commentOf = async (given?: GivenWords): Promise<CommentOfSave | undefined> => {
    const waiting = await Promise.all(documents.map((key) => pending.words(key)));
    return CommentOfSave.of([...waiting, given].filter((each) => each !== undefined));
  };
  const saveAll = async (words: string | undefined, fate: Fate) => {
    const given = words === undefined ? undefined : wordsGiven(words);
    if (words !== undefined) {
      box.now = afterGiven(typedWords(words, box.now), { given: words, documents, others: [] });
    }
    const comment = await commentOf(given);
    const isSaved = await put(comment, fate);
    const left = isSaved ? await comment?.left(hasArrived) : [];
    const isUsed = given?.isUsed ?? false;
    if (words !== undefined) {
      box.now = afterSave(box.now, { given: words, typed: words, parts: [{ documents, isSaved, isUsed }] });
    }
    if (isSaved) {
      box.now = documents.reduce(afterDone, box.now);
    }
    return { isUsed, left };
  };
  const save = async (key: string, fate: Fate = "told") => put(await pending.due(key), fate);
  const said = () => artifact.said.filter((body) => body !== "Done" && body !== "");

  test("leaves in doubt what was sent of the words in the box, where it stores nothing", async () => {
    const store = box.sentOf(documents);
    const sent = { words: "Why", body: "Why", mark: { count: 3 } };
    const untellable = { words: "How", body: "How", mark: {} };
    await store.add(sent);
    await store.add(untellable);
    assert.equal(await wordsGiven("Why").leave("nothingStored"), false);
    assert.deepEqual(
      (await store.read()).map(({ words }) => words),
      ["Why"],
    );
    assert.equal(await wordsGiven("Why").leave("demanded"), false);
    assert.deepEqual(await store.read(), []);
  });

  test("has the words of all documents, and those that are given, once each", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    assert.deepEqual(await saveAll("All", "told"), { isUsed: true, left: [] });
    assert.deepEqual(said(), ["Why\n\nBecause\n\nAll"]);
    assert.deepEqual([await pending.get(json), await pending.get(xml), disk.kept], [{}, {}, []]);
    assert.deepEqual(box.now, typedWords(""));
  });

  test("is none where no words wait or are given", async () => {
    assert.equal(await commentOf(), undefined);
  });

  test("leaves the words of each place to it where the service has refused them", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    assert.deepEqual(await saveAll("All", "refused"), { isUsed: false, left: [] });
    assert.deepEqual([await pending.get(json), await pending.get(xml)], [{ due: "Why" }, { due: "Because" }]);
    assert.deepEqual(box.now, { ...typedWords("All"), meantFor: documents });
    await restart();
    await save(xml);
    await save(json);
    assert.deepEqual(said(), ["Because", "Why"]);
  });

  for (const isRestarted of [false, true]) {
    suite(`whose answer was lost${isRestarted ? ", and whose window was opened again" : ""},`, () => {
      const lose = async (words: string | undefined, fate: Fate) => {
        assert.equal((await saveAll(words, fate)).isUsed, false);
        await (isRestarted && restart());
      };

      for (const fate of ["stored", "dropped"] as const) {
        test(`and that was ${fate} is said once by the same save again`, async () => {
          await pending.give(json, "Why");
          await lose("All", fate);
          assert.equal((await saveAll("All", "told")).isUsed, true);
          assert.deepEqual(said(), ["Why\n\nAll"]);
          assert.deepEqual([disk.kept, box.now], [[], typedWords("")]);
        });

        test(`and that was ${fate} is said once by saves of each document by itself`, async () => {
          await pending.give(json, "Why");
          await pending.give(xml, "Because");
          await lose(undefined, fate);
          await save(xml);
          await save(json);
          assert.deepEqual(said(), fate === "stored" ? ["Why\n\nBecause"] : ["Because", "Why"]);
        });

        test(`and that was ${fate} is said once where other words wait for a document since`, async () => {
          await lose("All", fate);
          await pending.give(json, "Why");
          assert.equal((await saveAll("All", "refused")).isUsed, fate === "stored");
          assert.deepEqual(await pending.get(json), { due: "Why" });
          await saveAll(fate === "stored" ? undefined : "All", "told");
          assert.deepEqual(said(), fate === "stored" ? ["All", "Why"] : ["Why\n\nAll"]);
        });

        test(`and that was ${fate} is said once where other words are given for the next one`, async () => {
          await pending.give(json, "Why");
          await lose("All", fate);
          await saveAll("Other", "told");
          assert.deepEqual(said(), fate === "stored" ? ["Why\n\nAll", "Other"] : ["Why\n\nOther"]);
        });

        test(`and that was ${fate} is said once where somebody wrote more behind the words`, async () => {
          await lose("All", fate);
          await saveAll("All\n\nAnd more", "told");
          assert.deepEqual(said(), fate === "stored" ? ["All", "And more"] : ["All\n\nAnd more"]);
          assert.deepEqual(box.now, typedWords(""));
        });

        test(`and that was ${fate} is said once where somebody wrote more around the words`, async () => {
          await lose("All", fate);
          await saveAll("Before\nAll\nAnd more", "told");
          const arrived = ["All", "Before\nAnd more"];
          assert.deepEqual(said(), fate === "stored" ? arrived : ["Before\nAll\nAnd more"]);
          assert.deepEqual(box.now, typedWords(""));
        });

        test(`and that was ${fate} is said once where its words were withdrawn, and the save without them fails`, async () => {
          await pending.give(json, "Why");
          assert.equal(await save(json, fate), false);
          await pending.withdraw(json);
          await (isRestarted && restart());
          assert.equal(await save(json, "refused"), false);
          const { offered } = await pending.get(json);
          await pending.give(json, `${offered}\n\nAnd more`);
          assert.equal(await save(json), true);
          assert.deepEqual(said(), fate === "stored" ? ["Why", "And more"] : ["Why\n\nAnd more"]);
          assert.deepEqual(disk.kept, []);
        });

        test(`and that was ${fate} once more with other words is said once`, async () => {
          await pending.give(json, "Why");
          assert.equal(await save(json, "dropped"), false);
          await lose("All", fate);
          await save(json);
          assert.deepEqual(said(), fate === "stored" ? ["Why\n\nAll"] : ["Why"]);
        });
      }

      test("and that arrives late, once another one is in doubt, too, is said once", async () => {
        await pending.give(json, "Why");
        assert.equal(await save(json, "late"), false);
        await lose("All", "dropped");
        await saveAll("All", "told");
        assert.deepEqual(said(), ["Why", "All"]);
      });

      test("and that is in doubt no longer after a certain refusal is sent again", async () => {
        await pending.give(json, "Why");
        await lose("All", "dropped");
        await saveAll("All", "refused");
        await saveAll("All", "told");
        assert.deepEqual(said(), ["Why\n\nAll"]);
      });
    });
  }

  test("is said once where somebody wrote more behind the words of one place, or behind the whole comment", async () => {
    await pending.give(json, "Why");
    await saveAll("All", "stored");
    await pending.give(json, "Why\n\nAll\n\nMore");
    await saveAll("All\n\nAnd more", "told");
    assert.deepEqual(said(), ["Why\n\nAll", "More\n\nAnd more"]);
  });

  test("is looked for in all that was sent, where its words are offered together", async () => {
    await pending.give(json, "Why");
    await saveAll("All", "stored");
    await (await commentOf(wordsGiven("All")))?.left(async () => undefined);
    await pending.give(json, (await pending.get(json)).offered ?? "");
    await save(json);
    assert.deepEqual(said(), ["Why\n\nAll"]);
  });

  test("is another one in the same words, once all was saved", async () => {
    await saveAll("All", "stored");
    artifact.fates = [];
    box.now = documents.reduce(afterDone, box.now);
    await saveAll("All", "told");
    assert.deepEqual(said(), ["All", "All"]);
  });

  test("is said where the answer was lost, all is saved, and the history has it", async () => {
    await pending.give(json, "Why");
    const given = wordsGiven("All");
    const comment = await commentOf(given);
    await put(comment, "stored");
    assert.deepEqual([await comment?.left(hasArrived), given.isUsed], [[], true]);
    assert.deepEqual([await pending.get(json), said()], [{}, ["Why\n\nAll"]]);
  });

  test("leaves words to be offered, and those of the box there, where the history tells that they have not arrived", async () => {
    await pending.give(json, "Why");
    const given = wordsGiven("All");
    const comment = await commentOf(given);
    await put(comment, "dropped");
    assert.deepEqual(await comment?.left(hasArrived), [{ body: "Why", why: "nothingStored" }]);
    assert.deepEqual([given.isUsed, await pending.get(json)], [false, { offered: "Why" }]);
  });

  test("leaves to be offered what is left of words of the box that are partly said, where nothing is stored", async () => {
    await saveAll("All", "stored");
    const given = wordsGiven("All\n\nAnd more");
    const comment = await commentOf(given);
    assert.deepEqual(await comment?.left(hasArrived), [{ body: "And more", why: "nothingStored" }]);
    assert.deepEqual([given.isUsed, await pending.get(json)], [true, { offered: "And more" }]);
  });

  test("refuses no save where nobody may read the history any more, and is told to be in doubt", async () => {
    await pending.give(json, "Why");
    await save(json, "stored");
    artifact.hasHistory = false;
    assert.deepEqual(await saveAll("All", "told"), { isUsed: true, left: [{ body: "Why", why: "inDoubt" }] });
    assert.deepEqual(said(), ["Why", "All"]);
  });

  suite("where no history tells what arrived,", () => {
    setup(() => {
      artifact.hasHistory = false;
    });

    test("is not said again, but offered and told of, once all is saved", async () => {
      await pending.give(json, "Why");
      await saveAll("All", "stored");
      await restart();
      assert.deepEqual(await saveAll("All", "told"), {
        isUsed: true,
        left: [
          { body: "Why", why: "inDoubt" },
          { body: "All", why: "inDoubt" },
        ],
      });
      assert.deepEqual(said(), ["Why\n\nAll"]);
      assert.deepEqual([await pending.get(json), box.now], [{ offered: "All\n\nWhy" }, typedWords("")]);
      await saveAll("All", "told");
      assert.deepEqual(said(), ["Why\n\nAll", "All"], "the person wants it");
    });

    test("is told to be in doubt where the same save has sent it", async () => {
      await pending.give(json, "Why");
      const comment = await commentOf(wordsGiven("All"));
      await put(comment, "stored");
      assert.deepEqual(await comment?.left(hasArrived), [
        { body: "Why", why: "inDoubt" },
        { body: "All", why: "inDoubt" },
      ]);
    });

    test("stays in the box, and is sent again, where no save gets through without", async () => {
      await saveAll("All", "dropped");
      const given = wordsGiven("All");
      const comment = await commentOf(given);
      assert.equal(await comment?.begin(hasArrived, async () => ({})), undefined);
      await comment?.noteDemanded();
      assert.deepEqual([given.isUsed, await pending.get(json), box.now.sent], [false, {}, []]);
      await saveAll("All", "told");
      assert.deepEqual(said(), ["All"]);
    });

    test("goes without the words in doubt, and with others", async () => {
      await saveAll("All", "stored");
      await pending.give(json, "Why");
      assert.deepEqual((await saveAll("All", "told")).left, [{ body: "All", why: "inDoubt" }]);
      assert.deepEqual(said(), ["All", "Why"]);
    });

    test("is said with other words in the place of those in doubt", async () => {
      await saveAll("All", "stored");
      assert.equal((await saveAll("Other", "told")).isUsed, true);
      assert.deepEqual(said(), ["All", "Other"]);
    });

    test("is sent again by the same save, which is on the same condition", async () => {
      await pending.give(json, "Why");
      const comment = await pending.due(json);
      await put(comment, "dropped");
      await put(comment, "told");
      assert.deepEqual(said(), ["Why"]);
    });
  });

  test("is asked about in no history that tells nothing of its words", async () => {
    await pending.give(json, "Why");
    await save(json, "dropped");
    await pending.give(json, "Other");
    artifact.requests.length = 0;
    await save(json);
    assert.equal(artifact.requests.includes("changesets"), false, artifact.requests.join());
  });

  test("keeps nothing to be looked for where it could not be kept for all that it is sent", async () => {
    await pending.give(json, "Why");
    box.isFull = true;
    const comment = await commentOf(wordsGiven("All"));
    const begin = () => comment?.begin(hasArrived, async () => ({ count: 1 }));
    await assert.rejects(async () => begin(), SendingNotKept);
    const sent = (await (await pending.words(json))?.now())?.sent;
    assert.deepEqual([sent, box.now.sent, artifact.puts], [[], [], 0]);
  });

  test("is still in doubt where it could not be kept that it is sent again", async () => {
    await saveAll("All", "late");
    box.isFull = true;
    await saveAll("All", "told");
    assert.equal(artifact.puts, 1);
    box.isFull = false;
    await put(undefined, "refused");
    await saveAll("All", "told");
    assert.deepEqual(said(), ["All"]);
  });

  test("has no words that are withdrawn while it is begun", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    const comment = await commentOf();
    const begun = await comment?.begin(hasArrived, async () => {
      await pending.withdraw(json);
      return { count: 1 };
    });
    assert.equal(begun?.body, "Because");
    const { sent } = (await (await pending.words(xml))?.now()) ?? {};
    assert.deepEqual(sent, [{ words: "Because", body: "Because", mark: { count: 1 } }]);
    assert.deepEqual(await pending.get(json), { offered: "Why" });
  });

  test("leaves what is given for a document while it is sent, whatever becomes of it", async () => {
    for (const fate of ["told", "refused"] as const) {
      await pending.give(json, "Why");
      await pending.give(xml, "Because");
      const comment = await commentOf();
      await put(comment, fate);
      await pending.give(xml, "More");
      await comment?.left(hasArrived);
      assert.deepEqual(await pending.get(xml), { due: "More" });
    }
  });

  test("leaves what was typed beside it to be offered once it was said", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    pending.note(json, "Typed");
    pending.note(xml, "Typed too");
    await saveAll("All", "told");
    assert.deepEqual(
      [await pending.get(json), await pending.get(xml)],
      [{ offered: "Typed" }, { offered: "Typed too" }],
    );
  });

  test("is said once, and each word of it, whenever its window ends", async () => {
    for (const fate of ["refused", "told", "stored", "dropped"] as const) {
      let ends = 0;
      for (let isOver = true; isOver; ends++) {
        disk.kept = [];
        box.now = typedWords("");
        artifact = new SimulatedArtifact();
        openWindow();
        await pending.give(json, "Why");
        await pending.give(xml, "Because");
        life.endAfter(ends);
        await Promise.race([saveAll("All", fate), life.end]);
        isOver = life.isOver;
        await restart();
        await saveAll("All", "told");
        for (const words of ["Why", "Because"]) {
          assert.equal(said().join().split(words).length, 2, `${words} after ${ends} of ${fate}: ${said().join("|")}`);
        }
      }
      assert.ok(ends > 5, `${ends}`);
    }
  });
});
