import type { Changeset } from "./changeset.ts";
import type { Page } from "./tracker.ts";

/** The history of artifacts, as a service gives it. Every method throws `ServiceError`. */
export interface ChangesetSource {
  /**
   * Tells how many steps the history has, those included that the user cannot see; undefined where the service does not
   * count. Far cheaper than a page of them (test/service/README.md, Lost updates).
   */
  countChangesets(artifactId: number, signal: AbortSignal): Promise<number | undefined>;
  /**
   * At most `limit` (1 to 50) steps from place `offset` on, the oldest first: the service cannot give the newest first.
   * What shows no difference to the step before it on the same page is left out; the first of a page never is.
   */
  readChangesets(
    artifactId: number,
    page: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page<Changeset>>;
}

/** A history that also tells which of its steps are the user's own. */
export interface OwnChangesetSource extends ChangesetSource {
  /** The id of the user whose key it is. */
  readOwnId(signal: AbortSignal): Promise<number>;
}
