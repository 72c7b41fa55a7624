import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { putBackResult, savesReplacedEachOther } from "../../../../src/core/sentences/overwriting.ts";
import { baseOf, notes, state, title } from "../overwrite/history.ts";

const version = baseOf({ [title]: "theirs", [notes]: "theirs", [state]: [2] }, 60);
const fields = version.fields.map((field) => {
  const members = field.entry?.members ?? {};
  return { field, before: members, lost: members, now: members, by: field.fieldId === notes ? "John" : "Jane" };
});
const found = { version, fields, lost: "theirs", isComment: false } as const;

suite("what is said of changes that a save has undone", () => {
  test("names each field with whose it was, and what has undone it", () => {
    assert.equal(
      savesReplacedEachOther(found),
      "#512 It breaks: your save has replaced what Jane saved in “Field 1” and “Field 4”, and what John saved in “Field 2” at the same moment. The service let both pass.",
    );
    assert.match(savesReplacedEachOther({ ...found, isComment: true }), /: your comment has replaced what Jane/);
  });

  test("tells what came back, what was left, and who has to do again what the user may not write", () => {
    const [line, text, chosen] = fields;
    assert.ok(line && text && chosen);
    const changes = [{ kind: "remove", fieldId: title }] as const;
    assert.equal(
      putBackResult(found, { changes, left: [text], unmerged: [], denied: [chosen] }, false),
      "What was replaced in “Field 1” of #512 It breaks is stored again. “Field 2” has been changed again since, and was left. You may not change “Field 4”: ask Jane to make that change again.",
    );
  });

  test("tells what was left since it is too long, and where both versions are", () => {
    const unmerged = fields.slice(1, 2);
    assert.equal(
      putBackResult({ ...found, fields: unmerged }, { changes: [], left: [], unmerged, denied: [] }, false),
      "Nothing of #512 It breaks was put back. “Field 2” is too long to be compared line by line, and was left: the history has both versions of it.",
    );
  });

  test("names nobody where nobody is known", () => {
    const denied = fields.slice(0, 1).map(({ by: _, ...field }) => field);
    assert.equal(
      putBackResult({ ...found, fields: denied }, { changes: [], left: [], unmerged: [], denied }, false),
      "Nothing of #512 It breaks was put back. You may not change “Field 1”: ask whoever changed it to make that change again.",
    );
  });
});
