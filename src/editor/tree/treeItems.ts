import {
  type MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  type Uri,
  type Event as VscodeEvent,
} from "vscode";
import type { Explorer } from "../../core/tree/explorer/explorer.ts";
import type { Icon, IconName, Look, Tooltip } from "../../core/tree/look.ts";
import type { Row } from "../../core/tree/rows.ts";
import { DisposableOwner } from "../../core/util/disposable.ts";
import { artifactIcon } from "../dialog/artifactIcon.ts";
import { commandIds, walkthroughId } from "../manifest/contributions.ts";
import { joined, linkTo, markdown } from "../text/markdown.ts";
import { resourceOf, uriOf } from "../text/resourceUri.ts";

/** Gives the meanings of the letters at rows and tabs. */
export interface Marks {
  of(document: Uri): string | undefined;
  /** Fires for documents whose marks have changed. */
  readonly onDidChange: VscodeEvent<readonly Uri[]>;
}

/** Shows the rows of the tree in VS Code. */
export class TreeItems extends DisposableOwner {
  readonly #explorer: Explorer;
  readonly #marks: Marks;

  constructor(explorer: Explorer, marks: Marks) {
    super();
    this.#explorer = explorer;
    this.#marks = marks;
    this.disposables.add(marks.onDidChange((documents) => explorer.marked(documents.flatMap(artifactOf))));
  }

  of(row: Row): TreeItem {
    const document = documentOf(row);
    return itemOf(row, this.#explorer.look(row, document && this.#marks.of(document)), document);
  }

  /** Adds the tooltip that is made only when the person points at the row. */
  resolve(item: TreeItem, row: Row): TreeItem {
    if (item.tooltip === undefined) {
      const document = documentOf(row);
      const tooltip = this.#explorer.tooltip(row, document && this.#marks.of(document));
      item.tooltip = tooltip && markdownOf(tooltip);
    }
    return item;
  }
}

/** Makes the item of a row. `document` is the row's document, where it has one. */
function itemOf(row: Row, look: Look, document: Uri | undefined): TreeItem {
  const item = new TreeItem(look.label, states[look.state ?? "none"]);
  item.id = row.id;
  item.description = look.description;
  item.iconPath = look.icon && themeIconOf(look.icon);
  item.contextValue = look.contextValue;
  item.tooltip = typeof look.tooltip === "object" ? markdownOf(look.tooltip) : look.tooltip;
  item.accessibilityInformation = { label: look.spoken };
  if (look.resource) {
    item.resourceUri = document ?? uriOf(row.connectionId, look.resource);
  }
  if (look.click) {
    const { command, title } = look.click;
    item.command =
      command === "openWalkthrough"
        ? { command: "workbench.action.openWalkthrough", title, arguments: [walkthroughId] }
        : { command: commandIds[command], title, arguments: [row] };
  }
  return item;
}

const states = {
  collapsed: TreeItemCollapsibleState.Collapsed,
  expanded: TreeItemCollapsibleState.Expanded,
  none: TreeItemCollapsibleState.None,
} as const;

function markdownOf({ paragraphs, link }: Tooltip): MarkdownString {
  const parts = paragraphs.map((paragraph) => markdown`${paragraph}`);
  return joined([...parts, ...(link ? [linkTo(link.label, link.address)] : [])], "\n\n");
}

/** Gives the document by whose address a row gets the same mark as a tab. */
function documentOf(row: Row): Uri | undefined {
  return row.kind === "artifact"
    ? uriOf(row.connectionId, { kind: "artifact", artifactId: row.artifactId, format: "json" })
    : undefined;
}

function artifactOf(document: Uri) {
  const named = resourceOf(document);
  return named?.resource.kind === "artifact"
    ? [{ connectionId: named.connectionId, artifactId: named.resource.artifactId }]
    : [];
}

/** Gives the icon of a theme for what a row stands for. */
function themeIconOf(icon: Icon): ThemeIcon {
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
  // VS Code's icon theme chooses by the name of the file.
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
