import { parseDate } from "../field/date.ts";
import { isObject, list, member, text } from "./wire.ts";

const minutesPerDay = 24 * 60;

/**
 * Gives the day that a returned date without a time of day means, as `YYYY-MM-DD`. `serverOffset` is how far east of
 * UTC the service is, in minutes, where that is known; summer time makes no difference.
 *
 * The service keeps midnight of its own zone. Behind a burndown field in an answer it writes dates in the zone of the
 * person who asks: midnight of July 13 in Paris is `2023-07-12T22:00:00+00:00` then. Noon of that day is the same day
 * in every zone from 11 hours west to 12 hours east, so it tells the day where nothing else is known
 * (test/service/README.md, Dates).
 */
export function serverDay(date: string, serverOffset?: number): string {
  const { day, minutes, offsetMinutes } = parseDate(date) ?? { day: date.slice(0, 10) };
  const isAsWritten = !minutes && serverOffset === undefined;
  if (isAsWritten || minutes === undefined || offsetMinutes === undefined) {
    return day;
  }
  const midnight = Date.parse(`${day}T00:00Z`) / 60_000 + minutes - offsetMinutes;
  const noon = midnight + minutesPerDay / 2 + (serverOffset ?? 0);
  return new Date(noon * 60_000).toISOString().slice(0, 10);
}

/**
 * Tells how far east of UTC the service is that answered with `elements`, each with `values`. A date before the first
 * burndown field tells it; near the date line nothing else does. It is undefined where no such date is, and where there
 * is no burndown.
 */
export function serverOffsetIn(elements: readonly unknown[]): number | undefined {
  let offset: number | undefined;
  for (const element of elements) {
    for (const value of list(member(element, "values"))) {
      if (member(value, "type") === "burndown") {
        return offset;
      }
      offset ??= offsetOf(value);
    }
  }
  return undefined;
}

/** Turns the dates without a time of day among `values` into the days they mean for a service at `serverOffset`. */
export function inServerDays(values: readonly unknown[], serverOffset: number | undefined): readonly unknown[] {
  if (serverOffset === undefined) {
    return values;
  }
  return values.map((value) => {
    const date = isObject(value) && isDay(value) ? text(value.value) : undefined;
    return isObject(value) && date !== undefined ? { ...value, value: serverDay(date, serverOffset) } : value;
  });
}

function offsetOf(value: unknown): number | undefined {
  const date = text(member(value, "value"));
  return date !== undefined && dates.has(member(value, "type")) ? parseDate(date)?.offsetMinutes : undefined;
}

const dates = new Set<unknown>(["date", "lud", "subon"]);

function isDay(value: unknown): boolean {
  return member(value, "type") === "date" && member(value, "is_time_displayed") === false;
}
