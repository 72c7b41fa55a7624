import type { FieldValue } from "./artifact.ts";
import type { Page } from "./tracker.ts";

/** A step in the history of an artifact. */
export interface Changeset {
  /** The number of the step, which grows with each step. */
  readonly id: number;
  /** The id of the user; 90 is the tracker's workflow. */
  readonly authorId?: number;
  /** The user as `Jane Doe (jdoe)`. */
  readonly author?: string;
  /** The address of somebody without an account, who wrote by mail. */
  readonly email?: string;
  /** The instant in ISO 8601, to the second. */
  readonly submittedOn?: string;
  readonly comment?: Comment;
  /** The values of all fields that the user may read, as they were from then on, and not only what changed. */
  readonly values: readonly FieldValue[];
}

/** The comment that somebody made with a step. */
export interface Comment {
  /** The text as it was written: a Markdown comment is its source. HTML is not to be trusted. */
  readonly content: string;
  readonly format: "text" | "html" | "commonmark";
  /** The groups that may see a private comment, as far as the user may know them. */
  readonly groups?: readonly string[];
  /** Tells who wrote the latest wording, and when, in ISO 8601, where it is not that of the step. */
  readonly edited?: { readonly by?: string; readonly on: string };
}

/** Tells who made a step, and when, as far as is known. */
export interface StepAuthor {
  readonly author?: Changeset["author"] | undefined;
  readonly submittedOn?: Changeset["submittedOn"] | undefined;
}

/** Reads the history of artifacts. Every method throws `ServiceError`. */
export interface ChangesetSource {
  /**
   * Tells how many steps the history has, those included that the user cannot see; undefined where the service does not
   * count. This is far cheaper than a page of steps (test/service/README.md, Lost updates).
   */
  countChangesets(artifactId: number, signal: AbortSignal): Promise<number | undefined>;
  /**
   * Reads at most `limit` (1 to 50) steps from place `offset` on, the oldest first: the service cannot give the newest
   * first. The service leaves out a step that shows no difference to the step before it on the same page, but never the
   * first of a page.
   */
  readChangesets(
    artifactId: number,
    page: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page<Changeset>>;
}

/** Reads histories, and also tells which steps are the user's own. */
export interface OwnChangesetSource extends ChangesetSource {
  /** Reads the id of the user to whom the key belongs. */
  readOwnId(signal: AbortSignal): Promise<number>;
}
