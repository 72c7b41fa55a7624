import type { Artifact } from "../model/artifact.ts";
import type { Attempt } from "./ports.ts";

/** How far the clocks of this machine and the service may be apart for an artifact to be taken for a later one. */
const clockToleranceMs = 5 * 60_000;

/**
 * What of `artifacts` may have come of `attempt`, the newest first. Where this machine's clock is far ahead, what was
 * just created seems older than the attempt: its title tells it then.
 */
export function candidatesIn(
  artifacts: readonly Artifact[],
  attempt: Attempt,
  userName: string | undefined,
): readonly Artifact[] {
  const earliestMs = Date.parse(attempt.beganOn) - clockToleranceMs;
  return artifacts
    .filter((artifact) => {
      const { submittedOn, submittedBy } = artifact;
      const isLater = !(Date.parse(submittedOn ?? "") < earliestMs) || hasSentTitle(artifact, attempt);
      return isLater && (userName === undefined || submittedBy === undefined || submittedBy === userName);
    })
    .toSorted((a, b) => b.id - a.id);
}

/**
 * Whether the tracker received the artifact since the attempt began, by the clock of this machine: one that is `before`
 * may still be it where that clock is ahead. `unknown` where the service does not tell when it was created.
 */
export function receivedWhen({ submittedOn }: Artifact, { beganOn }: Attempt): "since" | "before" | "unknown" {
  const submittedMs = Date.parse(submittedOn ?? "");
  if (Number.isNaN(submittedMs)) {
    return "unknown";
  }
  // The service tells whole seconds.
  return submittedMs >= Math.floor(Date.parse(beganOn) / 1000) * 1000 ? "since" : "before";
}

/** Whether the artifact bears what was sent as its title. */
export function hasSentTitle({ title }: Artifact, { entries }: Attempt): boolean {
  return title !== undefined && entries.some(({ members }) => members.value === title);
}
