import { readFileSync } from "node:fs";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import * as esbuild from "esbuild";
import { ensureHost } from "../support/host/installHost.ts";
import { outFolder, projectRoot } from "../support/host/paths.ts";
import { type Figure, median, milliseconds } from "./figure.ts";

const starts = 3;

/** How long the extension takes to load and activate in a real extension host, each time a fresh one. */
export async function measureActivation(): Promise<readonly Figure[]> {
  await ensureHost();
  const entry = path.join(outFolder, "bench/inHost.mjs");
  const resultFile = path.join(outFolder, "bench/activation.json");
  await esbuild.build({
    entryPoints: ["test/bench/inHost.ts"],
    absWorkingDir: projectRoot,
    outfile: entry,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node22.19",
    external: ["vscode"],
  });
  const times: number[] = [];
  for (let start = 0; start < starts; start++) {
    await runTests({
      vscodeExecutablePath: path.join(projectRoot, "test/support/host/vscode-stand-in"),
      extensionDevelopmentPath: projectRoot,
      extensionTestsPath: entry,
      extensionTestsEnv: { ARTIFACT_DESK_RESULT_FILE: resultFile },
    });
    times.push((JSON.parse(readFileSync(resultFile, "utf8")) as { activationMs: number }).activationMs);
  }
  return [{ name: `Activation in a real extension host, median of ${starts}`, value: milliseconds(median(times)) }];
}
