import type { Artifact } from "../model/artifact.ts";
import { pagesOf } from "../model/pages.ts";
import type {
  ArtifactCriteria,
  ListArtifacts,
  Page,
  ProjectSummary,
  ReportSummary,
  Tracker,
  TrackerSummary,
} from "../model/tracker.ts";
import { readArtifacts } from "./readArtifact.ts";
import { readProjects, readReports, readTrackers } from "./readSummaries.ts";
import { readTracker } from "./readTracker.ts";
import { isServiceError } from "./serviceError.ts";
import type { Session } from "./session.ts";
import { listOwnArtifacts } from "./users.ts";

/** What a service lists and tells of its trackers, where it does. */
export interface TrackerRoutes {
  readTracker(trackerId: number, signal: AbortSignal): Promise<Tracker>;
  /** All that the user may see, or the user's own. */
  listProjects(offset: number, signal: AbortSignal, only?: { readonly isMember: true }): Promise<Page<ProjectSummary>>;
  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>>;
  /** Without their values. A query the service cannot make sense of is `rejected`, with its message. */
  readonly listArtifacts: ListArtifacts<Artifact>;
  listReports(trackerId: number, offset: number, signal: AbortSignal): Promise<Page<ReportSummary>>;
  /** Without their values. Somebody else's own report is `forbidden`. */
  listReportArtifacts(reportId: number, offset: number, signal: AbortSignal): Promise<Page<Artifact>>;
  /**
   * What the tracker received lately, by whomever, the newest first. Where the service does not list a tracker, what the
   * user submitted there and is still open; `notFound` where it tells neither.
   */
  recentArtifacts(trackerId: number, signal: AbortSignal): Promise<readonly Artifact[]>;
}

// The most the service gives at once (test/service/README.md, Pages); more is refused.
const projectsPerPage = 50;
const trackersPerPage = 50;
const mostArtifactsPerPage = 1000;
const reportsPerPage = 1000;
const reportArtifactsPerPage = 50;
/** What anybody looks through. */
const recentArtifactsAtMost = 50;

export function trackerRoutes(session: Session): TrackerRoutes {
  const artifactsIn = (json: unknown) => readArtifacts(json, session.origin);
  return {
    readTracker: (trackerId, signal) =>
      session.readModel(session.get(`/trackers/${trackerId}`), (json) => readTracker(json, trackerId), signal),

    listProjects: (offset, signal, only) => {
      const query = only && { query: { query: '{"is_member_of":true}' } };
      return session.readPage("/projects", { offset, limit: projectsPerPage, ...query }, readProjects, signal);
    },

    listTrackers: (projectId, offset, signal) => {
      const page = { offset, limit: trackersPerPage, query: { representation: "minimal" } };
      return session.readPage(`/projects/${projectId}/trackers`, page, readTrackers, signal);
    },

    listArtifacts: (trackerId, offset, limit, signal, criteria = {}) => {
      const most = Math.min(Math.max(1, Math.trunc(limit)), mostArtifactsPerPage);
      const page = { offset, limit: most, query: criteriaQuery(criteria) };
      return session.readPage(`/trackers/${trackerId}/artifacts`, page, artifactsIn, signal);
    },

    listReports: (trackerId, offset, signal) => {
      const page = { offset, limit: reportsPerPage };
      return session.readPage(`/trackers/${trackerId}/tracker_reports`, page, readReports, signal);
    },

    listReportArtifacts: (reportId, offset, signal) => {
      const page = { offset, limit: reportArtifactsPerPage };
      return session.readPage(`/tracker_reports/${reportId}/artifacts`, page, artifactsIn, signal);
    },

    recentArtifacts: async (trackerId, signal) => {
      try {
        const page = { offset: 0, limit: recentArtifactsAtMost, query: { order: "desc" } };
        return newestFirst(
          (await session.readPage(`/trackers/${trackerId}/artifacts`, page, artifactsIn, signal)).items,
        );
      } catch (error) {
        if (!isServiceError(error) || error.kind !== "notFound") {
          throw error;
        }
      }
      const own: Artifact[] = [];
      const readPage = (offset: number) => listOwnArtifacts(session, { submittedBy: true }, offset, signal);
      for await (const { items } of pagesOf(readPage)) {
        own.push(...items.filter(({ tracker }) => tracker?.id === trackerId));
      }
      return newestFirst(own).slice(0, recentArtifactsAtMost);
    },
  };
}

function criteriaQuery({ query, expertQuery, order }: ArtifactCriteria): Readonly<Record<string, string>> {
  return {
    ...(query && { query: withBackslashesKept(JSON.stringify(query)) }),
    ...(expertQuery !== undefined && { expert_query: withBackslashesKept(expertQuery) }),
    ...(order && { order }),
  };
}

/** The route takes one level of backslashes away before it reads a query (test/service/README.md, Queries). */
function withBackslashesKept(query: string): string {
  return query.replaceAll("\\", "\\\\");
}

/** Ids grow: the service gives none of its own order. */
function newestFirst(artifacts: readonly Artifact[]): readonly Artifact[] {
  return artifacts.toSorted((a, b) => b.id - a.id);
}
