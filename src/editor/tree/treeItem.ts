import { env, MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { type CommandId, commandIds } from "../../contributions.ts";
import { originOf } from "../../core/connection/address.ts";
import type { Connection } from "../../core/model/connection.ts";
import { isServiceError } from "../../core/service/serviceError.ts";
import { attachmentResource } from "../../core/uri.ts";
import { assertNever } from "../../core/util/assertNever.ts";
import { explain, reasonOf } from "../present.ts";
import { uriOf } from "../resourceUri.ts";
import type {
  ArtifactNode,
  AttachmentNode,
  FailedNode,
  MessageNode,
  MoreNode,
  Node,
  ProjectNode,
  RepositoryNode,
} from "./nodes.ts";

/** How a row looks, reads out and answers to a click. */
export function treeItemOf(node: Node): TreeItem {
  const item = shapeOf(node);
  item.id = node.id;
  return item;
}

function shapeOf(node: Node): TreeItem {
  switch (node.kind) {
    case "connection":
      return row(node.connection.label, TreeItemCollapsibleState.Expanded, {
        ...hostUnlessLabel(node.connection),
        iconPath: new ThemeIcon("server"),
        contextValue: "connection branch refreshable",
        tooltip: lines([node.connection.label, originOf(node.connection.url)]),
        accessibilityInformation: { label: `Connection ${node.connection.label}` },
      });
    case "group":
      return row(node.group === "pinned" ? "Pinned" : "Recent", TreeItemCollapsibleState.Expanded, {
        iconPath: new ThemeIcon(node.group === "pinned" ? "pinned" : "history"),
        contextValue: "group branch refreshable",
        tooltip:
          node.group === "pinned" ? "What you keep at the top" : "Artifacts you opened lately, the last one first",
      });
    case "project":
      return row(
        node.project.label,
        isEmptyProject(node) ? TreeItemCollapsibleState.None : TreeItemCollapsibleState.Collapsed,
        {
          ...(isEmptyProject(node) ? { description: "no trackers" } : {}),
          iconPath: new ThemeIcon("project"),
          contextValue: `project ${hasRepositories(node) ? "svnProject " : ""}branch refreshable`,
          tooltip: lines([node.project.label, node.project.shortname]),
          accessibilityInformation: { label: `Project ${node.project.label}` },
        },
      );
    case "tracker":
      return row(node.tracker.label, TreeItemCollapsibleState.Collapsed, {
        iconPath: new ThemeIcon("checklist"),
        contextValue: "tracker branch refreshable",
        tooltip: lines([node.tracker.label, node.tracker.itemName]),
        accessibilityInformation: { label: `Tracker ${node.tracker.label}` },
      });
    case "artifact":
      return artifactItem(node);
    case "attachment":
      return attachmentItem(node);
    case "repositories":
      return row("SVN Repositories", TreeItemCollapsibleState.Collapsed, {
        iconPath: new ThemeIcon("repo"),
        contextValue: "repositories branch refreshable",
        tooltip: lines([`SVN repositories of ${node.project.label}`]),
        accessibilityInformation: { label: `SVN repositories of ${node.project.label}` },
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

function hostUnlessLabel({ label, url }: Connection): { readonly description?: string } {
  const { host } = new URL(url);
  return label === host ? {} : { description: host };
}

function artifactItem(node: ArtifactNode): TreeItem {
  const { summary } = node;
  const title = summary.title?.trim() || undefined;
  return row(`#${node.artifactId}${title === undefined ? "" : ` ${title}`}`, TreeItemCollapsibleState.Collapsed, {
    ...(summary.status ? { description: summary.status } : {}),
    iconPath: artifactIcon(summary.isOpen),
    contextValue: `artifact ${node.isPinned ? "pinned" : "unpinned"} refreshable`,
    tooltip: artifactTooltip(node),
    command: command(commandIds.openArtifact, "Open Artifact", node),
    accessibilityInformation: {
      label: [
        `Artifact ${node.artifactId}`,
        title,
        summary.status && `status ${summary.status}`,
        summary.isOpen === false ? "closed" : undefined,
      ]
        .filter((part) => part)
        .join(", "),
    },
  });
}

function artifactIcon(isOpen: boolean | undefined): ThemeIcon {
  if (isOpen === undefined) {
    return new ThemeIcon("circle-outline");
  }
  return isOpen
    ? new ThemeIcon("issues", new ThemeColor("charts.green"))
    : new ThemeIcon("issue-closed", new ThemeColor("descriptionForeground"));
}

function artifactTooltip({ artifactId, summary }: ArtifactNode): MarkdownString {
  const tracker = [summary.tracker?.label, summary.tracker?.projectLabel].filter((part) => part).join(" · ");
  return lines([
    `${summary.xref ?? `#${artifactId}`}${summary.title ? ` ${summary.title}` : ""}`,
    tracker,
    summary.status && `Status: ${summary.status}${summary.isOpen === false ? " (closed)" : ""}`,
    summary.assignees && summary.assignees.length > 0 ? `Assigned to: ${summary.assignees.join(", ")}` : undefined,
    happened("Submitted", summary.submittedBy, summary.submittedOn),
    happened("Last changed", summary.lastUpdatedBy, summary.lastModifiedOn),
  ]);
}

function attachmentItem(node: AttachmentNode): TreeItem {
  const { attachment } = node;
  const size = attachment.sizeBytes === undefined ? undefined : formatBytes(attachment.sizeBytes);
  return row(withoutControls(attachment.name), TreeItemCollapsibleState.None, {
    ...(size === undefined ? {} : { description: size }),
    // The icon of its kind of file, from the theme of icons that is in use.
    iconPath: ThemeIcon.File,
    resourceUri: uriOf(node.connectionId, attachmentResource(node.artifactId, attachment)),
    contextValue: "attachment",
    tooltip: lines([attachment.name, attachment.description, size, attachment.mediaType]),
    command: command(commandIds.openAttachment, "Open Attachment", node),
    accessibilityInformation: {
      label: [`Attachment ${withoutControls(attachment.name)}`, size].filter((part) => part).join(", "),
    },
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
  return row(withoutControls(name ? name : `#${id}`), TreeItemCollapsibleState.None, {
    ...(projectLabel && !isOfProject ? { description: withoutControls(projectLabel) } : {}),
    iconPath: new ThemeIcon("repo"),
    contextValue: `repository ${node.isPinned ? "pinned" : "unpinned"}`,
    tooltip: lines([`SVN repository ${name ? name : ""} (#${id})`, projectLabel, checkoutUrl]),
    command: command(commandIds.openSvnSettings, "Open SVN Settings", node),
    accessibilityInformation: { label: `SVN repository ${name ? name : id}` },
  });
}

function moreItem(node: MoreNode): TreeItem {
  const count = new Intl.NumberFormat(env.language);
  const shown =
    node.total === undefined ? count.format(node.shown) : `${count.format(node.shown)} of ${count.format(node.total)}`;
  return row(node.isReading ? "Loading…" : "Load more…", TreeItemCollapsibleState.None, {
    description: `(${shown})`,
    iconPath: new ThemeIcon(node.isReading ? "loading~spin" : "ellipsis"),
    contextValue: "more",
    tooltip: node.isReading ? "Click to stop loading" : "Click to load the next page",
    command: command(commandIds.loadMore, node.isReading ? "Stop Loading" : "Load More", node),
    accessibilityInformation: { label: `${node.isReading ? "Loading more" : "Load more"}, ${shown} shown` },
  });
}

function failedItem(node: FailedNode): TreeItem {
  const reason = isServiceError(node.error)
    ? reasonOf(node.error)
    : explain(node.error, "It could not be read").message;
  const isKeyRefused = isServiceError(node.error) && node.error.kind === "unauthorized";
  return row(reason, TreeItemCollapsibleState.None, {
    iconPath: new ThemeIcon("error", new ThemeColor("problemsErrorIcon.foreground")),
    contextValue: "failed",
    tooltip: lines([explain(node.error, "This could not be read").message]),
    // Another try with the same key would end the same.
    command: isKeyRefused
      ? command(commandIds.setAccessKey, "Set Access Key", node)
      : command(commandIds.retry, "Retry", node),
    accessibilityInformation: {
      label: `Failed: ${reason} Press Enter to ${isKeyRefused ? "set another access key" : "retry"}.`,
    },
  });
}

function messageItem(node: MessageNode): TreeItem {
  return row(node.text, TreeItemCollapsibleState.None, {
    ...(node.isReading ? { iconPath: new ThemeIcon("loading~spin") } : {}),
    ...(node.isWayToOpen ? { iconPath: new ThemeIcon("go-to-file") } : {}),
    contextValue: "message",
    ...(node.isWayToOpen ? { command: command(commandIds.openArtifact, "Open Artifact", node) } : {}),
    tooltip: node.text,
  });
}

function row(label: string, state: TreeItemCollapsibleState, shape: Partial<TreeItem>): TreeItem {
  return Object.assign(new TreeItem(label, state), shape);
}

function command(id: CommandId, title: string, node: Node): TreeItem["command"] {
  return { command: id, title, arguments: [node] };
}

function happened(what: string, by: string | undefined, on: string | undefined): string | undefined {
  if (by === undefined && on === undefined) {
    return undefined;
  }
  const instant = new Date(on ?? Number.NaN);
  const when = Number.isNaN(instant.getTime()) ? on : instant.toLocaleString(env.language);
  return [what, when === undefined ? "" : ` ${when}`, by === undefined ? "" : ` by ${by}`].join("");
}

// Texts of the service stay texts: neither Markdown nor HTML nor links come out of them. `appendText` would do that as well,
// but it makes spaces unbreakable, and so long titles one endless line.
function lines(texts: readonly (string | undefined)[]): MarkdownString {
  const markdown = new MarkdownString();
  markdown.isTrusted = false;
  markdown.supportHtml = false;
  texts
    .filter((text) => text !== undefined && text !== "")
    .forEach((text, index) => {
      markdown.appendMarkdown((index === 0 ? "" : "\n\n") + escaped(withoutControls(text ?? "")));
    });
  return markdown;
}

// A backslash takes its meaning from every ASCII punctuation mark (CommonMark, 2.4); the full stop is one because of `www.`.
function escaped(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
}

// Line breaks would end the row's text, and marks that reorder text disguise what follows, such as a file's extension.
function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return text.replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ").trim();
}

function formatBytes(bytes: number): string {
  const unit = bytes < 1000 ? "byte" : bytes < 1e6 ? "kilobyte" : bytes < 1e9 ? "megabyte" : "gigabyte";
  const divisor = { byte: 1, kilobyte: 1e3, megabyte: 1e6, gigabyte: 1e9 }[unit];
  return new Intl.NumberFormat(env.language, {
    style: "unit",
    unit,
    maximumFractionDigits: unit === "byte" ? 0 : 1,
  }).format(bytes / divisor);
}
