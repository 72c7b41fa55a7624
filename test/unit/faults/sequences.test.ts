import fc from "fast-check";
import { suite, test } from "mocha";
import { randomRuns } from "../../support/randomRuns.ts";
import { anyHoursOff, anySteps, EditorFixture, reportSteps } from "../core/workingCopy/editorFixture.ts";
import { clockOff } from "../core/workingCopy/simulatedService.ts";
import { SimulatedReference } from "./simulatedReference.ts";

const runs = randomRuns(800);

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
      { numRuns: runs, reporter: reportSteps },
    );
    console.log(`      ${runs} sequences`);
  }).timeout(runs > 800 ? 0 : 600_000);
});
