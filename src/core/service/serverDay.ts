import { parseDate } from "../field/date.ts";
import { isObject, member, text } from "./wire.ts";

const minutesPerDay = 24 * 60;

/**
 * The day that a returned date without a time of day means, as `YYYY-MM-DD`. `serverOffset` is how far east of UTC the
 * service is, in minutes, where that is known; summer time makes no difference.
 *
 * The service keeps midnight of its own zone. What follows a burndown field it writes in the zone of the person who asks:
 * midnight of July 13 in Paris is `2023-07-12T22:00:00+00:00` then. Noon of that day is the same day in every zone from 11
 * hours west to 12 hours east, so it tells the day where nothing else is known (service API 5).
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
 * The `values` of one artifact with the dates behind its burndown as the days that they mean, where a date before it tells
 * the zone of the service: near the date line nothing else does.
 */
export function withServerDays(values: readonly unknown[]): readonly unknown[] {
  const burndown = values.findIndex((value) => member(value, "type") === "burndown");
  const serverOffset = values
    .slice(0, Math.max(burndown, 0))
    .map(offsetOf)
    .find((offset) => offset !== undefined);
  if (serverOffset === undefined) {
    return values;
  }
  return values.map((value, index) => {
    const date = text(member(value, "value"));
    return index > burndown && isObject(value) && isDay(value) && date !== undefined
      ? { ...value, value: serverDay(date, serverOffset) }
      : value;
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
