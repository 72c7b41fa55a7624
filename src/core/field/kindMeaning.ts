import type { Json, JsonObject } from "../model/json.ts";
import type { OptionList } from "../model/optionList.ts";
import type { TrackerField } from "../model/tracker.ts";
import type { MemberSet, SetField } from "./memberSet.ts";
import type { ValueProblem } from "./valueProblem.ts";

/** Tells what entries of one kind mean. */
export interface KindMeaning {
  /** The members that carry the value; others are not read by the service. */
  readonly members: readonly string[];
  /** The members that clear the field. They also stand for its value where the service returned none. */
  readonly empty: JsonObject;
  /**
   * Gives equal results for members that mean the same; undefined for malformed ones, which mean only themselves.
   * `base` is the value as it was read: it tells what a shorthand stands for.
   */
  canonical(members: JsonObject, base: JsonObject | undefined): Json | undefined;
  /**
   * Gives the members to send for what the person wrote, where they differ from it. `hasTime` tells whether a date has
   * a time of day, where that is known.
   */
  request?(members: JsonObject, base: JsonObject | undefined, hasTime?: boolean): JsonObject;
  /**
   * Gives the value as a set. It is undefined for a value that is none, such as that of a field with one value. Kinds
   * without sets do not have this.
   */
  set?(members: JsonObject, field: SetField): MemberSet | undefined;
  /** Tells what is wrong with members of which at least one of `members` is there. */
  check(members: JsonObject, field: CheckedField): readonly ValueProblem[];
}

/** Holds what is known of the field a value is checked for. */
export interface CheckedField {
  /** The service's name of the type. */
  readonly type: string;
  readonly options?: OptionList;
  readonly bindsTo?: TrackerField["bindsTo"];
  readonly takesOthers?: boolean;
  /** The value that the artifact has on the service: the service takes that back, whatever the structure says. */
  readonly held?: JsonObject;
  /** It is true where the artifact is yet to be created. */
  readonly isNew?: boolean;
}

/** Makes the problem of a value whose type is not the one that the service takes there. */
export function wrongType(path: ValueProblem["path"], ...expected: readonly string[]): ValueProblem {
  return { code: "wrongType", severity: "warning", path, expected };
}
