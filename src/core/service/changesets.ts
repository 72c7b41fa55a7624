import type { Changeset } from "../model/changeset.ts";
import type { Page } from "../model/tracker.ts";
import { readChangesets } from "./readChangesets.ts";
import type { Session } from "./session.ts";

/** The history of artifacts. */
export interface ChangesetRoutes {
  /**
   * How many steps the history has, those included that the user cannot see; undefined where the service does not count.
   * Far cheaper than a page of them (test/service/README.md, Lost updates).
   */
  countChangesets(artifactId: number, signal: AbortSignal): Promise<number | undefined>;
  /**
   * At most `limit` (1 to 50) steps from place `offset` on, the oldest first: the service cannot give the newest first. What
   * shows no difference to the step before it on the same page is left out; the first of a page never is.
   */
  readChangesets(
    artifactId: number,
    page: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page<Changeset>>;
}

export function changesetRoutes(session: Session): ChangesetRoutes {
  const path = (artifactId: number) => `/artifacts/${artifactId}/changesets`;
  return {
    countChangesets: async (artifactId, signal) => {
      const page = { offset: 0, limit: 1, query: { fields: "comments" } };
      return (await session.readPage(path(artifactId), page, readChangesets, signal)).total;
    },
    readChangesets: (artifactId, page, signal) => session.readPage(path(artifactId), page, readChangesets, signal),
  };
}
