import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isCommentRequired } from "../../../../src/core/comment/commentProblem.ts";
import { meantByComment } from "../../../../src/core/sentences/comments.ts";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";

const refused = (kind: ServiceErrorKind, serviceMessage: string) =>
  new ServiceError({ kind, method: "PUT", path: "/artifacts/5", status: 400, serviceMessage });

suite("a refusal of the service", () => {
  test("that wants a comment is known by its words", () => {
    assert.ok(isCommentRequired(refused("rejected", "error: Comment must not be empty.\n")));
    assert.ok(isCommentRequired(refused("rejected", "warning: Odd\nerror: Comment must not be empty.\n")));
  });

  test("of anything else wants none", () => {
    assert.ok(!isCommentRequired(refused("rejected", "The field Comment (comment) is required.\n")));
    assert.ok(!isCommentRequired(refused("forbidden", "Comment must not be empty.")));
    assert.ok(!isCommentRequired(new Error("Comment must not be empty.")));
  });

  test("of a comment alone says that a field may be what is missing", () => {
    assert.match(meantByComment(refused("rejected", "The field Team (team) is required.\n")), /never had a value/);
    assert.equal(meantByComment(refused("forbidden", "No")), "");
  });
});
