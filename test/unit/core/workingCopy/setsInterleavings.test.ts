import fc from "fast-check";
import { suite, test } from "mocha";
import { anySetsStep, SetsFixture } from "./setsFixture.ts";

/** More, to search longer: `RUNS=100000 mocha --timeout 0 …`; a seed, to run the same again: `SEED=…`. */
const runs = Number(process.env.RUNS ?? 500);
const seed = process.env.SEED === undefined ? {} : { seed: Number(process.env.SEED) };

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
      { numRuns: runs, ...seed },
    );
  }).timeout(runs > 500 ? 0 : 300_000);
});
