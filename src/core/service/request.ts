import type { AnswerLimits } from "./answerLimits.ts";
import type { AnswerHeaders } from "./headers.ts";
import type { RequestContent } from "./outgoing.ts";
import { ServiceError } from "./serviceError.ts";

/** One request as the log shows it: never a body or a key. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly durationMs: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly errorKind?: string;
  /** Nobody waits for it. */
  readonly isBackground?: boolean;
}

export interface Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "PATCH" | "DELETE";
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How much an answer may hold that is read whole. */
  readonly limits: AnswerLimits;
  readonly body?: string;
  /** In place of `body`: what is too large to be held. Such a request may take as long as it moves. */
  readonly content?: RequestContent;
  /** For errors to name. */
  readonly artifactId?: number;
  /** Nobody waits for it: it is sent once, whatever comes back. */
  readonly isBackground?: boolean;
  /**
   * A POST that changes nothing: it takes a kept connection and is repeated as a GET is, and nothing hangs on a lost
   * answer.
   */
  readonly isSafe?: boolean;
}

/** Whether the request may change something on the service. */
export function isWrite({ method, isSafe }: Request): boolean {
  return method !== "GET" && method !== "HEAD" && isSafe !== true;
}

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /**
   * Decompressed; empty where it could not be read, of refusals and of writes: there the head may tell what happened.
   */
  readonly body: Uint8Array;
  /** The body could not be read. */
  readonly isCutShort?: true;
}

export interface StreamedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** Undefined where the service does not tell. */
  readonly sizeBytes?: number;
  /** To be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the exchange where it is not read to its end. To be called in every case. */
  discard(): void;
}

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(request: Request, signal: AbortSignal): void {
  if (signal.aborted) {
    throw new ServiceError({ kind: "cancelled", ...factsOf(request) });
  }
}

/** What an error tells of the request it is about. */
export function factsOf(request: Request): { method: string; path: string; artifactId?: number } {
  const { method, path, artifactId } = request;
  return { method, path, ...(artifactId === undefined ? undefined : { artifactId }) };
}
