import type { FieldValue } from "./artifact.ts";
import type { Page } from "./tracker.ts";

/** One step in the history of an artifact. */
export interface Changeset {
  /** Grows with each step. */
  readonly id: number;
  /** Id of the user; 90 is the tracker's workflow. */
  readonly authorId?: number;
  /** `Jane Doe (jdoe)`. */
  readonly author?: string;
  /** The address of somebody without an account, who wrote by mail. */
  readonly email?: string;
  /** ISO 8601, to the second. */
  readonly submittedOn?: string;
  readonly comment?: Comment;
  /** All fields the user may read as they were from then on, not what changed. */
  readonly values: readonly FieldValue[];
}

/** What somebody said at a step. */
export interface Comment {
  /** As it was written: of Markdown the source. HTML is not to be trusted. */
  readonly content: string;
  readonly format: "text" | "html" | "commonmark";
  /** The groups that may see a private one, as far as the user may know them. */
  readonly groups?: readonly string[];
  /** The latest wording is not that of the step: whose it is, and when it was written, ISO 8601. */
  readonly edited?: { readonly by?: string; readonly on: string };
}

/** Who made a step, and when, as far as is known. */
export interface StepAuthor {
  readonly author?: Changeset["author"] | undefined;
  readonly submittedOn?: Changeset["submittedOn"] | undefined;
}

/** The history of artifacts, as a service gives it. Every method throws `ServiceError`. */
export interface ChangesetSource {
  /**
   * Tells how many steps the history has, those included that the user cannot see; undefined where the service does not
   * count. Far cheaper than a page of them (test/service/README.md, Lost updates).
   */
  countChangesets(artifactId: number, signal: AbortSignal): Promise<number | undefined>;
  /**
   * At most `limit` (1 to 50) steps from place `offset` on, the oldest first: the service cannot give the newest first.
   * What shows no difference to the step before it on the same page is left out; the first of a page never is.
   */
  readChangesets(
    artifactId: number,
    page: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Page<Changeset>>;
}

/** A history that also tells which of its steps are the user's own. */
export interface OwnChangesetSource extends ChangesetSource {
  /** The id of the user whose key it is. */
  readOwnId(signal: AbortSignal): Promise<number>;
}
