import fc from "fast-check";
import { suite, test } from "mocha";
import { randomRuns } from "../../../support/randomRuns.ts";
import { anySetsStep, SetsFixture } from "./setsFixture.ts";

const runs = randomRuns(500);

suite("whatever a person and colleagues do to the members of a set in turn", () => {
  test("no member of anybody is lost or put back without somebody's saying so", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anySetsStep, { minLength: 1, maxLength: 25, size: "max" }), async (steps) => {
        const fixture = await SetsFixture.open();
        for (const step of steps) {
          await fixture.run(step);
        }
        await fixture.settle();
      }),
      { numRuns: runs },
    );
  }).timeout(runs > 500 ? 0 : 300_000);
});
