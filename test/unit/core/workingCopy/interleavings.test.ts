import fc from "fast-check";
import { suite, test } from "mocha";
import { anyHoursOff, anySteps, EditorFixture, reportSteps } from "./editorFixture.ts";
import { clockOff, SimulatedMemory } from "./simulatedService.ts";

/** More, to search longer: `RUNS=400000 mocha --timeout 0 …`; a seed, to run the same again: `SEED=…`. */
const runs = Number(process.env.RUNS ?? 2000);
const seed = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

suite("whatever a person, a colleague and the network do in turn", () => {
  test("no change of anybody is lost without somebody's saying so", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyHoursOff, async (steps, hours) => {
        const fixture = await EditorFixture.open(new SimulatedMemory(clockOff(hours)));
        for (const step of steps) {
          await fixture.run(step);
        }
        await fixture.settle();
      }),
      { numRuns: runs, reporter: reportSteps, ...seed },
    );
  }).timeout(runs > 2000 ? 0 : 300_000);
});
