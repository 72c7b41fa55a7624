import type { AnswerLimits } from "./answerLimits.ts";
import type { AnswerHeaders } from "./headers.ts";
import type { RequestContent } from "./outgoing.ts";
import { ServiceError } from "./serviceError.ts";

/** A request as the log shows it: never with a body or a key. */
export interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly durationMs: number;
  readonly sentBytes: number;
  readonly receivedBytes: number;
  readonly errorKind?: string;
  /** Nobody waits for the answer. */
  readonly isBackground?: boolean;
}

export interface Request {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "PATCH" | "DELETE";
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The limits of an answer that is read whole. */
  readonly limits: AnswerLimits;
  readonly body?: string;
  /** The body, where it is too large to be held. A request with it may take as long as it moves. */
  readonly content?: RequestContent;
  /** The artifact that errors name. */
  readonly artifactId?: number;
  /** Nobody waits for the answer: the request is sent once, whatever comes back. */
  readonly isBackground?: boolean;
  /**
   * This POST changes nothing: it takes a kept connection and is repeated as a GET is, and a lost answer leaves no
   * doubt.
   */
  readonly isSafe?: boolean;
}

/** Tells whether the request may change something on the service. */
export function isWrite({ method, isSafe }: Request): boolean {
  return method !== "GET" && method !== "HEAD" && isSafe !== true;
}

export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The decompressed body; empty where a refusal's or a write's could not be read: the head may tell what happened. */
  readonly body: Uint8Array;
  /** The body could not be read. */
  readonly isCutShort?: true;
}

export interface StreamedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** The length that the service tells; undefined where it tells none. */
  readonly sizeBytes?: number;
  /** The body, which can be read once. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Ends the exchange where its body is not read to its end. Whoever gets the answer calls it in every case. */
  discard(): void;
}

/** Throws `cancelled` once the signal is aborted. */
export function throwIfCancelled(request: Request, signal: AbortSignal): void {
  if (signal.aborted) {
    throw new ServiceError({ kind: "cancelled", ...factsOf(request) });
  }
}

/** Gives what an error tells of the request it is about. */
export function factsOf(request: Request): { method: string; path: string; artifactId?: number } {
  const { method, path, artifactId } = request;
  return { method, path, ...(artifactId === undefined ? undefined : { artifactId }) };
}
