import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { nodeExecutable, projectRoot } from "../support/host/paths.ts";
import { runToEnd } from "../support/host/processes.ts";
import type { LayerResult } from "../support/runMocha.ts";
import { type Sabotage, type Sabotaged, sabotaged } from "./sabotage.ts";
import { sabotages } from "./sabotages.ts";

// npm run mutations [-- part of a name…]
// Makes each of the changes in a copy of the project, and runs the test files that must notice. Ends with 1 when a
// change went unnoticed or cannot be made any more, and when the same files fail without any change.

type Fate = "caught" | "survived" | "no longer applies" | "does not run";

const atOnce = 2;
const timeoutMs = 600_000;
const copied = [
  ...["src", "test", "media", "l10n"],
  ...[
    "package.json",
    "package.nls.json",
    "package.nls.fr.json",
    "README.md",
    "CHANGELOG.md",
    "esbuild.js",
    "tsconfig.json",
  ],
];

const asked = process.argv.slice(2);
const chosen = sabotages.filter(({ name }) => asked.length === 0 || asked.some((part) => name.includes(part)));
const unchanged = { name: "nothing", tests: [...new Set(chosen.flatMap(({ tests }) => tests))] };
type Trial = Sabotage | typeof unchanged;
const waiting: Trial[] = [unchanged, ...chosen];
const fates = new Map<Trial, Fate>();
const folder = mkdtempSync(path.join(os.tmpdir(), "mutations-"));
try {
  await Promise.all(Array.from({ length: atOnce }, (_, index) => work(path.join(folder, `${index + 1}`))));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const caught = chosen.filter((each) => fates.get(each) === "caught").length;
console.log(`${caught} of ${chosen.length} caught`);
process.exit(caught === chosen.length && fates.get(unchanged) === "survived" ? 0 : 1);

/** Tries mutations in a copy of its own until none is left. */
async function work(copy: string): Promise<void> {
  for (const name of copied) {
    cpSync(path.join(projectRoot, name), path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(projectRoot, "node_modules"), path.join(copy, "node_modules"));
  for (let trial = waiting.shift(); trial; trial = waiting.shift()) {
    const fate = await fateOf(trial, copy);
    fates.set(trial, fate);
    console.log(`${(trial === unchanged && fate === "survived" ? "passed" : fate).padEnd(18)} ${trial.name}`);
  }
}

async function fateOf(trial: Trial, copy: string): Promise<Fate> {
  let change: Sabotaged | undefined;
  try {
    change = "replace" in trial ? sabotaged(trial) : undefined;
  } catch (error) {
    console.error(error);
    return "no longer applies";
  }
  const resultFile = path.join(copy, "result.json");
  rmSync(resultFile, { force: true });
  if (change) {
    writeFileSync(path.join(copy, change.file), change.code);
  }
  try {
    const files = trial.tests.flatMap((pattern) => globSync(path.join("test/unit", pattern), { cwd: copy }));
    const command = ["test/support/testRunner.ts", "--result", resultFile, "--timeout", "60000", ...files];
    await runToEnd(nodeExecutable, command, { cwd: copy, logFile: path.join(copy, "tests.log"), timeoutMs });
    return resultIn(resultFile);
  } finally {
    if (change) {
      cpSync(path.join(projectRoot, change.file), path.join(copy, change.file));
    }
  }
}

/** Files that cannot be loaded leave no result: that says nothing of the tests. */
function resultIn(resultFile: string): Fate {
  try {
    const { passed, failed }: LayerResult = JSON.parse(readFileSync(resultFile, "utf8"));
    return failed > 0 ? "caught" : passed > 0 ? "survived" : "does not run";
  } catch {
    return "does not run";
  }
}
