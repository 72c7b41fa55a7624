import { t } from "@vscode/l10n";
import { quoted } from "../labels/quoted.ts";
import { plainLabel } from "../util/plainLabel.ts";
import { joined } from "./joined.ts";

const maxLabels = 8;

/** Labels of fields in a sentence: `“Summary” and “Status”`. Of many the last ones are «other fields». */
export function quotedLabels(labels: readonly string[]): string {
  const names = labels.map((label) => quoted(plainLabel(label)));
  return joined(names.length > maxLabels ? [...names.slice(0, maxLabels - 1), t("other fields")] : names);
}
