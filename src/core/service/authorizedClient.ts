import { isSendable } from "../connection/accessKey.ts";
import { isInsecure, ownOriginOf } from "../connection/address.ts";
import type { Connection } from "../model/connection.ts";
import type { Page } from "../model/tracker.ts";
import { isStillWanted } from "../util/wantedWrites.ts";
import { withoutEnd } from "../util/withoutEnd.ts";
import { answerLost, invalidAnswer, isHtml, jsonOf, refusal, requireNoMore } from "./answer.ts";
import { type AnswerLimits, answerLimits, listingLimits } from "./answerLimits.ts";
import { acceptedCodings } from "./contentCoding.ts";
import { header, isSuccess } from "./headers.ts";
import { pageOf } from "./pagination.ts";
import { type Answer, factsOf, isWrite, type Request, type StreamedAnswer, throwIfCancelled } from "./request.ts";
import { isServiceError, ServiceError } from "./serviceError.ts";
import { Transport, type TransportOptions } from "./transport.ts";
import { member } from "./wire.ts";

export interface AuthorizedClientOptions extends TransportOptions {
  readonly connection: Connection;
  /** Gives the key, anew for each request. It goes only into `X-Auth-AccessKey`, only to the connection's origin. */
  readonly accessKey: () => Promise<string | undefined>;
  /**
   * Hears of a 401 that is about the key. It resolves true when the key was replaced and the request shall be sent once
   * more.
   */
  readonly onUnauthorized?: (error: ServiceError) => Promise<boolean>;
  /** Hears of each answer to a request with the key, unless the answer was a 401. */
  readonly onAccepted?: () => void;
}

/** An answer with the key that its request was sent with: nobody is shown the key where the service repeats it. */
export interface AnswerWithKey<T> {
  readonly answer: T;
  readonly key: string | undefined;
}

/** A request that shall prove something about the service, with its answer. */
export interface Probe extends AnswerWithKey<Answer> {
  readonly request: Request;
}

interface Asked {
  readonly query?: Readonly<Record<string, string>>;
  /** The limits are `answerLimits.little` when left out. */
  readonly limits?: AnswerLimits;
}

interface RequestParts extends Asked {
  readonly headers?: Readonly<Record<string, string>>;
  /** This is sent as JSON. */
  readonly json?: object;
  readonly body?: string;
  readonly artifactId?: number;
  readonly isSafe?: boolean;
}

/** A part of a listing; one with `json` is asked for by a POST that changes nothing. */
interface PageAsked {
  readonly query?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** The limits are those of a listing of `limit` rows when left out. */
  readonly limits?: AnswerLimits;
  readonly offset: number;
  readonly limit: number;
}

const compressed = { "Accept-Encoding": acceptedCodings };

/** Requests to the service of one connection, with its key. */
export class AuthorizedClient {
  readonly origin: string;
  readonly #options: AuthorizedClientOptions;
  /** The path of the connection's address, without a slash at its end. */
  readonly #basePath: string;
  /** Everyone on the way could read along, so a key is needed: one stored for such an address is the person's yes. */
  readonly #needsKey: boolean;
  readonly #transport: Transport;
  readonly #isBackground: boolean;

  /** `asked` is the client that this one sends requests for in the background. */
  constructor(options: AuthorizedClientOptions, asked?: AuthorizedClient) {
    const base = new URL(options.connection.url);
    this.origin = base.origin;
    this.#options = options;
    this.#needsKey = isInsecure(base);
    this.#basePath = withoutEnd(base.pathname, /\//);
    this.#isBackground = asked !== undefined;
    this.#transport = asked ? asked.#transport : new Transport(base, options);
  }

  /**
   * Gives a client for requests that nobody asked for. It shares the connections of this one, sends each request once,
   * and asks nobody about a refused key.
   */
  background(): AuthorizedClient {
    const { onUnauthorized: _, ...options } = this.#options;
    return new AuthorizedClient(options, this);
  }

