import { t } from "@vscode/l10n";
import type { DeletionResult } from "../deletion/deleteArtifacts.ts";
import { behindColon } from "../labels/punctuation.ts";
import type { RateLimit } from "../model/rateLimit.ts";
import { isServiceError } from "../service/serviceError.ts";
import { withoutControls } from "../util/plainLabel.ts";
import { explain } from "./explain.ts";
import { brokeOff, reasonOf, saidBy, sentences, withStatus } from "./failures.ts";

/** An artifact with what a person needs to know it. */
export interface NamedDeletable {
  readonly connectionId: string;
  readonly artifactId: number;
  readonly title?: string;
}

export function nameOf({ artifactId, title }: NamedDeletable): string {
  const words = withoutControls(title ?? "");
  return words === "" ? `#${artifactId}` : `#${artifactId} ${words}`;
}

/** Says what became of one artifact, beginning with a capital; undefined when it was deleted. */
export function whyNotDeleted(result: DeletionResult<unknown>): string | undefined {
  switch (result.kind) {
    case "deleted":
      return undefined;
    case "gone":
      return t("The service does not have it any more, or your account may not see it.");
    case "notTried":
      return t("It was not tried.");
    case "unknown":
      return sentences(brokeOff(whileDeleted, result.error), t("It may or may not be deleted."));
    case "failed":
      return refusal(result.error);
  }
}

const whileDeleted = t("while it was being deleted");

function refusal(error: unknown): string {
  if (!isServiceError(error)) {
    return explain(error, t("A copy could not be kept, so it was not deleted")).message;
  }
  const said = saidBy(error);
  switch (error.kind) {
    case "forbidden":
      return error.rateLimit?.limit === 0
        ? sentences(withStatus(t("Deletion is switched off on this service."), error.status), said)
        : sentences(withStatus(t("Only administrators of its tracker may delete it."), error.status), said);
    case "tooManyRequests":
      return sentences(withStatus(allowanceIsUsed(error.rateLimit), error.status), said);
    case "answerLost":
      return sentences(brokeOff(whileDeleted, error), t("The artifact is still there."));
    case "invalidAnswer":
      return t("The answer was not what this service sends, and the artifact is still there.");
    default:
      return sentences(reasonOf(error), said);
  }
}

function allowanceIsUsed(limit: RateLimit | undefined): string {
  return limit
    ? t("You have deleted the {limit} that the service allows you within 24 hours.", { limit: limit.limit })
    : t("You have deleted as many as the service allows you within 24 hours.");
}

/** Says what the service still lets the person delete, by the last answer that told; empty where none did. */
export function deletionsLeft(results: readonly DeletionResult<unknown>[]): string {
  const limits = results.flatMap((result) => (result.kind === "deleted" && result.rateLimit ? [result.rateLimit] : []));
  const last = limits.at(-1);
  if (!last) {
    return "";
  }
  return last.remaining === 0
    ? t("The service lets you delete no more within 24 hours.")
    : t("The service lets you delete {remaining} more within 24 hours.", { remaining: last.remaining });
}

const maxFailuresNamed = 4;

/** Says what became of the artifacts that were not deleted. */
export function failuresOf(items: readonly NamedDeletable[], results: readonly DeletionResult<unknown>[]): string {
  const notTried = results.filter(({ kind }) => kind === "notTried").length;
  const failures = items.flatMap(({ artifactId }, index) => {
    const result = results[index];
    const why = result && result.kind !== "notTried" ? whyNotDeleted(result) : undefined;
    return why === undefined ? [] : [behindColon(`#${artifactId}`, why)];
  });
  const further = failures.length - maxFailuresNamed;
  return sentences(
    ...failures.slice(0, maxFailuresNamed),
    further > 0 ? t("{further} more failed.", { further }) : "",
    notTried === 0 ? "" : notTried === 1 ? t("1 was not tried.") : t("{notTried} were not tried.", { notTried }),
  );
}

// These sentences are told before a deletion.

export const askWhoseDeleted = t("Deleted artifacts of which connection?");
export const deleteTitle = t("Delete Artifact");
export const deletionPrompt = t("Number, reference or address of an artifact. You are asked before it is deleted.");

export function askWhoseToDelete(artifactId: number): string {
  return t("Delete #{artifactId} of which connection?", { artifactId });
}

/** `name` comes from `nameOf`. */
export function askDeletion(name: string): string {
  return t("Delete {name}?", { name });
}

export function askDeletions(count: number): string {
  return t("Delete these {count} artifacts?", { count });
}

export function deleteMany(count: number): string {
  return t("Delete {count} Artifacts", { count });
}

export function andMore(count: number): string {
  return t("… and {count} more", { count });
}

export function copyIsKept(days: number): string {
  return t(
    "The service may not be able to bring back what is deleted. A copy is kept on this machine for {days} days.",
    { days },
  );
}

// These sentences are told during a deletion and after it.

export function deleting(artifactIds: readonly number[]): string {
  return artifactIds.length > 1
    ? t("Deleting {count} artifacts", { count: artifactIds.length })
    : t("Deleting #{artifactId}", { artifactId: artifactIds[0] ?? "" });
}

/** `explained` adds the reason. */
export function couldNotBeDeleted(name: string): string {
  return t("{name} could not be deleted", { name });
}

/** `why` comes from `whyNotDeleted`. */
export function notDeleted(name: string, why: string): string {
  return sentences(t("{name} was not deleted.", { name }), why);
}

export function someDeleted(deleted: number, all: number): string {
  return t("{deleted} of {all} artifacts were deleted.", { deleted, all });
}

export function wasDeleted(name: string): string {
  return t("{name} was deleted.", { name });
}

export function allDeleted(count: number): string {
  return t("{count} artifacts were deleted.", { count });
}

export function staysOpenDeleted(artifactIds: readonly number[]): string {
  const names = artifactIds.map((id) => `#${id}`).join(", ");
  return t("{names} stays open with its unsaved changes, which cannot be saved any more.", { names });
}

// These sentences are about the copies of deleted artifacts.

export const deletedListTitle = t("Deleted Artifacts");
export const keptCopies = t("Copies kept on this machine");
export const chooseToOpenCopy = t("Deleted: choose it to open its copy");
export const copyOfDeleted = t("The copy of a deleted artifact");

export function nothingDeletedLately(days: number): string {
  return t("No artifacts were deleted from here within the last {days} days.", { days });
}

export function copyIsGone(days: number): string {
  return t("This copy is not kept any more: copies are kept for {days} days.", { days });
}

export function deletedOn(time: Date, language: string): string {
  return t("deleted {when}", { when: time.toLocaleString(language) });
}

/** Titles the tab of a copy. */
export function deletedTitle(name: string): string {
  return t("{name} (deleted)", { name });
}
