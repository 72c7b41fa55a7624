import { type MarkdownString, ThemeColor, ThemeIcon, TreeItemCollapsibleState } from "vscode";
import { commandIds } from "../../contributions.ts";
import { originOf } from "../../core/connection/address.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ArtifactSummary } from "../../core/remembered.ts";
import { themeColorOf } from "../../core/statusColor.ts";
import { withoutControls } from "../../core/util/withoutControls.ts";
import { uriOf } from "../resourceUri.ts";
import { command, type RowShape, row } from "./itemParts.ts";
import type { ArtifactNode } from "./nodes.ts";
import { happened, lines, withLink } from "./words.ts";

/** The row of an artifact, without its tooltip. */
export function artifactItem(node: ArtifactNode): RowShape {
  const { artifactId, connectionId, summary } = node;
  const title = withoutControls(summary.title ?? "");
  const status = withoutControls(summary.status ?? "");
  return row(title === "" ? `#${artifactId}` : `#${artifactId} ${title}`, TreeItemCollapsibleState.Collapsed, {
    ...(status === "" ? {} : { description: status }),
    iconPath: artifactIcon(summary),
    // Names the document, so that row and tab are marked alike.
    resourceUri: uriOf(connectionId, { kind: "artifact", artifactId, format: "json" }),
    contextValue: `artifact ${node.isPinned ? "pinned" : "unpinned"} refreshable`,
    command: command(commandIds.openArtifact, "Open Artifact", node),
    accessibilityInformation: { label: spokenLabel(node, title, status) },
  });
}

function spokenLabel({ artifactId, summary, isPinned }: ArtifactNode, title: string, status: string): string {
  const titled = title === "" ? `Artifact ${artifactId}` : `Artifact ${artifactId}, ${title}`;
  const inStatus = status === "" ? titled : `${titled}, status ${status}`;
  return `${inStatus}${summary.isOpen === false ? ", closed" : ""}${isPinned ? ", pinned" : ""}`;
}

/**
 * What the document does not tell, what the letter at the row stands for, and the way to the artifact's page on the
 * connection's service.
 */
export function artifactTooltip(
  { artifactId, summary }: ArtifactNode,
  connection: Connection | undefined,
  mark: string | undefined,
): MarkdownString {
  const tracker = [summary.tracker?.label, summary.tracker?.projectLabel].filter((part) => part).join(" · ");
  const tooltip = lines([
    `${summary.xref ?? `#${artifactId}`}${summary.title ? ` ${summary.title}` : ""}`,
    mark,
    tracker,
    summary.status && `Status: ${summary.status}${summary.isOpen === false ? " (closed)" : ""}`,
    summary.assignees && summary.assignees.length > 0 ? `Assigned to: ${summary.assignees.join(", ")}` : undefined,
    happened("Submitted", summary.submittedBy, summary.submittedOn),
    happened("Last changed", summary.lastUpdatedBy, summary.lastModifiedOn),
  ]);
  const page = connection && pageOf(connection, summary);
  return page ? withLink(tooltip, "Open in browser", page) : tooltip;
}

// What was kept over restarts is of another time: the address is looked at again.
function pageOf({ url }: Connection, { browserUrl }: ArtifactSummary): URL | undefined {
  const page = browserUrl === undefined ? null : URL.parse(browserUrl);
  return page !== null && page.origin === originOf(url) ? page : undefined;
}

// Open and closed differ in shape; the colour only adds to that.
function artifactIcon({ isOpen, statusColor }: ArtifactSummary): ThemeIcon {
  const [shape, usual] =
    isOpen === undefined
      ? (["circle-outline", undefined] as const)
      : isOpen
        ? (["issues", "charts.green"] as const)
        : (["issue-closed", "descriptionForeground"] as const);
  const color = themeColorOf(statusColor) ?? usual;
  return color === undefined ? new ThemeIcon(shape) : new ThemeIcon(shape, new ThemeColor(color));
}
