import { suite, test } from "mocha";
import { EditorFixture, type Step } from "./editorFixture.ts";
import { SetsFixture, type SetsStep } from "./setsFixture.ts";
import { clockOff, SimulatedMemory } from "./simulatedService.ts";

/** Rare sequences that failed once; each is run like those of `interleavings.test.ts`. */
const sequences: Readonly<Record<string, readonly Step[]>> = {
  "a PUT of unknown fate is found where the service tells no versions any more": [
    { do: "write", document: "json", field: 0 },
    { do: "hideVersions", which: "both" },
    { do: "save", document: "json", mishaps: { failReads: "all" } },
    { do: "write", document: "json", field: 0 },
    { do: "save", document: "json", mishaps: {} },
  ],
  "a crash brings back the text from before the person wrote what a colleague had made of a long text": [
    { do: "colleague", field: 2, later: 0 },
    { do: "open", document: "field" },
    { do: "save", document: "json", mishaps: { delivers: "beforeUpdate" } },
    { do: "write", document: "json", field: 2 },
    { do: "save", document: "json", mishaps: {} },
    { do: "agree", document: "json", field: 2 },
    { do: "crash", first: "json", past: 1 },
    { do: "chooseMine", document: "json", field: 0 },
  ],
  "all are saved over a colleague's change after one of two documents of the artifact was undone": [
    { do: "write", document: "json", field: 0 },
    { do: "save", document: "json", mishaps: {} },
    { do: "open", document: "xml" },
    { do: "colleague", field: 0, later: 0 },
    { do: "write", document: "json", field: 0 },
    { do: "undo", document: "xml", past: 0 },
    { do: "saveAll", mishaps: {} },
  ],
  "a document's PUT of unknown fate is found by the save of another, which wrote over it": [
    { do: "open", document: "xml" },
    { do: "write", document: "xml", field: 0 },
    { do: "save", document: "xml", mishaps: { answer: "applied", failReads: "all" } },
    { do: "write", document: "json", field: 0 },
  ],
  "a long text whose version is unknown has the content of theirs, in another format, when another document replaces it":
    [
      { do: "colleague", field: 2, later: 0 },
      { do: "open", document: "field" },
      { do: "switch", document: "json" },
      { do: "forget" },
      { do: "write", document: "xml", field: 0 },
      { do: "undo", document: "field", past: 0 },
      { do: "save", document: "field", mishaps: {} },
    ],
  "undoing brings back a text of the document that another format has taken the place of": [
    { do: "colleague", field: 0, later: 0 },
    { do: "open", document: "xml" },
    { do: "revert", document: "json" },
    { do: "rebase", document: "xml" },
    { do: "switch", document: "xml" },
    { do: "undo", document: "json", past: 0 },
    { do: "undo", document: "json", past: 3 },
  ],
  "a long text of a format that nobody knows says what another document stores, in another format": [
    { do: "write", document: "json", field: 0 },
    { do: "open", document: "field" },
    { do: "undo", document: "field", past: 0 },
    { do: "reload", first: "json", isStoreLost: true },
    { do: "colleague", field: 2, later: 0 },
    { do: "revert", document: "field" },
    { do: "undo", document: "field", past: 1 },
    { do: "save", document: "json", mishaps: {} },
  ],
  "the same, and the other document has the format of the version before": [
    { do: "switch", document: "json" },
    { do: "open", document: "field" },
    { do: "colleague", field: 2, later: 0 },
    { do: "reload", first: "json", isStoreLost: true },
    { do: "switch", document: "json" },
    { do: "forget" },
    { do: "undo", document: "field", past: 0 },
    { do: "write", document: "json", field: 2 },
  ],
  "a long text that undoing brings back is written on, while the base has its format and what it is made from has not":
    [
      { do: "open", document: "field" },
      { do: "close", document: "json" },
      { do: "colleague", field: 2, later: 0 },
      { do: "open", document: "xml" },
      { do: "colleague", field: 2, later: 0 },
      { do: "colleague", field: 2, later: 0 },
      { do: "rebase", document: "field" },
      { do: "refresh", document: "xml" },
      { do: "undo", document: "field", past: 1 },
      { do: "write", document: "field", field: 2 },
    ],
  "a document merges with what another has saved over since, and the other is undone": [
    { do: "open", document: "xml" },
    { do: "write", document: "xml", field: 0 },
    { do: "save", document: "xml", mishaps: {} },
    { do: "wait", seconds: 3, background: "atOnce" },
    { do: "write", document: "json", field: 0 },
    { do: "save", document: "json", mishaps: {} },
    { do: "write", document: "xml", field: 0 },
    { do: "save", document: "xml", mishaps: {} },
    { do: "wait", seconds: 3, background: "atOnce" },
    { do: "merge", document: "json" },
    { do: "undo", document: "xml", past: 1 },
    { do: "save", document: "xml", mishaps: {} },
  ],
  "a text made the same as the version beside it is kept after another document has brought back what was before": [
    { do: "open", document: "xml" },
    { do: "write", document: "xml", field: 0 },
    { do: "write", document: "json", field: 0 },
    { do: "save", document: "json", mishaps: {} },
    { do: "save", document: "xml", mishaps: {} },
    { do: "agree", document: "xml", field: 0 },
    { do: "undo", document: "json", past: 3 },
    { do: "save", document: "json", mishaps: { editInGap: { fields: [0], later: 0 } } },
    { do: "keepMine", document: "json", mishaps: {} },
    { do: "keepMine", document: "xml", mishaps: {} },
  ],
  "a text made the same as the version beside it follows that, in another format too": [
    { do: "colleague", field: 0, later: 0 },
    { do: "refresh", document: "json" },
    { do: "colleague", field: 0, later: 0 },
    { do: "open", document: "field" },
    { do: "undo", document: "json", past: 1 },
    { do: "save", document: "json", mishaps: {} },
    { do: "write", document: "field", field: 0 },
    { do: "agree", document: "json", field: 0 },
    { do: "switch", document: "json" },
    { do: "colleague", field: 0, later: 0 },
    { do: "wait", seconds: 1, background: "atOnce" },
  ],
  "undoing leaves a long text as the person wrote it, and its format is not known": [
    { do: "close", document: "json" },
    { do: "open", document: "field" },
    { do: "colleague", field: 2, later: 0 },
    { do: "forget" },
    { do: "revert", document: "field" },
    { do: "refresh", document: "field" },
    { do: "rewrite", document: "field", field: 0, past: 0 },
    { do: "rewrite", document: "field", field: 0, past: 3 },
    { do: "undo", document: "field", past: 4 },
  ],
  "of two texts one says what theirs says by now, of which the service tells no version": [
    { do: "open", document: "xml" },
    { do: "write", document: "xml", field: 0 },
    { do: "hideVersions", which: "both" },
    { do: "write", document: "json", field: 1 },
    { do: "colleague", field: 1, later: 0 },
    { do: "save", document: "json", mishaps: {} },
    { do: "remove", document: "json", field: 1 },
    { do: "saveAll", mishaps: {} },
    { do: "colleague", field: 0, later: 0 },
  ],
  "an old value is written by hand over a merged one, and the next merge is refused because the person types": [
    { do: "colleague", field: 2, later: 0 },
    { do: "write", document: "json", field: 0 },
    { do: "save", document: "json", mishaps: {} },
    { do: "colleague", field: 0, later: 0 },
    { do: "merge", document: "json" },
    { do: "save", document: "json", mishaps: { types: { field: 0, when: "beforeUpdate" } } },
    { do: "rewrite", document: "json", field: 2, past: 1 },
    { do: "mergeRefused", document: "json", field: 0 },
    { do: "agree", document: "json", field: 0 },
  ],
  "undoing brings back an entry that was taken out before theirs was merged, and VS Code restores that": [
    { do: "write", document: "json", field: 0 },
    { do: "remove", document: "json", field: 2 },
    { do: "colleague", field: 2, later: 0 },
    { do: "save", document: "json", mishaps: { editAfter: 0 } },
    { do: "merge", document: "json" },
    { do: "undo", document: "json", past: 2 },
    { do: "reload", first: "json", isStoreLost: false },
    { do: "merge", document: "json" },
  ],
  "a window is killed with the PUT that keeps mine, and the next one finds out that it was stored": [
    { do: "colleague", field: 0, later: 0 },
    { do: "write", document: "json", field: 0 },
    { do: "compare", document: "json" },
    { do: "keepMine", document: "json", mishaps: { dies: { at: 3, past: 0 } } },
    { do: "save", document: "json", mishaps: { answer: "notApplied" } },
  ],
  "undoing goes back past a text that the person wrote over theirs, and that the text from before says too": [
    { do: "colleague", field: 2, later: 0 },
    { do: "revert", document: "json" },
    { do: "rewrite", document: "json", field: 2, past: 1 },
    { do: "remove", document: "json", field: 2 },
    { do: "undo", document: "json", past: 3 },
  ],
  "a crash brings back a text that undoing had brought back, and not what was written over that": [
    { do: "open", document: "field" },
    { do: "reload", first: "field", isStoreLost: false },
    { do: "colleague", field: 2, later: 0 },
    { do: "refresh", document: "field" },
    { do: "undo", document: "field", past: 3 },
    { do: "write", document: "field", field: 0 },
    { do: "crash", first: "json", past: 1 },
  ],
};

