import type { Page, ProjectSummary, ReportSummary, Tracker, TrackerSummary } from "../model/tracker.ts";
import type { User } from "../model/user.ts";
import type { KeptName } from "../util/keyValueStore.ts";

/**
 * The part of a service that a catalog asks. Every method throws `ServiceError`: `notFound` where the service has no
 * such route.
 */
export interface CatalogService {
  readTracker(trackerId: number, signal: AbortSignal): Promise<Tracker>;
  listProjects(offset: number, signal: AbortSignal, only?: { readonly isMember: true }): Promise<Page<ProjectSummary>>;
  listTrackers(projectId: number, offset: number, signal: AbortSignal): Promise<Page<TrackerSummary>>;
  listReports(trackerId: number, offset: number, signal: AbortSignal): Promise<Page<ReportSummary>>;
  findUsers(words: string, offset: number, signal: AbortSignal): Promise<Page<User>>;
}

/** Keeps what a catalog was told, under names of letters, digits and dashes. Nothing here throws. */
export interface CatalogStore {
  /** Gives what is kept, in no particular order. */
  list(): Promise<readonly KeptName[]>;
  /** Gives what is kept under a name; undefined when there is none, or none that can be read. */
  read(name: string): Promise<unknown>;
  /** Writes the entry whole or not at all. */
  write(name: string, value: KeptCatalogEntry): Promise<unknown>;
  remove(name: string): Promise<unknown>;
  /** Removes all that is kept, whoever wrote it. */
  clear(): Promise<void>;
}

/** Holds what a service told, as plain data. */
export interface CatalogEntry {
  /** Milliseconds since 1970 when it was asked for. */
  readonly readAt: number;
  readonly value: object;
}

/** An entry as it is kept. */
export interface KeptCatalogEntry extends CatalogEntry {
  /** The address of the service that told it. */
  readonly baseUrl: string;
}
