import { chosenIds } from "../field/chosenIds.ts";
import { type DateParts, parseDate } from "../field/date.ts";
import type { JsonObject } from "../model/json.ts";
import type { DateRule, WorkflowRules } from "../model/tracker.ts";
import { getOrMake } from "../util/getOrMake.ts";

/** What a field stands at; undefined where that is not known. */
export type MembersOf = (fieldId: number) => JsonObject | undefined;

/** A rule that values break: the service refuses them together. */
export type BrokenRule = Pick<DateRule, "sourceId" | "targetId"> &
  (
    | {
        readonly kind: "dependency";
        /**
         * The values of the target that do not go with those of the source, by `String(id)`; none at all is `noValue`.
         */
        readonly values: readonly string[];
      }
    | { readonly kind: "dates"; readonly comparator: DateRule["comparator"] }
  );

/** What goes with each value of a source: `String(id)` of both. */
type Dependency = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The rules of a tracker that say which values of two fields go together. Of two lists with a rule only the pairs that
 * are named do; of two dates, once both are given, one has to be before, after or the same as the other.
 */
export class FieldRules {
  /** By the id of the target, then that of the source. */
  readonly #dependencies = new Map<number, Map<number, Map<string, Set<string>>>>();
  readonly #dates: readonly DateRule[];

  constructor({ lists, dates }: WorkflowRules) {
    this.#dates = dates;
    for (const { sourceId, sourceValue, targetId, targetValue } of lists) {
      const ofTarget = getOrMake(this.#dependencies, targetId, () => new Map<number, Map<string, Set<string>>>());
      const pairs = getOrMake(ofTarget, sourceId, () => new Map<string, Set<string>>());
      getOrMake(pairs, String(sourceValue), () => new Set<string>()).add(String(targetValue));
    }
  }

  /** The values of a list that go with what the lists it depends on stand at; undefined where all do. */
  allowed(fieldId: number, membersOf: MembersOf): ReadonlySet<string> | undefined {
    let allowed: ReadonlySet<string> | undefined;
    for (const [sourceId, pairs] of this.#dependencies.get(fieldId) ?? []) {
      const fitting = fittingIn(pairs, membersOf(sourceId));
      allowed = allowed && fitting ? common(allowed, fitting) : (allowed ?? fitting);
    }
    return allowed;
  }

  /** The rules that do not hold; what is not known or cannot be read breaks none. */
  broken(membersOf: MembersOf): readonly BrokenRule[] {
    const broken: BrokenRule[] = [];
    for (const [targetId, sources] of this.#dependencies) {
      const chosen = chosenIds(membersOf(targetId)) ?? [];
      for (const [sourceId, pairs] of sources) {
        const fitting = fittingIn(pairs, membersOf(sourceId));
        const values = fitting ? chosen.filter((id) => !fitting.has(id)) : [];
        if (values.length > 0) {
          broken.push({ kind: "dependency", sourceId, targetId, values });
        }
      }
    }
    for (const { sourceId, targetId, comparator } of this.#dates) {
      const [source, target] = [dateIn(membersOf(sourceId)), dateIn(membersOf(targetId))];
      if (source && target && !holds(source, comparator, target)) {
        broken.push({ kind: "dates", sourceId, targetId, comparator });
      }
    }
    return broken;
  }
}

function common(one: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...one].filter((id) => other.has(id)));
}

function fittingIn(pairs: Dependency, source: JsonObject | undefined): ReadonlySet<string> | undefined {
  const chosen = chosenIds(source);
  return chosen && new Set(chosen.flatMap((id) => [...(pairs.get(id) ?? [])]));
}

function dateIn(members: JsonObject | undefined): DateParts | undefined {
  const value = members?.value;
  return typeof value === "string" ? parseDate(value.trim()) : undefined;
}

/** Where one of them is a day, only the days count. */
function holds(source: DateParts, comparator: DateRule["comparator"], target: DateParts): boolean {
  const areDays = source.minutes === undefined || target.minutes === undefined;
  const order = areDays ? daysOf(source) - daysOf(target) : minutesOf(source) - minutesOf(target);
  switch (comparator) {
    case "<":
      return order < 0;
    case "≤":
      return order <= 0;
    case ">":
      return order > 0;
    case "≥":
      return order >= 0;
    case "=":
      return order === 0;
    case "≠":
      return order !== 0;
  }
}

function daysOf({ day }: DateParts): number {
  return Date.parse(day) / 86_400_000;
}

function minutesOf({ day, minutes = 0, offsetMinutes = 0 }: DateParts): number {
  return Date.parse(day) / 60_000 + minutes - offsetMinutes;
}
