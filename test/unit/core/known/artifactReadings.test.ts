import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import { ArtifactReadings } from "../../../../src/core/known/artifactReadings.ts";
import { KnownArtifacts } from "../../../../src/core/known/artifacts.ts";
import type { Artifact, VersionedArtifact } from "../../../../src/core/model/artifact.ts";

suite("the artifacts of open documents", () => {
  setup(() => mock.timers.enable({ apis: ["setTimeout"] }));
  teardown(() => mock.timers.reset());

  function start() {
    const artifacts = new KnownArtifacts(
      async () => [],
      (error) => assert.fail(String(error)),
    );
    const state = { reads: 0, learnt: 0, more: "", meanwhile: async () => {} };
    const readArtifact = async (id: number): Promise<VersionedArtifact> => {
      const artifact = { ...titled(`Read ${++state.reads}${state.more}`), id };
      const { meanwhile } = state;
      state.meanwhile = async () => {};
      await meanwhile();
      return { artifact, version: {} };
    };
    const readings = new ArtifactReadings({
      service: async () => ({ readArtifact, background: { readArtifact } }),
      mayFreeze: () => false,
      artifacts,
      onDidKnowMore: () => state.learnt++,
    });
    const see = (artifact: Artifact) => artifacts.see(artifact, artifact);
    const list = (artifact: Artifact) => artifacts.see(artifact);
    const readOpened = async () => (await readings.readOpened(5, signal)).artifact.title;
    return { readings, state, see, list, readOpened };
  }

  const titled = (title: string): Artifact => ({ id: 5, title, assignees: [], values: [], attachments: [] });

  test("are read once for what asks ahead of a document and for the document", async () => {
    const { readings, readOpened, state } = start();
    assert.equal((await readings.readAhead(5, signal)).artifact.title, "Read 1");
    assert.equal(readings.get(5), undefined);
    assert.equal(await readOpened(), "Read 1");
    assert.equal(state.reads, 1);
    assert.equal(await readOpened(), "Read 2");
  });

  test("are held as long as all of them are no larger than a service may make them, the last one in any case", async () => {
    const { readings, state } = start();
    state.more = "é".repeat(8_000_000);
    for (let id = 1; id <= 12; id++) {
      await readings.readOpened(id, signal);
    }
    const held = Array.from({ length: 12 }, (_, index) => index + 1).filter((id) => readings.get(id));
    assert.deepEqual(held, [5, 6, 7, 8, 9, 10, 11, 12]);
    state.more = "é".repeat(70_000_000);
    await readings.readOpened(13, signal);
    assert.deepEqual([readings.get(12), readings.get(13)?.id], [undefined, 13]);
  });

  test("are read again where more was read ahead since than may be held, whatever was clicked", async () => {
    const { readings, state } = start();
    state.more = "é".repeat(8_000_000);
    for (const id of [1, 2, 3]) {
      await readings.readAhead(id, signal);
    }
    for (const id of [3, 2, 1]) {
      await readings.readOpened(id, signal);
    }
    assert.equal(state.reads, 4);
  });

  test("are not what was read ahead long ago", async () => {
    const { readings, readOpened } = start();
    await readings.readAhead(5, signal);
    mock.timers.tick(10_000);
    assert.equal(await readOpened(), "Read 2");
  });

  for (const isUnderWay of [false, true]) {
    test(`are not what was read ahead before a change, or for a document that was given another reading (${isUnderWay})`, async () => {
      for (const happen of ["change", "read"] as const) {
        const { readings, readOpened, state } = start();
        const happening = async () => (happen === "change" ? readings.change(5, {}) : void (await readOpened()));
        if (isUnderWay) {
          state.meanwhile = happening;
          await readings.readAhead(5, signal);
        } else {
          await readings.readAhead(5, signal);
          await happening();
        }
        const before = happen === "read" && isUnderWay ? 2 : 1;
        assert.equal(await readOpened(), `Read ${before + 1}`, happen);
      }
    });
  }

  for (const happen of ["read", "changed"] as const) {
    test(`are read once each, also where another one is ${happen} while one is read ahead`, async () => {
      const { readings, readOpened, state } = start();
      state.meanwhile = async () =>
        void (happen === "read" ? await readings.readOpened(6, signal) : readings.change(6, {}));
      await readings.readAhead(5, signal);
      const { reads } = state;
      assert.equal(await readOpened(), "Read 1");
      assert.equal(state.reads, reads);
    });
  }

  test("are those that were read for documents, until they are closed", async () => {
    const { readings, readOpened, see } = start();
    see(titled("Elsewhere"));
    assert.equal(readings.get(5), undefined);
    await readOpened();
    see(titled("Elsewhere"));
    await readings.read(5, signal);
    assert.equal(readings.get(5)?.title, "Read 1");
    readings.close(5);
    assert.equal(readings.get(5), undefined);
  });

  test("are as they were seen last where that is the version that documents are made from by now", async () => {
    const { readings, readOpened, see, list } = start();
    await readOpened();
    const saved = "2024-03-14T10:00:00+01:00";
    see({ ...titled("After a save"), lastModifiedOn: saved });
    readings.change(5, { submittedOn: saved });
    list({ ...titled("In a list, without its values"), lastModifiedOn: saved });
    assert.equal(readings.get(5, "Thu, 14 Mar 2024 09:00:00 GMT")?.title, "After a save");
    assert.equal(readings.get(5, "Thu, 14 Mar 2024 08:00:00 GMT")?.title, "Read 1");
    assert.equal(readings.get(5)?.title, "Read 1");
    await readOpened();
    assert.equal(readings.get(5, saved)?.title, "Read 2");
  });

  test("have newer steps than they tell of, until they are read again", async () => {
    const { readings, readOpened, see, state } = start();
    const saved = { submittedOn: "2024-03-14T00:00:00Z" };
    readings.change(5, saved);
    assert.deepEqual([readings.stepSince(5), state.learnt], [undefined, 0]);
    await readOpened();
    see({ ...titled("Unchanged"), lastUpdatedBy: "Max (max)" });
    assert.equal(readings.stepSince(5), undefined);
    readings.change(5, saved);
    assert.deepEqual([readings.stepSince(5), state.learnt], [saved, 1]);
    see({ ...titled("Saved"), lastUpdatedBy: "Jane (jane)", lastModifiedOn: saved.submittedOn });
    assert.deepEqual([readings.stepSince(5), state.learnt], [{ author: "Jane (jane)", ...saved }, 2]);
    await readOpened();
    assert.equal(readings.stepSince(5), undefined);
  });
});

const { signal } = new AbortController();
