import type { Json, JsonObject } from "../model/json.ts";

/** A value that is a set, by its members. */
export interface MemberSet {
  /** The members by what identifies them, in the order of the value. */
  readonly members: ReadonlyMap<string, Member>;
  /** Gives the value with other members, in the form it has; undefined where that form cannot hold them. */
  withMembers(members: readonly Member[]): JsonObject | undefined;
}

export interface Member {
  /** The member as it is written in the value. */
  readonly json: Json;
  /** The part of a member that can change while it stays: the type of a link. It is empty for all else. */
  readonly attribute: string;
}

/** Holds what is known of the field whose value is a set. */
export interface SetField {
  /** The service's name of the type. */
  readonly type: string;
  /** The names of ids, by `String(id)`. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * Reads a list as the set of its items by their keys. It is undefined where the value is no list, or an item has no
 * key. Of several items with one key the last counts. `withItems` makes the value with other items in the list.
 */
export function setOfItems(
  list: Json | undefined,
  keyOf: (item: Json) => string | undefined,
  withItems: (items: readonly Json[]) => JsonObject | undefined,
  attributeOf: (item: Json) => string = () => "",
): MemberSet | undefined {
  if (!Array.isArray(list)) {
    return undefined;
  }
  const members = new Map<string, Member>();
  for (const json of list) {
    const key = keyOf(json);
    if (key === undefined) {
      return undefined;
    }
    members.set(key, { json, attribute: attributeOf(json) });
  }
  return { members, withMembers: (others) => withItems(others.map(({ json }) => json)) };
}

/**
 * Tells whether a value may be an id: some ids are numbers, some strings, and some are read as one, sent as the other.
 */
export function isId(value: Json): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

/** Gives the distinct keys in one order, so that lists that mean the same set give the same. */
export function canonicalSet(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].sort();
}
