/** Why a comment must not be sent as it is: the service would drop it, or store something else. Undefined where it may. */
export function commentProblem(body: string): { readonly kind: "empty" | "dropped" | "unsendable" } | undefined {
  const words = body.trim();
  if (words === "" || words === "0") {
    return { kind: words === "" ? "empty" : "dropped" };
  }
  return body.isWellFormed() ? undefined : { kind: "unsendable" };
}
