import { writeFileSync } from "node:fs";
import * as vscode from "vscode";
import { measureTree } from "./treeInHost.ts";

/** What VS Code calls inside the extension host: times an activation, from reading the entry script on, or the tree. */
export async function run(): Promise<void> {
  const { ARTIFACT_DESK_RESULT_FILE: resultFile, ARTIFACT_DESK_SERVICE: service } = process.env;
  const { ARTIFACT_DESK_EXTENSION: extensionId } = process.env;
  if (resultFile === undefined) {
    throw new Error("There is no file for the result");
  }
  const result = service === undefined ? await activationMs(extensionId ?? "") : await measureTree(JSON.parse(service));
  writeFileSync(resultFile, JSON.stringify(result));
}

async function activationMs(extensionId: string): Promise<number> {
  const extension = vscode.extensions.getExtension(extensionId);
  if (!extension || extension.isActive) {
    throw new Error(`There is no inactive extension ${extensionId} to measure`);
  }
  const start = performance.now();
  await extension.activate();
  return performance.now() - start;
}
