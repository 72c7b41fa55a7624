import type { Artifact, Attachment, VersionedArtifact } from "../model/artifact.ts";
import type { Connection } from "../model/connection.ts";
import type { Entry } from "../model/entry.ts";
import type { Page, ProjectSummary, Tracker, TrackerSummary } from "../model/tracker.ts";
import type { ArtifactService, Condition, RequestBody, UpdateAnswer } from "../workingCopy/ports.ts";
import { invalidAnswer, isHtml, jsonOf, refusal, requireJson, serviceMessage } from "./answer.ts";
import { type ConnectionCheck, checkConnection } from "./checkConnection.ts";
import { acceptedCodings } from "./contentCoding.ts";
import type { NetworkSettings } from "./dispatcher.ts";
import { type AnswerHeaders, header } from "./exchange.ts";
import { pageOf } from "./pagination.ts";
import { readArtifact, readArtifacts, readProjects, readTracker, readTrackers } from "./read.ts";
import { ServiceError } from "./serviceError.ts";
import {
  type Answer,
  factsOf,
  type Request,
  type RequestLine,
  type StreamedAnswer,
  Transport,
  throwIfCancelled,
} from "./transport.ts";

export type { ConnectionCheck } from "./checkConnection.ts";
export type { NetworkSettings } from "./dispatcher.ts";
export type { RequestLine } from "./transport.ts";

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

/** The service of one connection. Every method throws `ServiceError` unless its result says otherwise. */
export interface ServiceClient extends ArtifactService {
  /** The artifact as the service answers it, unread: JSON, or its own XML, which tells less (service API 4.2). */
  readArtifactText(artifactId: number, format: "json" | "xml", signal: AbortSignal): Promise<ArtifactText>;
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

export interface ArtifactText {
  readonly text: string;
  /** As the service named it; empty where it did not. */
  readonly contentType: string;
}

export interface AttachmentStream {
  readonly sizeBytes?: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** The largest JSON answer that is read, before and after decompression: a tracker's full structure takes a few MB. */
const largestAnswerBytes = 32 * 1024 * 1024;
// The most the service gives at once (service-api, 13.1); more is refused.
const projectsPerPage = 50;
const trackersPerPage = 50;
const mostArtifactsPerPage = 1000;

function jsonBody(entries: readonly Entry[]): RequestBody {
  const values = entries.map(({ fieldId, members }) => ({ field_id: fieldId, ...members }));
  return { contentType: "application/json", text: JSON.stringify({ values }) };
}

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  return new RestClient(options);
}

class RestClient implements ServiceClient {
  readonly #options: ServiceClientOptions;
  readonly #origin: string;
  /** Without a slash at its end. */
  readonly #basePath: string;
  readonly #transport: Transport;
  /** Read again and again, most often unchanged: before each PUT within a second of a change. */
  #lastRead: { readonly body: Uint8Array; readonly artifact: Artifact } | undefined;

