import { t } from "@vscode/l10n";

/** `the access file, the notification of /trunk and the rule on references`. */
export function joined(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : t("{first} and {last}", { first: words.slice(0, -1).join(", "), last: words.at(-1) ?? "" });
}
