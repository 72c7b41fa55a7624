import { errors } from "undici";
import { type AnswerProblem, ServiceError, type ServiceErrorKind } from "./serviceError.ts";
import { isFateLost } from "./writeFate.ts";

/** Nothing arrived for too long, or the time for the whole exchange is over. */
export class Deadline extends Error {
  override readonly name = "Deadline";
}

/** A body arrives, but too little of it. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
}

/** More bytes than are read into memory. */
export class TooLarge extends Error {
  override readonly name = "TooLarge";
}

/** The content is coded in a way that was not asked for and is not known. */
export class UnknownCoding extends Error {
  override readonly name = "UnknownCoding";
}

/** A proxy made no connection: nothing of the request left. */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";
  readonly code: string;

  constructor(status: number) {
    super(`The proxy answered ${status}`);
    this.code = `PROXY_${status}`;
  }
}

/** The proxy that is set speaks no HTTP, or its address is none. */
export class UnusableProxy extends Error {
  override readonly name = "UnusableProxy";
  readonly code = "PROXY_UNUSABLE";
}

interface Circumstances {
  readonly method: string;
  readonly path: string;
  readonly artifactId?: number;
  readonly isWrite: boolean;
  /** Whether the request may have reached the service. */
  readonly isSent: boolean;
  /** Of an answer whose head arrived. */
  readonly status: number | undefined;
  readonly isCancelled: boolean;
}

/** What a failure of the network, of TLS or of undici means for a request. */
export function classify(error: unknown, circumstances: Circumstances): ServiceError {
  const { isWrite, isSent, isCancelled, status, ...facts } = circumstances;
  const code = isSent && isProxyRefusal(error) ? "PROXY_407" : codeOf(error);
  const { kind, problem } =
    isFateLost({ isWrite, isSent }) && code !== "PROXY_407"
      ? { kind: "answerLost" as const, problem: undefined }
      : isCancelled
        ? { kind: "cancelled" as const, problem: undefined }
        : meaning(error, code, isSent, status !== undefined);
  return new ServiceError({
    kind,
    ...facts,
    ...(status === undefined ? undefined : { status }),
    ...(problem === undefined ? undefined : { problem }),
    ...(code === undefined || kind === "cancelled" ? undefined : { code }),
    cause: withoutPayload(error),
  });
}

/** Whether the connection was lost on the way: what another attempt may well mend. */
export function isCutShort(error: ServiceError): boolean {
  return (
    (error.kind === "unreachable" || error.kind === "invalidAnswer" || error.kind === "answerLost") &&
    error.code !== undefined &&
    cutShortCodes.has(error.code)
  );
}

/** Whether the connection was lost, or nothing came over it any more: others that were kept may be as dead. */
export function isConnectionDoubtful(error: ServiceError): boolean {
  return isCutShort(error) || error.kind === "timeout" || (error.kind === "answerLost" && error.status === undefined);
}

const cutShortCodes = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  "UND_ERR_PRX_CONN",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

const timeoutCodes = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"]);
const closedCodes = new Set(["UND_ERR_CLOSED", "UND_ERR_DESTROYED"]);
// OpenSSL's names of what it finds wrong with a certificate, and Node's of what it finds wrong with TLS.
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|EPROTO$|UND_ERR_PRX_TLS$)/;

function meaning(
  error: unknown,
  code: string | undefined,
  isSent: boolean,
  isAnswered: boolean,
): { kind: ServiceErrorKind; problem?: AnswerProblem } {
  if (error instanceof Deadline || (code !== undefined && timeoutCodes.has(code))) {
    return { kind: "timeout" };
  }
  if (error instanceof TooSlow) {
    return { kind: "timeout", problem: "tooSlow" };
  }
  if (error instanceof TooLarge || code === "UND_ERR_HEADERS_OVERFLOW" || code === "ERR_BUFFER_TOO_LARGE") {
    return { kind: "invalidAnswer", problem: "tooLarge" };
  }
  if (error instanceof UnknownCoding) {
    return { kind: "invalidAnswer", problem: "contentType" };
  }
  if (error instanceof errors.HTTPParserError) {
    return { kind: "invalidAnswer", problem: isAnswered ? "truncated" : "malformed" };
  }
  if (code === undefined) {
    return { kind: isAnswered ? "invalidAnswer" : "unreachable", ...(isAnswered ? { problem: "malformed" } : {}) };
  }
  if (closedCodes.has(code)) {
    return { kind: "cancelled" };
  }
  if (!isSent && tlsCode.test(code)) {
    return { kind: "tls" };
  }
  // zlib's name for an end before the end.
  if (code === "Z_BUF_ERROR" || (isAnswered && cutShortCodes.has(code))) {
    return { kind: "invalidAnswer", problem: "truncated" };
  }
  if (isAnswered) {
    return { kind: "invalidAnswer", problem: "malformed" };
  }
  return { kind: "unreachable" };
}

/**
 * undici reports a proxy that asks for credentials, and forwarded nothing, as an invalid argument. Arguments that really
 * are invalid are found before anything is sent.
 */
function isProxyRefusal(error: unknown): boolean {
  return codeOf(error) === "UND_ERR_INVALID_ARG";
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** The error by name, message and stack: undici and URL hang pieces of answers and addresses on theirs. */
function withoutPayload(error: unknown): Error {
  if (!(error instanceof Error)) {
    return new Error("Not an error");
  }
  const bare = new Error(error.message);
  bare.name = error.name;
  if (error.stack !== undefined) {
    bare.stack = error.stack;
  }
  return bare;
}
