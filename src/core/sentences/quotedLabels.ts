import { t } from "@vscode/l10n";
import { plainLabel } from "../util/plainLabel.ts";

const maxLabels = 8;

/** Labels of fields in a sentence: `“Summary” and “Status”`. Of many the last ones are «other fields». */
export function quotedLabels(labels: readonly string[]): string {
  const quoted = labels.map((label) => `“${plainLabel(label)}”`);
  const shown = quoted.length > maxLabels ? [...quoted.slice(0, maxLabels - 1), t("other fields")] : quoted;
  return shown.length < 2
    ? shown.join("")
    : t("{first} and {last}", { first: shown.slice(0, -1).join(", "), last: shown.at(-1) ?? "" });
}
