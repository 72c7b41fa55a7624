import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isUnsaved, noteStored } from "../../../../src/core/util/unsaved.ts";

/** A document as VS Code tells of it: clean after a save, whatever was typed during that. */
function saved(text: string) {
  return { isDirty: false, version: 3, getText: () => text };
}

suite("a text that VS Code calls clean", () => {
  test("is unsaved where it was changed while it was stored", () => {
    const document = saved("Second");
    assert.equal(isUnsaved(document), false);
    noteStored(document, "First");
    assert.equal(isUnsaved(document), true);
  });

  test("is saved where it is what was stored, with other line ends too", () => {
    const document = saved("one\r\ntwo");
    noteStored(document, "one\ntwo");
    assert.equal(isUnsaved(document), false);
  });

  test("is saved once the next save has stored what was typed during the last", () => {
    const document = saved("Second");
    noteStored(document, "First");
    noteStored(document, "Second");
    assert.equal(isUnsaved(document), false);
  });

  test("is what VS Code calls it from the next change on", () => {
    const document = saved("Second");
    noteStored(document, "First");
    document.version++;
    assert.equal(isUnsaved(document), false);
    document.isDirty = true;
    assert.equal(isUnsaved(document), true);
  });
});
