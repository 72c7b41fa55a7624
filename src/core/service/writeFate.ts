import { isServiceError } from "./serviceError.ts";

/*
 * Whether a write that ended without a success may have stored something. It is answered here, from the connection up
 * to what a request means to the service.
 */

/** Of a connection that broke: a write that left may have arrived. */
export function isFateLost({ isWrite, isSent }: { readonly isWrite: boolean; readonly isSent: boolean }): boolean {
  return isWrite && isSent;
}

/**
 * Of an answer without success: what a gateway had passed on before it waited in vain or got nonsense back, and what
 * broke down without a word of the service's own. `message` is what the service said.
 */
export function isFateUntold(isWrite: boolean, status: number, message: string | undefined): boolean {
  return isWrite && (status === 502 || status === 504 || (status === 500 && message === undefined));
}

/**
 * How a request stores what it carries.
 *
 * - `versioned`: all or nothing, and the version in the answer tells a success from one of something before the service
 * - `inParts`: one part after another, so that whatever refuses it may do so in the middle
 * - `once`: it must not be sent twice; what the service says in its own words is a refusal, and a success that
 *   does not tell what it must is none
 * - `removal`: all or nothing; a success that does not tell what it must is none
 */
export type WriteManner = "versioned" | "inParts" | "once" | "removal";

/** Whether a write that failed like this may have been carried out, as a whole or in part. */
export function mayHaveStored(error: unknown, manner: WriteManner): boolean {
  if (!isServiceError(error)) {
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
      // An overload (503) is told by gateways too of what they had passed on and waited for in vain.
      return manner === "inParts" || error.serviceMessage === undefined || (manner !== "once" && error.status !== 503);
    default:
      return false;
  }
}
