import type { Connection } from "../model/connection.ts";
import type { Page } from "../model/tracker.ts";
import { withoutEnd } from "../util/withoutEnd.ts";
import { invalidAnswer, isHtml, type JsonParser, jsonOf, refusal } from "./answer.ts";
import { acceptedCodings } from "./contentCoding.ts";
import type { NetworkSettings } from "./dispatcher.ts";
import { header } from "./exchange.ts";
import { pageOf } from "./pagination.ts";
import { isLoopback } from "./proxyChoice.ts";
import {
  type Answer,
  factsOf,
  type Request,
  type RequestLine,
  type StreamedAnswer,
  throwIfCancelled,
} from "./request.ts";
import { isServiceError, ServiceError } from "./serviceError.ts";
import { Transport } from "./transport.ts";
import { isSuccess } from "./wholeAnswer.ts";
import { member } from "./wire.ts";

export interface SessionOptions {
  readonly connection: Connection;
  /** Asked for each request. The key is only ever put into `X-Auth-AccessKey`, only to the connection's origin. */
  readonly accessKey: () => Promise<string | undefined>;
  /** Called on a 401 that is about the key; resolves true when the key was replaced and the request shall be sent once more. */
  readonly onUnauthorized?: (error: ServiceError) => Promise<boolean>;
  /** How long a request may go without a byte of an answer. */
  readonly timeoutMs: number;
  /** Of an answer that keeps arriving, attachments aside; ten times `timeoutMs` when left out. */
  readonly deadlineMs?: number;
  readonly network: NetworkSettings;
  readonly log: (line: RequestLine) => void;
}

/** An answer with the key that its request was sent with: what must not be repeated, should the service repeat it. */
export interface AnswerWithKey<T> {
  readonly answer: T;
  readonly key: string | undefined;
}

/** The largest answer that is read, before and after decompression: a tracker's full structure takes a few MB. */
const largestAnswerBytes = 32 * 1024 * 1024;

/** Requests to the service of one connection, with its key. */
export class Session {
  readonly origin: string;
  readonly #options: SessionOptions;
  /** Of the connection's address, without a slash at its end. */
  readonly #basePath: string;
  /** Everyone on the way could read along: a key that is stored for such an address is the person's yes to that. */
  readonly #needsKey: boolean;
  readonly #transport: Transport;
  readonly #isUnasked: boolean;

