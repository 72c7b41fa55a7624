import type { DeletionResult } from "../deletion/deleteArtifacts.ts";
import { explain } from "../failure/explain.ts";
import type { RateLimit } from "../model/rateLimit.ts";
import { isServiceError } from "../service/serviceError.ts";
import { withoutControls } from "../util/withoutControls.ts";
import { reasonOf, saidBy, withStatus } from "./failures.ts";

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
      return "The connection broke before the answer came, so it may or may not be deleted.";
    case "failed":
      return refusalWords(result.error);
  }
}

function refusalWords(error: unknown): string {
  if (!isServiceError(error)) {
    return explain(error, "A copy could not be kept, so it was not deleted").message;
  }
  const said = saidBy(error);
  switch (error.kind) {
    case "forbidden":
      return error.rateLimit?.limit === 0
        ? `${withStatus("Deletion is switched off on this service.", error)} ${said}`.trim()
        : `${withStatus("Only administrators of its tracker may delete it.", error)} ${said}`.trim();
    case "tooManyRequests":
      return `${withStatus(limitWords(error.rateLimit), error)} ${said}`.trim();
    case "answerLost":
      return "The connection broke, and the artifact is still there.";
    case "invalidAnswer":
      return "The answer was not what this service sends, and the artifact is still there.";
    default:
      return `${reasonOf(error)} ${said}`.trim();
  }
}

function limitWords(limit: RateLimit | undefined): string {
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