/** The same, like those of `setsInterleavings.test.ts`. */
const setsSequences: Readonly<Record<string, readonly SetsStep[]>> = {
  "«mine» for a member that waits is no choice of another one that the base has moved since": [
    { do: "colleague", change: { how: "retype", pick: 0 } },
    { do: "write", document: "xml", change: { how: "retype", pick: 0 } },
    { do: "saveAll" },
    { do: "write", document: "xml", change: { how: "retype", pick: 3 } },
    { do: "write", document: "json", change: { how: "add", pick: 0 } },
    { do: "merge", document: "xml" },
    { do: "save", document: "json", theirs: { how: "retype", pick: 1 } },
    { do: "merge", document: "json" },
    { do: "chooseMine", document: "xml" },
  ],
  "of two texts the one that says theirs by now has nothing to send, and the other is saved over theirs": [
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "write", document: "json", change: { how: "remove", pick: 0 } },
    { do: "save", document: "json" },
    { do: "write", document: "xml", change: { how: "add", pick: 0 } },
    { do: "write", document: "json", change: { how: "remove", pick: 0 } },
    { do: "saveAll" },
  ],
  "a member that both removed is brought back by undoing, and changed by hand": [
    { do: "colleague", change: { how: "remove", pick: 1 } },
    { do: "write", document: "json", change: { how: "remove", pick: 1 } },
    { do: "save", document: "json" },
    { do: "undo", document: "json", past: 1 },
    { do: "write", document: "json", change: { how: "retype", pick: 1 } },
  ],
  "mine is chosen in a text that is behind the base, and a member that came with it is removed": [
    { do: "write", document: "json", change: { how: "add", pick: 0 } },
    { do: "save", document: "json" },
    { do: "colleague", change: { how: "retype", pick: 0 } },
    { do: "write", document: "xml", change: { how: "add", pick: 0 } },
    { do: "rebase", document: "xml" },
    { do: "undo", document: "xml", past: 1 },
    { do: "reload" },
    { do: "chooseMine", document: "xml" },
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "write", document: "json", change: { how: "add", pick: 0 } },
  ],
  "mine is chosen for a member that both changed, and that was removed and brought back by undoing since": [
    { do: "colleague", change: { how: "retype", pick: 1 } },
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "write", document: "json", change: { how: "retype", pick: 1 } },
    { do: "save", document: "json" },
    { do: "merge", document: "json" },
    { do: "write", document: "json", change: { how: "remove", pick: 0 } },
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "save", document: "json" },
    { do: "takeTheirs", document: "json" },
    { do: "undo", document: "json", past: 1 },
  ],
  "theirs is chosen in a text that is behind the base, and a colleague removes the member": [
    { do: "write", document: "json", change: { how: "add", pick: 0 } },
    { do: "write", document: "xml", change: { how: "add", pick: 0 } },
    { do: "save", document: "xml" },
    { do: "colleague", change: { how: "retype", pick: 0 } },
    { do: "compare", document: "json" },
    { do: "takeTheirs", document: "json" },
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "undo", document: "json", past: 1 },
    { do: "undo", document: "xml", past: 1 },
    { do: "chooseTheirs", document: "xml" },
    { do: "save", document: "json" },
  ],
  "the same as the first, in a text that lacks what a colleague added": [
    { do: "colleague", change: { how: "add", pick: 0 } },
    { do: "colleague", change: { how: "remove", pick: 0 } },
    { do: "write", document: "json", change: { how: "add", pick: 0 } },
    { do: "reload" },
    { do: "write", document: "json", change: { how: "remove", pick: 0 } },
    { do: "save", document: "json" },
    { do: "undo", document: "json", past: 1 },
    { do: "write", document: "json", change: { how: "retype", pick: 0 } },
  ],
};

suite("sequences of a person, a colleague and the network that were found", () => {
  for (const [name, steps] of Object.entries(sequences)) {
    test(name, async () => {
      const fixture = await EditorFixture.open(new SimulatedMemory(clockOff(0)));
      for (const step of steps) {
        await fixture.run(step);
      }
      await fixture.settle();
    });
  }

  for (const [name, steps] of Object.entries(setsSequences)) {
    test(name, async () => {
      const fixture = await SetsFixture.open();
      for (const step of steps) {
        await fixture.run(step);
      }
      await fixture.settle();
    });
  }
});
