import { CodeLens, type Range } from "vscode";
import { plain } from "../../core/util/plainWords.ts";

/** A lens with these words, behind an icon of ours where one is named. `command` runs when it is clicked. */
export function codeLens(
  range: Range,
  words: string,
  {
    icon,
    command = "",
    args = [],
  }: { readonly icon?: string; readonly command?: string; readonly args?: unknown[] } = {},
): CodeLens {
  // VS Code shows no other blank behind an icon here.
  const title = `${icon === undefined ? "" : `$(${icon})\u00a0`}${plain(words)}`;
  return new CodeLens(range, { title, command, arguments: args });
}
