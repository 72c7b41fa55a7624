import assert from "node:assert/strict";
import { suite, test } from "mocha";
import {
  boxPlaceholder,
  discardDetail,
  discardQuestion,
  documentsDisagree,
  notAllSaved,
  repositoryDraftRowName,
  repositoryRowName,
  rowName,
  rowTooltip,
} from "../../../../src/core/sentences/sourceControl.ts";

suite("What Source Control says", () => {
  test("of a row is its artifact, with the field or the part behind it", () => {
    assert.equal(rowName(512, "It breaks"), "#512 It breaks");
    assert.equal(rowName(512, undefined), "#512");
    assert.equal(rowName(512, "It breaks", "Details"), "#512 It breaks: Details");
    assert.equal(repositoryRowName("web"), "web");
    assert.equal(repositoryRowName("web", "access file"), "web: access file");
    assert.deepEqual([" ", "tools"].map(repositoryDraftRowName), ["New SVN repository", "tools"]);
  });

  test("of a row has no icon or line of the service's words", () => {
    assert.equal(rowName(512, "$(bug) It\nbreaks", "$(zap) Details").includes("$("), false);
    assert.equal(rowName(512, "It\nbreaks").includes("\n"), false);
    assert.equal(boxPlaceholder("Team\n$(bug)").includes("\n"), false);
  });

  test("to who points at a row, or hears it, is its state, its format, the fields and the reason", () => {
    const form = "JSON";
    assert.equal(
      rowTooltip("changes", { form, fields: ["Summary", "Status"] }),
      "Unsaved changes (JSON): Summary, Status",
    );
    assert.match(rowTooltip("new", { fields: [] }), /^[^:(]+$/);
    assert.match(rowTooltip("conflicts", { form, fields: ["Summary"] }), /conflict.*\(JSON\): Summary$/i);
    assert.notEqual(rowTooltip("merged", { fields: [] }), rowTooltip("conflicts", { fields: [] }));
    const reason = "The service refused the summary.";
    assert.equal(
      rowTooltip("changes", { form, fields: ["Summary"], reason }),
      `Unsaved changes (JSON): Summary.\nNot saved. ${reason}`,
    );
  });

  test("of a save that left something is what, and why where that is one thing", () => {
    const all = { saved: 3, conflicts: ["#512"], cancelled: ["#516"], isCommentKept: true };
    assert.equal(
      notAllSaved({ ...all, failed: [{ name: "#513", reason: "The service refused the summary." }] }),
      "3 saved. In conflict: #512. Not saved: #513. Cancelled before it was sent: #516. " +
        "The service refused the summary. The comment stays in the box for the rest.",
    );
    const two = ["#513", "svn/90"].map((name) => ({ name, reason: "It says no." }));
    assert.equal(
      notAllSaved({ saved: 0, conflicts: [], failed: two, cancelled: [], isCommentKept: false }),
      "0 saved. Not saved: #513, svn/90. Source Control tells why at each row.",
    );
  });

  test("before something is discarded names all that is thrown away, and what cannot come back", () => {
    assert.equal(discardQuestion(["#512 It breaks"]), "Discard the unsaved changes of #512 It breaks?");
    assert.equal(discardQuestion(["#512 It breaks", "New Bug"]), "Discard the unsaved changes of 2 documents?");
    const undo = "Undo brings changes back while their editor is open.";
    const gone = "What is new was never sent, and is gone for good.";
    assert.equal(discardDetail(["#512 It breaks"], { isNew: false, isChanged: true }), undo);
    assert.equal(
      discardDetail(["#512 It breaks", "New Bug"], { isNew: true, isChanged: true }),
      `#512 It breaks\nNew Bug\n\n${undo}\n${gone}`,
    );
    const many = Array.from({ length: 30 }, (_, index) => `#${index}`);
    assert.equal(discardDetail(many, { isNew: true, isChanged: false }).split("\n").length, 23);
  });

  test("of documents that disagree is about which fields, and what to do", () => {
    assert.match(documentsDisagree(512, ["Summary", "Status"]), /#512 .*“Summary”, “Status”\. Make them say the same/);
  });
});
