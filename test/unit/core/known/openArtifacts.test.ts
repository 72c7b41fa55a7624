import assert from "node:assert/strict";
import { mock } from "node:test";
import { setup, suite, teardown, test } from "mocha";
import type { ReadArtifact } from "../../../../src/core/known/artifacts.ts";
import { OpenArtifacts } from "../../../../src/core/known/openArtifacts.ts";
import type { Artifact, VersionedArtifact } from "../../../../src/core/model/artifact.ts";
import { Emitter } from "../../../../src/core/util/event.ts";

suite("the artifacts of open documents", () => {
  setup(() => mock.timers.enable({ apis: ["setTimeout"] }));
  teardown(() => mock.timers.reset());

  function start() {
    const seen = new Emitter<ReadArtifact>();
    let reads = 0;
    const read = async (): Promise<VersionedArtifact> => ({ artifact: titled(`Read ${++reads}`), version: {} });
    const see = (artifact: Artifact) => seen.fire({ summary: artifact, artifact });
    const list = (summary: Artifact) => seen.fire({ summary });
    let learnt = 0;
    const open = new OpenArtifacts({ onDidSee: seen.event }, () => learnt++);
    return { open, read, see, list, reads: () => reads, learnt: () => learnt };
  }

  const titled = (title: string): Artifact => ({ id: 5, title, assignees: [], values: [], attachments: [] });

  test("are read once for what asks ahead of a document and for the document", async () => {
    const { open, read, reads } = start();
    assert.equal((await open.readAhead(5, read)).title, "Read 1");
    assert.equal(open.get(5), undefined);
    assert.equal((await open.read(5, read)).artifact.title, "Read 1");
    assert.equal(reads(), 1);
    assert.equal((await open.read(5, read)).artifact.title, "Read 2");
  });

  test("are not what was read ahead long ago", async () => {
    const { open, read } = start();
    await open.readAhead(5, read);
    mock.timers.tick(10_000);
    assert.equal((await open.read(5, read)).artifact.title, "Read 2");
  });

  for (const isUnderWay of [false, true]) {
    test(`are not what was read ahead before a change, or for a document that was given another reading (${isUnderWay})`, async () => {
      for (const happen of ["change", "read"] as const) {
        const { open, read } = start();
        const happening = async () => (happen === "change" ? open.change(5, {}) : void (await open.read(5, read)));
        if (isUnderWay) {
          await open.readAhead(5, async () => {
            const ahead = await read();
            await happening();
            return ahead;
          });
        } else {
          await open.readAhead(5, read);
          await happening();
        }
        const before = happen === "read" && isUnderWay ? 2 : 1;
        assert.equal((await open.read(5, read)).artifact.title, `Read ${before + 1}`, happen);
      }
    });
  }

  test("are those that were read for documents, until they are closed", async () => {
    const { open, read, see } = start();
    see(titled("Elsewhere"));
    assert.equal(open.get(5), undefined);
    await open.read(5, read);
    see(titled("Elsewhere"));
    assert.equal(open.get(5)?.title, "Read 1");
    open.close(5);
    assert.equal(open.get(5), undefined);
  });

  test("are as they were seen last where that is the version that documents are made from by now", async () => {
    const { open, read, see, list } = start();
    await open.read(5, read);
    const saved = "2024-03-14T10:00:00+01:00";
    see({ ...titled("After a save"), lastModifiedOn: saved });
    open.change(5, { submittedOn: saved });
    list({ ...titled("In a list, without its values"), lastModifiedOn: saved });
    assert.equal(open.get(5, "Thu, 14 Mar 2024 09:00:00 GMT")?.title, "After a save");
    assert.equal(open.get(5, "Thu, 14 Mar 2024 08:00:00 GMT")?.title, "Read 1");
    assert.equal(open.get(5)?.title, "Read 1");
    await open.read(5, read);
    assert.equal(open.get(5, saved)?.title, "Read 2");
  });

  test("have newer steps than they tell of, until they are read again", async () => {
    const { open, read, see, learnt } = start();
    const saved = { submittedOn: "2024-03-14T00:00:00Z" };
    open.change(5, saved);
    assert.deepEqual([open.stepSince(5), learnt()], [undefined, 0]);
    await open.read(5, read);
    see({ ...titled("Unchanged"), lastUpdatedBy: "Max (max)" });
    assert.equal(open.stepSince(5), undefined);
    open.change(5, saved);
    assert.deepEqual([open.stepSince(5), learnt()], [saved, 1]);
    see({ ...titled("Saved"), lastUpdatedBy: "Jane (jane)", lastModifiedOn: saved.submittedOn });
    assert.deepEqual([open.stepSince(5), learnt()], [{ author: "Jane (jane)", ...saved }, 2]);
    await open.read(5, read);
    assert.equal(open.stepSince(5), undefined);
  });
});
