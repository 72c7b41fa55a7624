import type { FieldValue } from "./artifact.ts";

/** One step in the history of an artifact. */
export interface Changeset {
  /** Grows with each step. */
  readonly id: number;
  /** Id of the user; 90 is the tracker's workflow. */
  readonly authorId?: number;
  /** `Jane Doe (jdoe)`. */
  readonly author?: string;
  /** ISO 8601, to the second. */
  readonly submittedOn?: string;
  /** All fields the user may read as they were from then on, not what changed. */
  readonly values: readonly FieldValue[];
}

/** Who made a step, and when, as far as is known. */
export interface StepAuthor {
  readonly author?: Changeset["author"] | undefined;
  readonly submittedOn?: Changeset["submittedOn"] | undefined;
}
