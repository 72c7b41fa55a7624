import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureHost } from "./support/host/installHost.ts";
import { packageExtension } from "./support/host/packageExtension.ts";
import { nodeExecutable, outFolder, projectRoot } from "./support/host/paths.ts";
import { runToEnd } from "./support/host/processes.ts";
import { ensureSystemPackages } from "./support/host/systemPackages.ts";
import type { LayerResult } from "./support/runMocha.ts";

// node test/run.ts [layer…]
// Runs the layers named (all but `desktop` without names), each in a process of its own, and ends with one line that
// sums them: «N passed, N failed, N skipped». A layer that crashes counts as one failure on top of what it reported.

const crashed: LayerResult = { passed: 0, failed: 1, skipped: 0 };
const fine: LayerResult = { passed: 0, failed: 0, skipped: 0 };

const layers: Record<string, () => Promise<LayerResult>> = {
  lint: async () =>
    add(
      await check("node_modules/@biomejs/biome/bin/biome", "check", "--colors=off", "."),
      await check("--disable-warning=ExperimentalWarning", "test/lint/main.ts"),
    ),
  types: () => check("node_modules/typescript/bin/tsc", "-p", "."),
  build,
  unit: () => mochaLayer("unit", 900_000, (result) => testFiles(result, unitOptions, "test/unit/**/*.test.ts")),
  integration: () => mochaLayer("integration", 1_500_000, (result) => ["test/support/host/extensionTests.ts", result]),
  ui: () => mochaLayer("ui", 2_400_000, (result) => testFiles(result, uiOptions, "test/ui/**/*.test.ts")),
  desktop: () => mochaLayer("desktop", 900_000, (result) => ["test/support/host/extensionTests.ts", result, "desktop"]),
};
// Those that take longest come first, so that the processes end at about the same time.
const unitOptions = ["--timeout", "60000", "--jobs", "2", "test/unit/faults/*.test.ts"];
const uiOptions = ["--timeout", "300000"];
const everyday = ["lint", "types", "build", "unit", "integration", "ui"];
const needBuild = ["integration", "ui", "desktop"];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in layers));
if (unknown.length > 0) {
  throw new Error(`no such layer: ${unknown.join(", ")}; there are ${Object.keys(layers).join(", ")}`);
}
const isBuildMissing = asked.some((name) => needBuild.includes(name)) && !asked.includes("build");
const results = await runLayers(asked.length === 0 ? everyday : isBuildMissing ? ["build", ...asked] : asked);
const total = results.reduce(add, fine);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function runLayers(names: readonly string[]): Promise<LayerResult[]> {
  const outcomes = new Map<string, LayerResult>();
  const lines: string[] = [];
  for (const name of names) {
    console.log(`\n── ${name} ──`);
    const start = performance.now();
    const isWithoutBuild = needBuild.includes(name) && outcomes.get("build")?.failed !== 0;
    const result = isWithoutBuild ? crashed : await runLayer(name);
    outcomes.set(name, result);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const figures = `${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`;
    lines.push(`${name.padEnd(12)} ${`${seconds} s`.padStart(8)}  ${isWithoutBuild ? "not run: no build" : figures}`);
  }
  console.log(`\n${lines.join("\n")}`);
  return [...outcomes.values()];
}

async function runLayer(name: string): Promise<LayerResult> {
  try {
    return (await layers[name]?.()) ?? crashed;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return crashed;
  }
}

/** A check has no tests to count: it shows only when it fails. */
async function check(program: string, ...args: readonly string[]): Promise<LayerResult> {
  const code = await runToEnd(nodeExecutable, [program, ...args], { cwd: projectRoot, timeoutMs: 300_000 });
  return code === 0 ? fine : crashed;
}

async function build(): Promise<LayerResult> {
  ensureSystemPackages();
  await packageExtension();
  await ensureHost();
  return fine;
}

async function mochaLayer(
  name: string,
  timeoutMs: number,
  command: (resultFile: string) => readonly string[],
): Promise<LayerResult> {
  const resultFile = path.join(outFolder, `results/${name}.json`);
  rmSync(resultFile, { force: true });
  const code = await runToEnd(nodeExecutable, command(resultFile), { cwd: projectRoot, timeoutMs });
  const result = readResult(resultFile);
  const hasCrashed = result === undefined || (code !== 0 && result.failed === 0);
  return hasCrashed ? add(result ?? fine, crashed) : result;
}

/** The arguments of Node that run test files on it. */
function testFiles(resultFile: string, options: readonly string[], pattern: string): readonly string[] {
  return ["test/support/testRunner.ts", "--result", resultFile, ...options, pattern];
}

function readResult(file: string): LayerResult | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // None was written: the layer ended before its tests did.
    return undefined;
  }
}

function add(one: LayerResult, other: LayerResult): LayerResult {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  };
}
