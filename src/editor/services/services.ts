import type { Uri } from "vscode";
import type { Catalog } from "../../core/known/catalog.ts";
import type { KnownConnections } from "../../core/known/connections.ts";
import type { Artifact } from "../../core/model/artifact.ts";
import type { Connection } from "../../core/model/connection.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import type { ServiceClient } from "../../core/service/serviceClient.ts";
import type { ClickedRows } from "../../core/util/clickedRows.ts";
import type { Event } from "../../core/util/event.ts";
import type { WriteQueue } from "../../core/util/writeQueue.ts";
import type { Hosts } from "../../core/windows/hosts.ts";
import type { Leases } from "../../core/windows/leases.ts";

/** The services of the connections that every feature is given, by these names. */
export interface Services {
  /** The connections of the settings. */
  readonly registry: {
    readonly connections: readonly Connection[];
    find(connectionId: string): Connection | undefined;
    /** Gives the connection of that id. Throws a HumanError where there is none. */
    get(connectionId: string): Connection;
    /** Fires when the list of connections, or the address or label of one, has changed. */
    readonly onDidChange: Event<void>;
  };
  /**
   * Gives the only connection, or the one the person picks; undefined when they gave up. Throws a HumanError when there
   * is none.
   */
  readonly pickConnection: (question: string) => Promise<Connection | undefined>;
  /** Fires with the id of a connection that is gone, whichever window removed it. */
  readonly onDidRemoveConnection: Event<string>;
  /** Fires with the id of a connection that leads to another address: what was made at the old one belongs there. */
  readonly onDidMoveConnection: Event<string>;
  /**
   * Gives the client of a connection, without the reading of artifacts: these are read by `known`, so that whatever
   * shows an artifact follows. Throws a HumanError where there is no such connection.
   */
  readonly serviceOf: (connectionId: string) => Promise<Omit<ServiceClient, "readArtifact">>;
  /** Reads an artifact for somebody who looks at it. Throws a HumanError where the connection is another by then. */
  readonly readArtifact: (connectionId: string, artifactId: number, signal: AbortSignal) => Promise<Artifact>;
  /** Holds what was read last of each connection. */
  readonly known: KnownConnections;
  /** Gives what is known of the names of a connection. */
  readonly catalogOf: (connectionId: string) => Catalog;
  /** The artifacts that the person works with. */
  readonly remembered: Remembered;
  /** Opens what rows are clicked for, one row after another. */
  readonly clicked: ClickedRows;
  /** The storage of the extension, which all windows share. */
  readonly storage: Uri;
  readonly logFailure: (what: string, error: unknown) => void;
}

/** The services of a feature that also needs what this window has of its own. */
export interface WindowServices extends Services {
  /** The window's folder in the storage, shared only with windows that restore the same unsaved texts. */
  readonly ownFolder: Uri;
  /** The extension hosts that keep files in that folder. */
  readonly hosts: Hosts;
  /** Tells what this window alone may write. */
  readonly leases: Leases;
  /** Runs what the window is not to close before. */
  readonly lastWrites: WriteQueue;
}
