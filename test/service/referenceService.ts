import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Control, type Controlled } from "./control.ts";
import { defaultArtifactCount, makeState } from "./dataset/dataset.ts";
import type { KeyName } from "./dataset/people.ts";
import { type Fault, Faults, type Moment } from "./faults.ts";
import { apiRoutes } from "./resources/routes.ts";
import { htmlError, type RawAnswer, RestError } from "./server/answer.ts";
import { type ApiEnvironment, answerApi, type IncomingCall } from "./server/api.ts";
import { alter, compress, deliver, standIn } from "./server/delivery.ts";
import type { ServiceSettings } from "./server/router.ts";
import { answerUpload, bodyOf } from "./server/tus.ts";
import { answerPage } from "./server/webPages.ts";
import { ServiceClock } from "./state/clock.ts";
import { usualZone } from "./wire/zones.ts";

export interface ReferenceServiceOptions {
  /** A free one when left out. */
  readonly port?: number;
  readonly host?: "127.0.0.1";
  /** Compresses like the shipped proxy whenever a request accepts gzip, and loses the Etag on the way. */
  readonly dropEtagWhenCompressed?: boolean;
  /** `minimal` leaves what README.md calls a minimal service; all else is 404. */
  readonly listing?: "full" | "minimal";
  /** Whether the full-text plugin is there: without it POST /search is 404. */
  readonly hasFullText?: boolean;
  /** False: an older service, where files are uploaded the old way alone. */
  readonly hasResumableUploads?: boolean;
  /** Of one file; of all temporary files of a person together. */
  readonly maxUploadBytes?: number;
  /** Artifacts a user may delete in 24 hours. */
  readonly deletionLimit?: number;
  /** Artifacts in the tracker «Requests». */
  readonly artifactCount?: number;
  /** At least as many projects, most of them empty. */
  readonly projectCount?: number;
  readonly allowAnonymous?: boolean;
  /** How long a PUT of an artifact waits between the check of its condition and its write. */
  readonly writeGapMs?: number;
  /** Where the server stands: `Europe/Paris`. */
  readonly zone?: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/** One request as it arrived, and what came of it. */
export interface LoggedRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Empty of what is streamed. */
  body: string;
  /** Undefined while there is no answer, and when the connection was cut instead. */
  status: number | undefined;
  /** When its answer was begun, in milliseconds since 1970 by the clock of the machine. */
  answeredAt?: number;
  /** The client went away before it had the whole answer. */
  isGivenUp: boolean;
}

export interface ReferenceService {
  /** `http://127.0.0.1:1234` */
  readonly origin: string;
  /** The origin with `/api/v1`. */
  readonly baseUrl: string;
  /** Access keys by what their owners may do; a replaced key shows here with its new text. */
  readonly keys: Readonly<Record<KeyName, string>>;
  readonly control: Control;
  /** Everything that was asked since the start or the last clearing, but for `/_control` and `keyRequests`. */
  readonly requests: readonly LoggedRequest[];
  /** The requests that ask about a key itself: a client may send one at any time, so those who count leave it out. */
  readonly keyRequests: readonly LoggedRequest[];
  clearRequests(): void;
  /**
   * Resolves with the first of `requests` that `isMeant`, which is looked for each time that one arrives, its body is
   * read, it is answered or given up.
   */
  untilAsked(isMeant: (request: LoggedRequest) => boolean): Promise<LoggedRequest>;
  /** Cuts every connection and comes back at the same address, with everything that was stored. */
  restart(): Promise<void>;
  /** Stops listening and cuts every connection. */
  close(): Promise<void>;
}

/** Starts the service on loopback with the data set it always starts with. */
export async function startReferenceService(options: ReferenceServiceOptions = {}): Promise<ReferenceService> {
  const service = new RunningService(options);
  await service.listen(options.port ?? 0, options.host ?? "127.0.0.1");
  return service;
}

/** The same service without a network: calls are handed to it. Knows no faults. */
export interface UnconnectedService extends Pick<ReferenceService, "control" | "keys" | "origin"> {
  /** `inGap` is what happens between the check of an artifact's PUT and its write. */
  answer(call: IncomingCall, inGap?: () => void): RawAnswer;
}

export function makeUnconnectedService(options: ReferenceServiceOptions = {}): UnconnectedService {
  return new RunningService(options);
}

