import type { SuggestedConnection } from "../connection/suggestions.ts";
import type { ArtifactSummary, Attachment, LinkKind } from "../model/artifact.ts";
import type { Connection } from "../model/connection.ts";
import type { PartialRepository } from "../model/svnRepository.ts";
import type { ProjectSummary, ReportSummary, TrackerSummary } from "../model/tracker.ts";
import type { KeptFilter } from "../query/artifactFilter.ts";
import type { SavedQuery } from "../query/savedQueries.ts";

/**
 * A row of the tree. Rows are passed to commands, which read `connectionId`, `artifactId`, `n`, `repositoryId`,
 * `project` and `tracker` from them.
 *
 * `id` is made of connection, kinds and ids from the top down (`team/recent/512/links/forward/_is_child/9`). So a row
 * keeps its place, and whether it is open, when its branch is read again.
 */
export type Row =
  | ConnectionRow
  | GroupRow
  | QueryRow
  | ProjectRow
  | TrackerRow
  | AllArtifactsRow
  | ReportRow
  | ArtifactRow
  | AttachmentRow
  | LinksRow
  | RepositoriesRow
  | RepositoryRow
  | MoreRow
  | FailedRow
  | MessageRow
  | SuggestionRow
  | StartRow;

/** The row of a kind. */
export type RowOf<K extends Row["kind"]> = Extract<Row, { readonly kind: K }>;

interface RowBase {
  readonly id: string;
  readonly connectionId: string;
  readonly parent?: Row;
}

export interface ConnectionRow extends RowBase {
  readonly kind: "connection";
  readonly connection: Connection;
}

/**
 * Something of a connection that is no project: what is assigned to the person, pinned, opened lately, saved as query.
 */
export interface GroupRow extends RowBase {
  readonly kind: "group";
  readonly parent?: ConnectionRow;
  readonly group: Group;
}

export type Group = "assigned" | "pinned" | "recent" | "queries";

/** A saved query: a list of the artifacts it finds. */
export interface QueryRow extends RowBase {
  readonly kind: "query";
  readonly query: SavedQuery;
  /** The number of artifacts it finds, an upper bound; undefined as long as nobody asked. */
  readonly count?: number;
}

export interface ProjectRow extends RowBase {
  readonly kind: "project";
  readonly project: ProjectSummary;
  readonly isPinned: boolean;
}

export interface TrackerRow extends RowBase {
  readonly kind: "tracker";
  readonly parent?: ProjectRow;
  readonly tracker: TrackerSummary;
  /** The filter of the artifacts, where these stand right below the row; null without a filter. */
  readonly filter?: KeptFilter | null;
}

/** All artifacts of a tracker, or those that its filter lets through. */
export interface AllArtifactsRow extends RowBase {
  readonly kind: "allArtifacts";
  readonly parent?: TrackerRow;
  readonly tracker: TrackerSummary;
  readonly filter: KeptFilter | null;
}

export interface ReportRow extends RowBase {
  readonly kind: "report";
  readonly report: ReportSummary;
  readonly tracker: TrackerSummary;
}

export interface ArtifactRow extends RowBase {
  readonly kind: "artifact";
  readonly artifactId: number;
  readonly summary: ArtifactSummary;
  readonly isPinned: boolean;
}

export interface AttachmentRow extends RowBase {
  readonly kind: "attachment";
  readonly artifactId: number;
  readonly n: number;
  readonly attachment: Attachment;
}

/** The artifacts that one artifact is linked with by one type of link in one direction. */
export interface LinksRow extends RowBase {
  readonly kind: "links";
  readonly link: LinkKind;
  readonly sourceId: number;
}

/** The SVN repositories of a project. */
export interface RepositoriesRow extends RowBase {
  readonly kind: "repositories";
  readonly project: ProjectSummary;
}

export interface RepositoryRow extends RowBase {
  readonly kind: "repository";
  readonly repositoryId: number;
  readonly repository: PartialRepository;
  readonly isPinned: boolean;
}

/** Stands for what a list has beyond its last row. A click reads the next page, or gives up the one under way. */
export interface MoreRow extends RowBase {
  readonly kind: "more";
  readonly parent: Row;
  readonly branchId: string;
  readonly shown: number;
  /** The number of rows there are, an upper bound. */
  readonly total?: number;
  readonly isReading: boolean;
}

/** Stands for what could not be read. */
export interface FailedRow extends RowBase {
  readonly kind: "failed";
  readonly parent: Row;
  readonly branchId: string;
  readonly error: unknown;
}

/** Says something in place of rows: that there are none, or that they are on their way. */
export interface MessageRow extends RowBase {
  readonly kind: "message";
  readonly parent: Row;
  readonly text: string;
  /** The whole sentence that `text` is short for, where it is. */
  readonly whole?: string;
  readonly isReading?: boolean;
  /** It is true where a click asks for the artifact to open. */
  readonly isWayToOpen?: boolean;
}

/** A service that a folder offers, where there is no connection. Its `connectionId` is empty. */
export interface SuggestionRow extends RowBase {
  readonly kind: "suggestion";
  readonly suggestion: SuggestedConnection;
}

/** Leads to the walkthrough, below the suggestions. Its `connectionId` is empty. */
export interface StartRow extends RowBase {
  readonly kind: "start";
}

/** Gives what every row below another has: an id made of that one's, its connection and its parent. */
export function childOf<P extends Row>(
  parent: P,
  segment: string,
): { readonly id: string; readonly connectionId: string; readonly parent: P } {
  return { id: `${parent.id}/${segment}`, connectionId: parent.connectionId, parent };
}

/** Tells by their ids whether a row is another one or stands anywhere below it. */
export function isAtOrBelow(id: string, ancestorId: string): boolean {
  return id === ancestorId || id.startsWith(`${ancestorId}/`);
}

/** Tells whether a row is one of many or stands anywhere below one, by looking up: lists have thousands of rows. */
export function isAtOrBelowAny(id: string, ancestorIds: ReadonlySet<string>): boolean {
  for (let end = id.length; end > 0; end = id.lastIndexOf("/", end - 1)) {
    if (ancestorIds.has(id.slice(0, end))) {
      return true;
    }
  }
  return false;
}
