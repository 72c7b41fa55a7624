import { type MarkdownString, ThemeColor, ThemeIcon, type TreeItem, TreeItemCollapsibleState } from "vscode";
import { commandIds } from "../../contributions.ts";
import type { KeptFilter } from "../../core/artifactFilter.ts";
import { originOf } from "../../core/connection/address.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isServiceError, type ServiceError } from "../../core/service/serviceError.ts";
import { attachmentResource } from "../../core/uri.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { explain, reasonOf, saidBy } from "../failureWords.ts";
import { uriOf } from "../resourceUri.ts";
import { sizeText } from "../sizeText.ts";
import { artifactItem, artifactTooltip } from "./artifactItem.ts";
import { filterText } from "./filterWords.ts";
import { command, row, spoken } from "./itemParts.ts";
import type {
  AttachmentNode,
  FailedNode,
  Group,
  GroupNode,
  LinksNode,
  MessageNode,
  MoreNode,
  Node,
  ProjectNode,
  QueryNode,
  RepositoryNode,
} from "./nodes.ts";
import { formatCount, lines } from "./words.ts";

/** How a row looks, reads out and answers to a click. The tooltips of artifacts and projects are left to `tooltipOf`. */
export function treeItemOf(node: Node): TreeItem {
  const item = shapeOf(node);
  item.id = node.id;
  return item;
}

/** `item`, which also reads out what the letter at its row stands for. */
export function withMark(item: TreeItem, mark: string): TreeItem {
  const label = item.accessibilityInformation?.label;
  return Object.assign(item, { accessibilityInformation: spoken(label, mark) });
}

/** The tooltip of a row that is made when somebody looks at it: there are thousands of them. */
export function tooltipOf(
  node: Node,
  connection: Connection | undefined,
  mark: string | undefined,
): MarkdownString | undefined {
  switch (node.kind) {
    case "artifact":
      return artifactTooltip(node, connection, mark);
    case "project":
      return lines([
        labelOf(node.project, "Project"),
        node.project.shortname,
        node.isPinned ? "One of your favourites" : undefined,
      ]);
    default:
      return undefined;
  }
}

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

function shapeOf(node: Node): TreeItem {
  switch (node.kind) {
    case "connection":
      return row(withoutControls(node.connection.label), Expanded, {
        ...hostUnlessLabel(node.connection),
        iconPath: new ThemeIcon("server"),
        contextValue: "connection branch refreshable",
        tooltip: lines([node.connection.label, originOf(node.connection.url)]),
        accessibilityInformation: spoken(`Connection ${node.connection.label}`),
      });
    case "group": {
      const { label, icon, tooltip, state } = groups[node.group];
      return row(label, state, {
        ...{ iconPath: new ThemeIcon(icon), tooltip },
        contextValue: `group ${node.group}Group branch refreshable`,
        accessibilityInformation: spoken(saidOf(node)),
      });
    }
    case "query":
      return queryItem(node);
    case "project":
      return projectItem(node);
    case "tracker":
      return row(labelOf(node.tracker, "Tracker"), Collapsed, {
        ...filterDescription(node.filter),
        iconPath: new ThemeIcon("checklist"),
        contextValue: `tracker ${node.filter === undefined ? "" : filterContext(node.filter)}branch refreshable`,
        tooltip: lines([node.tracker.label, node.tracker.itemName, filterText(node.filter ?? undefined)]),
        accessibilityInformation: spoken(called(node.tracker, "Tracker"), filterText(node.filter ?? undefined)),
      });
    case "allArtifacts": {
      const filtered = filterText(node.filter ?? undefined);
      return row(filtered === undefined ? "All Artifacts" : "Artifacts", Collapsed, {
        ...filterDescription(node.filter),
        iconPath: new ThemeIcon(filtered === undefined ? "list-unordered" : "filter-filled"),
        contextValue: `allArtifacts ${filterContext(node.filter)}branch refreshable`,
        tooltip: lines([
          `${filtered === undefined ? "All artifacts" : "Artifacts"} of ${labelOf(node.tracker, "Tracker")}`,
          filtered,
          node.filter?.query,
        ]),
        accessibilityInformation: spoken(
          `${filtered === undefined ? "All" : "Filtered"} artifacts of the tracker ${labelOf(node.tracker, "Tracker")}`,
          filtered,
        ),
      });
    }
    case "report": {
      const { isDefault, isPublic } = node.report;
      const label = labelOf(node.report, "Report");
      const traits = [isDefault ? "default" : undefined, isPublic === false ? "private" : undefined];
      return row(label, Collapsed, {
        description: traits.filter((trait) => trait).join(", "),
        iconPath: new ThemeIcon("list-filter"),
        contextValue: "report branch refreshable",
        tooltip: lines([label, `Report of ${labelOf(node.tracker, "Tracker")}`]),
        accessibilityInformation: spoken(
          called(node.report, "Report"),
          ...traits,
          `of the tracker ${labelOf(node.tracker, "Tracker")}`,
        ),
      });
    }
    case "artifact":
      return artifactItem(node);
    case "attachment":
      return attachmentItem(node);
    case "links":
      return linksItem(node);
    case "repositories":
      return row("SVN Repositories", Collapsed, {
        iconPath: new ThemeIcon("repo"),
        contextValue: "repositories branch refreshable",
        tooltip: lines([below(node)]),
        accessibilityInformation: spoken(below(node)),
      });
    case "repository":
      return repositoryItem(node);
    case "more":
      return moreItem(node);
    case "failed":
      return failedItem(node);
    case "message":
      return messageItem(node);
    default:
      return assertNever(node);
  }
}

