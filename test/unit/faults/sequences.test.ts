import fc from "fast-check";
import { suite, test } from "mocha";
import { anyHoursOff, anySteps, EditorFixture, reportSteps } from "../core/workingCopy/editorFixture.ts";
import { clockOff } from "../core/workingCopy/simulatedService.ts";
import { SimulatedReference } from "./simulatedReference.ts";

/** More, to search longer: `RUNS=50000 mocha --timeout 0 …`; a seed, to run the same again: `SEED=…`. */
const runs = Number(process.env.RUNS ?? 800);
const seed = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

suite("whatever is done in turn against the reference service", () => {
  test("no change and no text is lost, nothing is sent without a condition, and all ends well once all is well", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyHoursOff, async (steps, hours) => {
        const fixture = await EditorFixture.open(new SimulatedReference(clockOff(hours)));
        for (const step of steps) {
          await fixture.run(step);
        }
        await fixture.settle();
      }),
      { numRuns: runs, reporter: reportSteps, ...seed },
    );
    console.log(`      ${runs} sequences`);
  }).timeout(runs > 800 ? 0 : 600_000);
});
