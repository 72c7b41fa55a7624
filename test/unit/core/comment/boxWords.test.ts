import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  afterDone,
  afterGiven,
  afterMoved,
  afterRefused,
  afterSave,
  afterSending,
  type BoxWords,
  type EndedPart,
  isBoxWords,
  leftWords,
  notArrived,
  type SentFromBox,
  sentWith,
  typedWords,
  unsaidWith,
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

function unsaved(document: string): EndedPart {
  return { documents: [document], isSaved: false, isUsed: false };
}

/** What stands in the box after a save of all. */
function after(box: BoxWords, { comment, saved = [], rest = [], others = [] }: Save): BoxWords {
  const given = comment ?? box.words;
  const documents = [...saved, ...rest];
  const shown = saved.reduce(afterDone, afterGiven(box, { given, documents, others }));
  const parts: readonly EndedPart[] = [
    ...saved.map((each) => ({ documents: [each], isSaved: true, isUsed: true })),
    ...rest.map((each) => unsaved(each)),
  ];
  return afterSave(shown, { given, typed: box.words, parts });
}

const [first, second] = ["artifact://one/artifacts/512.artifact.json", "artifact://one/artifacts/513.artifact.json"];

suite("words in the comment box, besides a comment whose save failed,", () => {
  test("are those that one window has left, with what they are for, and of several all words", () => {
    const one = { ...typedWords("Why"), meantFor: ["one"] };
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
    const ended = { given: "Given", typed: "Typed", parts: [{ documents: [first], isSaved: true, isUsed: true }] };
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

  test("are told where they leave with the last document without having gone with it", () => {
    const box = after(typedWords("Typed"), { rest: [first, second] });
    assert.deepEqual([unsaidWith(box, first), unsaidWith(typedWords("Typed"), first)], [undefined, undefined]);
    const last = afterDone(box, first);
    const typed = { words: "Typed", sent: [] };
    assert.deepEqual([unsaidWith(last, second), unsaidWith(last, first)], [typed, undefined]);
    assert.deepEqual(unsaidWith({ ...last, words: "Typed\n\nBesides", besides: "Besides" }, second), typed);
  });

  test("are told where they leave and were sent, unless they are found", async () => {
    const sent = { words: "Typed", body: "Typed", mark: { count: 0 }, documents: [first] };
    const { words, sent: of } = unsaidWith(
      afterSending(after(typedWords("Typed"), { rest: [first] }), sent),
      first,
    ) ?? {
      words: "",
      sent: [],
    };
    assert.deepEqual([words, of], ["Typed", [sent]]);
    for (const { isThere, expected } of [
      { isThere: true, expected: undefined },
      { isThere: false, expected: { words: "Typed", isInDoubt: false } },
      { isThere: undefined, expected: { words: "Typed", isInDoubt: true } },
    ]) {
      const asked: unknown[] = [];
      const found = await notArrived({ words, sent: of }, (...what) => {
        asked.push(what);
        return Promise.resolve(isThere);
      });
      assert.deepEqual([found, asked], [expected, [["Typed", { count: 0 }]]]);
    }
    const more = await notArrived({ words: "Before\nTyped", sent: of }, () => Promise.resolve(true));
    assert.deepEqual(more, { words: "Before", isInDoubt: false });
  });

  test("are told without all that is found of them, and in doubt where that is so of some", async () => {
    const sentOf = (words: string, document: string) => ({
      words,
      body: words,
      mark: { count: 0 },
      documents: [document],
    });
    const of = [sentOf("One", first), sentOf("Two", first), sentOf("Earlier words", first)];
    const words = "One\nTwo\nThree";
    const box = { ...typedWords(words, { sent: [...of, sentOf("Three", second)] }), meantFor: [first] };
    const leaving = { words, sent: of };
    // A comment of another artifact would be looked for in this one.
    assert.deepEqual(unsaidWith(box, first), leaving);
    const told = (found: Readonly<Record<string, boolean>>) =>
      notArrived(leaving, (body) => Promise.resolve(found[body]));
    assert.deepEqual(await told({ One: true, Two: true }), { words: "Three", isInDoubt: false });
    assert.deepEqual(await told({ Two: true }), { words: "One\nThree", isInDoubt: true });
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
    const ended = { given: "Typed", typed: "Typed", parts: [unsaved(first)] };
    const box = afterSave(typedWords("Typed on"), ended);
    assert.equal(box.words, "Typed on");
    assert.equal(afterDone(box, first).words, "on");
  });

  test("stand once with what was typed around them meanwhile, on the same line too", () => {
    const ended = (isSaved: boolean) => ({
      given: "Typed",
      typed: "Typed",
      parts: [{ ...unsaved(first), isSaved, isUsed: isSaved }],
    });
    const typed = typedWords("Before\nTyped on");
    assert.equal(afterSave(typed, ended(false)).words, "Before\nTyped on");
    assert.equal(afterSave(typed, ended(true)).words, "Before\non");
  });

  test("stay where they were typed during the save, and begin as what that took along from elsewhere", () => {
    const ended = { given: "Said", typed: "", parts: [unsaved(first)] };
    assert.equal(afterDone(afterSave(typedWords("Said too"), ended), first).words, "Said too");
  });

  test("go all with a save, those too that were typed for something else, but for what waits in conflict", () => {
    const box = after(typedWords("Typed"), { comment: "Said", rest: [first, second] });
    const shown = afterGiven(box, { given: box.words, documents: [first], others: [second] });
    assert.deepEqual(
      [afterDone(shown, second).words, afterDone(afterDone(shown, second), first).words],
      ["Typed\n\nSaid", ""],
    );
  });

  test("are gone once they are said, though what was typed since is not saved", () => {
    const waiting = after(typedWords("Typed"), { rest: [first, second] });
    const given = (...documents: readonly string[]) => afterGiven(waiting, { given: "Typed", documents, others: [] });
    const said = { ...unsaved(first), isUsed: true };
    const save = { given: "Typed", typed: "Typed" };
    assert.deepEqual(afterSave(given(first), { ...save, parts: [said] }), typedWords(""));
    const box = afterSave(given(first, second), { ...save, parts: [said, unsaved(second)] });
    assert.deepEqual([box.words, box.meantFor], ["Typed", [second]]);
  });

  test("are gone once that is saved by itself which they were given for, though nobody noted how the save ended", () => {
    const given = afterGiven(typedWords("Typed"), { given: "Typed", documents: [first, second], others: [] });
    assert.deepEqual([afterDone(given, first).words, afterDone(afterDone(given, first), second).words], ["Typed", ""]);
  });

  test("stay where all is saved, and nothing was stored that they could go with", () => {
    const given = afterGiven(typedWords("Typed"), { given: "Typed", documents: [first], others: [] });
    const parts = [{ documents: [first], isSaved: true, isUsed: false }];
    for (const shown of [given, afterDone(given, first)]) {
      assert.deepEqual(afterSave(shown, { given: "Typed", typed: "Typed", parts }), typedWords("Typed"));
    }
  });

  test("stay behind what is typed where they come from elsewhere, and nothing was stored that they could go with", () => {
    const parts = [{ documents: [first], isSaved: true, isUsed: false }];
    const put = (typed: string) => afterSave(typedWords(typed), { given: "Given", typed, parts }).words;
    assert.deepEqual([put(""), put("Typed"), put("Given")], ["Given", "Typed\n\nGiven", "Given"]);
  });

  test("leave what was typed behind them meanwhile once they are said", () => {
    const parts = [{ documents: [first], isSaved: true, isUsed: true }];
    const box = afterSave(typedWords("Typed on"), { given: "Typed", typed: "Typed", parts });
    assert.deepEqual(box, typedWords("on"));
  });

  test("are other words where the last one was typed on meanwhile, and stay whole", () => {
    const ended = { given: "Fix", typed: "Fix" };
    const said = { documents: [first], isSaved: true, isUsed: true };
    assert.deepEqual(afterSave(typedWords("Fixed it"), { ...ended, parts: [said] }), typedWords("Fixed it"));
    const box = afterSave(typedWords("Fixed it"), { ...ended, parts: [unsaved(first)] });
    assert.deepEqual([box.words, box.meantFor, afterDone(box, first).words], ["Fixed it", [first], "Fixed it"]);
  });

  test("are other words where something was typed before them on the same line meanwhile, and stay whole", () => {
    const parts = [{ documents: [first], isSaved: true, isUsed: true }];
    const box = typedWords("Not why it was");
    assert.deepEqual(afterSave(box, { given: "why", typed: "why", parts }), box);
  });

  test("stand once among what was typed around them meanwhile", () => {
    const ended = { given: "Why", typed: "Why" };
    const said = { documents: [first], isSaved: true, isUsed: true };
    for (const [now, around] of [
      ["Before\nWhy", "Before"],
      ["Before\nWhy\nBehind", "Before\nBehind"],
    ] as const) {
      const box = afterSave(typedWords(now), { ...ended, parts: [unsaved(first)] });
      assert.deepEqual([box.words, afterDone(box, first).words], [now, around]);
      assert.deepEqual(afterSave(typedWords(now), { ...ended, parts: [said] }), typedWords(around));
    }
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

suite("words of the comment box that were sent, and nobody knows whether they arrived,", () => {
  const third = "artifact://one/artifacts/514.artifact.json";
  const sending = (body: string, count: number, ...documents: readonly string[]): SentFromBox => ({
    ...{ words: "Why", body, mark: { count }, documents },
  });
  const box = [sending("Why", 7, first), sending("So\n\nWhy", 8, first), sending("Why", 9, second)].reduce(
    afterSending,
    typedWords("Why"),
  );
  const sentIn = (each: BoxWords, ...documents: readonly string[]) =>
    sentWith(each, documents).map(({ body, mark }) => [body, mark.count]);

  test("are known with each comment that they were sent in, from where it was sent first, by their artifact", () => {
    assert.deepEqual(sentIn(box, first), [
      ["Why", 7],
      ["So\n\nWhy", 8],
    ]);
    assert.deepEqual(sentIn(afterSending(box, sending("Why", 12, first)), first).toSorted(), [
      ["So\n\nWhy", 8],
      ["Why", 7],
    ]);
    assert.deepEqual([sentIn(box, second), sentIn(box, third)], [[["Why", 9]], []]);
  });

  test("are known for each of the documents with which they were sent", () => {
    const both = afterSending(afterSending(box, sending("Other", 1, third, "more")), sending("Other", 2, third));
    assert.deepEqual(sentIn(both, "more"), [["Other", 1]]);
  });

  test("were not sent where that was surely refused", () => {
    const refused = afterRefused(box, sending("So\n\nWhy", 8, first));
    assert.deepEqual([sentIn(refused, first), sentIn(refused, second)], [[["Why", 7]], [["Why", 9]]]);
  });

  test("are looked for no more once the documents that they were sent with have nothing unsaved", () => {
    const done = afterDone(box, first);
    assert.deepEqual([sentIn(done, first), sentIn(done, second)], [[], [["Why", 9]]]);
    const two = afterSending(typedWords("Why"), sending("Why", 7, first, third));
    assert.deepEqual(
      [sentIn(afterDone(two, first), third), afterDone(afterDone(two, first), third).sent],
      [[["Why", 7]], []],
    );
  });

  test("are looked for with the document that has the changes by then", () => {
    assert.deepEqual(sentIn(afterMoved(box, second, third), third), [["Why", 9]]);
  });

  test("are looked for no more once they are used, also where the document is not saved", () => {
    for (const isSaved of [true, false]) {
      const part = { documents: [first], isSaved, isUsed: true };
      const after = afterSave(box, { given: "Why", typed: "Why", parts: [part, unsaved(second)] });
      assert.deepEqual([sentIn(after, first), sentIn(after, second)], [[], [["Why", 9]]]);
    }
  });

  test("are looked for whatever stands in the box by then, and in whichever window", () => {
    const given = afterGiven(typedWords("Why", box), { given: "Why", documents: [first], others: [] });
    assert.deepEqual(given.sent, box.sent);
    const waiting = { ...box, meantFor: [third] };
    assert.deepEqual(afterDone(waiting, third), typedWords("", box));
    assert.deepEqual(leftWords([box, typedWords("Other")]).sent, box.sent);
    assert.ok(isBoxWords(JSON.parse(JSON.stringify(box))));
  });
});
