import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Changeset } from "../model/changeset.ts";
import { type Page, pagesOf, type Tracker } from "../model/tracker.ts";
import { shortName } from "../util/plainLabel.ts";
import type { Attempt } from "./ports.ts";

/** How far two clocks may be apart that are taken for right. */
const clockToleranceMs = 5 * 60_000;

/** A tracker that received more since than this many pages is not looked through. */
const maxPages = 20;

export interface Candidates {
  /** The newest first. */
  readonly artifacts: readonly Artifact[];
  /** False where the tracker received more since than was looked through: what is older may be it, too. */
  readonly isWhole: boolean;
}

/**
 * What may have come of `attempt` of what the tracker received, whose pages begin with the newest. The service, which
 * told them at the time `date`, tells by its own clock when it received each, and the attempt began by that of this
 * machine, which says `nowMs`. Where that cannot be told apart, what was just created seems older than the attempt: its
 * title tells it then, and so it does where it is not of `userName`: the connection may have the key of another user by
 * now.
 */
export async function candidatesIn(
  readPage: (offset: number) => Promise<Page<Artifact>>,
  attempt: Attempt,
  nowMs: number,
  userName: string | undefined,
): Promise<Candidates> {
  const found = new Map<number, Artifact>();
  let isWhole = true;
  for await (const { items, date, nextOffset } of pagesOf(readPage, { atMost: maxPages })) {
    const earliestMs = earliestOf(attempt, nowMs, date);
    const isEarlier = ({ submittedOn }: Artifact) => Date.parse(submittedOn ?? "") < earliestMs;
    for (const artifact of items) {
      if (hasSentTitle(artifact, attempt) || (mayBeOf(userName, artifact) && !isEarlier(artifact))) {
        found.set(artifact.id, artifact);
      }
    }
    // Some that are new were received long ago by their own account: they were moved here, or imported.
    isWhole = nextOffset === undefined || (items.length > 0 && items.every(isEarlier));
    if (isWhole) {
      break;
    }
  }
  return { artifacts: [...found.values()].toSorted((a, b) => b.id - a.id), isWhole };
}

/** By the clock of the service; 0 where what began later than now began by a clock that was set back since. */
function earliestOf({ beganOn }: Attempt, nowMs: number, date: string | undefined): number {
  const beganMs = Date.parse(beganOn);
  const aheadMs = nowMs - Date.parse(date ?? "");
  return beganMs > nowMs + clockToleranceMs ? 0 : beganMs - (aheadMs > 0 ? aheadMs : 0) - clockToleranceMs;
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

/**
 * Tells whether an artifact was created of what was sent, as far as the first step of its history shows. Its title may
 * be that of another one, and another one by now. A field that the tracker has and `first` does not tell had no
 * value; `tracker`, where it is known, has all that the user may read.
 */
export function isMadeOf({ entries }: Attempt, first: Changeset, tracker: Tracker | undefined): boolean {
  const [told, listed] = [fieldFinder(first.values), fieldFinder(tracker?.fields ?? [])];
  const found = entries.flatMap(({ fieldId, members }) => {
    const { kind = listed(fieldId)?.kind, entry } = told(fieldId) ?? {};
    if (!entry && tracker && !listed(fieldId)) {
      return [];
    }
    const had = entry?.members ?? (kind && emptyMembers(kind));
    // A day that was sent may have become its first minute.
    return [had !== undefined && [had, members].some((each) => sameMeaning(members, had, kind, each))];
  });
  return found.length > 0 && found.every((isSame) => isSame);
}

/** Tells whether nobody else than `userName` is known to have made the artifact. */
function mayBeOf(userName: string | undefined, { submittedBy = userName }: Artifact): boolean {
  return userName === undefined || submittedBy === userName;
}

/** Whether the artifact bears what was sent as its title. */
export function hasSentTitle({ title }: Artifact, { entries }: Attempt): boolean {
  return (
    title !== undefined &&
    entries.some(({ members: { value } }) => typeof value === "string" && shortName(value) === title)
  );
}
