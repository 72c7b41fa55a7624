import { measureActivation } from "./activation.ts";
import { measureBundle } from "./bundle.ts";
import type { Figure } from "./figure.ts";
import { measureOpenAndSave } from "./openAndSave.ts";

// `npm run bench`: what the extension costs, each figure beside the floor of the same run.
const figures: Figure[] = [...(await measureOpenAndSave()), ...(await measureActivation()), ...(await measureBundle())];
for (const { name, value, target } of figures) {
  console.log(`${name.padEnd(58)} ${value.padStart(28)}   ${target === undefined ? "" : `target ${target}`}`);
}
