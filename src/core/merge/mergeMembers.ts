import { memberSet } from "../field/meaning.ts";
import type { Member, MemberSet, SetField } from "../field/memberSet.ts";
import type { FieldKind } from "../model/fieldKind.ts";
import type { JsonObject } from "../model/json.ts";

/** Tells how a member is in a set: it is its attribute, or null where the member is not in the set. */
export type MemberState = string | null;

interface MergedState {
  readonly state: MemberState;
  /** It is true where both changed the attribute, to different ones; mine stays. */
  readonly isConflict: boolean;
}

interface MergedMembers {
  /**
   * The members of theirs, with what mine added and without what mine removed; in the form and order of mine, with what
   * only theirs added at the end.
   */
  readonly members: JsonObject;
  /** Tells whether both changed the type of a link, to different ones. Mine stays. */
  readonly hasConflict: boolean;
}

/**
 * Merges three values of one field member by member. Gives undefined where the field holds no set, where one of the
 * values is not written as a set, or where the result would say what neither side said.
 */
export function mergeMembers(
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  field: SetField & { readonly kind?: FieldKind },
): MergedMembers | undefined {
  const [o, a, b] = [base, mine, theirs].map((members) => memberSet(members, field));
  if (!o || !a || !b) {
    return undefined;
  }
  const merged: Member[] = [];
  let hasConflict = false;
  for (const key of new Set([...a.members.keys(), ...b.members.keys()])) {
    const { state, isConflict } = mergeState(stateIn(o, key), stateIn(a, key), stateIn(b, key));
    hasConflict ||= isConflict;
    const member = [a, b].map(({ members }) => members.get(key)).find((one) => one?.attribute === state);
    if (state !== null && member) {
      merged.push(member);
    }
  }
  if (field.kind === "permissions" && opensToAll(o, a, b, merged)) {
    return undefined;
  }
  const members = a.withMembers(merged);
  return members && { members, hasConflict };
}

/**
 * Merges one member of three sets. A member that one side removed stays where the other side changed its attribute:
 * with that attribute it counts as added.
 */
export function mergeState(base: MemberState, mine: MemberState, theirs: MemberState): MergedState {
  if (mine === theirs || theirs === base) {
    return { state: mine, isConflict: false };
  }
  if (mine === base || mine === null) {
    return { state: theirs, isConflict: false };
  }
  return { state: mine, isConflict: theirs !== null };
}

/** Tells how the member `key` is in a set. */
export function stateIn({ members }: MemberSet, key: string): MemberState {
  return members.get(key)?.attribute ?? null;
}

/**
 * Tells whether the merged set must not be used because one of the sets is empty: a set without groups means everybody,
 * and no merge may turn a set into that, or out of that.
 */
function opensToAll(base: MemberSet, mine: MemberSet, theirs: MemberSet, merged: readonly Member[]): boolean {
  return base.members.size > 0 && [mine.members.size, theirs.members.size, merged.length].includes(0);
}
