/** Colours of charts, which every colour theme has in a shade that can be seen on its background. */
export type ThemeColorName =
  | "charts.red"
  | "charts.orange"
  | "charts.yellow"
  | "charts.green"
  | "charts.blue"
  | "charts.purple"
  | "descriptionForeground";

/** The theme's colour nearest to one of the service's, such as `sherwood-green`; undefined for one that is not known. */
export function themeColorOf(statusColor: string | undefined): ThemeColorName | undefined {
  return statusColor === undefined ? undefined : themeColors.get(statusColor.toLowerCase());
}

// The service's palette, by the names its interface uses.
const themeColors: ReadonlyMap<string, ThemeColorName> = new Map(
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
