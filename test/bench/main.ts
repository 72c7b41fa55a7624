import { loadavg } from "node:os";
import { measureActivation } from "./activation.ts";
import { measureAnswers } from "./answers.ts";
import { measureBundle } from "./bundle.ts";
import { measureEditor } from "./editor.ts";
import { measureLanguage } from "./language.ts";
import { measureOpening } from "./opening.ts";
import { measurePage } from "./page.ts";
import { measureSaveAll } from "./saveAll.ts";
import { measureSaves } from "./saves.ts";
import { measureSearch } from "./search.ts";
import { measureTree } from "./tree.ts";
import { measureUpload } from "./upload.ts";

// `npm run bench`: what the extension costs, each figure beside the floor of the same run. The bundle comes first: what
// is activated is what it has built.
const measurements = [
  ...[measureBundle, measureOpening, measureSaves, measurePage, measureSearch],
  ...[measureLanguage, measureTree, measureUpload, measureAnswers, measureEditor, measureSaveAll, measureActivation],
];
for (const measure of measurements) {
  for (const { name, value, target } of await measure()) {
    console.log(`${name.padEnd(58)} ${value.padStart(62)}   ${target ? `target ${target}` : ""}`);
  }
}
console.log(
  `Load of the machine in the last 1, 5 and 15 minutes: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(", ")}`,
);
