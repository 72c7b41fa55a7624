import { Uri } from "vscode";
import { KnownConnections } from "../../core/known/connections.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import type { ConnectionRegistry } from "../connections/connectionRegistry.ts";
import type { Services } from "../services/services.ts";
import { SharedFiles } from "../storage/sharedFiles.ts";

/** This is raised when the shape of what a catalog keeps changes: what an older version wrote is then not used. */
export const catalogFormat = 2;

/** Makes what is known of each connection, and keeps names as files. What is remembered of artifacts follows it. */
export function createKnown(
  registry: ConnectionRegistry,
  remembered: Remembered,
  storage: Uri,
  logFailure: Services["logFailure"],
): KnownConnections {
  const known = new KnownConnections({
    registry,
    serviceOf: (connectionId) => registry.service(connectionId),
    logFailure,
    storeOf: (connectionId) =>
      new SharedFiles(Uri.joinPath(storage, "catalog", connectionId), catalogFormat, (error) =>
        logFailure(`Names told by ${connectionId} could not be kept`, error),
      ),
    recent: (connectionId) => remembered.all(connectionId),
  });
  remembered.follow(known, (error) => logFailure("Remembering an artifact that was read", error));
  return known;
}
