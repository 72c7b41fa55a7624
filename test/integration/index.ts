import { globSync } from "node:fs";
import path from "node:path";
import { format } from "node:util";
import Mocha from "mocha";
import { ConfigurationTarget, workspace } from "vscode";
import { plainSettings } from "../support/host/plainSettings.ts";
import { runMocha } from "../support/runMocha.ts";
import { testOutputMark } from "../support/testOutputMark.ts";

/** What VS Code calls inside the extension host: runs the integration tests that lie beside this file. */
export async function run(): Promise<void> {
  const resultFile = process.env["ARTIFACT_DESK_RESULT_FILE"];
  if (resultFile === undefined) {
    throw new Error("ARTIFACT_DESK_RESULT_FILE does not say where the result goes");
  }
  Mocha.reporters.Base.consoleLog = print;
  const folder = import.meta.dirname;
  const files = globSync("**/*.test.{mjs,ts}", { cwd: folder }).map((file) => path.join(folder, file));
  // Tests count requests: none is sent unasked but where a test is about that.
  await workspace.getConfiguration("artifactDesk").update("checkForChanges", 0, ConfigurationTarget.Global);
  for (const [setting, value] of Object.entries(plainSettings)) {
    // An editor of our own has them from its start.
    if (workspace.getConfiguration().get(setting) !== value) {
      await workspace.getConfiguration().update(setting, value, ConfigurationTarget.Global);
    }
  }
  let failed: number;
  try {
    const timeoutMs = process.env["ARTIFACT_DESK_IS_DEBUGGED"] === undefined ? 240_000 : 0;
    const result = await runMocha(files.sort(), { resultFile, timeoutMs, grep: process.env["GREP"] });
    failed = result.failed;
  } catch (error) {
    print(error);
    throw error;
  }
  if (failed > 0) {
    throw new Error(`${failed} failed`);
  }
}

function print(...args: unknown[]): void {
  for (const line of format(...args).split("\n")) {
    console.log(testOutputMark + line);
  }
}
