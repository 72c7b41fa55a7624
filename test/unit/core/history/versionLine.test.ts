import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { versionLine } from "../../../../src/core/history/stepWords.ts";
import type { ThreadEntry } from "../../../../src/core/history/thread.ts";

function line(more: Partial<ThreadEntry>) {
  const { label, ...rest } = versionLine({ changesetId: 9001, isCreation: false, changes: [], ...more }, "en-GB");
  return { ...rest, hasLabel: label !== "" };
}

suite("a version as a row of a list", () => {
  test("tells when, who, which fields, and the comment's first line", () => {
    const changes = [
      { fieldId: 1, label: "Summary" },
      { fieldId: 2, label: "Status" },
    ];
    const comment = { content: "\nFirst line\nSecond line", format: "commonmark" as const };
    const shown = line({ author: "Jane Doe (jdoe)", on: "2026-03-13T14:00:00+01:00", changes, comment });
    assert.deepEqual(shown, { description: "Jane Doe (jdoe)", detail: "Summary, Status “First line”", hasLabel: true });
  });

  test("tells of nobody, of mail, of what is private and of what was edited", () => {
    assert.equal(line({ isCreation: true }).detail, "Created");
    assert.equal(line({}).description, "Somebody unknown");
    assert.equal(line({ email: "someone@example.com", author: "x" }).description, "someone@example.com by mail");
    const comment = { content: "Hush", format: "text" as const, groups: [], edited: { on: "2026-03-13T14:00:00Z" } };
    assert.equal(line({ comment }).detail, "(private, edited) “Hush”");
  });

  test("shows HTML in words, a date that is none as it is, and no pictures", () => {
    const html = { content: "<p>1 &lt; 2 &amp;lt; <b>3</b></p><p>More</p>", format: "html" as const };
    assert.equal(line({ comment: html }).detail, "“1 < 2 &lt; 3”");
    assert.equal(
      versionLine({ changesetId: 1, isCreation: false, changes: [], on: "$(bug) soon" }, "en").label,
      "$ (bug) soon",
    );
    assert.equal(line({ comment: { content: `${"\n".repeat(2000)}Too late`, format: "text" } }).detail, "");
    assert.ok(line({ comment: { content: "x".repeat(5_000_000), format: "text" } }).detail.length < 200);
  });
});
