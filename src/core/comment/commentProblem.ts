import { isServiceError } from "../service/serviceError.ts";

/** Tells whether a comment says nothing. */
export function isEmptyComment(body: string): boolean {
  return body.trim() === "";
}

/** Tells why a comment must not be sent as it is: it says nothing, or the service would store something else. */
export function commentProblem(body: string): { readonly kind: "empty" | "unsendable" } | undefined {
  return isEmptyComment(body) ? { kind: "empty" } : unsendable(body);
}

/**
 * Tells why a comment that goes without changes must not be sent: the service drops a lone zero
 * (test/service/README.md, Saving). One that says nothing is not sent anyhow.
 */
export function loneCommentProblem(body: string): { readonly kind: "dropped" | "unsendable" } | undefined {
  return body.trim() === "0" ? { kind: "dropped" } : unsendable(body);
}

function unsendable(body: string): { readonly kind: "unsendable" } | undefined {
  return body.isWellFormed() ? undefined : { kind: "unsendable" };
}

/**
 * Tells whether the service refused a save because the step of the workflow needs a comment. Only its words tell
 * (test/service/README.md, Saving).
 */
export function isCommentRequired(error: unknown): boolean {
  return (
    isServiceError(error) &&
    error.kind === "rejected" &&
    /\bcomment must not be empty\b/i.test(error.serviceMessage ?? "")
  );
}
