import fc from "fast-check";
import { suite, test } from "mocha";
import { randomRuns } from "../../../support/randomRuns.ts";
import { anyHoursOff, anySteps, EditorFixture, reportSteps } from "./editorFixture.ts";
import { clockOff, SimulatedMemory } from "./simulatedService.ts";

const runs = randomRuns(2000);

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
      { numRuns: runs, reporter: reportSteps },
    );
  }).timeout(runs > 2000 ? 0 : 300_000);
});
