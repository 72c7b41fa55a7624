import assert from "node:assert/strict";
import { setup, suite, test } from "mocha";
import { artifactCopy } from "../../../../src/core/workingCopy/artifactKind.ts";
import type { ArtifactTypes } from "../../../../src/core/workingCopy/artifactTypes.ts";
import { type CopiesOfConnection, WorkingCopies } from "../../../../src/core/workingCopy/workingCopies.ts";
import { MemoryArtifactService, MemoryStateStore } from "../../../support/memoryArtifactService.ts";
import { BackgroundReads } from "./backgroundReads.ts";

const { signal } = new AbortController();
const [fixture, bug, title] = ["fixture", 512, 101];

suite("the working copies of a window", () => {
  let background: BackgroundReads;
  let copies: WorkingCopies<ArtifactTypes, CopiesOfConnection<ArtifactTypes>>;

  setup(async () => {
    background = new BackgroundReads();
    const store = new MemoryStateStore();
    const around = {
      after: background.after,
      confirmed: () => {},
      onFailure: (error: unknown) => assert.fail(String(error)),
    };
    const trackers = { tracker: async () => undefined };
    copies = new WorkingCopies(() => ({
      store,
      make: (id) => {
        const service = new MemoryArtifactService({ [title]: { kind: "string", members: { value: "It breaks" } } });
        return artifactCopy(id, background.over(service), trackers, store, () => {}, around);
      },
      settled: async () => {},
      removeAll: async () => {},
    }));
    const copy = copies.get(fixture, bug);
    await copy.adopt("document", await copy.read(signal));
    await copy.save("document", [{ fieldId: title, members: { value: "It works" } }], "plain", signal);
    assert.equal(background.waiting, 1);
  });

  for (const [what, end] of [
    ["the last document is closed", () => copies.release(fixture, bug)],
    ["the connection is removed", () => copies.forget(fixture)],
    ["the window is closed", () => copies.dispose()],
  ] as const) {
    test(`read nothing in the background once ${what}`, async () => {
      await end();
      assert.equal(background.waiting, 0);
    });
  }
});
