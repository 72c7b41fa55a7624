import type { ArtifactSummary } from "../model/artifact.ts";
import type { User } from "../model/user.ts";

/** What is known by now of what ids in documents stand for. Asking costs nothing and never sends a request. */
export interface KnownNames {
  artifact(id: number): ArtifactSummary | undefined;
  /** `Jane Doe (jdoe)`. */
  person(id: number): string | undefined;
  /** An attachment of the document's artifact. */
  attachment(id: string): AttachmentName | undefined;
}

export interface AttachmentName {
  readonly name: string;
  readonly sizeBytes?: number;
}

/** Nothing but what the documents themselves tell. */
export const noNames: KnownNames = { artifact: () => undefined, person: () => undefined, attachment: () => undefined };

/** Gives names that the document's fields do not tell. */
export interface CandidateSources {
  /** People whose names hold `words`, three characters at least; empty where nobody can be found. */
  people(words: string, signal: AbortSignal): Promise<readonly User[]>;
  /** Artifacts by title or id: the ones met lately first, all of them for no words. */
  artifacts(words: string, signal: AbortSignal): Promise<readonly ArtifactSummary[]>;
  now(): Date;
}

/** What there is to offer for a connection that is gone. */
export const noCandidates: CandidateSources = {
  people: async () => [],
  artifacts: async () => [],
  now: () => new Date(),
};
