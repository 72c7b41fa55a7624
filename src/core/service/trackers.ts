import type { Artifact } from "../model/artifact.ts";
import {
  type ArtifactCriteria,
  type ListArtifacts,
  type Page,
  type ProjectSummary,
  pagesOf,
  type ReportSummary,
  type TrackerSummary,
} from "../model/tracker.ts";
import { answerLimits } from "./answerLimits.ts";
import type { AuthorizedClient } from "./authorizedClient.ts";
import { readArtifacts } from "./readArtifact.ts";
import { readTracker } from "./readTracker.ts";
import { isServiceError } from "./serviceError.ts";
import { listOwnArtifacts } from "./users.ts";
import { flag, itemsOf, known, member, name } from "./wire.ts";

// The service gives no more at once (test/service/README.md, Pages), and refuses to be asked for more.
const projectsPerPage = 50;
const trackersPerPage = 50;
const maxArtifactsPerPage = 1000;
const reportsPerPage = 1000;
const reportArtifactsPerPage = 50;
/** This is a page of what a tracker received lately; where trackers are not listed, nothing beyond it is shown. */
const maxRecentArtifacts = 50;

export type TrackerRoutes = ReturnType<typeof trackerRoutes>;

/** Makes the routes to what a service lists and tells of its trackers, where it does. */
export function trackerRoutes(client: AuthorizedClient) {
  const artifactsIn = (json: unknown) => readArtifacts(json, client.origin);
  return {
    readTracker: (trackerId: number, signal: AbortSignal) =>
      client.readModel(
        client.get(`/trackers/${trackerId}`, { limits: answerLimits.structure }),
        (json) => readTracker(json, trackerId),
        signal,
      ),

    /** Gives all projects that the user may see, or the user's own. */
    listProjects: (offset: number, signal: AbortSignal, only?: { readonly isMember: true }) => {
      const query = only && { query: { query: '{"is_member_of":true}' } };
      return client.readPage("/projects", { offset, limit: projectsPerPage, ...query }, readProjects, signal);
    },

    listTrackers: (projectId: number, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: trackersPerPage, query: { representation: "minimal" } };
      return client.readPage(`/projects/${projectId}/trackers`, page, readTrackers, signal);
    },

    /** Gives artifacts without values. A query that the service cannot understand is `rejected`, with its message. */
    listArtifacts: ((trackerId, offset, limit, signal, criteria = {}) => {
      const most = Math.min(Math.max(1, Math.trunc(limit)), maxArtifactsPerPage);
      const page = { offset, limit: most, query: criteriaQuery(criteria) };
      return client.readPage(`/trackers/${trackerId}/artifacts`, page, artifactsIn, signal);
    }) satisfies ListArtifacts<Artifact>,

    listReports: (trackerId: number, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: reportsPerPage };
      return client.readPage(`/trackers/${trackerId}/tracker_reports`, page, readReports, signal);
    },

    /** Gives artifacts without their values. Somebody else's own report is `forbidden`. */
    listReportArtifacts: (reportId: number, offset: number, signal: AbortSignal) => {
      const page = { offset, limit: reportArtifactsPerPage };
      return client.readPage(`/tracker_reports/${reportId}/artifacts`, page, artifactsIn, signal);
    },

    /**
     * Gives a page of what the tracker received lately, by whomever, the newest first. Where the service does not list
     * a tracker, it gives what the user submitted there and is still open, as one page. It throws `notFound` where the
     * service tells neither.
     */
    recentArtifacts: async (trackerId: number, offset: number, signal: AbortSignal): Promise<Page<Artifact>> => {
      try {
        const asked = { offset, limit: maxRecentArtifacts, query: { order: "desc" } };
        const page = await client.readPage(`/trackers/${trackerId}/artifacts`, asked, artifactsIn, signal);
        return { ...page, items: newestFirst(page.items) };
      } catch (error) {
        if (!isServiceError(error) || error.kind !== "notFound") {
          throw error;
        }
      }
      return await recentOwnArtifacts(client, trackerId, signal);
    },
  };
}

/** Gives what the user submitted to a tracker and is still open, the newest first. */
async function recentOwnArtifacts(
  client: AuthorizedClient,
  trackerId: number,
  signal: AbortSignal,
): Promise<Page<Artifact>> {
  let own: readonly Artifact[] = [];
  let told: string | undefined;
  const readPage = (from: number) => listOwnArtifacts(client, { submittedBy: true }, from, signal);
  for await (const { items, date } of pagesOf(readPage)) {
    told = date;
    const found = items.filter(({ tracker }) => tracker?.id === trackerId);
    own = newestFirst([...own, ...found]).slice(0, maxRecentArtifacts);
  }
  return { items: own, ...(told !== undefined && { date: told }) };
}

function criteriaQuery({ query, expertQuery, order }: ArtifactCriteria): Readonly<Record<string, string>> {
  return {
    ...(query && { query: withBackslashesKept(JSON.stringify(query)) }),
    ...(expertQuery !== undefined && { expert_query: withBackslashesKept(expertQuery) }),
    ...(order && { order }),
  };
}

/** Doubles the backslashes: the route reads a query without one level of them (test/service/README.md, Queries). */
function withBackslashesKept(query: string): string {
  return query.replaceAll("\\", "\\\\");
}

/** Sorts by id, as ids grow: the service does not tell its own order. */
function newestFirst(artifacts: readonly Artifact[]): readonly Artifact[] {
  return artifacts.toSorted((a, b) => b.id - a.id);
}

/** Gives the projects of a listing; undefined when it is none. */
export function readProjects(body: unknown): readonly ProjectSummary[] | undefined {
  return itemsOf(body, (item, projectId) => {
    const resources = member(item, "resources");
    const has = (type: string) =>
      Array.isArray(resources) ? resources.some((resource) => member(resource, "type") === type) : undefined;
    return known({
      id: projectId,
      label: name(member(item, "label")) ?? name(member(item, "shortname")) ?? "",
      shortname: name(member(item, "shortname")),
      hasTrackers: has("trackers"),
      hasSvn: has("svn"),
    });
  });
}

/** Gives the reports of a listing; undefined when it is none. */
export function readReports(body: unknown): readonly ReportSummary[] | undefined {
  return itemsOf(body, (item, reportId) =>
    known({
      id: reportId,
      label: name(member(item, "label")) ?? "",
      isPublic: flag(member(item, "is_public")),
      isDefault: flag(member(item, "is_default")),
    }),
  );
}

/** Gives the trackers of a listing; undefined when it is none. */
export function readTrackers(body: unknown): readonly TrackerSummary[] | undefined {
  return itemsOf(body, (item, trackerId) =>
    known({
      id: trackerId,
      label: name(member(item, "label")) ?? "",
      itemName: name(member(item, "item_name")),
    }),
  );
}
