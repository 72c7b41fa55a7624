import { isServiceError } from "./serviceError.ts";

/*
 * This file alone tells whether a write that ended without a success may have stored something, from the connection up
 * to what a request means to the service.
 */

/** Tells whether a write may have arrived though its connection broke: it may where any of it left. */
export function isFateLost({ isWrite, isSent }: { readonly isWrite: boolean; readonly isSent: boolean }): boolean {
  return isWrite && isSent;
}

/**
 * Tells whether an answer without success leaves open what became of a write: a gateway had passed it on before it
 * waited in vain or got nonsense back, or the service broke down without a word of its own. `message` is what the
 * service said.
 */
export function isFateUntold(isWrite: boolean, status: number, message: string | undefined): boolean {
  return isWrite && (status === 502 || status === 504 || (status === 500 && message === undefined));
}

/**
 * These are the ways in which a request stores what it carries.
 * - `versioned`: all or nothing, and the version in the answer tells a success from one of something before the service
 * - `inParts`: one part after another, so that whatever refuses it may do so in the middle
 * - `once`: it must not be sent twice; what the service says in its own words is a refusal, and a success that does not
 *   tell what it must is none
 * - `removal`: all or nothing; a success that does not tell what it must is none
 */
export type WriteManner = "versioned" | "inParts" | "once" | "removal";

/** Tells whether a write that failed like this may have been carried out, as a whole or in part. */
export function mayHaveStored(error: unknown, manner: WriteManner): boolean {
  // What is read before such a write stores nothing.
  if (!isServiceError(error) || (manner === "versioned" && error.method === "GET")) {
    return false;
  }
  switch (error.kind) {
    case "answerLost":
      return true;
    case "invalidAnswer":
      return manner !== "versioned";
    case "rejected":
    case "notFound":
      return manner === "inParts";
    case "unavailable":
      // Gateways also answer 503 to a request that they passed on and waited for in vain.
      return manner === "inParts" || error.serviceMessage === undefined || (manner !== "once" && error.status !== 503);
    default:
      return false;
  }
}
