import { writeFileSync } from "node:fs";
import { measureActivation } from "./activationInHost.ts";
import { measureEditor } from "./editorInHost.ts";
import { measureTree } from "./treeInHost.ts";

/** What VS Code calls inside the extension host: measures an activation, clicks and saves, or the tree. */
export async function run(): Promise<void> {
  const { ARTIFACT_DESK_RESULT_FILE: resultFile, ARTIFACT_DESK_SERVICE: service } = process.env;
  const { ARTIFACT_DESK_EXTENSION: extensionId } = process.env;
  if (resultFile === undefined) {
    throw new Error("There is no file for the result");
  }
  const measure = process.env["ARTIFACT_DESK_MEASURE"] === "editor" ? measureEditor : measureTree;
  const result =
    service === undefined ? await measureActivation(extensionId ?? "") : await measure(JSON.parse(service));
  writeFileSync(resultFile, JSON.stringify(result));
}
