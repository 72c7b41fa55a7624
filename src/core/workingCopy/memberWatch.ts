import { memberSet } from "../field/meaning.ts";
import type { Member, MemberSet } from "../field/memberSet.ts";
import { currentMembers, type FieldEntry } from "../merge/diffEntries.ts";
import { saysOnlyParent } from "../merge/mergeEntries.ts";
import { type MemberState, mergeMembers, mergeState, stateIn } from "../merge/mergeMembers.ts";
import type { JsonObject } from "../model/json.ts";

/**
 * Holds what is to be watched in a set whose base moved on while its document was open. It is plain data, which
 * survives JSON.
 */
export interface SetWatch {
  /** Holds what is watched of each member, by what identifies it: an id, or a label. */
  readonly members: Readonly<Record<string, MemberWatch>>;
  /** Holds what ids stood for in the versions that were compared, by `String(id)`. */
  readonly names: Readonly<Record<string, string>>;
}

interface MemberWatch {
  /** The states that would undo what a colleague did to the member. */
  readonly outdated: readonly MemberState[];
  /** The states that the person made where a colleague made other ones: only the person can decide. */
  readonly mine: readonly MemberState[];
}

type States = Record<string, MemberWatch>;

/**
 * Gives what to watch in a set once `theirs` is the base of a text that says `mine`, made from `ancestor`; undefined
 * where the values cannot be merged by member. Without an ancestor nobody knows who added and who removed: what mine
 * has and theirs has not is mine, what theirs has and mine has not is theirs.
 */
export function watchSet(
  previous: SetWatch | undefined,
  ancestor: FieldEntry | undefined,
  mine: JsonObject | undefined,
  theirs: FieldEntry | undefined,
): SetWatch | undefined {
  const names = { ...previous?.names, ...ancestor?.names, ...theirs?.names };
  const before = ancestor && currentMembers(ancestor);
  const after = theirs && currentMembers(theirs);
  const written = mine && !saysOnlyParent(mine) ? mine : before;
  const field = { ...theirs, type: theirs?.type ?? "", names };
  const [o, a, b] = [before, written, after].map((members) => memberSet(members, field));
  if (!a || !b || (before && written && after && !mergeMembers(before, written, after, field))) {
    return undefined;
  }
  const states: States = { ...previous?.members };
  for (const key of new Set([...(o?.members.keys() ?? []), ...a.members.keys(), ...b.members.keys()])) {
    const found = o
      ? statesToWatch(stateIn(o, key), stateIn(a, key), stateIn(b, key))
      : unknownStates(stateIn(a, key), stateIn(b, key));
    if (found) {
      const { outdated = [], mine: own = [] } = states[key] ?? {};
      states[key] = { outdated: union(outdated, found.outdated), mine: union(own, found.mine) };
    }
  }
  return { members: states, names };
}

function statesToWatch(base: MemberState, mine: MemberState, theirs: MemberState): MemberWatch | undefined {
  if (base === theirs) {
    return undefined;
  }
  return { outdated: [base], mine: mergeState(base, mine, theirs).isConflict ? [mine] : [] };
}

function unknownStates(mine: MemberState, theirs: MemberState): MemberWatch | undefined {
  if (mine === theirs) {
    return undefined;
  }
  return mine === null ? { outdated: [null], mine: [] } : { outdated: [], mine: [mine] };
}

/** A set that the person has just stored. */
export interface StoredSet {
  /** Holds what its text says. */
  readonly mine: JsonObject;
  /** Holds what the service had until then; undefined where nobody knows. */
  readonly replaced: JsonObject | undefined;
  /** Holds what was watched until then. */
  readonly before: SetWatch | undefined;
}

/**
 * Gives what to watch after the person stored a set, which is `stored` now. Where the text says a member as it is
 * stored, what the person decided about it and what the save changed on the service can be undone like anything else.
 * What would undo a colleague's change that was stored with it is watched on.
 */
export function withStored(watch: SetWatch, { mine, replaced, before }: StoredSet, stored: FieldEntry): SetWatch {
  const [a, b, r] = [mine, stored.entry?.members, replaced].map((members) => setOf(watch, stored, members));
  const members = Object.entries(watch.members).flatMap(([key, states]): [string, MemberWatch][] => {
    const state = a && b && stateIn(a, key) === stateIn(b, key) ? stateIn(b, key) : undefined;
    if (state === undefined) {
      return [[key, states]];
    }
    const isOwn = r !== undefined && stateIn(r, key) !== state;
    const outdated = without((isOwn ? before?.members[key]?.outdated : states.outdated) ?? [], state);
    return outdated.length > 0 ? [[key, { outdated, mine: [] }]] : [];
  });
  return { ...watch, members: Object.fromEntries(members) };
}

/**
 * Gives what to watch after the text turned from `before` into `after`. How the person makes a member is their
 * decision; how undoing or redoing makes it may be from before theirs was known. `before` is undefined where the text
 * had no such entry.
 */
