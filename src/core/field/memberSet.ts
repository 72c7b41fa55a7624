import type { Json, JsonObject } from "../model/json.ts";

/** A value that is a set, by its members. */
export interface MemberSet {
  /** By what identifies them, in the order of the value. */
  readonly members: ReadonlyMap<string, Member>;
  /** The value with other members, in the form it has; undefined where that form cannot hold them. */
  withMembers(members: readonly Member[]): JsonObject | undefined;
}

export interface Member {
  /** As it is written in the value. */
  readonly json: Json;
  /** What can differ in a member that is there: the type of a link. Empty for all else. */
  readonly attribute: string;
}

/** What is known of the field a set is the value of. */
export interface SetField {
  /** The service's name of the type. */
  readonly type: string;
  /** What ids stand for, by `String(id)`. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * A list as the set of its items, which have keys; undefined where it is no list, or an item is none. The last of
 * several items with one key counts. `withItems` makes the value with other items in the list.
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
 * Tells whether a value may be an id: some ids are numbers, some strings, and some are one here and the other there.
 */
export function isId(value: Json): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

/** The distinct keys in one order: equal for lists that mean the same set. */
export function canonicalSet(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)].sort();
}
