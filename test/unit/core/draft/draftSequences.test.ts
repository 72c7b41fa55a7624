import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { randomRuns } from "../../../support/randomRuns.ts";
import { anyDraftStep, type DraftStep, SimulatedDrafts } from "./simulatedDrafts.ts";

const runs = randomRuns(100);

/** A full disk leaves the attempt beside what came of it; both are there when the words typed since are moved. */
const movedBesideItsAttempt: DraftStep[] = [
  { kind: "save", window: 0, mishap: "none", isTyping: false, isFilling: true },
  { kind: "disk", isThere: true },
  { kind: "type", window: 0 },
  { kind: "save", window: 0, mishap: "none", isTyping: false, isFilling: false },
  { kind: "damage", window: 0 },
  { kind: "crash", window: 0 },
  { kind: "save", window: 0, mishap: "none", isTyping: false, isFilling: false },
];

suite("whatever is done in turn with a draft that two windows show", () => {
  for (const [what, kind] of [
    ["of an artifact", "artifact"],
    ["of a repository", "repository"],
  ] as const) {
    test(`${what}: it is created once, nothing of a colleague's is taken for it, and no words are lost`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(anyDraftStep, { minLength: 1, maxLength: 20, size: "max" }), async (steps) => {
          const simulated = await SimulatedDrafts.open(kind);
          try {
            for (const step of steps) {
              await simulated.run(step);
            }
            await simulated.settle();
          } finally {
            simulated.close();
          }
        }),
        { numRuns: runs, reporter: reportDraftSteps, examples: [[movedBesideItsAttempt]] },
      );
      console.log(`      ${runs} sequences`);
    }).timeout(runs > 500 ? 0 : 600_000);
  }
});

function reportDraftSteps({ failed, counterexample, errorInstance, seed: used }: fc.RunDetails<[DraftStep[]]>): void {
  if (failed) {
    const why = errorInstance instanceof Error ? errorInstance.message : "";
    const steps = (counterexample?.[0] ?? []).map((step) => `  ${JSON.stringify(step)},`).join("\n");
    assert.fail(`${why}\nseed ${used}:\n${steps}`);
  }
}
