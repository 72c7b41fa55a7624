import { isServiceError } from "../service/serviceError.ts";

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
