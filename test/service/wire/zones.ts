/** Where the service's server stands unless a test says otherwise. */
export const usualZone = "Europe/Paris";

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Seconds east of UTC in a zone such as `Asia/Tokyo` at an instant in seconds. */
export function offsetSeconds(instant: number, zone: string): number {
  // Clocks are put forward and back at quarters of an hour.
  const quarter = Math.floor(instant / 900);
  const key = `${zone} ${quarter}`;
  const known = offsets.get(key) ?? offsetAt(quarter * 900, zone);
  offsets.set(key, known);
  return known;
}

function offsetAt(instant: number, zone: string): number {
  const parts = new Map(formatOf(zone).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
  return local / 1000 - instant;

  function formatOf(name: string): Intl.DateTimeFormatPart[] {
    const format = formats.get(name) ?? new Intl.DateTimeFormat("en-US", { ...shape, timeZone: name });
    formats.set(name, format);
    return format.formatToParts(instant * 1000);
  }
}

const shape = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** The zones that one answer writes dates in. */
export class DateZones {
  readonly #users: string;
  #current: string;

  constructor(servers: string, users: string) {
    this.#users = users;
    this.#current = servers;
  }

  /** The zone of what is written next. */
  get current(): string {
    return this.#current;
  }

  /** A burndown field was read: from here on the answer is in the zone of who asks (test/service/README.md, Dates). */
  meetBurndown(): void {
    this.#current = this.#users;
  }
}
