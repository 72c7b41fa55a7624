import type { Artifact, Attachment } from "../model/artifact.ts";
import type { Connection } from "../model/connection.ts";
import type { Page, ProjectSummary, Tracker, TrackerSummary } from "../model/tracker.ts";
import type { ArtifactService } from "../workingCopy/ports.ts";
import type { ServiceError } from "./serviceError.ts";

export interface ServiceClientOptions {
  readonly connection: Connection;
  /** Asked for each request. The key is only ever put into `X-Auth-AccessKey`, only to the connection's origin. */
  readonly accessKey: () => Promise<string | undefined>;
  /** Called on a 401; resolves true when the key was replaced and the request shall be sent once more. */
  readonly onUnauthorized?: (error: ServiceError) => Promise<boolean>;
  /** Of a whole exchange, retries included; of each silence while an attachment streams. */
  readonly timeoutMs: number;
  readonly network: NetworkSettings;
  readonly log: (line: RequestLine) => void;
}

export interface NetworkSettings {
  /** Address of a proxy; undefined: what the environment (`HTTPS_PROXY` …) says. */
  readonly proxy?: string;
  /** Hosts to reach directly; empty: what the environment (`NO_PROXY`) says. */
  readonly noProxy: readonly string[];
  /** False: any certificate will do. */
  readonly strictSsl: boolean;
  /** Certificates to trust besides Node's and the system's, as PEM. */
  readonly extraCa?: readonly string[];
}

/** One request as the log shows it: never a body or a key. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly durationMs: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly errorKind?: string;
}

/** The service of one connection. Every method throws `ServiceError` unless its result says otherwise. */
export interface ServiceClient extends ArtifactService {
  readTracker(trackerId: number, signal: AbortSignal): Promise<Tracker>;
  listProjects(offset: number, signal: AbortSignal): Promise<Page<ProjectSummary>>;
  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>>;
  listArtifacts(trackerId: number, offset: number, limit: number, signal: AbortSignal): Promise<Page<Artifact>>;
  /** The whole content; `invalidAnswer` with problem `tooLarge` when it is over `maxBytes`. */
  readAttachment(attachment: Attachment, maxBytes: number, signal: AbortSignal): Promise<Uint8Array>;
  /** The content as it arrives. `chunks` is to be read, once; it throws when the content is cut short. */
  openAttachment(attachment: Attachment, signal: AbortSignal): Promise<AttachmentStream>;
  /** Whether this is the API and the key is good. Throws only when cancelled. */
  check(signal: AbortSignal): Promise<ConnectionCheck>;
  /** Takes no more requests and resolves when those under way are done. */
  close(): Promise<void>;
}

export interface AttachmentStream {
  readonly sizeBytes?: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export type ConnectionCheck =
  | { readonly kind: "ok"; readonly userName?: string; readonly serviceVersion?: string }
  | { readonly kind: "failed"; readonly step: "address" | "tls" | "api" | "key"; readonly error: ServiceError };

export function createServiceClient(_options: ServiceClientOptions): ServiceClient {
  throw new Error("not built yet");
}
