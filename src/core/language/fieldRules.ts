import { type DateParts, parseDate } from "../field/date.ts";
import { chosenIds } from "../field/options.ts";
import type { JsonObject } from "../model/json.ts";
import type { DateRule, WorkflowRules } from "../model/tracker.ts";
import { getOrMake } from "../util/getOrMake.ts";

/** Gives the value of a field; undefined where that is not known. */
export type MembersOf = (fieldId: number) => JsonObject | undefined;

/** A rule that values break: the service refuses them together. */
export type BrokenRule = Pick<DateRule, "sourceId" | "targetId"> &
  (
    | {
        readonly kind: "dependency";
        /**
         * The values of the target that go with those of the source, by `String(id)`; no value is `noValue`. The target
         * has others as well.
         */
        readonly fitting: ReadonlySet<string>;
      }
    | { readonly kind: "dates"; readonly comparator: DateRule["comparator"] }
  );

/** The values of the target that go with each value of the source: `String(id)` of both. */
type Dependency = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Holds the rules of a tracker that say which values of two fields go together. Of two lists with a rule, only the
 * pairs that it names may be chosen. Of two dates, once both are given, one has to be before, after or the same as the
 * other.
 */
export class FieldRules {
  /** The pairs of values by the id of the target, then by that of the source. */
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

  /** Gives the values of a list that go with the values of the lists on which it depends; undefined where all do. */
  allowed(fieldId: number, membersOf: MembersOf): ReadonlySet<string> | undefined {
    let allowed: ReadonlySet<string> | undefined;
    for (const [sourceId, pairs] of this.#dependencies.get(fieldId) ?? []) {
      const fitting = fittingIn(pairs, chosenIn(membersOf(sourceId)));
      allowed = allowed && fitting ? common(allowed, fitting) : (allowed ?? fitting);
    }
    return allowed;
  }

  /** Gives the rules that the values break. A value that is not known or cannot be read breaks none. */
  broken(membersOf: MembersOf): readonly BrokenRule[] {
    const broken: BrokenRule[] = [];
    const chosenOf = new Map<number, ReadonlySet<string> | undefined>();
    // There may be thousands of rules about one list with thousands of values, so each list is read once.
    const chosen = (fieldId: number) => {
      if (!chosenOf.has(fieldId)) {
        chosenOf.set(fieldId, chosenIn(membersOf(fieldId)));
      }
      return chosenOf.get(fieldId);
    };
    for (const [targetId, sources] of this.#dependencies) {
      for (const [sourceId, pairs] of sources) {
        const fitting = fittingIn(pairs, chosen(sourceId));
        if (fitting && !hasOnly(chosen(targetId), fitting)) {
          broken.push({ kind: "dependency", sourceId, targetId, fitting });
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

function chosenIn(members: JsonObject | undefined): ReadonlySet<string> | undefined {
  const chosen = chosenIds(members);
  return chosen && new Set(chosen);
}

/** Goes through the pairs and not through the chosen values, so that its time grows with the number of rules alone. */
function fittingIn(pairs: Dependency, chosen: ReadonlySet<string> | undefined): ReadonlySet<string> | undefined {
  return chosen && new Set([...pairs].flatMap(([id, fitting]) => (chosen.has(id) ? [...fitting] : [])));
}

/** Ends with the first value that is not in `all`, so that its time grows with the size of `all` alone. */
function hasOnly(chosen: ReadonlySet<string> = new Set(), all: ReadonlySet<string>): boolean {
  for (const id of chosen) {
    if (!all.has(id)) {
      return false;
    }
  }
  return true;
}

function dateIn(members: JsonObject | undefined): DateParts | undefined {
  const value = members?.value;
  return typeof value === "string" ? parseDate(value.trim()) : undefined;
}

/** Tells whether two dates stand as the comparator says. Where one of them is a day, only the days count. */
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
