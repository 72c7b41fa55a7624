import type { SuggestedConnection } from "../connection/suggestions.ts";
import type { FilterStore } from "../filter/filterStore.ts";
import type { ArtifactReadings } from "../known/artifactReadings.ts";
import type { Catalog } from "../known/catalog.ts";
import type { KnownConnections } from "../known/connections.ts";
import type { CatalogService } from "../known/ports.ts";
import type { ArtifactSummary, LinkKind } from "../model/artifact.ts";
import type { Connection } from "../model/connection.ts";
import type { RepositorySummary } from "../model/svnRepository.ts";
import type { ListArtifacts, Page } from "../model/tracker.ts";
import type { PinnedProjects, PinnedRepositories } from "../pins/pinned.ts";
import type { Remembered } from "../pins/remembered.ts";
import type { SavedQuery } from "../query/savedQueries.ts";
import type { Event } from "../util/event.ts";
import type { Expansion } from "./expansion.ts";
import type { Formats } from "./formats.ts";
import type { Row } from "./rows.ts";

/** The routes of a service that the tree needs, beside names. Every method throws `ServiceError`. */
export interface TreeService {
  listOwnArtifacts(
    whose: { readonly assignedTo: true },
    offset: number,
    signal: AbortSignal,
  ): Promise<Page<ArtifactSummary>>;
  readonly listArtifacts: ListArtifacts<ArtifactSummary>;
  listReportArtifacts(reportId: number, offset: number, signal: AbortSignal): Promise<Page<ArtifactSummary>>;
  listLinkTypes(artifactId: number, signal: AbortSignal): Promise<readonly LinkKind[]>;
  listLinkedArtifacts(
    artifactId: number,
    link: LinkKind,
    offset: number,
    signal: AbortSignal,
  ): Promise<Page<ArtifactSummary>>;
  listRepositories(projectId: number, offset: number, signal: AbortSignal): Promise<Page<RepositorySummary>>;
  readRepository(repositoryId: number, signal: AbortSignal): Promise<RepositorySummary>;
}

/** The saved queries, with the number of artifacts that each finds. */
export interface SavedQueryList {
  readonly onDidChange: Event<void>;
  readonly onDidCount: Event<SavedQuery>;
  list(connectionId: string): readonly SavedQuery[];
  /** Gives the service's count, an upper bound; undefined where it was not told, or not at the last time. */
  countOf(query: SavedQuery): number | undefined;
  /** Asks the service for the count. It never throws. */
  count(query: SavedQuery): Promise<unknown>;
}

/** The things that the tree is made from. */
export interface TreePorts {
  readonly registry: {
    readonly connections: readonly Connection[];
    /** Gives the service of a connection; throws for an unknown id. */
    service(connectionId: string): Promise<TreeService>;
    readonly onDidChange: Event<void>;
  };
  readonly suggestions: {
    readonly onDidChange: Event<void>;
    beside(connections: readonly Connection[]): readonly SuggestedConnection[];
  };
  readonly keys: {
    readonly onDidChange: Event<{ readonly connectionId: string }>;
    read(connection: Connection): Promise<string | undefined>;
  };
  readonly remembered: Remembered;
  readonly pins: PinnedRepositories;
  readonly projectPins: PinnedProjects;
  readonly queries: SavedQueryList;
  readonly filters: FilterStore;
  readonly known: Pick<KnownConnections, "onDidChange" | "onDidSee"> & {
    /** Gives what is known of a connection; throws for an unknown id. */
    of(connectionId: string): {
      readonly catalog: CatalogService & Pick<Catalog, "askAgain" | "clear" | "forget">;
      readonly readings: Pick<ArtifactReadings, "read">;
    };
  };
  /** Tells whether the tree can be seen, and which rows are chosen. */
  readonly view: { readonly visible: boolean; readonly selection: readonly Row[] };
  readonly expansion: Expansion;
  readonly formats: Formats;
  readonly logFailure: (what: string, error: unknown) => void;
  readonly nowMs?: () => number;
}
