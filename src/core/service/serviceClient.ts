import type { ChangesetSource } from "../model/changeset.ts";
import { type ArtifactRoutes, artifactRoutes } from "./artifacts.ts";
import { type AttachmentRoutes, attachmentRoutes } from "./attachments.ts";
import { AuthorizedClient, type AuthorizedClientOptions } from "./authorizedClient.ts";
import { changesetRoutes } from "./changesets.ts";
import { type AddressCheck, type ConnectionCheck, checkAddress, checkConnection } from "./checkConnection.ts";
import { type SearchRoutes, searchRoutes } from "./search.ts";
import { type SvnRoutes, svnRoutes } from "./svn.ts";
import { type TrackerRoutes, trackerRoutes } from "./trackers.ts";
import { type UploadRoutes, uploadRoutes } from "./uploads.ts";
import { type UserRoutes, userRoutes } from "./users.ts";

export type { AddressCheck, ConnectionCheck, FailedCheck } from "./checkConnection.ts";
export type { NetworkSettings } from "./dispatcher.ts";
export type { RequestLine } from "./request.ts";

/** The service of one connection. Every method throws `ServiceError` unless its result says otherwise. */
export interface ServiceClient
  extends ArtifactRoutes,
    ChangesetSource,
    TrackerRoutes,
    UserRoutes,
    SearchRoutes,
    AttachmentRoutes,
    UploadRoutes,
    SvnRoutes {
  /** The routes for looks that nobody asked for: each request is sent once, and nobody is asked about a refused key. */
  readonly background: Pick<ArtifactRoutes, "readArtifact" | "readArtifacts"> &
    ChangesetSource &
    Pick<TrackerRoutes, "readTracker" | "listProjects" | "listTrackers" | "listReports"> &
    Pick<UserRoutes, "findUsers" | "readKeyExpiry" | "readOwnId" | "readUser">;
  /** Tells whether something answers that may be the API, and asks without the key. It throws only when cancelled. */
  checkAddress(signal: AbortSignal): Promise<AddressCheck>;
  /** Tells whether this is the API and the key is good. It throws only when cancelled. */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  /** Takes no more requests and resolves when those under way are done. */
  close(): Promise<void>;
}

/** Makes a client for the service of one connection. */
export function createServiceClient(options: AuthorizedClientOptions): ServiceClient {
  const client = new AuthorizedClient(options);
  const background = client.background();
  return {
    ...artifactRoutes(client),
    ...changesetRoutes(client),
    ...trackerRoutes(client),
    ...userRoutes(client),
    ...searchRoutes(client),
    ...attachmentRoutes(client),
    ...uploadRoutes(client),
    ...svnRoutes(client),
    background: {
      ...artifactRoutes(background),
      ...changesetRoutes(background),
      ...trackerRoutes(background),
      ...userRoutes(background),
    },
    checkAddress: (signal) => checkAddress(client, signal),
    check: (signal) => checkConnection(client, signal),
    close: () => client.close(),
  };
}
