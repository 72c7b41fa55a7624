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
  const title = `${icon === undefined ? "" : `$(${icon}) `}${plain(words)}`;
  return new CodeLens(range, { title, command, arguments: args });
}
