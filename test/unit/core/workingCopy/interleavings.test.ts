import assert from "node:assert/strict";
import fc from "fast-check";
import { suite, test } from "mocha";
import { anyStep, Desk, printSteps, type Step } from "./desk.ts";

/** More, to search longer: `RUNS=400000 mocha --timeout 0 …`. */
const runs = Number(process.env.RUNS ?? 2000);

suite("whatever a person, a colleague and the network do in turn", () => {
  test("no change of anybody is lost without somebody's saying so", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 30, size: "max" }), async (steps) => {
        const desk = await Desk.open();
        for (const step of steps) {
          await desk.play(step);
        }
      }),
      { numRuns: runs, reporter: report },
    );
  }).timeout(60_000);
});

function report({ failed, counterexample, errorInstance, seed, numRuns }: fc.RunDetails<[Step[]]>): void {
  if (failed) {
    const why = errorInstance instanceof Error ? errorInstance.message : "";
    assert.fail(`${why}\nseed ${seed}, after ${numRuns} runs:\n${printSteps(counterexample?.[0] ?? [])}`);
  }
}
