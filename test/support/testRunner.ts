import { globSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { runMocha } from "./runMocha.ts";
import "./randomRuns.ts";
import "./shippedUndici.ts";

// node test/support/testRunner.ts --result <file> --timeout <ms of a test> [--jobs <processes>] <pattern>…
// Runs test files on Node, those of the first pattern first; `GREP` narrows them down by name.
const { values, positionals } = parseArgs({
  options: { result: { type: "string" }, timeout: { type: "string" }, jobs: { type: "string", default: "1" } },
  allowPositionals: true,
});
const { result: resultFile, timeout, jobs } = values;
if (resultFile === undefined || timeout === undefined || positionals.length === 0) {
  throw new Error("usage: testRunner.ts --result <file> --timeout <ms> [--jobs <processes>] <pattern>…");
}
const files = new Set(positionals.flatMap((pattern) => globSync(pattern).sort()));
const options = {
  ...{ resultFile, timeoutMs: Number(timeout), jobs: Number(jobs), grep: process.env["GREP"] },
  require: ["shippedUndici.ts", "randomRuns.ts"].map((name) => path.join(import.meta.dirname, name)),
};
const result = await runMocha([...files], options);
// A timer or socket that a test left behind must not keep the run from ending.
process.exit(result.failed === 0 ? 0 : 1);
