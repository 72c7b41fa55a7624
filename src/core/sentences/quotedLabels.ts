import { plainLabel } from "../util/plainLabel.ts";

const maxLabels = 8;

/** Labels of fields in a sentence: `“Summary” and “Status”`. Of many the last ones are «other fields». */
export function quotedLabels(labels: readonly string[]): string {
  const quoted = labels.map((label) => `“${plainLabel(label)}”`);
  const shown = quoted.length > maxLabels ? [...quoted.slice(0, maxLabels - 1), "other fields"] : quoted;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown.at(-1)}`;
}