export function noteMembers(
  watch: SetWatch,
  base: FieldEntry,
  before: JsonObject | undefined,
  after: JsonObject,
  isUndo: boolean,
): SetWatch {
  const [o, a, b] = [base.entry?.members, before, after].map((members) => setOf(watch, base, members));
  if (!o || !b || (before && !a)) {
    return watch;
  }
  return mapStates(watch, (key, states) => {
    const [now, known] = [stateIn(b, key), stateIn(o, key)];
    if (a && stateIn(a, key) === now) {
      return states;
    }
    if (isUndo) {
      return now === known ? states : { ...states, outdated: union(states.outdated, [now]) };
    }
    return { outdated: without(states.outdated, now), mine: without(states.mine, now) };
  });
}

/**
 * Gives what to watch after the person said that mine is right for the members about which only they could decide in
 * `shown`.
 */
export function withMineChosen(watch: SetWatch, shown: SetWatch | undefined): SetWatch {
  return mapStates(watch, (key, { outdated, mine }) => {
    const chosen = shown?.members[key]?.mine ?? [];
    return { outdated: without(outdated, ...chosen), mine: without(mine, ...chosen) };
  });
}

/** Gives what is watched by either of two watches. */
export function withWatch(watch: SetWatch, other: SetWatch): SetWatch {
  const members: States = { ...watch.members };
  for (const [key, { outdated, mine }] of Object.entries(other.members)) {
    const known = members[key];
    members[key] = { outdated: union(known?.outdated ?? [], outdated), mine: union(known?.mine ?? [], mine) };
  }
  return { members, names: { ...watch.names, ...other.names } };
}

/** Holds the two values between which the person chooses where a set waits for a decision. */
interface SetChoice {
  /**
   * Holds theirs, plus what the text adds, minus what it removes; members about which only the person can decide are
   * mine.
   */
  readonly mine: JsonObject;
  /**
   * It is as `mine`, but members about which only the person can decide are theirs; where there are none, it is theirs
   * as that is.
   */
  readonly theirs: JsonObject;
}

/**
 * Gives what the person has to choose between for a text that says `mine`; undefined where it undoes nothing of theirs.
 */
export function choiceIn(watch: SetWatch, base: FieldEntry, mine: JsonObject): SetChoice | undefined {
  const theirs = base.entry?.members;
  const [a, b] = [mine, theirs].map((members) => setOf(watch, base, members));
  if (!theirs || !a || !b) {
    return undefined;
  }
  const isDisputed = (key: string, among: (states: MemberWatch) => readonly MemberState[]): boolean => {
    const states = watch.members[key];
    const state = stateIn(a, key);
    return states !== undefined && state !== stateIn(b, key) && among(states).includes(state);
  };
  const isUndoing = (key: string) => isDisputed(key, ({ outdated, mine: own }) => without(outdated, ...own));
  const isMine = (key: string) => isDisputed(key, (states) => states.mine);
  const keys = Object.keys(watch.members);
  const [hasMine, hasUndoing] = [keys.some(isMine), keys.some(isUndoing)];
  if (!hasMine && !hasUndoing) {
    return undefined;
  }
  return {
    mine: (hasUndoing ? withTheirs(a, b, isUndoing) : mine) ?? mine,
    theirs: (hasMine ? withTheirs(a, b, (key) => isMine(key) || isUndoing(key)) : theirs) ?? theirs,
  };
}

/** Gives `mine`, but the members for which `isTaken` is true are as in `theirs`. */
function withTheirs(mine: MemberSet, theirs: MemberSet, isTaken: (key: string) => boolean): JsonObject | undefined {
  const members: Member[] = [];
  for (const key of new Set([...mine.members.keys(), ...theirs.members.keys()])) {
    const member = (isTaken(key) ? theirs : mine).members.get(key);
    if (member) {
      members.push(member);
    }
  }
  return mine.withMembers(members);
}

function setOf({ names }: SetWatch, field: FieldEntry, members: JsonObject | undefined): MemberSet | undefined {
  return memberSet(members, { ...field, names: { ...names, ...field.names } });
}

function mapStates(watch: SetWatch, change: (key: string, states: MemberWatch) => MemberWatch): SetWatch {
  let isOther = false;
  const members = Object.fromEntries(
    Object.entries(watch.members).map(([key, states]) => {
      const changed = change(key, states);
      isOther ||= changed !== states;
      return [key, changed];
    }),
  );
  return isOther ? { ...watch, members } : watch;
}

function union(states: readonly MemberState[], more: readonly MemberState[]): readonly MemberState[] {
  return [...new Set([...states, ...more])];
}

function without(states: readonly MemberState[], ...others: readonly MemberState[]): readonly MemberState[] {
  return states.filter((state) => !others.includes(state));
}
