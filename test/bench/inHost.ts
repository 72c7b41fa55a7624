import { writeFileSync } from "node:fs";
import * as vscode from "vscode";

/** What VS Code calls inside the extension host: times the activation, from reading the entry script on. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension("artifact-desk.artifact-desk");
  const resultFile = process.env["ARTIFACT_DESK_RESULT_FILE"];
  if (!extension || extension.isActive || resultFile === undefined) {
    throw new Error("There is no inactive extension to measure, or no file for the result");
  }
  const start = performance.now();
  await extension.activate();
  writeFileSync(resultFile, JSON.stringify({ activationMs: performance.now() - start }));
}
