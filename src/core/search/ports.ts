import type { ArtifactSummary, TrackerReference } from "../model/artifact.ts";
import type { ListArtifacts, Page, ProjectSummary, Tracker, TrackerSummary } from "../model/tracker.ts";

/** The part of a service that finds artifacts. Every method throws `ServiceError`. */
export interface SearchService {
  searchFullText(words: string, offset: number, signal: AbortSignal): Promise<Page<ArtifactSummary>>;
  readonly listArtifacts: ListArtifacts<ArtifactSummary>;
}

/** Gives names, and asks for those that are not known. Every method but `tracker` throws `ServiceError`. */
export interface SearchCatalog {
  /** Gives a tracker's structure; undefined where it cannot be had. Throws only when cancelled. */
  tracker(trackerId: number, signal: AbortSignal): Promise<Tracker | undefined>;
  listProjects(offset: number, signal: AbortSignal, only?: { readonly isMember: true }): Promise<Page<ProjectSummary>>;
  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>>;
}

/** A connection as it is searched. */
export interface SearchSource {
  readonly connectionId: string;
  service(): Promise<SearchService>;
  catalog(): SearchCatalog;
  /** Gives what is known without asking: pinned and recent artifacts. The likeliest first. */
  known(): readonly ArtifactSummary[];
  /** Gives trackers in which the person works, besides those of `known`. The likeliest first. */
  usedTrackers(): readonly TrackerReference[];
  /** Gives projects whose trackers come before those of others. */
  favouriteProjects(): readonly ProjectSummary[];
}
