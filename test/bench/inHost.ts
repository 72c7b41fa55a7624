import { writeFileSync } from "node:fs";
import { measureActivation } from "./activationInHost.ts";
import { measureEditor } from "./editorInHost.ts";
import { measureSaveAll } from "./saveAllInHost.ts";
import { measureTree } from "./treeInHost.ts";

const measurements: Readonly<Record<string, (service: { baseUrl: string; key: string }) => Promise<unknown>>> = {
  editor: measureEditor,
  saveAll: measureSaveAll,
};

/** What VS Code calls in the extension host: measures an activation, clicks and saves, a save of all, or the tree. */
export async function run(): Promise<void> {
  const { ARTIFACT_DESK_RESULT_FILE: resultFile, ARTIFACT_DESK_SERVICE: service } = process.env;
  const { ARTIFACT_DESK_EXTENSION: extensionId } = process.env;
  if (resultFile === undefined) {
    throw new Error("There is no file for the result");
  }
  const measure = measurements[process.env["ARTIFACT_DESK_MEASURE"] ?? ""] ?? measureTree;
  const result =
    service === undefined ? await measureActivation(extensionId ?? "") : await measure(JSON.parse(service));
  writeFileSync(resultFile, JSON.stringify(result));
}
