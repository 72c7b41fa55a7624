import fc from "fast-check";
import { suite, test } from "mocha";
import { randomRuns } from "../../../support/randomRuns.ts";
import { anyStep, reportSteps, SimulatedComments } from "./simulatedComments.ts";

const runs = randomRuns(250);

suite("whatever is done in turn with comments", () => {
  test("none is lost, none is sent twice, and none comes without its values, or they without it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 1, maxLength: 30, size: "max" }), async (steps) => {
        const simulated = await SimulatedComments.open();
        for (const step of steps) {
          await simulated.run(step);
        }
        await simulated.settle();
      }),
      { numRuns: runs, reporter: reportSteps },
    );
    console.log(`      ${runs} sequences`);
  }).timeout(runs > 250 ? 0 : 600_000);
});
