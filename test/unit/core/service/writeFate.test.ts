import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";
import { mayHaveStored, type WriteManner } from "../../../../src/core/service/writeFate.ts";

const manners = ["versioned", "removal", "once", "inParts"] as const satisfies readonly WriteManner[];

function after(kind: ServiceErrorKind, status?: number, serviceMessage?: string): readonly WriteManner[] {
  const facts = {
    method: "PUT",
    path: "/artifacts/1",
    ...(status && { status }),
    ...(serviceMessage && { serviceMessage }),
  };
  return manners.filter((manner) => mayHaveStored(new ServiceError({ kind, ...facts }), manner));
}

suite("whether a failed write may have stored something", () => {
  test("where its answer was lost: always", () => {
    assert.deepEqual(after("answerLost"), manners);
  });

  test("where nothing was sent, or it was turned away unread: never", () => {
    for (const kind of ["unreachable", "tls", "timeout", "unauthorized", "forbidden", "tooManyRequests"] as const) {
      assert.deepEqual(after(kind), []);
    }
    assert.equal(mayHaveStored(new Error("other"), "once"), false);
  });

  test("where something was read before a versioned write, and that failed: never", () => {
    const error = new ServiceError({
      kind: "unavailable",
      method: "GET",
      path: "/artifacts/1/changesets",
      status: 503,
    });
    assert.equal(mayHaveStored(error, "versioned"), false);
  });

  test("where a success does not tell what it must, save where its version tells", () => {
    assert.deepEqual(after("invalidAnswer"), ["removal", "once", "inParts"]);
  });

  test("where it was refused: what stores part after part", () => {
    assert.deepEqual(after("rejected", 400, "No"), ["inParts"]);
    assert.deepEqual(after("notFound", 404, "No such group"), ["inParts"]);
  });

  test("where the service broke down, or whoever stands before it says so, and not where it says so in its words", () => {
    assert.deepEqual(after("unavailable", 501), manners);
    assert.deepEqual(after("unavailable", 503), manners);
    assert.deepEqual(after("unavailable", 503, "In maintenance"), ["inParts"]);
    assert.deepEqual(after("unavailable", 500, "Out of order"), ["versioned", "removal", "inParts"]);
  });
});
