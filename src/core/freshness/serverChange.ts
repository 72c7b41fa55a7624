import type { Artifact } from "../model/artifact.ts";

/** What became of an artifact on the service since it was read here. */
export type ServerChange =
  | { readonly kind: "changed"; readonly by?: string; readonly on: string }
  | { readonly kind: "deleted" };

/** The change that `artifact` shows against a version of `since` (a date in any notation); undefined for none. */
export function changeSince(
  since: string | undefined,
  { lastModifiedOn, lastUpdatedBy }: Pick<Artifact, "lastModifiedOn" | "lastUpdatedBy">,
): ServerChange | undefined {
  if (lastModifiedOn === undefined || !isLater(lastModifiedOn, since)) {
    return undefined;
  }
  return { kind: "changed", on: lastModifiedOn, ...(lastUpdatedBy !== undefined && { by: lastUpdatedBy }) };
}

/** Whether an instant is after another, both in whole seconds, as versions are. Never of what is no date. */
function isLater(on: string, since: string | undefined): boolean {
  return Math.floor(Date.parse(on) / 1000) > Math.floor(Date.parse(since ?? "") / 1000);
}
