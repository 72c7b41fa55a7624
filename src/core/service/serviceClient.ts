import type { Artifact } from "../model/artifact.ts";
import type { ChangesetSource } from "../model/changesetSource.ts";
import { artifactReader } from "./artifactReader.ts";
import { type ArtifactRoutes, artifactRoutes } from "./artifacts.ts";
import { type AttachmentRoutes, attachmentRoutes } from "./attachments.ts";
import { changesetRoutes } from "./changesets.ts";
import { type ConnectionCheck, checkConnection } from "./checkConnection.ts";
import { factsOf } from "./request.ts";
import { type SearchRoutes, searchRoutes } from "./search.ts";
import { ServiceError } from "./serviceError.ts";
import { isSendable, Session, type SessionOptions } from "./session.ts";
import { type SvnRoutes, svnRoutes } from "./svn.ts";
import { type TrackerRoutes, trackerRoutes } from "./trackers.ts";
import { type UploadRoutes, uploadRoutes } from "./uploads.ts";
import { type UserRoutes, userRoutes } from "./users.ts";

export type { ConnectionCheck } from "./checkConnection.ts";
export type { NetworkSettings } from "./dispatcher.ts";
export type { RequestLine } from "./request.ts";

export interface ServiceClientOptions extends SessionOptions {
  /** Hears of each artifact that is read by itself because somebody asked for it. */
  readonly onReadArtifact?: (artifact: Artifact) => void;
}

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
  /** The same for looks that nobody asked for: sent once, and nobody is asked about a refused key. */
  readonly unasked: Pick<ArtifactRoutes, "readArtifact" | "readArtifacts"> &
    ChangesetSource &
    Pick<TrackerRoutes, "readTracker" | "listProjects" | "listTrackers" | "listReports"> &
    Pick<UserRoutes, "findUsers" | "readOwnId" | "readUser">;
  /** Whether this is the API and the key is good. Throws only when cancelled. */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  /** Takes no more requests and resolves when those under way are done. */
  close(): Promise<void>;
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const session = new Session(options);
  const unasked = session.unasked();
  const reader = artifactReader(session.origin);
  const artifacts = artifactRoutes(session, reader);
  return {
    ...artifacts,
    readArtifact: async (...args) => {
      const read = await artifacts.readArtifact(...args);
      options.onReadArtifact?.(read.artifact);
      return read;
    },
    ...changesetRoutes(session),
    ...trackerRoutes(session),
    ...userRoutes(session),
    ...searchRoutes(session),
    ...attachmentRoutes(session),
    ...uploadRoutes(session),
    ...svnRoutes(session),
    unasked: {
      ...artifactRoutes(unasked, reader),
      ...changesetRoutes(unasked),
      ...trackerRoutes(unasked),
      ...userRoutes(unasked),
    },
    check: (signal) => check(session, signal),
    close: () => session.close(),
  };
}

function check(session: Session, signal: AbortSignal): Promise<ConnectionCheck> {
  const probeWithKey = async (path: string) => {
    const request = session.get(path);
    const key = await session.key();
    if (!isSendable(key)) {
      throw new ServiceError({ kind: "unauthorized", ...factsOf(request) });
    }
    return session.probe(request, key, signal);
  };
  return checkConnection({
    version: () => session.probe(session.get("/version"), undefined, signal),
    self: () => probeWithKey("/users/self"),
    artifact: () => probeWithKey("/artifacts/1"),
    artifactWithoutKey: () => session.probe(session.get("/artifacts/1"), undefined, signal),
  });
}