  /**
   * Makes a request for JSON below the base, compressed or not. The limits are `answerLimits.little` when left out.
   */
  get(path: string, { query, limits }: Asked = {}): Request {
    return this.request("GET", path, { query, limits, headers: compressed });
  }

  /** Makes a request for an answer that is not compressed, in JSON unless `headers` say otherwise. */
  request(
    method: Request["method"],
    path: string,
    { query, headers, json, limits, ...rest }: RequestParts = {},
  ): Request {
    const content = json && { "Content-Type": "application/json" };
    const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    return {
      method,
      origin: this.origin,
      path: this.#basePath + path + search,
      headers: { Accept: "application/json", "Accept-Encoding": "identity", ...content, ...headers },
      limits: limits ?? answerLimits.little,
      ...(this.#isBackground && { isBackground: true }),
      ...(json && { body: JSON.stringify(json) }),
      ...rest,
    };
  }

  /**
   * Makes a request to an address that the service gave. The transport refuses another origin before it sends anything.
   */
  requestTo(method: Request["method"], address: string, headers?: RequestParts["headers"]): Request {
    const url = URL.parse(address, this.origin);
    return {
      method,
      // A text that is no address gets an origin that equals no other, so that the transport refuses it.
      origin: url === null ? "null" : ownOriginOf(url),
      path: url === null ? "" : url.pathname + url.search,
      headers: { Accept: "*/*", "Accept-Encoding": "identity", ...headers },
      limits: answerLimits.little,
    };
  }

  send(request: Request, signal: AbortSignal): Promise<AnswerWithKey<Answer>> {
    return this.#authorized(request, signal, (key) => this.#transport.send(request, key, signal));
  }

  /** Sends a request, and gives its success as a stream. */
  stream(request: Request, signal: AbortSignal): Promise<AnswerWithKey<Answer | StreamedAnswer>> {
    return this.#authorized(request, signal, (key) => this.#transport.stream(request, key, signal));
  }

  /** Asks with the key or without it, and gives any answer. It throws what keeps an answer from arriving. */
  async probe(path: string, signal: AbortSignal, how: "withKey" | "withoutKey" = "withKey"): Promise<Probe> {
    const request = this.get(path);
    const stored = await this.#key();
    const key = how === "withKey" ? stored : undefined;
    if (stored === undefined ? this.#needsKey : key !== undefined && !isSendable(key)) {
      throw new ServiceError({ kind: "unauthorized", ...factsOf(request) });
    }
    const answer = await this.#transport.send(request, key, signal);
    return { request, answer, key };
  }

  async readJson(request: Request, signal: AbortSignal): Promise<{ readonly answer: Answer; readonly json: unknown }> {
    const { answer, key } = await this.send(request, signal);
    return { answer, json: jsonOf(request, answer, key) };
  }

  /** Gives what `read` finds in the answer; throws `invalidAnswer` where it finds nothing. */
  async readModel<T>(request: Request, read: (json: unknown) => T | undefined, signal: AbortSignal): Promise<T> {
    const { answer, json } = await this.readJson(request, signal);
    const model = read(json);
    if (model === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    return model;
  }

  /** Gives a page of a listing; `elements` finds the list in the answer. */
  async readPage<T>(
    path: string,
    page: PageAsked,
    read: (elements: unknown) => readonly T[] | undefined,
    signal: AbortSignal,
    { elements = (json) => json }: { readonly elements?: (json: unknown) => unknown } = {},
  ): Promise<Page<T>> {
    const { offset, limit, json: asked, limits = listingLimits(limit) } = page;
    const query = { ...page.query, limit: String(limit), offset: String(offset) };
    const request = asked
      ? this.request("POST", path, { query, limits, headers: compressed, json: asked, isSafe: true })
      : this.get(path, { query, limits });
    const { answer, json } = await this.readJson(request, signal);
    const arrived = elements(json);
    requireNoMore(request, answer, arrived, limit);
    const items = read(arrived);
    if (items === undefined || !Array.isArray(arrived)) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    return pageOf(items, answer.headers, { offset, limit, arrived: arrived.length });
  }

  /**
   * Sends a write and makes sure that it was carried out; throws what a refusal means, `answerLost` where nobody knows.
   */
  async write(request: Request, signal: AbortSignal): Promise<Answer> {
    const { answer, key } = await this.send(request, signal);
    this.requireDone(request, answer, key);
    return answer;
  }

  requireDone(request: Request, answer: Answer, key: string | undefined): void {
    if (!isSuccess(answer)) {
      throw refusal(request, answer, key);
    }
    if (isHtml(answer.headers) && (answer.body.length > 0 || answer.isCutShort)) {
      // The service answers JSON. A page, of a login perhaps, comes from something before it, and nobody knows what
      // that did. The type of an empty body says nothing: some platforms call everything a page.
      throw answerLost(request, answer, "html");
    }
    if (answer.isCutShort && !["etag", "last-modified", "location"].some((name) => header(answer.headers, name))) {
      // An answer that is cut short is surely the service's own only where its head tells what was made.
      throw answerLost(request, answer, "truncated");
    }
  }

  /** Takes no more requests and resolves when those under way are done. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /**
   * Gives the error that a 401 means. Every 401 looks alike: unless its words are about the key, the service is asked
   * whether the key is good.
   */
  async #meaningOf401(
    request: Request,
    answer: Answer,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<ServiceError> {
    const error = refusal(request, answer, key);
    if (key === undefined || this.#isBackground || wordsAboutKeys.has(error.serviceMessage)) {
      return error;
    }
    const isKeyGood = await this.#isGood(key, signal);
    throwIfCancelled(request, signal);
    return refusal(request, answer, key, { isKeyGood });
  }

  async #isGood(key: string, signal: AbortSignal): Promise<boolean> {
    try {
      const request = this.get("/users/self");
      const answer = await this.#transport.send(request, key, signal);
      return typeof member(jsonOf(request, answer, key), "id") === "number";
    } catch (error) {
      if (isServiceError(error)) {
        return false; // Nobody knows, so the person shall look at the key.
      }
      throw error;
    }
  }

  /** Gives the key without the white space that comes along when somebody pastes it. */
  async #key(): Promise<string | undefined> {
    return (await this.#options.accessKey())?.trim() || undefined;
  }

  /** Tells whether a request may be sent with that key. A key that no header can carry is as good as refused. */
  #isUsable(key: string | undefined): boolean {
    return key === undefined ? !this.#needsKey : isSendable(key);
  }

