import { globSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureHost } from "./support/host/installHost.ts";
import { packageExtension } from "./support/host/packageExtension.ts";
import { nodeExecutable, outFolder, projectRoot } from "./support/host/paths.ts";
import { runToEnd } from "./support/host/processes.ts";
import { ensureSystemPackages } from "./support/host/systemPackages.ts";
import type { LayerResult } from "./support/runMocha.ts";
import { sharesOf } from "./support/shares.ts";

// node test/run.ts [layer…]
// Runs the layers named (all but `oldest` and `desktop` without names), each in processes of its own, and ends with one
// line that sums them: «N passed, N failed, N skipped», and before it what failed, once more. A layer that crashes
// counts as one failure on top of what it reported.
// Layers of one stage run side by side; what each prints comes when it has ended, and is in out/logs/layers before.

const crashed: LayerResult = {
  passed: 0,
  failed: 1,
  skipped: 0,
  failures: ["It has failed as a whole: see what it printed."],
};
const fine: LayerResult = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Runs a layer; its output goes to the terminal, or to `logFile` where others run beside it. */
type Layer = (logFile: string | undefined) => Promise<LayerResult>;

// The limits are there for what hangs: a machine that is busy with other things may take several times as long.
const layers: Record<string, Layer> = {
  lint: async (log) =>
    add(
      await check(log, "node_modules/@biomejs/biome/bin/biome", "check", "--colors=off", "."),
      await check(log, "--disable-warning=ExperimentalWarning", "test/lint/main.ts"),
    ),
  types: (log) => check(log, "node_modules/typescript/bin/tsc", "-p", "."),
  build,
  unit: (log) => {
    // The files that take longest come first, so that the processes end at about the same time. There is one process
    // more than processors: a third of the time of a process goes by in waiting for what only time brings.
    const args = ["--timeout", "60000", "--jobs", "3", "test/unit/faults/*.test.ts", "test/unit/**/*.test.ts"];
    // Node keeps there what it compiled, for the next process and the next run.
    const env = { ...process.env, NODE_COMPILE_CACHE: path.join(outFolder, "compiled") };
    return mochaLayer("unit", log, 900_000, ["test/support/testRunner.ts", ...args], env);
  },
  integration: (log) => extensionTests("integration", log),
  ui,
  leftovers: (log) =>
    mochaLayer("leftovers", log, 120_000, [
      ...["test/support/testRunner.ts", "--timeout", "60000", "test/leftovers/**/*.test.ts"],
    ]),
  oldest: async (log) => {
    process.env["ARTIFACT_DESK_EDITOR"] = "oldest";
    await ensureHost();
    return extensionTests("oldest", log);
  },
  desktop: (log) => mochaLayer("desktop", log, 1_500_000, ["test/support/host/extensionTests.ts", "--desktop"]),
};
// Each editor keeps a processor busy with drawing: those of two layers side by side take longer than one after the
// other.
const stages = [
  ["lint", "types", "build", "unit"],
  ["integration"],
  ["ui"],
  ["leftovers"],
  ["oldest"],
  ["desktop"],
] as const;
const needBuild = ["integration", "ui", "oldest", "desktop"];
/** What runs in the editor of .vscode-test. */
const needHost = ["integration", "ui"];

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in layers));
if (unknown.length > 0) {
  throw new Error(`no such layer: ${unknown.join(", ")}; there are ${Object.keys(layers).join(", ")}`);
}
const everyday = Object.keys(layers).filter((name) => name !== "desktop" && name !== "oldest");
const isBuildMissing = asked.some((name) => needBuild.includes(name)) && !asked.includes("build");
const names = asked.length === 0 ? everyday : isBuildMissing ? ["build", ...asked] : asked;
const results = await runLayers();
const total = results.reduce(add, fine);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function runLayers(): Promise<LayerResult[]> {
  const outcomes = new Map<string, LayerResult>();
  const lines: string[] = [];
  const failures: string[] = [];
  for (const stage of stages) {
    const together = stage.filter((name) => names.includes(name));
    if (together.length > 0) {
      console.log(`\n── ${together.join(", ")} ──`);
    }
    const run = async (name: string) => {
      const start = performance.now();
      const isWithoutBuild = needBuild.includes(name) && outcomes.get("build")?.failed !== 0;
      const logFile = together.length > 1 ? path.join(outFolder, "logs/layers", `${name}.log`) : undefined;
      const result = isWithoutBuild ? crashed : await runLayer(name, logFile);
      outcomes.set(name, result);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      const figures = `${result.passed} passed, ${result.failed} failed, ${result.skipped} skipped`;
      lines.push(`${name.padEnd(12)} ${`${seconds} s`.padStart(8)}  ${isWithoutBuild ? "not run: no build" : figures}`);
      failures.push(
        ...(isWithoutBuild ? [] : result.failures.map((failure) => `── failed in ${name} ──\n${failure}\n`)),
      );
    };
    await Promise.all(together.map(run));
  }
  console.log(`\n${[...failures, ...lines].join("\n")}`);
  return [...outcomes.values()];
}

