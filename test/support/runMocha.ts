import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/** What a layer of tests came to; of each failure its test's full title, then what was thrown. */
export type LayerResult = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
};

/** A failure of a property can print a whole text: what is shown of it at the end of the run. */
const maxFailureLength = 4_000;

/**
 * Runs test files with mocha and writes what they came to into `resultFile`, as a `LayerResult` in JSON.
 *
 * The file is written at the very end: a layer that left none has crashed. With `jobs` above 1 the files are shared out
 * to so many processes, in their order, each with `require` loaded first, and what each prints comes when it has ended;
 * else they run in this process, and files that fail to load reject.
 */
export async function runMocha(
  files: readonly string[],
  options: { resultFile: string; timeoutMs: number; jobs?: number; require?: string[]; grep?: string | undefined },
): Promise<LayerResult> {
  const isParallel = (options.jobs ?? 1) > 1;
  const mocha = new Mocha({
    ui: "tdd",
    reporter: "spec",
    color: process.env["NO_COLOR"] === undefined && process.stdout.isTTY === true,
    timeout: options.timeoutMs,
    forbidOnly: process.env["CI"] !== undefined,
    ...(isParallel && { parallel: true, jobs: options.jobs, require: options.require ?? [] }),
    ...(options.grep === undefined ? {} : { grep: options.grep }),
  });
  for (const file of files) {
    mocha.addFile(file);
  }
  if (!isParallel) {
    await mocha.loadFilesAsync();
  }
  const result = await new Promise<LayerResult>((resolve) => {
    const messages: string[] = [];
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending, failures: messages });
    });
    runner.on("fail", (test: Mocha.Test, error: Error) => {
      const thrown = `${error.stack ?? error.message}`;
      messages.push(`${test.fullTitle()}\n${thrown.slice(0, maxFailureLength)}`);
    });
  });
  mkdirSync(path.dirname(options.resultFile), { recursive: true });
  writeFileSync(options.resultFile, JSON.stringify(result));
  return result;
}
