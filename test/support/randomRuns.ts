import fc from "fast-check";

/**
 * The seed of every random test, so that a run fails for what was changed and not by luck. `SEED=random` takes a new
 * one each time, to search; `SEED=…` that of a failure, to run the same again.
 */
const seed = process.env["SEED"] === "random" ? Date.now() % 2 ** 31 : Number(process.env["SEED"] ?? 20_261_127);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

/** How many sequences a test is to make: `count`, or `RUNS=…`, to search longer. */
export function randomRuns(count: number): number {
  return Number(process.env["RUNS"] ?? count);
}
