import fc from "fast-check";
import { suite, test } from "mocha";
import { anyHoursOff, anySteps, Desk, reportSteps } from "../core/workingCopy/desk.ts";
import { clockOff } from "../core/workingCopy/playedService.ts";
import { PlayedReference } from "./playedReference.ts";

/** More, to search longer: `RUNS=50000 mocha --timeout 0 …`; a seed, to play the same again: `SEED=…`. */
const runs = Number(process.env.RUNS ?? 2000);
const seed = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

suite("whatever is done in turn against the reference service", () => {
  test("no change and no text is lost, nothing is sent without a condition, and all ends well once all is well", async () => {
    await fc.assert(
      fc.asyncProperty(anySteps, anyHoursOff, async (steps, hours) => {
        const desk = await Desk.open(new PlayedReference(clockOff(hours)));
        for (const step of steps) {
          await desk.play(step);
        }
        await desk.settle();
      }),
      { numRuns: runs, reporter: reportSteps, ...seed },
    );
    console.log(`      ${runs} sequences`);
  }).timeout(runs > 2000 ? 0 : 300_000);
});
