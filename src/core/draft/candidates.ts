import { fieldFinder } from "../field/fieldFinder.ts";
import { emptyMembers, sameMeaning } from "../field/meaning.ts";
import type { Artifact } from "../model/artifact.ts";
import type { Changeset } from "../model/changeset.ts";
import { type Page, pagesOf, type Tracker } from "../model/tracker.ts";
import { shortName } from "../util/plainLabel.ts";
import type { Attempt } from "./ports.ts";

/** Two clocks that differ by no more may both be taken for right. */
const clockToleranceMs = 5 * 60_000;

/** No more pages than these are looked through of what the tracker received since. */
const maxPages = 20;

export interface Candidates {
  /** The artifacts, the newest first. */
  readonly artifacts: readonly Artifact[];
  /**
   * It is false where the tracker received more than was looked through: the artifact may be among the older ones, too.
   */
  readonly isWhole: boolean;
}

/**
 * Finds the artifacts that may have come of `attempt` among those that the tracker received, in pages that begin with
 * the newest. The service tells by its own clock when it received each, and with each page its time `date`; the attempt
 * began by the clock of this machine, which says `nowMs`. Where the two clocks cannot be compared, what was just
 * created may seem older than the attempt. So an artifact with the title that was sent counts in any case, even if it
 * is not of `userName`: the connection may have the key of another user by now.
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
    // Some artifacts say of themselves that they were received long ago, as they were moved here or imported.
    isWhole = nextOffset === undefined || (items.length > 0 && items.every(isEarlier));
    if (isWhole) {
      break;
    }
  }
  return { artifacts: [...found.values()].toSorted((a, b) => b.id - a.id), isWhole };
}

/** Gives the earliest time by the service's clock; 0 where this machine's was set back since the attempt began. */
function earliestOf({ beganOn }: Attempt, nowMs: number, date: string | undefined): number {
  const beganMs = Date.parse(beganOn);
  const aheadMs = nowMs - Date.parse(date ?? "");
  return beganMs > nowMs + clockToleranceMs ? 0 : beganMs - (aheadMs > 0 ? aheadMs : 0) - clockToleranceMs;
}

/**
 * Tells whether the tracker received the artifact since the attempt began, by this machine's clock. An artifact that is
 * `before` may still have come of the attempt where that clock is ahead; `unknown` means that the service does not tell
 * the time.
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
 * Tells whether an artifact was created from what was sent, as far as the first step of its history shows. Its title
 * does not tell: others may have the same, and its own may have changed. A field that the tracker has and `first` does
 * not tell had no value; `tracker`, where it is known, has all that the user may read.
 */
export function isMadeOf({ entries }: Attempt, first: Changeset, tracker: Tracker | undefined): boolean {
  const [told, listed] = [fieldFinder(first.values), fieldFinder(tracker?.fields ?? [])];
  const found = entries.flatMap(({ fieldId, members }) => {
    const { kind = listed(fieldId)?.kind, entry } = told(fieldId) ?? {};
    if (!entry && tracker && !listed(fieldId)) {
      return [];
    }
    const had = entry?.members ?? (kind && emptyMembers(kind));
    // The service may have stored a day that was sent as its first minute.
    return [had !== undefined && [had, members].some((each) => sameMeaning(members, had, kind, each))];
  });
  return found.length > 0 && found.every((isSame) => isSame);
}

/** Tells whether nobody else than `userName` is known to have made the artifact. */
function mayBeOf(userName: string | undefined, { submittedBy = userName }: Artifact): boolean {
  return userName === undefined || submittedBy === userName;
}

/** Tells whether the artifact has the title that was sent. */
export function hasSentTitle({ title }: Artifact, { entries }: Attempt): boolean {
  return (
    title !== undefined &&
    entries.some(({ members: { value } }) => typeof value === "string" && shortName(value) === title)
  );
}
