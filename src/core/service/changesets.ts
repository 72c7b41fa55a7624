import type { ChangesetSource } from "../model/changesetSource.ts";
import { parseRepetitiveJson } from "../util/repetitiveJson.ts";
import { readChangesets } from "./readChangesets.ts";
import type { Session } from "./session.ts";

/** The history of artifacts. */
export function changesetRoutes(session: Session): ChangesetSource {
  const path = (artifactId: number) => `/artifacts/${artifactId}/changesets`;
  return {
    countChangesets: async (artifactId, signal) => {
      const page = { offset: 0, limit: 1, query: { fields: "comments" } };
      return (await session.readPage(path(artifactId), page, readChangesets, signal)).total;
    },
    // Each step comes with all values, most of which are those of the step before.
    readChangesets: (artifactId, page, signal) =>
      session.readPage(path(artifactId), page, readChangesets, signal, { parse: parseRepetitiveJson }),
  };
}
