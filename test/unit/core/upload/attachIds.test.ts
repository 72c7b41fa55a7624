import assert from "node:assert/strict";
import { suite, test } from "mocha";
import { Attaching, withFiles } from "../../../../src/core/upload/attachIds.ts";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { failureOf, useCleanUps } from "../service/harness.ts";
import { MemorySource } from "./memorySource.ts";
import { dependenciesOf, fieldId, openUploadFixture, tusUploadOf } from "./uploadFixture.ts";

const artifactId = 501;
const { signal } = new AbortController();
const keepsNothing = { read: async () => undefined, write: async () => {}, remove: async () => {} };

suite("attaching", () => {
  const cleanUpLater = useCleanUps();

  async function fixture() {
    const { service, client } = await openUploadFixture(cleanUpLater);
    const attached = () => service.control.readArtifact({ artifactId }).values["attachments"] as number[];
    const upload = async (name: string) => {
      const file = await tusUploadOf(dependenciesOf(client), new MemorySource(name, "x"));
      return (await file.run(signal, () => {})).id;
    };
    const window = new Attaching();
    let reads = 0;
    const changedArtifact = () => {
      const trackers = { tracker: (id: number) => client.readTracker(id, signal) };
      const copy = artifactCopy(artifactId, client, trackers, keepsNothing);
      const change = async (base: Parameters<typeof copy.adopt>[1], entry: Parameters<typeof copy.save>[1][0]) => {
        await copy.adopt("change", base);
        return copy.save("change", [entry], "plain", signal);
      };
      const read = () => {
        reads++;
        return copy.read(signal);
      };
      return { read, change };
    };
    /** Of another window, which knows nothing of this one, where it is given. */
    const attach = (ids: readonly number[], attaching = window) =>
      attaching.attach("501", changedArtifact(), fieldId, ids);
    const remove = (id: number) => window.remove("501", changedArtifact(), fieldId, id);
    const puts = () => service.requests.filter(({ method }) => method === "PUT").map(({ status }) => status);
    service.control.advanceClock({ ms: 60_000 });
    return { service, changedArtifact, attached, attach, remove, upload, puts, reads: () => reads };
  }

  test("adds to what is there, on the condition of the version read right before", async () => {
    const { service, attached, attach, upload, puts } = await fixture();
    const before = attached();
    assert.ok(before.length > 0);
    const id = await upload("a.txt");
    assert.equal((await attach([id])).kind, "saved");
    assert.deepEqual([attached(), puts()], [[...before, id], [200]]);
    assert.ok(service.requests.find(({ method }) => method === "PUT")?.headers["if-match"]);
  });

  test("keeps what others attached and removed in between", async () => {
    const { service, attached, attach, upload, puts, reads } = await fixture();
    const [removed, ...rest] = attached();
    assert.ok(removed !== undefined);
    const ids = [await upload("a.txt"), await upload("b.txt")];
    const edit = { artifactId, values: [{ field_id: fieldId, value: [...rest, ids[1]] }], as: "member" };
    service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "before", edit } });
    assert.equal((await attach(ids.slice(0, 1))).kind, "saved");
    assert.deepEqual(
      [attached(), puts()],
      [
        [...rest, ids[1], ids[0]],
        [412, 200],
      ],
    );
    // What the conflict has read is not read again.
    assert.equal(reads(), 1);
  });

  test("is given up where others change the artifact again and again", async () => {
    const { changedArtifact } = await fixture();
    const { read } = changedArtifact();
    const theirs = await read();
    let changes = 0;
    const change = async () => {
      changes++;
      assert.ok(changes < 100, "without end");
      return { kind: "conflict", reason: "changedMeanwhile", ancestor: theirs, theirs } as const;
    };
    const outcome = await new Attaching().attach("501", { read, change }, fieldId, [4711]);
    assert.equal(outcome.kind, "conflict");
    assert.equal(changes, 10);
  });

  test("of two people at once keeps both", async () => {
    const { attached, attach, upload } = await fixture();
    const before = attached();
    const ids = [await upload("a.txt"), await upload("b.txt")];
    const outcomes = await Promise.all(ids.map((id) => attach([id], new Attaching())));
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ["saved", "saved"],
    );
    assert.deepEqual(new Set(attached()), new Set([...before, ...ids]));
  });

  test("at once in one window keeps all, also within the second of another change", async () => {
    const { attached, attach, upload } = await fixture();
    const [first, ...others] = [await upload("a.txt"), await upload("b.txt"), await upload("c.txt")];
    assert.equal((await attach([first ?? 0])).kind, "saved");
    const before = attached();
    await Promise.all(others.map((id) => attach([id])));
    assert.deepEqual(attached(), [...before, ...others]);
  });

  for (const when of ["before", "after"] as const) {
    test(`of which the answer was lost ${when} it was stored is looked after by reading`, async () => {
      const { service, attached, attach, upload } = await fixture();
      const before = attached();
      const id = await upload("a.txt");
      service.control.addFault({ method: "PUT", fault: { kind: "reset", when } });
      assert.ok(["saved", "unchanged"].includes((await attach([id])).kind));
      assert.deepEqual(attached(), [...before, id]);
    });
  }

  test("what is attached already sends nothing, unless something beside it is not", async () => {
    const { attached, attach, upload, puts } = await fixture();
    const before = attached();
    assert.equal((await attach(before)).kind, "unchanged");
    assert.deepEqual(puts(), []);
    const id = await upload("a.txt");
    assert.equal((await attach([...before, id])).kind, "saved");
    assert.deepEqual(attached(), [...before, id]);
  });

  test("of what is not uploaded is refused, and the artifact as it was", async () => {
    const { attached, attach } = await fixture();
    const before = attached();
    assert.equal((await failureOf(attach([99_999]))).kind, "notFound");
    assert.deepEqual(attached(), before);
  });

  suite("the removal of an attachment", () => {
    test("sends all others, on the condition of the version read right before", async () => {
      const { service, attached, remove, puts } = await fixture();
      const [removed = 0, ...rest] = attached();
      assert.ok(rest.length > 0);
      assert.equal((await remove(removed)).kind, "saved");
      assert.deepEqual([attached(), puts()], [rest, [200]]);
      assert.ok(service.requests.find(({ method }) => method === "PUT")?.headers["if-match"]);
    });

    test("of the last one leaves an empty list", async () => {
      const { attached, remove } = await fixture();
      for (const id of attached()) {
        await remove(id);
      }
      assert.deepEqual(attached(), []);
    });

    test("keeps what others attached in between", async () => {
      const { service, attached, remove, upload, puts } = await fixture();
      const before = attached();
      const [removed = 0, ...rest] = before;
      const theirs = await upload("theirs.txt");
      const edit = { artifactId, values: [{ field_id: fieldId, value: [...before, theirs] }], as: "member" };
      service.control.addFault({ method: "PUT", fault: { kind: "edit", when: "before", edit } });
      assert.equal((await remove(removed)).kind, "saved");
      assert.deepEqual(
        [attached(), puts()],
        [
          [...rest, theirs],
          [412, 200],
        ],
      );
    });

    test("beside one that is attached in the same moment does both, also within the second of another change", async () => {
      const { attached, attach, remove, upload } = await fixture();
      const [removed = 0, ...rest] = attached();
      const [first, other] = [await upload("a.txt"), await upload("b.txt")];
      await attach([first]);
      await Promise.all([attach([other]), remove(removed)]);
      assert.deepEqual(attached(), [...rest, first, other]);
    });

    test("sends nothing where it is gone already", async () => {
      const { attached, remove, puts } = await fixture();
      const before = attached();
      assert.equal((await remove(99_999)).kind, "unchanged");
      assert.deepEqual([attached(), puts()], [before, []]);
    });

    for (const when of ["before", "after"] as const) {
      test(`of which the answer was lost ${when} it was stored is looked after by reading`, async () => {
        const { service, attached, remove } = await fixture();
        const [removed = 0, ...rest] = attached();
        service.control.addFault({ method: "PUT", fault: { kind: "reset", when } });
        assert.ok(["saved", "unchanged"].includes((await remove(removed)).kind));
        assert.deepEqual(attached(), rest);
      });
    }
  });

  test("puts ids behind those that are there, each once", () => {
    assert.deepEqual(withFiles({ value: [4, 5] }, [5, 6, 7]), { value: [4, 5, 6, 7] });
    assert.deepEqual(withFiles(undefined, [6]), { value: [6] });
    assert.deepEqual(withFiles({ value: [] }, [6]), { value: [6] });
  });
});
