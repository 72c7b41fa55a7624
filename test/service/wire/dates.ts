import { offsetSeconds } from "./zones.ts";

const hourSeconds = 3600;

/** `2024-03-13T15:26:40+01:00`: in the zone that is given, no fractions, never `Z`. */
export function printIso(instant: number, zone: string): string {
  const offset = offsetSeconds(instant, zone);
  const minutes = Math.floor(Math.abs(offset) / 60);
  return `${local(instant, zone).slice(0, 19)}${offset < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** `2024-03-13`: how a structure tells a default without a time of day. */
export function printDay(instant: number, zone: string): string {
  return local(instant, zone).slice(0, 10);
}

/** `2024-03-13 15:26`: how a structure tells a default with a time of day. */
export function printMinute(instant: number, zone: string): string {
  return local(instant, zone).slice(0, 16).replace("T", " ");
}

function local(instant: number, zone: string): string {
  return new Date((instant + offsetSeconds(instant, zone)) * 1000).toISOString();
}

function two(number: number): string {
  return String(Math.floor(number)).padStart(2, "0");
}

/** `Wed, 13 Mar 2024 14:26:40 GMT` */
export function printHttpDate(instant: number): string {
  return new Date(instant * 1000).toUTCString();
}

/** The instant the day began in the zone. */
export function startOfDay(instant: number, zone: string): number {
  return fromLocal(Date.parse(`${printDay(instant, zone)}T00:00Z`) / 1000, zone);
}

/** The same instant with its seconds cut: what a date field with time keeps. */
export function startOfMinute(instant: number): number {
  return Math.floor(instant / 60) * 60;
}

function fromLocal(localSeconds: number, zone: string): number {
  const guess = localSeconds - offsetSeconds(localSeconds, zone);
  return localSeconds - offsetSeconds(guess, zone);
}

const isoDate =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const httpDate =
  /^(?:[A-Z][a-z]{2,8},?\s+)?(\d{1,2})[\s-]([A-Z][a-z]{2})[a-z]*[\s-](\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?)?\s*(GMT|UTC|Z|[+-]\d{2}:?\d{2})?$/;
const slashDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/**
 * The instant in seconds a text names, read as leniently as PHP does (its commonest spellings); undefined for nonsense.
 * Without an offset it is meant in `zone`.
 */
export function parseDate(text: string, now: number, zone: string): number | undefined {
  const trimmed = text.trim();
  if (/^@-?\d+$/.test(trimmed)) {
    return Number(trimmed.slice(1));
  }
  const iso = isoDate.exec(trimmed);
  if (iso) {
    return instant(zone, iso[1], Number(iso[2]), iso[3], iso[4], iso[5], iso[6], iso[7]);
  }
  const http = httpDate.exec(trimmed);
  if (http) {
    return instant(zone, http[3], months.indexOf(http[2] ?? "") + 1, http[1], http[4], http[5], http[6], http[7]);
  }
  const slashes = slashDate.exec(trimmed);
  if (slashes) {
    return instant(zone, slashes[3], Number(slashes[1]), slashes[2]);
  }
  const today = startOfDay(now, zone);
  const words: Readonly<Record<string, number>> = {
    now,
    today,
    midnight: today,
    tomorrow: startOfDay(today + 36 * hourSeconds, zone),
    yesterday: startOfDay(today - 12 * hourSeconds, zone),
  };
  return Object.hasOwn(words, trimmed.toLowerCase()) ? words[trimmed.toLowerCase()] : undefined;
}

function instant(
  zone: string,
  year: string | undefined,
  month: number,
  day: string | undefined,
  hour = "0",
  minute = "0",
  second = "0",
  written?: string,
): number | undefined {
  if (month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59) {
    return undefined;
  }
  const local =
    Date.UTC(Number(year), month - 1, Number(day), Number(hour), Number(minute), Math.min(Number(second), 59)) / 1000;
  if (written === undefined) {
    return fromLocal(local, zone);
  }
  const offset = /([+-])(\d{2}):?(\d{2})/.exec(written);
  if (!offset) {
    return local;
  }
  const sign = offset[1] === "-" ? -1 : 1;
  return local - sign * (Number(offset[2]) * hourSeconds + Number(offset[3]) * 60);
}
