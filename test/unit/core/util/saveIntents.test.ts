import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import {
  announceSave,
  endIntent,
  intendSave,
  noteChange,
  noteClean,
  takeIntent,
} from "../../../../src/core/util/saveIntents.ts";

suite("a save that somebody asked for", () => {
  let document: { isDirty: boolean; version: number; getText(): string };

  setup(() => {
    document = { isDirty: true, version: 1, getText: () => "Mine" };
  });

  const change = (text: string, nowMs = 0) => {
    document.version++;
    document.getText = () => text;
    noteChange(document, nowMs);
  };
  const isAskedFor = (written: string, nowMs = 0) => takeIntent(document, written, nowMs);

  test("is written once", () => {
    announceSave(document, 0);
    assert.deepEqual([isAskedFor("Mine"), isAskedFor("Mine")], [true, false]);
  });

  test("is none without an announcement, or of another document", () => {
    announceSave({ ...document }, 0);
    assert.equal(isAskedFor("Mine"), false);
  });

  test("writes the text as it was announced, or as it was changed since, with other line ends too", () => {
    for (const written of ["Mine", "Mine, tidied\n", "Mine, tidied\nand typed on"]) {
      document.getText = () => "Mine";
      announceSave(document, 0);
      change("Mine, tidied\r\n");
      change("Mine, tidied\r\nand typed on");
      assert.ok(isAskedFor(written), written);
    }
  });

  test("writes no text that the document has not had since, and is still to come then", () => {
    change("Before");
    change("Mine");
    announceSave(document, 0);
    assert.deepEqual([isAskedFor("Before"), isAskedFor("A program's"), isAskedFor("Mine")], [false, false, true]);
  });

  test("is given up by VS Code where it is not written soon, whatever was changed meanwhile", () => {
    announceSave(document, 0);
    change("Later", 9999);
    assert.equal(isAskedFor("Later", 10_000), false);
    announceSave(document, 0);
    assert.equal(isAskedFor("Later", 9999), true);
  });

  test("is given up by VS Code where the text is what is stored again before it is written", () => {
    announceSave(document, 0);
    change("As it is stored");
    noteClean(document);
    change("An agent's");
    assert.deepEqual([isAskedFor("An agent's"), isAskedFor("As it is stored")], [false, false]);
  });

  test("of a command of ours is still to come, although nothing was unsaved when it was asked for", () => {
    intendSave(document, 0);
    noteClean(document);
    assert.equal(isAskedFor("Mine"), true);
  });

  test("is over once the command that asked for it is", () => {
    const intent = intendSave(document, 0);
    announceSave(document, 0);
    endIntent(document, intent);
    assert.equal(isAskedFor("Mine"), false);
  });

  test("is not over with the command before it", () => {
    const intent = intendSave(document, 0);
    announceSave(document, 0);
    assert.equal(isAskedFor("Mine"), true);
    announceSave(document, 0);
    endIntent(document, intent);
    assert.equal(isAskedFor("Mine"), true);
  });

  test("is not over with a command whose own save was announced before it", () => {
    const intent = intendSave(document, 0);
    announceSave(document, 0);
    announceSave(document, 0);
    endIntent(document, intent);
    assert.equal(isAskedFor("Mine"), true);
  });

  test("is for as long as from its announcement, however long VS Code was busy before", () => {
    intendSave(document, 0);
    announceSave(document, 9000);
    assert.equal(isAskedFor("Mine", 18_000), true);
  });

  test("remembers the last of what was typed while it is not written", () => {
    announceSave(document, 0);
    for (let key = 0; key < 30; key++) {
      change(`Mine ${key}`);
    }
    assert.deepEqual([isAskedFor("Mine 9"), isAskedFor("Mine 10")], [false, true]);
  });
});
