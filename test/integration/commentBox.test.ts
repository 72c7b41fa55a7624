import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { CommentBox } from "../../src/editor/sourceControl/commentBox.ts";

const json = "artifact://team/artifacts/5.artifact.json";

suite("Saves that take along the words of the comment box", () => {
  let box: CommentBox;
  setup(() => {
    const none = { take: async () => [], write: async () => true, remove: async () => {} };
    box = new CommentBox(none, "box", () => "https://tracker.example/api/v1");
  });

  /** Saves a document with the words once `answer` resolves. Gives the words. */
  const save = (answer: Promise<void>): Promise<string> =>
    box.saving(async (given) => {
      await box.noteGiven({ given, documents: [json], others: [] });
      await answer;
      await box.noteSaved({ given, typed: given, parts: [{ documents: [json], isSaved: true, isUsed: given !== "" }] });
      return given;
    });

  test("take along no words that a save before, which had not ended when they were asked for, has said", async () => {
    await box.put("Why");
    const { promise, resolve } = Promise.withResolvers<void>();
    const both = [save(promise), save(promise)];
    resolve();
    assert.deepEqual(await Promise.all(both), ["Why", ""]);
    assert.equal(await box.words(), "");
  });

  test("go on after one that fails", async () => {
    await box.put("Why");
    const failed = box.saving(async () => await Promise.reject(new Error("It failed")));
    await assert.rejects(failed, /It failed/);
    assert.equal(await save(Promise.resolve()), "Why");
  });
});
