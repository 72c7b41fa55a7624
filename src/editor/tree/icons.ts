import { ThemeColor, ThemeIcon } from "vscode";
import type { Icon, IconName } from "../../core/tree/look.ts";
import { artifactIcon } from "../dialog/artifactIcon.ts";

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
  start: new ThemeIcon("rocket"),
};
