import fc from "fast-check";
import { suite, test } from "mocha";
import { anyStep, Desk, reportSteps } from "./desk.ts";
import { PlayedMemory } from "./playedService.ts";

/** More, to search longer: `RUNS=400000 mocha --timeout 0 …`. */
const runs = Number(process.env.RUNS ?? 2000);

suite("whatever a person, a colleague and the network do in turn", () => {
  test("no change of anybody is lost without somebody's saying so", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 30, size: "max" }), async (steps) => {
        const desk = await Desk.open(new PlayedMemory());
        for (const step of steps) {
          await desk.play(step);
        }
        await desk.settle();
      }),
      { numRuns: runs, reporter: reportSteps },
    );
  }).timeout(runs > 2000 ? 0 : 60_000);
});
