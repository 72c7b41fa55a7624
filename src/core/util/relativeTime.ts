const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

const units = [
  { unit: "year", ms: 365 * day },
  { unit: "month", ms: 30 * day },
  { unit: "day", ms: day },
  { unit: "hour", ms: hour },
  { unit: "minute", ms: minute },
] as const;

/**
 * How long ago an instant was, in whole units and in the words of `language`: `3 days ago`, `yesterday`, `now`. Clocks
 * differ: what is to come is now. Undefined where `iso` names no instant.
 */
export function relativeTime(iso: string | undefined, nowMs: number, language: string): string | undefined {
  const agoMs = Math.max(0, nowMs - Date.parse(iso ?? ""));
  if (Number.isNaN(agoMs)) {
    return undefined;
  }
  const { unit, ms } = units.find((each) => agoMs >= each.ms) ?? { unit: "second", ms: Number.POSITIVE_INFINITY };
  return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-Math.floor(agoMs / ms), unit);
}