function filterDescription(filter: KeptFilter | null | undefined): { readonly description?: string } {
  const text = filterText(filter ?? undefined);
  return text === undefined ? {} : { description: withoutControls(text) };
}

function filterContext(filter: KeptFilter | null): string {
  return filter === null ? "filterable " : "filterable filtered ";
}

interface GroupShape {
  readonly label: string;
  readonly icon: string;
  readonly tooltip: string;
  readonly said: string;
  readonly state: TreeItemCollapsibleState;
}

const groups: Readonly<Record<Group, GroupShape>> = {
  assigned: {
    label: "Assigned to Me",
    icon: "account",
    tooltip: "Open artifacts that are assigned to you",
    said: "Open artifacts assigned to me",
    state: Collapsed,
  },
  pinned: {
    label: "Pinned",
    icon: "pinned",
    tooltip: "What you keep at the top",
    said: "Pinned artifacts and repositories",
    state: Expanded,
  },
  recent: {
    label: "Recent",
    icon: "history",
    tooltip: "Artifacts you opened lately, the last one first",
    said: "Recently opened artifacts",
    state: Expanded,
  },
  queries: {
    label: "Queries",
    icon: "search",
    tooltip: "Queries you saved, and how many artifacts each finds",
    said: "Saved queries",
    // The counts are asked for when it is opened.
    state: Collapsed,
  },
};

function hostUnlessLabel({ label, url }: Connection): { readonly description?: string } {
  const { host } = new URL(url);
  return label === host ? {} : { description: host };
}

function queryItem(node: QueryNode): TreeItem {
  const { query, count } = node;
  const counted = count === undefined ? undefined : formatCount(count);
  return row(withoutControls(query.label) || "Query", Collapsed, {
    ...(counted === undefined ? {} : { description: counted }),
    iconPath: new ThemeIcon("search"),
    contextValue: "query branch refreshable",
    tooltip: lines([query.label, query.query, `Tracker ${query.trackerId}`]),
    accessibilityInformation: spoken(`Query ${query.label}`, counted && `finds ${counted}`),
  });
}

function projectItem(node: ProjectNode): TreeItem {
  const { id, label } = node.project;
  // Once for all that is shown and said: there are thousands of them.
  const name = withoutControls(label);
  const isEmpty = isEmptyProject(node);
  const said = `${node.isPinned ? "Favourite project" : "Project"} ${name || id}`;
  return row(name || `Project ${id}`, isEmpty ? None : Collapsed, {
    ...(isEmpty ? { description: "no trackers" } : {}),
    iconPath: new ThemeIcon(node.isPinned ? "star-full" : "project"),
    contextValue: `project ${hasRepositories(node) ? "svnProject " : ""}${node.isPinned ? "pinned" : "unpinned"} branch refreshable`,
    accessibilityInformation: { label: isEmpty ? `${said}, no trackers` : said },
  });
}

function attachmentItem(node: AttachmentNode): TreeItem {
  const { attachment } = node;
  const size = attachment.sizeBytes === undefined ? undefined : sizeText(attachment.sizeBytes);
  return row(withoutControls(attachment.name) || `Attachment ${attachment.n}`, None, {
    ...(size === undefined ? {} : { description: size }),
    // The icon of its kind of file, from the theme of icons that is in use.
    iconPath: ThemeIcon.File,
    resourceUri: uriOf(node.connectionId, attachmentResource(node.artifactId, attachment)),
    contextValue: "attachment",
    tooltip: lines([attachment.name, attachment.description, size, attachment.mediaType]),
    command: command(commandIds.openAttachment, "Open Attachment", node),
    accessibilityInformation: spoken(`Attachment ${attachment.name}`, size, `of artifact ${node.artifactId}`),
  });
}

function linksItem({ link, sourceId }: LinksNode): TreeItem {
  const isForward = link.direction === "forward";
  const direction = isForward ? "outgoing" : "incoming";
  const label = withoutControls(link.label) || link.type || "Linked artifacts";
  return row(label, Collapsed, {
    description: direction,
    iconPath: new ThemeIcon(isForward ? "arrow-right" : "arrow-left"),
    contextValue: "links branch refreshable",
    tooltip: lines([
      isForward ? `#${sourceId} → ${label}` : `#${sourceId} ← ${label}`,
      isForward ? `Artifacts that #${sourceId} links to` : `Artifacts that link to #${sourceId}`,
    ]),
    accessibilityInformation: spoken(`Linked artifacts: ${label}`, direction, `of artifact ${sourceId}`),
  });
}

