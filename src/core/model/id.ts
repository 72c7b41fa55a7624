/**
 * Tells whether a value is a number as the service gives them to artifacts, trackers, people and fields: whole, from 1
 * on.
 */
export function isNumberId(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}
