import type { Artifact } from "../model/artifact.ts";
import type { Page } from "../model/tracker.ts";
import { shortName } from "../util/shortName.ts";
import type { Attempt } from "./ports.ts";

/** How far two clocks may be apart that are taken for right. */
const clockToleranceMs = 5 * 60_000;

/**
 * What of `artifacts` may have come of `attempt`, the newest first. The service, which told them at the time `date`,
 * tells by its own clock when it received each, and the attempt began by that of this machine, which says `nowMs`.
 * Where that cannot be told apart, what was just created seems older than the attempt: its title tells it then.
 */
export function candidatesIn(
  { items: artifacts, date }: Page<Artifact>,
  attempt: Attempt,
  nowMs: number,
  userName: string | undefined,
): readonly Artifact[] {
  const beganMs = Date.parse(attempt.beganOn);
  const aheadMs = nowMs - Date.parse(date ?? "");
  // What began later than now began by a clock that was set back since: nobody knows when that was.
  const earliestMs = beganMs > nowMs + clockToleranceMs ? 0 : beganMs - (aheadMs > 0 ? aheadMs : 0) - clockToleranceMs;
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
  return (
    title !== undefined &&
    entries.some(({ members: { value } }) => typeof value === "string" && shortName(value) === title)
  );
}
