import { isServiceError } from "../service/serviceError.ts";

/** Whether a comment says nothing. */
export function isEmptyComment(body: string): boolean {
  return body.trim() === "";
}

/** Why a comment must not be sent as it is: it says nothing, or the service would store something else. */
export function commentProblem(body: string): { readonly kind: "empty" | "unsendable" } | undefined {
  return isEmptyComment(body) ? { kind: "empty" } : unsendable(body);
}

/**
 * Why a comment that no changes go with must not be sent: the service drops a zero then (test/service/README.md,
 * Saving). One that says nothing is not sent anyhow.
 */
export function loneCommentProblem(body: string): { readonly kind: "dropped" | "unsendable" } | undefined {
  return body.trim() === "0" ? { kind: "dropped" } : unsendable(body);
}

function unsendable(body: string): { readonly kind: "unsendable" } | undefined {
  return body.isWellFormed() ? undefined : { kind: "unsendable" };
}

/**
 * Whether the service refused a save because the step of the workflow needs a comment. Nothing but its words tells
 * (test/service/README.md, Saving).
 */
export function isCommentRequired(error: unknown): boolean {
  return (
    isServiceError(error) &&
    error.kind === "rejected" &&
    /\bcomment must not be empty\b/i.test(error.serviceMessage ?? "")
  );
}
