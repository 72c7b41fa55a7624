/** A date as written. */
export interface DateParts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  /** Minutes since midnight, seconds dropped; undefined without a time. */
  readonly minutes?: number;
  /** The offset in minutes east of UTC; undefined where none is written. */
  readonly offsetMinutes?: number;
}

const form =
  /^(\d{4})-\d\d-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?:(Z)|([+-])(0\d|1[0-4]):?([0-5]\d))?)?$/;

/**
 * Reads a date of the forms that the service surely understands: `YYYY-MM-DD`, with an optional time and offset. It is
 * undefined for all else, and for days that are in no calendar: of some of these the service would store 1970-01-01.
 */
export function parseDate(text: string): DateParts | undefined {
  const match = form.exec(text);
  if (!match) {
    return undefined;
  }
  const [, year, dayOfMonth, hour, minute, zulu, sign, offsetHour, offsetMinute] = match;
  const day = text.slice(0, 10);
  // `Date` takes days beyond the end of a month for days of the next one.
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

/** Prints the day where the person is: `2026-03-13`. */
export function printDay(date: Date): string {
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Prints the minute, with the offset where the person is: `2026-03-13T15:26:00+01:00`. */
export function printMinute(date: Date): string {
  const east = -date.getTimezoneOffset();
  const offset = `${east < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(east) / 60))}:${two(Math.abs(east) % 60)}`;
  return `${printDay(date)}T${two(date.getHours())}:${two(date.getMinutes())}:00${offset}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}