  /** `asked`: the session that this one is the unasked side of. */
  constructor(options: SessionOptions, asked?: Session) {
    const base = new URL(options.connection.url);
    this.origin = base.origin;
    this.#options = options;
    this.#needsKey = base.protocol === "http:" && !isLoopback(base.hostname);
    this.#basePath = withoutEnd(base.pathname, /\//);
    this.#isUnasked = asked !== undefined;
    this.#transport = asked
      ? asked.#transport
      : new Transport({
          origin: base,
          timeoutMs: options.timeoutMs,
          ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }),
          network: options.network,
          log: options.log,
        });
  }

  /** The same connections for requests that nobody asked for: each is sent once, and a refused key is nobody's question. */
  unasked(): Session {
    const { onUnauthorized: _, ...options } = this.#options;
    return new Session(options, this);
  }

  /** A request for JSON below the base, compressed or not. */
  get(path: string, query?: Readonly<Record<string, string>>): Request {
    return this.request("GET", path, { "Accept-Encoding": acceptedCodings }, { ...(query && { query }) });
  }

  /** A request for an answer that is not compressed, in JSON unless `headers` say otherwise. */
  request(
    method: Request["method"],
    path: string,
    headers: Readonly<Record<string, string>> = {},
    more: {
      readonly query?: Readonly<Record<string, string>>;
      readonly body?: string;
      readonly artifactId?: number;
      readonly isSafe?: boolean;
    } = {},
  ): Request {
    const { query, ...rest } = more;
    const search = query === undefined ? "" : `?${new URLSearchParams(query).toString()}`;
    return {
      method,
      origin: this.origin,
      path: this.#basePath + path + search,
      headers: { Accept: "application/json", "Accept-Encoding": "identity", ...headers },
      ...(this.#isUnasked && { isUnasked: true }),
      ...rest,
    };
  }

  send(request: Request, signal: AbortSignal): Promise<AnswerWithKey<Answer>> {
    return this.#authorized(request, signal, (key) => this.#transport.send(request, key, largestAnswerBytes, signal));
  }

  /** A success comes as a stream. */
  stream(request: Request, signal: AbortSignal): Promise<AnswerWithKey<Answer | StreamedAnswer>> {
    return this.#authorized(request, signal, (key) => this.#transport.stream(request, key, signal));
  }

  /** Sends with `key` or none, whatever comes back. */
  async probe(request: Request, key: string | undefined, signal: AbortSignal) {
    if (this.#needsKey && (await this.key()) === undefined) {
      throw new ServiceError({ kind: "unauthorized", ...factsOf(request) });
    }
    const answer = await this.#transport.send(request, key, largestAnswerBytes, signal);
    return { request, answer, key };
  }

  async readJson(
    request: Request,
    signal: AbortSignal,
    parse?: JsonParser,
  ): Promise<{ readonly answer: Answer; readonly json: unknown }> {
    const { answer, key } = await this.send(request, signal);
    return { answer, json: jsonOf(request, answer, key, parse) };
  }

  /** What `read` finds in the answer; `invalidAnswer` where it finds nothing. */
  async readModel<T>(request: Request, read: (json: unknown) => T | undefined, signal: AbortSignal): Promise<T> {
    const { answer, json } = await this.readJson(request, signal);
    const model = read(json);
    if (model === undefined) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    return model;
  }

  /** A page of a listing, of which `elements` finds the list in the answer; `parse` reads its JSON. */
  async readPage<T>(
    path: string,
    page: { readonly offset: number; readonly limit: number; readonly query?: Readonly<Record<string, string>> },
    read: (elements: unknown) => readonly T[] | undefined,
    signal: AbortSignal,
    {
      elements = (json) => json,
      parse,
    }: { readonly elements?: (json: unknown) => unknown; readonly parse?: JsonParser } = {},
  ): Promise<Page<T>> {
    const { offset, limit, query } = page;
    const request = this.get(path, { ...query, limit: String(limit), offset: String(offset) });
    const { answer, json } = await this.readJson(request, signal, parse);
    const arrived = elements(json);
    const items = read(arrived);
    if (items === undefined || !Array.isArray(arrived)) {
      throw invalidAnswer(request, answer, "incomplete");
    }
    return pageOf(items, answer.headers, { offset, limit, arrived: arrived.length });
  }

  /** Sends a write and makes sure that it was carried out: throws what a refusal means, `answerLost` where nobody knows. */
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
      // The service answers JSON. A page, of a login perhaps, comes from something before it: what it did is unknown. Of an
      // empty body the type says nothing: some platforms call everything a page.
      throw new ServiceError({ kind: "answerLost", ...factsOf(request), status: answer.status, problem: "html" });
    }
    if (answer.isCutShort && !["etag", "last-modified", "location"].some((name) => header(answer.headers, name))) {
      // Only a head that tells what was made of it is surely the service's own.
      throw new ServiceError({ kind: "answerLost", ...factsOf(request), status: answer.status, problem: "truncated" });
    }
  }

  /** Without the white space that comes along when a key is pasted. */
  async key(): Promise<string | undefined> {
    return (await this.#options.accessKey())?.trim() || undefined;
  }

  /** Takes no more requests and resolves when those under way are done. */
  close(): Promise<void> {
    return this.#transport.close();
  }

  /** Every 401 looks alike, save for its words: unless they are about the key, the service is asked whether it is good. */
  async #meaningOf401(
    request: Request,
    answer: Answer,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<ServiceError> {
    const error = refusal(request, answer, key);
    if (key === undefined || this.#isUnasked || wordsAboutKeys.has(error.serviceMessage)) {
      return error;
    }
    const isKeyGood = await this.#isGood(key, signal);
    throwIfCancelled(request, signal);
    return refusal(request, answer, key, { isKeyGood });
  }

  async #isGood(key: string, signal: AbortSignal): Promise<boolean> {
    try {
      const request = this.get("/users/self");
      const answer = await this.#transport.send(request, key, largestAnswerBytes, signal);
      return typeof member(jsonOf(request, answer, key), "id") === "number";
    } catch (error) {
      if (isServiceError(error)) {
        return false; // Nobody knows, so that the key is what to look at.
      }
      throw error;
    }
  }

  #isUsable(key: string | undefined): boolean {
    return isSendable(key) && (key !== undefined || !this.#needsKey);
  }

  /** Sends with the key. After a 401 it may be replaced, and the request, which was not carried out, is sent once more. */
  async #authorized<T extends Answer | StreamedAnswer>(
    request: Request,
    signal: AbortSignal,
    send: (key: string | undefined) => Promise<T>,
  ): Promise<AnswerWithKey<T>> {
    for (let isReplay = false; ; isReplay = true) {
      const key = await this.key();
      throwIfCancelled(request, signal);
      const answer = this.#isUsable(key) ? await send(key) : undefined;
      if (answer !== undefined && answer.status !== 401) {
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
 * What the service says of a key that is not good (test/service/README.md, Keys). Other words may be about a right, or
 * another server's key.
 */
const wordsAboutKeys: ReadonlySet<string | undefined> = new Set([
  "Invalid access key",
  "Key or token incorrectly formatted",
]);

/** Whether a header can carry the key: one that it cannot is as good as refused. */
export function isSendable(key: string | undefined): boolean {
  return key === undefined || /^[\x21-\x7e]+$/.test(key);
}
