import type { Artifact } from "../model/artifact.ts";

/** Tells what became of an artifact on the service since it was read here. */
export type ServerChange =
  | { readonly kind: "changed"; readonly by?: string; readonly on: string }
  | { readonly kind: "deleted" };

/** Tells when an artifact was changed last, and by whom. */
type LastUpdate = Pick<Artifact, "lastModifiedOn" | "lastUpdatedBy">;

/** Gives the change that `artifact` shows against the version of `since`, a date in any notation; undefined if none. */
export function changeSince(
  since: string | undefined,
  { lastModifiedOn, lastUpdatedBy }: LastUpdate,
): ServerChange | undefined {
  if (lastModifiedOn === undefined || !isLater(lastModifiedOn, since)) {
    return undefined;
  }
  return { kind: "changed", on: lastModifiedOn, ...(lastUpdatedBy !== undefined && { by: lastUpdatedBy }) };
}

/**
 * Gives the change that made the version of `lastModified`. It names who made it where `seen`, which was read last, is
 * that version.
 */
export function changeBehind(lastModified: string | undefined, seen: LastUpdate | undefined): ServerChange | undefined {
  if (lastModified === undefined || Number.isNaN(Date.parse(lastModified))) {
    return undefined;
  }
  const isThat = Date.parse(seen?.lastModifiedOn ?? "") === Date.parse(lastModified);
  return { kind: "changed", on: lastModified, ...(isThat && seen?.lastUpdatedBy && { by: seen.lastUpdatedBy }) };
}

/** Tells whether an instant is after another, in whole seconds, as versions are. What is no date is after nothing. */
function isLater(on: string, since: string | undefined): boolean {
  return Math.floor(Date.parse(on) / 1000) > Math.floor(Date.parse(since ?? "") / 1000);
}
