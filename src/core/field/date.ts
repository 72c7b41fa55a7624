/** A date as written. */
export interface DateParts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Minutes since midnight, seconds dropped; undefined without a time. */
  readonly minutes?: number;
  /** East of UTC; undefined where none is written. */
  readonly offsetMinutes?: number;
}

const form =
  /^(\d{4})-\d\d-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?:(Z)|([+-])(0\d|1[0-4]):?([0-5]\d))?)?$/;

/**
 * A date of the forms the service is sure to understand: `YYYY-MM-DD`, with an optional time and offset. Undefined for
 * all else, days that no calendar has included: the service would store 1970-01-01 for some of it.
 */
export function parseDate(text: string): DateParts | undefined {
  const match = form.exec(text);
  if (!match) {
    return undefined;
  }
  const [, year, dayOfMonth, hour, minute, zulu, sign, offsetHour, offsetMinute] = match;
  const day = text.slice(0, 10);
  // Days beyond the end of a month are days of the next one to `Date`.
  if (year === "0000" || new Date(`${day}T00:00Z`).getUTCDate() !== Number(dayOfMonth)) {
    return undefined;
  }
  if (hour === undefined) {
    return { day };
  }
  const minutes = Number(hour) * 60 + Number(minute);
  if (zulu) {
    return { day, minutes, offsetMinutes: 0 };
  }
  if (!sign) {
    return { day, minutes };
  }
  const offset = Number(offsetHour) * 60 + Number(offsetMinute);
  return { day, minutes, offsetMinutes: sign === "-" ? -offset : offset };
}

/** The day where the person is: `2026-03-13`. */
export function printDay(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The minute, with the offset where the person is: `2026-03-13T15:26:00+01:00`. */
export function printMinute(date: Date): string {
  const east = -date.getTimezoneOffset();
  const offset = `${east < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`;
  return `${printDay(date)}T${two(date.getHours())}:${two(date.getMinutes())}:00${offset}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
