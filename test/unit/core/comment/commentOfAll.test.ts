import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { carryingComments } from "../../../../src/core/comment/carrying.ts";
import { isSaidIfKnown } from "../../../../src/core/comment/commentHistory.ts";
import { CommentOfAll } from "../../../../src/core/comment/commentOfAll.ts";
import { PendingComments } from "../../../../src/core/comment/pendingComments.ts";
import type { CarriedComment } from "../../../../src/core/model/artifactService.ts";
import { HostLife } from "../../../support/hostLife.ts";
import { MemoryPending, type PendingWindow } from "../../../support/memoryPending.ts";
import { type Fate, SimulatedArtifact } from "./simulatedArtifact.ts";

const { signal } = new AbortController();
const json = "artifact://team/artifacts/5.artifact.json";
const xml = "artifact://team/artifacts/5.artifact.xml";
const together = { documents: [json, xml], writer: "artifact://team/artifacts/5/all" };

suite("a comment that goes with all documents of an artifact", () => {
  let artifact: SimulatedArtifact;
  let pending: PendingComments;
  let disk: MemoryPending;
  let window: PendingWindow | undefined;
  let life: HostLife;
  setup(() => {
    artifact = new SimulatedArtifact();
    disk = new MemoryPending();
    openWindow();
  });

  function openWindow(): void {
    life = new HostLife();
    window?.end();
    window = disk.window(life);
    pending = new PendingComments(window.store, () => {});
  }

  const hasArrived: Parameters<CommentOfAll["settle"]>[1] = (body, mark) =>
    isSaidIfKnown(artifact, 5, body, mark, signal);
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
        () => false,
      );
  };
  const commentOf = async (given: string | undefined): Promise<CommentOfAll | undefined> => {
    const comment = await CommentOfAll.of(pending, together, given, hasArrived);
    assert.ok(typeof comment !== "string", String(comment));
    return comment;
  };
  const saveAll = async (given: string | undefined, fate: Fate) => {
    const comment = await commentOf(given);
    const isStored = await put(comment?.carried, fate);
    await comment?.settle(isStored, hasArrived);
    return comment?.isUsed;
  };
  const save = async (key: string) => put(await pending.due(key), "told");
  const said = () => artifact.said.filter((body) => body !== "Done" && body !== "");

  test("is said once where it waited for a document, and that is saved by itself after a lost answer", async () => {
    await pending.give(json, "Why");
    await saveAll("All", "stored");
    assert.deepEqual(said(), ["Why\n\nAll"]);
    await save(json);
    await save(xml);
    assert.deepEqual(said(), ["Why\n\nAll"]);
  });

  test("is left to the document for which words waited, and to no save of all, while nobody knows whether it arrived", async () => {
    assert.equal(await saveAll("All", "stored"), false, "none waited");
    await pending.give(json, "Why");
    assert.equal(await saveAll("Of all", "refused"), false);
    assert.equal(await saveAll("Of all", "stored"), true);
    assert.equal((await pending.get(json)).due, "Why\n\nOf all");
  });

  for (const fate of ["stored", "dropped"] as const) {
    test(`is said once where it was ${fate} before, the answer was lost, and words wait for a document since`, async () => {
      await saveAll("All", fate);
      openWindow();
      await pending.give(json, "Why");
      assert.equal(await saveAll("All", "refused"), fate === "stored");
      assert.equal((await pending.get(json)).due, "Why");
      await saveAll(fate === "stored" ? undefined : "All", "told");
      assert.deepEqual(said(), fate === "stored" ? ["All", "Why"] : ["Why\n\nAll"]);
      assert.deepEqual(await pending.get(together.writer), {});
    });
  }

  test("is not said where nobody can say whether it was before, and words wait for a document since", async () => {
    artifact.hasHistory = false;
    await saveAll("All", "stored");
    await pending.give(json, "Why");
    assert.equal(await CommentOfAll.of(pending, together, "All", hasArrived), "inDoubt");
    assert.deepEqual([said(), (await pending.get(json)).due], [["All"], "Why"]);
    assert.equal((await pending.get(together.writer)).due, "All");
    assert.equal(await saveAll("Other", "told"), true);
    assert.deepEqual(said(), ["All", "Why\n\nOther"]);
  });

  test("is left to no document where the history tells that it has not arrived, and nothing is left to be saved", async () => {
    await pending.give(json, "Why");
    const comment = await commentOf("All");
    await put(comment?.carried, "dropped");
    assert.equal(await comment?.settle(true, hasArrived), undefined);
    assert.deepEqual([comment?.isUsed, (await pending.get(json)).due], [false, "Why"]);
  });

  test("is said once where two waited, and both documents are saved by themselves after a lost answer", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    await saveAll(undefined, "stored");
    await save(xml);
    await save(json);
    assert.deepEqual(said(), ["Why\n\nBecause"]);
  });

  test("is said once where all is saved again after a lost answer", async () => {
    await pending.give(json, "Why");
    await saveAll("All", "stored");
    await saveAll("All", "told");
    assert.deepEqual(said(), ["Why\n\nAll"]);
    assert.deepEqual(await pending.get(json), {});
  });

  test("is not said again in other words while nobody knows whether it has arrived", async () => {
    await pending.give(json, "Why");
    await saveAll("All", "dropped");
    assert.equal(await CommentOfAll.of(pending, together, "Other", hasArrived), "inDoubt");
    await save(json);
    assert.deepEqual(said(), ["Why\n\nAll"]);
  });

  test("leaves to each document what waited for it where the service has refused it", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    await saveAll("All", "refused");
    assert.deepEqual([await pending.get(json), await pending.get(xml)], [{ due: "Why" }, { due: "Because" }]);
    assert.deepEqual(await pending.get(together.writer), {});
  });

  test("waits for nothing where it waited for no document and the service has refused it", async () => {
    await saveAll("All", "refused");
    assert.deepEqual(await pending.get(together.writer), {});
  });

  test("is not said again where a lost answer left nothing to be saved, and no history tells whether it arrived", async () => {
    artifact.hasHistory = false;
    await pending.give(json, "Why");
    const comment = await commentOf("All");
    await put(comment?.carried, "stored");
    await comment?.settle(true, hasArrived);
    assert.equal((await pending.get(json)).offered, "Why\n\nAll");
    await save(json);
    assert.deepEqual(said(), ["Why\n\nAll"]);
  });

  test("is not said again where it waited for no document, and is told of and offered, while no history tells", async () => {
    artifact.hasHistory = false;
    await saveAll("All", "stored");
    assert.deepEqual(said(), ["All"]);
    const comment = await commentOf("All");
    await put(comment?.carried, "told");
    assert.deepEqual(await comment?.settle(true, hasArrived), { body: "All", why: "inDoubt" });
    assert.equal(comment?.isUsed, true);
    assert.deepEqual([said(), await pending.get(json)], [["All"], { offered: "All" }]);
    await saveAll("All", "told");
    assert.deepEqual(said(), ["All", "All"], "the person wants it");
  });

  test("is said where the answer was lost, all is saved, and the history has it", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    const comment = await commentOf("All");
    await put(comment?.carried, "stored");
    assert.equal(await comment?.settle(true, hasArrived), undefined);
    assert.ok(comment?.isSaid, "the box would keep its words");
    assert.deepEqual([await pending.get(json), await pending.get(xml)], [{}, {}]);
    assert.deepEqual(said(), ["Why\n\nBecause\n\nAll"]);
  });

  test("waits for nothing where it was withdrawn while the service refused it", async () => {
    await pending.give(json, "Why");
    const comment = await commentOf(undefined);
    await put(comment?.carried, "refused");
    await pending.withdraw(json);
    await comment?.settle(false, hasArrived);
    assert.deepEqual(await pending.get(json), { offered: "Why" });
  });

  test("leaves nothing to wait once it was said", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    await saveAll("All", "told");
    assert.deepEqual(said(), ["Why\n\nBecause\n\nAll"]);
    assert.deepEqual([await pending.get(json), await pending.get(xml)], [{}, {}]);
  });

  test("leaves what was typed beside it to be offered once it was said", async () => {
    await pending.give(json, "Why");
    pending.note(json, "Typed");
    await saveAll("All", "told");
    assert.deepEqual([said(), await pending.get(json)], [["Why\n\nAll"], { offered: "Typed" }]);
  });

  test("leaves what was typed beside one of another document to be offered once it was said", async () => {
    await pending.give(json, "Why");
    await pending.give(xml, "Because");
    pending.note(xml, "Typed");
    await saveAll("All", "told");
    assert.deepEqual(await pending.get(xml), { offered: "Typed" });
  });

  test("waits in one place, whenever its window ends while it is begun or refused", async () => {
    let ends = 0;
    for (let isOver = true; isOver; ends++) {
      disk.kept = [];
      openWindow();
      await pending.give(json, "Why");
      await pending.give(xml, "Because");
      life.endAfter(ends);
      await Promise.race([saveAll("All", "refused"), life.end]);
      isOver = life.isOver;
      openWindow();
      await Promise.all([json, xml].map((key) => pending.takeUp(key)));
      const all = await Promise.all([json, xml].map((key) => pending.get(key)));
      const due = all.map((each) => each.due ?? "").join("\n\n");
      const kept = all.map((each) => `${each.due} ${each.offered}`).join();
      for (const words of ["Why", "Because"]) {
        assert.ok(due.split(words).length <= 2, `${words} waits twice after ${ends}: ${due}`);
        assert.match(kept, new RegExp(words), `${words} after ${ends}`);
      }
    }
    assert.ok(ends > 20);
  });

  for (const key of [json, xml]) {
    test(`leaves the words of one that was given for ${key} while it was begun to be offered`, async () => {
      await pending.give(json, "Why");
      await pending.give(xml, "Because");
      const { due = "" } = await pending.get(key);
      const begun = commentOf("All");
      await pending.give(key, `${due}\n\nMore`);
      const comment = await begun;
      await put(comment?.carried, "told");
      await comment?.settle(true, hasArrived);
      const kept = await pending.get(key);
      assert.match([...said(), kept.offered].join(), /More/);
    });
  }

  test("leaves one that was given for the document while it was sent", async () => {
    await pending.give(json, "Why");
    const comment = await commentOf("All");
    await put(comment?.carried, "told");
    await pending.give(json, "More");
    await comment?.settle(true, hasArrived);
    assert.deepEqual([said(), await pending.get(json)], [["Why\n\nAll"], { due: "More" }]);
  });

  for (const fate of ["told", "refused"] as const) {
    test(`leaves one that was given for another document while it was sent, and ${fate}`, async () => {
      await pending.give(json, "Why");
      await pending.give(xml, "Because");
      const comment = await commentOf("All");
      await put(comment?.carried, fate);
      await pending.give(xml, "More");
      await comment?.settle(fate === "told", hasArrived);
      assert.equal((await pending.get(xml)).due, "More");
    });
  }

  test("is none of a document's where none waited for one", async () => {
    await saveAll("All", "stored");
    assert.deepEqual(await pending.get(json), {});
    await saveAll("All", "told");
    assert.deepEqual(said(), ["All"]);
  });
});