async function runLayer(name: string, logFile: string | undefined): Promise<LayerResult> {
  try {
    return (await layers[name]?.(logFile)) ?? crashed;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return crashed;
  }
}

function extensionTests(name: string, logFile: string | undefined): Promise<LayerResult> {
  return inTwo(name, logFile, 1_500_000, (share) => [
    ...["test/support/host/extensionTests.ts", "--share", `${share}/2`],
  ]);
}

/** A check has no tests to count: it shows only when it fails. */
async function check(logFile: string | undefined, ...command: readonly string[]): Promise<LayerResult> {
  return (await runNode(command, logFile, 600_000)) === 0 ? fine : crashed;
}

async function build(logFile: string | undefined): Promise<LayerResult> {
  const isHostNeeded = names.some((name) => needHost.includes(name));
  if (isHostNeeded) {
    ensureSystemPackages();
  }
  await Promise.all([packageExtension(logFile), isHostNeeded ? ensureHost() : undefined]);
  return fine;
}

async function ui(logFile: string | undefined): Promise<LayerResult> {
  rmSync(path.join(outFolder, "screenshots"), { recursive: true, force: true });
  const shares = sharesOf(globSync("test/ui/**/*.test.ts", { cwd: projectRoot }), 2, "journeys");
  return inTwo("ui", logFile, 2_400_000, (share) => [
    ...["test/support/testRunner.ts", "--timeout", "600000", ...(shares[share - 1] ?? [])],
  ]);
}

/**
 * Runs a layer in two processes, each with an editor and a browser of its own and its share of the tests: an editor
 * keeps one processor busy, not two.
 */
async function inTwo(
  name: string,
  logFile: string | undefined,
  timeoutMs: number,
  command: (share: number) => readonly string[],
): Promise<LayerResult> {
  const log = logFile ?? path.join(outFolder, `logs/layers/${name}.log`);
  const results = [1, 2].map((share) => {
    const env = { ...process.env, ARTIFACT_DESK_SHARE: `${share}` };
    return mochaLayer(`${name}-${share}`, log.replace(/\.log$/, `-${share}.log`), timeoutMs, command(share), env);
  });
  return (await Promise.all(results)).reduce(add, fine);
}

async function mochaLayer(
  name: string,
  logFile: string | undefined,
  timeoutMs: number,
  [program = "", ...args]: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<LayerResult> {
  const resultFile = path.join(outFolder, `results/${name}.json`);
  rmSync(resultFile, { force: true });
  const code = await runNode([program, "--result", resultFile, ...args], logFile, timeoutMs, env);
  const result = readResult(resultFile);
  const hasCrashed = result === undefined || (code !== 0 && result.failed === 0);
  return hasCrashed ? add(result ?? fine, crashed) : result;
}

/** Runs a program on Node to its end; what it wrote to `logFile` is printed then. */
async function runNode(
  command: readonly string[],
  logFile: string | undefined,
  timeoutMs: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const options = { cwd: projectRoot, env, timeoutMs, ...(logFile !== undefined && { logFile }) };
  const code = await runToEnd(nodeExecutable, command, options);
  if (logFile !== undefined) {
    console.log(`\n── ${path.basename(logFile, ".log")} ──\n${readFileSync(logFile, "utf8")}`);
  }
  return code;
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
    failures: [...one.failures, ...other.failures],
  };
}
