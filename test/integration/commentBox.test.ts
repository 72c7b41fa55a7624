import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setup, suite, test } from "mocha";
import * as vscode from "vscode";
import { WriteQueue } from "../../src/core/util/writeQueue.ts";
import { CommentBox } from "../../src/editor/sourceControl/commentBox.ts";

const address = () => "https://tracker.example/api/v1";
const json = "artifact://team/artifacts/5.artifact.json";
const isDone = () => true;

suite("Saves that take along the words of the comment box", () => {
  let box: CommentBox;
  setup(() => {
    const none = { take: async () => [], write: async () => true, remove: async () => {}, settled: async () => {} };
    box = new CommentBox(none, "box", address);
  });

  /** Saves a document with the words once `answer` resolves. Gives the words. */
  const save = (answer: Promise<void>, isSaved = true): Promise<string> =>
    box.saving(async (given) => {
      await box.noteGiven({ given, documents: [json], others: [] });
      await answer;
      const part = { documents: [json], isSaved, isUsed: isSaved && given !== "" };
      await (given !== "" && box.noteSaved({ given, typed: given, parts: [part] }));
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

  for (const [name, isSaved, given, left] of [
    ["not even where the one before has said all", true, ["Why", ""], "For the next o"],
    ["but what stood there still, where the one before failed", false, ["Why", "Why"], "Why\n\nFor the next o"],
  ] as const) {
    test(`take along nothing that was typed since they were asked for, ${name}`, async () => {
      const input = { value: "", placeholder: "", enabled: true, visible: true };
      box.show(input);
      await box.put("Why");
      const { promise, resolve } = Promise.withResolvers<void>();
      const both = [save(promise, isSaved), save(promise, isSaved)];
      await box.words();
      input.value = "Why\n\nFor the next o";
      resolve();
      assert.deepEqual(await Promise.all(both), given);
      assert.equal(await box.words(), left);
      await box.hide();
    });
  }

  for (const [typed, left] of [
    ["Whyever", "Whyever"],
    ["First\nWhy not", "First\nnot"],
  ] as const) {
    test(`take along nothing that the one before has said, where that was made «${typed}»`, async () => {
      const input = { value: "", placeholder: "", enabled: true, visible: true };
      box.show(input);
      await box.put("Why");
      const { promise, resolve } = Promise.withResolvers<void>();
      const all = [save(promise), save(promise), save(promise)];
      await box.words();
      input.value = typed;
      resolve();
      assert.deepEqual(await Promise.all(all), ["Why", "", ""]);
      assert.equal(await box.words(), left);
      await box.hide();
    });
  }

  for (const [typed, left] of [
    ["Why\n\nAnd how", "And how"],
    ["First\n\nWhy", "First"],
  ] as const) {
    test(`take along «${left}» where the one before has said the rest meanwhile`, async () => {
      const input = { value: "", placeholder: "", enabled: true, visible: true };
      box.show(input);
      await box.put("Why");
      const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
      const { promise, resolve } = Promise.withResolvers<void>();
      const one = box.saving(async (given) => {
        await box.noteGiven({ given, documents: [json], others: [] });
        begin();
        await promise;
        const part = { documents: [json], isSaved: true, isUsed: true };
        await box.noteSaved({ given, typed: given, parts: [part] });
      });
      await begun;
      input.value = typed;
      const next = save(promise);
      await box.words();
      resolve();
      await one;
      assert.equal(await next, left);
      assert.equal(await box.words(), "");
      await box.hide();
    });
  }

  test("leave what was typed just before they ended", async () => {
    const input = { value: "", placeholder: "", enabled: true, visible: true };
    box.show(input);
    await box.put("Why");
    await box.saving(async (given) => {
      await box.noteGiven({ given, documents: [json], others: [] });
      input.value = "Why\n\nFor the next o";
      const part = { documents: [json], isSaved: true, isUsed: true };
      await box.noteSaved({ given, typed: given, parts: [part] });
    });
    assert.deepEqual([await box.words(), input.value], ["For the next o", "For the next o"]);
    await box.hide();
  });

  test("take along nothing that came to the box since they were asked for", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const refused = box.saving(async (typed) => {
      await promise;
      const part = { documents: [json], isSaved: false, isUsed: false };
      await box.noteSaved({ given: "By a command", typed, parts: [part] });
    });
    const waiting = save(promise);
    await box.words();
    await box.put("For a change of another file");
    resolve();
    await refused;
    assert.equal(await waiting, "");
    assert.equal(await box.words(), "For a change of another file\n\nBy a command");
  });

  test("take along nothing that was taken out of the box since they were asked for", async () => {
    const input = { value: "", placeholder: "", enabled: true, visible: true };
    box.show(input);
    await box.put("Why");
    const { promise, resolve } = Promise.withResolvers<void>();
    const both = [box.saving(() => promise), save(promise)];
    await box.words();
    input.value = "";
    resolve();
    assert.equal((await Promise.all(both))[1], "");
    await box.hide();
  });

  test("leave words that wait for two documents to the last of them, where both end in one moment", async () => {
    await box.put("Why");
    const xml = json.replace(".json", ".xml");
    await box.noteGiven({ given: "Why", documents: [json, xml], others: [] });
    const unsaid = await Promise.all([json, xml].map((key) => box.noteDone(vscode.Uri.parse(key), isDone)));
    assert.deepEqual([unsaid[0], unsaid[1]?.words, await box.words()], [undefined, "Why", ""]);
  });

  test("leave words that went with none of them beside what is typed before the last one ends", async () => {
    const input = { value: "", placeholder: "", enabled: true, visible: true };
    box.show(input);
    await box.put("Why");
    await box.saving(async (given) => {
      await box.noteGiven({ given, documents: [json], others: [] });
      // The document is saved by itself, and has nothing left for this save.
      void box.noteDone(vscode.Uri.parse(json), isDone);
      await nextTurn();
      input.value = `${input.value}\n\nNext`.trim();
      await box.words();
      await box.noteSaved({ given, typed: given, parts: [{ documents: [json], isSaved: true, isUsed: false }] });
    });
    assert.equal(await box.words(), "Why\n\nNext");
    await box.hide();
  });

  test("tell of words for what was saved by itself meanwhile, once they have ended", async () => {
    await box.put("Why");
    const [unsaid] = await box.saving(async (given) => {
      await box.noteGiven({ given, documents: [json], others: [] });
      // The document is saved by itself, and has nothing left for this save.
      const done = box.noteDone(vscode.Uri.parse(json), isDone);
      await box.noteSaved({ given, typed: given, parts: [{ documents: [], isSaved: false, isUsed: false }] });
      return [done];
    });
    assert.deepEqual([(await unsaid)?.words, await box.words()], ["Why", ""]);
  });

  test("leave no words in a box that shows them again", async () => {
    await box.put("Why");
    box.show({ value: "", placeholder: "", enabled: true, visible: true });
    await save(Promise.resolve());
    await box.hide();
    const again = { value: "Why", placeholder: "", enabled: true, visible: true };
    box.show(again);
    assert.deepEqual([await box.words(), again.value], ["", ""]);
    await box.hide();
  });

  test("have words of a command behind what stands in the box, and what was typed just before", async () => {
    const input = { value: "", placeholder: "", enabled: true, visible: true };
    box.show(input);
    await box.put("Why");
    input.value = "Why not";
    await box.put("And how");
    assert.deepEqual([await box.words(), input.value], ["Why not\n\nAnd how", "Why not\n\nAnd how"]);
    await box.hide();
  });

  test("go on after one that fails", async () => {
    await box.put("Why");
    const failed = box.saving(async () => await Promise.reject(new Error("It failed")));
    await assert.rejects(failed, /It failed/);
    assert.equal(await save(Promise.resolve()), "Why");
  });
});

suite("The comment box after a restart", () => {
  const kept = { words: "Why\nand how", meantFor: [json], besides: "", sent: [], address: address() };

  const untold = async () => await Promise.reject(new Error("It cannot be read now"));
  let take: () => Promise<readonly unknown[]>;
  setup(() => {
    take = async () => [kept];
  });

  /** Opens the box, in which VS Code shows `shown`. */
  const open = async (shown: string) => {
    const files = { take: () => take(), write: async () => true, remove: async () => {}, settled: async () => {} };
    const box = new CommentBox(files, "box", address);
    await box.words().catch(() => undefined);
    const input = { value: shown, placeholder: "", enabled: true, visible: true };
    box.show(input);
    return { box, input };
  };
  /** Gives the words of the box, and what it shows then. */
  const wordsOf = async ({ box, input }: Awaited<ReturnType<typeof open>>): Promise<readonly string[]> => {
    const words = await box.words();
    await box.hide();
    return [words, input.value];
  };

  test("has what was kept last, whatever VS Code has kept of it before", async () => {
    for (const shown of ["", "Why", "Why\nand how", "Said long ago"]) {
      assert.deepEqual(await wordsOf(await open(shown)), [kept.words, kept.words]);
    }
  });

  test("has what was typed behind that before VS Code was closed", async () => {
    const typed = `${kept.words} often`;
    assert.deepEqual(await wordsOf(await open(typed)), [typed, typed]);
  });

  test("has nothing of what was typed for another address", async () => {
    take = async () => [{ ...kept, address: "https://other.example/api/v1" }];
    assert.deepEqual(await wordsOf(await open("")), ["", ""]);
  });

  test("has what was typed for an address once it leads there again, whatever was typed elsewhere since", async () => {
    let left: readonly unknown[] = [kept];
    const write = async (_: string, data: unknown) => {
      left = [data];
      return true;
    };
    const remove = async () => {
      left = [];
    };
    const files = { take: async () => left, write, remove, settled: async () => {} };
    const at = (url: string) => new CommentBox(files, "box", () => url);
    await at("https://other.example/api/v1").put("Elsewhere");
    const words = await Promise.all([address(), "https://other.example/api/v1"].map((url) => at(url).words()));
    assert.deepEqual(words, [kept.words, "Elsewhere"]);
    const emptied = at("https://other.example/api/v1");
    await emptied.words();
    const input = { value: "Elsewhere", placeholder: "", enabled: true, visible: true };
    emptied.show(input);
    await emptied.words();
    input.value = "";
    await emptied.hide();
    assert.deepEqual(left, [[kept]]);
    assert.equal(await at(address()).words(), kept.words);
  });

  test("keeps nothing of any address once the words are forgotten, or their connection is gone", async () => {
    for (const isForgotten of [true, false]) {
      let left: readonly unknown[] = [kept];
      let url: string | undefined = "https://other.example/api/v1";
      const write = async (_: string, data: unknown) => {
        left = [data];
        return true;
      };
      const remove = async () => {
        left = [];
      };
      const box = new CommentBox({ take: async () => left, write, remove, settled: async () => {} }, "box", () => url);
      await box.put("Elsewhere");
      if (isForgotten) {
        await box.forget();
        await box.put("New");
        assert.deepEqual(left, [[{ words: "New", meantFor: [], besides: "", sent: [], address: url }]]);
      } else {
        url = undefined;
        await box.put("New");
        assert.deepEqual(left, []);
      }
    }
  });

  test("has what was sent of words that have left it since", async () => {
    let left: readonly object[] = [];
    const write = async (_: string, data: object) => {
      left = [data];
      return true;
    };
    const files = { take: async () => left, write, remove: async () => assert.fail(), settled: async () => {} };
    const sent = { words: "Why", body: "Why", mark: { count: 7 } };
    await new CommentBox(files, "box", address).sentOf([json]).add(sent);
    const again = new CommentBox(files, "box", address);
    assert.deepEqual([await again.words(), await again.sentOf([json]).read()], ["", [{ ...sent, documents: [json] }]]);
  });

  test("has what was typed in the last second before it went, once that has ended", async () => {
    const disk = new WriteQueue();
    let left: object[] = [];
    const write = (_: string, data: object) =>
      disk.run(async () => {
        await nextTurn();
        left = [data];
        return true;
      });
    const settled = async () => void (await disk.settled());
    const box = new CommentBox({ take: async () => left, write, remove: () => assert.fail(), settled }, "box", address);
    await box.words();
    const input = { value: "", placeholder: "", enabled: true, visible: true };
    box.show(input);
    input.value = "Why";
    await box.hide();
    take = async () => left;
    assert.deepEqual(await wordsOf(await open("")), ["Why", "Why"]);
  });

  test("has that, too, which was typed while nobody could read what was kept", async () => {
    take = untold;
    const opened = await open("Why");
    await assert.rejects(opened.box.words(), /cannot be read/);
    opened.input.value = "And when";
    take = async () => [kept];
    const both = `${kept.words}\n\nAnd when`;
    assert.deepEqual(await wordsOf(opened), [both, both]);
  });
});
