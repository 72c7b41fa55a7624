import type { Artifact } from "../model/artifact.ts";
import type { ArtifactCreation } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { Page } from "../model/tracker.ts";
import type { PostAttempt, PostedState } from "./postedDraft.ts";

/** What a draft asks of the service. Every method throws `ServiceError`. */
export interface DraftService extends ArtifactCreation {
  /** A page of what the tracker received lately, the newest first, as far as the service tells, and when it told so. */
  recentArtifacts(trackerId: number, offset: number, signal: AbortSignal): Promise<Page<Artifact>>;
}

/** What a draft has become. */
export interface CreatedArtifact {
  readonly artifactId: number;
}

/** A POST of an artifact whose fate is not known. */
export interface Attempt extends PostAttempt {
  readonly entries: readonly Entry[];
}

/** What is kept of a draft. */
export type DraftState = PostedState<Attempt, CreatedArtifact>;
