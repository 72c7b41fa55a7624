import { ThemeColor, ThemeIcon } from "vscode";
import type { ArtifactIcon, Icon, IconName } from "../../core/tree/look.ts";

/** The icon of a theme for what a row stands for. */
export function themeIconOf(icon: Icon): ThemeIcon {
  return typeof icon === "string" ? icons[icon] : artifactIcon(icon);
}

const icons: Readonly<Record<IconName, ThemeIcon>> = {
  connection: new ThemeIcon("server"),
  assigned: new ThemeIcon("account"),
  pinned: new ThemeIcon("pinned"),
  recent: new ThemeIcon("history"),
  query: new ThemeIcon("search"),
  project: new ThemeIcon("project"),
  favourite: new ThemeIcon("star-full"),
  tracker: new ThemeIcon("checklist"),
  allArtifacts: new ThemeIcon("list-unordered"),
  filteredArtifacts: new ThemeIcon("filter-filled"),
  report: new ThemeIcon("list-filter"),
  // The icon theme chooses by the name of the file.
  file: ThemeIcon.File,
  outgoing: new ThemeIcon("arrow-right"),
  incoming: new ThemeIcon("arrow-left"),
  repository: new ThemeIcon("repo"),
  more: new ThemeIcon("ellipsis"),
  loading: new ThemeIcon("loading~spin"),
  failed: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
  wayToOpen: new ThemeIcon("go-to-file"),
};

const artifactIcons = new Map<string, ThemeIcon>();

// Open and closed differ in shape; the colour only adds to that.
function artifactIcon({ isOpen, statusColor }: ArtifactIcon): ThemeIcon {
  const [shape, usual] =
    isOpen === undefined
      ? (["circle-outline", undefined] as const)
      : isOpen
        ? (["issues", "charts.green"] as const)
        : (["issue-closed", "descriptionForeground"] as const);
  const color = themeColorOf(statusColor) ?? usual;
  // Thousands of rows share a few.
  const name = `${shape} ${color}`;
  const icon = artifactIcons.get(name) ?? new ThemeIcon(shape, color === undefined ? undefined : new ThemeColor(color));
  artifactIcons.set(name, icon);
  return icon;
}

/**
 * The theme's colour nearest to one of the service's, such as `sherwood-green`; undefined for one that is not known.
 */
function themeColorOf(statusColor: string | undefined): string | undefined {
  return statusColor === undefined ? undefined : themeColors.get(statusColor.toLowerCase());
}

// The service's palette, by the names its interface uses.
const themeColors: ReadonlyMap<string, string> = new Map(
  (
    [
      ["charts.red", ["red-wine", "fiesta-red", "coral-pink"]],
      ["charts.orange", ["teddy-brown", "clockwork-orange"]],
      ["charts.yellow", ["graffiti-yellow"]],
      ["charts.green", ["army-green", "neon-green", "acid-green", "sherwood-green", "surf-green"]],
      ["charts.blue", ["ocean-turquoise", "deep-blue", "lake-placid-blue", "daphne-blue"]],
      ["charts.purple", ["plum-crazy", "ultra-violet", "lilac-purple", "panther-pink", "peggy-pink", "flamingo-pink"]],
      ["descriptionForeground", ["inca-silver", "chrome-silver", "firemist-silver"]],
    ] as const
  ).flatMap(([theme, names]) => names.map((name) => [name, theme] as const)),
);
