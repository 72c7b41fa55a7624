import type { Changeset } from "../model/changeset.ts";
import type { Page } from "../model/tracker.ts";

/** What reading the history of an artifact asks of a service. Every method throws `ServiceError`. */
export interface ChangesetSource {
  /** How many steps the history of the artifact has; undefined where the service does not count. */
  countChangesets(artifactId: number, signal: AbortSignal): Promise<number | undefined>;
  /** The steps from place `offset` on, the oldest first; those without a visible difference may be missing. */
  readChangesets(
    artifactId: number,
    page: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page<Changeset>>;
}
