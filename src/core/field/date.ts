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
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::[0-5]\d)?(?:(Z)|([+-])(0\d|1[0-4]):?([0-5]\d))?)?$/;

/**
 * A date of the forms the service is sure to understand: `YYYY-MM-DD`, with an optional time and offset. Undefined for
 * all else, days that no calendar has included: the service would store 1970-01-01 for some of it.
 */
export function parseDate(text: string): DateParts | undefined {
  const match = form.exec(text);
  if (!match) {
    return undefined;
  }
  const [, year, month, dayOfMonth, hour, minute, zulu, sign, offsetHour, offsetMinute] = match;
  if (!isCalendarDay(Number(year), Number(month), Number(dayOfMonth))) {
    return undefined;
  }
  const day = text.slice(0, 10);
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

function isCalendarDay(year: number, month: number, day: number): boolean {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  return year > 0 && days !== undefined && day >= 1 && day <= days;
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
