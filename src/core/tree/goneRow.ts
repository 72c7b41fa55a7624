import { HumanError } from "../failure/humanError.ts";
import { rowIsGone } from "../sentences/targets.ts";

/**
 * The commands of `manifest` that VS Code calls for rows alone: one in the title of the tree too may be called for
 * none.
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
 * undefined. For a row that was shown and is gone it passes undefined too, which stands for the active editor where
 * nothing is given: by the palette and by keys without arguments.
 */
export function refuseGoneRows(args: readonly unknown[], isOfRows: boolean): void {
  const [row, selected = []] = args;
  const isAlone = isOfRows && args.length === 2 && row === undefined;
  if (Array.isArray(selected) && (isAlone || selected.some((each) => (each ?? undefined) === undefined))) {
    throw new HumanError(rowIsGone);
  }
}
