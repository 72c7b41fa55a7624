import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Mocha from "mocha";

/** What a layer of tests came to. */
export type LayerResult = { readonly passed: number; readonly failed: number; readonly skipped: number };

/**
 * Runs test files with mocha in this process and writes what they came to into `resultFile`, as a `LayerResult` in JSON.
 *
 * The file is written at the very end: a layer that left none has crashed. Files that fail to load reject.
 */
export async function runMocha(
  files: readonly string[],
  options: { resultFile: string; timeoutMs: number; grep?: string | undefined },
): Promise<LayerResult> {
  const mocha = new Mocha({
    ui: "tdd",
    reporter: "spec",
    color: process.env["NO_COLOR"] === undefined && process.stdout.isTTY === true,
    timeout: options.timeoutMs,
    forbidOnly: process.env["CI"] !== undefined,
    ...(options.grep === undefined ? {} : { grep: options.grep }),
  });
  for (const file of files) {
    mocha.addFile(file);
  }
  await mocha.loadFilesAsync();
  const result = await new Promise<LayerResult>((resolve) => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      resolve({ passed: passes, failed: failures, skipped: pending });
    });
  });
  mkdirSync(path.dirname(options.resultFile), { recursive: true });
  writeFileSync(options.resultFile, JSON.stringify(result));
  return result;
}
