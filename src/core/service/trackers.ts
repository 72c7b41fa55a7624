import type { Artifact } from "../model/artifact.ts";
import type { Page, ProjectSummary, Tracker, TrackerSummary } from "../model/tracker.ts";
import { readArtifacts, readProjects, readTracker, readTrackers } from "./read.ts";
import { isServiceError } from "./serviceError.ts";
import type { Session } from "./session.ts";

/** What a service lists and tells of its trackers, where it does. */
export interface TrackerRoutes {
  readTracker(trackerId: number, signal: AbortSignal): Promise<Tracker>;
  listProjects(offset: number, signal: AbortSignal): Promise<Page<ProjectSummary>>;
  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>>;
  listArtifacts(trackerId: number, offset: number, limit: number, signal: AbortSignal): Promise<Page<Artifact>>;
  /**
   * What the tracker received lately, by whomever, the newest first. Where the service does not list a tracker, what the
   * user submitted there and is still open; `notFound` where it tells neither.
   */
  recentArtifacts(trackerId: number, signal: AbortSignal): Promise<readonly Artifact[]>;
}

// The most the service gives at once (service-api, 13.1); more is refused.
const projectsPerPage = 50;
const trackersPerPage = 50;
const mostArtifactsPerPage = 1000;
const ownArtifactsPerPage = 250;
/** What anybody looks through. */
const recentArtifactsAtMost = 50;

export function trackerRoutes(session: Session): TrackerRoutes {
  const artifactsIn = (json: unknown) => readArtifacts(json, session.origin);
  return {
    readTracker: (trackerId, signal) =>
      session.readModel(session.get(`/trackers/${trackerId}`), (json) => readTracker(json, trackerId), signal),

    listProjects: (offset, signal) =>
      session.readPage("/projects", { offset, limit: projectsPerPage }, readProjects, signal),

    listTrackers: (projectId, offset, signal) => {
      const page = { offset, limit: trackersPerPage, query: { representation: "minimal" } };
      return session.readPage(`/projects/${projectId}/trackers`, page, readTrackers, signal);
    },

    listArtifacts: (trackerId, offset, limit, signal) => {
      const page = { offset, limit: Math.min(Math.max(1, Math.trunc(limit)), mostArtifactsPerPage) };
      return session.readPage(`/trackers/${trackerId}/artifacts`, page, artifactsIn, signal);
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
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page = { offset, limit: ownArtifactsPerPage, query: { query: '{"submitted_by":true}' } };
        const read: Page<Artifact> = await session.readPage("/users/self/artifacts", page, artifactsIn, signal);
        own.push(...read.items.filter(({ tracker }) => tracker?.id === trackerId));
        offset = read.nextOffset;
      }
      return newestFirst(own).slice(0, recentArtifactsAtMost);
    },
  };
}

/** Ids grow: the service gives none of its own order. */
function newestFirst(artifacts: readonly Artifact[]): readonly Artifact[] {
  return artifacts.toSorted((a, b) => b.id - a.id);
}
