import type { Extension, Memento, TreeView, Uri } from "vscode";
import type { Browsing } from "./browsing.ts";
import type { ArtifactFilters } from "./core/artifactFilters.ts";
import type { Catalog } from "./core/catalog/catalog.ts";
import type { Artifact } from "./core/model/artifact.ts";
import type { Connection } from "./core/model/connection.ts";
import type { PinnedProjects } from "./core/pinnedProjects.ts";
import type { Remembered } from "./core/remembered.ts";
import type { ServiceClient } from "./core/service/serviceClient.ts";
import type { PinnedRepositories } from "./core/svn/pinnedRepositories.ts";
import type { Catalogs } from "./editor/catalog/catalogs.ts";
import type { AccessKeys } from "./editor/connections/accessKeys.ts";
import type { ConnectionRegistry } from "./editor/connections/connectionRegistry.ts";
import type { Decorations } from "./editor/freshness/decorations.ts";
import type { Freshness } from "./editor/freshness/freshness.ts";
import type { ServerChanges } from "./editor/freshness/serverChanges.ts";
import type { Log } from "./editor/log.ts";
import type { SavedQueries } from "./editor/search/savedQueries.ts";
import type { Expansion } from "./editor/tree/expansion.ts";
import type { Node } from "./editor/tree/nodes.ts";

/** What there is from the start. */
export interface StartParts {
  readonly extension: Extension<unknown>;
  readonly globalState: Memento;
  readonly workspaceState: Memento;
  /** The storage of the extension. */
  readonly storage: Uri;
  readonly log: Log;
  readonly keys: AccessKeys;
  readonly registry: ConnectionRegistry;
  readonly remembered: Remembered;
  readonly view: TreeView<Node>;
}

/** What features are given: each takes what it needs of it, by these names. */
export interface Parts extends StartParts, Omit<Browsing, "dispose"> {
  readonly serviceOf: (connectionId: string) => Promise<ServiceClient>;
  readonly catalogOf: (connectionId: string) => Promise<Catalog>;
  readonly readArtifact: (connectionId: string, artifactId: number, signal: AbortSignal) => Promise<Artifact>;
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
  readonly logFailure: (what: string, error: unknown) => void;
  readonly catalogs: Catalogs;
  readonly queries: SavedQueries;
  readonly filters: ArtifactFilters;
  readonly expansion: Expansion;
  readonly pins: PinnedRepositories;
  readonly projectPins: PinnedProjects;
  readonly changes: ServerChanges;
  readonly marks: Decorations;
  readonly freshness: Freshness;
}
