const hourSeconds = 3600;

/** The service's zone is Central European: +01:00, in summer +02:00. */
function offsetSeconds(instant: number): number {
  const year = new Date(instant * 1000).getUTCFullYear();
  const isSummer = instant >= lastSundayAtOne(year, 2) && instant < lastSundayAtOne(year, 9);
  return isSummer ? 2 * hourSeconds : hourSeconds;
}

function lastSundayAtOne(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1));
  return lastDay.getTime() / 1000 - lastDay.getUTCDay() * 24 * hourSeconds;
}

/** `2024-03-13T15:26:40+01:00`: the service's zone, no fractions, never `Z`. */
export function printIso(instant: number): string {
  const offset = offsetSeconds(instant);
  const local = new Date((instant + offset) * 1000).toISOString().slice(0, 19);
  return `${local}+0${offset / hourSeconds}:00`;
}

/** `Wed, 13 Mar 2024 14:26:40 GMT` */
export function printHttpDate(instant: number): string {
  return new Date(instant * 1000).toUTCString();
}

/** The instant the day began in the service's zone. */
export function startOfDay(instant: number): number {
  const local = new Date((instant + offsetSeconds(instant)) * 1000);
  return fromLocal(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()) / 1000);
}

/** The same instant with its seconds cut: what a date field with time keeps. */
export function startOfMinute(instant: number): number {
  return Math.floor(instant / 60) * 60;
}

function fromLocal(localSeconds: number): number {
  const guess = localSeconds - offsetSeconds(localSeconds);
  return localSeconds - offsetSeconds(guess);
}

const isoDate =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2})?$/i;
const httpDate =
  /^(?:[A-Z][a-z]{2,8},?\s+)?(\d{1,2})[\s-]([A-Z][a-z]{2})[a-z]*[\s-](\d{4})(?:\s+(\d{2}):(\d{2})(?::(\d{2}))?)?\s*(GMT|UTC|Z|[+-]\d{2}:?\d{2})?$/;
const slashDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The instant in seconds a text names, read as leniently as PHP does (its commonest spellings); undefined for nonsense. */
export function parseDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  if (/^@-?\d+$/.test(trimmed)) {
    return Number(trimmed.slice(1));
  }
  const iso = isoDate.exec(trimmed);
  if (iso) {
    return instant(iso[1], Number(iso[2]), iso[3], iso[4], iso[5], iso[6], iso[7]);
  }
  const http = httpDate.exec(trimmed);
  if (http) {
    return instant(http[3], months.indexOf(http[2] ?? "") + 1, http[1], http[4], http[5], http[6], http[7]);
  }
  const slashes = slashDate.exec(trimmed);
  if (slashes) {
    return instant(slashes[3], Number(slashes[1]), slashes[2]);
  }
  const today = startOfDay(now);
  const words: Readonly<Record<string, number>> = {
    now,
    today,
    midnight: today,
    tomorrow: startOfDay(today + 36 * hourSeconds),
    yesterday: startOfDay(today - 12 * hourSeconds),
  };
  return Object.hasOwn(words, trimmed.toLowerCase()) ? words[trimmed.toLowerCase()] : undefined;
}

function instant(
  year: string | undefined,
  month: number,
  day: string | undefined,
  hour = "0",
  minute = "0",
  second = "0",
  zone?: string,
): number | undefined {
  if (month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59) {
    return undefined;
  }
  const local =
    Date.UTC(Number(year), month - 1, Number(day), Number(hour), Number(minute), Math.min(Number(second), 59)) / 1000;
  if (zone === undefined) {
    return fromLocal(local);
  }
  const offset = /([+-])(\d{2}):?(\d{2})/.exec(zone);
  if (!offset) {
    return local;
  }
  const sign = offset[1] === "-" ? -1 : 1;
  return local - sign * (Number(offset[2]) * hourSeconds + Number(offset[3]) * 60);
}