/** Whether nothing is below a project's row, as far as the service tells. */
function isEmptyProject(node: ProjectNode): boolean {
  return node.project.hasTrackers === false && !hasRepositories(node);
}

/** Whether the service says that the project has SVN. */
export function hasRepositories({ project }: ProjectNode): boolean {
  return project.hasSvn === true;
}

function repositoryItem(node: RepositoryNode): TreeItem {
  const { id, name, projectLabel, checkoutUrl } = node.repository;
  const isOfProject = node.parent?.kind === "repositories";
  return row(withoutControls(name ? name : `#${id}`), None, {
    ...(projectLabel && !isOfProject ? { description: withoutControls(projectLabel) } : {}),
    iconPath: new ThemeIcon("repo"),
    contextValue: `repository ${node.isPinned ? "pinned" : "unpinned"}`,
    tooltip: lines([`SVN repository ${name ? name : ""} (#${id})`, projectLabel, checkoutUrl]),
    command: command(commandIds.openSvnSettings, "Open SVN Settings", node),
    accessibilityInformation: spoken(`SVN repository ${name ? name : id}`),
  });
}

function moreItem(node: MoreNode): TreeItem {
  const shown =
    node.total === undefined
      ? formatCount(node.shown)
      : `${formatCount(node.shown)} of ${formatCount(Math.max(node.total, node.shown))}`;
  return row(node.isReading ? "Loading…" : "Load more…", None, {
    description: `(${shown})`,
    iconPath: new ThemeIcon(node.isReading ? "loading~spin" : "ellipsis"),
    contextValue: "more",
    tooltip: node.isReading ? "Click to stop loading; what has arrived stays" : "Click to load the next page",
    command: command(commandIds.loadMore, node.isReading ? "Stop Loading" : "Load More", node),
    accessibilityInformation: spoken(
      `${node.isReading ? "Loading more" : "Load more"} ${below(node.parent)}`,
      `${shown} shown`,
      node.isReading ? "press Enter to stop" : undefined,
    ),
  });
}

/** What is below a row, for a screen reader, which says the rows there without that one. */
function below(parent: Node): string {
  switch (parent.kind) {
    case "connection":
      return `projects of ${parent.connection.label}`;
    case "group":
      return saidOf(parent);
    case "project":
      return `trackers of ${labelOf(parent.project, "Project")}`;
    case "tracker":
    case "allArtifacts":
      return `artifacts of ${labelOf(parent.tracker, "Tracker")}`;
    case "report":
      return `artifacts of the report ${labelOf(parent.report, "Report")}`;
    case "query":
      return `artifacts of the query ${parent.query.label}`;
    case "artifact":
      return `artifact ${parent.artifactId}`;
    case "links":
      return `artifacts linked with ${parent.sourceId}`;
    case "repositories":
      return `SVN repositories of ${labelOf(parent.project, "Project")}`;
    default:
      return "artifacts";
  }
}

function saidOf({ group, parent }: GroupNode): string {
  return parent?.kind === "connection" ? `${groups[group].said}, ${parent.connection.label}` : groups[group].said;
}

function called({ id, label }: { readonly id: number; readonly label: string }, kind: string): string {
  return `${kind} ${withoutControls(label) || id}`;
}

/** What the service calls it; its number where that is nothing that can be seen. */
function labelOf({ id, label }: { readonly id: number; readonly label: string }, kind: string): string {
  return withoutControls(label) || `${kind} ${id}`;
}

function failedItem(node: FailedNode): TreeItem {
  const reason = isServiceError(node.error)
    ? (refusalIn(node.error) ?? reasonOf(node.error))
    : explain(node.error, "It could not be read").message;
  const isKeyRefused = isServiceError(node.error) && node.error.kind === "unauthorized";
  return row(reason, None, {
    iconPath: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
    contextValue: "failed",
    tooltip: lines([explain(node.error, "This could not be read").message]),
    // Another try with the same key would end the same.
    command: isKeyRefused
      ? command(commandIds.setAccessKey, "Set Access Key", node)
      : command(commandIds.retry, "Retry", node),
    accessibilityInformation: {
      label: `Failed, ${below(node.parent)}: ${reason} Press Enter to ${isKeyRefused ? "set another access key" : "retry"}.`,
    },
  });
}

/** What the service has against a query is what there is to tell of it. */
function refusalIn(error: ServiceError): string | undefined {
  return error.kind === "rejected" ? withoutControls(saidBy(error)) || undefined : undefined;
}

function messageItem(node: MessageNode): TreeItem {
  return row(node.text, None, {
    ...(node.isReading ? { iconPath: new ThemeIcon("loading~spin") } : {}),
    ...(node.isWayToOpen ? { iconPath: new ThemeIcon("go-to-file") } : {}),
    contextValue: "message",
    ...(node.isWayToOpen ? { command: command(commandIds.openArtifact, "Open Artifact", node) } : {}),
    tooltip: node.whole ?? node.text,
    accessibilityInformation: spoken(
      node.whole ?? node.text,
      node.isWayToOpen ? "press Enter to open one" : below(node.parent),
    ),
  });
}
