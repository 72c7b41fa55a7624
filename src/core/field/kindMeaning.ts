import type { Json, JsonObject } from "../model/json.ts";
import type { OptionList } from "../model/optionList.ts";
import type { TrackerField } from "../model/tracker.ts";
import type { MemberSet, SetField } from "./memberSet.ts";
import type { ValueProblem } from "./valueProblem.ts";

/** What entries of one kind mean. */
export interface KindMeaning {
  /** The members that carry the value; others are not read by the service. */
  readonly members: readonly string[];
  /** Clears the field, and stands for the value of a field the service returned none for. */
  readonly empty: JsonObject;
  /**
   * Equal for members that mean the same; undefined for malformed ones, which mean only themselves. `base` is the
   * value as it was read: it tells what a shorthand stands for.
   */
  canonical(members: JsonObject, base: JsonObject | undefined): Json | undefined;
  /**
   * The members to send for what the person wrote, where those are not as written. `hasTime`: whether a date has a time
   * of day, where that is known.
   */
  request?(members: JsonObject, base: JsonObject | undefined, hasTime?: boolean): JsonObject;
  /**
   * The value as a set; undefined where it is none, as that of a field that holds one value. Not there for other kinds.
   */
  set?(members: JsonObject, field: SetField): MemberSet | undefined;
  /** Tells what is wrong with members of which at least one of `members` is there. */
  check(members: JsonObject, field: CheckedField): readonly ValueProblem[];
}

/** What is known of the field a value is checked for. */
export interface CheckedField {
  /** The service's name of the type. */
  readonly type: string;
  readonly options?: OptionList;
  readonly bindsTo?: TrackerField["bindsTo"];
  readonly takesOthers?: boolean;
  /** The value that the artifact has on the service: the service takes that back, whatever the structure says. */
  readonly held?: JsonObject;
  /** The value is one of an artifact to be created. */
  readonly isNew?: boolean;
}

/** A value of another type than the service takes there. */
export function wrongType(path: ValueProblem["path"], ...expected: readonly string[]): ValueProblem {
  return { code: "wrongType", severity: "warning", path, expected };
}
