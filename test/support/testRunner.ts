import { globSync } from "node:fs";
import { runMocha } from "./runMocha.ts";

// node test/support/testRunner.ts <result file> <time-out of a test in ms> <pattern>…
// Runs test files on Node; `GREP` narrows them down by name.
const [resultFile, timeoutMs, ...patterns] = process.argv.slice(2);
if (resultFile === undefined || timeoutMs === undefined || patterns.length === 0) {
  throw new Error("usage: testRunner.ts <result file> <timeout ms> <pattern>…");
}
const files = patterns.flatMap((pattern) => globSync(pattern)).sort();
const result = await runMocha(files, { resultFile, timeoutMs: Number(timeoutMs), grep: process.env["GREP"] });
// A timer or socket that a test left behind must not keep the run from ending.
process.exit(result.failed === 0 ? 0 : 1);