  /**
   * Sends with the key. A 401 tells that nothing was carried out: once the key is replaced, it is sent once more. A
   * write that the person took back meanwhile is not.
   */
  async #authorized<T extends Answer | StreamedAnswer>(
    request: Request,
    signal: AbortSignal,
    send: (key: string | undefined) => Promise<T>,
  ): Promise<AnswerWithKey<T>> {
    for (let isReplay = false; ; isReplay = true) {
      const key = await this.#key();
      throwIfCancelled(request, signal);
      if (isWrite(request) && !isStillWanted(signal)) {
        throw new ServiceError({ kind: "cancelled", ...factsOf(request) });
      }
      const answer = this.#isUsable(key) ? await send(key) : undefined;
      if (answer !== undefined && answer.status !== 401) {
        if (key !== undefined) {
          this.#options.onAccepted?.();
        }
        return { answer, key };
      }
      const error =
        answer !== undefined && "body" in answer
          ? await this.#meaningOf401(request, answer, key, signal)
          : new ServiceError({ kind: "unauthorized", ...factsOf(request) });
      if (error.kind !== "unauthorized") {
        throw error;
      }
      if (isReplay || !(await this.#options.onUnauthorized?.(error))) {
        throw error;
      }
    }
  }
}

/**
 * The service says this of a key that is not good (test/service/README.md, Keys). Other words may be about a right, or
 * another server's key.
 */
const wordsAboutKeys: ReadonlySet<string | undefined> = new Set([
  "Invalid access key",
  "Key or token incorrectly formatted",
]);
