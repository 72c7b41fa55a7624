import assert from "node:assert/strict";
import { beforeEach, suite, test } from "mocha";
import { documentCodec } from "../../../../src/core/codec/documentCodec.ts";
import { putDraftText } from "../../../../src/core/draft/draftText.ts";
import { ShownTexts } from "../../../../src/core/draft/shownTexts.ts";

const editor = "artifact://demo/trackers/12/new-1/1203.txt";
const details = 1203;

suite("what a long text of a draft was made from", () => {
  let shown: ShownTexts;
  let heard: (readonly [key: string, madeFrom: readonly string[]])[];
  beforeEach(() => {
    heard = [];
    shown = new ShownTexts((...change) => heard.push(change));
  });

  /** What a save of the editor puts into a draft that says `now`. */
  async function put(mine: string, now: string): Promise<string> {
    const codec = await documentCodec("json");
    const place = {
      said: codec.print([{ fieldId: details, members: { value: now } }], 12),
      codec,
      kindOf: () => "text" as const,
      fieldId: details,
    };
    const result = putDraftText(place, { language: "txt", madeFrom: shown.madeFrom(editor), mine });
    return result.kind === "put" ? result.content : result.kind;
  }

  test("is what the draft said when the editor opened", async () => {
    shown.noteRead(editor, "One\r\nTwo", undefined);
    shown.noteShown(editor, "One\nTwo");
    assert.deepEqual(shown.madeFrom(editor), ["One\r\nTwo"]);
    assert.equal(await put("One\nThree", "One\r\nTwo"), "One\nThree");
  });

  test("is not what somebody else reads while the editor has unsaved changes", async () => {
    shown.noteRead(editor, "One", undefined);
    shown.noteShown(editor, "One");
    shown.noteShown(editor, "Mine");
    // A comparison with what is saved, a program, or VS Code itself, which then finds that something was typed.
    shown.noteRead(editor, "Typed into the draft", "Mine");
    assert.deepEqual(shown.madeFrom(editor), ["One"]);
    assert.equal(await put("Mine", "Typed into the draft"), "differs");
  });

  test("is not what was read beside a text that a restart brings back", async () => {
    shown.noteRead(editor, "Typed into the draft", undefined);
    shown.noteShown(editor, "Mine");
    assert.deepEqual(shown.madeFrom(editor), []);
    assert.equal(await put("Mine", "Typed into the draft"), "differs");
  });

  test("is not what is typed into the draft before that has what it is about to be given", async () => {
    shown.noteRead(editor, "One", undefined);
    shown.noteShown(editor, "One");
    shown.noteOffered(editor, "Mine");
    shown.noteGiven(editor, "Typed into the draft");
    shown.noteGiven(editor, undefined);
    assert.deepEqual(shown.madeFrom(editor), ["One"]);
    assert.equal(await put("Mine, and more", "Typed into the draft"), "differs");
    shown.noteGiven(editor, "Mine");
    assert.deepEqual(shown.madeFrom(editor), ["One", "Mine"]);
  });

  test("is what was read once the editor shows that", async () => {
    shown.noteRead(editor, "One", undefined);
    shown.noteShown(editor, "One");
    shown.noteRead(editor, "Two", "One");
    assert.deepEqual(shown.madeFrom(editor), ["One"]);
    shown.noteShown(editor, "Two");
    assert.deepEqual(shown.madeFrom(editor), ["Two"]);
    // The same is read again: nothing in the editor changes.
    shown.noteRead(editor, "Two\r\n", "Two\n");
    assert.deepEqual(shown.madeFrom(editor), ["Two\r\n"]);
  });

  test("is what a save of the draft took along, though the editor is unsaved still", async () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    shown.noteShown(editor, "Steps\nMy password");
    // The service refuses that save. Then the line is deleted, and the editor saved.
    assert.equal(shown.isTaken(editor, "Steps\nMy password", "Steps\nMy password"), true);
    assert.equal(await put("Steps", "Steps\nMy password"), "Steps");
    assert.equal(await put("Steps\nMore", "Steps\nMy password"), "Steps\nMore");
  });

  test("is what it was before, where undoing took out of the draft what its save had taken along", async () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    for (const text of ["Steps\nMine", "Steps\nMine\nMore"]) {
      // The service refuses that save.
      shown.noteOffered(editor, text);
      shown.noteGiven(editor, text);
      assert.equal(shown.isTaken(editor, text, text), true);
    }
    assert.equal(await put("Steps\nMine\nMore", "Steps\nMine"), "Steps\nMine\nMore");
    assert.equal(await put("Steps\nMine\nMore", "Steps"), "Steps\nMine\nMore");
    shown.notePut(editor, "Steps\nMine\nMore", "Steps\nMine\nMore");
    assert.equal(await put("Steps\nMine\nMore", "Steps"), "Steps");
  });

  test("is what it was before a restart, where undoing took out of the draft what its save had taken along", async () => {
    shown.takeUp(editor, []);
    shown.takeUp(editor, ["Steps", "Steps\nMine"]);
    shown.takeUp(editor, ["Nothing else"]);
    assert.equal(await put("Steps\nMine", "Steps"), "Steps\nMine");
    assert.equal(await put("Steps\nMore", "Steps\nMine"), "Steps\nMore");
  });

  test("is known to nobody, where more was undone in the draft or typed into it since, and it matters", async () => {
    shown.noteRead(editor, "One\n\nTwo", undefined);
    shown.noteShown(editor, "One\n\nTwo");
    shown.noteOffered(editor, "One\n\nTwo\n\nMine");
    shown.noteGiven(editor, "One\n\nTwo\n\nMine");
    assert.equal(await put("One\n\nTwo\n\nMine", "First\n\nTwo\n\nMine"), "First\n\nTwo\n\nMine");
    // Undoing may have taken the last line out of the draft, or the person.
    assert.equal(await put("One\n\nTwo\n\nMine", "First\n\nTwo"), "differs");
    // The person has taken it out of the editor.
    assert.equal(await put("One\n\nTwo", "First\n\nTwo\n\nMine"), "differs");
  });

  test("is what both came back to, though the draft has the words again that it was given", async () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    for (const text of ["Steps\nMine", "Steps\nMine\nMore"]) {
      shown.noteOffered(editor, text);
      shown.noteGiven(editor, text);
    }
    assert.equal(shown.isTaken(editor, "Steps", "Steps"), true);
    assert.deepEqual(shown.madeFrom(editor), ["Steps"]);
    assert.equal(await put("Steps\nAnother", "Steps\nMine"), "differs");
  });

  test("stays what the draft was given, where undoing has the editor say again what was read", async () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    shown.notePut(editor, "Steps\nMy password", "Steps\nMy password");
    // VS Code tells of the first change after a save before it calls the text unsaved.
    shown.noteShown(editor, "Steps");
    assert.equal(await put("Steps", "Steps\nMy password"), "Steps");
  });

  test("is taken back where the editor undoes what the draft was given, until the draft says the same", () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    assert.equal(shown.hasTakenBack(editor, "Typed"), false);
    shown.noteOffered(editor, "Steps\nMine");
    shown.noteGiven(editor, "Steps\nMine");
    assert.equal(shown.hasTakenBack(editor, "Steps\nMine"), false);
    // Undoing all that was typed has VS Code call the editor saved.
    shown.noteShown(editor, "Steps");
    assert.equal(shown.hasTakenBack(editor, "Steps"), true);
    shown.noteOffered(editor, "Steps\nMine\nMore");
    shown.noteGiven(editor, "Steps\nMine\nMore");
    assert.equal(shown.hasTakenBack(editor, "Steps\nMine\nMore"), false);
    assert.equal(shown.hasTakenBack(editor, "Steps\nMine"), true);
    shown.noteOffered(editor, "Steps");
    shown.noteGiven(editor, "Steps");
    assert.equal(shown.hasTakenBack(editor, "Steps"), false);
  });

  test("is the same where an editor ends its lines otherwise than the draft", async () => {
    shown.takeUp(editor, ["Steps\r\nAll", "Steps\r\nAll\r\nMine"]);
    assert.equal(shown.hasTakenBack(editor, "Steps\nAll\nMine"), false);
    assert.equal(shown.hasTakenBack(editor, "Steps\nAll"), true);
    assert.equal(shown.isTaken(editor, "Steps\nAll", "Steps\nAll"), true);
    // Both came back to what they said first: the draft was given nothing since.
    assert.equal(await put("Steps\nAnother", "Steps\r\nAll\r\nMine"), "differs");
  });

  test("stays what it was while a draft lacks words of its editor", async () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    for (const now of ["Steps", undefined]) {
      assert.equal(shown.isTaken(editor, now, "Steps\nMine"), false);
      assert.deepEqual(shown.madeFrom(editor), ["Steps"]);
    }
  });

  test("is what the editor had, while it does not show the words of the draft that this was merged with", async () => {
    shown.noteRead(editor, "A\n\nb", undefined);
    shown.noteShown(editor, "A\n\nb");
    assert.equal(await put("A1\n\nb", "A\n\nB"), "A1\n\nB");
    shown.notePut(editor, "A1\n\nb", "A1\n\nB");
    // More was typed while that was saved, so that VS Code does not read it again.
    assert.equal(await put("A2\n\nb", "A1\n\nB"), "A2\n\nB");
    shown.noteRead(editor, "A1\n\nB", "A1\n\nb");
    shown.noteShown(editor, "A1\n\nB");
    assert.equal(await put("A1\n\nb", "A1\n\nB"), "A1\n\nb");
  });

  test("is what the draft was given, as that says it", () => {
    shown.notePut(editor, "One\nTwo", "One\r\nTwo");
    assert.deepEqual(shown.madeFrom(editor), ["One\r\nTwo"]);
  });

  test("is what a save of the draft took along, though more was typed meanwhile", async () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    shown.noteOffered(editor, "Steps\nMy password");
    assert.equal(shown.isOffered(editor), true);
    shown.noteGiven(editor, "Steps\nMy password");
    assert.equal(shown.isTaken(editor, "Steps\nMy password", "Steps\nMy password\nMore"), false);
    assert.equal(shown.isOffered(editor), false);
    // That save sends nothing, then. The line is deleted, and the editor saved.
    assert.equal(await put("Steps\nMore", "Steps\nMy password"), "Steps\nMore");
  });

  test("is not what a save of the draft was to take along, and did not", () => {
    shown.noteRead(editor, "Steps", undefined);
    shown.noteShown(editor, "Steps");
    shown.noteOffered(editor, "Steps\nMine");
    shown.noteGiven(editor, "Steps");
    assert.equal(shown.isTaken(editor, "Steps", "Steps\nMine, too"), false);
    assert.deepEqual(shown.madeFrom(editor), ["Steps"]);
    shown.forget(editor);
    shown.noteGiven(editor, "Steps\nMine");
    assert.deepEqual(shown.madeFrom(editor), []);
  });

  test("is found where an editor shows the text otherwise than it is written", () => {
    for (const [content, text] of [
      ["\ufeffOne", "One"],
      ["Half \ud83d of it", "Half \ufffd of it"],
    ] as const) {
      shown.noteRead(editor, content, undefined);
      shown.noteShown(editor, text);
      assert.deepEqual(shown.madeFrom(editor), [content]);
    }
  });

  test("is told whenever it is another, for a restart", () => {
    shown.noteRead(editor, "One", undefined);
    for (const text of ["One", "Mine", "One"]) {
      shown.noteShown(editor, text);
    }
    shown.notePut(editor, "Mine", "Mine");
    shown.isTaken(editor, "Mine, merged", "Mine");
    shown.isTaken(editor, "Ours", "Ours");
    shown.forget(editor);
    assert.deepEqual(heard, [
      [editor, ["One"]],
      [editor, ["Mine"]],
      [editor, ["Mine", "Ours"]],
    ]);
  });

  test("is forgotten with the editor", async () => {
    shown.noteRead(editor, "One", undefined);
    shown.noteShown(editor, "One");
    shown.forget(editor);
    shown.noteShown(editor, "One");
    assert.deepEqual(shown.madeFrom(editor), []);
    // It was closed before it showed what was read.
    shown.noteRead(editor, "One", undefined);
    shown.forget(editor);
    shown.noteShown(editor, "One");
    assert.deepEqual(shown.madeFrom(editor), []);
  });
});
