import { originOf, ownOriginOf } from "../../connection/address.ts";
import type { Artifact, ArtifactSummary, Attachment, LinkKind } from "../../model/artifact.ts";
import type { Connection } from "../../model/connection.ts";
import { attachmentResource } from "../../model/uri.ts";
import {
  artifactBelow,
  artifactSpoken,
  assignedTo,
  attachmentNumbered,
  attachmentSpoken,
  lastChanged,
  noAttachments,
  noAttachmentsOrLinks,
  ofArtifact,
  openArtifact,
  openAttachment,
  openPage,
  statusIs,
  submitted,
} from "../../sentences/tree.ts";
import { withoutControls } from "../../util/plainLabel.ts";
import type { Branch } from "../branch.ts";
import { spokenOf, type Tooltip, tooltipOf } from "../look.ts";
import type { RowKind, TooltipContext, Tree } from "../rowKind.ts";
import type { RowRegistry } from "../rowRegistry.ts";
import { type ArtifactRow, type AttachmentRow, childOf, type LinksRow, type MessageRow, type Row } from "../rows.ts";

/** The row of an artifact, with its attachments and what it is linked with. */
export const artifactKind: RowKind<ArtifactRow> = {
  look: (row, { refusedDeletions }) => {
    const { artifactId, isPinned, summary, connectionId } = row;
    const title = withoutControls(summary.title ?? "");
    const status = withoutControls(summary.status ?? "");
    return {
      label: title === "" ? `#${artifactId}` : `#${artifactId} ${title}`,
      state: "collapsed",
      description: descriptionOf(row) || undefined,
      icon: summary,
      // The row names the document, so that row and tab are marked alike.
      resource: { kind: "artifact", artifactId, format: "json" },
      contextValue: `artifact ${isPinned ? "pinned" : "unpinned"} ${refusedDeletions.has(connectionId, summary.tracker?.id) ? "" : "deletable "}refreshable`,
      click: openRow,
      spoken: artifactSpoken(artifactId, title, status, { isClosed: summary.isOpen === false, isPinned }),
    };
  },
  tooltip,
  below: ({ artifactId }) => artifactBelow(artifactId),
  children,
  refresh: async (row, tree) => {
    tree.branches.dropBelow(row);
    await attachmentsOf(row, tree).listing.load();
    tree.redraw.row(row);
  },
};

/** Gives the artifact's status; among artifacts of all trackers also its tracker. */
function descriptionOf({ parent, summary: { status, tracker } }: ArtifactRow): string {
  const isOfAll = parent?.kind === "group" && parent.group === "assigned";
  return [isOfAll ? tracker?.label : undefined, status]
    .map((part) => withoutControls(part ?? ""))
    .filter((part) => part !== "")
    .join(" · ");
}

const openRow = { command: "openRow", title: openArtifact } as const;

/** Tells what the document does not, with the meaning of the letter at the row and a link to the artifact's page. */
function tooltip({ artifactId, summary }: ArtifactRow, { formats, connection, mark }: TooltipContext): Tooltip {
  const page = connection && pageOf(connection, summary);
  const { title, status, assignees = [] } = summary;
  return tooltipOf(
    [
      `${summary.xref ?? `#${artifactId}`}${title ? ` ${title}` : ""}`,
      mark,
      [summary.tracker?.label, summary.tracker?.projectLabel].filter((part) => part).join(" · "),
      status && statusIs(status, summary.isOpen === false),
      assignees.length > 0 ? assignedTo(assignees) : undefined,
      submitted(summary.submittedBy, formats.time(summary.submittedOn)),
      lastChanged(summary.lastUpdatedBy, formats.time(summary.lastModifiedOn)),
    ],
    page && { label: openPage, address: page },
  );
}

// The summary may be older than the address of the connection, so its origin is checked again.
function pageOf({ url }: Connection, { browserUrl }: ArtifactSummary): URL | undefined {
  const page = browserUrl === undefined ? null : URL.parse(browserUrl);
  return page !== null && ownOriginOf(page) === originOf(url) ? page : undefined;
}

async function children(row: ArtifactRow, tree: Tree): Promise<readonly Row[]> {
  const { rows, absent } = tree;
  const attachments = attachmentsOf(row, tree);
  const links = absent.has(row.connectionId, "links") ? undefined : linksOf(row, tree);
  const [attached, linked] = await Promise.all([attachments.rows(), links?.rows() ?? []]);
  if (!attachments.listing.isLoaded) {
    return attachments.end();
  }
  if (links?.isNotListed) {
    // The artifact exists, so the service does not have the route.
    absent.add(row.connectionId, "links");
  }
  const endOfLinks = links && !links.isNotListed ? links.end() : [];
  const below = [...attached, ...attachments.end(), ...linked, ...endOfLinks];
  if (below.length > 0 || links?.isUnread) {
    return below;
  }
  const text = links && !links.isNotListed ? noAttachmentsOrLinks : noAttachments;
  return [rows.row<MessageRow>({ kind: "message", ...childOf(row, "state"), text })];
}

function attachmentsOf(row: ArtifactRow, { known, rows, branches }: Tree): Branch {
  return branches.of(row, {
    read: async (_service, _offset, signal) => ({
      items: (await known.of(row.connectionId).readings.read(row.artifactId, signal)).artifact.attachments,
    }),
    rowOf: (attachment) => attachmentRow(row, attachment, rows),
  });
}

/** Shows the attachments of an artifact that was read for another reason. */
export function showAttachments(row: ArtifactRow, { attachments }: Artifact, { rows, branches, redraw }: Tree): void {
  const listing = branches.get(row.id)?.listing;
  if (listing && !listing.isReading) {
    listing.replace(attachments.map((attachment) => attachmentRow(row, attachment, rows)));
    redraw.row(row);
  }
}

function attachmentRow(row: ArtifactRow, attachment: Attachment, rows: RowRegistry): AttachmentRow {
  const { n } = attachment;
  return rows.row<AttachmentRow>({
    kind: "attachment",
    ...childOf(row, `attachments/${n}`),
    artifactId: row.artifactId,
    n,
    attachment,
  });
}

function linksOf(row: ArtifactRow, { rows, branches }: Tree): Branch {
  return branches.of<LinkKind>(row, {
    // The list of attachments has the id of the row, so this list needs another.
    id: `${row.id}/links`,
    read: async (service, _offset, signal) => ({ items: await service.listLinkTypes(row.artifactId, signal) }),
    rowOf: (link) =>
      rows.row<LinksRow>({
        kind: "links",
        ...childOf(row, `links/${link.direction}/${link.type === "" ? "~" : link.type}`),
        link,
        sourceId: row.artifactId,
      }),
  });
}

/** The row of a file of an artifact. */
export const attachmentKind: RowKind<AttachmentRow> = {
  look: ({ artifactId, n, attachment }, { formats }) => {
    const size = attachment.sizeBytes === undefined ? undefined : formats.size(attachment.sizeBytes);
    return {
      label: withoutControls(attachment.name) || attachmentNumbered(n),
      description: size,
      icon: "file",
      resource: attachmentResource(artifactId, attachment),
      contextValue: "attachment",
      tooltip: tooltipOf([attachment.name, attachment.description, size, attachment.mediaType]),
      click: { command: "openAttachment", title: openAttachment },
      spoken: spokenOf(attachmentSpoken(attachment.name), size, ofArtifact(artifactId)),
    };
  },
  isPartOfParent: true,
};
