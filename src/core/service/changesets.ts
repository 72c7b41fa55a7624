import type { ChangesetSource } from "../model/changeset.ts";
import { historyLimits } from "./answerLimits.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { readChangesets } from "./readChangesets.ts";

/** The history of artifacts. */
export function changesetRoutes(client: AuthorizedClient): ChangesetSource {
  const path = (artifactId: number) => `/artifacts/${artifactId}/changesets`;
  return {
    countChangesets: async (artifactId, signal) => {
      const page = { offset: 0, limit: 1, query: { fields: "comments" }, limits: historyLimits(1) };
      return (await client.readPage(path(artifactId), page, readChangesets, signal)).total;
    },
    readChangesets: (artifactId, page, signal) =>
      client.readPage(path(artifactId), { ...page, limits: historyLimits(page.limit) }, readChangesets, signal),
  };
}
