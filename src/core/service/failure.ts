import { errors } from "undici";
import { type AnswerProblem, ServiceError, type ServiceErrorKind } from "./serviceError.ts";
import { isFateLost } from "./writeFate.ts";

/** An error: the client has given up an exchange; `kind` and `problem` say what that means. */
export class GivenUp extends Error {
  override readonly name = "GivenUp";
  readonly kind: ServiceErrorKind;
  readonly problem?: AnswerProblem;

  constructor(kind: ServiceErrorKind, problem?: AnswerProblem) {
    super(problem ?? kind);
    this.kind = kind;
    this.problem = problem;
  }
}

/**
 * An error: a proxy made no connection, so nothing of the request left. Its code has the status that the proxy refused
 * with, or tells that the proxy cannot be used: its address is none, or not one of HTTP.
 */
export class ProxyFailure extends Error {
  override readonly name = "ProxyFailure";
  readonly code: string;

  constructor(why: number | "UNUSABLE") {
    super(`The proxy: ${why}`);
    this.code = `PROXY_${why}`;
  }
}

interface Circumstances {
  readonly method: string;
  readonly path: string;
  readonly artifactId?: number;
  readonly isWrite: boolean;
  /** The request may have reached the service. */
  readonly isSent: boolean;
  /** The status of an answer whose head arrived. */
  readonly status: number | undefined;
  readonly isCancelled: boolean;
}

/** Gives the error that a failure of the network, of TLS or of undici means for a request. */
export function classify(error: unknown, circumstances: Circumstances): ServiceError {
  const { isWrite, isSent, isCancelled, status, ...facts } = circumstances;
  const given = codeOf(error);
  // undici reports by this a proxy that asks for credentials and has forwarded nothing. Arguments that really are
  // invalid are found before anything is sent.
  const code = isSent && given === "UND_ERR_INVALID_ARG" ? "PROXY_407" : given;
  const { kind, problem }: Meaning =
    isFateLost({ isWrite, isSent }) && code !== "PROXY_407"
      ? { kind: "answerLost" }
      : isCancelled
        ? { kind: "cancelled" }
        : meaning(error, code, isSent, status !== undefined);
  return new ServiceError({
    kind,
    ...facts,
    status,
    problem,
    code: kind === "cancelled" ? undefined : code,
    cause: withoutPayload(error),
  });
}

/** Tells whether the connection was lost on the way. Another attempt may well succeed then. */
export function isCutShort(error: ServiceError): boolean {
  return (
    (error.kind === "unreachable" || error.kind === "invalidAnswer" || error.kind === "answerLost") &&
    error.code !== undefined &&
    cutShortCodes.has(error.code)
  );
}

/** Tells whether the connection was lost, or nothing came over it any more. Other kept connections may be as dead. */
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

// The names are OpenSSL's for what is wrong with a certificate, and Node's for what is wrong with TLS.
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_|EPROTO$|UND_ERR_PRX_TLS$)/;

type Meaning = Pick<GivenUp, "kind" | "problem">;

function meaning(error: unknown, code: string | undefined, isSent: boolean, isAnswered: boolean): Meaning {
  if (error instanceof GivenUp) {
    return error;
  }
  // What comes before anything was sent is of a proxy, or of something that speaks first: no service has answered.
  if (error instanceof errors.HTTPParserError && isSent) {
    return { kind: "invalidAnswer", problem: isAnswered ? "truncated" : "malformed" };
  }
  switch (code) {
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
      return { kind: "timeout" };
    case "UND_ERR_HEADERS_OVERFLOW":
    case "ERR_BUFFER_TOO_LARGE":
      return { kind: "invalidAnswer", problem: "tooLarge" };
    case "UND_ERR_CLOSED":
    case "UND_ERR_DESTROYED":
      return { kind: "cancelled" };
    case "Z_BUF_ERROR": // zlib's name for an end before the end.
      return { kind: "invalidAnswer", problem: "truncated" };
    default:
      return isAnswered
        ? { kind: "invalidAnswer", problem: cutShortCodes.has(code ?? "") ? "truncated" : "malformed" }
        : { kind: !isSent && tlsCode.test(code ?? "") ? "tls" : "unreachable" };
  }
}

function codeOf(error: unknown): string | undefined {
  const code = typeof error === "object" && error !== null ? (error as { code?: unknown }).code : undefined;
  return typeof code === "string" ? code : undefined;
}

/** Gives the error by name, message and stack alone: undici and URL add pieces of answers and addresses to theirs. */
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