  constructor(options: ServiceClientOptions) {
    this.#options = options;
    const base = new URL(options.connection.url);
    this.#origin = base.origin;
    this.#basePath = base.pathname.replace(/\/+$/, "");
    this.#transport = new Transport({
      origin: base,
      timeoutMs: options.timeoutMs,
      network: options.network,
      log: options.log,
    });
  }

  async readArtifact(artifactId: number, signal: AbortSignal): Promise<VersionedArtifact> {
    const request = this.#artifactRequest(artifactId, "GET", {});
    const { answer, key } = await this.#send(request, signal);
    return { artifact: this.#artifactIn(answer, request, artifactId, key), ...versionOf(answer.headers) };
  }

  async updateArtifact(
    artifactId: number,
    entries: readonly Entry[],
    condition: Condition | undefined,
    signal: AbortSignal,
    body: RequestBody = jsonBody(entries),
  ): Promise<UpdateAnswer> {
    const headers = { "Content-type": body.contentType, ...conditionHeader(condition) };
    const request = this.#artifactRequest(artifactId, "PUT", headers, body.text);
    const { answer, key } = await this.#send(request, signal);
    if (answer.status === 412) {
      const message = serviceMessage(answer, key);
      return { kind: "preconditionFailed", ...(message === undefined ? undefined : { serviceMessage: message }) };
    }
    if (answer.status < 200 || answer.status > 299) {
      throw refusal(request, answer, key);
    }
    if (isHtml(answer.headers)) {
      // The service answers JSON. A page, of a login perhaps, comes from something before it: what it did is unknown.
      throw new ServiceError({ kind: "answerLost", ...factsOf(request), status: answer.status, problem: "html" });
    }
    return { kind: "updated", ...versionOf(answer.headers) };
  }

  async readArtifactText(artifactId: number, format: "json" | "xml", signal: AbortSignal): Promise<ArtifactText> {
    const plain = this.#artifactRequest(artifactId, "GET", {});
    const request = { ...plain, headers: { ...plain.headers, Accept: `application/${format}` } };
    const { answer, key } = await this.#send(request, signal);
    if (answer.status < 200 || answer.status > 299) {
      throw refusal(request, answer, key);
    }
    if (isHtml(answer.headers)) {
      throw invalidAnswer(request, answer, "html");
    }
    return { text: new TextDecoder().decode(answer.body), contentType: header(answer.headers, "content-type") ?? "" };
  }

  async readTracker(trackerId: number, signal: AbortSignal): Promise<Tracker> {
    const request = this.#discovery(`/trackers/${trackerId}`);
    const { answer, json } = await this.#read(request, signal);
    const tracker = readTracker(json, trackerId);
    if (tracker === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    return tracker;
  }

  listProjects(offset: number, signal: AbortSignal): Promise<Page<ProjectSummary>> {
    return this.#list("/projects", {}, projectsPerPage, offset, readProjects, signal);
  }

  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>> {
    const minimal = { representation: "minimal" };
    return this.#list(`/projects/${projectId}/trackers`, minimal, trackersPerPage, offset, readTrackers, signal);
  }

  listArtifacts(trackerId: number, offset: number, limit: number, signal: AbortSignal): Promise<Page<Artifact>> {
    const read = (json: unknown) => readArtifacts(json, this.#origin);
    const most = Math.min(Math.max(1, Math.trunc(limit)), mostArtifactsPerPage);
    return this.#list(`/trackers/${trackerId}/artifacts`, {}, most, offset, read, signal);
  }

  async readAttachment(attachment: Attachment, maxBytes: number, signal: AbortSignal): Promise<Uint8Array> {
    const { request, answer } = await this.#open(attachment, signal);
    if (answer.sizeBytes !== undefined && answer.sizeBytes > maxBytes) {
      answer.discard();
      throw invalidAnswer(request, answer, "tooLarge");
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.chunks) {
      size += chunk.length;
      if (size > maxBytes) {
        throw invalidAnswer(request, answer, "tooLarge");
      }
      chunks.push(chunk);
    }
    return joined(chunks, size);
  }

  async openAttachment(attachment: Attachment, signal: AbortSignal): Promise<AttachmentStream> {
    const { sizeBytes, chunks } = (await this.#open(attachment, signal)).answer;
    return { ...(sizeBytes === undefined ? undefined : { sizeBytes }), chunks };
  }

  async check(signal: AbortSignal): Promise<ConnectionCheck> {
    const probe = async (request: Request, key: string | undefined) => {
      const answer = await this.#transport.send(request, key, largestAnswerBytes, signal);
      return { request, answer, key };
    };
    const self = this.#discovery("/users/self");
    return checkConnection({
      version: () => probe(this.#discovery("/version"), undefined),
      self: async () => {
        const key = await this.#key();
        if (!isSendable(key)) {
          throw new ServiceError({ kind: "unauthorized", ...factsOf(self) });
        }
        return probe(self, key);
      },
    });
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  #artifactIn(answer: Answer, request: Request, artifactId: number, key: string | undefined): Artifact {
    requireJson(request, answer, key);
    const last = this.#lastRead;
    if (last?.artifact.id === artifactId && isSameContent(last.body, answer.body)) {
      return last.artifact;
    }
    const artifact = readArtifact(jsonOf(request, answer, key), artifactId, this.#origin);
    if (artifact === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    this.#lastRead = { body: answer.body, artifact };
    return artifact;
  }

  async #open(
    attachment: Attachment,
    signal: AbortSignal,
  ): Promise<{ readonly request: Request; readonly answer: StreamedAnswer }> {
    const url = URL.parse(attachment.contentUrl, this.#origin);
    const request: Request = {
      method: "GET",
      origin: url?.origin ?? this.#origin,
      path: url === null ? "" : url.pathname + url.search,
      headers: { Accept: "*/*", "Accept-Encoding": "identity" },
    };
    if (url?.origin !== this.#origin) {
      // Before the key is asked for: the transport would refuse it too.
      const origin = url === null ? undefined : { otherOrigin: url.origin };
      throw new ServiceError({ kind: "foreignOrigin", ...factsOf(request), ...origin });
    }
    const { answer, key } = await this.#authorized(request, signal, (key) =>
      this.#transport.stream(request, key, signal),
    );
    if ("body" in answer) {
      throw refusal(request, answer, key);
    }
    return { request, answer };
  }

  async #list<T>(
    path: string,
    query: Readonly<Record<string, string>>,
    limit: number,
    offset: number,
    read: (json: unknown) => readonly T[] | undefined,
    signal: AbortSignal,
  ): Promise<Page<T>> {
    const request = this.#discovery(path, { ...query, limit: String(limit), offset: String(offset) });
    const { answer, json } = await this.#read(request, signal);
    const items = read(json);
    if (items === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    const arrived = (json as readonly unknown[]).length;
    return pageOf(items, answer.headers, { offset, limit, arrived });
  }

  async #read(request: Request, signal: AbortSignal): Promise<{ readonly answer: Answer; readonly json: unknown }> {
    const { answer, key } = await this.#send(request, signal);
    return { answer, json: jsonOf(request, answer, key) };
  }

  #send(request: Request, signal: AbortSignal): Promise<Keyed<Answer>> {
    return this.#authorized(request, signal, (key) => this.#transport.send(request, key, largestAnswerBytes, signal));
  }

  /** Sends with the key. After a 401 it may be replaced, and the request, which was not carried out, is sent once more. */
  async #authorized<T extends Answer | StreamedAnswer>(
    request: Request,
    signal: AbortSignal,
    send: (key: string | undefined) => Promise<T>,
  ): Promise<Keyed<T>> {
    for (let isReplay = false; ; isReplay = true) {
      const key = await this.#key();
      throwIfCancelled(request, signal);
      const answer = isSendable(key) ? await send(key) : undefined;
      if (answer !== undefined && answer.status !== 401) {
        return { answer, key };
      }
      const error =
        answer !== undefined && "body" in answer
          ? refusal(request, answer, key)
          : new ServiceError({ kind: "unauthorized", ...factsOf(request) });
      if (isReplay || !(await this.#options.onUnauthorized?.(error))) {
        throw error;
      }
    }
  }

  /** Without the white space that comes along when a key is pasted. */
  async #key(): Promise<string | undefined> {
    return (await this.#options.accessKey())?.trim() || undefined;
  }

  #artifactRequest(
    artifactId: number,
    method: "GET" | "PUT",
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Request {
    return {
      method,
      origin: this.#origin,
      path: `${this.#basePath}/artifacts/${artifactId}`,
      // Compression in front of the service drops the Etag.
      headers: { Accept: "application/json", "Accept-Encoding": "identity", ...headers },
      ...(body === undefined ? undefined : { body }),
      artifactId,
    };
  }

  #discovery(path: string, query: Readonly<Record<string, string>> = {}): Request {
    const search = new URLSearchParams(query).toString();
    return {
      method: "GET",
      origin: this.#origin,
      path: `${this.#basePath}${path}${search === "" ? "" : `?${search}`}`,
      headers: { Accept: "application/json", "Accept-Encoding": acceptedCodings },
    };
  }
}

interface Keyed<T> {
  readonly answer: T;
  /** That the request was sent with. */
  readonly key: string | undefined;
}

/** Whether a header can carry the key: one that it cannot is as good as refused. */
function isSendable(key: string | undefined): boolean {
  return key === undefined || /^[\x21-\x7e]+$/.test(key);
}

function conditionHeader(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) {
    return {};
  }
  return "ifMatch" in condition
    ? { "If-match": condition.ifMatch }
    : { "If-Unmodified-Since": condition.ifUnmodifiedSince };
}

/** As the service sent them, byte for byte. */
function versionOf(headers: AnswerHeaders): Pick<VersionedArtifact, "version" | "date"> {
  const etag = header(headers, "etag");
  const lastModified = header(headers, "last-modified");
  const date = header(headers, "date");
  return {
    version: {
      ...(etag === undefined ? undefined : { etag }),
      ...(lastModified === undefined ? undefined : { lastModified }),
    },
    ...(date === undefined ? undefined : { date }),
  };
}

function isSameContent(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
