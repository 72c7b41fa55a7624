import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { EditorState } from "../../src/editor/documents/editorState.ts";

suite("The version that a program has read of a file", () => {
  const of = {};
  let state: EditorState<string>;
  setup(() => {
    state = new EditorState();
  });

  /** A text that is not open is read. */
  const read = (base: string) => {
    state.opening = base;
    state.noteGiven({ base, of, isOfEditor: false });
  };

  test("stays where the document opens with another text than the program has read", () => {
    read("by a program");
    assert.equal(state.takeOther("restored"), true);
    assert.deepEqual(state.given, { base: "by a program", of, isOfEditor: false });
  });

  test("is the one from before VS Code has read the document to open it", () => {
    read("by a program");
    read("by VS Code");
    assert.equal(state.takeOther("by VS Code"), false);
    assert.deepEqual(state.given, { base: "by a program", of, isOfEditor: false });
  });

  test("is the one that VS Code has read, until a program reads it", () => {
    read("by VS Code");
    assert.equal(state.takeOther("by VS Code"), false);
    state.noteGiven({ base: "followed", of, isOfEditor: true });
    assert.deepEqual(state.given, { base: "followed", of, isOfEditor: true });
    state.noteGiven({ base: "by a program", of, isOfEditor: false });
    // VS Code tells once more that the document is open, as where its language is changed.
    assert.equal(state.takeOther("followed"), false);
    state.noteGiven({ base: "followed again", of, isOfEditor: true });
    assert.deepEqual(state.given, { base: "by a program", of, isOfEditor: false });
  });

  test("is read by VS Code once after each change that it has looked at", () => {
    assert.equal(state.takeLook(), false);
    state.touch();
    assert.equal(state.takeLook(), false);
    state.noticeLook(true);
    assert.deepEqual([state.takeLook(), state.takeLook()], [true, false]);
  });
});
