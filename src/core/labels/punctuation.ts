import { t } from "@vscode/l10n";
import { plainLabel } from "../util/plainLabel.ts";

/** Puts words between the quotation marks of the editor's language. */
export function quoted(words: string): string {
  return t("“{words}”", { words });
}

/** Puts what is said of something behind its name and a colon. `name` may be empty where it stands there already. */
export function behindColon(name: string, said: string): string {
  return t("{name}: {said}", { name, said });
}

/** Joins words in a sentence: `the access file, the notification of /trunk and the rule on references`. */
export function joined(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : t("{first} and {last}", { first: words.slice(0, -1).join(", "), last: words.at(-1) ?? "" });
}

const maxLabels = 8;

/**
 * Puts labels of fields into a sentence: `“Summary” and “Status”`. Of many the last ones are told as «other fields».
 */
export function quotedLabels(labels: readonly string[]): string {
  const names = labels.map((label) => quoted(plainLabel(label)));
  return joined(names.length > maxLabels ? [...names.slice(0, maxLabels - 1), t("other fields")] : names);
}
