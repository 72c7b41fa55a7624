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
  let address: string | undefined;
  let copies: WorkingCopies<ArtifactTypes, CopiesOfConnection<ArtifactTypes>>;

  setup(async () => {
    background = new BackgroundReads();
    address = "https://tracker.example/api/v1";
    const store = new MemoryStateStore();
    const around = {
      after: background.after,
      confirmed: () => {},
      onFailure: (error: unknown) => assert.fail(String(error)),
    };
    const trackers = { tracker: async () => undefined };
    const connect = () => ({
      store,
      make: (id: number) => {
        const service = new MemoryArtifactService({ [title]: { kind: "string", members: { value: "It breaks" } } });
        return artifactCopy(id, background.over(service), trackers, store, () => {}, around);
      },
      settled: async () => {},
      removeAll: async () => {},
    });
    copies = new WorkingCopies(() => address, connect);
    const copy = copies.get(fixture, bug);
    await copy.adopt("document", await copy.read(signal));
    await copy.save("document", [{ fieldId: title, members: { value: "It works" } }], "plain", signal);
    assert.equal(background.waiting, 1);
  });

  test("are others at another address, of which nothing is known, and stay at the same written otherwise", () => {
    const copy = copies.get(fixture, bug);
    address = "https://Tracker.example/api/";
    assert.equal(copies.get(fixture, bug), copy);
    address = "https://other.example/api/v1";
    assert.notEqual(copies.get(fixture, bug), copy);
    assert.equal(copies.get(fixture, bug).base, undefined);
  });

  test("are what they were while nobody knows where the connection leads: a save may be under way", () => {
    const copy = copies.get(fixture, bug);
    address = undefined;
    assert.equal(copies.get(fixture, bug), copy);
    assert.equal(background.waiting, 1);
  });

  for (const [what, end] of [
    ["the last document is closed", () => copies.release(fixture, bug)],
    ["the connection is removed", () => copies.forget(fixture)],
    [
      "the connection leads to another address",
      () => {
        address = "https://other.example/api/v1";
        copies.get(fixture, bug);
      },
    ],
    ["the window is closed", () => copies.dispose()],
  ] as const) {
    test(`read nothing in the background once ${what}`, async () => {
      await end();
      assert.equal(background.waiting, 0);
    });
  }
});
