import type { Uri } from "vscode";
import type { Catalog } from "../../core/known/catalog.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import type { ClickedRows } from "../../core/util/clickedRows.ts";
import type { Event } from "../../core/util/event.ts";
import type { Hosts } from "../../core/windows/hosts.ts";
import type { Leases } from "../../core/windows/leases.ts";

/** What every feature is given of the connections, by these names. */
export interface Services {
  /** The connections of the settings. */
  readonly registry: {
    readonly connections: readonly Connection[];
    find(connectionId: string): Connection | undefined;
    /** Throws a HumanError where there is no such connection. */
    get(connectionId: string): Connection;
    /** The list of connections, or the address or label of one, is another. */
    readonly onDidChange: Event<void>;
  };
  /**
   * The only connection, or the one the person picks; undefined when they gave up. Throws a HumanError when there is
   * none.
   */
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
  /** The connection of that id is gone, whichever window removed it. */
  readonly onDidRemoveConnection: Event<string>;
  /** The connection of that id leads to another address: what was made at that before belongs there. */
  readonly onDidMoveConnection: Event<string>;
  /**
   * Gives what is asked of a connection beside its artifacts: those are read by `known`, so that whatever shows one
   * follows. Throws a HumanError where there is no such connection.
   */
  readonly serviceOf: (connectionId: string) => Promise<Omit<ServiceClient, "readArtifact">>;
  /** For who looks at an artifact. Throws a HumanError where the connection leads elsewhere by then, or is gone. */
  readonly readArtifact: (connectionId: string, artifactId: number, signal: AbortSignal) => Promise<Artifact>;
  /** What is known of each connection, as it was read last. */
  readonly known: KnownConnections;
  /** Gives what is known of the names of a connection. */
  readonly catalogOf: (connectionId: string) => Catalog;
  /** The artifacts that the person works with. */
  readonly remembered: Remembered;
  /** Opens what rows are clicked for, one after another. */
  readonly clicked: ClickedRows;
  /** The storage of the extension, which all windows share. */
  readonly storage: Uri;
  readonly logFailure: (what: string, error: unknown) => void;
}

/** What every feature is given, with what this window has of its own. */
export interface WindowServices extends Services {
  /** Its folder in the storage, shared only with windows that restore the same unsaved texts. */
  readonly ownFolder: Uri;
  /** The extension hosts that keep files in that folder. */
  readonly hosts: Hosts;
  /** What this window alone has. */
  readonly leases: Leases;
}
