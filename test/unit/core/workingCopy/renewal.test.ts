import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { withComment } from "../../../../src/core/comment/commentKind.ts";
import type { Version } from "../../../../src/core/model/artifact.ts";
import type { Entry } from "../../../../src/core/model/entry.ts";
import { WriteQueue } from "../../../../src/core/util/writeQueue.ts";
import { type ArtifactCopy, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const title = 101;
const json = "artifact://team/artifacts/512.artifact.json";
const { signal } = new AbortController();

suite("a comment on an artifact whose text is unsaved", () => {
  let service: MemoryArtifactService;
  let copy: ArtifactCopy;
  let queue: WriteQueue;

  setup(async () => {
    service = new MemoryArtifactService({ [title]: { kind: "string", members: { value: "It breaks" } } });
    queue = new WriteQueue();
    const trackers = { tracker: async () => undefined };
    copy = artifactCopy(512, service, trackers, new MemoryStateStore(), undefined, undefined, queue);
    await copy.adopt(json, await copy.read(signal));
    await copy.track(json);
  });

  const mine: readonly Entry[] = [{ fieldId: title, members: { value: "Mine" } }];
  const versionNow = async () => (await copy.read(signal)).version;
  /** Gives the artifact another version with the values it has. */
  const comment = async (from: Version) => {
    await (await commented(from)).isNoted;
  };
  const commented = async (from: Version) => {
    service.wait(5);
    service.edit(title, service.stored()[title] ?? {});
    service.wait(5);
    const to = await versionNow();
    return { isNoted: copy.renew((base) => withComment(base, { from, to })) };
  };

  test("is no conflict for it", async () => {
    await comment(await versionNow());
    assert.equal((await copy.save(json, mine, "plain", signal)).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("is none for a save that is asked for while the comment is on its way", async () => {
    let saved: Promise<{ readonly kind: string }> | undefined;
    await queue.run(async () => {
      saved = copy.save(json, mine, "plain", signal);
      await commented(await versionNow());
    });
    assert.equal((await saved)?.kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("is none where mine is kept over what was shown beside it", async () => {
    service.wait(5);
    service.edit(title, { value: "Theirs" });
    service.wait(5);
    assert.equal((await copy.save(json, mine, "plain", signal)).kind, "conflict");
    await comment(await versionNow());
    assert.equal((await copy.save(json, mine, "keepMine", signal)).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("is none where a save was lost before it, and was not stored", async () => {
    service.loseAnswer = "notApplied";
    service.beforeUpdate = () => {
      service.failReads = "unreachable";
    };
    assert.equal((await copy.save(json, mine, "plain", signal)).kind, "unknown");
    [service.loseAnswer, service.failReads, service.beforeUpdate] = [undefined, undefined, undefined];
    await comment(await versionNow());
    assert.equal((await copy.save(json, mine, "plain", signal)).kind, "saved");
    assert.deepEqual(service.stored()[title], { value: "Mine" });
  });

  test("hides no change that was made with it or after it", async () => {
    service.wait(5);
    service.edit(title, { value: "Theirs" });
    service.wait(5);
    assert.equal((await copy.save(json, mine, "plain", signal)).kind, "conflict");
    await comment(await versionNow());
    service.edit(title, { value: "Theirs again" });
    assert.equal((await copy.save(json, mine, "keepMine", signal)).kind, "conflict");
    assert.deepEqual(service.stored()[title], { value: "Theirs again" });
  });

  test("leaves a text alone that is made from another version than it was made over", async () => {
    const before = copy.base;
    await comment({ etag: "of another version" });
    assert.equal(copy.base, before);
  });
});
