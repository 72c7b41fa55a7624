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

/** The members of a list whose items are one member each; undefined where an item is none. Of doubles the last counts. */
export function membersByKey(
  items: readonly Json[],
  keyOf: (item: Json) => string | undefined,
  attributeOf: (item: Json) => string = () => "",
): ReadonlyMap<string, Member> | undefined {
  const members = new Map<string, Member>();
  for (const json of items) {
    const key = keyOf(json);
    if (key === undefined) {
      return undefined;
    }
    members.set(key, { json, attribute: attributeOf(json) });
  }
  return members;
}
