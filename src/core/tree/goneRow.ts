import { HumanError } from "../failure/humanError.ts";
import { rowIsGone } from "../sentences/targets.ts";

/**
 * Gives the commands of `manifest` that VS Code calls for rows alone. Those in the title of the tree are left out: VS
 * Code may call them for no row.
 */
export function commandsOfRows(manifest: {
  readonly contributes: { readonly menus: Readonly<Record<string, readonly { readonly command?: string }[]>> };
}): ReadonlySet<string> {
  const { menus } = manifest.contributes;
  const namesIn = (menu: string) => (menus[menu] ?? []).flatMap(({ command }) => command ?? []);
  const inTitle = new Set(namesIn("view/title"));
  return new Set(namesIn("view/item/context").filter((command) => !inTitle.has(command)));
}

/**
 * Throws a HumanError where a command was called for a row that is not in the tree any more.
 *
 * From a menu of the tree VS Code passes two arguments: the row, and the rows that are selected together with it, or
 * undefined. For a row that was shown and is gone it passes undefined, too. Where nothing is given, from the palette
 * and by a key, undefined stands for the active editor.
 */
export function refuseGoneRows(args: readonly unknown[], isOfRows: boolean): void {
  const [row, selected = []] = args;
  const isAlone = isOfRows && args.length === 2 && row === undefined;
  if (Array.isArray(selected) && (isAlone || selected.some((each) => (each ?? undefined) === undefined))) {
    throw new HumanError(rowIsGone);
  }
}
