/** Why a comment must not be sent as it is: it says nothing, or the service would store something else. */
export function commentProblem(body: string): { readonly kind: "empty" | "unsendable" } | undefined {
  if (body.trim() === "") {
    return { kind: "empty" };
  }
  return body.isWellFormed() ? undefined : { kind: "unsendable" };
}

/** The same of a comment that no changes go with: the service drops a zero then (test/service/README.md, Saving). */
export function loneCommentProblem(body: string): ReturnType<typeof commentProblem> | { readonly kind: "dropped" } {
  return body.trim() === "0" ? { kind: "dropped" } : commentProblem(body);
}
