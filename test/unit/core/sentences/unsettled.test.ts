import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { unsettledSentence } from "../../../../src/core/sentences/documents.ts";
import { entriesUnsettled } from "../../../../src/core/sentences/saving.ts";

suite("what is said of an entry that waits for a choice", () => {
  const entry = (value: string): Entry => ({ fieldId: 7, members: { value } });
  const wordsOf = ({ members }: Entry) => String(members.value);

  test("is what it was, mine and theirs, each on a line of its own", () => {
    const both = { fieldId: 7, label: "Status", was: entry("Open"), mine: entry("Closed"), theirs: entry("New") };
    assert.equal(
      unsettledSentence(both, wordsOf),
      "In conflict: “Status” was changed on the service too.\nIt was: Open\nMine: Closed\nTheirs: New",
    );
    const theirs = entry("New\nMine: something else");
    assert.match(unsettledSentence({ ...both, theirs }, wordsOf), /\nTheirs: New Mine: something else$/);
  });

  test("tells of the marks of a merge, also where nobody knows of a change on the service", () => {
    const marked = { fieldId: 7, label: "Notes", mine: entry("a"), theirs: entry("b"), isMarked: true } as const;
    assert.equal(
      unsettledSentence(marked, wordsOf),
      "In conflict: “Notes” has the marks of a merge.\nMine: a\nTheirs: b",
    );
    const other = { fieldId: 8, label: "Status", mine: entry("a"), theirs: entry("b") };
    assert.match(entriesUnsettled([other, marked]), /^Nothing was sent: the marks of a merge are in Notes\./);
    const untold = { fieldId: 7, label: "Notes", mine: entry("a"), isMarked: true } as const;
    const way =
      "and they do not tell whose lines are whose. Take them out, or put a space before those that belong to the text.";
    assert.equal(unsettledSentence(untold, wordsOf), `In conflict: “Notes” has the marks of a merge, ${way}`);
    assert.equal(entriesUnsettled([other, untold]), `Nothing was sent: the marks of a merge are in Notes, ${way}`);
    const choice =
      /^Nothing was sent: the marks of a merge are in Notes, Notes\. Choose Use Mine or Use Theirs above them, /;
    assert.match(entriesUnsettled([marked, untold]), choice, "one of them can be chosen for");
    assert.match(entriesUnsettled([other]), /^Nothing was sent: Status changed on the service too\./);
  });

  test("says nothing of what nobody knows any more, and that a field is gone", () => {
    assert.equal(
      unsettledSentence({ fieldId: 7, label: "", mine: entry("Closed") }, wordsOf),
      "In conflict: “7” was changed on the service too.\nMine: Closed\nTheirs: (the field is gone)",
    );
  });
});
