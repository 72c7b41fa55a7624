/** These words tell an active page in the `when` of a menu, of the palette or of a key. */
const activePage = "activeWebviewPanelId == 'artifactDesk.preview'";

interface MenuEntry {
  readonly command?: string;
  readonly when?: string;
}

/** Gives the commands of `manifest` that are offered while a page is active: by the palette, a menu or a key. */
export function commandsOfPages(manifest: {
  readonly contributes: {
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly keybindings?: readonly MenuEntry[];
  };
}): ReadonlySet<string> {
  const { menus, keybindings = [] } = manifest.contributes;
  const offered = [...Object.values(menus).flat(), ...keybindings].filter(({ when }) => when?.includes(activePage));
  return new Set(offered.flatMap(({ command }) => command ?? []));
}
