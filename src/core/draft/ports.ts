import type { Artifact } from "../model/artifact.ts";
import type { Entry } from "../model/entry.ts";
import type { RequestBody } from "../workingCopy/ports.ts";

/** What a draft asks of the service. Every method throws `ServiceError`. */
export interface DraftService {
  /** POST /artifacts. `body` is the same request, encoded; without it is sent as JSON. Never sent twice. */
  createArtifact(
    trackerId: number,
    entries: readonly Entry[],
    signal: AbortSignal,
    body?: RequestBody,
  ): Promise<{ readonly artifactId: number }>;
  /** What the tracker received lately, as far as the service tells. */
  recentArtifacts(trackerId: number, signal: AbortSignal): Promise<readonly Artifact[]>;
}

/** What is kept of a draft over reloads and crashes. Plain data: it survives JSON. */
export interface DraftState {
  /** What the document shows when nothing in it is unsaved. */
  readonly text: string;
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

/** Keeps the state of one draft. Never throws: what could not be kept is not there later. */
export interface DraftStore {
  /** Undefined when there is none, or none that can be read. */
  read(): Promise<DraftState | undefined>;
  write(state: DraftState): Promise<void>;
  remove(): Promise<void>;
}
