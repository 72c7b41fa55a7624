/** Tells whether the header of a request can carry the key, which takes printable ASCII alone. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

const dayMs = 24 * 60 * 60 * 1000;

/** Tells whether a key that expires at `expiresAtMs` does so within a week, or has expired. */
export function expiresSoon(expiresAtMs: number, nowMs: number): boolean {
  return expiresAtMs - nowMs <= 7 * dayMs;
}

/** Tells whether a day has gone by since `askedAtMs`. A clock that was set back counts as one that went on. */
export function isDayPast(askedAtMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - askedAtMs) >= dayMs;
}
