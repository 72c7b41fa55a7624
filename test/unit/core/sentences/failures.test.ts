import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { saidBy } from "../../../../src/core/sentences/failures.ts";
import { ServiceError } from "../../../../src/core/service/serviceError.ts";

suite("what a service said", () => {
  const refusal = (serviceMessage: string) =>
    new ServiceError({ kind: "rejected", status: 400, method: "PUT", path: "/artifacts/512", serviceMessage });

  test("is quoted on one line, and of much its beginning", () => {
    assert.equal(saidBy(refusal("First\nsecond.")), "The service says: “First second.”");
    assert.equal(saidBy(refusal("x".repeat(2000))), `The service says: “${"x".repeat(400)}…”`);
    assert.equal(saidBy(refusal(" \n")), "");
  });
});
