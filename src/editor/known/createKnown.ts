import { Uri } from "vscode";
import { KnownConnections, type KnownConnectionsOptions } from "../../core/known/connections.ts";
import type { Remembered } from "../../core/pins/remembered.ts";
import { SharedFiles } from "../storage/sharedFiles.ts";

interface KnownParts extends Pick<KnownConnectionsOptions, "registry" | "serviceOf" | "logFailure"> {
  /** The storage of the extension. */
  readonly storage: Uri;
  readonly remembered: Remembered;
}

/** Raised when the shape of what a catalog keeps changes: what an older version wrote is then not taken up. */
export const catalogFormat = 2;

/** What is known of each connection, with names kept as files; what is remembered of artifacts follows it. */
export function createKnown({ registry, serviceOf, storage, remembered, logFailure }: KnownParts): KnownConnections {
  const known = new KnownConnections({
    registry,
    serviceOf,
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
