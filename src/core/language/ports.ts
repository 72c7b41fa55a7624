import type { ArtifactSummary } from "../model/artifact.ts";
import type { User } from "../model/user.ts";

/** Tells what is known by now of the ids in documents. Asking costs nothing and never sends a request. */
export interface DocumentNames {
  artifact(id: number): ArtifactSummary | undefined;
  /** Names a person: `Jane Doe (jdoe)`. */
  person(id: number): string | undefined;
  /** Names an attachment of the document's artifact. */
  attachment(id: string): AttachmentName | undefined;
}

export interface AttachmentName {
  readonly name: string;
  readonly sizeBytes?: number;
}

/** Knows no names: there are only those that the documents themselves tell. */
export const noNames: DocumentNames = {
  artifact: () => undefined,
  person: () => undefined,
  attachment: () => undefined,
};

/** Gives names that the document's fields do not tell. */
export interface CandidateSources {
  /** Finds people whose names contain `words`, which have three characters at least; empty where nobody is found. */
  people(words: string, signal: AbortSignal): Promise<readonly User[]>;
  /** Finds artifacts by title or id. Those that were met lately come first, and all of these for no words. */
  artifacts(words: string, signal: AbortSignal): Promise<readonly ArtifactSummary[]>;
  now(): Date;
}

/** Offers nothing, for a connection that is gone. */
export const noCandidates: CandidateSources = {
  people: async () => [],
  artifacts: async () => [],
  now: () => new Date(),
};
