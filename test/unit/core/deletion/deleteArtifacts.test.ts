import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { type Deletable, deleteArtifacts } from "../../../../src/core/deletion/deleteArtifacts.ts";
import { ServiceError, type ServiceErrorKind } from "../../../../src/core/service/serviceError.ts";

suite("Deleting artifacts", () => {
  test("keeps a copy of each and tells what the service allows still", async () => {
    const { run, copies, asked } = harness();
    assert.deepEqual(await run(1, 2), [
      { kind: "deleted", copy: "copy of 1", rateLimit: { limit: 5, remaining: 4 } },
      { kind: "deleted", copy: "copy of 2", rateLimit: { limit: 5, remaining: 3 } },
    ]);
    assert.deepEqual(asked, ["GET 1", "DELETE 1", "GET 2", "DELETE 2"]);
    assert.deepEqual([...copies], ["copy of 1", "copy of 2"]);
  });

  test("deletes nothing of which no copy could be kept", async () => {
    const { run, asked } = harness({ cannotKeep: true });
    assert.deepEqual(kindsOf(await run(1)), ["failed"]);
    assert.deepEqual(asked, ["GET 1"]);
  });

  test("goes on after one that is gone or may not be deleted, and keeps no copy of those", async () => {
    const { run, copies } = harness({ fail: { "GET 1": "notFound", "DELETE 2": "forbidden", "DELETE 3": "notFound" } });
    assert.deepEqual(kindsOf(await run(1, 2, 3, 4)), ["gone", "failed", "gone", "deleted"]);
    assert.deepEqual([...copies], ["copy of 4"]);
  });

  for (const kind of ["tooManyRequests", "unauthorized", "unreachable"] as const) {
    test(`stops at what all others would meet: ${kind}`, async () => {
      const { run, asked } = harness({ fail: { "DELETE 2": kind } });
      assert.deepEqual(kindsOf(await run(1, 2, 3)), ["deleted", "failed", "notTried"]);
      assert.ok(!asked.includes("GET 3"));
    });
  }

  test("of another connection goes on where one stopped", async () => {
    const { runAll } = harness({ fail: { "DELETE 1": "unreachable" } });
    const items = [
      { connectionId: "a", artifactId: 1 },
      { connectionId: "b", artifactId: 2 },
      { connectionId: "a", artifactId: 3 },
    ];
    assert.deepEqual(kindsOf(await runAll(items)), ["failed", "deleted", "notTried"]);
  });

  test("whose answer was lost looks whether the artifact is there", async () => {
    const applied = harness({ fail: { "DELETE 1": "answerLost", "GET 1 again": "notFound" } });
    assert.deepEqual(kindsOf(await applied.run(1)), ["deleted"]);
    const notApplied = harness({ fail: { "DELETE 1": "answerLost" } });
    assert.deepEqual(kindsOf(await notApplied.run(1)), ["failed"]);
    assert.equal(notApplied.copies.size, 0);
    for (const kind of ["unreachable", "forbidden"] as const) {
      const unknown = harness({ fail: { "DELETE 1": "answerLost", "GET 1 again": kind } });
      assert.deepEqual(kindsOf(await unknown.run(1, 2)), ["unknown", "notTried"]);
      assert.equal(unknown.copies.size, 1);
    }
  });

  test("that is told to be done without the service's allowance looks whether the artifact is there", async () => {
    const done = harness({ tellsNothing: true, fail: { "GET 1 again": "notFound" } });
    assert.deepEqual(kindsOf(await done.run(1)), ["deleted"]);
    assert.equal(done.copies.size, 1);
    const notDone = harness({ tellsNothing: true });
    assert.deepEqual(kindsOf(await notDone.run(1, 2)), ["failed", "failed"]);
    assert.equal(notDone.copies.size, 0);
    const unknown = harness({ tellsNothing: true, fail: { "GET 1 again": "unreachable" } });
    assert.deepEqual(kindsOf(await unknown.run(1)), ["unknown"]);
    assert.equal(unknown.copies.size, 1);
  });

  test("that is cancelled leaves the rest", async () => {
    const { run, abort, signals } = harness({ cancelAt: "DELETE 2" });
    assert.deepEqual(kindsOf(await run(1, 2, 3)), ["deleted", "deleted", "notTried"]);
    assert.ok(abort.signal.aborted);
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [false, false],
      "nobody would know what became of a deletion that is given up",
    );
  });
});

function kindsOf(results: readonly { readonly kind: string }[]): readonly string[] {
  return results.map(({ kind }) => kind);
}

function harness(
  given: {
    readonly fail?: Readonly<Record<string, ServiceErrorKind>>;
    readonly cannotKeep?: boolean;
    /** Answers a success without a word about what is allowed still. */
    readonly tellsNothing?: boolean;
    readonly cancelAt?: string;
  } = {},
) {
  const asked: string[] = [];
  /** The signals of the deletions. */
  const signals: AbortSignal[] = [];
  const copies = new Set<string>();
  const abort = new AbortController();
  let remaining = 5;
  const ask = (what: string) => {
    const kind = given.fail?.[asked.includes(what) ? `${what} again` : what];
    asked.push(what);
    if (given.cancelAt === what) {
      abort.abort();
    }
    if (kind) {
      throw new ServiceError({ kind, method: what.split(" ")[0] ?? "", path: "/artifacts" });
    }
  };
  const service = {
    readArtifactText: async (id: number) => {
      ask(`GET ${id}`);
      return { text: `copy of ${id}` };
    },
    deleteArtifact: async (id: number, signal: AbortSignal) => {
      signals.push(signal);
      ask(`DELETE ${id}`);
      remaining -= 1;
      return given.tellsNothing ? {} : { rateLimit: { limit: 5, remaining } };
    },
  };
  const kept = {
    keep: async (_: Deletable, text: string) => {
      if (given.cannotKeep) {
        throw new Error("The disk is full");
      }
      copies.add(text);
      return text;
    },
    drop: async (copy: string) => void copies.delete(copy),
  };
  const runAll = (items: readonly Deletable[]) => deleteArtifacts(items, async () => service, kept, abort.signal);
  const run = (...ids: readonly number[]) => runAll(ids.map((artifactId) => ({ connectionId: "team", artifactId })));
  return { run, runAll, asked, signals, copies, abort };
}