class RunningService implements ReferenceService, UnconnectedService, Controlled {
  readonly control: Control;
  readonly requests: LoggedRequest[] = [];
  readonly keyRequests: LoggedRequest[] = [];
  readonly faults = new Faults();
  readonly artifactCount: number;
  readonly projectCount: number;
  readonly zone: string;
  readonly clock: ServiceClock;
  readonly initialSettings: Readonly<ServiceSettings>;
  readonly settings: ServiceSettings;
  state: ReturnType<typeof makeState>;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Tells «news» of `requests`. */
  readonly #news = new EventEmitter();

  constructor(options: ReferenceServiceOptions) {
    this.artifactCount = options.artifactCount ?? defaultArtifactCount;
    this.projectCount = options.projectCount ?? 0;
    this.zone = options.zone ?? usualZone;
    this.clock = new ServiceClock(options.clock ?? Date.now);
    this.settings = {
      deletionLimit: options.deletionLimit ?? 5,
      listing: options.listing ?? "full",
      hasFullText: options.hasFullText ?? false,
      hasResumableUploads: options.hasResumableUploads ?? true,
      maxUploadBytes: options.maxUploadBytes ?? 67_108_864,
      dropEtagWhenCompressed: options.dropEtagWhenCompressed ?? false,
      allowAnonymous: options.allowAnonymous ?? false,
      writeGapMs: options.writeGapMs ?? 0,
    };
    this.initialSettings = { ...this.settings };
    this.state = makeState(this.artifactCount, this.projectCount, this.zone);
    this.control = new Control(this);
    this.#server = createServer({ keepAliveTimeout: 5000 }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        console.error(error);
        response.destroy();
      });
    });
    this.#server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
    });
  }

  get origin(): string {
    const address = this.#server.address() as AddressInfo | null;
    return address ? `http://127.0.0.1:${address.port}` : "http://unconnected.test";
  }

  get baseUrl(): string {
    return `${this.origin}/api/v1`;
  }

  get keys(): Readonly<Record<KeyName, string>> {
    return this.control.keys();
  }

  clearRequests(): void {
    this.requests.length = 0;
    this.keyRequests.length = 0;
  }

  async untilAsked(isMeant: (request: LoggedRequest) => boolean): Promise<LoggedRequest> {
    for (;;) {
      const found = this.requests.find(isMeant);
      if (found) {
        return found;
      }
      await once(this.#news, "news");
    }
  }

  resetState(): void {
    this.state = makeState(this.artifactCount, this.projectCount, this.zone);
    Object.assign(this.settings, this.initialSettings);
    this.faults.clear();
    this.clock.setOffset(0);
  }

  listen(port: number, host: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => resolve());
    });
  }

  async restart(): Promise<void> {
    const { port } = this.#server.address() as AddressInfo;
    await this.close();
    await this.listen(port, "127.0.0.1");
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      for (const socket of this.#sockets) {
        socket.destroy();
      }
    });
  }

  answer(call: IncomingCall, inGap: () => void = () => {}): RawAnswer {
    const answer = this.#handle(call);
    if (typeof answer !== "function") {
      return this.#dated(answer);
    }
    inGap();
    return this.#dated(answer());
  }

  #dated(answer: RawAnswer): RawAnswer {
    return { ...answer, headers: { Date: new Date(this.clock.nowMs()).toUTCString(), ...answer.headers } };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.sendDate = false;
    const unread = toCall(request, Buffer.alloc(0));
    if (unread.path.startsWith("/_control/")) {
      const body = await readBody(request);
      const name = unread.path.slice("/_control/".length);
      await deliver(response, this.control.answerHttp(name, body, request.socket.remoteAddress), [], false);
      return;
    }
    const { method, headers } = unread;
    const path = request.url ?? "";
    const entry: LoggedRequest = { method, path, headers, body: "", status: undefined, isGivenUp: false };
    // A test that fails prints the requests: a key is not among what it prints.
    Object.defineProperty(entry, "headers", { enumerable: false });
    (/\/access_keys\/self$/.test(entry.path) ? this.keyRequests : this.requests).push(entry);
    this.#news.emit("news");
    response.once("close", () => {
      entry.isGivenUp = !response.writableFinished;
      this.#news.emit("news");
    });
    const faults = this.faults.take(method, unread.path);
    if (faults.some((fault) => fault.kind === "reset" && fault.when === "arrival")) {
      request.socket.resetAndDestroy();
      return;
    }
    const isUpload = unread.path.startsWith("/uploads/");
    const body = isUpload ? Buffer.alloc(0) : await readBody(request);
    const isKeyDropped = faults.some((fault) => fault.kind === "keyDropped");
    const call = { ...unread, body, headers: isKeyDropped ? { ...headers, "x-auth-accesskey": undefined } : headers };
    entry.body = body.toString("utf8");
    this.#news.emit("news");
    if (await this.#isCutOff("before", faults, response)) {
      return;
    }
    const replaced = faults.map((fault) => standIn(fault, request.url ?? "", this.origin)).find((each) => each);
    const isApplied = !replaced || faults.some((fault) => fault.kind === "answer" && fault.isApplied === true);
    const carryOut = () =>
      isUpload ? this.#receive(call, request, faults, response) : this.#carryOut(call, faults, response);
    const own = isApplied ? await carryOut() : undefined;
    if ((isApplied && !own) || (await this.#isCutOff("after", faults, response))) {
      return;
    }
    const acceptsGzip = /\bgzip\b/.test(call.headers["accept-encoding"] ?? "");
    const plain = replaced ?? own ?? htmlError(404);
    const seen = this.settings.dropEtagWhenCompressed && acceptsGzip ? compress(plain) : plain;
    const dated: RawAnswer = {
      ...seen,
      headers: { Date: new Date(this.clock.nowMs()).toUTCString(), ...seen.headers },
    };
    const altered = faults.reduce((answer, fault) => alter(answer, fault, acceptsGzip), dated);
    entry.status = altered.status;
    entry.answeredAt = Date.now();
    this.#news.emit("news");
    await deliver(response, altered, faults, call.method === "HEAD");
  }

  /**
   * Waits, lets others edit, and cuts the connection as the faults want it at this point; true when nothing more
   * follows.
   */
  async #isCutOff(when: Moment, faults: readonly Fault[], response: ServerResponse): Promise<boolean> {
    for (const fault of faults) {
      if (fault.kind === "delay" && (fault.when ?? "before") === when) {
        await sleep(fault.ms, undefined, { ref: false });
      } else if (fault.kind === "held" && (fault.when ?? "before") === when) {
        await fault.until;
      } else if (fault.kind === "edit" && fault.when === when) {
        this.control.editArtifact(fault.edit);
      } else if (fault.kind === "hang" && (fault.when ?? "before") === when) {
        return true;
      } else if (fault.kind === "reset" && fault.when === when) {
        response.socket?.resetAndDestroy();
        return true;
      }
    }
    return response.destroyed;
  }

  async #receive(
    call: IncomingCall,
    request: IncomingMessage,
    faults: readonly Fault[],
    response: ServerResponse,
  ): Promise<RawAnswer | undefined> {
    const hasUploads = this.settings.listing === "full" && this.settings.hasResumableUploads;
    const answer = hasUploads ? await answerUpload(call, bodyOf(request), this.#environment, faults) : htmlError(404);
    if (!answer) {
      response.socket?.resetAndDestroy();
    }
    return answer;
  }

  get #environment(): ApiEnvironment {
    return { state: this.state, clock: this.clock, settings: this.settings, origin: this.origin };
  }

  /** Who hangs up in the gap is written all the same. */
  async #carryOut(call: IncomingCall, faults: readonly Fault[], response: ServerResponse): Promise<RawAnswer> {
    const answer = this.#handle(call);
    if (typeof answer !== "function") {
      return answer;
    }
    await this.#isCutOff("gap", faults, response);
    if (this.settings.writeGapMs > 0) {
      await sleep(this.settings.writeGapMs, undefined, { ref: false });
    }
    return answer();
  }

  #handle(call: IncomingCall): RawAnswer | (() => RawAnswer) {
    const environment = this.#environment;
    const inApi = /^\/api(?=\/|$)(.*)$/.exec(call.path);
    if (inApi) {
      const routes = this.settings.listing === "full" ? apiRoutes : apiRoutes.filter((route) => route.isMinimal);
      return answerApi(routes, { ...call, path: inApi[1] ?? "" }, environment);
    }
    try {
      return answerPage(call, environment);
    } catch (error) {
      if (error instanceof RestError) {
        return htmlError(error.status);
      }
      throw error;
    }
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function toCall(request: IncomingMessage, body: Buffer): IncomingCall {
  const url = new URL(`http://host${request.url?.startsWith("/") ? request.url : "/"}`);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
  return { method: request.method ?? "GET", path: url.pathname, query: url.searchParams, headers, body };
}
