import type { ClashingLines } from "../merge/mergeText.ts";
import { mergeText } from "../merge/mergeText.ts";
import type { SvnNotification } from "../model/svnRepository.ts";
import { withLineFeeds } from "../util/lines.ts";
import {
  inOrder,
  isSamePart,
  likeText,
  notificationPath,
  type Part,
  type PartKey,
  partsOf,
  type ShownSettings,
  type TextSettings,
  withParts,
} from "./settings.ts";

export interface MergedSettings<T extends TextSettings = TextSettings> {
  /** The settings of mine with theirs taken in. What both changed is as in mine, except for lines between marks. */
  readonly settings: T;
  /** The parts that have theirs now. */
  readonly taken: readonly PartKey[];
  /** The parts that have the changes of both. */
  readonly combined: readonly PartKey[];
  /** The parts that both changed. An access file among them has both between marks, unless that was not asked for. */
  readonly conflicts: readonly PartKey[];
}

/**
 * Merges what mine and theirs made of `base`: rule by rule, lists of paths and receivers of notifications as sets,
 * notifications by path, the access file by line. It looks only at members that mine has.
 *
 * A rule is true or false, so where both change it they agree. Only lines of the access file can conflict, and a
 * notification that one removed and the other changed. Without a base nobody knows who changed what, so each difference
 * is a conflict.
 */
export function mergeSettings<T extends TextSettings>(
  base: ShownSettings | undefined,
  mine: T,
  theirs: ShownSettings,
  clashes: ClashingLines = "marked",
): MergedSettings<T> {
  const before = base && partsOf(likeText(base, mine));
  const [ours, others] = [partsOf(mine), partsOf(likeText(theirs, mine))];
  const merged = new Map<PartKey, Part>();
  const found = { taken: [] as PartKey[], combined: [] as PartKey[], conflicts: [] as PartKey[] };
  for (const key of new Set([...ours.keys(), ...others.keys()])) {
    const { value, fate } = mergePart(key, before, ours.get(key), others.get(key), clashes);
    if (value !== undefined) {
      merged.set(key, value);
    }
    if (fate) {
      found[fate].push(key);
    }
  }
  const isChanged = found.taken.length + found.combined.length + found.conflicts.length > 0;
  return { settings: isChanged ? inOrder(withParts(mine, merged)) : mine, ...found };
}

interface MergedPart {
  readonly value: Part | undefined;
  /** It is undefined where mine stays without anything to tell. */
  readonly fate?: "taken" | "combined" | "conflicts";
}

function mergePart(
  key: PartKey,
  before: ReadonlyMap<PartKey, Part> | undefined,
  mine: Part | undefined,
  theirs: Part | undefined,
  clashes: ClashingLines,
): MergedPart {
  if (isSamePart(key, mine, theirs)) {
    return { value: mine };
  }
  if (!before) {
    return { value: mine, fate: "conflicts" };
  }
  const base = before.get(key);
  if (isSamePart(key, base, theirs)) {
    return { value: mine };
  }
  if (isSamePart(key, base, mine)) {
    return { value: theirs, fate: "taken" };
  }
  if (key === "access_file") {
    const { text, hasConflict } = mergeText(String(base), String(mine), String(theirs), clashes);
    return { value: text, fate: hasConflict ? "conflicts" : "combined" };
  }
  const combined = mergeMembersOf(key, base ?? null, mine ?? null, theirs ?? null);
  return combined === undefined ? { value: mine, fate: "conflicts" } : { value: combined, fate: "combined" };
}

/**
 * Merges what `mine` and `theirs` made of `base`: lists of paths, or a notification; null is a part that is not there.
 * It is undefined where the result cannot have both changes, and for parts of other kinds.
 */
export function mergeMembersOf(
  key: PartKey,
  base: Part | null,
  mine: Part | null,
  theirs: Part | null,
): Part | undefined {
  if (notificationPath(key) !== undefined) {
    return mergeNotifications(base ?? undefined, mine ?? undefined, theirs ?? undefined);
  }
  return isList(base) && isList(mine) && isList(theirs) ? mergeLists(base, mine, theirs) : undefined;
}

function isList(part: Part | null): part is readonly string[] {
  return Array.isArray(part);
}

/** Merges two notifications; undefined where one removed what the other changed, or nobody would be left to get it. */
function mergeNotifications(
  base: Part | undefined,
  mine: Part | undefined,
  theirs: Part | undefined,
): SvnNotification | undefined {
  const [before, ours, others] = [base, mine, theirs] as readonly (SvnNotification | undefined)[];
  if (!ours || !others) {
    return undefined;
  }
  const merged = {
    path: ours.path,
    emails: mergeLists(before?.emails ?? [], ours.emails, others.emails),
    users: mergeLists(before?.users ?? [], ours.users, others.users),
    user_groups: mergeLists(before?.user_groups ?? [], ours.user_groups, others.user_groups),
  };
  return merged.emails.length + merged.users.length + merged.user_groups.length === 0 ? undefined : merged;
}

/** Gives mine without what theirs removed, and with what theirs added at the end. */
function mergeLists<T extends string | number>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): readonly T[] {
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map((items) => new Set(items)) as [Set<T>, Set<T>, Set<T>];
  const kept = mine.filter((item) => inTheirs.has(item) || !inBase.has(item));
  const added = theirs.filter((item) => !inBase.has(item) && !inMine.has(item));
  return [...kept, ...added];
}

/** Tells whether a part is stored as it was sent, or as the service makes it by itself. */
export function isStoredPart(key: PartKey, sent: Part | undefined, stored: Part | undefined): boolean {
  return (
    isSamePart(key, sent, stored) || (key === "access_file" && isRewrittenAccessFile(String(sent), String(stored)))
  );
}

/** Gives what was `sent` as the service has stored it, where nobody but the service has changed its access file. */
export function asStored<T extends TextSettings>(sent: T, { access_file: stored }: ShownSettings): T {
  const { access_file: file } = sent;
  return file !== undefined && isRewrittenAccessFile(file, stored) ? { ...sent, access_file: stored } : sent;
}

/**
 * Tells whether `stored` is what the service makes of `sent` by itself: trimmed, and rules that it does not accept
 * turned into comments (test/service/README.md, SVN repositories).
 */
export function isRewrittenAccessFile(sent: string, stored: string): boolean {
  const [before, after] = [sent, stored].map((text) => withLineFeeds(text).trim().split("\n")) as [string[], string[]];
  return (
    before.length === after.length &&
    before.every((line, index) => after[index] === line || (line.startsWith("@") && after[index] === `# ${line}`))
  );
}
