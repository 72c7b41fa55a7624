import type { Attachment } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { ProjectSummary, TrackerSummary } from "../../core/model/tracker.ts";
import type { ArtifactSummary } from "../../core/remembered.ts";
import type { KnownRepository } from "../../core/svn/pinnedRepositories.ts";

/**
 * A row of the tree. Rows are passed to commands, which read `connectionId`, `artifactId`, `n` and `repositoryId` from them.
 *
 * `id` is made of connection, kinds and ids from the top down (`team/recent/512/attachments/3`), so that a row keeps its
 * place and whether it is open when its branch is read again.
 */
export type Node =
  | ConnectionNode
  | GroupNode
  | ProjectNode
  | TrackerNode
  | ArtifactNode
  | AttachmentNode
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

/** The pinned or the recent artifacts of a connection. */
export interface GroupNode extends Row {
  readonly kind: "group";
  readonly group: "pinned" | "recent";
}

export interface ProjectNode extends Row {
  readonly kind: "project";
  readonly project: ProjectSummary;
}

export interface TrackerNode extends Row {
  readonly kind: "tracker";
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
  readonly shown: number;
  /** An upper bound. */
  readonly total?: number;
  readonly isReading: boolean;
}

/** Stands for what could not be read. */
export interface FailedNode extends Row {
  readonly kind: "failed";
  readonly parent: Node;
  readonly error: unknown;
}

/** Says something in place of rows: that there are none, or that they are on their way. */
export interface MessageNode extends Row {
  readonly kind: "message";
  readonly parent: Node;
  readonly text: string;
  readonly isReading?: boolean;
  /** Where a click asks for the artifact to open. */
  readonly isWayToOpen?: boolean;
}
