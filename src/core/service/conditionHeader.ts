import type { Condition } from "../model/artifactService.ts";

/** The header that demands a version. */
export function conditionHeader(condition: Condition | undefined): Record<string, string> {
  if (condition === undefined) {
    return {};
  }
  return "ifMatch" in condition
    ? { "If-match": condition.ifMatch }
    : { "If-Unmodified-Since": condition.ifUnmodifiedSince };
}
