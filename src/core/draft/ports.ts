import type { Artifact } from "../model/artifact.ts";
import type { ArtifactCreation } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { Page } from "../model/tracker.ts";
import type { PostAttempt, PostedState } from "./postedDraft.ts";

/** The routes of the service that a draft needs. Every method throws `ServiceError`. */
export interface DraftService extends ArtifactCreation {
  /** Gives a page of what the tracker received lately, the newest first, with the time, as far as the service tells. */
  recentArtifacts(trackerId: number, offset: number, signal: AbortSignal): Promise<Page<Artifact>>;
}

/** The artifact that a draft has become. */
export interface CreatedArtifact {
  readonly artifactId: number;
}

/** A POST of an artifact; nobody knows what became of it. */
export interface Attempt extends PostAttempt {
  readonly entries: readonly Entry[];
}

/** The state that is kept of a draft. */
export type DraftState = PostedState<Attempt, CreatedArtifact>;
