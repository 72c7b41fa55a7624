/** More often nobody needs to know. */
const minSeconds = 15;
/** A day. Timers run at once where they should wait for more than 24 of them. */
const maxSeconds = 86_400;

/**
 * Milliseconds between two looks, of what the person wrote in seconds; undefined for none. `usual` where that is no
 * period.
 */
export function periodMs(setting: unknown, usual: number): number | undefined {
  const seconds = typeof setting === "number" && setting >= 0 ? setting : usual;
  return seconds === 0 ? undefined : Math.min(Math.max(seconds, minSeconds), maxSeconds) * 1000;
}
