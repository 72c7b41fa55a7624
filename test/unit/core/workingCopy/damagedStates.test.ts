import assert from "node:assert/strict";
import { suite, test } from "mocha";
import type { Entry } from "../../../../src/core/model/entry.ts";
import type { Json } from "../../../../src/core/model/json.ts";
import { isServiceError } from "../../../../src/core/service/serviceError.ts";
import { type ArtifactState, artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import { artifactStates } from "../../../../src/core/workingCopy/artifactStates.ts";
import { isSavedState } from "../../../../src/core/workingCopy/keptState.ts";
import { damaged } from "../../../support/damaged.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";

const [title, notes, links, chart] = [101, 103, 104, 105];
const document = "artifact://team/artifacts/512.artifact.json";
const other = "artifact://team/artifacts/512/fields/103.md";
const { signal } = new AbortController();

const fields: ConstructorParameters<typeof MemoryArtifactService>[0] = {
  [title]: { kind: "string", members: { value: "It breaks" } },
  [notes]: { kind: "text", members: { value: { content: "one\ntwo\nthree", format: "text" } } },
  [links]: { kind: "links", members: { links: [{ id: 12, type: "_is_child" }] } },
  [chart]: { members: { value: 3 } },
};

const mine: readonly Entry[] = [
  { fieldId: title, members: { value: "It works" } },
  { fieldId: notes, members: { value: { content: "one\nmine\nthree", format: "text" } } },
  { fieldId: links, members: { links: [{ id: 12, type: "_is_child" }, { id: 13 }] } },
];

suite("a kept state of a wrong shape", () => {
  /** A state with all that can be kept, as a session leaves it whose second document was typed in and merged. */
  async function keptState(): Promise<{ service: MemoryArtifactService; state: ArtifactState }> {
    const service = new MemoryArtifactService(fields);
    const store = new MemoryStateStore();
    const copy = artifactCopy(512, service, { tracker: async () => undefined }, store);
    await copy.adopt(document, await copy.read(signal));
    await copy.track(document);
    await copy.adopt(other, await copy.read(signal));
    await copy.track(other);
    service.wait(60);
    service.edit(notes, { value: { content: "one\ntwo\ntheirs", format: "html" } });
    service.edit(links, { links: [{ id: 14 }] });
    assert.equal((await copy.save(document, mine, "plain", signal)).kind, "conflict");
    await copy.merge(document, mine);
    service.wait(60);
    assert.equal((await copy.save(document, mine.slice(0, 1), "plain", signal)).kind, "saved");
    service.wait(60);
    service.edit(title, { value: "Theirs" });
    const again = [{ fieldId: title, members: { value: "It works again" } }];
    assert.equal((await copy.save(other, again, "plain", signal)).kind, "conflict");
    const state = await store.read(512);
    assert.ok(state?.settlements && state.shown && state.conflicting);
    const base = { ...state.base, title: "It breaks", trackerId: 12, notUpdatable: [7] };
    const unanswered = { texts: { [document]: mine }, target: base, change: mine.slice(0, 1) };
    return { service, state: { ...state, base, unanswered } };
  }

  test("is not taken up where it is that of another artifact", async () => {
    const { state } = await keptState();
    assert.deepEqual(
      [512, 513].map((artifactId) => isSavedState(state, artifactId, artifactStates)),
      [true, false],
    );
  });

  test("is not taken up, or does not keep a save from being made", async () => {
    const { service, state } = await keptState();
    const stored = JSON.stringify(service.stored());
    assert.ok(isSavedState(state, 512, artifactStates));
    let taken = 0;
    for (const { value, path } of damaged(state as unknown as Json)) {
      if (!isSavedState<never>(value, 512, artifactStates)) {
        continue;
      }
      taken++;
      const again = new MemoryArtifactService(fields);
      again.wait(600);
      const store = new MemoryStateStore();
      await store.write(512, value as ArtifactState);
      const copy = artifactCopy(512, again, { tracker: async () => undefined }, store);
      for (const key of [document, other]) {
        await copy.track(key, () => undefined);
        copy.contextOf(key);
        copy.noteText(key, mine, false);
        copy.unsettled(key, mine);
        await copy.save(key, mine, "plain", signal).catch((error: unknown) => {
          assert.ok(isServiceError(error), `${path}: ${error instanceof Error ? error.stack : error}`);
        });
      }
    }
    // Titles and names, for the most part.
    assert.ok(taken > 0);
    assert.equal(JSON.stringify(service.stored()), stored);
  });
});
