import type { Artifact } from "../model/artifact.ts";
import type { ArtifactCreation } from "../model/artifactService.ts";
import type { Entry } from "../model/entry.ts";
import type { SentOnce } from "../windows/draftStore.ts";

/** What a draft asks of the service. Every method throws `ServiceError`. */
export interface DraftService extends ArtifactCreation {
  /** What the tracker received lately, as far as the service tells. */
  recentArtifacts(trackerId: number, signal: AbortSignal): Promise<readonly Artifact[]>;
}

/** What is kept of a draft. */
export interface DraftState extends SentOnce {
  /** What the document shows when nothing in it is unsaved; undefined until it is asked for. */
  readonly text?: string;
  /** A POST that was begun and of which no answer is known. */
  readonly attempt?: Attempt;
  /** What the draft has become. */
  readonly created?: { readonly artifactId: number; readonly text: string };
}

/** A POST whose fate is not known. */
export interface Attempt {
  /** By the clock of this machine; ISO 8601. */
  readonly beganOn: string;
  readonly entries: readonly Entry[];
}
