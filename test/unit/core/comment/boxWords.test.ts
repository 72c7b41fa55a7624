import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  afterDone,
  afterGiven,
  afterMoved,
  afterSave,
  type BoxWords,
  type EndedPart,
  leftWords,
  typedWords,
} from "../../../../src/core/comment/boxWords.ts";

interface Save {
  /** In place of what is typed. */
  readonly comment?: string;
  /** They are shown as saved before the save ends. */
  readonly saved?: readonly string[];
  readonly rest?: readonly string[];
  /** They stay unsaved, and are not of the save. */
  readonly others?: readonly string[];
}

/** What stands in the box after a save of all. */
function after(box: BoxWords, { comment, saved = [], rest = [], others = [] }: Save): BoxWords {
  const given = comment ?? box.words;
  const shown = saved.reduce(afterDone, afterGiven(box, { given, others }));
  const parts: readonly EndedPart[] = [
    ...saved.map(() => ({ unsaved: [], fate: "used" as const })),
    ...rest.map((each) => ({ unsaved: [each], fate: undefined })),
  ];
  return afterSave(shown, { given, typed: box.words, parts });
}

const [first, second] = ["artifact://one/artifacts/512.artifact.json", "artifact://one/artifacts/513.artifact.json"];

suite("words in the comment box, besides a comment whose save failed,", () => {
  test("are those that one window has left, with what they are for, and of several all words", () => {
    const one = { words: "Why", meantFor: ["one"], besides: "" };
    assert.deepEqual([leftWords([]), leftWords([one])], [typedWords(""), one]);
    assert.deepEqual(leftWords([one, typedWords("And how"), typedWords("Why")]), typedWords("Why\n\nAnd how"));
  });

  const box = after(typedWords("Typed"), { comment: "Given", rest: [first] });

  test("are sent once with the comment, where both go with the next save", () => {
    assert.equal(box.words, "Typed\n\nGiven");
    assert.equal(after(box, { saved: [first] }).words, "");
  });

  test("stay once with the comment, where not all of the next save is stored", () => {
    const next = after(box, { saved: [first], rest: [second] });
    assert.equal(next.words, "Typed\n\nGiven");
    assert.equal(afterDone(next, second).words, "");
  });

  test("stay once the comment is stored, at whatever try", () => {
    assert.equal(after(box, { comment: "Given", saved: [first] }).words, "Typed");
    const again = after(box, { comment: "Given", rest: [first] });
    assert.equal(again.words, "Typed\n\nGiven");
    assert.equal(after(again, { comment: "Given", saved: [first] }).words, "Typed");
  });

  test("stay once the rest is discarded", () => {
    assert.equal(afterDone(box, second), box);
    assert.equal(afterDone(box, first).words, "Typed");
  });

  test("stay where it is stored at once, the same words too that were typed meanwhile", () => {
    assert.equal(after(typedWords("Typed"), { comment: "Given", saved: [first] }).words, "Typed");
    const ended = { given: "Given", typed: "Typed", parts: [{ unsaved: [], fate: "used" as const }] };
    assert.equal(afterSave(typedWords("Given"), ended).words, "Given");
  });

  test("are no longer meant for what they waited for, so that the comment is not said twice", () => {
    const waiting = after(typedWords("Typed"), { saved: [first], rest: [second] });
    const both = after(waiting, { comment: "Given", rest: [first], others: [second] });
    assert.equal(afterDone(both, first).words, "Typed");
  });

  test("go with it where they are the same", () => {
    const same = after(typedWords("Given \n"), { comment: "Given", rest: [first] });
    assert.equal(after(same, { comment: "Given", saved: [first] }).words, "");
  });
});

suite("words in the comment box that a save takes along", () => {
  test("are gone once they are said", () => {
    assert.equal(after(typedWords("Typed"), { saved: [first] }).words, "");
  });

  test("stay where they were not said of anything", () => {
    assert.equal(after(typedWords("Typed"), {}).words, "Typed");
  });

  test("stay for what waits in conflict still, where they are taken along for something else", () => {
    const box = after(typedWords("Typed"), { saved: [first], rest: [second] });
    const next = after(box, { saved: [first], others: [second] });
    assert.equal(next.words, "Typed");
    assert.equal(afterDone(next, second).words, "");
    const refused = after(box, { rest: [first], others: [second] });
    assert.equal(afterDone(refused, first).words, "Typed");
    assert.equal(afterDone(afterDone(refused, first), second).words, "");
    assert.equal(after(box, { saved: [first] }).words, "");
  });

  test("stand once with what was typed behind them meanwhile", () => {
    const ended = { given: "Typed", typed: "Typed", parts: [{ unsaved: [first], fate: undefined }] };
    const box = afterSave(typedWords("Typed on"), ended);
    assert.equal(box.words, "Typed on");
    assert.equal(afterDone(box, first).words, "on");
  });

  test("stay where they were typed during the save, and begin as what that took along from elsewhere", () => {
    const ended = { given: "Said", typed: "", parts: [{ unsaved: [first], fate: undefined }] };
    assert.equal(afterDone(afterSave(typedWords("Said too"), ended), first).words, "Said too");
  });

  test("go all with a save, those too that were typed for something else, but for what waits in conflict", () => {
    const box = after(typedWords("Typed"), { comment: "Said", rest: [first, second] });
    const shown = afterGiven(box, { given: box.words, others: [second] });
    assert.deepEqual([shown.words, afterDone(shown, second).words], ["Typed\n\nSaid", ""]);
  });

  test("are gone once they are said, though what was typed since is not saved", () => {
    const waiting = after(typedWords("Typed"), { rest: [first, second] });
    const shown = afterGiven(waiting, { given: "Typed", others: [] });
    const said = { unsaved: [first], fate: "used" as const };
    const save = { given: "Typed", typed: "Typed" };
    assert.deepEqual(afterSave(shown, { ...save, parts: [said] }), typedWords(""));
    const box = afterSave(shown, { ...save, parts: [said, { unsaved: [second], fate: undefined }] });
    assert.deepEqual([box.words, box.meantFor], ["Typed", [second]]);
  });

  test("outlive the save without them that a person is told to make first", () => {
    const later = { unsaved: [first], fate: "later" as const };
    for (const parts of [
      [later],
      [later, { unsaved: [second], fate: undefined }],
      [later, { unsaved: [], fate: "used" as const }],
    ]) {
      const box = afterSave(typedWords("Typed"), { given: "Typed", typed: "Typed", parts });
      assert.equal(afterDone(afterDone(box, first), second).words, "Typed");
    }
    const waiting = after(typedWords("Typed"), { rest: [second] });
    assert.equal(
      afterDone(afterSave(waiting, { given: "Typed", typed: "Typed", parts: [later] }), second).words,
      "Typed",
    );
    const given = afterSave(typedWords("Typed"), { given: "Given", typed: "Typed", parts: [later] });
    assert.equal(afterDone(given, first).words, "Typed\n\nGiven");
  });

  test("stay for changes that another document has by then", () => {
    const xml = "artifact://one/artifacts/512.artifact.xml";
    const box = afterMoved(after(typedWords("Typed"), { rest: [first, second] }), first, xml);
    assert.deepEqual(box.meantFor, [xml, second]);
    assert.equal(afterMoved(box, first, second), box);
  });

  test("stay until all is saved that they are for", () => {
    const box = after(typedWords("Typed"), { rest: [first, second] });
    assert.equal(afterDone(box, first).words, "Typed");
    assert.equal(afterDone(afterDone(box, first), second).words, "");
  });
});
