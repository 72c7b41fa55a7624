import { ThemeColor, ThemeIcon } from "vscode";
import type { ArtifactIcon } from "../../core/tree/look.ts";

const artifactIcons = new Map<string, ThemeIcon>();

/** Gives the icon of an artifact's state. Open and closed differ in shape; the colour only adds to that. */
export function artifactIcon({ isOpen, statusColor }: ArtifactIcon): ThemeIcon {
  const [shape, usual] =
    isOpen === undefined
      ? (["circle-outline", undefined] as const)
      : isOpen
        ? (["issues", "charts.green"] as const)
        : (["issue-closed", "descriptionForeground"] as const);
  const color = themeColorOf(statusColor) ?? usual;
  // Icons are kept by name, since thousands of rows share a few.
  const name = `${shape} ${color}`;
  const icon = artifactIcons.get(name) ?? new ThemeIcon(shape, color === undefined ? undefined : new ThemeColor(color));
  artifactIcons.set(name, icon);
  return icon;
}

/** Gives the theme's colour nearest to one of the service's, such as `sherwood-green`; undefined for an unknown one. */
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
