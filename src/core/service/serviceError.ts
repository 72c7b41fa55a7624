import type { RateLimit } from "../model/rateLimit.ts";

// The symbol is registered, so that the copies of this class in the entry bundle and in the service's agree.
const brand = Symbol.for("artifactDesk.ServiceError");

/**
 * An error that says what went wrong between us and the service, by facts: a kind to decide by, and what a person is to
 * be told.
 *
 * It never holds a key, a header or a body, and neither does its `cause`. Nobody reads `message`: it is for logs.
 */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly kind: ServiceErrorKind;
  readonly method: string;
  /** Path and query below the origin. */
  readonly path: string;
  readonly status?: number;
  /** The service's words, cleaned: lines separated by `\n`, without the reason phrase and `error: ` before them. */
  readonly serviceMessage?: string;
  readonly artifactId?: number;
  /** The time that the service asked to wait. */
  readonly retryAfterMs?: number;
  /** The number of artifacts that the user may still delete, where a refused deletion tells it. */
  readonly rateLimit?: RateLimit;
  /** Tells what was wrong with the answer; it is always there with `invalidAnswer`. */
  readonly problem?: AnswerProblem;
  /** The origin that a `redirected` or `foreignOrigin` address leads to, nothing more; undefined when it is our own. */
  readonly otherOrigin?: string;
  /** The name of the network's or TLS's failure, such as `ECONNREFUSED` or `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  readonly code?: string;
  readonly [brand] = true;

  constructor(facts: ServiceErrorFacts) {
    super(describe(facts), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.kind = facts.kind;
    this.method = facts.method;
    this.path = facts.path;
    this.status = facts.status;
    this.serviceMessage = facts.serviceMessage;
    this.artifactId = facts.artifactId;
    this.retryAfterMs = facts.retryAfterMs;
    this.rateLimit = facts.rateLimit;
    this.problem = facts.problem;
    this.otherOrigin = facts.otherOrigin;
    this.code = facts.code;
  }
}

/**
 * The kinds mean:
 * - `unreachable`: DNS, refused, network down, connecting took too long: the request cannot have been processed
 * - `tls`: no trust in the certificate, or no TLS at all; nothing was sent
 * - `timeout`: no (complete) answer in time; for a write it means that nothing was sent
 * - `answerLost`: a write that may or may not have been applied (reset, timeout, cancelled after sending, 502, 504, 500
 *   without a word), or one that was applied and whose answer does not tell what came of it
 * - `unauthorized` 401, `forbidden` 403 and a 401 to a key that is good, `notFound` 404 and 410, `tooManyRequests` 429,
 *   `unavailable` 5xx
 * - `rejected`: 400, 409, 422 and every other 4xx
 * - `redirected`: 3xx, which is never followed
 * - `invalidAnswer`: not what the API answers; see `problem`
 * - `foreignOrigin`: the address leads to another origin; nothing was sent
 * - `cancelled`: by the caller's signal, or because the client was closed; nobody is shown it
 */
export type ServiceErrorKind =
  | "unreachable"
  | "tls"
  | "timeout"
  | "answerLost"
  | "unauthorized"
  | "forbidden"
  | "notFound"
  | "rejected"
  | "tooManyRequests"
  | "unavailable"
  | "redirected"
  | "invalidAnswer"
  | "foreignOrigin"
  | "cancelled";

/**
 * The problems mean:
 * - `html`: a web page, such as a login page, where JSON or XML was asked for
 * - `contentType`: neither what was asked for nor HTML, or an encoding that was not asked for
 * - `truncated`: the connection ended before the answer did
 * - `malformed`: not JSON, or not HTTP
 * - `incomplete`: JSON that lacks what every answer of this kind has
 * - `tooLarge`: over the limit of what is read into memory
 * - `tooMany`: a list with more items than were asked for
 * - `overlong`: a file with more bytes than the service says it has
 * - `anonymous`: a refused key, where the answer is the one for somebody who is not signed in, so that no key arrived
 * - `tooSlow`: a file that timed out, as it arrived with too few bytes a second
 */
export type AnswerProblem =
  | "html"
  | "contentType"
  | "truncated"
  | "malformed"
  | "incomplete"
  | "tooLarge"
  | "tooMany"
  | "overlong"
  | "anonymous"
  | "tooSlow";

/** The facts that a ServiceError is made of. */
export interface ServiceErrorFacts extends Omit<ServiceError, keyof Error | typeof brand> {
  readonly cause?: unknown;
}

/** Tells whether `value` is a ServiceError, of whichever copy of the class. */
export function isServiceError(value: unknown): value is ServiceError {
  return typeof value === "object" && value !== null && (value as { [brand]?: unknown })[brand] === true;
}

/** Tells whether a service without the route may refuse like this. It may show no errors of its routes at all. */
export function isOfNoRoute(error: unknown): boolean {
  return isServiceError(error) && (error.kind === "notFound" || error.kind === "rejected" || error.status === 501);
}

/** Tells whether a service may refuse like this that has no such route, or does not let the user take it. */
export function isOfNoOpenRoute(error: unknown): boolean {
  return isOfNoRoute(error) || (isServiceError(error) && error.kind === "forbidden");
}

function describe(facts: ServiceErrorFacts): string {
  const details = [facts.status, facts.problem, facts.code, facts.otherOrigin].filter((detail) => detail !== undefined);
  const detail = details.length === 0 ? "" : ` (${details.join(", ")})`;
  const said = facts.serviceMessage === undefined ? "" : `: ${facts.serviceMessage.replaceAll("\n", " / ")}`;
  return `${facts.method} ${facts.path}: ${facts.kind}${detail}${said}`;
}
