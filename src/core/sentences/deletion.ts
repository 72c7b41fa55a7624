import type { DeletionResult } from "../deletion/deleteArtifacts.ts";
import type { RateLimit } from "../model/rateLimit.ts";
import { isServiceError } from "../service/serviceError.ts";
import { withoutControls } from "../util/withoutControls.ts";
import { explain } from "./explain.ts";
import { brokeOff, reasonOf, saidBy, sentences, withStatus } from "./failures.ts";

/** An artifact as a person is told of it. */
export interface NamedDeletable {
  readonly connectionId: string;
  readonly artifactId: number;
  readonly title?: string;
}

export function nameOf({ artifactId, title }: NamedDeletable): string {
  const words = withoutControls(title ?? "");
  return words === "" ? `#${artifactId}` : `#${artifactId} ${words}`;
}

/** What became of one artifact, beginning with a capital; undefined when it was deleted. */
export function whyNotDeleted(result: DeletionResult<unknown>): string | undefined {
  switch (result.kind) {
    case "deleted":
      return undefined;
    case "gone":
      return "The service does not have it any more, or your account may not see it.";
    case "notTried":
      return "It was not tried.";
    case "unknown":
      return sentences(brokeOff(whileDeleted, result.error), "It may or may not be deleted.");
    case "failed":
      return refusal(result.error);
  }
}

const whileDeleted = "while it was being deleted";

function refusal(error: unknown): string {
  if (!isServiceError(error)) {
    return explain(error, "A copy could not be kept, so it was not deleted").message;
  }
  const said = saidBy(error);
  switch (error.kind) {
    case "forbidden":
      return error.rateLimit?.limit === 0
        ? sentences(withStatus("Deletion is switched off on this service.", error), said)
        : sentences(withStatus("Only administrators of its tracker may delete it.", error), said);
    case "tooManyRequests":
      return sentences(withStatus(allowanceIsUsed(error.rateLimit), error), said);
    case "answerLost":
      return sentences(brokeOff(whileDeleted, error), "The artifact is still there.");
    case "invalidAnswer":
      return "The answer was not what this service sends, and the artifact is still there.";
    default:
      return sentences(reasonOf(error), said);
  }
}

function allowanceIsUsed(limit: RateLimit | undefined): string {
  return limit
    ? `You have deleted the ${limit.limit} that the service allows you within 24 hours.`
    : "You have deleted as many as the service allows you within 24 hours.";
}

/** What the service lets the person delete still, by the last answer that told; empty where none did. */
export function deletionsLeft(results: readonly DeletionResult<unknown>[]): string {
  const limits = results.flatMap((result) => (result.kind === "deleted" && result.rateLimit ? [result.rateLimit] : []));
  const last = limits.at(-1);
  if (!last) {
    return "";
  }
  return last.remaining === 0
    ? "The service lets you delete no more within 24 hours."
    : `The service lets you delete ${last.remaining} more within 24 hours.`;
}

const maxFailuresNamed = 4;

/** What became of those that were not deleted. */
export function failuresOf(
  items: readonly Pick<NamedDeletable, "artifactId">[],
  results: readonly DeletionResult<unknown>[],
): string {
  const notTried = results.filter(({ kind }) => kind === "notTried").length;
  const failures = items.flatMap(({ artifactId }, index) => {
    const result = results[index];
    const why = result && result.kind !== "notTried" ? whyNotDeleted(result) : undefined;
    return why === undefined ? [] : [`#${artifactId}: ${why}`];
  });
  const further = failures.length - maxFailuresNamed;
  return sentences(
    ...failures.slice(0, maxFailuresNamed),
    further > 0 ? `${further} more failed.` : "",
    notTried === 0 ? "" : notTried === 1 ? "1 was not tried." : `${notTried} were not tried.`,
  );
}

// Before.

export const askWhoseDeleted = "Deleted artifacts of which connection?";
export const deleteTitle = "Delete Artifact";
export const deletionPrompt = "Number, reference or address of an artifact. You are asked before it is deleted.";

export function askWhoseToDelete(artifactId: number): string {
  return `Delete #${artifactId} of which connection?`;
}

/** `name` as `nameOf` gives it. */
export function askDeletion(name: string): string {
  return `Delete ${name}?`;
}

export function askDeletions(count: number): string {
  return `Delete these ${count} artifacts?`;
}

export function deleteMany(count: number): string {
  return `Delete ${count} Artifacts`;
}

export function andMore(count: number): string {
  return `… and ${count} more`;
}

export function copyIsKept(days: number): string {
  return `The service may not be able to bring back what is deleted. A copy is kept on this machine for ${days} days.`;
}

// While it is done, and after.

export function deleting(artifactIds: readonly number[]): string {
  return artifactIds.length > 1 ? `Deleting ${artifactIds.length} artifacts` : `Deleting #${artifactIds[0]}`;
}

/** For `explained`. */
export function couldNotBeDeleted(name: string): string {
  return `${name} could not be deleted`;
}

/** `why` as `whyNotDeleted` gives it. */
export function notDeleted(name: string, why: string): string {
  return sentences(`${name} was not deleted.`, why);
}

export function someDeleted(deleted: number, all: number): string {
  return `${deleted} of ${all} artifacts were deleted.`;
}

export function wasDeleted(name: string): string {
  return `${name} was deleted.`;
}

export function allDeleted(count: number): string {
  return `${count} artifacts were deleted.`;
}

export function staysOpenDeleted(artifactIds: readonly number[]): string {
  const names = artifactIds.map((id) => `#${id}`).join(", ");
  return `${names} stays open with its unsaved changes, which cannot be saved any more.`;
}

// Copies.

export const deletedListTitle = "Deleted Artifacts";
export const keptCopies = "Copies kept on this machine";
export const chooseToOpenCopy = "Deleted: choose it to open its copy";
export const copyOfDeleted = "The copy of a deleted artifact";

export function nothingDeletedLately(days: number): string {
  return `No artifacts were deleted from here within the last ${days} days.`;
}

export function copyIsGone(days: number): string {
  return `This copy is not kept any more: copies are kept for ${days} days.`;
}

export function deletedOn(time: Date, language: string): string {
  return `deleted ${time.toLocaleString(language)}`;
}

/** Of the tab of a copy. */
export function deletedTitle(name: string): string {
  return `${name} (deleted)`;
}
