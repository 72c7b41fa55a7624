import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { isServiceError, ServiceError } from "../../../../src/core/service/serviceError.ts";

suite("service errors", () => {
  test("are known by their brand, whichever copy of the class made them", async () => {
    const other = new URL("../../../../src/core/service/serviceError.ts?copy", import.meta.url);
    const copy = (await import(other.href)) as typeof import("../../../../src/core/service/serviceError.ts");
    const error = new copy.ServiceError({ kind: "timeout", method: "GET", path: "/a" });
    assert.equal(error instanceof ServiceError, false);
    assert.equal(isServiceError(error), true);
  });

  for (const value of [undefined, null, "timeout", {}, new Error("timeout"), { kind: "timeout" }]) {
    test(`${String(value)} is none`, () => assert.equal(isServiceError(value), false));
  }

  test("say in their message what is known", () => {
    const messages = [
      new ServiceError({ kind: "rejected", method: "PUT", path: "/a/5", status: 400, serviceMessage: "A.\nB." }),
      new ServiceError({ kind: "tls", method: "GET", path: "/a/5", code: "CERT_HAS_EXPIRED" }),
      new ServiceError({ kind: "cancelled", method: "GET", path: "/a/5" }),
    ].map(({ message }) => message);
    assert.deepEqual(messages, [
      "PUT /a/5: rejected (400): A. / B.",
      "GET /a/5: tls (CERT_HAS_EXPIRED)",
      "GET /a/5: cancelled",
    ]);
  });

  test("keep their cause and their stack", () => {
    const cause = new Error("socket hang up");
    const error = new ServiceError({ kind: "unreachable", method: "GET", path: "/a", cause });
    assert.equal(error.cause, cause);
    assert.match(error.stack ?? "", /serviceError\.test/);
    assert.equal(error.name, "ServiceError");
  });
});
