import type { JsonObject } from "../model/json.ts";
import type { TrackerField } from "../model/tracker.ts";
import { printDay, printMinute } from "./date.ts";

/**
 * Gives the members that carry the tracker's default for a field; undefined where it has none. «Today» is the day of
 * `now` where the person is, whenever the structure was read.
 */
export function defaultMembers(field: TrackerField, now: Date): JsonObject | undefined {
  return field.isTodayByDefault ? { value: field.hasTime ? printMinute(now) : printDay(now) } : field.defaultMembers;
}
