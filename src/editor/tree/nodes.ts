import type { KeptFilter } from "../../core/artifactFilter.ts";
import type { Attachment, LinkKind } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ProjectSummary, ReportSummary, TrackerSummary } from "../../core/model/tracker.ts";
import type { ArtifactSummary } from "../../core/remembered.ts";
import type { SavedQuery } from "../../core/savedQueries.ts";
import type { KnownRepository } from "../../core/svn/pinnedRepositories.ts";

/**
 * A row of the tree. Rows are passed to commands, which read `connectionId`, `artifactId`, `n`, `repositoryId`, `project` and
 * `tracker` from them.
 *
 * `id` is made of connection, kinds and ids from the top down (`team/recent/512/links/forward/_is_child/9`), so that a row
 * keeps its place and whether it is open when its branch is read again.
 */
export type Node =
  | ConnectionNode
  | GroupNode
  | QueryNode
  | ProjectNode
  | TrackerNode
  | AllArtifactsNode
  | ReportNode
  | ArtifactNode
  | AttachmentNode
  | LinksNode
  | RepositoriesNode
  | RepositoryNode
  | MoreNode
  | FailedNode
  | MessageNode;

interface Row {
  readonly id: string;
  readonly connectionId: string;
  readonly parent?: Node;
}

export interface ConnectionNode extends Row {
  readonly kind: "connection";
  readonly connection: Connection;
}

/** Something of a connection that is no project: what is assigned to the person, pinned, opened lately, saved as query. */
export interface GroupNode extends Row {
  readonly kind: "group";
  readonly group: Group;
}

export type Group = "assigned" | "pinned" | "recent" | "queries";

/** A saved query: a list of the artifacts it finds. */
export interface QueryNode extends Row {
  readonly kind: "query";
  readonly query: SavedQuery;
  /** How many artifacts it finds, an upper bound; undefined as long as nobody asked. */
  readonly count?: number;
}

export interface ProjectNode extends Row {
  readonly kind: "project";
  readonly project: ProjectSummary;
  readonly isPinned: boolean;
}

export interface TrackerNode extends Row {
  readonly kind: "tracker";
  readonly tracker: TrackerSummary;
  /** Where the artifacts stand right below it, what they are filtered by; null without a filter. */
  readonly filter?: KeptFilter | null;
}

/** All artifacts of a tracker, or those that its filter lets through. */
export interface AllArtifactsNode extends Row {
  readonly kind: "allArtifacts";
  readonly tracker: TrackerSummary;
  readonly filter: KeptFilter | null;
}

export interface ReportNode extends Row {
  readonly kind: "report";
  readonly report: ReportSummary;
  readonly tracker: TrackerSummary;
}

export interface ArtifactNode extends Row {
  readonly kind: "artifact";
  readonly artifactId: number;
  readonly summary: ArtifactSummary;
  readonly isPinned: boolean;
}

export interface AttachmentNode extends Row {
  readonly kind: "attachment";
  readonly artifactId: number;
  readonly n: number;
  readonly attachment: Attachment;
}

/** The artifacts that one artifact is linked with by one type of link in one direction. */
export interface LinksNode extends Row {
  readonly kind: "links";
  readonly link: LinkKind;
  readonly sourceId: number;
}

/** The SVN repositories of a project. */
export interface RepositoriesNode extends Row {
  readonly kind: "repositories";
  readonly project: ProjectSummary;
}

export interface RepositoryNode extends Row {
  readonly kind: "repository";
  readonly repositoryId: number;
  readonly repository: KnownRepository;
  readonly isPinned: boolean;
}

/** Stands for what a list has beyond its last row; a click reads the next page, or gives up the one under way. */
export interface MoreNode extends Row {
  readonly kind: "more";
  readonly parent: Node;
  readonly branchId: string;
  readonly shown: number;
  /** An upper bound. */
  readonly total?: number;
  readonly isReading: boolean;
}

/** Stands for what could not be read. */
export interface FailedNode extends Row {
  readonly kind: "failed";
  readonly parent: Node;
  readonly branchId: string;
  readonly error: unknown;
}

/** Says something in place of rows: that there are none, or that they are on their way. */
export interface MessageNode extends Row {
  readonly kind: "message";
  readonly parent: Node;
  readonly text: string;
  /** What the text is short for, where it is. */
  readonly whole?: string;
  readonly isReading?: boolean;
  /** Where a click asks for the artifact to open. */
  readonly isWayToOpen?: boolean;
}
