import { isCutShort } from "./failure.ts";
import { type AnswerHead, type AnswerHeaders, header } from "./headers.ts";
import { ServiceError } from "./serviceError.ts";

const maxRetries = 2;
const firstDelayMs = 250;
const passingStatuses = new Set([429, 502, 503, 504]);

/**
 * Tells how long to wait before a GET is sent again; undefined when its outcome stands.
 *
 * The pause is 250 ms, then 500 ms, each shortened by up to a half so that windows which failed together do not return
 * together. The time that `Retry-After` asks for is waited in full.
 *
 * undici's own retry is not used: it stays on the connections that failed, tells of the last sending only, and asks for
 * the rest of an answer that was cut short, which may be of another version by then.
 */
export function retryDelayMs(outcome: ServiceError | AnswerHead, retries: number): number | undefined {
  const isPassing = outcome instanceof ServiceError ? isCutShort(outcome) : passingStatuses.has(outcome.status);
  if (!isPassing || retries >= maxRetries) {
    return undefined;
  }
  const asked = outcome instanceof ServiceError ? undefined : retryAfterMs(outcome.headers);
  return asked ?? firstDelayMs * 2 ** retries * (1 - Math.random() / 2);
}

/** Gives the time that `Retry-After` asks for, in seconds or as a date by the clock of whoever answered. */
export function retryAfterMs(headers: AnswerHeaders): number | undefined {
  const value = header(headers, "retry-after");
  if (value === undefined) {
    return undefined;
  }
  if (/^\d{1,9}$/.test(value)) {
    return Number(value) * 1000;
  }
  const until = Date.parse(value);
  const answeredAt = Date.parse(header(headers, "date") ?? "");
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(answeredAt) ? Date.now() : answeredAt));
}
